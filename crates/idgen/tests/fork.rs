//! Children that were forked after warm-up, and theirs, repeat nobody's ids.

#![cfg(unix)]
#![allow(unsafe_code, reason = "fork is unsafe")]
#![allow(clippy::unwrap_used, reason = "a panic is a test's report")]

use std::collections::HashSet;
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::FromRawFd;
use std::sync::Mutex;
use std::time::Duration;

use idcore::Scru128;
use idgen::{Clock, HuidGenerator, Randomness, Scru128Generator, SystemRandomness, Ticker};

const IDS: usize = 200;

/// One test forks at a time: a child of the bare system call must not inherit what another thread
/// holds, such as the lock of the allocator.
static ALONE: Mutex<()> = Mutex::new(());

/// What each process has inherited, and goes on with.
struct Inherited {
    scru128: Scru128Generator,
    huid: HuidGenerator,
    randomness: SystemRandomness,
}

/// What a process made after it was forked: shared ids, owned ids, random words.
#[derive(Default)]
struct Made {
    shared: Vec<Scru128>,
    owned: Vec<Scru128>,
    words: Vec<u128>,
}

impl Inherited {
    fn warmed_up() -> Self {
        let mut new = Self {
            scru128: Scru128Generator::new(),
            huid: HuidGenerator::new(),
            randomness: SystemRandomness::new(),
        };
        new.make();
        new
    }

    fn make(&mut self) -> Made {
        let mut made = Made::default();
        for _ in 0..IDS {
            made.shared.push(idgen::scru128());
            made.owned.push(self.scru128.generate().unwrap());
            let mut words = [0; 4];
            self.randomness.fill_words(&mut words).unwrap();
            made.words.push(words.into_iter().fold(0, |sum, word| sum << 32 | u128::from(word)));
            self.huid.generate().unwrap();
            idgen::huid();
        }
        made
    }
}

impl Made {
    fn numbers(&self) -> impl Iterator<Item = u128> {
        let ids = self.shared.iter().chain(&self.owned).map(|id| id.to_u128());
        ids.chain(self.words.iter().copied())
    }
}

/// Forks; the child runs `work`, and what it returns is read by the parent. The child has no other
/// threads, so `work` may not touch what another thread could have locked.
fn in_child(fork: fn() -> libc::pid_t, work: impl FnOnce() -> Vec<u128>) -> Vec<u128> {
    let mut ends = [0; 2];
    // SAFETY: plain system calls; the array has room for the two descriptors, which are owned from
    // here on by the files made of them.
    let (mut reader, mut writer) = unsafe {
        assert_eq!(libc::pipe(ends.as_mut_ptr()), 0);
        (File::from_raw_fd(ends[0]), File::from_raw_fd(ends[1]))
    };
    let child = fork();
    if child == 0 {
        for number in work() {
            writer.write_all(&number.to_be_bytes()).unwrap();
        }
        // SAFETY: ends this process at once, without the parent's exit handlers.
        unsafe { libc::_exit(0) };
    }
    drop(writer);
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).unwrap();
    let mut status = 0;
    // SAFETY: waits for the child just made.
    assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
    assert_eq!(status, 0);
    bytes.chunks(16).map(|chunk| u128::from_be_bytes(chunk.try_into().unwrap())).collect()
}

fn fork() -> libc::pid_t {
    // SAFETY: the child only makes ids, writes them, and exits.
    unsafe { libc::fork() }
}

/// The bare system call, which runs no handlers of the C library.
#[cfg(target_os = "linux")]
fn bare_fork() -> libc::pid_t {
    // SAFETY: as above; without flags and a stack, this is what `fork` is made of.
    unsafe { libc::syscall(libc::SYS_clone, libc::SIGCHLD, 0, 0, 0, 0) as libc::pid_t }
}

fn no_one_repeats(fork: fn() -> libc::pid_t) {
    let _alone = ALONE.lock().unwrap();
    let mut inherited = Inherited::warmed_up();
    let last = idgen::scru128();
    let mut all = Vec::new();
    for _ in 0..3 {
        all.extend(in_child(fork, || {
            let grandchild_first = in_child(fork, || inherited.make().numbers().collect());
            let made = inherited.make();
            assert!(made.shared[0] > last, "order goes on in a child");
            let grandchild_last = in_child(fork, || inherited.make().numbers().collect());
            made.numbers().chain(grandchild_first).chain(grandchild_last).collect()
        }));
        all.extend(inherited.make().numbers());
    }
    // 3 children and 2 grandchildren each, and 3 batches of this process.
    assert_eq!(all.len(), (3 * 3 + 3) * 3 * IDS);
    assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
    // Not even timestamp, counter and per-second randomness together are anyone else's. The random
    // words are among the numbers, and are as unlikely to agree in 96 bits.
    let fields: HashSet<_> = all.iter().map(|number| number >> 32).collect();
    assert_eq!(fields.len(), all.len());
}

#[test]
fn forked_children_repeat_no_ids() {
    no_one_repeats(fork);
}

#[cfg(target_os = "linux")]
#[test]
fn children_by_the_bare_system_call_repeat_no_ids() {
    no_one_repeats(bare_fork);
}

#[test]
fn a_coarse_clock_goes_on_in_a_child_that_has_no_ticker() {
    let _alone = ALONE.lock().unwrap();
    let ticker = Ticker::start(Duration::from_secs(3600)).unwrap();
    let mut clock = ticker.clock();
    let noted = clock.unix_ms();
    std::thread::sleep(Duration::from_millis(3));
    let in_child = in_child(fork, || {
        let now = clock.unix_ms();
        // Its end does not wait for the thread that only the parent has.
        ticker.stop();
        vec![now as u128]
    });
    assert!(in_child[0] > noted as u128);
}
