//! The shared vectors of `testdata/`, which Python made from the specifications.

#![allow(clippy::unwrap_used, reason = "a panic is a test's report")]

use std::fmt::Debug;
use std::fs;
use std::path::Path;
use std::str::FromStr;

use idcore::{Huid, ParseError, Scru128};

/// The cells of a table, row by row; comments begin with `#`.
fn rows<const COLUMNS: usize>(name: &str) -> Vec<[String; COLUMNS]> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(name);
    let text = fs::read_to_string(&path).unwrap();
    let rows: Vec<_> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
            cells.try_into().unwrap_or_else(|cells| panic!("{name}: {cells:?}"))
        })
        .collect();
    assert!(rows.len() > 400, "{name} has {} rows", rows.len());
    rows
}

fn number<T: FromStr<Err: Debug>>(cell: &str) -> T {
    cell.parse().unwrap()
}

fn bytes(hex: &str) -> Vec<u8> {
    let pairs = (0..hex.len()).step_by(2).map(|at| &hex[at..at + 2]);
    pairs.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect()
}

#[test]
fn huid() {
    let mut previous = None;
    for [integer, time_ms, random, unix_ms, decimal, padded, hex] in rows("huid.tsv") {
        let id = Huid::from_u64(number(&integer)).unwrap();
        assert_eq!(Huid::from_parts(number(&time_ms), number(&random)), Ok(id), "{integer}");
        assert_eq!(Huid::from_unix_ms(number(&unix_ms), number(&random)), Ok(id), "{integer}");
        for text in [&decimal, &padded] {
            assert_eq!(text.parse(), Ok(id));
            assert_eq!(Huid::from_text(text), Ok(id));
        }
        assert_eq!(Huid::from_slice(&bytes(&hex)), Ok(id));

        assert_eq!(id.to_u64(), number::<u64>(&integer));
        assert_eq!(id.to_i64(), number::<i64>(&integer));
        assert_eq!(id.time_ms(), number::<u64>(&time_ms));
        assert_eq!(id.random(), number::<u32>(&random));
        assert_eq!(id.unix_ms(), number::<i64>(&unix_ms));
        assert_eq!(id.to_string(), decimal);
        assert_eq!(id.encode(&mut [0xFF; 19]), decimal);
        assert_eq!(id.encode_padded(&mut [0xFF; 19]), padded);
        assert_eq!(id.to_text().as_slice(), padded.as_bytes());
        assert_eq!(id.to_be_bytes().as_slice(), bytes(&hex));
        assert_eq!(format!("{id:016x}"), hex);

        // The rows are in the order of the integers.
        assert!(previous < Some(id), "{integer}");
        previous = Some(id);
    }
}

#[test]
fn scru128() {
    let mut previous = None;
    for [integer, timestamp, counter, per_sec, per_gen, unix_ms, text, lower, hex] in
        rows("scru128.tsv")
    {
        let id = Scru128::from_u128(number(&integer));
        let (per_sec, per_gen) = (number(&per_sec), number(&per_gen));
        let of_fields =
            Scru128::from_fields(number(&timestamp), number(&counter), per_sec, per_gen);
        assert_eq!(of_fields, Ok(id), "{integer}");
        for text in [&text, &lower] {
            assert_eq!(text.parse(), Ok(id));
            assert_eq!(Scru128::from_text(text), Ok(id));
        }
        assert_eq!(Scru128::from_slice(&bytes(&hex)), Ok(id));

        assert_eq!(id.to_u128(), number::<u128>(&integer));
        assert_eq!(id.timestamp(), number::<u64>(&timestamp));
        assert_eq!(id.counter(), number::<u32>(&counter));
        assert_eq!(id.per_sec_random(), per_sec);
        assert_eq!(id.per_gen_random(), per_gen);
        assert_eq!(id.unix_ms(), number::<i64>(&unix_ms));
        assert_eq!(id.to_string(), text);
        assert_eq!(id.encode(&mut [0xFF; 26]), text);
        assert_eq!(id.encode_lower(&mut [0xFF; 26]), lower);
        assert_eq!(id.to_text().as_slice(), text.as_bytes());
        assert_eq!(id.to_be_bytes().as_slice(), bytes(&hex));
        assert_eq!(format!("{id:032x}"), hex);

        assert!(previous < Some(id), "{integer}");
        previous = Some(id);
    }
}

#[test]
fn rejects() {
    for [scheme, kind, position, hex, shown] in rows("rejects.tsv") {
        let octets = bytes(&hex);
        let text = std::str::from_utf8(&octets).unwrap();
        let errors: [ParseError; 3] = match scheme.as_str() {
            "huid" => [text.parse::<Huid>(), Huid::decode(&octets), Huid::from_text(text)]
                .map(Result::unwrap_err),
            "scru128" => {
                [text.parse::<Scru128>(), Scru128::decode(&octets), Scru128::from_text(text)]
                    .map(Result::unwrap_err)
            }
            other => panic!("{other}"),
        };
        for error in errors {
            let found = (error.is_digit(), error.is_length(), error.is_too_large());
            let expected = (kind == "digit", kind == "length", kind == "too_large");
            assert_eq!(found, expected, "{scheme} {shown}: {error}");
            let position = (!position.is_empty()).then(|| number(&position));
            assert_eq!(error.position(), position, "{scheme} {shown}: {error}");
        }
    }
}
