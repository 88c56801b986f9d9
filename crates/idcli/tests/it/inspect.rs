//! `idcli inspect`

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::json;

use crate::tool::{Run, fed, good, idcli, run};

const SCRU128: &str = "00QBTG0FERFTCCNFISUBO489DI";

/// The value of a name in the text that is printed.
fn value<'a>(run: &'a Run, name: &str) -> &'a str {
    run.lines()
        .into_iter()
        .find_map(|line| line.strip_prefix(name).filter(|rest| rest.starts_with(' ')))
        .unwrap_or_else(|| panic!("no {name} in {}", run.text()))
        .trim_start()
}

#[test]
fn a_huid_in_text() {
    for text in ["258037077", "0000000000258037077", "0xf615555"] {
        let run = good(&["inspect", text]);
        assert_eq!(value(&run, "scheme"), "HUID");
        assert_eq!(value(&run, "text"), "258037077");
        assert_eq!(value(&run, "hex"), "0x000000000f615555");
        assert!(value(&run, "time").starts_with("2026-01-01T00:00:00.123Z ("));
        assert!(value(&run, "time").ends_with(" ago)"));
        assert_eq!(value(&run, "time_ms"), "123");
        assert_eq!(value(&run, "random"), "87381");
        assert_eq!(value(&run, "reserved"), "no");
    }
}

#[test]
fn a_scru128_in_text() {
    // Fields and time by Python's integers and datetime.
    for args in [
        &["inspect", SCRU128][..],
        &["inspect", "00qbtg0ferftccnfisubo489di"],
        &["inspect", "0x00d2fb003ddb7f58cbbe5cf2f04425b2"],
        &["inspect", "--as", "scru128", "1095473244246772103403544935821223346"],
    ] {
        let run = good(args);
        assert_eq!(value(&run, "scheme"), "SCRU128");
        assert_eq!(value(&run, "text"), SCRU128);
        assert_eq!(value(&run, "integer"), "1095473244246772103403544935821223346");
        assert!(value(&run, "time").starts_with("2021-10-17T11:50:39.325Z ("));
        assert_eq!(value(&run, "timestamp"), "56634639325");
        assert_eq!(value(&run, "counter"), "192895179");
        assert_eq!(value(&run, "per_sec_random"), "12475634");
        assert_eq!(value(&run, "per_gen_random"), "4030997938");
        assert_eq!(value(&run, "reserved"), "no");
        assert!(!run.text().contains("ULID"));
    }
}

#[test]
fn ages_of_both_directions() {
    let ago = good(&["new", "scru128", "--at", "-3d2h"]);
    assert!(value(&good(&["inspect", ago.text().trim_end()]), "time").ends_with("(3 days ago)"));
    let to_come = good(&["new", "scru128", "--at", "+3d2h"]);
    assert!(value(&good(&["inspect", to_come.text().trim_end()]), "time").ends_with("(in 3 days)"));
}

#[test]
fn json() {
    let run = good(&["inspect", "--json", "258037077", SCRU128, "7VVVVVVVVVVVVVVVVVVVVVVVVV"]);
    let mut found = run.json();
    for object in &mut found {
        let age = object.as_object_mut().unwrap().remove("age_ms").unwrap();
        assert!(age.is_i64());
    }
    assert_eq!(
        found,
        [
            json!({
                "scheme": "huid", "text": "258037077", "integer": "258037077",
                "hex": "0x000000000f615555", "time": "2026-01-01T00:00:00.123Z",
                "unix_ms": 1767225600123_i64, "fields": {"time_ms": 123, "random": 87381},
                "reserved": false,
            }),
            json!({
                "scheme": "scru128", "text": SCRU128,
                "integer": "1095473244246772103403544935821223346",
                "hex": "0x00d2fb003ddb7f58cbbe5cf2f04425b2", "time": "2021-10-17T11:50:39.325Z",
                "unix_ms": 1634471439325_i64,
                "fields": {
                    "timestamp": 56634639325_u64, "counter": 192895179,
                    "per_sec_random": 12475634, "per_gen_random": 4030997938_u32,
                },
                "reserved": false, "may_be_ulid": false,
            }),
            json!({
                "scheme": "scru128", "text": "7VVVVVVVVVVVVVVVVVVVVVVVVV",
                "integer": "340282366920938463463374607431768211455",
                "hex": "0xffffffffffffffffffffffffffffffff", "time": "2577-06-22T06:20:44.415Z",
                "unix_ms": 19170022844415_i64,
                "fields": {
                    "timestamp": 17592186044415_u64, "counter": 268435455,
                    "per_sec_random": 16777215, "per_gen_random": 4294967295_u32,
                },
                "reserved": true, "may_be_ulid": true,
            }),
        ]
    );
}

#[test]
fn a_text_that_may_be_a_ulid_is_noted() {
    // Well-formed in both alphabets: 03A is 3 * 1024 + 10 in each, and so on to the tenth digit.
    let run = good(&["inspect", "01ARTSNDEKTSV4RRFFQ69G5FAV"]);
    assert!(value(&run, "note").contains("a well-formed ULID too"));
    assert!(value(&run, "note").contains("2016-07-"), "{}", run.text());
}

