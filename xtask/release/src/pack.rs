//! `cargo xtask release pack`: the files that go to the registries.
//!
//! They are made from a stage of the commit alone, so that they do not depend on the folder, the day
//! or what else lies around: the same commit and the same tools make the same bytes.

use std::fmt::{self, Write as _};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use toml_edit::{DocumentMut, Item};

use crate::arguments::Arguments;
use crate::shell::{Failure, Outcome, at, cargo, command, failed, output, run as call};
use crate::stage::{commit, stage};
use crate::table::table;
use crate::workspace::{Member, Workspace};
use crate::{git, state};

/// What was packed, in the folder with the packages.
const LIST: &str = "packages.json";
/// What says that a folder is of this program, which may empty it: its first file, and the last to go.
const MARKER: (&str, &str) = (
    "made-by-xtask-release",
    "`cargo xtask release` has made this folder, and removes what is in it when it packs again.\n",
);
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
    let commit = commit(&workspace.top, "HEAD")?;
    let version = version_of(&workspace.top, &commit)?;
    let into = folder(&workspace.top, arguments.value("--into"), &version)?;
    if into.join(LIST).exists() {
        // They may be all that an upload which was begun can go on from.
        let packed = Packed::load(&into)?;
        let state = state::file(&workspace.top, &packed.version);
        if let Some(begun) = state::unfinished(&state)? {
            return failed(format!(
                "{}: the publication of {} from commit {begun} has not come to its end, and {} has \
                 its packages: finish it with `publish --execute` from that commit, remove the file if \
                 nothing was published, or take another folder with --into",
                state.display(),
                packed.version,
                into.display()
            ));
        }
    }
    let packed = Packed::make(workspace, &commit, &into)?;
    if arguments.has("--twice") {
        let again = into.join("packed-again");
        let second = Packed::make(workspace, &commit, &again)?;
        packed.same_as(&second)?;
        fs::remove_dir_all(again)?;
        println!("packed twice, in two folders: the same bytes");
    }
    print!("{packed}");
    println!("in {}", into.display());
    Ok(())
}

/// Where packages go: `--into`, else a folder in `target` for each version.
pub(crate) fn folder(top: &Path, into: Option<&str>, version: &str) -> Outcome<PathBuf> {
    let folder = match into {
        Some(folder) => std::env::current_dir()?.join(folder),
        None => top.join("target/dist").join(version),
    };
    Ok(folder)
}

/// The version that a commit has, which need not be that of the files that are checked out.
pub(crate) fn version_of(top: &Path, commit: &str) -> Outcome<String> {
    let manifest = git::show(top, commit, "Cargo.toml")?.unwrap_or_default();
    let root: Option<DocumentMut> = manifest.parse().ok();
    let keys = ["workspace", "package", "version"];
    let version = root.as_ref().and_then(|root| {
        keys.iter().try_fold(root.as_item(), |item, key| item.get(key)).and_then(Item::as_str)
    });
    match version {
        Some(version) => Ok(version.to_owned()),
        None => failed(format!(
            "Cargo.toml of commit {commit}: expected a `version` in [workspace.package]"
        )),
    }
}

impl Packed {
    /// What was packed of this commit before; where nothing was packed, packs it. Packages are never
    /// replaced here: what asks for them may be a dry run.
    ///
    /// # Errors
    ///
    /// The folder has packages of another commit or other bytes, or another commit's publication of
    /// this version was begun.
    pub(crate) fn load_or_make(
        workspace: &Workspace,
        name: &str,
        into: Option<&str>,
    ) -> Outcome<Self> {
        let commit = commit(&workspace.top, name)?;
        let version = version_of(&workspace.top, &commit)?;
        state::of_commit(&state::file(&workspace.top, &version), &commit)?;
        let into = folder(&workspace.top, into, &version)?;
        if !into.join(LIST).exists() {
            return Self::make(workspace, &commit, &into);
        }
        let packed = Self::load(&into)?;
        if packed.commit != commit {
            return failed(format!(
                "{} has the packages of commit {}, and this is {commit}: `cargo xtask release pack` \
                 replaces them by those of the commit that is checked out, --into takes another \
                 folder",
                into.display(),
                packed.commit
            ));
        }
        packed.unchanged()?;
        Ok(packed)
    }

