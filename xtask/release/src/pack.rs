//! `cargo xtask release pack`: the files that go to the registries.
//!
//! They are made from a stage of the commit alone, so that they do not depend on the folder, the day
//! or what else lies around: the same commit and the same tools make the same bytes.

use std::fmt::{self, Write as _};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::arguments::Arguments;
use crate::shell::{Outcome, cargo, command, failed, output, run as call};
use crate::stage::{commit, stage};
use crate::table::table;
use crate::workspace::{Member, Workspace};

/// What was packed, in the folder with the packages.
const LIST: &str = "packages.json";
/// The folder that npm's package is built in, inside a stage.
const NPM: &str = "target/npm/package";

/// Which registry a package is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Crate,
    Npm,
}

/// One file for one registry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Package {
    pub(crate) kind: Kind,
    /// The name on the registry.
    pub(crate) name: String,
    /// The name in the source.
    pub(crate) source: String,
    pub(crate) version: String,
    /// The name of the file.
    pub(crate) file: String,
    pub(crate) bytes: u64,
    /// In hexadecimal.
    pub(crate) sha256: String,
    /// What the registry says of the same bytes: SHA-256 for a crate, an integrity for npm.
    pub(crate) checksum: String,
}

/// All packages of a commit, in the order to publish them in.
#[derive(Debug)]
pub(crate) struct Packed {
    pub(crate) folder: PathBuf,
    pub(crate) commit: String,
    pub(crate) version: String,
    pub(crate) packages: Vec<Package>,
}

/// Packs the commit that is checked out.
pub(crate) fn run(workspace: &Workspace, words: &[String]) -> Outcome {
    let arguments = Arguments::parse(words, &["--twice"], &["--into"])?.without_words()?;
    let into = folder(workspace, &arguments)?;
    let packed = Packed::make(workspace, "HEAD", &into)?;
    if arguments.has("--twice") {
        let again = into.join("packed-again");
        let second = Packed::make(workspace, "HEAD", &again)?;
        packed.same_as(&second)?;
        fs::remove_dir_all(again)?;
        println!("packed twice, in two folders: the same bytes");
    }
    print!("{packed}");
    println!("in {}", into.display());
    Ok(())
}

/// Where packages go: `--into`, else a folder in `target` for each version.
pub(crate) fn folder(workspace: &Workspace, arguments: &Arguments) -> Outcome<PathBuf> {
    let folder = match arguments.value("--into") {
        Some(folder) => std::env::current_dir()?.join(folder),
        None => workspace.top.join("target/dist").join(workspace.version.to_string()),
    };
    Ok(folder)
}

impl Packed {
    /// What was packed of this commit before, if nothing of it has changed, else packs it.
    pub(crate) fn load_or_make(workspace: &Workspace, name: &str, into: &Path) -> Outcome<Self> {
        if into.join(LIST).is_file() {
            let packed = Self::load(into)?;
            if packed.commit == commit(&workspace.top, name)? {
                packed.unchanged()?;
                return Ok(packed);
            }
        }
        Self::make(workspace, name, into)
    }

    /// Packs a commit into a folder, in place of what is in it.
    pub(crate) fn make(workspace: &Workspace, name: &str, into: &Path) -> Outcome<Self> {
        let commit = commit(&workspace.top, name)?;
        empty(into)?;
        let stage_folder = into.join("stage");
        let staged = stage(workspace, &commit, &stage_folder)?;
        package_crates(&staged)?;
        let mut packages = Vec::new();
        for member in &staged.members {
            let file = format!("{}-{}.crate", member.package, member.version);
            fs::rename(crate_file(&staged.top, member), into.join(&file))?;
            packages.push(Package::of_crate(member, into, file)?);
        }
        share_tools(&workspace.top, &staged.top)?;
        packages.push(npm_package(&staged, into)?);
        let version = staged.version.to_string();
        let packed = Self { folder: into.to_owned(), commit, version, packages };
        // Last: without it, the folder counts as not packed.
        fs::write(into.join(LIST), serde_json::to_string_pretty(&packed.to_json())?)?;
        Ok(packed)
    }

    /// The workspace that the packages were made from.
    pub(crate) fn stage(&self) -> PathBuf {
        self.folder.join("stage")
    }

    fn load(folder: &Path) -> Outcome<Self> {
        let list = folder.join(LIST);
        let text = fs::read_to_string(&list)?;
        let value: Value = serde_json::from_str(&text)?;
        Self::from_json(folder, &value).map_err(|failure| failure.about(list.display()))
    }

    /// Whether the files are still those that were packed.
    fn unchanged(&self) -> Outcome {
        for package in &self.packages {
            let (_, found) = measure(&self.folder.join(&package.file))?;
            if found != package.sha256 {
                return failed(format!(
                    "{}: packed with SHA-256 {}, found {found}: pack again",
                    package.file, package.sha256
                ));
            }
        }
        Ok(())
    }

    /// # Errors
    ///
    /// The first file that differs is named.
    pub(crate) fn same_as(&self, other: &Self) -> Outcome {
        for package in &self.packages {
            let second = other.packages.iter().find(|second| second.file == package.file);
            if second.is_none_or(|second| second.sha256 != package.sha256) {
                return failed(format!(
                    "{}: not the same bytes in {} and in {}; compare what is in them",
                    package.file,
                    self.folder.display(),
                    other.folder.display()
                ));
            }
        }
        Ok(())
    }

    fn to_json(&self) -> Value {
        let packages: Vec<Value> = self.packages.iter().map(Package::to_json).collect();
        json!({ "commit": self.commit, "version": self.version, "packages": packages })
    }