#[test]
fn bad_arguments_are_told_and_the_rest_goes_on() {
    let run = run(&["inspect", "-1", "00SCT4FL89WQPRVN44C41RGVMM", "258037077"]);
    assert_eq!(run.code, Some(1));
    assert_eq!(
        run.stderr,
        "idcli: \"-1\": invalid HUID: '-' at position 0 is not one of 0-9\n\
         idcli: \"00SCT4FL89WQPRVN44C41RGVMM\": invalid SCRU128: 'W' at position 10 is not one of \
         0-9A-V\n"
    );
    assert_eq!(value(&run, "text"), "258037077");
}

#[test]
fn a_uuid_is_named_with_the_way_to_convert_it() {
    for uuid in [
        "01890a5d-ac96-774b-bcce-b302099a8057",
        "01890A5DAC96774BBCCEB302099A8057",
        "{01890a5d-ac96-774b-bcce-b302099a8057}",
        "urn:uuid:01890a5d-ac96-774b-bcce-b302099a8057",
        "URN:UUID:01890A5D-AC96-774B-BCCE-B302099A8057",
        "\\x01890a5dac96774bbcceb302099a8057",
    ] {
        for options in [&["inspect"][..], &["inspect", "--as", "huid"]] {
            let run = run(&[options, &[uuid]].concat());
            assert_eq!(run.code, Some(1));
            assert!(run.stderr.starts_with(&format!("idcli: {uuid:?}: ")), "{}", run.stderr);
            assert!(run.stderr.contains("this is a UUID"), "{}", run.stderr);
            assert!(run.stderr.contains("idcli convert --from uuid --to scru128 --map bits"));
        }
    }
}

#[test]
fn a_stream_with_all_that_lines_can_have() {
    let mut input = b"258037077\r\n\n  \t\nnonsense\n\xFF\xFE\n".to_vec();
    input.extend_from_slice(&[b'1'; 5000]);
    input.extend_from_slice(b"\n258037077");
    let run = fed(&["inspect", "--json"], &input);
    assert_eq!(run.code, Some(1));
    assert_eq!(run.json().len(), 2);
    let errors: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(errors.len(), 3, "{}", run.stderr);
    assert!(errors[0].starts_with("idcli: line 4: \"nonsense\": expected a HUID"));
    assert!(errors[1].starts_with("idcli: line 5: "));
    assert!(errors[2].starts_with("idcli: line 6: longer than 1024 bytes"));
}

#[test]
fn a_hyphen_is_standard_input() {
    let run = fed(&["inspect", "--json", "1", "-", "4"], b"2\n3\n");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let texts: Vec<_> = run.json().iter().map(|object| object["text"].clone()).collect();
    assert_eq!(texts, ["1", "2", "3", "4"]);
}

#[test]
fn one_character_is_singular() {
    let run = run(&["inspect", "--as", "scru128", "A"]);
    assert_eq!(run.code, Some(1));
    assert_eq!(
        run.stderr,
        "idcli: \"A\": invalid SCRU128: expected 26 digits of 0-9A-V, found 1 character\n"
    );
}

#[test]
fn an_empty_stream_is_no_error() {
    let run = fed(&["inspect"], b"");
    assert_eq!((run.code, run.text(), run.stderr.as_str()), (Some(0), "", ""));
}

#[test]
fn a_stream_of_many_lines() {
    let input: Vec<u8> = (1..=200_000_u64).flat_map(|id| format!("{id}\n").into_bytes()).collect();
    let run = fed(&["inspect", "--json"], &input);
    assert_eq!(run.code, Some(0));
    assert_eq!(run.lines().len(), 200_000);
    assert!(run.lines()[199_999].contains("\"text\":\"200000\""));
}

#[test]
fn each_line_is_answered_before_the_next_is_asked_for() {
    let mut child =
        idcli(&["inspect", "--json"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for id in ["1", "2", "3"] {
        writeln!(stdin, "{id}").unwrap();
        // Would wait for ever if the answer stayed in a buffer.
        assert!(answers.next().unwrap().unwrap().contains(&format!("\"text\":\"{id}\"")));
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_closed_pipe_is_a_quiet_end() {
    let input = "258037077\n".repeat(100_000);
    let mut child = idcli(&["inspect"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut stdin = child.stdin.take().unwrap();
    let feeder = std::thread::spawn(move || {
        // The tool ends before it has read all: that is the point.
        let _ = stdin.write_all(input.as_bytes());
    });
    assert_eq!(lines.next().unwrap().unwrap(), "scheme          HUID");
    drop(lines);
    let run = Run::of(child.wait_with_output().unwrap());
    feeder.join().unwrap();
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
}

#[test]
fn what_new_makes_comes_back() {
    for (scheme, format) in [
        ("huid", "text"),
        ("huid", "padded"),
        ("huid", "hex"),
        ("scru128", "text"),
        ("scru128", "lower"),
        ("scru128", "hex"),
        ("scru128", "int"),
    ] {
        let made =
            good(&["new", scheme, "-n", "100", "--format", format, "--at", "2026-11-15T23:17:12Z"]);
        let read = fed(&["inspect", "--json", "--as", scheme], &made.stdout);
        assert_eq!((read.code, read.stderr.as_str()), (Some(0), ""), "{scheme} {format}");
        let objects = read.json();
        assert_eq!(objects.len(), 100);
        assert!(objects.iter().all(|object| object["time"] == "2026-11-15T23:17:12.000Z"
            || object["time"] == "2026-11-15T23:17:12.001Z"));
    }
}
