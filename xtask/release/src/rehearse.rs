//! `cargo xtask release rehearse`.

use crate::arguments::Arguments;
use crate::shell::{Outcome, failed};
use crate::workspace::Workspace;

pub(crate) fn run(_: &Workspace, words: &[String]) -> Outcome {
    let _ = Arguments::parse(words, &["--execute"], &[])?;
    failed("rehearse is still being written")
}
