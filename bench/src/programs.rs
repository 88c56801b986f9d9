//! The command-line tool as whole processes, builds from nothing, and the tail of single calls.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::measure::Series;
use crate::results::{Build, Call, Measured, Rate};

const IDS: u64 = 20_000_000;
const LINES: u64 = 2_000_000;
/// The bytes of an id, with the end of its line.
const LINE: u64 = 27;

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// What the tool takes per id or line, in nanoseconds, start and end of the process included; and
/// the rates that come of it.
pub fn idcli(rounds: usize) -> io::Result<(Measured, Vec<Rate>)> {
    let folder = std::env::temp_dir().join(format!("bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let (uuids, out) = (folder.join("uuids.txt"), folder.join("out.txt"));
    let mut file = BufWriter::new(File::create(&uuids)?);
    for _ in 0..LINES {
        writeln!(file, "{}", uuid::Uuid::now_v7())?;
    }
    file.into_inner()?.sync_all()?;
    let candidates: [Candidate<'_>; 4] = [
        ("idcli-new-to-file", IDS, 40.0, &|| run(new_ids().stdout(File::create(&out)?))),
        ("idcli-new-to-pipe", IDS, 40.0, &new_to_pipe),
        ("idcli-convert-bits", LINES, 5.0, &|| convert(&uuids, "bits", &out)),
        ("idcli-convert-time", LINES, 5.0, &|| convert(&uuids, "time", &out)),
    ];
    let mut series = candidates.map(|(name, ..)| Series::new(name));
    for _ in 0..rounds {
        for ((_, times, _, work), series) in candidates.iter().zip(&mut series) {
            let start = Instant::now();
            work()?;
            series.rounds.push(start.elapsed().as_nanos() as f64 / *times as f64);
            // Whatever the system still has to write of it is not the next one's.
            let _ = std::fs::remove_file(&out);
        }
    }
    std::fs::remove_dir_all(folder)?;
    let rates = series.iter().zip(candidates).map(|(series, (name, _, at_least, _))| Rate {
        name: name.into(),
        millions: 1000.0 / series.at(50),
        at_least,
    });
    let rates = rates.collect();
    Ok((Measured::new("idcli", &series, &[]), rates))
}

/// A name, how many ids or lines it makes, how many millions a second that is to be, and the work.
type Candidate<'a> = (&'static str, u64, f64, &'a dyn Fn() -> io::Result<()>);

fn program() -> Command {
    Command::new(top().join("target/release/idcli"))
}

fn new_ids() -> Command {
    let mut command = program();
    command.args(["new", "scru128", "-n", &IDS.to_string()]);
    command
}

fn new_to_pipe() -> io::Result<()> {
    let mut child = new_ids().stdout(Stdio::piped()).spawn()?;
    let mut pipe = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
    assert_eq!(io::copy(&mut pipe, &mut io::sink())?, IDS * LINE);
    assert!(child.wait()?.success());
    Ok(())
}

fn convert(uuids: &Path, map: &str, out: &Path) -> io::Result<()> {
    run(program()
        .args(["convert", "--from", "uuid", "--to", "scru128", "--map", map])
        .stdin(File::open(uuids)?)
        .stdout(File::create(out)?))
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
        let mut series = Series::new(package);
        for _ in 0..5 {
            let start = Instant::now();
            run(Command::new("cargo")
                .args(["build", "--quiet", "--package", package, "--target-dir"])
                .arg(&folder)
                .current_dir(top()))?;
            series.rounds.push(start.elapsed().as_secs_f64());
            std::fs::remove_dir_all(&folder)?;
        }
        let seconds = series.at(50);
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
