//! `cargo xtask release pack`.

use crate::arguments::Arguments;
use crate::shell::{Outcome, failed};
use crate::workspace::Workspace;

pub(crate) fn run(_: &Workspace, words: &[String]) -> Outcome {
    let _ = Arguments::parse(words, &["--execute"], &[])?;
    failed("pack is still being written")
}
