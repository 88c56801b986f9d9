//! `idcli convert`

mod csv;
mod jsonl;
mod maps;

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::tool::{Run, fed, idcli, wrong_usage};

const V4: &str = "2489e9ad-2ee2-4e00-8ec9-32d5f69181c0";
/// The same bits, by Python's integers.
const V4_BITS: &str = "14H7KQQBN29O08TI9IQNR930E0";

const UUID_BITS: [&str; 7] = ["convert", "--from", "uuid", "--to", "scru128", "--map", "bits"];

/// Converts UUIDs by their bits, with other options.
fn bits(options: &[&str], input: &[u8]) -> Run {
    fed(&[&UUID_BITS, options].concat(), input)
}

/// What a conversion without complaint writes.
fn converted(options: &[&str], input: &str) -> String {
    let run = bits(options, input.as_bytes());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{options:?} {input:?}");
    run.text().to_owned()
}

/// A text with an id in the place of each @.
fn with(text: &str, id: &str) -> String {
    text.replace('@', id)
}

#[test]
fn all_ends_of_lines_and_empty_lines_stay() {
    for text in ["", "\n", "@", "@\n", "@\r\n", "@\r\n@\n@", "\n\n  \n@\n\r\n", "\u{FEFF}@\n@\n"] {
        assert_eq!(converted(&[], &with(text, V4)), with(text, V4_BITS), "{text:?}");
    }
}

#[test]
fn every_form_that_databases_print() {
    for text in [
        "2489E9AD-2EE2-4E00-8EC9-32D5F69181C0",
        "2489e9ad2ee24e008ec932d5f69181c0",
        "2489E9AD2EE24E008EC932D5F69181C0",
        "{2489e9ad-2ee2-4e00-8ec9-32d5f69181c0}",
        "urn:uuid:2489e9ad-2ee2-4e00-8ec9-32d5f69181c0",
        "0x2489E9AD2EE24E008EC932D5F69181C0",
        "\\x2489e9ad2ee24e008ec932d5f69181c0",
    ] {
        assert_eq!(converted(&[], text), V4_BITS);
    }
}

#[test]
fn forms_of_output() {
    let uuids = |form: &str| {
        let args = ["convert", "--from", "scru128", "--to", "uuid", "--map", "bits"];
        fed(&[&args[..], &["--uuid-form", form]].concat(), V4_BITS.as_bytes()).text().to_owned()
    };
    assert_eq!(uuids("hyphenated"), V4);
    assert_eq!(uuids("simple"), "2489e9ad2ee24e008ec932d5f69181c0");
    assert_eq!(uuids("braced"), format!("{{{V4}}}"));
    assert_eq!(uuids("urn"), format!("urn:uuid:{V4}"));
    assert_eq!(converted(&["--lower"], V4), V4_BITS.to_lowercase());
    let padded = ["convert", "--from", "huid", "--to", "huid", "--map", "bits", "--padded"];
    assert_eq!(
        fed(&padded, b"258037077\n000258037077\n").text(),
        "0000000000258037077\n".repeat(2)
    );
}

