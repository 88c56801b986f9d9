//! Commands that build with other settings than the rest, in folders of their own.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::run::{Outcome, Run};
use crate::shell::{cargo, command, run as call, top};
use crate::wasm;

const PAGE: &str = "docs/performance.md";
/// What is measured a second time for the processor at hand: the rest is as fast either way.
const NATIVE_GROUPS: [&str; 6] = ["parts", "generate", "fill", "scru128-", "huid-", "threads"];

/// `cargo xtask bench [GROUP]...`: with `--native`, compiled for the processor at hand.
pub(crate) fn run(run: &mut Run, arguments: &[String]) {
    let (native, rest): (Vec<_>, Vec<_>) =
        arguments.iter().partition(|argument| *argument == "--native");
    run.step("bench", |_| call(program(!native.is_empty())?.args(rest)));
}

/// `cargo xtask bench --page`: all that the page shows, and the page. A target that is missed is on
/// the page, too.
pub(crate) fn page(run: &mut Run) {
    let results = top().join("target/bench");
    let file = |name: &str| results.join(name);
    let files = ["baseline.tsv", "native.tsv", "npm.tsv"].map(file);
    // What an earlier run found is not to pass for this one's.
    let _ = fs::remove_dir_all(&results);
    let [baseline, native, npm] = &files;
    run.step("bench", |_| {
        fs::create_dir_all(&results)?;
        call(program(false)?.arg("--save").arg(baseline))
    });
    run.step("bench native", |_| {
        call(program(true)?.args(NATIVE_GROUPS).arg("--now").arg("--save").arg(native))
    });
    wasm::bench(run, Some(npm));
    run.step("page", |_| {
        let found: Vec<&PathBuf> = files.iter().filter(|file| file.exists()).collect();
        call(program(false)?.arg("--page").arg(top().join(PAGE)).args(found))
    });
}

/// The bench. The peers are in a workspace of their own, which is built with the tool that it also
/// measures.
fn program(native: bool) -> Outcome<Command> {
    let folder = top().join("bench");
    let mut build = cargo(&["build", "--release", "--quiet", "--locked"]);
    build.current_dir(&folder);
    let target = if native {
        build.env("RUSTFLAGS", "-C target-cpu=native").arg("--no-default-features");
        folder.join("target/native")
    } else {
        call(&mut cargo(&["build", "--release", "--package", "idcli"]))?;
        folder.join("target")
    };
    call(build.arg("--target-dir").arg(&target))?;
    Ok(command(target.join("release/bench")))
}

/// `cargo xtask model`: what threads share without a lock, under a model checker that tries their
/// orders one by one.
pub(crate) fn model() -> Outcome {
    let mut model = cargo(&["test", "--release", "--package", "idgen", "--lib", "model"]);
    // Its atomics are not the usual ones, so nothing that was built before can be used.
    call(model.args(["--target-dir", "target/model"]).env("RUSTFLAGS", "--cfg loom"))
}

/// `cargo xtask sanitize`: the crates with unsafe code, under AddressSanitizer.
pub(crate) fn sanitize() -> Outcome {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        return crate::run::missing("AddressSanitizer, which is used on x86-64 Linux");
    }
    let mut sanitize = cargo(&["test", "--package", "idcore", "--package", "idgen", "--lib"]);
    // A target is named so that build scripts and macros are built without. The sanitizer comes with
    // every compiler of this platform; the option for it is not yet for stable ones.
    sanitize.args(["--features", "idcore/std", "--target", "x86_64-unknown-linux-gnu"]);
    sanitize.args(["--target-dir", "target/sanitize"]);
    call(sanitize.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", "-Zsanitizer=address"))
}
