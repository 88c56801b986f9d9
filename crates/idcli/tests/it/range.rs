//! `idcli range`. The bounds are Python's integers.

use serde_json::json;

use crate::tool::{good, wrong_usage};

fn bounds(scheme: &str, times: [&str; 4]) -> (String, String) {
    let run = good(&[&["range", scheme, "--json"], &times[..]].concat());
    let object = &run.json()[0];
    let text = |name: &str| object[name].as_str().unwrap().to_owned();
    (text("lowest"), text("highest"))
}

#[test]
fn a_window_in_text() {
    let window = ["--from", "2026-01-01T00:00:00.123Z", "--to", "2026-11-15T23:17:12.814624Z"];
    assert_eq!(
        good(&[&["range", "huid"], &window[..]].concat()).text(),
        "lowest   257949696          2026-01-01T00:00:00.123Z\n\
         highest  57795480786042879  2026-11-15T23:17:12.814Z\n"
    );
    assert_eq!(
        good(&[&["range", "scru128"], &window[..]].concat()).text(),
        "lowest   02O63JO1TG0000000000000000  2026-01-01T00:00:00.123Z\n\
         highest  0350OP6VNFVVVVVVVVVVVVVVVV  2026-11-15T23:17:12.814Z\n"
    );
}

#[test]
fn both_ends_are_widened_to_whole_milliseconds() {
    let expected = ("57795480783945728".to_owned(), "57795480786042879".to_owned());
    for (from, to) in [
        ("2026-11-15T23:17:12.814Z", "2026-11-15T23:17:12.814Z"),
        ("2026-11-15T23:17:12.814624Z", "2026-11-15T23:17:12.814624Z"),
        ("2026-11-15T23:17:12.814Z", "2026-11-15T23:17:12.814999999Z"),
        ("2026-11-15T23:17:12.814999999Z", "2026-11-15T23:17:12.814Z"),
        ("@1794784632814", "2026-11-16T01:17:12.814+02:00"),
    ] {
        assert_eq!(bounds("huid", ["--from", from, "--to", to]), expected, "{from} {to}");
    }
}

#[test]
fn an_end_that_does_not_belong() {
    let november =
        bounds("huid", ["--from", "2026-11-01T00:00:00Z", "--before", "2026-12-01T00:00:00Z"]);
    assert_eq!(november, ("55082955571200000".to_owned(), "60518773555199999".to_owned()));
    let november =
        bounds("scru128", ["--from", "2026-11-01T00:00:00Z", "--before", "2026-12-01T00:00:00Z"]);
    assert_eq!(november.0, "034DG100000000000000000000");
    assert_eq!(november.1, "035K3VOVVVVVVVVVVVVVVVVVVV");
    // Something of the millisecond is before it: ids of all of it may be.
    let within =
        bounds("huid", ["--from", "@1767225600123", "--before", "2026-01-01T00:00:00.1234Z"]);
    assert_eq!(within, ("257949696".to_owned(), "260046847".to_owned()));
}

#[test]
fn json() {
    let run =
        good(&["range", "huid", "--from", "@1767225600123", "--to", "@1767225600123", "--json"]);
    assert_eq!(
        run.json(),
        [json!({
            "scheme": "huid",
            "from": "2026-01-01T00:00:00.123Z",
            "to": "2026-01-01T00:00:00.123Z",
            "lowest": "257949696",
            "highest": "260046847",
        })]
    );
}

#[test]
fn sql() {
    let window = ["--from", "2026-01-01T00:00:00.123Z", "--to", "2026-01-01T00:00:00.123Z"];
    let sql = |scheme, column| {
        let run = good(&[&["range", scheme, "--sql", column], &window[..]].concat());
        run.text().to_owned()
    };
    assert_eq!(sql("huid", "id"), "id BETWEEN 257949696 AND 260046847\n");
    assert_eq!(
        sql("scru128", "orders.\"id\""),
        "orders.\"id\" BETWEEN '02O63JO1TG0000000000000000' AND '02O63JO1TVVVVVVVVVVVVVVVVV'\n"
    );
    for column in ["id; DROP TABLE orders", "id OR 1=1 --", "", "1", "\"id", "'id'"] {
        wrong_usage(&[&["range", "huid", "--sql", column], &window[..]].concat());
    }
}

#[test]
fn times_from_now_share_their_present() {
    let run = good(&["range", "scru128", "--from", "-2h", "--to", "now", "--json"]);
    let object = &run.json()[0];
    // The lowest of one time, the highest of another, two hours later: 7,200,000 ms.
    let ms = |name: &str| {
        let id = object[name].as_str().unwrap();
        let time = id
            .bytes()
            .take(10)
            .fold(0, |time, byte| time << 5 | u64::from(char::from(byte).to_digit(32).unwrap()));
        // 10 digits are 48 bits, 4 of them of the counter.
        time >> 4
    };
    assert_eq!(ms("highest") - ms("lowest"), 7_200_000);
}

#[test]
fn windows_that_are_none() {
    let later_first =
        wrong_usage(&["range", "huid", "--from", "@1767225600124", "--to", "@1767225600123"]);
    assert!(later_first.contains("ends before it begins"), "{later_first}");
    let empty = wrong_usage(&["range", "huid", "--from", "now", "--before", "now"]);
    assert!(empty.contains("is empty"), "{empty}");
    for times in [
        ["--from", "2025-12-31T23:59:59.999Z", "--to", "2026-01-02T00:00:00Z"],
        ["--from", "2026-01-01T00:00:00Z", "--to", "2165-05-15T07:35:11.104Z"],
    ] {
        let outside = wrong_usage(&[&["range", "huid"], &times[..]].concat());
        assert!(outside.contains("must be 2026-01-01T00:00:00.000Z to"), "{outside}");
    }
    let leap = ["range", "huid", "--from", "now", "--to", "2026-06-30T23:59:60Z"];
    assert!(wrong_usage(&leap).contains("a Unix time has no leap seconds"));
    wrong_usage(&["range", "huid", "--from", "now"]);
    wrong_usage(&["range", "huid", "--to", "now"]);
    wrong_usage(&["range", "huid", "--from", "-1d", "--to", "now", "--before", "now"]);
    wrong_usage(&["range", "huid", "--from", "yesterday", "--to", "now"]);
}

#[test]
fn the_whole_of_a_scheme() {
    assert_eq!(
        bounds("huid", ["--from", "2026-01-01T00:00:00Z", "--to", "2165-05-15T07:35:11.103Z"]),
        ("0".to_owned(), "9223372036854775807".to_owned())
    );
    assert_eq!(
        bounds(
            "scru128",
            ["--from", "2020-01-01T00:00:00Z", "--before", "2577-06-22T06:20:44.416Z"]
        ),
        ("00000000000000000000000000".to_owned(), "7VVVVVVVVVVVVVVVVVVVVVVVVV".to_owned())
    );
}
