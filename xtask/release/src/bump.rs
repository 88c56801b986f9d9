//! `cargo xtask release bump`.

use crate::arguments::Arguments;
use crate::shell::{Outcome, failed};
use crate::workspace::Workspace;

pub(crate) fn run(_: &Workspace, words: &[String]) -> Outcome {
    let _ = Arguments::parse(words, &["--execute"], &[])?;
    failed("bump is still being written")
}
