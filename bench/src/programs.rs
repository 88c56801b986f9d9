//! The command-line tool as whole processes, builds from nothing, and the tail of single calls.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::measure::Figure;
use crate::{Measured, report};

const IDS: u64 = 20_000_000;
const LINES: usize = 2_000_000;

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Nanoseconds per id or line, start and end of the process included.
pub fn idcli(rounds: usize) -> io::Result<Vec<Measured>> {
    let program = top().join("target/release/idcli");
    let folder = std::env::temp_dir().join(format!("bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let uuids = folder.join("uuids.txt");
    let mut file = BufWriter::new(File::create(&uuids)?);
    for _ in 0..LINES {
        writeln!(file, "{}", uuid::Uuid::now_v7())?;
    }
    file.into_inner()?.sync_all()?;
    let out = folder.join("out.txt");
    let mut turns = [Vec::new(), Vec::new(), Vec::new(), Vec::new()];
    for _ in 0..rounds {
        let ids = IDS.to_string();
        let start = Instant::now();
        run(Command::new(&program)
            .args(["new", "scru128", "-n", &ids])
            .stdout(File::create(&out)?))?;
        turns[0].push(start.elapsed().as_nanos() as f64 / IDS as f64);
        let start = Instant::now();
        let mut child = Command::new(&program)
            .args(["new", "scru128", "-n", &ids])
            .stdout(Stdio::piped())
            .spawn()?;
        let mut pipe = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let read = io::copy(&mut pipe, &mut io::sink())?;
        assert_eq!(read, IDS * 27);
        assert!(child.wait()?.success());
        turns[1].push(start.elapsed().as_nanos() as f64 / IDS as f64);
        for (turns, map) in turns[2..].iter_mut().zip(["bits", "time"]) {
            let start = Instant::now();
            run(Command::new(&program)
                .args(["convert", "--from", "uuid", "--to", "scru128", "--map", map])
                .stdin(File::open(&uuids)?)
                .stdout(File::create(&out)?))?;
            turns.push(start.elapsed().as_nanos() as f64 / LINES as f64);
        }
    }
    std::fs::remove_dir_all(folder)?;
    let names = ["new-to-file", "new-to-pipe", "convert-bits", "convert-time"];
    let figures: Vec<_> =
        names.iter().zip(&mut turns).map(|(name, turns)| Figure::of(name, turns)).collect();
    report::print_figures("idcli", &figures);
    for Figure { name, median, .. } in &figures {
        println!("rate: idcli/{name} {:.1} million/s", 1e3 / median);
    }
    Ok(vec![Measured { name: "idcli", figures, targets: Vec::new() }])
}

fn run(command: &mut Command) -> io::Result<()> {
    assert!(command.status()?.success());
    Ok(())
}

/// Builds of the first crates from nothing, and how many crates that is.
pub fn builds() -> io::Result<()> {
    let folder = std::env::temp_dir().join(format!("bench-build-{}", std::process::id()));
    for (package, seconds, crates) in [("idcore", 1.5, 1), ("idgen", 6.0, 10)] {
        let start = Instant::now();
        run(Command::new("cargo")
            .args(["build", "--quiet", "--package", package, "--target-dir"])
            .arg(&folder)
            .current_dir(top()))?;
        let took = start.elapsed().as_secs_f64();
        std::fs::remove_dir_all(&folder)?;
        let tree = Command::new("cargo")
            .args(["tree", "--package", package, "--edges", "normal", "--prefix", "none"])
            .current_dir(top())
            .output()?;
        let mut lines: Vec<_> = tree.stdout.split(|byte| *byte == b'\n').collect();
        lines.retain(|line| !line.is_empty() && !line.ends_with(b"(*)"));
        lines.sort_unstable();
        lines.dedup();
        println!(
            "build: {package} {took:.1} s (target {seconds}), {} crates (target {crates})",
            lines.len()
        );
    }
    Ok(())
}

/// The slow calls among many: a new millisecond, a new seed of the cipher, an interruption.
pub fn worst() {
    const CALLS: usize = 4_000_000;
    let mut generator = idgen::Scru128Generator::new();
    type Call<'a> = (&'static str, Box<dyn FnMut() + 'a>);
    let calls: [Call<'_>; 4] = [
        ("nothing", Box::new(|| ())),
        ("scru128-process", Box::new(|| _ = std::hint::black_box(idgen::scru128()))),
        ("scru128-owned", Box::new(|| _ = std::hint::black_box(generator.generate()))),
        ("uuid-v7", Box::new(|| _ = std::hint::black_box(uuid::Uuid::now_v7()))),
    ];
    for (name, mut call) in calls {
        let mut times: Vec<u32> = (0..CALLS)
            .map(|_| {
                let start = Instant::now();
                call();
                start.elapsed().as_nanos() as u32
            })
            .collect();
        times.sort_unstable();
        let at = |part: f64| times[((CALLS - 1) as f64 * part) as usize];
        println!(
            "worst: {name} median {} ns, 99 % {} ns, 99.99 % {} ns, most {} ns (reading the clock \
             included)",
            at(0.5),
            at(0.99),
            at(0.9999),
            at(1.0)
        );
    }
}
