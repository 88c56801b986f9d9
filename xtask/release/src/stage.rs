//! The stage: a folder with what a commit has, under the names of the registry.

use std::path::Path;

use crate::shell::{Outcome, failed};
use crate::workspace::Workspace;

/// Puts the files of a commit into a folder that is not there yet, with the names under which the
/// crates are published.
pub(crate) fn stage(_: &Workspace, commit: &str, into: &Path) -> Outcome {
    failed(format!("staging {commit} into {}: still being written", into.display()))
}
