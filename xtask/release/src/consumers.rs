//! Users of the packages, who have nothing yet: empty caches, a folder of their own, and only what the
//! registries give.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::time::{Duration, Instant};

use crate::pack::{Kind, Package, Packed};
use crate::shell::{Outcome, cargo, command, failed, output};

/// A HUID, and the millisecond in which it was made: 2026-01-01T00:00:00.123Z.
const HUID: (&str, &str) = ("258037077", "1767225600123");
/// A SCRU128, and the millisecond in which it was made: 2021-10-17T11:50:39.325Z.
const SCRU128: (&str, &str) = ("00QBTG0FERFTCCNFISUBO489DI", "1634471439325");

/// What a package was used for, and how long it took to build and run.
#[derive(Debug)]
pub(crate) struct Used {
    pub(crate) package: String,
    pub(crate) how: String,
    pub(crate) time: Duration,
}

/// A program that depends on one crate of ours.
struct Program {
    /// What `cargo add` is told about the crate.
    add: &'static [&'static str],
    /// What else it depends on.
    other: Option<&'static str>,
    /// What it prints, as an expression.
    expression: String,
    prints: &'static str,
}

/// Uses all packages, each alone.
pub(crate) fn all(packed: &Packed) -> Outcome<Vec<Used>> {
    // Outside of the workspace, whose settings and lockfile are not the user's.
    let scratch = env::temp_dir().join(format!("release-verify-{}", process::id()));
    fs::create_dir_all(scratch.join("cargo-home"))?;
    // How the registries are reached is the user's to say; what is cached from them is not taken.
    let config = cargo_home()?.join("config.toml");
    if config.is_file() {
        fs::copy(config, scratch.join("cargo-home/config.toml"))?;
    }
    let mut used = Vec::new();
    for package in &packed.packages {
        used.extend(use_package(&scratch, package).map_err(|failure| {
            failure.about(format!("{package}, as a user has it (see {})", scratch.display()))
        })?);
    }
    fs::remove_dir_all(&scratch)?;
    Ok(used)
}

fn cargo_home() -> Outcome<PathBuf> {
    let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".cargo"));
    match env::var_os("CARGO_HOME").map(PathBuf::from).or_else(home) {
        Some(home) => Ok(home),
        None => failed("neither CARGO_HOME nor HOME is set"),
    }
}

fn use_package(scratch: &Path, package: &Package) -> Outcome<Vec<Used>> {
    let mut used = Vec::new();
    let mut timed = |how: &str, work: &dyn Fn() -> Outcome| {
        eprintln!("{package}: {how}");
        let start = Instant::now();
        work()?;
        used.push(Used {
            package: package.to_string(),
            how: how.to_owned(),
            time: start.elapsed(),
        });
        Outcome::Ok(())
    };
    match package.kind {
        Kind::Npm => timed("npm install, import and require in Node", &|| node(scratch, package))?,
        Kind::Crate if package.source == "idcli" => {
            timed("cargo install, and the program is run", &|| install(scratch, package))?;
        }
        Kind::Crate => {
            for (number, program) in programs(&package.source).iter().enumerate() {
                let how = [&["cargo", "add", &package.name], program.add].concat().join(" ");
                timed(&how, &|| run(scratch, package, program, number))?;
            }
        }
    }
    Ok(used)
}

fn programs(krate: &str) -> Vec<Program> {
    let parses = |add: &'static [&'static str]| Program {
        add,
        other: None,
        expression: format!("\"{}\".parse::<{krate}::Huid>().unwrap().unix_ms()", HUID.0),
        prints: HUID.1,
    };
    let expression = |expression: &str| expression.to_owned();
    match krate {
        "idcore" => vec![Program {
            expression: format!("\"{}\".parse::<idcore::Scru128>().unwrap().unix_ms()", SCRU128.0),
            prints: SCRU128.1,
            ..parses(&[])
        }],
        // Under the registry's name in `Cargo.toml`, and under the name that it has in code.
        "idgen" => [&[][..], &["--rename", "idgen"]]
            .map(|add| Program {
                add,
                other: None,
                expression: expression("idgen::scru128() < idgen::scru128()"),
                prints: "true",
            })
            .into(),
        "idserde" => vec![Program {
            other: Some("serde_json@1"),
            expression: expression(
                "serde_json::from_str::<idserde::Huid>(\"\\\"258037077\\\"\").unwrap().unix_ms()",
            ),
            ..parses(&[])
        }],
        "iduuid" => vec![Program {
            other: Some("uuid@1"),
            expression: expression(
                "iduuid::scru128_from_uuid_v7(\"017f22e2-79b0-7cc3-98c4-dc0c0c07398f\"\
                 .parse::<uuid::Uuid>().unwrap()).unwrap().unix_ms()",
            ),
            prints: "1645557742000",
            ..parses(&[])
        }],
        "idsqlx" | "iddiesel" => vec![parses(&["--features", "postgres"])],
        "idseaorm" => vec![parses(&["--features", "sqlx-postgres"])],
        "idpostgres" => vec![parses(&["--features", "tokio-postgres"])],
        "idrusqlite" => vec![parses(&["--features", "bundled"])],
        // One that has no program here is compiled and linked at least.
        _ => vec![Program {
            expression: format!("{{ use {krate} as _; true }}"),
            prints: "true",
            ..parses(&[])
        }],
    }
}

