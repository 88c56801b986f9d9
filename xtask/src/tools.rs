//! Cargo's additional commands, found or brought into `target/tools`.

use std::path::PathBuf;

use crate::run::{Outcome, failed, missing};
use crate::shell::{cargo, command, find, output, tools_folder};

/// A command of cargo that is not part of it.
pub(crate) struct Tool {
    /// The program, and the name of its crate.
    pub(crate) name: &'static str,
    /// The version to bring where none is installed.
    version: &'static str,
}

pub(crate) const CARGO_DENY: Tool = Tool { name: "cargo-deny", version: "0.20.2" };
pub(crate) const CARGO_HACK: Tool = Tool { name: "cargo-hack", version: "0.6.45" };
pub(crate) const CARGO_SHEAR: Tool = Tool { name: "cargo-shear", version: "1.14.0" };
/// It comes from nowhere ready-made: bringing it takes some ten minutes.
const CARGO_SEMVER_CHECKS: Tool = Tool { name: "cargo-semver-checks", version: "0.51.0" };

/// Brings a tool, and prints where it is, for programs that are not this one.
pub(crate) fn print(name: &str) -> Outcome {
    let tools = [&CARGO_DENY, &CARGO_HACK, &CARGO_SHEAR, &CARGO_SEMVER_CHECKS];
    let Some(tool) = tools.into_iter().find(|tool| tool.name == name) else {
        let names = tools.map(|tool| tool.name).join(", ");
        return failed(format!("there is no tool `{name}`; there are: {names}"));
    };
    println!("{}", tool.get()?.display());
    Ok(())
}

impl Tool {
    /// The program: the user's own, or one in `target/tools`, which comes ready-made from PyPI or
    /// is compiled by cargo. Nothing outside that folder changes.
    pub(crate) fn get(&self) -> Outcome<PathBuf> {
        let Self { name, version } = self;
        let folder = tools_folder().join(format!("{name}-{version}"));
        let program = folder.join("bin").join(name);
        if let Some(found) = find(name) {
            return Ok(found);
        }
        if program.is_file() {
            return Ok(program);
        }
        eprintln!("fetching {name} {version}");
        // A target folder of its own: neither the system's nor the user's packages are touched.
        let mut pip = command("python3");
        pip.args(["-m", "pip", "install", "--quiet", "--no-input", "--no-deps", "--target"])
            .arg(&folder)
            .arg(format!("astral-dev-toolchain-{name}=={version}"))
            .env("PIP_DISABLE_PIP_VERSION_CHECK", "1")
            .env("PIP_ROOT_USER_ACTION", "ignore");
        if output(&mut pip).is_ok() && program.is_file() {
            return Ok(program);
        }
        eprintln!("it is not to be had ready-made: compiling it");
        let mut install = cargo(&["install", "--locked", "--version", version, name, "--root"]);
        match output(install.arg(&folder)) {
            Ok(_) => Ok(program),
            Err(failure) => missing(format!("{name} {version}: {failure}")),
        }
    }
}
