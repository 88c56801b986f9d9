//! How far a publication has come: a file that is there through every crash.
//!
//! It is written before each upload and after it, always as a whole. An upload that was begun and has
//! no end in it may have arrived or not: the registry is asked.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::pack::Packed;
use crate::shell::{Outcome, failed};

/// How far a package has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// Nothing was sent.
    Waiting,
    /// Sending was begun.
    Uploading,
    /// The registry has shown it.
    Done,
}

/// The state of one publication.
#[derive(Debug)]
pub(crate) struct State {
    file: PathBuf,
    /// The commit, the registries: what the state is of.
    head: Value,
    packages: Vec<(String, String, Step)>,
}

impl State {
    /// Goes on from the file, or begins.
    ///
    /// # Errors
    ///
    /// The file is of another commit, of other registries or of other bytes.
    pub(crate) fn load_or_begin(file: &Path, packed: &Packed, registries: &str) -> Outcome<Self> {
        let fresh =
            packed.packages.iter().map(|p| (p.file.clone(), p.sha256.clone(), Step::Waiting));
        let begun = Self {
            file: file.to_owned(),
            head: json!({
                "version": packed.version, "commit": packed.commit, "registries": registries,
            }),
            packages: fresh.collect(),
        };
        let text = match fs::read_to_string(file) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(begun),
            text => text?,
        };
        let found: Value = serde_json::from_str(&text)?;
        begun.go_on_from(&found).map_err(|failure| failure.about(file.display()))
    }

    fn go_on_from(mut self, found: &Value) -> Outcome<Self> {
        for key in ["version", "commit", "registries"] {
            if found[key] != self.head[key] {
                return failed(format!(
                    "it is of {key} {}, and this is {}: finish it from there, or remove the file if \
                     nothing was published",
                    found[key], self.head[key]
                ));
            }
        }
        for (name, sha256, step) in &mut self.packages {
            let package = &found["packages"][name.as_str()];
            let told = package["sha256"].as_str().unwrap_or_default();
            if told != sha256 {
                return failed(format!("{name} was packed with SHA-256 {told}, now with {sha256}"));
            }
            *step = match package["step"].as_str() {
                Some("waiting") => Step::Waiting,
                Some("uploading") => Step::Uploading,
                Some("done") => Step::Done,
                other => return failed(format!("{name}: there is no step {other:?}")),
            };
        }
        Ok(self)
    }

    /// How far a package has come, by the name of its file.
    pub(crate) fn step(&self, file: &str) -> Step {
        self.packages.iter().find(|(name, ..)| name == file).map_or(Step::Waiting, |found| found.2)
    }

    /// Remembers how far a package has come, before this returns.
    pub(crate) fn set(&mut self, file: &str, step: Step) -> Outcome {
        for (name, _, at) in &mut self.packages {
            if name == file {
                *at = step;
            }
        }
        self.save()
    }

    fn save(&self) -> Outcome {
        let mut packages = serde_json::Map::new();
        for (name, sha256, step) in &self.packages {
            let step = match step {
                Step::Waiting => "waiting",
                Step::Uploading => "uploading",
                Step::Done => "done",
            };
            packages.insert(name.clone(), json!({ "sha256": sha256, "step": step }));
        }
        let mut value = self.head.clone();
        value["packages"] = Value::Object(packages);
        // Renaming puts the whole file in place or nothing, whenever the power goes.
        let unfinished = self.file.with_extension("part");
        let mut file = File::create(&unfinished)?;
        file.write_all(serde_json::to_string_pretty(&value)?.as_bytes())?;
        file.sync_all()?;
        fs::rename(&unfinished, &self.file)?;
        if let Some(folder) = self.file.parent() {
            File::open(folder)?.sync_all()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::{State, Step};
    use crate::pack::{Kind, Package, Packed};

    fn packed(commit: &str, sha256: &str) -> Packed {
        let package = |name: &str| Package {
            kind: Kind::Crate,
            name: name.into(),
            source: name.into(),
            version: "1.0.0".into(),
            file: format!("{name}-1.0.0.crate"),
            bytes: 1,
            sha256: sha256.into(),
            checksum: sha256.into(),
        };
        Packed {
            folder: PathBuf::new(),
            commit: commit.into(),
            version: "1.0.0".into(),
            packages: vec![package("a"), package("b")],
        }
    }

    fn file(name: &str) -> PathBuf {
        let file = std::env::temp_dir().join(format!("release-{name}-{}.json", std::process::id()));
        let _ = fs::remove_file(&file);
        file
    }

    #[test]
    fn goes_on_where_it_was() {
        let file = file("resume");
        let mut state = State::load_or_begin(&file, &packed("c", "aa"), "r").unwrap();
        assert_eq!(state.step("a-1.0.0.crate"), Step::Waiting);
        assert!(!file.exists());
        state.set("a-1.0.0.crate", Step::Done).unwrap();
        state.set("b-1.0.0.crate", Step::Uploading).unwrap();
        // A part of a file that a crash left behind is no matter.
        fs::write(file.with_extension("part"), "{").unwrap();
        let state = State::load_or_begin(&file, &packed("c", "aa"), "r").unwrap();
        assert_eq!(state.step("a-1.0.0.crate"), Step::Done);
        assert_eq!(state.step("b-1.0.0.crate"), Step::Uploading);
        fs::remove_file(&file).unwrap();
        fs::remove_file(file.with_extension("part")).unwrap();
    }

    #[test]
    fn a_file_of_something_else_is_refused() {
        let file = file("refused");
        let mut state = State::load_or_begin(&file, &packed("c", "aa"), "r").unwrap();
        state.set("a-1.0.0.crate", Step::Uploading).unwrap();
        let error = |packed: &Packed, registries| {
            State::load_or_begin(&file, packed, registries).unwrap_err().to_string()
        };
        assert!(error(&packed("d", "aa"), "r").contains("commit \"c\", and this is \"d\""));
        assert!(error(&packed("c", "aa"), "s").contains("registries \"r\", and this is \"s\""));
        let other = error(&packed("c", "bb"), "r");
        assert!(
            other.ends_with("a-1.0.0.crate was packed with SHA-256 aa, now with bb"),
            "{other}"
        );
        fs::write(&file, "{").unwrap();
        assert!(error(&packed("c", "aa"), "r").starts_with("JSON: "));
        fs::remove_file(&file).unwrap();
    }
}