/// A program in a folder of its own, as `cargo add` makes its manifest.
fn run(scratch: &Path, package: &Package, program: &Program, number: usize) -> Outcome {
    let folder = scratch.join(format!("{}-{number}", package.name));
    fs::create_dir_all(folder.join("src"))?;
    let manifest = "[package]\nname = \"consumer\"\nedition = \"2024\"\n\n[workspace]\n";
    fs::write(folder.join("Cargo.toml"), manifest)?;
    let main = format!("fn main() {{\n    println!(\"{{}}\", {});\n}}\n", program.expression);
    fs::write(folder.join("src/main.rs"), main)?;
    let crate_name = format!("{}@={}", package.name, package.version);
    let mut add = as_user(scratch, &folder, &["add", "--quiet", &crate_name]);
    output(add.args(program.add))?;
    if let Some(other) = program.other {
        output(&mut as_user(scratch, &folder, &["add", "--quiet", other]))?;
    }
    let found = output(&mut as_user(scratch, &folder, &["run", "--quiet"]))?;
    expect(program.prints, &found)
}

/// The tool, as its README says to install it.
fn install(scratch: &Path, package: &Package) -> Outcome {
    let root = scratch.join("root");
    // Not optimized: whether it can be built and run is the question, not how fast it is.
    let mut install = as_user(scratch, scratch, &["install", "--debug", "--quiet", &package.name]);
    output(install.args(["--version", &package.version, "--root"]).arg(&root))?;
    let mut inspect = command(scratch, root.join("bin").join(&package.name));
    let found = output(inspect.args(["inspect", HUID.0]))?;
    if found.contains("2026-01-01T00:00:00.123Z") {
        return Ok(());
    }
    failed(format!("expected the time 2026-01-01T00:00:00.123Z, found\n{found}"))
}

fn as_user(scratch: &Path, folder: &Path, arguments: &[&str]) -> Command {
    let mut command = cargo(folder, arguments);
    command.env("CARGO_HOME", scratch.join("cargo-home"));
    // Shared by all, so that what two crates depend on is compiled once.
    command.env("CARGO_TARGET_DIR", scratch.join("target"));
    command.env("CARGO_PROFILE_DEV_DEBUG", "false");
    command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
    command
}

fn node(scratch: &Path, package: &Package) -> Outcome {
    let folder = scratch.join("node");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("package.json"), "{ \"name\": \"consumer\", \"private\": true }\n")?;
    let mut npm = command(&folder, "npm");
    npm.args(["install", "--silent", &format!("{}@{}", package.name, package.version)]);
    output(npm.env("npm_config_cache", scratch.join("npm-cache")))?;
    let print = format!("console.log(Scru128.parse('{}').date.getTime(), huid() < 0n)", SCRU128.0);
    let expected = format!("{} false", SCRU128.1);
    for (file, load) in [
        ("module.mjs", "import { Scru128, huid } from 'idwasm';"),
        ("script.cjs", "const { Scru128, huid } = require('idwasm');"),
    ] {
        fs::write(folder.join(file), format!("{load}\n{print};\n"))?;
        expect(&expected, &output(command(&folder, "node").arg(file))?)?;
    }
    Ok(())
}

fn expect(expected: &str, found: &str) -> Outcome {
    if found == expected {
        return Ok(());
    }
    failed(format!("expected `{expected}`, found `{found}`"))
}

#[cfg(test)]
mod tests {
    use super::programs;

    #[test]
    fn every_crate_has_a_program() {
        assert_eq!(programs("idgen").len(), 2);
        assert_eq!(programs("idnew")[0].expression, "{ use idnew as _; true }");
        assert!(programs("idsqlx")[0].expression.contains("idsqlx::Huid"));
    }
}
