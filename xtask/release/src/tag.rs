//! The signed tag of a release.

use std::path::Path;

use crate::shell::{Outcome, command, failed, output};

/// Where others get the tag.
const REMOTE: &str = "origin";

/// The name of a version's tag.
pub(crate) fn name(version: &str) -> String {
    format!("v{version}")
}

/// Whether the tag is there, as it is to be.
///
/// # Errors
///
/// It is there, here or at `origin`, and is of another commit, or it is here without a signature.
pub(crate) fn is_there(top: &Path, version: &str, commit: &str) -> Outcome<bool> {
    let tag = name(version);
    if let Some(other) = at_remote(top, version)?
        && other != commit
    {
        return failed(format!(
            "the tag {tag} at {REMOTE} is of commit {other}, and this is {commit}: a version is one \
             commit"
        ));
    }
    let name = format!("refs/tags/{tag}");
    let words = ["for-each-ref", "--format=%(objecttype) %(contents:signature)", &name];
    let told = output(command(top, "git").args(words))?;
    let Some(kind) = told.split_whitespace().next() else { return Ok(false) };
    let of = output(command(top, "git").args(["rev-parse", &format!("{name}^{{commit}}")]))?;
    if of != commit {
        return failed(format!("the tag {tag} is of commit {of}, and this is {commit}"));
    }
    // Whose signature it is, `git verify-tag` says where the keys of others are known.
    if kind != "tag" || !told.contains("-----BEGIN ") {
        return failed(format!(
            "the tag {tag} has no signature: `git tag -d {tag}` removes it here, so that a signed one \
             can be made"
        ));
    }
    Ok(true)
}

/// Whether the tag can be made: it is there as it is to be, or the name is free and signing works.
pub(crate) fn check(top: &Path, version: &str, commit: &str) -> Outcome {
    if is_there(top, version, commit)? {
        return Ok(());
    }
    // A commit that nothing refers to: git forgets it again.
    let tree = format!("{commit}^{{tree}}");
    output(command(top, "git").args(["commit-tree", "-S", "-m", "can this be signed?", &tree]))
        .map(drop)
        .map_err(|failure| {
            failure.about("the release is tagged with a signature, and git cannot sign")
        })
}

/// Makes the tag, where it is not there.
pub(crate) fn make(top: &Path, version: &str, commit: &str) -> Outcome {
    let tag = name(version);
    if !is_there(top, version, commit)? {
        let message = format!("Release {version}");
        output(command(top, "git").args(["tag", "-s", "-m", &message, &tag, commit]))?;
    }
    println!("tag {tag} of {commit}, signed; `git push {REMOTE} {tag}` shows it to others");
    Ok(())
}

/// The commit that the tag of a version is of at the remote, where there is a remote and it has one.
fn at_remote(top: &Path, version: &str) -> Outcome<Option<String>> {
    let remotes = output(command(top, "git").arg("remote"))?;
    if !remotes.lines().any(|remote| remote == REMOTE) {
        return Ok(None);
    }
    let tag = format!("refs/tags/{}", name(version));
    let peeled = format!("{tag}^{{}}");
    let mut list = command(top, "git");
    list.args(["ls-remote", REMOTE, &tag, &peeled]).env("GIT_TERMINAL_PROMPT", "0");
    let list = output(&mut list)
        .map_err(|failure| failure.about(format!("whether {REMOTE} has the tag of {version}")))?;
    let of = |name: &str| {
        let mut pairs = list.lines().filter_map(|line| line.split_once('\t'));
        pairs.find(|(_, found)| *found == name).map(|(commit, _)| commit.to_owned())
    };
    // A tag with a message is an object of its own, and the commit stands under the other name.
    Ok(of(&peeled).or_else(|| of(&tag)))
}

#[cfg(test)]
mod tests {
    use super::{check, is_there, make};
    use crate::scratch::Scratch;
    use crate::shell::{command, output, raw};
    use crate::stage::commit;

    /// A repository, and its commit.
    fn repository(name: &str) -> (Scratch, String) {
        let scratch = Scratch::new(name, &[("a.txt", "a")]);
        let commit = commit(scratch.top(), "HEAD").unwrap();
        (scratch, commit)
    }

    #[test]
    fn a_tag_without_a_signature_is_refused() {
        let (scratch, commit) = repository("tag-unsigned");
        let top = scratch.top();
        assert_eq!(is_there(top, "1.0.0", &commit), Ok(false));
        for words in [&["tag", "v1.0.0"][..], &["tag", "-a", "-m", "Release", "v1.0.0"]] {
            scratch.git(words);
            for found in [check(top, "1.0.0", &commit), make(top, "1.0.0", &commit)] {
                let error = found.unwrap_err().to_string();
                assert!(error.starts_with("the tag v1.0.0 has no signature"), "{error}");
            }
            scratch.git(&["tag", "-d", "v1.0.0"]);
        }
    }

    #[test]
    fn a_tag_of_another_commit_is_refused_here_and_at_the_remote() {
        let (remote, first) = repository("tag-remote");
        let (scratch, _) = repository("tag-here");
        scratch.git(&["remote", "add", "origin", &remote.top().display().to_string()]);
        let second = scratch.git(&["commit-tree", "-m", "other", "HEAD^{tree}"]);
        scratch.git(&["tag", "v1.0.0", "HEAD"]);
        let error = is_there(scratch.top(), "1.0.0", &second).unwrap_err().to_string();
        assert!(error.starts_with("the tag v1.0.0 is of commit "), "{error}");
        for words in [&["tag", "v2.0.0"][..], &["tag", "-a", "-m", "Release", "v3.0.0"]] {
            remote.git(words);
            let version = &words[words.len() - 1][1..];
            let error = is_there(scratch.top(), version, &second).unwrap_err().to_string();
            let start = format!("the tag v{version} at origin is of commit {first}, and this is ");
            assert!(error.starts_with(&start), "{error}");
            assert_eq!(is_there(scratch.top(), version, &first), Ok(false));
        }
        scratch.git(&["remote", "set-url", "origin", "/no-such-repository"]);
        let error = is_there(scratch.top(), "4.0.0", &first).unwrap_err().to_string();
        assert!(error.starts_with("whether origin has the tag of 4.0.0: "), "{error}");
    }

    #[test]
    fn a_signed_tag_is_made_once() {
        let (scratch, commit) = repository("tag-signed");
        let key = scratch.top().join(".git/key");
        let mut keygen = command(scratch.top(), "ssh-keygen");
        if raw(keygen.args(["-q", "-t", "ed25519", "-N", "", "-f"]).arg(&key)).is_err() {
            eprintln!("not run: there is no ssh-keygen here");
            return;
        }
        let key = key.display().to_string();
        for (name, value) in [
            ("user.name", "Test"),
            ("user.email", "test@example.org"),
            ("gpg.format", "ssh"),
            ("user.signingkey", &key),
        ] {
            scratch.git(&["config", name, value]);
        }
        check(scratch.top(), "1.0.0", &commit).unwrap();
        make(scratch.top(), "1.0.0", &commit).unwrap();
        assert_eq!(is_there(scratch.top(), "1.0.0", &commit), Ok(true));
        let tag = || output(command(scratch.top(), "git").args(["rev-parse", "v1.0.0"])).unwrap();
        let made = tag();
        make(scratch.top(), "1.0.0", &commit).unwrap();
        assert_eq!(tag(), made);
    }
}
