//! The values of each map: all of them from `testdata`, which Python made.

use crate::tool::{Run, fed};

/// The records of a table in `testdata`.
fn table(text: &str) -> Vec<Vec<&str>> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
        .collect()
}

const TIME: &str = include_str!("../../../../../testdata/uuid_time.tsv");
const HUID: &str = include_str!("../../../../../testdata/uuid_huid.tsv");
const ORDERS: &str = include_str!("../../../../../testdata/uuid_orders.tsv");
const ULIDS: &str = include_str!("../../../../../testdata/ulid_text.tsv");

fn convert(from: &str, to: &str, map: &str, options: &[&str], input: &[String]) -> Run {
    let args = ["convert", "--from", from, "--to", to, "--map", map];
    fed(&[&args, options].concat(), input.join("\n").as_bytes())
}

/// That texts become others, each of which is bad where it is `None`.
fn assert_map(from: &str, to: &str, map: &str, cases: &[(String, Option<String>)]) {
    assert!(!cases.is_empty());
    let input: Vec<String> = cases.iter().map(|(text, _)| text.clone()).collect();
    let run = convert(from, to, map, &["--on-error", "keep"], &input);
    let expected = cases.iter().map(|(text, other)| other.as_ref().unwrap_or(text));
    assert!(run.lines().into_iter().eq(expected.clone()), "{from} {to} {map}: {}", run.stderr);
    let bad: Vec<String> = cases
        .iter()
        .zip(1..)
        .filter(|((_, other), _)| other.is_none())
        .map(|((text, _), line)| format!("idcli: line {line}: {text:?}: "))
        .collect();
    let told: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(told.len(), bad.len() + usize::from(!bad.is_empty()), "{}", run.stderr);
    assert!(bad.iter().zip(told).all(|(bad, told)| told.starts_with(bad)), "{}", run.stderr);
    assert_eq!(run.code, Some(i32::from(!bad.is_empty())));
}

fn bits(hex: &str) -> u128 {
    u128::from_str_radix(&hex.replace('-', ""), 16).unwrap()
}

/// 26 digits of base 32.
fn base32(mut bits: u128, digits: &[u8; 32]) -> String {
    let mut text = [b'0'; 26];
    for digit in text.iter_mut().rev() {
        *digit = digits[(bits % 32) as usize];
        bits /= 32;
    }
    String::from_utf8(text.to_vec()).unwrap()
}

fn scru128(hex: &str) -> String {
    base32(bits(hex), b"0123456789ABCDEFGHIJKLMNOPQRSTUV")
}

fn ulid(hex: &str) -> String {
    base32(bits(hex), b"0123456789ABCDEFGHJKMNPQRSTVWXYZ")
}

fn uuid(hex: &str) -> String {
    let (a, b, c, d, e) = (&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]);
    format!("{a}-{b}-{c}-{d}-{e}")
}

/// The text of a source of the tables.
fn source(kind: &str, hex: &str) -> String {
    match kind {
        "ulid" => ulid(hex),
        "scru128" => scru128(hex),
        "v1" | "v6" | "v7" => uuid(hex),
        _ => panic!("{kind}"),
    }
}

/// The records of a table that are of some kinds, as source and result.
fn cases(
    records: &str,
    kinds: &[&str],
    result: impl Fn(&str) -> String,
) -> Vec<(String, Option<String>)> {
    table(records)
        .into_iter()
        .filter(|record| kinds.contains(&record[0]))
        .map(|record| {
            let result = (record[2] != "time").then(|| result(record[2]));
            (source(record[0], record[1]), result)
        })
        .collect()
}

/// The way back of those that have one.
fn reversed(cases: &[(String, Option<String>)]) -> Vec<(String, Option<String>)> {
    cases.iter().filter_map(|(text, other)| Some((other.clone()?, Some(text.clone())))).collect()
}

#[test]
fn the_same_bits() {
    let all: Vec<&str> = table(ORDERS).into_iter().map(|record| record[1]).collect();
    for (from, write_from) in
        [("uuid", uuid as fn(&str) -> String), ("ulid", ulid), ("scru128", scru128)]
    {
        for (to, write_to) in
            [("uuid", uuid as fn(&str) -> String), ("ulid", ulid), ("scru128", scru128)]
        {
            let cases: Vec<_> =
                all.iter().map(|hex| (write_from(hex), Some(write_to(hex)))).collect();
            assert_map(from, to, "bits", &cases);
        }
    }
    let same = |text: &str| (text.to_owned(), Some(text.to_owned()));
    assert_map("huid", "huid", "bits", &["0", "258037077", "9223372036854775807"].map(same));
}

#[test]
fn the_texts_of_ulids() {
    // That the digits of the tests above are those of ULIDs.
    let cases: Vec<_> = table(ULIDS)
        .into_iter()
        .map(|record| (record[1].to_owned(), Some(uuid(record[0]))))
        .collect();
    assert_map("ulid", "uuid", "bits", &cases);
    assert_map("uuid", "ulid", "bits", &reversed(&cases));
}

#[test]
fn the_time_of_uuids_and_back() {
    let cases = cases(TIME, &["v1", "v6", "v7"], scru128);
    assert_map("uuid", "scru128", "time", &cases);
    assert_map("scru128", "uuid", "time", &reversed(&cases));
}

