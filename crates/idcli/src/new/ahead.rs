//! Writing what was made while more is being made.

use std::io::{self, Write};
use std::panic;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use crate::failure::Failure;

/// How many bytes are made before they are written: enough for the cost of handing them over to
/// vanish, and few enough to stay in the cache.
const ENOUGH: usize = 256 << 10;

/// Whether there is more to come.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Made {
    Some,
    All,
}

/// Writes to what `open` gives what `make` appends, call after call, until that was all. What comes
/// after the first buffer is written by a thread of its own.
///
/// # Errors
///
/// The output can't be written; or `make` has failed, and what it made before is written.
pub(super) fn write<W: Write>(
    open: impl Fn() -> W + Sync,
    mut make: impl FnMut(&mut Vec<u8>) -> Result<Made, Failure>,
) -> Result<(), Failure> {
    let mut first = Vec::new();
    if let Some(end) = make_enough(&mut make, &mut first) {
        let mut out = open();
        out.write_all(&first)?;
        out.flush()?;
        return end;
    }
    let (full, filled) = mpsc::channel();
    let (empty, emptied) = mpsc::channel();
    thread::scope(|scope| {
        let open = &open;
        let writing = thread::Builder::new()
            .spawn_scoped(scope, move || write_each(&mut open(), &filled, &empty));
        let Ok(writing) = writing else {
            return write_in_turns(&mut open(), first, make);
        };
        // While one is made, one is being written, and one is ready for that. All of them come back
        // but where the writer has ended early, whose error is told below.
        let mut text = first;
        let mut new = 2;
        let mut end = None;
        while full.send(text).is_ok() && end.is_none() {
            text = if new > 0 {
                new -= 1;
                Vec::with_capacity(2 * ENOUGH)
            } else if let Ok(text) = emptied.recv() {
                text
            } else {
                break;
            };
            end = make_enough(&mut make, &mut text);
        }
        drop(full);
        match writing.join() {
            Ok(written) => written?,
            Err(cause) => panic::resume_unwind(cause),
        }
        end.unwrap_or(Ok(()))
    })
}

/// Writes each buffer, and gives it back empty.
fn write_each(
    out: &mut impl Write,
    filled: &Receiver<Vec<u8>>,
    empty: &Sender<Vec<u8>>,
) -> io::Result<()> {
    for mut text in filled {
        out.write_all(&text)?;
        text.clear();
        // Whoever made the last one has gone.
        let _ = empty.send(text);
    }
    out.flush()
}

/// The same where the system has no thread to give.
fn write_in_turns(
    out: &mut impl Write,
    mut text: Vec<u8>,
    mut make: impl FnMut(&mut Vec<u8>) -> Result<Made, Failure>,
) -> Result<(), Failure> {
    let mut end = None;
    loop {
        out.write_all(&text)?;
        if let Some(end) = end {
            out.flush()?;
            return end;
        }
        text.clear();
        end = make_enough(&mut make, &mut text);
    }
}

/// Appends until it is enough, or all: then it returns how that came.
fn make_enough(
    make: &mut impl FnMut(&mut Vec<u8>) -> Result<Made, Failure>,
    text: &mut Vec<u8>,
) -> Option<Result<(), Failure>> {
    while text.len() < ENOUGH {
        match make(text) {
            Ok(Made::Some) => {}
            Ok(Made::All) => return Some(Ok(())),
            Err(failure) => return Some(Err(failure)),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::io::{self, ErrorKind, Write};
    use std::sync::{Mutex, MutexGuard};

    use super::{ENOUGH, Made, write, write_in_turns};
    use crate::failure::Failure;

    /// Takes so many bytes and no more.
    struct Output {
        taken: Vec<u8>,
        room: usize,
    }

    impl Output {
        fn with_room(room: usize) -> Mutex<Self> {
            Mutex::new(Self { taken: Vec::new(), room })
        }
    }

    struct Opened<'a>(MutexGuard<'a, Output>);

    impl Write for Opened<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.0.taken.len() + bytes.len() > self.0.room {
                return Err(ErrorKind::StorageFull.into());
            }
            self.0.taken.extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Lines of eight bytes with the numbers below `count`; after `fails_at` of them it fails.
    fn numbers(count: u32, fails_at: u32) -> impl FnMut(&mut Vec<u8>) -> Result<Made, Failure> {
        let mut next = 0;
        move |text| {
            if next == fails_at {
                return Err(Failure::data("no more"));
            }
            text.extend_from_slice(format!("{next:07}\n").as_bytes());
            next += 1;
            Ok(if next == count { Made::All } else { Made::Some })
        }
    }

    fn is_all_numbers(text: &[u8], count: u32) -> bool {
        let lines = std::str::from_utf8(text).unwrap().lines();
        lines.map(|line| line.parse::<u32>().unwrap()).eq(0..count)
    }

    /// The numbers that fill so many buffers.
    fn filling(buffers: u32) -> u32 {
        buffers * ENOUGH as u32 / 8
    }

    #[test]
    fn all_is_written_in_its_order() {
        let counts = [1, filling(1) - 1, filling(1), filling(1) + 1, filling(2), filling(20) + 5];
        for count in counts {
            let output = Output::with_room(usize::MAX);
            write(|| Opened(output.lock().unwrap()), numbers(count, u32::MAX)).unwrap();
            assert!(is_all_numbers(&output.into_inner().unwrap().taken, count), "{count}");
            let output = Output::with_room(usize::MAX);
            let mut opened = Opened(output.lock().unwrap());
            write_in_turns(&mut opened, Vec::new(), numbers(count, u32::MAX)).unwrap();
            assert!(is_all_numbers(&opened.0.taken, count), "{count} in turns");
        }
    }

    #[test]
    fn what_was_made_before_a_failure_is_written() {
        for made in [0, 7, filling(1), filling(1) + 3, filling(9) + 1] {
            let output = Output::with_room(usize::MAX);
            let done = write(|| Opened(output.lock().unwrap()), numbers(u32::MAX, made));
            assert!(matches!(done, Err(Failure::Data(why)) if why == "no more"));
            assert!(is_all_numbers(&output.into_inner().unwrap().taken, made), "{made}");
        }
    }

    #[test]
    fn an_output_that_fails_ends_the_work() {
        for buffers in [0, 1, 2, 7] {
            let output = Output::with_room(buffers * ENOUGH);
            let done = write(|| Opened(output.lock().unwrap()), numbers(u32::MAX, u32::MAX));
            let kind = match done {
                Err(Failure::Output(error)) => error.kind(),
                other => panic!("{other:?}"),
            };
            assert_eq!(kind, ErrorKind::StorageFull);
            let written = filling(buffers as u32);
            assert!(is_all_numbers(&output.into_inner().unwrap().taken, written), "{buffers}");
        }
    }
}
