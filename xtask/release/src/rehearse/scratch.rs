//! What a rehearsal has of its own: a clone of the repository, homes of cargo and npm, a key.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{Outcome, command, failed, output, raw};

/// The name that cargo knows the registry by.
const REGISTRY: &str = "rehearsal";
/// Who signs.
const SIGNER: &str = "rehearsal@localhost";
/// Where a token could come from that is good elsewhere.
const TOKENS: [&str; 4] =
    ["CARGO_REGISTRY_TOKEN", "CARGO_REGISTRIES_CRATES_IO_TOKEN", "NODE_AUTH_TOKEN", "NPM_TOKEN"];

/// A folder in `target`, empty at the beginning of each rehearsal.
#[derive(Debug)]
pub(super) struct Scratch {
    pub(super) folder: PathBuf,
    /// A clone of the repository, whose tags are its own.
    pub(super) clone: PathBuf,
}

impl Scratch {
    pub(super) fn new(top: &Path, commit: &str) -> Outcome<Self> {
        let folder = top.join("target/rehearsal");
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        for home in ["cargo-home", "npm-cache"] {
            fs::create_dir_all(folder.join(home))?;
        }
        let clone = folder.join("clone");
        let mut git = command(top, "git");
        git.args(["clone", "--quiet", "--no-tags", "--no-checkout", "."]).arg(&clone);
        output(&mut git)?;
        output(command(&clone, "git").args(["checkout", "--quiet", "--detach", commit]))?;
        // The version may be out there, with a tag of another commit.
        output(command(&clone, "git").args(["remote", "remove", "origin"]))?;
        Ok(Self { folder, clone })
    }

    /// Says to cargo and npm where their registries are, and how they are trusted.
    pub(super) fn configure(&self, cargo: (&str, &str), npm: (&str, &str)) -> Outcome {
        let home = self.folder.join("cargo-home");
        let index = index(cargo.0);
        fs::write(
            home.join("config.toml"),
            format!(
                "[source.crates-io]\nreplace-with = \"{REGISTRY}\"\n\n\
                 [registries.{REGISTRY}]\nindex = \"{index}\"\n"
            ),
        )?;
        let token = format!("[registries.{REGISTRY}]\ntoken = \"{}\"\n", cargo.1);
        fs::write(home.join("credentials.toml"), token)?;
        let (address, token) = npm;
        let npmrc = format!(
            "registry=http://{address}/\n//{address}/:_authToken={token}\n\
             cache={}\naudit=false\nfund=false\nupdate-notifier=false\n",
            self.folder.join("npm-cache").display()
        );
        Ok(fs::write(self.folder.join("npmrc"), npmrc)?)
    }

    /// Makes git in the clone sign with a key that is thrown away afterwards. `false`: there is no
    /// program that makes keys.
    pub(super) fn make_key(&self) -> Outcome<bool> {
        let key = self.folder.join("key");
        let mut keygen = command(&self.folder, "ssh-keygen");
        keygen.args(["-q", "-t", "ed25519", "-N", "", "-C", SIGNER, "-f"]).arg(&key);
        if raw(&mut keygen).is_err() {
            return Ok(false);
        }
        let public = fs::read_to_string(key.with_extension("pub"))?;
        let signers = self.folder.join("signers");
        fs::write(&signers, format!("{SIGNER} {public}"))?;
        let paths = (key.display().to_string(), signers.display().to_string());
        for (name, value) in [
            ("user.name", REGISTRY),
            ("user.email", SIGNER),
            ("gpg.format", "ssh"),
            ("user.signingkey", &paths.0),
            ("gpg.ssh.allowedSignersFile", &paths.1),
        ] {
            output(command(&self.clone, "git").args(["config", name, value]))?;
        }
        Ok(true)
    }

    /// This program, as it publishes from the clone.
    pub(super) fn publisher(&self, address: &str) -> Outcome<Command> {
        let mut publisher = command(&self.clone, std::env::current_exe()?);
        // The gates are no part of the rehearsal: a clone has no pass of them.
        publisher.args(["publish", "--unchecked", "--registry", REGISTRY]);
        publisher
            .env(format!("CARGO_REGISTRIES_{}_INDEX", REGISTRY.to_uppercase()), index(address));
        publisher.env("CARGO_HOME", self.folder.join("cargo-home"));
        publisher.env("NPM_CONFIG_USERCONFIG", self.folder.join("npmrc"));
        for token in TOKENS {
            publisher.env_remove(token);
        }
        Ok(publisher)
    }

    /// Whether the clone has this tag, signed by the key, and the repository still has what it had.
    pub(super) fn check_tag(&self, tag: &str, commit: &str) -> Outcome {
        output(command(&self.clone, "git").args(["verify-tag", tag]))?;
        let of = format!("{tag}^{{commit}}");
        let found = output(command(&self.clone, "git").args(["rev-parse", &of]))?;
        if found == commit {
            return Ok(());
        }
        failed(format!("tag {tag}: expected commit {commit}, found {found}"))
    }
}

fn index(address: &str) -> String {
    format!("sparse+http://{address}/index/")
}