#[test]
fn the_time_of_ulids_and_back() {
    let cases = cases(TIME, &["ulid"], scru128);
    assert_map("ulid", "scru128", "time", &cases);
    assert_map("scru128", "ulid", "time", &reversed(&cases));
}

#[test]
fn the_time_of_huids_and_back() {
    // By Python: ((id >> 21) + 1767225600000 - 1577836800000) << 84 | 0xA << 80 | id & 0x1FFFFF.
    let cases = [
        ("0", "02c1873c000a00000000000000000000"),
        ("258037077", "02c1873c07ba00000000000000015555"),
        ("9223372036854775807", "42c1873bfffa000000000000001fffff"),
    ]
    .map(|(huid, id)| (huid.to_owned(), Some(scru128(id))));
    assert_map("huid", "scru128", "time", &cases);
    assert_map("scru128", "huid", "time", &reversed(&cases));
}

#[test]
fn the_way_back_is_that_of_the_same_map_only() {
    let of_ulid = scru128("000000000000142d2669d42e2fced4f1");
    assert_map("scru128", "uuid", "time", &[(of_ulid.clone(), None)]);
    assert_map("scru128", "huid", "time", &[(of_ulid.clone(), None)]);
    let run = convert("scru128", "uuid", "time", &[], std::slice::from_ref(&of_ulid));
    assert_eq!(
        run.stderr,
        format!(
            "idcli: line 1: \"{of_ulid}\": the SCRU128 was not made of UUIDv1, UUIDv6 or UUIDv7: \
             the hexadecimal digit after the timestamp must be 1, 6 or 7, found 0\n"
        )
    );
    let run = convert("uuid", "scru128", "time", &[], &[uuid("2489e9ad2ee24e008ec932d5f69181c0")]);
    assert_eq!(
        run.stderr,
        "idcli: line 1: \"2489e9ad-2ee2-4e00-8ec9-32d5f69181c0\": expected UUIDv1, UUIDv6 or \
         UUIDv7, found UUIDv4\n"
    );
}

#[test]
fn the_time_and_what_is_left_of_the_rest_for_a_huid() {
    for (from, kinds) in
        [("uuid", &["v1", "v6", "v7"][..]), ("ulid", &["ulid"]), ("scru128", &["scru128"])]
    {
        assert_map(from, "huid", "lossy-time", &cases(HUID, kinds, str::to_owned));
    }
}

#[test]
fn bytes_in_the_orders_of_databases() {
    for (column, order) in [(1, "be"), (2, "guid"), (3, "mysql-swapped")] {
        let records = table(ORDERS);
        let input: Vec<String> = records.iter().map(|record| record[column].to_owned()).collect();
        let run = convert("uuid", "uuid", "bits", &["--bytes", order], &input);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        assert!(run.lines().into_iter().eq(records.iter().map(|record| record[0])));
    }
    let hyphens = convert("uuid", "uuid", "bits", &["--bytes", "guid"], &[uuid(&"0".repeat(32))]);
    assert_eq!(hyphens.code, Some(1));
    assert!(hyphens.stderr.contains("a UUID with hyphens is read with --bytes be"));
}

#[test]
fn bytes_in_another_order_are_noticed() {
    // UUIDv1 of one node, as UUID_TO_BIN(x, 1) stores them.
    let input: Vec<String> =
        (0..20).map(|n| format!("11E8C26698FA4F{n:02X}9AB60242C7BC9D97")).collect();
    let run = convert("uuid", "scru128", "bits", &[], &input);
    assert_eq!(run.code, Some(0));
    assert!(
        run.stderr.starts_with(
            "idcli: warning: the bytes are read in big-endian order and look like MySQL's swapped \
             order: of 20 values, "
        ),
        "{}",
        run.stderr
    );
    assert!(run.stderr.ends_with("; --bytes names the order\n"), "{}", run.stderr);
    let run = convert("uuid", "scru128", "bits", &["--bytes", "mysql-swapped"], &input);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
}

#[test]
fn bounds_of_the_time() {
    // Of an early draft of UUIDv7, which reads as 2191.
    let early = "065e5a96-172c-771e-8000-bbac546447e1";
    let right = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
    let input = [right.to_owned(), early.to_owned()];
    let unbound = convert("uuid", "scru128", "time", &[], &input);
    assert_eq!(unbound.code, Some(0));
    let run = convert("uuid", "scru128", "time", &["--not-after", "2030-01-01T00:00:00Z"], &input);
    assert_eq!((run.code, run.lines().len()), (Some(1), 1));
    assert_eq!(
        run.stderr,
        format!(
            "idcli: line 2: \"{early}\": the id's time, Unix 7002316478252 ms, is after the latest \
             allowed, 1893456000000 ms\n"
        )
    );
    // The way back, and a time that is too early.
    let ids: Vec<String> = unbound.lines().into_iter().map(str::to_owned).collect();
    let run = convert("scru128", "uuid", "time", &["--not-after", "now"], &ids);
    assert_eq!((run.code, run.text()), (Some(1), format!("{right}\n").as_str()));
    let run = convert("uuid", "scru128", "time", &["--not-before", "@1645557742001"], &input);
    assert_eq!((run.code, run.text()), (Some(1), ""));
    let run = convert("uuid", "scru128", "time", &["--not-before", "@1645557742000"], &input);
    assert_eq!(run.code, Some(0));
}