    /// Packs a commit into a folder, in place of what this program has put there.
    pub(crate) fn make(workspace: &Workspace, commit: &str, into: &Path) -> Outcome<Self> {
        empty(into)?;
        let commit = commit.to_owned();
        let stage_folder = into.join("stage");
        let staged = stage(workspace, &commit, &stage_folder)?;
        package_crates(&staged)?;
        let mut packages = Vec::new();
        for member in &staged.members {
            let file = format!("{}-{}.crate", member.package, member.version);
            let made = crate_file(&staged.top, member);
            at(&made, fs::rename(&made, into.join(&file)))?;
            packages.push(Package::of_crate(member, into, file)?);
        }
        share_tools(&workspace.top, &staged.top)?;
        packages.push(npm_package(&staged, into)?);
        let version = staged.version.to_string();
        let packed = Self { folder: into.to_owned(), commit, version, packages };
        // Last: without it, the folder counts as not packed.
        let list = into.join(LIST);
        at(&list, fs::write(&list, serde_json::to_string_pretty(&packed.to_json())?))?;
        Ok(packed)
    }

    /// The workspace that the packages were made from.
    pub(crate) fn stage(&self) -> PathBuf {
        self.folder.join("stage")
    }

    fn load(folder: &Path) -> Outcome<Self> {
        let list = folder.join(LIST);
        let read = || {
            let value: Value = serde_json::from_str(&fs::read_to_string(&list)?)?;
            Self::from_json(folder, &value)
        };
        read().map_err(|failure: Failure| {
            let what = format!(
                "{}: expected the list of what was packed; remove the file and pack again",
                list.display()
            );
            failure.about(what)
        })
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
        let packages = value["packages"].as_array().map_or(&[][..], Vec::as_slice);
        if packages.is_empty() {
            return failed(format!("expected `packages`, found {}", value["packages"]));
        }
        Ok(Self {
            folder: folder.to_owned(),
            commit: text(value, "commit")?,
            version: text(value, "version")?,
            packages: packages.iter().map(Package::from_json).collect::<Outcome<_>>()?,
        })
    }
}

#[cfg(test)]
impl Package {
    /// The crate `a` 1.0.0 with the checksum `aa`, for tests that pack nothing.
    pub(crate) fn example() -> Self {
        Self {
            kind: Kind::Crate,
            name: "a".into(),
            source: "a".into(),
            version: "1.0.0".into(),
            file: "a-1.0.0.crate".into(),
            bytes: 1,
            sha256: "aa".into(),
            checksum: "aa".into(),
        }
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
            kind: match value["kind"].as_str() {
                Some("crate") => Kind::Crate,
                Some("npm") => Kind::Npm,
                _ => return failed(format!("expected a kind, found {}", value["kind"])),
            },
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
    let content = at(file, fs::read(file))?;
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
    let lockfile = stage.join("crates/idwasm/npm/package-lock.json");
    let named = at(&lockfile, fs::read(&lockfile))?;
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
    let package = staged.top.join(NPM);
    set_modes(&package)?;
    let mut pack = command(&package, "npm");
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

/// Gives all in a folder the modes of a release, whatever the umask made of them: npm packs them.
fn set_modes(path: &Path) -> Outcome {
    let found = at(path, fs::symlink_metadata(path))?;
    if found.is_dir() {
        for entry in fs::read_dir(path)? {
            set_modes(&entry?.path())?;
        }
    }
    let executable = found.is_dir() || found.permissions().mode() & 0o100 != 0;
    let mode = if executable { 0o755 } else { 0o644 };
    at(path, fs::set_permissions(path, fs::Permissions::from_mode(mode)))
}

/// An empty folder but for the marker, in place of what was there.
///
/// # Errors
///
/// It has something in it and was not made by this program.
fn empty(folder: &Path) -> Outcome {
    at(folder, fs::create_dir_all(folder))?;
    let marker = folder.join(MARKER.0);
    let entries: Vec<_> = at(folder, fs::read_dir(folder))?.collect::<Result<_, _>>()?;
    if let Some(entry) = entries.first()
        && fs::read_to_string(&marker).ok().as_deref() != Some(MARKER.1)
    {
        return failed(format!(
            "{} was not made by this program (a file {} in it would tell), and {} is there: packages go \
             into a new or an empty folder",
            folder.display(),
            MARKER.0,
            entry.path().display()
        ));
    }
    at(&marker, fs::write(&marker, MARKER.1))?;
    for entry in entries.iter().filter(|entry| entry.file_name() != MARKER.0) {
        let is_folder = entry.file_type()?.is_dir();
        let remove = if is_folder { fs::remove_dir_all } else { fs::remove_file };
        at(&entry.path(), remove(entry.path()))?;
    }
    Ok(())
}

fn text(value: &Value, key: &str) -> Outcome<String> {
    match value[key].as_str() {
        Some(text) => Ok(text.to_owned()),
        None => failed(format!("expected a text `{key}`, found {}", value[key])),
    }
}

#[cfg(test)]
mod tests;
