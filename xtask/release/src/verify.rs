//! `cargo xtask release verify`: what is on the registries is what was packed, and works for users.

use crate::arguments::Arguments;
use crate::consumers;
use crate::pack::Packed;
use crate::registries::{Found, Registries};
use crate::shell::{Outcome, failed};
use crate::table::table;
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace, words: &[String]) -> Outcome {
    let arguments =
        Arguments::parse(words, &[], &["--into", "--registry", "--commit"])?.without_words()?;
    let registries = Registries::from_arguments(&arguments)?;
    let commit = arguments.value("--commit").unwrap_or("HEAD");
    let packed = Packed::load_or_make(workspace, commit, arguments.value("--into"))?;
    all(&registries, &packed)
}

/// Compares all checksums, then uses every package as somebody does who has nothing yet.
pub(crate) fn all(registries: &Registries, packed: &Packed) -> Outcome {
    for package in &packed.packages {
        match registries.look(package)? {
            Found::Version { checksum } if checksum == package.checksum => {}
            found => {
                return failed(format!(
                    "{package}: expected it with checksum {}, found {found:?}",
                    package.checksum
                ));
            }
        }
    }
    println!("\nall {} packages are on their registries, as packed", packed.packages.len());
    let used = consumers::all(packed)?;
    let rows: Vec<Vec<String>> = used
        .into_iter()
        .map(|used| vec![used.package, used.how, format!("{:.1}", used.time.as_secs_f64())])
        .collect();
    print!("{}", table(&["package", "used from empty caches", "s"], &rows));
    Ok(())
}
