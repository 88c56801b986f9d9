//! One upload: through cargo or npm, which have the tokens, and what became of it.

use std::env;
use std::fs;
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use crate::pack::{Kind, Package, Packed, crate_file, measure};
use crate::patience::{limit, retry_after_in, wait};
use crate::registries::{Found, Registries};
use crate::shell::{Outcome, at, cargo, command, failed, output, raw, show};
use crate::state::{State, Step};
use crate::workspace::Workspace;

/// How often an upload is tried whose end is not known and which the registry does not show.
const TRIES: u32 = 4;
/// How often a registry may ask for patience for one package.
const LIMITS: u32 = 10;
/// How often a registry is asked whether an upload arrived that had no answer.
const LOOKS: u32 = 4;

/// What makes npm show the wait that it is asked for, and its file beside the packages.
const SHOW_WAIT: (&str, &str) = ("retry-after.cjs", include_str!("../npm/retry-after.cjs"));

/// How a package came to be on its registry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Delivered {
    /// It was there before.
    Before,
    /// It was there, though the state knows of no end of its upload.
    Settled,
    /// It was uploaded, with this many commands and this many waits for a limit.
    Uploaded { tries: u32, limits: u32 },
}

/// What a command that uploads says of the upload.
#[derive(Debug, PartialEq, Eq)]
enum End {
    Sent,
    /// The registry has this version already.
    Already,
    /// Too much at once.
    Limited(Option<Duration>),
    /// The registry will not have it.
    Refused,
    /// It may have arrived or not.
    Unknown,
}

