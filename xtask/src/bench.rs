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

/// `cargo xtask model`: the counter that threads share, under a model checker that tries their
/// orders one by one.
pub(crate) fn model() -> Outcome {
    let mut model = cargo(&["test", "--release", "--package", "idgen", "--lib", "model"]);
    // Its atomics are not the usual ones, so nothing that was built before can be used.
    call(model.args(["--target-dir", "target/model"]).env("RUSTFLAGS", "--cfg loom"))
}
