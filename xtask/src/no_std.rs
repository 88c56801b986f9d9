//! The proof that the `no_std` crates need no `std`: a build for targets that have none.
//!
//! On the host a crate can use `std` without noticing, through a dependency. A bare-metal target
//! has no `std` to find. `thumbv6m` also has no 64-bit atomics and no compare-and-swap.
//!
//! With rustup's target installed this is an ordinary build. Elsewhere `core` itself is compiled
//! from source first, which takes a compiler that has its own source beside it: Debian's.

use crate::debian_rust::DebianRust;
use crate::run::{Outcome, Run, missing};
use crate::shell::{self, cargo, command, output, run as call};
use crate::workspace;

const TARGETS: [&str; 2] = ["thumbv6m-none-eabi", "wasm32-unknown-unknown"];

pub(crate) fn run(run: &mut Run) {
    for target in TARGETS {
        run.step(&format!("no_std {target}"), |_| build(target));
    }
}

/// Builds each crate that says it is `no_std`, alone, so that no other crate's features help.
fn build(target: &str) -> Outcome {
    let is_installed = is_installed(target)?;
    let debian = if is_installed { None } else { Some(debian(target)?) };
    for krate in workspace::crates()? {
        if !krate.has_category("no-std") {
            continue;
        }
        let mut build = cargo(&["build", "--lib", "--no-default-features", "--target", target]);
        build.args(["--package", &krate.name]);
        // Nothing of it runs: no time is spent on optimising `core`.
        build.args(["--config", "profile.dev.package.'*'.opt-level=0"]);
        build.env("CARGO_TARGET_DIR", shell::top().join("target").join("no_std"));
        if let Some(debian) = &debian {
            let no_alloc = krate.has_category("no-std::no-alloc");
            build.arg(if no_alloc { "-Zbuild-std=core" } else { "-Zbuild-std=core,alloc" });
            // The compiler that builds its own library may use what is unstable in it.
            build.env("RUSTC_BOOTSTRAP", "1");
            debian.apply(&mut build)?;
        }
        call(&mut build)?;
    }
    Ok(())
}

fn is_installed(target: &str) -> Outcome<bool> {
    let libraries =
        output(command("rustc").args(["--print", "target-libdir", "--target", target]))?;
    Ok(std::path::Path::new(&libraries).is_dir())
}

fn debian(target: &str) -> Outcome<DebianRust> {
    DebianRust::newest_with_source().or_else(|failure| {
        missing(format!("the build for {target}, which `rustup target add` allows ({failure})"))
    })
}