/// Brings a package to its registry, if it is not there, and waits until the registry shows it.
///
/// # Errors
///
/// The registry has other bytes for this version, refuses it, or does not show it in time. What was
/// done is in the state: this can be called again.
pub(crate) fn deliver(
    registries: &Registries,
    packed: &Packed,
    package: &Package,
    state: &mut State,
) -> Outcome<Delivered> {
    let before = state.step(&package.file);
    if is_there(registries, package)? {
        state.set(&package.file, Step::Done)?;
        let begun = before == Step::Uploading;
        return Ok(if begun { Delivered::Settled } else { Delivered::Before });
    }
    if before == Step::Done {
        return failed(format!("{package}: {}", state.lost()));
    }
    if before == Step::Uploading && arrived(registries, package)? {
        return settle(registries, package, state);
    }
    let (mut tries, mut limits) = (0, 0);
    while tries < TRIES {
        check_bytes(registries, packed, package)?;
        state.set(&package.file, Step::Uploading)?;
        let mut upload = command_for(registries, packed, package)?;
        eprintln!("$ {}", show(&upload));
        let output = raw(&mut upload)?;
        let told = format!(
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        tries += 1;
        match understand(package.kind, &output, &told) {
            End::Sent | End::Already => {
                same(package, &registries.wait_for(package)?)?;
                state.set(&package.file, Step::Done)?;
                return Ok(Delivered::Uploaded { tries, limits });
            }
            End::Limited(asked) => {
                if limits == LIMITS {
                    return failed(format!("{package}: {LIMITS} times over a limit\n{told}"));
                }
                let wait = limit(limits, asked).map_err(|failure| failure.about(package))?;
                let why = match asked {
                    Some(_) => "the registry asks for patience",
                    None => "over a limit of the registry, which names no time, so it is waited",
                };
                eprintln!("{package}: {why}: {} s", wait.as_secs());
                sleep(wait);
                // Nothing was stored: this was no try.
                (tries, limits) = (tries - 1, limits + 1);
            }
            End::Refused => return failed(format!("{package}: the registry refuses it\n{told}")),
            End::Unknown => {
                eprintln!("{package}: no end of the upload is known, asking the registry\n{told}");
                if arrived(registries, package)? {
                    return settle(registries, package, state);
                }
            }
        }
    }
    failed(format!("{package}: {TRIES} uploads without an end, and the registry does not show it"))
}

/// It was sent: what is left is that the registry shows it.
fn settle(registries: &Registries, package: &Package, state: &mut State) -> Outcome<Delivered> {
    same(package, &registries.wait_for(package)?)?;
    state.set(&package.file, Step::Done)?;
    Ok(Delivered::Settled)
}

/// Whether the registry has this package, with these bytes.
fn is_there(registries: &Registries, package: &Package) -> Outcome<bool> {
    match registries.look(package)? {
        Found::Version { checksum, .. } => same(package, &checksum).map(|()| true),
        Found::NoName | Found::NoVersion { .. } => Ok(false),
    }
}

/// The same, of an upload that had no answer: it may take the registry a moment to show it.
fn arrived(registries: &Registries, package: &Package) -> Outcome<bool> {
    for look in 0..LOOKS {
        if is_there(registries, package)? {
            return Ok(true);
        }
        sleep(wait(look, None)?);
    }
    Ok(false)
}

fn same(package: &Package, found: &str) -> Outcome {
    if found == package.checksum {
        return Ok(());
    }
    failed(format!(
        "{package}: the registry has it with checksum {found}, and it was packed with {}: these are \
         other bytes, under a version that cannot be taken back",
        package.checksum
    ))
}

/// cargo packs again when it publishes. What it is about to send has to be what was packed.
fn check_bytes(registries: &Registries, packed: &Packed, package: &Package) -> Outcome {
    if package.kind == Kind::Npm {
        return Ok(());
    }
    let staged = Workspace::at(&packed.stage())?;
    let mut again = cargo(&staged.top, &["package", "--no-verify", "--allow-dirty", "--quiet"]);
    again.args(["--registry", &registries.cargo, "--package", &package.name]);
    output(again.env("CARGO_TARGET_DIR", staged.top.join("target")))?;
    let file = crate_file(&staged.top, staged.member(&package.source)?);
    let (_, found) = measure(&file)?;
    if found == package.sha256 {
        return Ok(());
    }
    failed(format!(
        "{package}: packed with SHA-256 {}, and cargo would now send {found}: {}",
        package.sha256,
        file.display()
    ))
}

fn command_for(registries: &Registries, packed: &Packed, package: &Package) -> Outcome<Command> {
    let stage = packed.stage();
    Ok(match package.kind {
        Kind::Crate => {
            // One at a time, and without building: see `pack`.
            let mut publish = cargo(&stage, &["publish", "--no-verify", "--allow-dirty"]);
            publish.args(["--registry", &registries.cargo, "--package", &package.name]);
            publish.env("CARGO_TARGET_DIR", stage.join("target"));
            // Words that are looked for may have no colours in them.
            publish.env("CARGO_TERM_COLOR", "never").env("CARGO_TERM_PROGRESS_WHEN", "never");
            publish
        }
        Kind::Npm => {
            let mut publish = command(&packed.folder, "npm");
            publish.args(["publish", &format!("./{}", package.file), "--access", "public"]);
            publish.args(["--ignore-scripts", "--registry", &registries.npm]);
            if package.version.contains('-') {
                // What is before a release is not what an install without a version gets.
                publish.args(["--tag", "next"]);
            }
            // Its own repetitions come too early; those here wait as they are asked to.
            publish.arg("--fetch-retries=0");
            let (file, script) = SHOW_WAIT;
            let to = packed.folder.join(file);
            at(&to, fs::write(&to, script))?;
            let options = env::var("NODE_OPTIONS").unwrap_or_default();
            publish.env("NODE_OPTIONS", format!("{options} --require=./{file}"));
            publish.env("NO_COLOR", "1");
            publish
        }
    })
}

fn understand(kind: Kind, output: &Output, told: &str) -> End {
    if output.status.success() {
        return End::Sent;
    }
    let has = |words: &[&str]| words.iter().any(|word| told.contains(word));
    let (already, limited, refused): (&[&str], &[&str], &[&str]) = match kind {
        Kind::Crate => (
            &["already exists on", "already uploaded"],
            &["status 429", "got 429"],
            &["responded with an error", "cargo login", "got 4"],
        ),
        Kind::Npm => (
            // `E409` alone is two changes at once, of which the other was taken: that is no end.
            &["previously published versions", "EPUBLISHCONFLICT"],
            &["E429"],
            &["E401", "E402", "E403", "E404", "E400", "ENEEDAUTH", "EOTP"],
        ),
    };
    if has(already) {
        End::Already
    } else if has(limited) {
        End::Limited(retry_after_in(told, SystemTime::now()))
    } else if has(refused) && !has(&["status 5", "got 5"]) {
        End::Refused
    } else {
        End::Unknown
    }
}

#[cfg(test)]
mod tests;
