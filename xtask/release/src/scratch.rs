//! A repository in a temporary folder, for tests.

use std::fs;
use std::path::{Path, PathBuf};

use crate::shell::{command, output};

/// A repository that ends with this value.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// A repository with these files in one commit.
    pub(crate) fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let top = std::env::temp_dir().join(format!("xtask-release-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&top);
        fs::create_dir_all(&top).unwrap();
        // Without the links in the path of a temporary folder, as cargo and git name it.
        let scratch = Self(top.canonicalize().unwrap());
        scratch.git(&["init", "--quiet", "--initial-branch", "main"]);
        for (path, text) in files {
            scratch.write(path, text);
        }
        scratch.commit();
        scratch
    }

    /// A workspace of two small crates, `one` and `two`, of which `two` is published as `two-ids`
    /// and depends on `one`.
    pub(crate) fn workspace(name: &str) -> Self {
        let scratch = Self::new(name, &WORKSPACE);
        for folder in [scratch.top(), &scratch.top().join("bench")] {
            output(&mut crate::shell::cargo(folder, &["generate-lockfile", "--offline"])).unwrap();
        }
        scratch.commit();
        scratch
    }

    pub(crate) fn top(&self) -> &Path {
        &self.0
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.0.join(path)).unwrap()
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Replaces a text that has to be there.
    pub(crate) fn edit(&self, path: &str, from: &str, to: &str) {
        let text = self.read(path);
        assert!(text.contains(from), "{path} has no {from:?}");
        self.write(path, &text.replace(from, to));
    }

    /// Commits all that is there.
    pub(crate) fn commit(&self) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "--message", "test"]);
    }

    pub(crate) fn git(&self, words: &[&str]) -> String {
        let mut git = command(&self.0, "git");
        // Whoever runs the tests need not have a name.
        for who in ["AUTHOR", "COMMITTER"] {
            git.env(format!("GIT_{who}_NAME"), "Test");
            git.env(format!("GIT_{who}_EMAIL"), "test@example.org");
        }
        output(git.args(words)).unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const WORKSPACE: [(&str, &str); 13] = [
    (".gitignore", "/target\n"),
    (
        "Cargo.toml",
        "[workspace]\nresolver = \"3\"\nmembers = [\"crates/*\"]\n\n\
         [workspace.package]\nversion = \"0.1.0\" # for all\nlicense = \"MIT\"\n\n\
         [workspace.metadata.release.names]\ntwo = \"two-ids\"\n\n\
         [workspace.dependencies]\n# The first.\none = { path = \"crates/one\", version = \"0.1.0\" }\n",
    ),
    (
        "crates/one/Cargo.toml",
        "[package]\nname = \"one\"\ndescription = \"One.\"\nversion.workspace = true\n\
         license.workspace = true\nedition = \"2024\"\nrust-version = \"1.85\"\n\n\
         [features]\nmore = []\n\n\
         [dev-dependencies]\none = { path = \".\", features = [\"more\"] }\n",
    ),
    ("crates/one/README.md", "# one\n\n```toml\none = \"0.1\"\n```\n"),
    (
        "crates/one/src/lib.rs",
        "//! One.\n//!\n//! ```toml\n//! one = { version = \"0.1\", features = [\"more\"] }\n//! ```\n\n\
         /// A number.\npub fn number() -> u8 {\n    1\n}\n",
    ),
    (
        "crates/two/Cargo.toml",
        "[package]\nname = \"two\"\ndescription = \"Two.\"\nversion.workspace = true\n\
         license.workspace = true\nedition = \"2024\"\nrust-version = \"1.85\"\n\n\
         [dependencies]\none = { workspace = true }\n",
    ),
    ("crates/two/README.md", "# two\n\n`cargo add two-ids@0.1.0`, then `use two;`.\n"),
    (
        "crates/two/src/lib.rs",
        "//! Two.\n\n/// Its double.\npub fn double() -> u8 {\n    one::number() * 2\n}\n",
    ),
    (
        "bench/Cargo.toml",
        "[package]\nname = \"bench\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n\
         [workspace]\n\n[dependencies]\none = { path = \"../crates/one\" }\n",
    ),
    ("bench/src/main.rs", "fn main() {}\n"),
    ("LICENSE-MIT", "A licence.\n"),
    ("README.md", "# Two crates\n"),
    ("CHANGELOG.md", CHANGELOG),
];

const CHANGELOG: &str = "\
# Changelog

## [Unreleased]

### Added

- `one`: a number.
- `two`: its double.
";
