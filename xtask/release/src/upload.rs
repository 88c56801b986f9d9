//! One upload: through cargo or npm, which have the tokens, and what became of it.

use std::process::{Command, Output};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use crate::pack::{Kind, Package, Packed, crate_file, measure};
use crate::patience::{retry_after_in, wait};
use crate::registries::{Found, Registries};
use crate::shell::{Outcome, cargo, command, failed, output, raw, show};
use crate::state::{State, Step};
use crate::workspace::Workspace;

/// How often an upload is tried whose end is not known and which the registry does not show.
const TRIES: u32 = 4;
/// How often a registry may ask for patience for one package.
const LIMITS: u32 = 10;
/// How often a registry is asked whether an upload arrived that had no answer.
const LOOKS: u32 = 4;

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
        return settle(registries, package, state);
    }
    if before == Step::Uploading && arrived(registries, package)? {
        return settle(registries, package, state);
    }
    let (mut tries, mut limits) = (0, 0);
    while tries < TRIES {
        check_bytes(registries, packed, package)?;
        state.set(&package.file, Step::Uploading)?;
        let mut upload = command_for(registries, packed, package);
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
                let wait = wait(limits, asked).map_err(|failure| failure.about(package))?;
                eprintln!("{package}: the registry asks for patience: {} s", wait.as_secs());
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
        Found::Version { checksum } => same(package, &checksum).map(|()| true),
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

fn command_for(registries: &Registries, packed: &Packed, package: &Package) -> Command {
    let stage = packed.stage();
    match package.kind {
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
            publish.env("NO_COLOR", "1");
            publish
        }
    }
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
            &["previously published versions", "EPUBLISHCONFLICT", "E409"],
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
mod tests {
    use std::os::unix::process::ExitStatusExt;
    use std::process::{ExitStatus, Output};
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;

    use super::{Delivered, End, deliver, understand};
    use crate::pack::{Kind, Package, Packed};
    use crate::registries::Registries;
    use crate::rehearse::server::{Reply, serve};
    use crate::state::{State, Step};

    fn told(kind: Kind, told: &str) -> End {
        let status = ExitStatus::from_raw(101 << 8);
        understand(kind, &Output { status, stdout: Vec::new(), stderr: Vec::new() }, told)
    }

    #[test]
    fn understands_cargo() {
        let cargo = |text: &str| told(Kind::Crate, text);
        assert_eq!(
            cargo("error: crate idcore@0.1.0 already exists on crates.io index"),
            End::Already
        );
        let error = |status: &str, detail: &str| {
            format!("the remote server responded with an error (status {status}): {detail}")
        };
        assert_eq!(
            cargo(&error("400 Bad Request", "crate version `0.1.0` is already uploaded")),
            End::Already
        );
        assert_eq!(cargo(&error("403 Forbidden", "must be logged in")), End::Refused);
        assert_eq!(cargo(&error("503 Service Unavailable", "later")), End::Unknown);
        assert_eq!(cargo(&error("429 Too Many Requests", "slowly")), End::Limited(None));
        assert_eq!(
            cargo("failed to get a 200 OK response, got 429\nheaders:\n\tretry-after: 3\nbody:\n"),
            End::Limited(Some(Duration::from_secs(3)))
        );
        assert_eq!(cargo("error: no token found, please run `cargo login`"), End::Refused);
        assert_eq!(cargo("[52] Server returned nothing (no headers, no data)"), End::Unknown);
        // The index does not show a dependency yet.
        assert_eq!(cargo("error: no matching package named `idcore` found"), End::Unknown);
    }

    #[test]
    fn understands_npm() {
        let npm = |text: &str| told(Kind::Npm, text);
        assert_eq!(
            npm(
                "npm error code E403\nnpm error 403 Forbidden - PUT https://registry.npmjs.org/a - \
                 You cannot publish over the previously published versions: 1.0.0."
            ),
            End::Already
        );
        assert_eq!(npm("npm error code E403\nnpm error 403 Forbidden"), End::Refused);
        assert_eq!(npm("npm error code ENEEDAUTH"), End::Refused);
        assert_eq!(npm("npm error code E429"), End::Limited(None));
        assert_eq!(npm("npm error code ECONNRESET\nnpm error network aborted"), End::Unknown);
    }

    /// A registry whose index has one crate, with this checksum, or none.
    fn registry(checksum: Option<&'static str>) -> Registries {
        let address = serve(move |request| match checksum {
            Some(checksum) if request.path == "/index/1/a" => {
                Reply::new(200, format!("{{\"vers\":\"1.0.0\",\"cksum\":\"{checksum}\"}}\n"))
            }
            _ => Reply::new(404, ""),
        })
        .unwrap();
        let index = format!("http://{address}/index/");
        Registries { cargo: "none".into(), index, npm: String::new() }
    }

    /// Tests run at the same time, each with files of its own.
    static NUMBER: AtomicU32 = AtomicU32::new(0);

    /// What becomes of a crate that was packed with the checksum `aa` and that had come so far before.
    /// There is no stage: an upload would be another failure.
    fn delivered(registries: &Registries, before: Step) -> Result<(Delivered, Step), String> {
        let package = Package {
            kind: Kind::Crate,
            name: "a".into(),
            source: "a".into(),
            version: "1.0.0".into(),
            file: "a-1.0.0.crate".into(),
            bytes: 1,
            sha256: "aa".into(),
            checksum: "aa".into(),
        };
        let packed = Packed {
            folder: "/no-such-folder".into(),
            commit: "c".into(),
            version: "1.0.0".into(),
            packages: vec![package],
        };
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("release-deliver-{}-{number}.json", std::process::id());
        let file = std::env::temp_dir().join(name);
        let mut state = State::load_or_begin(&file, &packed, "r").unwrap();
        state.set("a-1.0.0.crate", before).unwrap();
        let result = deliver(registries, &packed, &packed.packages[0], &mut state);
        let state = State::load_or_begin(&file, &packed, "r").unwrap();
        std::fs::remove_file(file).unwrap();
        result
            .map(|delivered| (delivered, state.step("a-1.0.0.crate")))
            .map_err(|failure| failure.to_string())
    }

    #[test]
    fn what_is_there_is_not_sent() {
        let there = registry(Some("aa"));
        assert_eq!(delivered(&there, Step::Waiting), Ok((Delivered::Before, Step::Done)));
        assert_eq!(delivered(&there, Step::Done), Ok((Delivered::Before, Step::Done)));
        assert_eq!(delivered(&there, Step::Uploading), Ok((Delivered::Settled, Step::Done)));
    }

    #[test]
    fn other_bytes_under_the_version_are_an_error() {
        for before in [Step::Waiting, Step::Uploading, Step::Done] {
            let error = delivered(&registry(Some("bb")), before).unwrap_err();
            assert!(error.starts_with("a 1.0.0: the registry has it with checksum bb"), "{error}");
        }
    }

    #[test]
    fn what_is_not_there_is_sent() {
        // As far as it comes without anything to send.
        let error = delivered(&registry(None), Step::Waiting).unwrap_err();
        assert!(error.contains("metadata"), "{error}");
    }

    #[test]
    fn success_is_success() {
        let status = ExitStatus::from_raw(0);
        let output = Output { status, stdout: Vec::new(), stderr: Vec::new() };
        assert_eq!(understand(Kind::Crate, &output, "warning: got 429"), End::Sent);
    }
}
