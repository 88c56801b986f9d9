//! `cargo xtask release rehearse`: everything for real, against registries on this machine.
//!
//! The publisher is this program in a process of its own, with the commands, the tools and the users
//! of a publication. It starts from empty caches, in a clone, and signs with a key of its own. With
//! `--faults` the registries fail it, it is killed, and it is called again until it is through.

mod npm;
mod registry;
mod scratch;
pub(crate) mod server;
mod third_party;

use std::fs::{self, File};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::arguments::Arguments;
use crate::pack::{self, Kind, Packed};
use crate::shell::{Outcome, command, failed, output};
use crate::table::table;
use crate::workspace::Workspace;
use crate::{sbom, stage, tag};
use npm::{Npm, Uploads};
use registry::{Fault, Registry, Seen};
use scratch::Scratch;
use third_party::ThirdParty;

/// What the registry knows its user by; it is good nowhere else.
const TOKEN: &str = "rehearsal-token";
/// What goes wrong, from the third crate on.
const FAULTS: [Fault; 6] = [
    Fault::Limit { seconds: 3 },
    Fault::IndexLimit { seconds: 2 },
    Fault::Lag { answers: 3 },
    Fault::LostAnswer,
    Fault::Kill { stored: true },
    Fault::Kill { stored: false },
];
const FIRST_FAULT: usize = 2;

pub(crate) fn run(workspace: &Workspace, words: &[String]) -> Outcome {
    let with_faults = Arguments::parse(words, &["--faults"], &[])?.without_words()?.has("--faults");
    let start = Instant::now();
    let commit = stage::commit(&workspace.top, "HEAD")?;
    let status = output(command(&workspace.top, "git").args(["status", "--porcelain"]))?;
    if !status.is_empty() {
        println!("rehearsing {commit}; these changes are not in it:\n{status}");
    }
    let scratch = Scratch::new(&workspace.top, &commit)?;
    let mut times = Times::default();

    let packed = times.of("packed twice, in two folders, to the same bytes", || {
        pack_twice(workspace, &commit, &scratch)
    })?;
    times.of("bills of materials, twice the same and as CycloneDX has them", || {
        bills(workspace, &scratch)
    })?;
    let (kill, killed) = mpsc::channel();
    let registry = times.of("registries started, empty", || {
        let faults = if with_faults { faults(&packed)? } else { Vec::new() };
        let third_party = ThirdParty::of(&workspace.top)?;
        Ok(Arc::new(Registry::new(TOKEN, third_party, faults, kill)))
    })?;
    let handler = Arc::clone(&registry);
    let address = server::serve(move |request| handler.handle(request))?;
    let npm = Npm::start(&workspace.top, &scratch.folder.join("verdaccio"), with_faults)?;
    scratch.configure((&address, TOKEN), (&npm.address, &npm.token))?;
    let signs = scratch.make_key()?;

    let runs = publish(&scratch, &address, &killed, signs, &mut times)?;
    let plan = times.of("nothing is left to do", || dry_run(&scratch, &address))?;
    if signs {
        scratch.check_tag(&tag::name(&packed.version), &commit)?;
    }
    let rows = summary(&packed, &registry, &npm, with_faults)?;
    println!("\n{plan}");
    let head = ["package", "uploads", "stored", "refused again", "fault", "what was seen"];
    println!("{}", table(&head, &rows));
    println!("{}", table(&["step", "s"], &times.rows()));
    println!("the publisher was called {runs} times, and killed {} times", runs - 1);
    println!(
        "{}",
        if signs { "tagged and signed in a clone" } else { "no tag: no ssh-keygen here" }
    );
    println!("rehearsed {} in {:.0} s", packed.version, start.elapsed().as_secs_f64());
    Ok(())
}

/// How long the steps took.
#[derive(Debug, Default)]
struct Times(Vec<(String, Duration)>);

