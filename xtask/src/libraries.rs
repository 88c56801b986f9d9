//! The client libraries of databases, which some crates' tests are linked with.

use std::process::Command;

use crate::debian;
use crate::run::{Outcome, Run};
use crate::shell::output;
use crate::workspace;

/// A crate, the libraries as `pkg-config` names them, and Debian's packages with them.
const USERS: [(&str, &[&str], &[&str]); 1] =
    [("iddiesel", &["libpq", "libmariadb"], &["libpq-dev", "libmariadb-dev", "pkg-config"])];

/// The arguments that make cargo take the whole workspace, but for crates that cannot be linked.
pub(crate) fn whole_workspace(run: &mut Run) -> Outcome<Vec<String>> {
    let mut arguments = vec!["--workspace".to_owned()];
    let crates = workspace::crates()?;
    for (user, libraries, packages) in USERS {
        if crates.iter().any(|krate| krate.name == user)
            && run.allow_missing(ensure(user, libraries, packages))?.is_none()
        {
            arguments.extend(["--exclude".to_owned(), user.to_owned()]);
        }
    }
    Ok(arguments)
}

fn ensure(user: &str, libraries: &[&str], packages: &[&str]) -> Outcome {
    if output(Command::new("pkg-config").arg("--exists").args(libraries)).is_ok() {
        return Ok(());
    }
    let without = format!("{user}, which needs the libraries {}", libraries.join(", "));
    debian::install(packages).map_err(|failure| failure.missing_as(&without))
}
