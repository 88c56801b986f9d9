//! `cargo xtask release`: a program of its own, with dependencies of its own, in `xtask/release`.

use crate::run::Outcome;
use crate::shell::{cargo, run as call};

/// Runs it with these arguments.
pub(crate) fn run(arguments: &[String]) -> Outcome {
    call(cargo(&["run", "--quiet", "--package", "xtask-release", "--"]).args(arguments))
}
