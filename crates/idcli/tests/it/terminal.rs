//! What only a terminal shows: `script` of util-linux is one.

use std::process::{Command, Stdio};

use crate::tool::idcli;

/// What a command writes to a terminal, and its exit code; `None` where there is no `script`.
fn on_terminal(command: &str, variables: &[(&str, &str)]) -> Option<(String, Option<i32>)> {
    let tool = idcli(&[]).get_program().to_str().unwrap().to_owned();
    let mut script = Command::new("script");
    script
        .args(["--quiet", "--return", "--command", &command.replace("idcli", &tool), "/dev/null"])
        .env("TERM", "xterm-256color")
        .stdin(Stdio::null());
    // `CI` makes colours, whatever the terminal can show.
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI"] {
        script.env_remove(name);
    }
    match script.envs(variables.iter().copied()).output() {
        Ok(output) => {
            Some((String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code()))
        }
        Err(error) => {
            assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "script: {error}");
            eprintln!("skipped: there is no `script` of util-linux");
            None
        }
    }
}

#[test]
fn the_bits_are_drawn_in_colour() {
    let Some((shown, code)) = on_terminal("idcli inspect 258037077", &[]) else { return };
    assert_eq!(code, Some(0));
    // The bits of 258037077, by Python: a zero, 42 bits of 123 and 21 of 87381.
    assert!(
        shown.contains(
            "\x1B[90m0\x1B[0m\
             \x1B[36m0000000 00000000 00000000 00000000 00001111 011\x1B[0m\
             \x1B[35m00001 01010101 01010101\x1B[0m"
        ),
        "{shown}"
    );
    assert!(shown.contains("─ time_ms ─") && shown.contains("─ random ─"), "{shown}");
}

#[test]
fn without_colour_the_bits_are_drawn_all_the_same() {
    for variables in [[("NO_COLOR", "1")], [("TERM", "dumb")]] {
        let command = "idcli inspect 00QBTG0FERFTCCNFISUBO489DI";
        let Some((shown, _)) = on_terminal(command, &variables) else { return };
        assert!(!shown.contains('\x1B'), "{shown}");
        // By Python, the upper and the lower half.
        assert!(
            shown.contains(
                "00000000 11010010 11111011 00000000 00111101 11011011 01111111 01011000"
            ),
            "{shown}"
        );
        assert!(
            shown.contains(
                "11001011 10111110 01011100 11110010 11110000 01000100 00100101 10110010"
            ),
            "{shown}"
        );
    }
}

#[test]
fn bytes_are_refused() {
    let Some((shown, code)) = on_terminal("idcli new huid --format bytes", &[]) else { return };
    assert_eq!(code, Some(2));
    assert!(shown.contains("idcli: bytes are not for a terminal"), "{shown}");
    // Through a pipe, on the same terminal, they are not.
    let (_, code) = on_terminal("idcli new huid --format bytes | cat > /dev/null", &[]).unwrap();
    assert_eq!(code, Some(0));
}

#[test]
fn long_work_shows_a_bar_and_takes_it_away() {
    // The reader takes its time, so that the work is long on any machine.
    // There are more ids than the widest pipe takes at once.
    let slow = "idcli new huid -n 200000 | (sleep 2; cat > /dev/null)";
    let Some((shown, code)) = on_terminal(slow, &[]) else { return };
    assert_eq!(code, Some(0));
    assert!(shown.contains("of 200,000 ids"), "{shown:?}");
    // Nothing but the lines of the bar, each of which is wiped out.
    assert!(shown.ends_with("\x1B[2K"), "{shown:?}");
    let (shown, _) = on_terminal("idcli new huid -n 3 > /dev/null", &[]).unwrap();
    assert_eq!(shown, "");
}

#[test]
fn a_long_file_shows_how_far_the_work_is() {
    let path = std::env::temp_dir().join(format!("convert-terminal-{}.txt", std::process::id()));
    let line = "2489e9ad-2ee2-4e00-8ec9-32d5f69181c0\n";
    std::fs::write(&path, line.repeat(100_000)).unwrap();
    // The reader takes its time, so that the work is long on any machine.
    let convert = "idcli convert --from uuid --to scru128 --map bits";
    let slow = "(sleep 1; head -c 200000 > /dev/null; sleep 1; cat > /dev/null)";
    let shown: Vec<_> =
        [format!("{convert} {}", path.display()), format!("{convert} < {}", path.display())]
            .iter()
            .map_while(|command| on_terminal(&format!("{command} | {slow}"), &[]))
            .collect();
    std::fs::remove_file(&path).unwrap();
    for (shown, code) in shown {
        assert_eq!(code, Some(0));
        assert!(shown.contains("of 3.53 MiB"), "{shown:?}");
        assert!(shown.ends_with("\x1B[2K"), "{shown:?}");
    }
}
