//! The command-line tool as whole processes, builds from nothing, and the tail of single calls.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::measure::Series;
use crate::results::{Build, Call, Measured};

const IDS: u64 = 20_000_000;
const LINES: usize = 2_000_000;

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Nanoseconds per id or line, start and end of the process included.
pub fn idcli(rounds: usize) -> io::Result<Measured> {
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
    let names =
        ["idcli-new-to-file", "idcli-new-to-pipe", "idcli-convert-bits", "idcli-convert-time"];
    let mut series = names.map(Series::new);
    for _ in 0..rounds {
        let ids = IDS.to_string();
        let start = Instant::now();
        run(Command::new(&program)
            .args(["new", "scru128", "-n", &ids])
            .stdout(File::create(&out)?))?;
        series[0].rounds.push(start.elapsed().as_nanos() as f64 / IDS as f64);
        let start = Instant::now();
        let mut child = Command::new(&program)
            .args(["new", "scru128", "-n", &ids])
            .stdout(Stdio::piped())
            .spawn()?;
        let mut pipe = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let read = io::copy(&mut pipe, &mut io::sink())?;
        assert_eq!(read, IDS * 27);
        assert!(child.wait()?.success());
        series[1].rounds.push(start.elapsed().as_nanos() as f64 / IDS as f64);
        for (series, map) in series[2..].iter_mut().zip(["bits", "time"]) {
            let start = Instant::now();
            run(Command::new(&program)
                .args(["convert", "--from", "uuid", "--to", "scru128", "--map", map])
                .stdin(File::open(&uuids)?)
                .stdout(File::create(&out)?))?;
            series.rounds.push(start.elapsed().as_nanos() as f64 / LINES as f64);
        }
    }
    std::fs::remove_dir_all(folder)?;
    Ok(Measured::new("idcli", &series, &[]))
}

fn run(command: &mut Command) -> io::Result<()> {
    assert!(command.status()?.success());
    Ok(())
}

/// Builds of the first crates from nothing, and how many crates that is.
pub fn builds() -> io::Result<Vec<Build>> {
    let folder = std::env::temp_dir().join(format!("bench-build-{}", std::process::id()));
    let mut builds = Vec::new();
    for (package, seconds_at_most, crates_at_most) in [("idcore", 1.5, 1), ("idgen", 6.0, 10)] {
        let start = Instant::now();
        run(Command::new("cargo")
            .args(["build", "--quiet", "--package", package, "--target-dir"])
            .arg(&folder)
            .current_dir(top()))?;
        let seconds = start.elapsed().as_secs_f64();
        std::fs::remove_dir_all(&folder)?;
        let tree = Command::new("cargo")
            .args(["tree", "--package", package, "--edges", "normal", "--prefix", "none"])
            .current_dir(top())
            .output()?;
        let mut lines: Vec<_> = tree.stdout.split(|byte| *byte == b'\n').collect();
        lines.retain(|line| !line.is_empty() && !line.ends_with(b"(*)"));
        lines.sort_unstable();
        lines.dedup();
        let (package, crates) = (package.into(), lines.len());
        builds.push(Build { package, seconds, seconds_at_most, crates, crates_at_most });
    }
    Ok(builds)
}

/// The slow calls among many: a new millisecond, a new seed of the cipher, an interruption.
pub fn worst() -> Vec<Call> {
    const CALLS: usize = 2_000_000;
    let mut generator = idgen::Scru128Generator::new();
    type Work<'a> = (&'static str, Box<dyn FnMut() + 'a>);
    let candidates: [Work<'_>; 7] = [
        ("nothing", Box::new(|| ())),
        ("idgen scru128()", Box::new(|| _ = std::hint::black_box(idgen::scru128()))),
        ("idgen Scru128Generator", Box::new(|| _ = std::hint::black_box(generator.generate()))),
        ("idgen huid()", Box::new(|| _ = std::hint::black_box(idgen::huid()))),
        ("scru128-1.0 scru128()", Box::new(|| _ = std::hint::black_box(scru128_v1::scru128()))),
        ("uuid v4", Box::new(|| _ = std::hint::black_box(uuid::Uuid::new_v4()))),
        ("uuid v7", Box::new(|| _ = std::hint::black_box(uuid::Uuid::now_v7()))),
    ];
    candidates
        .into_iter()
        .map(|(name, mut work)| {
            let mut times: Vec<u32> = (0..CALLS)
                .map(|_| {
                    let start = Instant::now();
                    work();
                    start.elapsed().as_nanos() as u32
                })
                .collect();
            times.sort_unstable();
            let at = |part: f64| times[((CALLS - 1) as f64 * part) as usize];
            let (name, p99, p9999) = (name.into(), at(0.99), at(0.9999));
            Call { name, median: at(0.5), p99, p9999, most: at(1.0) }
        })
        .collect()
}
