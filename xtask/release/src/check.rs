//! `cargo xtask release check`.

use crate::arguments::Arguments;
use crate::shell::{Outcome, failed};
use crate::workspace::Workspace;

pub(crate) fn run(_: &Workspace, words: &[String]) -> Outcome {
    let arguments = Arguments::parse(words, &["--execute"], &[])?;
    failed(format!("check {}: still being written", arguments.words().join(" ")))
}