impl Times {
    fn of<T>(&mut self, what: &str, work: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
        let start = Instant::now();
        let result = work().map_err(|failure| failure.about(what))?;
        eprintln!("{what}: {:.0} s", start.elapsed().as_secs_f64());
        self.0.push((what.to_owned(), start.elapsed()));
        Ok(result)
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let row = |(what, time): &(String, Duration)| {
            vec![what.clone(), format!("{:.1}", time.as_secs_f64())]
        };
        self.0.iter().map(row).collect()
    }
}

/// Packs in two folders, compares, and gives the first to the clone.
fn pack_twice(workspace: &Workspace, commit: &str, scratch: &Scratch) -> Outcome<Packed> {
    let version = pack::version_of(&workspace.top, commit)?;
    let into = pack::folder(&scratch.clone, None, &version)?;
    let first = Packed::make(workspace, commit, &into)?;
    let again = scratch.folder.join("another-folder/packed-again");
    first.same_as(&Packed::make(workspace, commit, &again)?)?;
    fs::remove_dir_all(again)?;
    Ok(first)
}

fn bills(workspace: &Workspace, scratch: &Scratch) -> Outcome {
    let (first, second) = (scratch.folder.join("bills"), scratch.folder.join("bills-again"));
    let again = sbom::make(workspace, &second)?;
    let mut validate = command(&npm::tools(&workspace.top)?, "node");
    validate.arg("validate.mjs");
    for ((file, _), (same, _)) in sbom::make(workspace, &first)?.iter().zip(&again) {
        if fs::read(file)? != fs::read(same)? {
            return failed(format!("{} and {} differ", file.display(), same.display()));
        }
        validate.arg(file);
    }
    output(&mut validate).map(drop)
}

/// Which fault happens to which crate.
fn faults(packed: &Packed) -> Outcome<Vec<(String, Fault)>> {
    let crates = packed.packages.iter().filter(|package| package.kind == Kind::Crate);
    let names = crates.skip(FIRST_FAULT).map(|package| package.name.clone());
    let faults: Vec<(String, Fault)> = names.zip(FAULTS).collect();
    if faults.len() < FAULTS.len() {
        return failed(format!("expected a crate for each of {} faults", FAULTS.len()));
    }
    Ok(faults)
}

/// Calls the publisher until it is through, and gives how often. It is killed when the registry says
/// so; another end than its own or that one is a failure.
fn publish(
    scratch: &Scratch,
    address: &str,
    killed: &Receiver<()>,
    signs: bool,
    times: &mut Times,
) -> Outcome<usize> {
    for number in 1.. {
        let log = scratch.folder.join(format!("publisher-{number}.log"));
        let mut publisher = scratch.publisher(address)?;
        publisher.arg("--execute").args((!signs).then_some("--no-tag"));
        let output = File::create(&log)?;
        publisher.stdout(output.try_clone()?).stderr(output);
        let what = format!("call {number} of the publisher");
        let through = times.of(&what, || {
            // A group of its own, so that what it has called ends with it.
            let mut child = publisher.process_group(0).spawn()?;
            loop {
                if killed.try_recv().is_ok() {
                    let group = format!("-{}", child.id());
                    kill(&scratch.folder, &group)?;
                }
                if let Some(status) = child.try_wait()? {
                    return match (status.success(), status.signal()) {
                        (true, _) => Ok(true),
                        (_, Some(9)) => Ok(false),
                        _ => failed(format!("{status}\n{}", fs::read_to_string(&log)?)),
                    };
                }
                sleep(Duration::from_millis(50));
            }
        })?;
        if through {
            println!("{}", fs::read_to_string(&log)?);
            return Ok(number);
        }
    }
    failed("the publisher was not called")
}

fn kill(folder: &Path, group: &str) -> Outcome {
    output(command(folder, "kill").args(["-9", "--", group])).map(drop)
}

/// The plan, once all is done.
fn dry_run(scratch: &Scratch, address: &str) -> Outcome<String> {
    let plan = output(&mut scratch.publisher(address)?)?;
    if plan.contains("upload") {
        return failed(format!("something is left to do\n{plan}"));
    }
    Ok(plan)
}

