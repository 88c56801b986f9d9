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

/// Where the state of the publication of a version is.
pub(crate) fn file(top: &Path, version: &str) -> PathBuf {
    top.join(format!("target/release-state-{version}.json"))
}

/// The commit whose publication was begun and has packages left to upload.
pub(crate) fn unfinished(file: &Path) -> Outcome<Option<String>> {
    let Some(found) = read(file)? else { return Ok(None) };
    let packages = found["packages"].as_object();
    let done = packages.is_some_and(|all| all.values().all(|package| package["step"] == "done"));
    Ok((!done).then(|| found["commit"].as_str().unwrap_or_default().to_owned()))
}

/// # Errors
///
/// The file is of the publication of another commit.
pub(crate) fn of_commit(file: &Path, commit: &str) -> Outcome {
    match read(file)? {
        Some(found) => same(file, &found, "commit", &json!(commit)),
        None => Ok(()),
    }
}

/// What the file has, where it is there.
fn read(file: &Path) -> Outcome<Option<Value>> {
    let found = match fs::read_to_string(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => error.to_string(),
        Ok(text) => match serde_json::from_str::<Value>(&text) {
            Ok(found) if found["packages"].is_object() => return Ok(Some(found)),
            Ok(found) => found.to_string(),
            Err(error) => error.to_string(),
        },
    };
    failed(format!(
        "{}: expected how far a publication has come, found: {found}; remove it to go on: the \
         registries are asked what has arrived",
        file.display()
    ))
}

fn same(file: &Path, found: &Value, key: &str, this: &Value) -> Outcome {
    if found[key] == *this {
        return Ok(());
    }
    failed(format!(
        "{}: it is of {key} {}, and this is {this}: finish it from there, or remove the file if \
         nothing was published",
        file.display(),
        found[key]
    ))
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
        let Some(found) = read(file)? else { return Ok(begun) };
        for key in ["version", "commit", "registries"] {
            same(file, &found, key, &begun.head[key])?;
        }
        begun.go_on_from(&found).map_err(|failure| failure.about(file.display()))
    }

    fn go_on_from(mut self, found: &Value) -> Outcome<Self> {
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

    /// What to say of a package that is done and that the registry does not have.
    pub(crate) fn lost(&self) -> String {
        format!(
            "{} says that the registry has shown it, and the registry does not show it now: call this \
             again when it does, or remove the file if it never will",
            self.file.display()
        )
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
        self.write().map_err(|failure| {
            failure.about(format!(
                "{}: how far the publication has come cannot be written; make room for it and call \
                 this again",
                self.file.display()
            ))
        })
    }

    fn write(&self) -> Outcome {
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

    use super::{State, Step, of_commit, unfinished};
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
        assert_eq!(unfinished(&file), Ok(None));
        state.set("a-1.0.0.crate", Step::Done).unwrap();
        state.set("b-1.0.0.crate", Step::Uploading).unwrap();
        // A part of a file that a crash left behind is no matter.
        fs::write(file.with_extension("part"), "{").unwrap();
        let mut state = State::load_or_begin(&file, &packed("c", "aa"), "r").unwrap();
        assert_eq!(state.step("a-1.0.0.crate"), Step::Done);
        assert_eq!(state.step("b-1.0.0.crate"), Step::Uploading);
        assert_eq!(unfinished(&file), Ok(Some("c".into())));
        state.set("b-1.0.0.crate", Step::Done).unwrap();
        assert_eq!(unfinished(&file), Ok(None));
        fs::remove_file(&file).unwrap();
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
        assert_eq!(of_commit(&file, "c"), Ok(()));
        let of_another = of_commit(&file, "d").unwrap_err().to_string();
        assert!(of_another.contains("commit \"c\", and this is \"d\""), "{of_another}");
        fs::remove_file(&file).unwrap();
    }

    #[test]
    fn what_is_no_state_is_named() {
        let file = file("damaged");
        let name = file.display();
        let error = || {
            let error = State::load_or_begin(&file, &packed("c", "aa"), "r").unwrap_err();
            assert_eq!(unfinished(&file).unwrap_err(), error);
            error.to_string()
        };
        let start = format!("{name}: expected how far a publication has come, found: ");
        let is_told = |error: String| {
            assert!(error.starts_with(&start) && error.contains("remove it to go on"), "{error}");
        };
        for text in ["", "{", "{}", "{ \"packages\": [] }"] {
            fs::write(&file, text).unwrap();
            is_told(error());
        }
        fs::remove_file(&file).unwrap();
        fs::create_dir(&file).unwrap();
        is_told(error());
        fs::remove_dir(&file).unwrap();
        let nowhere = file.join("state.json");
        let mut state = State::load_or_begin(&nowhere, &packed("c", "aa"), "r").unwrap();
        let error = state.set("a-1.0.0.crate", Step::Uploading).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{}: how far", nowhere.display())), "{error}");
    }
}
