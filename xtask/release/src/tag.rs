//! The signed tag of a release.

use std::path::Path;

use crate::shell::{Outcome, command, failed, output};

/// The name of a version's tag.
pub(crate) fn name(version: &str) -> String {
    format!("v{version}")
}

/// Whether the tag can be made: signing works, and the name is free or of this commit already.
pub(crate) fn check(top: &Path, version: &str, commit: &str) -> Outcome {
    // A commit that nothing refers to: git forgets it again.
    let tree = format!("{commit}^{{tree}}");
    output(command(top, "git").args(["commit-tree", "-S", "-m", "can this be signed?", &tree]))
        .map_err(|failure| {
            failure.about("the release is tagged with a signature, and git cannot sign")
        })?;
    match tagged(top, version)? {
        Some(other) if other != commit => {
            failed(format!("the tag {} is of commit {other}, and this is {commit}", name(version)))
        }
        _ => Ok(()),
    }
}

/// Makes the tag, where it is not there.
pub(crate) fn make(top: &Path, version: &str, commit: &str) -> Outcome {
    let tag = name(version);
    if tagged(top, version)?.is_none() {
        let message = format!("Release {version}");
        output(command(top, "git").args(["tag", "-s", "-m", &message, &tag, commit]))?;
    }
    println!("tag {tag} of {commit}, signed; `git push origin {tag}` shows it to others");
    Ok(())
}

/// The commit that the tag of a version is of.
fn tagged(top: &Path, version: &str) -> Outcome<Option<String>> {
    let tag = format!("refs/tags/{}", name(version));
    let list = output(command(top, "git").args(["for-each-ref", "--format=%(refname)", &tag]))?;
    if list.is_empty() {
        return Ok(None);
    }
    output(command(top, "git").args(["rev-parse", &format!("{tag}^{{commit}}")])).map(Some)
}
