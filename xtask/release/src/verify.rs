//! `cargo xtask release verify`: what is on the registries is what was packed, and works for users.

use crate::arguments::Arguments;
use crate::consumers;
use crate::pack::{Package, Packed};
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
        as_packed(package, &registries.look(package)?)?;
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

fn as_packed(package: &Package, found: &Found) -> Outcome {
    match found {
        Found::Version { checksum, yanked: true } if *checksum == package.checksum => {
            failed(format!("{package}: expected it for everybody, found that it was yanked"))
        }
        Found::Version { checksum, .. } if *checksum == package.checksum => Ok(()),
        found => failed(format!(
            "{package}: expected it with checksum {}, found {found:?}",
            package.checksum
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::as_packed;
    use crate::pack::Package;
    use crate::registries::Found;

    #[test]
    fn what_is_yanked_is_not_there_for_users() {
        let package = Package::example();
        let found = |checksum: &str, yanked| Found::Version { checksum: checksum.into(), yanked };
        assert_eq!(as_packed(&package, &found("aa", false)), Ok(()));
        let error = |found| as_packed(&package, &found).unwrap_err().to_string();
        assert!(error(found("aa", true)).ends_with("found that it was yanked"));
        assert!(error(found("bb", false)).contains("expected it with checksum aa, found Version"));
        assert!(error(Found::NoName).ends_with("found NoName"));
    }
}
