//! Folders that packages go to, lists of packages, and the modes of what is packed.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use super::{LIST, MARKER, Package, Packed, empty, run, set_modes, sha256, version_of};
use crate::pack::Kind;
use crate::scratch::Scratch;
use crate::shell::{Outcome, command, output};
use crate::stage::commit;
use crate::state::{self, State, Step};
use crate::workspace::Workspace;

fn error<T: std::fmt::Debug>(outcome: Outcome<T>) -> String {
    outcome.unwrap_err().to_string()
}

#[test]
fn only_a_folder_of_this_program_is_emptied() {
    let scratch = Scratch::new("empty", &[("a.txt", "a")]);
    let folder = scratch.top().join("out");
    empty(&folder).unwrap();
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    scratch.write("out/stage/a.txt", "a");
    scratch.write("out/a.crate", "a");
    empty(&folder).unwrap();
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    // What other programs might have in a folder as well, and a marker of something else.
    for name in ["stage/a.txt", LIST, MARKER.0] {
        scratch.write(&format!("other/{name}"), "precious");
        let error = error(empty(&scratch.top().join("other")));
        let start = format!("{} was not made by this", scratch.top().join("other").display());
        assert!(error.starts_with(&start), "{error}");
        assert_eq!(scratch.read(&format!("other/{name}")), "precious");
        fs::remove_dir_all(scratch.top().join("other")).unwrap();
    }
    let error = error(empty(&scratch.top().join("a.txt")));
    assert!(error.starts_with(&format!("{}/a.txt: ", scratch.top().display())), "{error}");
}

/// A folder with the packages of a commit: one file.
fn packed(scratch: &Scratch, commit: &str) -> Packed {
    let folder = scratch.top().join("target/dist/0.1.0");
    empty(&folder).unwrap();
    scratch.write("target/dist/0.1.0/one-0.1.0.crate", "one");
    let package = Package {
        kind: Kind::Crate,
        name: "one".into(),
        source: "one".into(),
        version: "0.1.0".into(),
        file: "one-0.1.0.crate".into(),
        bytes: 3,
        sha256: sha256(b"one"),
        checksum: sha256(b"one"),
    };
    let (commit, version) = (commit.to_owned(), "0.1.0".to_owned());
    let packed = Packed { folder, commit, version, packages: vec![package] };
    scratch.write("target/dist/0.1.0/packages.json", &packed.to_json().to_string());
    packed
}

#[test]
fn packages_of_a_publication_stay() {
    let scratch = Scratch::workspace("stay");
    let workspace = Workspace::at(scratch.top()).unwrap();
    let first = commit(scratch.top(), "HEAD").unwrap();
    let packed = packed(&scratch, &first);
    assert_eq!(Packed::load_or_make(&workspace, "HEAD", None).unwrap().packages, packed.packages);

    scratch.write("a.txt", "a");
    scratch.commit();
    let second = commit(scratch.top(), "HEAD").unwrap();
    let other = error(Packed::load_or_make(&workspace, "HEAD", None));
    let told = format!("has the packages of commit {first}, and this is {second}: ");
    assert!(other.contains(&told), "{other}");

    let file = state::file(scratch.top(), "0.1.0");
    let mut state = State::load_or_begin(&file, &packed, "r").unwrap();
    state.set("one-0.1.0.crate", Step::Uploading).unwrap();
    // The state is compared first, also where nothing is packed.
    for into in [None, Some("/no-such-folder/of-packages")] {
        let other = error(Packed::load_or_make(&workspace, "HEAD", into));
        let told = format!("it is of commit \"{first}\", and this is \"{second}\": finish it");
        assert!(other.starts_with(&file.display().to_string()) && other.contains(&told), "{other}");
    }
    let refused = error(run(&workspace, &[]));
    let told = format!("the publication of 0.1.0 from commit {first} has not come to its end");
    assert!(refused.contains(&told), "{refused}");
    assert_eq!(scratch.read("target/dist/0.1.0/one-0.1.0.crate"), "one");
    assert_eq!(Packed::load_or_make(&workspace, &first, None).unwrap().packages, packed.packages);
}

#[test]
fn the_folder_is_that_of_the_commits_version() {
    let scratch = Scratch::workspace("version");
    scratch.edit("Cargo.toml", "version = \"0.1.0\" # for all", "version = \"0.2.0\"");
    assert_eq!(version_of(scratch.top(), "HEAD"), Ok("0.1.0".into()));
    scratch.commit();
    assert_eq!(version_of(scratch.top(), "HEAD"), Ok("0.2.0".into()));
    assert_eq!(version_of(scratch.top(), "HEAD~1"), Ok("0.1.0".into()));
    scratch.write("Cargo.toml", "");
    scratch.commit();
    assert!(error(version_of(scratch.top(), "HEAD")).starts_with("Cargo.toml of commit HEAD"));
}

#[test]
fn a_damaged_list_is_named() {
    let scratch = Scratch::new("list", &[("a.txt", "a")]);
    let folder = scratch.top().join("out");
    let good = packed(&scratch, "c").to_json().to_string();
    for damaged in [
        String::new(),
        "{}".into(),
        "{ \"commit\": \"c\", \"version\": \"0.1.0\", \"packages\": [] }".into(),
        good.replace("\"crate\"", "\"gem\""),
    ] {
        scratch.write("out/packages.json", &damaged);
        let error = error(Packed::load(&folder));
        let start = format!("{}/packages.json: expected the list", folder.display());
        assert!(error.starts_with(&start) && error.contains("remove the file and pack"), "{error}");
    }
    scratch.write("out/packages.json", &good);
    assert_eq!(Packed::load(&folder).unwrap().packages.len(), 1);
}

#[test]
fn the_umask_does_not_change_the_tarball() {
    let scratch = Scratch::new("modes", &[("a.txt", "a")]);
    let make = "mkdir -p p/dist && echo '{\"name\":\"p\",\"version\":\"1.0.0\"}' >p/package.json && \
                echo run >p/dist/run && chmod u+x p/dist/run && echo a >p/dist/a.js";
    let tarballs = ["022", "077"].map(|umask| {
        let folder = scratch.top().join(umask);
        fs::create_dir(&folder).unwrap();
        let shell = |script: &str| {
            let script = format!("umask {umask} && {script}");
            output(command(&folder, "sh").args(["-c", &script])).unwrap()
        };
        shell(make);
        set_modes(&folder.join("p")).unwrap();
        let mode = |path: &str| {
            let found = fs::metadata(folder.join("p").join(path)).unwrap();
            found.permissions().mode() & 0o777
        };
        let modes = ["", "dist", "dist/run", "dist/a.js", "package.json"].map(mode);
        assert_eq!(modes, [0o755, 0o755, 0o755, 0o644, 0o644], "umask {umask}");
        shell("cd p && npm pack --ignore-scripts --silent --offline --pack-destination ..");
        fs::read(folder.join("p-1.0.0.tgz")).unwrap()
    });
    assert!(tarballs[0] == tarballs[1], "the tarballs differ");
}