#[test]
fn only_canonical_texts_are_read() {
    const HUID: &str = "258037077";
    const INTEGER: &str = "48568292040295904658474169465249563072";
    const HEX: &str = "0x2489e9ad2ee24e008ec932d5f69181c0";
    const SHORT_HEX: &str = "0xf615555";
    const ULID: &str = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    const INTEGER_OF_SCRU128: &str = "decimal digits look like the integer of a SCRU128";
    const UUID_OR_HEX: &str =
        "the text looks like a UUID, or a SCRU128 as an integer in hexadecimal";
    let same = |kind: &str, text: &str| {
        fed(&["convert", "--from", kind, "--to", kind, "--map", "bits"], text.as_bytes())
    };
    for (kind, text, canonical) in [
        ("scru128", V4_BITS, V4_BITS),
        ("scru128", "14h7kqqbn29o08ti9iqnr930e0", V4_BITS),
        ("scru128", "00000000000000000000000001", "00000000000000000000000001"),
        ("huid", "0000000000258037077", HUID),
        ("ulid", "01arz3ndektsv4rrffq69g5fav", ULID),
    ] {
        let run = same(kind, text);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{kind} {text}");
        assert_eq!(run.text(), canonical);
    }
    for (kind, text, looks) in [
        ("scru128", HUID, "decimal digits look like a HUID"),
        ("scru128", INTEGER, INTEGER_OF_SCRU128),
        ("scru128", HEX, UUID_OR_HEX),
        ("scru128", SHORT_HEX, "the text looks like an integer in hexadecimal"),
        ("scru128", V4, "the text looks like a UUID"),
        ("scru128", "{2489e9ad-2ee2-4e00-8ec9-32d5f69181c0}", "the text looks like a UUID"),
        ("scru128", ULID, "the text looks like a ULID"),
        ("scru128", "036z951mhjikzik2gsl81gr7l", "25 digits look like a version 2 SCRU128"),
        ("huid", INTEGER, INTEGER_OF_SCRU128),
        ("huid", SHORT_HEX, "the text looks like an integer in hexadecimal"),
        ("huid", HEX, UUID_OR_HEX),
        ("huid", V4_BITS, "26 digits of 0-9A-V look like a SCRU128"),
        ("huid", V4, "the text looks like a UUID"),
        ("ulid", HUID, "decimal digits look like a HUID"),
        ("ulid", INTEGER, INTEGER_OF_SCRU128),
        ("ulid", SHORT_HEX, "the text looks like an integer in hexadecimal"),
        ("ulid", V4_BITS, "the text looks like a SCRU128"),
        ("ulid", V4, "the text looks like a UUID"),
        ("uuid", HUID, "the text looks like a HUID"),
        ("uuid", INTEGER, INTEGER_OF_SCRU128),
        ("uuid", SHORT_HEX, "the text looks like an integer in hexadecimal"),
        ("uuid", ULID, "the text looks like a ULID"),
    ] {
        let run = same(kind, text);
        assert_eq!((run.code, run.text()), (Some(1), ""), "{kind} {text}");
        let name = kind.to_uppercase();
        assert!(
            run.stderr.starts_with(&format!("idcli: line 1: \"{text}\": invalid {name}: ")),
            "{}",
            run.stderr
        );
        assert!(run.stderr.contains(&format!("; {looks}")), "{kind}: {}", run.stderr);
    }
    let run = same("ulid", "A");
    assert!(run.stderr.ends_with("found 1 character\n"), "{}", run.stderr);
}

#[test]
fn a_bad_value_stops_the_work_before_its_line() {
    let input = format!("{V4}\n\nnonsense\n{V4}\n");
    let run = bits(&[], input.as_bytes());
    assert_eq!(run.code, Some(1));
    assert_eq!(run.text(), format!("{V4_BITS}\n\n"));
    assert_eq!(
        run.stderr,
        "idcli: line 3: \"nonsense\": invalid UUID: expected a hexadecimal digit at position 0, \
         found 'n'\n"
    );
}

