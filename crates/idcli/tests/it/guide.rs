//! The guide's page of commands is the help that the tool prints.

use std::fmt::Write as _;
use std::fs;

use crate::tool::good;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/commands.md");

/// The beginning of the page.
const HEAD: &str = "\
# The command idcli

<!-- Made by `UPDATE_DOCS=1 cargo test -p idcli guide`, and compared by that test: do not edit. -->

The short help of each command; `idcli help COMMAND` says more.
";

/// The commands, in the order of the page.
const COMMANDS: [&str; 8] = [
    "",
    "new",
    "inspect",
    "convert",
    "range",
    "collisions huid",
    "collisions scru128",
    "completions",
];

#[test]
fn the_page_of_commands_is_the_help() {
    let mut page = HEAD.to_owned();
    for command in COMMANDS {
        let words: Vec<&str> = command.split_whitespace().chain(["-h"]).collect();
        let help = good(&words);
        let title = format!("idcli {command}");
        let (title, help) = (title.trim_end(), help.text().trim_end());
        write!(page, "\n## {title}\n\n```text\n{help}\n```\n").unwrap();
    }
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(PAGE, &page).unwrap();
    }
    let found = fs::read_to_string(PAGE).unwrap();
    assert!(found == page, "docs/commands.md is otherwise; UPDATE_DOCS=1 writes:\n{page}");
}

#[test]
fn the_page_has_every_command() {
    let help = good(&["-h"]);
    let (_, list) = help.text().split_once("Commands:\n").unwrap();
    let list = list.split_once("\n\n").unwrap().0;
    for name in list.lines().filter_map(|line| line.split_whitespace().next()) {
        let on_page = COMMANDS.iter().any(|command| command.split(' ').next() == Some(name));
        assert!(name == "help" || on_page, "{name} is not on the page");
    }
}
