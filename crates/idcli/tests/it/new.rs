//! `idcli new`

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::tool::{Run, good, idcli, run, wrong_usage};

fn unix_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64
}

#[test]
fn one_id_of_the_present() {
    let before = unix_ms();
    let huid: u64 = good(&["new", "huid"]).text().trim_end().parse().unwrap();
    let scru128 = good(&["new", "scru128", "--format", "int"]);
    let scru128: u128 = scru128.text().trim_end().parse().unwrap();
    let after = unix_ms();
    // The specifications' epochs and widths.
    assert!((before..=after).contains(&(1767225600000 + (huid >> 21))));
    assert!((before..=after).contains(&(1577836800000 + (scru128 >> 84) as u64)));
}

#[test]
fn many_scru128s_rise_and_are_distinct() {
    let run = good(&["new", "scru128", "-n", "100000"]);
    let lines = run.lines();
    assert_eq!(lines.len(), 100_000);
    assert!(lines.iter().all(|line| line.len() == 26));
    assert!(lines.is_sorted_by(|a, b| a < b));
}

#[test]
fn huids_of_a_time() {
    let run = good(&["new", "huid", "-n", "3", "--at", "2026-01-01T00:00:00.123Z"]);
    assert_eq!(run.lines().len(), 3);
    for line in run.lines() {
        assert!((257949696..=260046847).contains(&line.parse::<u64>().unwrap()), "{line}");
    }
}

#[test]
fn scru128s_of_a_time() {
    for at in ["2026-11-15T23:17:12.814624Z", "@1794784632814", "2026-11-16T00:17:12.814+01:00"] {
        let run = good(&["new", "scru128", "-n", "5000", "--at", at]);
        let lines = run.lines();
        assert_eq!(lines.len(), 5000);
        assert!(lines.is_sorted_by(|a, b| a < b));
        // Python's integers: of that millisecond, or of the next where the counter ends.
        assert!(lines[0] >= "0350OP6VN00000000000000000");
        assert!(lines[4999] <= "0350OP6VNVVVVVVVVVVVVVVVVV", "{}", lines[4999]);
    }
}

#[test]
fn distinct_huids() {
    let at = ["--at", "2026-01-01T00:00:00.123Z"];
    let run = good(&[&["new", "huid", "--distinct", "-n", "50000"], &at[..]].concat());
    assert_eq!(run.lines().into_iter().collect::<HashSet<_>>().len(), 50_000);
    // As many at random collide for certain: the chance of none is e^-596.
    let run = good(&[&["new", "huid", "-n", "50000"], &at[..]].concat());
    assert!(run.lines().into_iter().collect::<HashSet<_>>().len() < 50_000);
}

#[test]
fn distinct_is_for_huids() {
    assert_eq!(
        wrong_usage(&["new", "scru128", "--distinct"]),
        "idcli: --distinct is for huid: the ids that scru128 makes are always distinct\n"
    );
}

#[test]
fn the_ids_of_the_last_millisecond_come_to_an_end() {
    let mut args = vec!["new", "huid", "--distinct", "--format", "bytes", "-n", "2097153"];
    args.extend(["--at", "2165-05-15T07:35:11.103Z"]);
    let run = run(&args);
    assert_eq!(run.code, Some(1));
    assert_eq!(
        run.stderr,
        "idcli: no more HUID ids --at 2165-05-15T07:35:11.103Z: they have come to the end of the \
         scheme's time\n"
    );
}

#[test]
fn formats() {
    let lengths = |args: &[&str]| -> Vec<usize> {
        good(&[&["new"], args, &["-n", "2"]].concat()).lines().iter().map(|l| l.len()).collect()
    };
    assert_eq!(lengths(&["huid", "--format", "padded"]), [19, 19]);
    assert_eq!(lengths(&["huid", "--format", "hex"]), [18, 18]);
    assert_eq!(lengths(&["scru128", "--format", "hex"]), [34, 34]);
    assert_eq!(lengths(&["scru128", "--format", "lower"]), [26, 26]);
    assert!(
        good(&["new", "scru128", "--format", "lower"]).text().chars().all(|c| !c.is_uppercase())
    );
    for scheme in ["huid", "scru128"] {
        for id in good(&["new", scheme, "-n", "2", "--format", "json"]).json() {
            assert!(id.is_string());
        }
    }
    assert_eq!(good(&["new", "huid", "-n", "1000", "--format", "bytes"]).stdout.len(), 8000);
    let bytes = good(&["new", "scru128", "-n", "1000", "--format", "bytes"]).stdout;
    assert_eq!(bytes.len(), 16000);
    assert!(bytes.chunks(16).is_sorted_by(|a, b| a < b));
}