/// What the registries have seen, and whether that is how it should be.
fn summary(
    packed: &Packed,
    registry: &Registry,
    npm: &Npm,
    with_faults: bool,
) -> Outcome<Vec<Vec<String>>> {
    let faults = if with_faults { faults(packed)? } else { Vec::new() };
    let mut rows = Vec::new();
    for package in &packed.packages {
        let (counts, (fault, seen)) = if package.kind == Kind::Crate {
            let seen = registry.seen(&package.name);
            let fault =
                faults.iter().find(|(name, _)| *name == package.name).map(|(_, fault)| *fault);
            let counts = [seen.uploads, seen.stored, seen.duplicates];
            (counts, proof(fault, &seen).map_err(|failure| failure.about(package))?)
        } else {
            let npm = &npm.uploads;
            let counts = [&npm.sent, &npm.stored, &npm.refused];
            let counts = counts.map(|counter| counter.load(Ordering::SeqCst));
            (counts, npm_proof(npm, with_faults)?)
        };
        if counts[1] != 1 {
            return failed(format!("{package}: stored {} times, expected once", counts[1]));
        }
        let mut row = vec![package.to_string()];
        row.extend(counts.map(|count| count.to_string()));
        row.extend([fault, seen]);
        rows.push(row);
    }
    Ok(rows)
}

/// A fault and how it was met, in words.
///
/// # Errors
///
/// It did not happen, or was not met as it should be.
fn proof(fault: Option<Fault>, seen: &Seen) -> Outcome<(String, String)> {
    let waited = || {
        let words = seen.waits.iter().map(|(asked, came)| {
            format!("{} s asked for, back after {:.1} s", asked.as_secs(), came.as_secs_f64())
        });
        words.collect::<Vec<_>>().join("; ")
    };
    let obeyed = seen.waits.iter().all(|(asked, came)| came >= asked);
    let (name, words, good) = match fault {
        None => ("", String::new(), seen.uploads == 1),
        Some(Fault::Limit { .. }) => {
            ("429 for uploads", waited(), obeyed && seen.waits.len() == 2 && seen.uploads == 3)
        }
        Some(Fault::IndexLimit { .. }) => {
            ("429 from the index", waited(), obeyed && seen.waits.len() == 1 && seen.uploads == 1)
        }
        Some(Fault::Lag { answers }) => {
            let (cargo, others) = seen.old;
            let words = format!("{cargo} old answers to cargo, {others} to the publisher");
            ("index lags", words, seen.old == (answers, answers) && seen.uploads == 1)
        }
        Some(Fault::LostAnswer) => {
            let words = "stored, no answer; not sent again".to_owned();
            ("answer lost", words, seen.lost_answers == 1 && seen.uploads == 1)
        }
        Some(Fault::Kill { stored: true }) => {
            let words = "stored, no answer; not sent again".to_owned();
            ("kill -9 after storing", words, seen.kills == 1 && seen.uploads == 1)
        }
        Some(Fault::Kill { stored: false }) => {
            let words = "not stored; sent again".to_owned();
            ("kill -9 before storing", words, seen.kills == 1 && seen.uploads == 2)
        }
    };
    if good && seen.duplicates == 0 && seen.refused == 0 {
        return Ok((name.to_owned(), words));
    }
    failed(format!("the fault `{name}` was not met as expected: {seen:?}"))
}

fn npm_proof(npm: &Uploads, with_faults: bool) -> Outcome<(String, String)> {
    if !with_faults {
        return Ok((String::new(), String::new()));
    }
    let count = |counter: &AtomicU32| counter.load(Ordering::SeqCst);
    match npm.back.get() {
        Some(back)
            if *back >= npm::ASKED && count(&npm.lost_answers) == 1 && count(&npm.sent) == 2 =>
        {
            let (asked, back) = (npm::ASKED.as_secs(), back.as_secs_f64());
            let seen =
                format!("{asked} s asked for, back after {back:.1} s; stored, not sent again");
            Ok(("429, then answer lost".to_owned(), seen))
        }
        _ => failed(format!("npm: the faults were not met as expected: {npm:?}")),
    }
}
