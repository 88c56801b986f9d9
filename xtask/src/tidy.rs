//! `cargo xtask tidy`: rules that no other tool checks.
//!
//! | module | its rules are of |
//! | --- | --- |
//! | `manifests` | dependencies between crates, and where versions stand |
//! | `sources` | single files: documentation, length, nothing undone |
//! | `public`, `shown` | public items, each of which is shown in an example |
//! | `names` | what users are told to write in `Cargo.toml` |
//! | `guide` | documents: links, the table of contents, examples that are run |

mod guide;
mod manifests;
mod names;
mod public;
mod shown;
mod sources;

use crate::run::{Outcome, failed};
use crate::shell;
use crate::workspace::{self, files, read};

/// The crates, lowest first: each depends only on crates before it.
pub(crate) const LAYERS: [&str; 14] = [
    "idcore",
    "idgen",
    "idserde",
    "iduuid",
    "idcolumns",
    "idsqlx",
    "iddiesel",
    "idseaorm",
    "idpostgres",
    "idrusqlite",
    "idsql",
    "idmigrate",
    "idwasm",
    "idcli",
];
/// Checks all rules and names each breach.
pub(crate) fn run() -> Outcome {
    let crates = workspace::crates()?;
    let mut breaches: Vec<String> = crates.iter().flat_map(manifests::breaches).collect();
    breaches.extend(manifests::breaches_of_top(&read(&shell::top().join("Cargo.toml"))?));
    for tool in workspace::tools()? {
        breaches.extend(manifests::breaches_of_tool(&tool));
    }
    for (ending, _) in sources::LANGUAGES {
        for file in files(shell::top(), ending)? {
            let name = file.strip_prefix(shell::top()).unwrap_or(&file).display().to_string();
            breaches.extend(sources::breaches(&name, &read(&file)?));
        }
    }
    breaches.extend(shown::breaches(&crates)?);
    breaches.extend(guide::breaches(shell::top(), &crates)?);
    breaches.extend(names::breaches(shell::top())?);
    for breach in &breaches {
        eprintln!("{breach}");
    }
    match breaches.len() {
        0 => Ok(()),
        1 => failed("a breach of the rules"),
        count => failed(format!("{count} breaches of the rules")),
    }
}
