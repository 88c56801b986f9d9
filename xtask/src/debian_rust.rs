//! Debian's Rust compilers, unpacked beside the project and not installed.
//!
//! Where a target or an older compiler cannot be had from rustup, Debian has `rustc-web`: a current
//! compiler with the source of its standard library, and an older one. Installing it would replace
//! a user's own compiler, and does so by design; unpacked, it disturbs nothing.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use crate::debian;
use crate::run::{Outcome, failed, missing};
use crate::shell::{output, tools_folder};

/// Libraries that LLVM's library stands on, and that a small system may not have.
const LIBRARIES: [&str; 3] = ["libedit2", "libxml2", "libz3-4"];

/// An unpacked compiler.
pub(crate) struct DebianRust {
    folder: PathBuf,
}

impl DebianRust {
    /// The newest compiler that there is, with the source of the standard library.
    pub(crate) fn newest_with_source() -> Outcome<Self> {
        Self::unpacked("rustc-newest", &["rustc-web", "rust-web-src"], "")
    }

    /// The newest compiler of a release, such as `1.85`.
    pub(crate) fn release(release: &str) -> Outcome<Self> {
        Self::unpacked(&format!("rustc-{release}"), &["rustc-web"], &format!("{release}."))
    }

    fn unpacked(name: &str, packages: &[&str], release: &str) -> Outcome<Self> {
        let rust = Self { folder: tools_folder().join(name) };
        if !rust.folder.exists() {
            let mut names = LIBRARIES.map(String::from).to_vec();
            for package in packages {
                let versions = debian::versions(package)?;
                let Some(version) = versions.iter().find(|v| v.starts_with(release)) else {
                    return missing(format!("a package {package} {release} of Debian"));
                };
                add_with_parts(format!("{package}={version}"), &mut names)?;
            }
            debian::unpack(&names, &rust.folder)?;
        }
        let mut version = Command::new(rust.compiler());
        match output(version.arg("-V").env("LD_LIBRARY_PATH", rust.libraries()?)) {
            Ok(version) => eprintln!("with Debian's {version}"),
            Err(failure) => return failed(failure.to_string()),
        }
        Ok(rust)
    }

    /// Makes a cargo command use this compiler.
    pub(crate) fn apply(&self, cargo: &mut Command) -> Outcome {
        cargo.env("RUSTC", self.compiler()).env("LD_LIBRARY_PATH", self.libraries()?);
        Ok(())
    }

    fn compiler(&self) -> PathBuf {
        self.folder.join("usr/bin/rustc")
    }

    /// The compiler's own libraries, before those that this process was started with.
    fn libraries(&self) -> Outcome<OsString> {
        let mut folders =
            vec![self.folder.join(format!("usr/lib/{}-linux-gnu", env::consts::ARCH))];
        folders.extend(env::split_paths(&env::var_os("LD_LIBRARY_PATH").unwrap_or_default()));
        env::join_paths(folders).or_else(|error| failed(error.to_string()))
    }
}

/// Adds a package, and the parts of the compiler that it depends on.
fn add_with_parts(package: String, packages: &mut Vec<String>) -> Outcome {
    if !packages.contains(&package) {
        let parts = parts(&debian::describe(&package)?);
        packages.push(package);
        for part in parts {
            add_with_parts(part, packages)?;
        }
    }
    Ok(())
}

/// The parts of the compiler in a package's dependencies, as `name` or `name=version`.
fn parts(description: &str) -> Vec<String> {
    let depends = description.lines().find_map(|line| line.strip_prefix("Depends: "));
    let is_part = |name: &str| name.starts_with("libstd-rust") || name.starts_with("libllvm");
    depends
        .unwrap_or_default()
        .split(", ")
        .filter(|dependency| is_part(dependency))
        .map(|dependency| match dependency.split_once(" (= ") {
            Some((name, version)) => format!("{name}={}", version.trim_end_matches(')')),
            None => dependency.split(' ').next().unwrap_or(dependency).to_owned(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn parts_keep_their_exact_version() {
        let description = "Package: rustc-web\n\
            Depends: libc6 (>= 2.34), libstd-rust-web-1.85 (= 1.85.0+dfsg3-1), libllvm19 (>= 19.1), gcc\n\
            Recommends: libllvm18";
        assert_eq!(parts(description), ["libstd-rust-web-1.85=1.85.0+dfsg3-1", "libllvm19"]);
        assert!(parts("Package: rust-web-src\n").is_empty());
    }
}
