//! Help, the version, completions and colour.

use std::process::Stdio;

use crate::tool::{Run, good, idcli, run, wrong_usage};

#[test]
fn the_version() {
    assert_eq!(good(&["--version"]).text(), concat!("idcli ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn help_has_examples_that_the_command_line_takes() {
    for command in [&[][..], &["new"], &["inspect"], &["convert"], &["range"], &["collisions"]] {
        let help = good(&[command, &["--help"]].concat());
        let (_, examples) = help.text().split_once("Examples:\n").unwrap();
        for example in examples.lines().take_while(|line| line.starts_with("  ")) {
            // What goes on in a shell is left out, and what would read this test's input.
            let Some(line) = example.trim_start().strip_prefix("idcli ") else { continue };
            let words = line.split([' ']).take_while(|word| !["|", "<", ">"].contains(word));
            let words: Vec<&str> = words.collect();
            let mut child = idcli(&words).stdout(Stdio::piped()).spawn().unwrap();
            // An endless stream has an end when nobody reads it.
            drop(child.stdout.take());
            assert!(child.wait().unwrap().success(), "{example}");
        }
    }
}

#[test]
fn no_command_is_wrong() {
    let run = run(&[]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("Usage: idcli <COMMAND>"), "{}", run.stderr);
    wrong_usage(&["frobnicate"]);
    wrong_usage(&["new"]);
    wrong_usage(&["new", "uuid"]);
    wrong_usage(&["inspect", "--frobnicate"]);
}

#[test]
fn completions_of_each_shell_know_the_commands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = good(&["completions", shell]);
        for word in ["new", "inspect", "convert", "range", "collisions", "scru128"] {
            assert!(script.text().contains(word), "{shell}: {word}");
        }
    }
}

#[cfg(unix)]
#[test]
fn completions_are_what_bash_takes() {
    let script = good(&["completions", "bash"]);
    let mut bash = std::process::Command::new("bash");
    match bash.args(["-n", "-c", script.text()]).status() {
        Ok(status) => assert!(status.success()),
        Err(_) => eprintln!("skipped: there is no bash"),
    }
}

#[test]
fn closed_pipes_are_quiet() {
    for args in [&["--help"][..], &["completions", "zsh"], &["inspect", "1"]] {
        let mut child = idcli(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let run = Run::of(child.wait_with_output().unwrap());
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[test]
fn colour_is_for_terminals_unless_it_is_forced() {
    let stdout = |variables: &[(&str, &str)]| {
        let mut command = idcli(&["inspect", "258037077"]);
        command.envs(variables.iter().copied());
        Run::of(command.output().unwrap()).text().to_owned()
    };
    assert!(!stdout(&[]).contains('\x1B'));
    assert!(stdout(&[("CLICOLOR_FORCE", "1")]).contains("\x1B[36m123"));
    assert!(!stdout(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]).contains('\x1B'));
}
