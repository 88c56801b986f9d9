//! The vectors in `testdata/`, which several languages share.

use std::fs;
use std::path::Path;

use super::Made;
use crate::run::{Outcome, failed};
use crate::shell::{command, run as call};
use crate::workspace::{files, read};

/// The tables of vectors. Each script writes its tables beside itself, so copies of the scripts write
/// copies of the tables.
pub(super) fn make(python: &Path, tables: &Path, scratch: &Path) -> Outcome<Made> {
    if scratch.exists() {
        fs::remove_dir_all(scratch)?;
    }
    fs::create_dir_all(scratch)?;
    for script in files(tables, "py")? {
        let copy = scratch.join(script.file_name().unwrap_or_default());
        fs::copy(&script, &copy)?;
        call(command(python).arg(&copy))?;
    }
    copies(tables, scratch)
}

/// The copies of the tables; the error is a table that no script makes or that does not say which.
fn copies(tables: &Path, scratch: &Path) -> Outcome<Made> {
    let mut made = Made::new();
    for table in files(scratch, "tsv")? {
        let name = table.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = read(&table)?;
        let scripts = files(scratch, "py")?;
        let mut scripts = scripts.iter().filter_map(|script| script.file_name()?.to_str());
        let head: Vec<&str> = text.lines().take_while(|line| line.starts_with('#')).collect();
        if !scripts.any(|script| head.iter().any(|line| line.contains(script))) {
            return failed(format!("testdata/{name}: it does not say which script makes it"));
        }
        made.insert(format!("testdata/{name}"), text);
    }
    for table in files(tables, "tsv")? {
        let name = table.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !made.contains_key(&format!("testdata/{name}")) {
            return failed(format!("testdata/{name}: no script makes it"));
        }
    }
    Ok(made)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::copies;

    #[test]
    fn tables_without_a_script_or_a_head_are_named() {
        let top = std::env::temp_dir().join(format!("xtask-tables-{}", std::process::id()));
        let (tables, scratch) = (top.join("a"), top.join("b"));
        for (folder, file, text) in [
            (&tables, "one.tsv", "stale"),
            (&scratch, "one.tsv", "# Made by make_it.py\n1\n"),
            (&scratch, "make_it.py", ""),
        ] {
            fs::create_dir_all(folder).unwrap();
            fs::write(folder.join(file), text).unwrap();
        }
        let made = copies(&tables, &scratch).unwrap();
        assert_eq!(made["testdata/one.tsv"], "# Made by make_it.py\n1\n");

        fs::write(tables.join("two.tsv"), "typed").unwrap();
        let failure = copies(&tables, &scratch).unwrap_err().to_string();
        assert_eq!(failure, "testdata/two.tsv: no script makes it");
        fs::write(scratch.join("two.tsv"), "# Made by hand\n").unwrap();
        let failure = copies(&tables, &scratch).unwrap_err().to_string();
        assert_eq!(failure, "testdata/two.tsv: it does not say which script makes it");
        fs::remove_dir_all(top).unwrap();
    }
}
