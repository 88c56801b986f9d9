//! `idcli collisions`. The expected numbers are Python's, with fractions and 60 decimals.

use serde_json::Value;

use crate::tool::{Run, good, idcli, wrong_usage};

/// Whether a JSON number is the expected one to seven figures.
fn near(found: &Value, expected: f64) -> bool {
    (found.as_f64().unwrap() / expected - 1.0).abs() < 1e-7
}

#[test]
fn huids_at_a_rate() {
    let report = |rate, period| {
        good(&["collisions", "huid", "--rate", rate, "--for", period, "--json"]).json().remove(0)
    };
    let year = report("1000/s", "1y");
    assert!(near(&year["sustained"]["expected_pairs"], 7523.91815185547));
    assert!(near(&year["sustained"]["chance"], 1.0));
    assert!(near(&year["sustained"]["rate_per_s"], 1000.0));
    assert!(near(&year["sustained"]["period_s"], 31_557_600.0));
    let safe = year["safe"].as_array().unwrap();
    assert!(near(&safe[0]["chance"], 1e-9) && near(&safe[0]["rate_per_s"], 0.000364567516));
    assert!(near(&safe[3]["chance"], 0.5) && near(&safe[3]["rate_per_s"], 9.5982200));
    assert_eq!(safe[2]["burst"], 65);
    assert_eq!(safe[3]["burst"], 1705);
    let day = report("60000/min", "24h");
    assert!(near(&day["sustained"]["expected_pairs"], 20.599365234375));
    let one_percent = report("1.156/s", "1y");
    assert!(near(&one_percent["sustained"]["chance"], 0.010004105353367718));
    assert!(one_percent.get("burst").is_none());
}

#[test]
fn huids_in_a_burst() {
    for (ids, chance) in
        [("100", 0.002357597753689172), ("1000", 0.21196912492935274), ("1706", 0.5002680099167495)]
    {
        let run = good(&["collisions", "huid", "--burst", ids, "--json"]);
        assert!(near(&run.json()[0]["burst"]["chance"], chance), "{ids}");
    }
}

#[test]
fn scru128s() {
    let report = |per_ms| {
        let args = ["--generators", "1000", "--per-ms", per_ms, "--for", "1y", "--json"];
        good(&[&["collisions", "scru128"], &args[..]].concat()).json().remove(0)
    };
    assert!(near(&report("1")["expected_pairs"], 8.14929095743898e-10));
    assert!(near(&report("1")["chance"], 8.14929095411843e-10));
    assert!(near(&report("1000")["chance"], 0.000814597131210328));
    assert!(near(&report("1000")["expected_pairs"], 0.000814929095743898));
}

#[test]
fn one_generator_has_no_limit() {
    let run = good(&["collisions", "scru128", "--generators", "1", "--per-ms", "5", "--json"]);
    assert!(run.json()[0]["safe"][0]["per_ms"].is_null());
    let run = good(&["collisions", "scru128", "--generators", "1", "--per-ms", "5"]);
    assert!(run.text().contains("chance          none\n"));
}

#[test]
fn text_has_a_table_and_no_chart_in_a_pipe() {
    let run = good(&["collisions", "huid", "--rate", "1000/s", "--burst", "1000"]);
    assert!(run.text().contains("expected pairs  7523.92\n"), "{}", run.text());
    assert!(run.text().contains("chance          21.1969 %\n"), "{}", run.text());
    assert!(run.text().contains("|    0.1 % |     0.364659 |            65 |\n"), "{}", run.text());
    assert!(run.text().is_ascii());
}

#[test]
fn a_chart_where_a_person_looks() {
    for args in [
        &["huid", "--rate", "1000/s"][..],
        &["huid", "--burst", "1"],
        &["huid", "--burst", "18446744073709551615"],
        &["huid", "--rate", "1e-300/y"],
        &["huid", "--rate", "1e300/ms"],
        &["scru128", "--generators", "0", "--per-ms", "1"],
        &["scru128", "--generators", "18446744073709551615", "--per-ms", "1e300"],
        &["scru128", "--generators", "2", "--per-ms", "1e-300", "--for", "1ns"],
    ] {
        let mut command = idcli(&[&["collisions"], args].concat());
        let run = Run::of(command.env("CLICOLOR_FORCE", "1").output().unwrap());
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{args:?}");
        // The corner of the axes.
        assert!(run.text().contains("└──"), "{}", run.text());
    }
}

#[test]
fn loads_that_are_none() {
    for args in [
        &["huid"][..],
        &["huid", "--for", "1y"],
        &["huid", "--rate", "1000"],
        &["huid", "--rate", "0/s"],
        &["huid", "--rate", "1000/s", "--for", "0s"],
        &["huid", "--rate", "1000/s", "--for=-1y"],
        &["huid", "--burst", "many"],
        &["scru128"],
        &["scru128", "--generators", "2"],
        &["scru128", "--per-ms", "2"],
        &["scru128", "--generators", "2", "--per-ms", "nan"],
    ] {
        wrong_usage(&[&["collisions"], args].concat());
    }
}

#[test]
fn numbers_below_zero_are_told_as_what_they_are() {
    for (args, message) in [
        (&["huid", "--burst", "-1"][..], "expected a whole number from 0"),
        (&["huid", "--rate", "-1/s"], "expected a number and a unit of time"),
        (&["huid", "--rate", "1/s", "--for", "-1y"], "expected a period"),
        (&["scru128", "--generators", "-1", "--per-ms", "1"], "expected a whole number from 0"),
        (&["scru128", "--generators", "1", "--per-ms", "-1"], "is no number over zero"),
    ] {
        let error = wrong_usage(&[&["collisions"], args].concat());
        assert!(error.contains(message), "{error}");
        assert!(!error.contains("tip:"), "{error}");
    }
}