#[test]
fn a_bad_value_is_left_out_or_kept_by_choice() {
    let input = format!("01ARZ3NDEKTSV4RRFFQ69G5FAV\r\n{V4}\r\n{V4}0\r\n\u{e9}\r\n{V4}");
    let messages = "idcli: line 1: \"01ARZ3NDEKTSV4RRFFQ69G5FAV\": invalid UUID: expected a \
                    hexadecimal digit at position 3, found 'R'; the text looks like a ULID\n\
                    idcli: line 3: \"2489e9ad-2ee2-4e00-8ec9-32d5f69181c00\": invalid UUID: \
                    expected 36 characters for a UUID with hyphens, found 37\n\
                    idcli: line 4: \"\u{e9}\": invalid UUID: expected a hexadecimal digit at \
                    position 0, found '\u{e9}'\n";
    let run = bits(&["--on-error", "skip"], input.as_bytes());
    assert_eq!(run.code, Some(1));
    assert_eq!(run.text(), format!("{V4_BITS}\r\n{V4_BITS}"));
    assert_eq!(run.stderr, format!("{messages}idcli: 3 bad values, left out\n"));

    let run = bits(&["--on-error", "keep"], input.as_bytes());
    assert_eq!(run.code, Some(1));
    assert_eq!(
        run.text(),
        input
            .replace(&format!("{V4}\r"), &format!("{V4_BITS}\r"))
            .replace(&format!("\n{V4}"), &format!("\n{V4_BITS}"))
            .replace(&format!("{V4_BITS}0"), &format!("{V4}0"))
    );
    assert_eq!(run.stderr, format!("{messages}idcli: 3 bad values, kept as they were\n"));

    let run = bits(&["--on-error", "keep"], b"x\n");
    assert!(run.stderr.ends_with("idcli: 1 bad value, kept as it was\n"), "{}", run.stderr);
}

#[test]
fn bytes_that_are_no_text_are_bad_values() {
    let run = bits(&["--on-error", "keep"], b"\xFF\0\n1\xFE\n");
    assert_eq!(run.code, Some(1));
    assert_eq!(run.stdout, b"\xFF\0\n1\xFE\n");
    assert!(
        run.stderr.starts_with(
            "idcli: line 1: \"\u{FFFD}\\0\": invalid UUID: expected a hexadecimal digit at \
             position 0, found byte 0xFF\n"
        ),
        "{}",
        run.stderr
    );
    let run = bits(&["--on-error", "keep"], b"\xFF\xFE2\x004\0");
    assert_eq!(run.code, Some(1));
    assert_eq!(run.stderr, "idcli: the input is UTF-16: expected UTF-8, without zero bytes\n");
}

#[test]
fn a_text_that_stands_for_no_id_stays() {
    let text = "@\n\\N\n@\n";
    assert_eq!(converted(&["--null", "\\N"], &with(text, V4)), with(text, V4_BITS));
}

#[test]
fn long_lines_are_told_and_endless_ones_end_the_work() {
    let mut input = format!("{V4}\n").into_bytes();
    input.extend_from_slice(&vec![b'7'; 3_000_000]);
    input.extend_from_slice(format!("\n{V4}\n").as_bytes());
    let run = bits(&["--on-error", "skip"], &input);
    assert_eq!((run.code, run.text()), (Some(1), format!("{V4_BITS}\n").repeat(2).as_str()));
    assert!(run.stderr.starts_with(&format!("idcli: line 2: \"{}...\": ", "7".repeat(60))));

    for options in [&[][..], &["--csv", "--no-header", "--column-number", "1"]] {
        let mut command = idcli(&[&UUID_BITS, options].concat());
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let feeder = std::thread::spawn(move || {
            let mut fed = stdin.write_all(format!("{V4}\n").as_bytes());
            let endless = vec![b'7'; 1 << 16];
            // As long as it is taken: there is no end of the line to come.
            while fed.is_ok() {
                fed = stdin.write_all(&endless);
            }
        });
        let run = Run::of(child.wait_with_output().unwrap());
        feeder.join().unwrap();
        assert_eq!((run.code, run.text()), (Some(1), format!("{V4_BITS}\n").as_str()));
        assert_eq!(run.stderr, "idcli: line 2: more than 16 MiB without an end\n");
    }
}

