//! Commands that build with other settings than the rest, in folders of their own.

use crate::run::Outcome;
use crate::shell::{cargo, run as call};

/// `cargo xtask bench`: the peers are in a workspace of their own, which is built with the tool
/// that it also measures.
pub(crate) fn run(arguments: &[String]) -> Outcome {
    call(&mut cargo(&["build", "--release", "--package", "idcli"]))?;
    let mut bench = cargo(&["run", "--release", "--quiet", "--manifest-path", "bench/Cargo.toml"]);
    call(bench.arg("--").args(arguments))
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
