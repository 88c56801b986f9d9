//! Gate: each crate builds, and passes its tests, with the Rust version that it states.

use super::Check;
use super::program::{outcome, xtask};
use super::report::Report;

pub(crate) fn run(check: &Check<'_>, report: &mut Report) {
    let members = match check.workspace() {
        Ok(workspace) => workspace.members,
        Err(failure) => {
            report.part("crates", || Err(failure));
            return;
        }
    };
    let mut versions: Vec<_> = members.iter().filter_map(|m| m.rust_version.clone()).collect();
    versions.sort();
    versions.dedup();
    for version in versions {
        let own = members.iter().filter(|member| member.rust_version.as_ref() == Some(&version));
        let names: Vec<&str> = own.map(|member| member.name.as_str()).collect();
        let release = format!("{}.{}", version.major, version.minor);
        report.part(&format!("Rust {release}"), || {
            let mut words = vec!["msrv", "--test"];
            words.extend(&names);
            let mut msrv = xtask(check, &words);
            outcome(check, &format!("msrv-{release}"), &mut msrv, &names.join(", "))
        });
    }
    report.part("stated", || {
        let silent = members.iter().filter(|member| member.rust_version.is_none());
        let breach = |name: &str| format!("crates/{name}/Cargo.toml: it has no rust-version");
        let breaches = silent.map(|member| breach(&member.name)).collect();
        Ok(super::report::Verdict::of(breaches, "by every crate"))
    });
}
