//! `cargo xtask wasm`: the npm package, the page, their tests and measurements.
//!
//! Cargo builds the modules; npm's tools, at the versions of `crates/idwasm/npm`, do the rest in
//! `target/npm`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::debian;
use crate::no_std::{self, WASM};
use crate::run::{Outcome, Run, failed, missing};
use crate::shell::{self, cargo, command, find, output, run as call};
use crate::workspace;

/// The crate and its modules, which are features of it.
pub(crate) const CRATE: &str = "idwasm";
const MODULES: [&str; 3] = ["ids", "uuid", "backfill"];
/// The oldest Node that the package and its tools work with.
const NODE: u32 = 20;
/// What a module has of stack; its calls are a few frames deep.
const STACK: &str = "link-arg=-zstack-size=8192";

/// What chromium is called, on one system or another.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// Builds the package, and the page with it.
pub(crate) fn run(run: &mut Run, page: bool) {
    run.step("npm package", |_| build().map(drop));
    if page {
        run.step("page", |_| script("page.mjs", &[&page_folder()]));
    }
}

/// The tests of the package as it is packed and installed, in Node, bundlers, workers and a browser.
pub(crate) fn test(run: &mut Run) {
    let mut built = false;
    run.step("npm package", |_| {
        build()?;
        built = true;
        Ok(())
    });
    if built {
        run.step("npm tests", |run| {
            script("page.mjs", &[&page_folder()])?;
            install()?;
            let mut tests = node("test.mjs")?;
            if let Some(browser) = run.allow_missing(browser())? {
                tests.env("CHROMIUM", browser);
            }
            call(&mut tests)
        });
    }
}

/// Measures the package beside its peers, in one run, and saves what is found in `file`.
pub(crate) fn bench(run: &mut Run, file: Option<&Path>) {
    run.step("bench wasm", |_| {
        build()?;
        install()?;
        script("bench.mjs", file.as_slice())
    });
}

/// Packs the package and installs it where its tests are, with what they read.
fn install() -> Outcome {
    script("install.mjs", &[&shell::top().join("testdata"), &shell::top().join("docs")])
}

/// Builds the package into `target/npm/package`.
fn build() -> Outcome<PathBuf> {
    let tools = tools()?;
    let modules = tools.join("modules");
    fs::create_dir_all(&modules)?;
    for module in MODULES {
        fs::copy(compile(module)?, modules.join(format!("{module}.wasm")))?;
    }
    let package = tools.join("package");
    let version = workspace::version()?;
    let mut node = node("build.mjs")?;
    node.args([&folder(), &modules]).arg(version).arg(&package);
    call(&mut node)?;
    Ok(package)
}

/// Compiles a module.
fn compile(module: &str) -> Outcome<PathBuf> {
    let target = shell::top().join("target").join("wasm");
    let mut build = cargo(&["rustc", "--lib", "--crate-type", "cdylib", "--profile", "wasm"]);
    build.args(["--package", CRATE, "--target", WASM, "--no-default-features"]);
    build.args(["--features", module]);
    build.env("CARGO_TARGET_DIR", &target);
    no_std::standard_library(&mut build, WASM, "core")?;
    call(build.args(["--", "-C", STACK]))?;
    Ok(target.join(WASM).join("wasm").join(format!("{CRATE}.wasm")))
}

fn folder() -> PathBuf {
    shell::top().join("crates").join(CRATE)
}

fn page_folder() -> PathBuf {
    shell::top().join("target").join("page")
}

/// The folder with npm's tools, which is `crates/idwasm/npm` with what npm installs in it.
fn tools() -> Outcome<PathBuf> {
    let from = folder().join("npm");
    let to = shell::top().join("target").join("npm");
    check_node()?;
    let lock = fs::read(from.join("package-lock.json"))?;
    let installed = to.join("installed-lock.json");
    copy_folder(&from, &to)?;
    if fs::read(&installed).ok().as_ref() != Some(&lock) {
        let Some(npm) = find("npm") else { return missing("npm, for the package idwasm") };
        call(command(npm).args(["ci", "--no-progress"]).current_dir(&to))?;
        fs::write(installed, lock)?;
    }
    Ok(to)
}

fn check_node() -> Outcome {
    let needed = format!("Node {NODE} or later, for the package idwasm");
    let Some(node) = find("node") else { return missing(needed) };
    let version = output(command(node).arg("--version"))?;
    let major = version.trim_start_matches('v').split('.').next().and_then(|n| n.parse().ok());
    if major >= Some(NODE) { Ok(()) } else { missing(format!("{needed} (this is {version})")) }
}

/// A script of the folder with npm's tools.
fn node(script: &str) -> Outcome<Command> {
    let folder = tools()?;
    let Some(node) = find("node") else { return missing("node, for the package idwasm") };
    let mut command = command(node);
    command.arg(script).current_dir(folder);
    Ok(command)
}

fn script(script: &str, arguments: &[&Path]) -> Outcome {
    call(node(script)?.arg(folder()).args(arguments))
}

fn browser() -> Outcome<PathBuf> {
    let browser = || BROWSERS.iter().find_map(|name| find(name));
    if let Some(browser) = browser() {
        return Ok(browser);
    }
    let without = "the page and workers in a browser, which take chromium";
    debian::install(&["chromium"]).map_err(|failure| failure.missing_as(without))?;
    browser().map_or_else(|| failed("chromium, which is installed, is not there"), Ok)
}

fn copy_folder(from: &Path, to: &Path) -> Outcome {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let Some(name) = path.file_name() else { continue };
        if path.is_dir() {
            // What is no longer in the source is not to be tested.
            let _ = fs::remove_dir_all(to.join(name));
            copy_folder(&path, &to.join(name))?;
        } else {
            fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}
