//! The stage that gates build in: what the commit has, under the names of the registry.

use std::fs;
use std::path::{Path, PathBuf};

use toml_edit::{Array, Item, TableLike, value};

use super::Check;
use super::program::emptied;
use crate::shell::{Outcome, command, output};
use crate::stage::{change, commit, stage};
use crate::workspace::{Member, Workspace};

/// A stage of the commit, made when there is none yet.
pub(crate) fn staged(check: &Check<'_>) -> Outcome<Workspace> {
    let (folder, marker) = (check.folder().join("stage"), check.folder().join("stage.commit"));
    let commit = commit(check.top, "HEAD")?;
    if folder.exists() && fs::read_to_string(&marker).is_ok_and(|staged| staged == commit) {
        return Workspace::at(&folder);
    }
    emptied(&folder)?;
    fs::create_dir_all(check.folder())?;
    let workspace = stage(&check.workspace()?, &commit, &folder)?;
    // Last: without it, the stage counts as not made.
    fs::write(marker, commit)?;
    Ok(workspace)
}

/// A copy of the stage in which one crate and those that it depends on are all that there is, and
/// nothing is for tests alone.
pub(crate) fn alone(check: &Check<'_>, stage: &Workspace, member: &Member) -> Outcome<PathBuf> {
    let folder = check.folder().join("alone");
    emptied(&folder)?;
    fs::create_dir_all(&folder)?;
    let mut files = vec!["Cargo.toml".to_owned(), "crates".to_owned()];
    files.retain(|file| stage.top.join(file).exists());
    output(command(&stage.top, "cp").arg("-R").args(files).arg(&folder))?;
    let own = member.folder.strip_prefix(&stage.top).unwrap_or(&member.folder).to_owned();
    change(&folder.join("Cargo.toml"), |root| {
        let workspace = &mut root["workspace"];
        workspace["members"] = value(Array::from_iter([own.display().to_string()]));
        workspace.as_table_like_mut().map(|workspace| workspace.remove("default-members"));
        Ok(())
    })?;
    for manifest in manifests(&folder.join("crates"))? {
        change(&manifest, |document| {
            document.remove("dev-dependencies");
            let targets = document.get_mut("target").and_then(Item::as_table_like_mut);
            for (_, target) in targets.into_iter().flat_map(TableLike::iter_mut) {
                target.as_table_like_mut().map(|target| target.remove("dev-dependencies"));
            }
            Ok(())
        })?;
    }
    Ok(folder)
}

fn manifests(crates: &Path) -> Outcome<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(crates)? {
        let manifest = entry?.path().join("Cargo.toml");
        found.extend(manifest.is_file().then_some(manifest));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::{alone, staged};
    use crate::check::Check;
    use crate::scratch::Scratch;
    use crate::shell::{cargo, output};

    #[test]
    fn a_crate_alone_has_what_it_depends_on_and_no_tests() {
        let scratch = Scratch::workspace("staged");
        let check = Check::of(scratch.top(), "0.1.0");
        let stage = staged(&check).unwrap();
        let folder = alone(&check, &stage, stage.member("two").unwrap()).unwrap();
        let tree =
            output(&mut cargo(&folder, &["tree", "--workspace", "--offline", "--prefix", "none"]))
                .unwrap();
        let names: Vec<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
        assert!(names.contains(&"two-ids") && names.contains(&"one"), "{tree}");
        let manifest = std::fs::read_to_string(folder.join("crates/one/Cargo.toml")).unwrap();
        assert!(!manifest.contains("dev-dependencies"), "{manifest}");
        // The stage is that of the commit, and stays as long as it is.
        let before = std::fs::metadata(stage.top.join("Cargo.toml")).unwrap().modified().unwrap();
        staged(&check).unwrap();
        let after = std::fs::metadata(stage.top.join("Cargo.toml")).unwrap().modified().unwrap();
        assert_eq!(before, after);
        scratch.write("crates/one/src/new.rs", "//! New.\n");
        scratch.commit();
        assert!(staged(&check).unwrap().top.join("crates/one/src/new.rs").is_file());
    }
}