    fn from_json(folder: &Path, value: &Value) -> Outcome<Self> {
        let packages = value["packages"].as_array().into_iter().flatten();
        Ok(Self {
            folder: folder.to_owned(),
            commit: text(value, "commit")?,
            version: text(value, "version")?,
            packages: packages.map(Package::from_json).collect::<Outcome<_>>()?,
        })
    }
}

impl Package {
    fn of_crate(member: &Member, folder: &Path, file: String) -> Outcome<Self> {
        let (bytes, sha256) = measure(&folder.join(&file))?;
        Ok(Self {
            kind: Kind::Crate,
            name: member.package.clone(),
            source: member.name.clone(),
            version: member.version.to_string(),
            file,
            bytes,
            checksum: sha256.clone(),
            sha256,
        })
    }

    fn to_json(&self) -> Value {
        json!({
            "kind": if self.kind == Kind::Crate { "crate" } else { "npm" },
            "name": self.name, "source": self.source, "version": self.version, "file": self.file,
            "bytes": self.bytes, "sha256": self.sha256, "checksum": self.checksum,
        })
    }

    fn from_json(value: &Value) -> Outcome<Self> {
        Ok(Self {
            kind: if value["kind"] == "crate" { Kind::Crate } else { Kind::Npm },
            name: text(value, "name")?,
            source: text(value, "source")?,
            version: text(value, "version")?,
            file: text(value, "file")?,
            bytes: value["bytes"].as_u64().unwrap_or_default(),
            sha256: text(value, "sha256")?,
            checksum: text(value, "checksum")?,
        })
    }
}

impl fmt::Display for Package {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.version)
    }
}

impl fmt::Display for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |package: &Package| {
            vec![package.file.clone(), package.bytes.to_string(), package.sha256.clone()]
        };
        let rows: Vec<Vec<String>> = self.packages.iter().map(row).collect();
        f.write_str(&table(&["file", "bytes", "SHA-256"], &rows))
    }
}

/// The file that cargo makes of a crate in a stage.
pub(crate) fn crate_file(stage: &Path, member: &Member) -> PathBuf {
    stage.join(format!("target/package/{}-{}.crate", member.package, member.version))
}

/// Size in bytes and SHA-256 in hexadecimal.
pub(crate) fn measure(file: &Path) -> Outcome<(u64, String)> {
    let content = fs::read(file).or_else(|error| failed(format!("{}: {error}", file.display())))?;
    Ok((content.len() as u64, sha256(&content)))
}

/// In hexadecimal.
pub(crate) fn sha256(content: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(content) {
        // Writing to a `String` does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// All crates at once: cargo knows then that those they depend on are about to be there.
fn package_crates(staged: &Workspace) -> Outcome {
    // They are not built here: the tests have built the sources, and `verify` builds what is
    // published, from where it is published.
    let mut package = cargo(&staged.top, &["package", "--no-verify", "--allow-dirty", "--offline"]);
    package.arg("--quiet").env("CARGO_TARGET_DIR", staged.top.join("target"));
    for member in &staged.members {
        package.args(["--package", &member.package]);
    }
    output(&mut package).map(drop)
}

/// The tools that xtask has fetched for the workspace serve its stage too.
fn share_tools(top: &Path, stage: &Path) -> Outcome {
    share(top, stage, "target/tools")?;
    // npm's only at the versions that the commit names.
    let installed = fs::read(top.join("target/npm/installed-lock.json"));
    let named = fs::read(stage.join("crates/idwasm/npm/package-lock.json"))?;
    if installed.is_ok_and(|installed| installed == named) {
        share(top, stage, "target/npm/node_modules")?;
        fs::write(stage.join("target/npm/installed-lock.json"), named)?;
    }
    Ok(())
}

fn share(top: &Path, stage: &Path, folder: &str) -> Outcome {
    fs::create_dir_all(top.join(folder))?;
    let link = stage.join(folder);
    fs::create_dir_all(link.parent().unwrap_or(stage))?;
    Ok(std::os::unix::fs::symlink(top.join(folder), link)?)
}

fn npm_package(staged: &Workspace, into: &Path) -> Outcome<Package> {
    let mut build = cargo(&staged.top, &["xtask", "wasm"]);
    call(build.env_remove("CARGO_TARGET_DIR"))?;
    let mut pack = command(&staged.top.join(NPM), "npm");
    pack.args(["pack", "--json", "--ignore-scripts", "--pack-destination"]).arg(into);
    let told: Value = serde_json::from_str(&output(&mut pack)?)?;
    let file = text(&told[0], "filename")?;
    let (bytes, sha256) = measure(&into.join(&file))?;
    Ok(Package {
        kind: Kind::Npm,
        name: text(&told[0], "name")?,
        source: text(&told[0], "name")?,
        version: text(&told[0], "version")?,
        file,
        bytes,
        sha256,
        checksum: text(&told[0], "integrity")?,
    })
}

/// An empty folder, in place of what was there. Only a folder of this program is emptied.
fn empty(folder: &Path) -> Outcome {
    if folder.exists() {
        let ours = folder.join(LIST).is_file() || folder.join("stage").is_dir();
        if !ours && fs::read_dir(folder)?.next().is_some() {
            return failed(format!("{} has other files in it", folder.display()));
        }
        fs::remove_dir_all(folder)?;
    }
    Ok(fs::create_dir_all(folder)?)
}

fn text(value: &Value, key: &str) -> Outcome<String> {
    match value[key].as_str() {
        Some(text) => Ok(text.to_owned()),
        None => failed(format!("expected a text `{key}`, found {}", value[key])),
    }
}