#[test]
fn formats_of_the_other_scheme_are_refused() {
    assert!(wrong_usage(&["new", "huid", "--format", "lower"]).contains("is for scru128"));
    assert!(wrong_usage(&["new", "scru128", "--format", "padded"]).contains("is for huid"));
}

#[test]
fn none() {
    assert_eq!(good(&["new", "scru128", "-n", "0"]).text(), "");
}

#[test]
fn counts_that_are_no_numbers() {
    for count in ["-1", "-1.5", "1.5", "ten", "18446744073709551616"] {
        for args in [&["new", "huid", "-n", count][..], &["new", "huid", &format!("-n={count}")]] {
            let message = wrong_usage(args);
            assert!(
                message.contains("-n takes a number of ids from 0, or nothing for ids without end"),
                "{message}"
            );
            assert!(!message.contains("-- -"), "{message}");
        }
    }
    // What comes after -n may be the next option.
    let mut child =
        idcli(&["new", "huid", "-n", "--format", "hex"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.next().unwrap().unwrap().starts_with("0x"));
    drop(lines);
    assert!(child.wait().unwrap().success());
}

#[test]
fn times_outside_the_window() {
    for (scheme, at, window) in [
        (
            "huid",
            "2025-12-31T23:59:59.999Z",
            "2026-01-01T00:00:00.000Z to 2165-05-15T07:35:11.103Z",
        ),
        (
            "huid",
            "2165-05-15T07:35:11.104Z",
            "2026-01-01T00:00:00.000Z to 2165-05-15T07:35:11.103Z",
        ),
        ("huid", "@-9223372036854775808", "2026-01-01T00:00:00.000Z"),
        ("scru128", "1969-07-20T20:17:40Z", "2020-01-01T00:00:00.000Z to 2577-06-22T06:20:44.415Z"),
        ("scru128", "2577-06-22T06:20:44.416Z", "to 2577-06-22T06:20:44.415Z"),
        (
            "scru128",
            "2020-01-01T00:00:00Z",
            "no ids can be made --at 2020-01-01T00:00:00.000Z: those of the first and the last \
             millisecond of SCRU128 are reserved",
        ),
        ("scru128", "2577-06-22T06:20:44.415Z", "--at 2577-06-22T06:20:44.415Z: those of the"),
        ("scru128", "2026-06-30T23:59:60Z", "a Unix time has no leap seconds"),
    ] {
        let message = wrong_usage(&["new", scheme, "--at", at]);
        assert!(message.contains(window), "{message}");
        assert!(!message.contains("clock"), "{message}");
    }
    assert!(wrong_usage(&["new", "huid", "--at", "tomorrow"]).contains("expected RFC 3339"));
    good(&["new", "huid", "--at", "2165-05-15T07:35:11.103Z"]);
    good(&["new", "scru128", "--at", "2577-06-22T06:20:44.414Z"]);
}

#[test]
fn a_closed_pipe_is_a_quiet_end() {
    for args in [&["new", "scru128", "-n"][..], &["new", "huid", "-n", "100000000"]] {
        let mut child = idcli(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(lines.next().unwrap().unwrap().len() > 10);
        drop(lines);
        let run = Run::of(child.wait_with_output().unwrap());
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[test]
fn without_a_number_there_is_no_end() {
    let mut child = idcli(&["new", "huid", "-n"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut bytes = vec![0; 10_000_000];
    child.stdout.take().unwrap().read_exact(&mut bytes).unwrap();
    assert!(child.wait().unwrap().success());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let run = Run::of(idcli(&["new", "huid"]).stdout(full).output().unwrap());
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.starts_with("idcli: cannot write standard output: "), "{}", run.stderr);
}
