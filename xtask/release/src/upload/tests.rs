//! What commands say of an upload, and what becomes of it, with the real npm too.

use std::os::unix::process::ExitStatusExt;
use std::process::{ExitStatus, Output};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::{Delivered, End, deliver, understand};
use crate::pack::{Kind, Package, Packed};
use crate::registries::Registries;
use crate::rehearse::server::{Reply, serve};
use crate::scratch::Scratch;
use crate::shell::{command, output};
use crate::state::{State, Step};

fn told(kind: Kind, told: &str) -> End {
    let status = ExitStatus::from_raw(101 << 8);
    understand(kind, &Output { status, stdout: Vec::new(), stderr: Vec::new() }, told)
}

#[test]
fn understands_cargo() {
    let cargo = |text: &str| told(Kind::Crate, text);
    assert_eq!(cargo("error: crate idcore@0.1.0 already exists on crates.io index"), End::Already);
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
        npm("npm error code E403\nnpm error 403 Forbidden - PUT https://registry.npmjs.org/a - \
             You cannot publish over the previously published versions: 1.0.0."),
        End::Already
    );
    assert_eq!(npm("npm error code E403\nnpm error 403 Forbidden"), End::Refused);
    assert_eq!(npm("npm error code ENEEDAUTH"), End::Refused);
    assert_eq!(
        npm("npm error code E409\nnpm error 409 Conflict - PUT https://registry.npmjs.org/a - \
             Failed to save packument. A common cause is if you try to publish a new package \
             before the previous package has been fully processed."),
        End::Unknown
    );
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
    let package = Package::example();
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
fn what_was_there_once_is_not_sent_again() {
    let error = delivered(&registry(None), Step::Done).unwrap_err();
    assert!(
        error.contains("says that the registry has shown it, and the registry does"),
        "{error}"
    );
}

/// npm's own repetitions would come after 10 s and after 60 s, whatever it is asked, and also after an
/// answer that was lost.
#[test]
fn npm_comes_back_when_it_is_asked_to_and_not_otherwise() {
    const ASKED: Duration = Duration::from_secs(3);
    let folder = Scratch::new("npm", &[("package/package.json", PACKAGE)]);
    let pack = ["pack", "--ignore-scripts", "--offline", "--silent", "./package"];
    output(command(folder.top(), "npm").args(pack)).unwrap();

    let puts = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&puts);
    let address = serve(move |request| {
        let mut puts = seen.lock().unwrap();
        if request.method != "PUT" {
            return if puts.len() == 2 { Reply::new(200, DOCUMENT) } else { Reply::new(404, "{}") };
        }
        puts.push(Instant::now());
        if puts.len() == 2 {
            return Reply::HangUp;
        }
        Reply::new(429, "{}").with("Retry-After", &ASKED.as_secs().to_string())
    })
    .unwrap();
    folder.write(".npmrc", &format!("//{address}/:_authToken=none\n"));

    let npm = format!("http://{address}/");
    let registries = Registries { cargo: "none".into(), index: String::new(), npm };
    let package = Package {
        kind: Kind::Npm,
        name: "p".into(),
        source: "p".into(),
        version: "1.0.0".into(),
        file: "p-1.0.0.tgz".into(),
        bytes: 1,
        sha256: "aa".into(),
        checksum: "sha512-x".into(),
    };
    let (commit, version) = ("c".into(), "1.0.0".into());
    let top = folder.top().to_owned();
    let packed = Packed { folder: top, commit, version, packages: vec![package] };
    let mut state = State::load_or_begin(&folder.top().join("state"), &packed, "r").unwrap();
    let delivered = deliver(&registries, &packed, &packed.packages[0], &mut state);
    assert_eq!(delivered, Ok(Delivered::Settled));
    let puts = puts.lock().unwrap();
    assert_eq!(puts.len(), 2);
    let waited = puts[1] - puts[0];
    // Later than npm's own repetition could be, or a minute, is not what was asked for.
    assert!(ASKED <= waited && waited < ASKED + Duration::from_secs(6), "{waited:?}");
}

const PACKAGE: &str = "{ \"name\": \"p\", \"version\": \"1.0.0\" }";
const DOCUMENT: &str =
    "{ \"versions\": { \"1.0.0\": { \"dist\": { \"integrity\": \"sha512-x\" } } } }";

#[test]
fn success_is_success() {
    let status = ExitStatus::from_raw(0);
    let output = Output { status, stdout: Vec::new(), stderr: Vec::new() };
    assert_eq!(understand(Kind::Crate, &output, "warning: got 429"), End::Sent);
}
