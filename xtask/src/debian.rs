//! Debian's packages: installed by root, without starting the services in them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::run::{Failure, Outcome, failed, missing};
use crate::shell::{self, find, is_root, output};

/// Tells Debian's scripts that services may not be started.
const POLICY: &str = "/usr/sbin/policy-rc.d";
/// Tells Debian's scripts not to make a PostgreSQL cluster of their own.
const NO_CLUSTER: &str = "/etc/postgresql-common/createcluster.d/no-main-cluster.conf";
/// Another user of the package manager is waited for so long, in seconds.
const LOCK_TIMEOUT: &str = "DPkg::Lock::Timeout=300";

/// Installs packages, where this is Debian and this is root.
pub(crate) fn install(packages: &[&str]) -> Outcome {
    let names = packages.join(" ");
    if find("apt-get").is_none() || !is_root() {
        return missing(format!("Debian's {names} (to install them takes Debian and root)"));
    }
    update()?;
    eprintln!("installing Debian's {names}");
    let _policy = TemporaryFile::unless_there(POLICY, "#!/bin/sh\nexit 101\n")?;
    let _cluster = TemporaryFile::unless_there(NO_CLUSTER, "create_main_cluster = false\n")?;
    let mut install = apt_get(&["install", "-y", "-q", "--no-install-recommends"]);
    output(install.args(packages)).map(drop)
}

/// Unpacks packages into a folder, without installing them: no root, no trace elsewhere.
///
/// A name may have a version: `name=1.0`.
pub(crate) fn unpack(packages: &[String], folder: &Path) -> Outcome {
    let Some(parent) = folder.parent() else { return failed("a folder to unpack into") };
    // Into its place only when it is whole.
    let (archives, unfinished) = (folder.with_extension("debs"), folder.with_extension("part"));
    for folder in [&archives, &unfinished] {
        remove(folder)?;
        fs::create_dir_all(folder)?;
    }
    eprintln!("unpacking Debian's {} into {}", packages.join(" "), parent.display());
    output(apt_get(&["download", "-q"]).args(packages).current_dir(&archives))?;
    for archive in fs::read_dir(&archives)? {
        output(Command::new("dpkg").arg("-x").arg(archive?.path()).arg(&unfinished))?;
    }
    remove(&archives)?;
    fs::rename(&unfinished, folder)?;
    Ok(())
}

/// What `apt-cache` says of a package, `name` or `name=version`.
pub(crate) fn describe(package: &str) -> Outcome<String> {
    output(Command::new("apt-cache").args(["show", "--no-all-versions", package]))
}

/// All versions of a package that can be had, the newest first.
pub(crate) fn versions(package: &str) -> Outcome<Vec<String>> {
    if find("apt-cache").is_none() {
        return missing(format!("Debian's {package} (this is not Debian)"));
    }
    update()?;
    let table = output(Command::new("apt-cache").args(["madison", package]))?;
    Ok(table.lines().filter_map(|line| line.split('|').nth(1)).map(|v| v.trim().into()).collect())
}

/// Fetches the lists of packages, once in a run: a new machine has none.
fn update() -> Outcome {
    static UPDATED: OnceLock<Outcome> = OnceLock::new();
    let updated = UPDATED.get_or_init(|| {
        if is_root() { output(&mut apt_get(&["update", "-q"])).map(drop) } else { Ok(()) }
    });
    match updated {
        Ok(()) => Ok(()),
        Err(failure) => failed(failure.to_string()),
    }
}

fn apt_get(arguments: &[&str]) -> Command {
    let mut command = shell::command("apt-get");
    command.args(["-o", LOCK_TIMEOUT]).env("DEBIAN_FRONTEND", "noninteractive");
    if is_root() {
        // The user that apt would download as cannot write into this project's folder.
        command.args(["-o", "APT::Sandbox::User=root"]);
    }
    command.args(arguments);
    command
}

fn remove(folder: &Path) -> Outcome {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}

/// A file that is there while this value is.
struct TemporaryFile(Option<PathBuf>);

impl TemporaryFile {
    /// Leaves a file that is there already as it is.
    fn unless_there(path: &str, content: &str) -> Result<Self, Failure> {
        let path = PathBuf::from(path);
        if path.exists() {
            return Ok(Self(None));
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&path, content)?;
        let file = Self(Some(path));
        if let Some(path) = &file.0 {
            output(Command::new("chmod").arg("755").arg(path))?;
        }
        Ok(file)
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        if let Some(path) = &self.0 {
            // What is left over is a file that says not to start services: told, not fatal.
            if let Err(error) = fs::remove_file(path) {
                eprintln!("cannot remove {}: {error}", path.display());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::TemporaryFile;

    #[test]
    fn a_file_that_was_there_stays() {
        let path = std::env::temp_dir().join(format!("xtask-debian-{}", std::process::id()));
        let name = path.to_str().unwrap();
        let ours = TemporaryFile::unless_there(name, "ours").unwrap();
        drop(TemporaryFile::unless_there(name, "theirs").unwrap());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "ours");
        drop(ours);
        assert!(!path.exists());
    }
}
