//! The proof that the `no_std` crates need no `std`: a build for targets that have none.
//!
//! On the host a crate can use `std` without noticing, through a dependency. A bare-metal target
//! has no `std` to find. `thumbv6m` also has no 64-bit atomics and no compare-and-swap.
//!
//! Crates with a feature for JavaScript hosts are built with it too, for the target that it is for.
//!
//! With rustup's target installed this is an ordinary build. Elsewhere `core` itself is compiled
//! from source first, which takes a compiler that has its own source beside it: Debian's.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::debian_rust::DebianRust;
use crate::run::{Outcome, Run, missing};
use crate::shell::{self, cargo, command, output, run as call};
use crate::workspace::{self, Crate};

const BARE_METAL: &str = "thumbv6m-none-eabi";
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// How a crate is built: with which features, on which part of the standard library.
struct Build<'a> {
    target: &'a str,
    features: &'a [&'a str],
    library: &'a str,
}

pub(crate) fn run(run: &mut Run) {
    for target in [BARE_METAL, WASM] {
        run.step(&format!("no_std {target}"), |_| without_std(target));
    }
    run.step(&format!("js {WASM}"), |_| with_js());
}

/// Builds each crate that says it is `no_std`.
fn without_std(target: &str) -> Outcome {
    for krate in workspace::crates()? {
        if krate.has_category("no-std") {
            let no_alloc = krate.has_category("no-std::no-alloc");
            let library = if no_alloc { "core" } else { "core,alloc" };
            Build { target, features: &[], library }.run(&krate)?;
        }
    }
    Ok(())
}

/// Builds each crate that has a feature for JavaScript hosts, with it.
fn with_js() -> Outcome {
    for krate in workspace::crates()? {
        if krate.has_feature("js") {
            Build { target: WASM, features: &["js"], library: "std,panic_abort" }.run(&krate)?;
        }
    }
    Ok(())
}

impl Build<'_> {
    /// Builds a crate alone, so that no other crate's features help.
    fn run(&self, krate: &Crate) -> Outcome {
        let mut build = cargo(&["build", "--lib", "--no-default-features"]);
        build.args(["--package", &krate.name, "--target", self.target]);
        build.args(self.features.iter().flat_map(|feature| ["--features", feature]));
        // Nothing of it runs: no time is spent on optimising the standard library.
        build.args(["--config", "profile.dev.package.'*'.opt-level=0"]);
        build.env("CARGO_TARGET_DIR", shell::top().join("target").join("no_std"));
        standard_library(&mut build, self.target, self.library)?;
        call(&mut build)
    }
}

/// Gives a build a part of the standard library: rustup's, where it has the target, else compiled
/// from Debian's source.
pub(crate) fn standard_library(build: &mut Command, target: &str, library: &str) -> Outcome {
    if !is_installed(target)? {
        let debian = debian(target)?;
        build.arg(format!("-Zbuild-std={library}"));
        // The compiler that builds its own library may use what is unstable in it.
        build.env("RUSTC_BOOTSTRAP", "1");
        debian.apply(build)?;
        if target == WASM {
            build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker()?);
        }
    }
    Ok(())
}

/// The linker that rustup's compiler has beside it, since Debian's is another package.
fn linker() -> Outcome<PathBuf> {
    let libraries = output(command("rustc").args(["--print", "target-libdir"]))?;
    let linker = Path::new(&libraries).with_file_name("bin").join("rust-lld");
    if linker.is_file() { Ok(linker) } else { missing("rust-lld, to link WebAssembly") }
}

fn is_installed(target: &str) -> Outcome<bool> {
    let libraries =
        output(command("rustc").args(["--print", "target-libdir", "--target", target]))?;
    Ok(Path::new(&libraries).is_dir())
}

fn debian(target: &str) -> Outcome<DebianRust> {
    DebianRust::newest_with_source().or_else(|failure| {
        missing(format!("the build for {target}, which `rustup target add` allows ({failure})"))
    })
}
