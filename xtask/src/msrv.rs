//! The oldest compiler: a crate that says it works with Rust 1.85 is checked with Rust 1.85.

use crate::debian_rust::DebianRust;
use crate::run::{Outcome, Run, failed};
use crate::shell::{self, cargo, run as call};
use crate::workspace;

/// An old compiler that can be had without rustup: Debian's.
const RELEASE: &str = "1.85";

/// Checks the crates whose `rust-version` is that of the old compiler, each with all its features.
pub(crate) fn run(_: &mut Run) -> Outcome {
    let mut crates = workspace::crates()?;
    crates.retain(|krate| krate.package_value("rust-version") == Some(RELEASE));
    if crates.is_empty() {
        return failed(format!("no crate says that it works with Rust {RELEASE}"));
    }
    let rust = DebianRust::release(RELEASE)?;
    for krate in crates {
        let mut check = cargo(&["check", "--all-features", "--package", &krate.name]);
        check.env("CARGO_TARGET_DIR", shell::top().join("target").join("msrv"));
        rust.apply(&mut check)?;
        call(&mut check)?;
    }
    Ok(())
}
