//! The vectors that `testdata/make_uuid.py` makes of Python's `uuid` module and integers.

use std::fmt::Debug;

use idcore::{Huid, Scru128};
use idgen::{Randomness, RandomnessError};
use iduuid::{
    BackfillGenerator, ByteOrder, MapError, Mapping, huid_lossy_from_scru128, huid_lossy_from_ulid,
    huid_lossy_from_uuid_time, huid_lossy_from_uuid_v1, huid_lossy_from_uuid_v6,
    huid_lossy_from_uuid_v7, scru128_from_uuid, scru128_from_uuid_time, scru128_from_uuid_v1,
    scru128_from_uuid_v6, scru128_from_uuid_v7, scru128_lossy_from_uuid, ulid, uuid_from_scru128,
    uuid_time_from_scru128,
};
use uuid::Uuid;

/// The rows of a file, as columns, and at least `at_least` of them.
fn rows<const N: usize>(file: &str, at_least: usize) -> Vec<[&str; N]> {
    let rows: Vec<[&str; N]> = file
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            columns.try_into().expect("as many columns as the file has")
        })
        .collect();
    assert!(rows.len() >= at_least, "{} rows", rows.len());
    rows
}

fn hex(text: &str) -> u128 {
    u128::from_str_radix(text, 16).expect("hexadecimal digits")
}

fn assert_time<T: Debug>(found: Result<T, MapError>, row: impl Debug) {
    let error = found.expect_err("a time outside the window");
    assert!(error.is_time() && !error.is_kind(), "{row:?}: {error}");
}

#[test]
fn time_kept() {
    let mut in_window = 0;
    for row @ [kind, source, expected] in rows(include_str!("../../../testdata/uuid_time.tsv"), 400)
    {
        let bits = hex(source);
        let uuid = Uuid::from_u128(bits);
        let (mapping, of_version) = match kind {
            "v1" => (Mapping::UuidV1, scru128_from_uuid_v1(uuid)),
            "v6" => (Mapping::UuidV6, scru128_from_uuid_v6(uuid)),
            "v7" => (Mapping::UuidV7, scru128_from_uuid_v7(uuid)),
            "ulid" => (Mapping::Ulid, Mapping::Ulid.to_scru128(bits)),
            _ => panic!("{kind}"),
        };
        let id = mapping.to_scru128(bits);
        assert_eq!(id, of_version);
        if kind != "ulid" {
            assert_eq!(scru128_from_uuid_time(uuid), id);
        }
        if expected == "time" {
            assert_time(id, row);
            continue;
        }
        in_window += 1;
        let id = id.unwrap();
        assert_eq!(format!("{id:032x}"), expected, "{row:?}");
        assert_eq!(mapping.of_scru128(id), Ok(bits), "{row:?}");
        if kind == "ulid" {
            assert!(uuid_time_from_scru128(id).unwrap_err().is_not_made());
        } else {
            assert_eq!(uuid_time_from_scru128(id), Ok(uuid));
        }
        // No other mapping than its own, and that of all versions, can have made it.
        for other in Mapping::ALL {
            let may = other == mapping
                || other == Mapping::Bits
                || (other == Mapping::UuidTime && kind != "ulid");
            assert_eq!(other.of_scru128(id).is_ok(), may, "{row:?} {other:?}");
        }
    }
    assert!(in_window > 300);
}

#[test]
fn lossy_to_huid() {
    for row @ [kind, source, expected] in rows(include_str!("../../../testdata/uuid_huid.tsv"), 400)
    {
        let bits = hex(source);
        let uuid = Uuid::from_u128(bits);
        let id = match kind {
            "v1" => huid_lossy_from_uuid_v1(uuid),
            "v6" => huid_lossy_from_uuid_v6(uuid),
            "v7" => huid_lossy_from_uuid_v7(uuid),
            "ulid" => huid_lossy_from_ulid(bits),
            "scru128" => huid_lossy_from_scru128(Scru128::from_u128(bits)),
            _ => panic!("{kind}"),
        };
        if kind.starts_with('v') {
            assert_eq!(huid_lossy_from_uuid_time(uuid), id);
        }
        if expected == "time" {
            assert_time(id, row);
        } else {
            assert_eq!(id.map(Huid::to_u64), Ok(expected.parse().unwrap()), "{row:?}");
        }
    }
}

#[test]
fn lossy_to_scru128() {
    for [uuid, unix_ms, expected] in rows(include_str!("../../../testdata/uuid_lossy.tsv"), 80) {
        let uuid: Uuid = uuid.parse().unwrap();
        let id = scru128_lossy_from_uuid(uuid, unix_ms.parse().unwrap()).unwrap();
        assert_eq!(format!("{id:032x}"), expected, "{uuid}");
        // The other way with any UUID: the same bits.
        assert_eq!(scru128_from_uuid(uuid).to_u128(), hex(&uuid.simple().to_string()));
        assert_eq!(uuid_from_scru128(scru128_from_uuid(uuid)), uuid);
    }
}

#[test]
fn byte_orders() {
    for [uuid, big_endian, microsoft, swapped] in
        rows(include_str!("../../../testdata/uuid_orders.tsv"), 80)
    {
        let uuid: Uuid = uuid.parse().unwrap();
        for (order, bytes) in [
            (ByteOrder::BigEndian, big_endian),
            (ByteOrder::Microsoft, microsoft),
            (ByteOrder::MySqlSwapped, swapped),
        ] {
            let bytes = hex(bytes).to_be_bytes();
            assert_eq!(order.read(bytes), uuid, "{order}");
            assert_eq!(order.write(uuid), bytes, "{order}");
        }
    }
}

#[test]
fn ulid_text() {
    for [bits, text] in rows(include_str!("../../../testdata/ulid_text.tsv"), 300) {
        let bits = hex(bits);
        assert_eq!(ulid::encode(bits, &mut [0; ulid::TEXT_LEN]), text);
        assert_eq!(ulid::decode(text.as_bytes()), Ok(bits));
        assert_eq!(ulid::decode(text.to_lowercase().as_bytes()), Ok(bits));
    }
}

/// The n-th word, from 1, is n * 0x9E3779B9 mod 2^32.
struct Words(u32);

impl Randomness for Words {
    fn next_word(&mut self) -> Result<u32, RandomnessError> {
        self.0 = self.0.wrapping_add(0x9E3779B9);
        Ok(self.0)
    }
}

#[test]
fn backfill() {
    let mut generator = BackfillGenerator::with_randomness(Words(0));
    for [unix_ms, expected] in rows(include_str!("../../../testdata/uuid_backfill.tsv"), 200) {
        let id = generator.generate_at(unix_ms.parse().unwrap()).unwrap();
        assert_eq!(format!("{id:032x}"), expected);
    }
}