#[test]
fn a_hundred_thousand_uuids_come_back_byte_for_byte() {
    // A multiplication and an addition: each of these is another UUID.
    let mut state = 0x2489e9ad_2ee24e00_8ec932d5_f69181c0_u128;
    let mut input = String::new();
    for _ in 0..100_000 {
        state = state.wrapping_mul(0x2360ED051FC65DA44385DF649FCCF645).wrapping_add(0x5851F42D);
        let h = format!("{state:032x}");
        let (a, b, c, d, e) = (&h[..8], &h[8..12], &h[12..16], &h[16..20], &h[20..]);
        for part in [a, "-", b, "-", c, "-", d, "-", e, "\n"] {
            input.push_str(part);
        }
    }
    let there = bits(&[], input.as_bytes());
    assert_eq!((there.code, there.stderr.as_str()), (Some(0), ""));
    for (id, uuid) in there.lines().into_iter().zip(input.lines()) {
        // The digits are those of Rust's integers in base 32.
        let expected = u128::from_str_radix(&uuid.replace('-', ""), 16).unwrap();
        assert_eq!((u128::from_str_radix(id, 32).unwrap(), id.len()), (expected, 26));
    }
    let back = ["convert", "--from", "scru128", "--to", "uuid", "--map", "bits"];
    let back = fed(&back, &there.stdout);
    assert_eq!((back.code, back.stderr.as_str()), (Some(0), ""));
    assert!(back.stdout == input.as_bytes());
}

#[test]
fn each_line_is_answered_before_the_next_is_asked_for() {
    let mut child = idcli(&UUID_BITS).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..3 {
        writeln!(stdin, "{V4}").unwrap();
        assert_eq!(answers.next().unwrap().unwrap(), V4_BITS);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_closed_pipe_is_a_quiet_end() {
    let input = format!("{V4}\n").repeat(100_000);
    let mut child = idcli(&UUID_BITS)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut stdin = child.stdin.take().unwrap();
    let feeder = std::thread::spawn(move || {
        // Fails when the reader has gone.
        let _ = stdin.write_all(input.as_bytes());
    });
    assert_eq!(lines.next().unwrap().unwrap(), V4_BITS);
    drop(lines);
    feeder.join().unwrap();
    let run = Run::of(child.wait_with_output().unwrap());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
}

#[test]
fn a_file_is_read_by_name_or_as_standard_input() {
    let path = std::env::temp_dir().join(format!("idcli-convert-{}.txt", std::process::id()));
    fs::write(&path, format!("{V4}\n")).unwrap();
    let named = bits(&[path.to_str().unwrap()], b"");
    let piped = Run::of(idcli(&UUID_BITS).stdin(File::open(&path).unwrap()).output().unwrap());
    let hyphen = bits(&["-"], format!("{V4}\n").as_bytes());
    fs::remove_file(&path).unwrap();
    for run in [named, piped, hyphen] {
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        assert_eq!(run.text(), format!("{V4_BITS}\n"));
    }
    let run = bits(&[path.to_str().unwrap()], b"");
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.starts_with(&format!("idcli: cannot read {}: ", path.display())));
}

#[test]
fn command_lines_that_make_no_sense() {
    assert_eq!(
        wrong_usage(&["convert", "--from", "uuid", "--to", "huid", "--map", "time"]),
        "idcli: --map time does not make huid of uuid; there is --from uuid --to huid --map \
         lossy-time\n"
    );
    for options in [
        &["--csv"][..],
        &["--column", "id"],
        &["--column-number", "1"],
        &["--csv", "--column-number", "0"],
        &["--csv", "--column", "id", "--no-header"],
        &["--csv", "--column", "id", "--jsonl", "--field", "id"],
        &["--csv", "--column", "id", "--delimiter", "a"],
        &["--jsonl"],
        &["--field", "id"],
        &["--jsonl", "--field", ""],
        &["--jsonl", "--field", "a", "--field", "a.b"],
        &["--padded"],
        &["--uuid-form", "simple"],
        &["--not-before", "2026-01-01T00:00:00Z"],
        &["--on-error", "ignore"],
    ] {
        wrong_usage(&[&UUID_BITS, options].concat());
    }
    wrong_usage(&["convert", "--from", "uuid", "--to", "scru128"]);
    let back = ["convert", "--from", "scru128", "--to", "uuid", "--map", "bits"];
    for options in [&["--lower"][..], &["--bytes", "guid"]] {
        wrong_usage(&[&back, options].concat());
    }
}
