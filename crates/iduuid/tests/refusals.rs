//! What the mappings refuse, in both directions, and what they say.

use idcore::{AgeCheck, Huid, Scru128};
use iduuid::{
    Mapping, huid_from_scru128, huid_lossy_from_uuid_time, huid_lossy_from_uuid_v1,
    huid_lossy_from_uuid_v6, huid_lossy_from_uuid_v7, scru128_from_huid, scru128_from_uuid_time,
    scru128_from_uuid_v1, scru128_from_uuid_v6, scru128_from_uuid_v7, scru128_lossy_from_uuid,
    ulid_from_scru128, uuid_time_from_scru128, uuid_v1_from_scru128, uuid_v6_from_scru128,
    uuid_v7_from_scru128,
};
use uuid::{Uuid, uuid};

// RFC 9562, appendix A.
const V1: Uuid = uuid!("c232ab00-9414-11ec-b3c8-9f6bdeced846");
const V4: Uuid = uuid!("919108f7-52d1-4320-9bac-f847db4148a8");
const V6: Uuid = uuid!("1ec9414c-232a-6b00-b3c8-9f6bdeced846");
const V7: Uuid = uuid!("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");

#[test]
fn other_kinds_are_named() {
    let cases = [
        (scru128_from_uuid_v7(V4), "expected UUIDv7, found UUIDv4"),
        (scru128_from_uuid_v7(V1), "expected UUIDv7, found UUIDv1"),
        (scru128_from_uuid_v1(V6), "expected UUIDv1, found UUIDv6"),
        (scru128_from_uuid_v6(V7), "expected UUIDv6, found UUIDv7"),
        (scru128_from_uuid_time(V4), "expected UUIDv1, UUIDv6 or UUIDv7, found UUIDv4"),
        (scru128_from_uuid_v7(Uuid::nil()), "expected UUIDv7, found the nil UUID"),
        (scru128_from_uuid_v7(Uuid::max()), "expected UUIDv7, found the max UUID"),
        (
            // Version 7 by its digit, and another variant.
            scru128_from_uuid_v7(uuid!("017f22e2-79b0-7cc3-18c4-dc0c0c07398f")),
            "expected UUIDv7, found a UUID of the variant NCS",
        ),
        (
            scru128_from_uuid_v7(uuid!("017f22e2-79b0-9cc3-98c4-dc0c0c07398f")),
            "expected UUIDv7, found a UUID of the unassigned version 9",
        ),
    ];
    for (found, message) in cases {
        let error = found.unwrap_err();
        assert!(error.is_kind() && !error.is_time() && !error.is_not_made());
        assert_eq!(error.to_string(), message);
    }
    for of in [huid_lossy_from_uuid_v1, huid_lossy_from_uuid_v6, huid_lossy_from_uuid_v7] {
        assert!(of(V4).unwrap_err().is_kind());
    }
    assert!(huid_lossy_from_uuid_time(V4).unwrap_err().is_kind());
}

#[test]
fn times_outside_the_window() {
    for (uuid, unix_ms) in [
        (uuid!("00000000-0000-7000-8000-000000000000"), "0"),
        (uuid!("ffffffff-ffff-7fff-bfff-ffffffffffff"), "281474976710655"),
        // 2018-09-27T15:04:14.379Z, from the documentation of MySQL.
        (uuid!("98fa4fc8-c266-11e8-9ab6-0242c7bc9d97"), "1538060654379"),
    ] {
        let error = scru128_from_uuid_time(uuid).unwrap_err();
        assert!(error.is_time());
        assert_eq!(
            error.to_string(),
            format!(
                "the time of a SCRU128 must be 2020-01-01T00:00:00.000Z to \
                 2577-06-22T06:20:44.415Z (Unix 1577836800000 to 19170022844415 ms), found Unix \
                 {unix_ms} ms"
            )
        );
    }
    // In the window of SCRU128, and not in that of HUID.
    assert!(huid_lossy_from_uuid_v7(V7).unwrap_err().is_time());
    for unix_ms in [i64::MIN, -1, 1577836799999, 19170022844416, i64::MAX] {
        assert!(scru128_lossy_from_uuid(V4, unix_ms).unwrap_err().is_time());
    }
}

#[test]
fn implausible_times_are_for_the_caller_to_catch() {
    let id = scru128_from_uuid_v7(uuid!("065e5a96-172c-771e-8000-bbac546447e1")).unwrap();
    // In 2191.
    assert_eq!(id.unix_ms(), 7002316478252);
    let check = AgeCheck::new().not_in_future();
    assert!(check.check_at(id.unix_ms(), 1794784632814).unwrap_err().is_in_future());
}

#[test]
fn the_ends_of_the_window_are_mapped_and_are_reserved() {
    for unix_ms in [1577836800000_i64, 19170022844415] {
        let v7 = Uuid::from_u128((unix_ms as u128) << 80 | 0x7FFF_BFFF_FFFF_FFFF_FFFF);
        let id = scru128_from_uuid_v7(v7).unwrap();
        assert!(id.is_reserved());
        assert_eq!(uuid_v7_from_scru128(id), Ok(v7));
        assert!(scru128_lossy_from_uuid(V4, unix_ms).unwrap().is_reserved());
    }
}

/// `id` with the bits of `mask` turned.
fn turned(id: Scru128, mask: u128) -> Scru128 {
    Scru128::from_u128(id.to_u128() ^ mask)
}

#[test]
fn each_fixed_bit_is_checked_when_a_mapping_is_reversed() {
    let huid = scru128_from_huid(Huid::from_u64(258037077).unwrap());
    // The bits that a mapping fixes, of the lower 84.
    let cases = [
        (Mapping::UuidV7, scru128_from_uuid_v7(V7).unwrap(), 0xF_F000_C000_0000_0000_0000),
        (Mapping::Ulid, Mapping::Ulid.to_scru128(V7.as_u128()).unwrap(), 0xF << 80),
        (Mapping::UuidV1, scru128_from_uuid_v1(V1).unwrap(), 0xF_C000_C000_0000_0000_0000),
        (Mapping::UuidV6, scru128_from_uuid_v6(V6).unwrap(), 0xF_C000_C000_0000_0000_0000),
        (Mapping::Huid, huid, 0xF_FFFF_FFFF_FFFF_FFE0_0000_u128),
    ];
    for (mapping, id, fixed) in cases {
        for bit in 0..84 {
            let other = turned(id, 1 << bit);
            match mapping.of_scru128(other) {
                // At 0 ticks, as V1 and V6 are, no one bit makes more than the 9999 there are.
                Ok(source) => {
                    assert_eq!(fixed >> bit & 1, 0, "{mapping:?} bit {bit}");
                    assert_eq!(mapping.to_scru128(source), Ok(other));
                }
                Err(error) => {
                    assert!(error.is_not_made());
                    assert_eq!(fixed >> bit & 1, 1, "{mapping:?} bit {bit}: {error}");
                }
            }
        }
    }
}

#[test]
fn the_reverse_says_what_is_wrong() {
    let v7 = scru128_from_uuid_v7(V7).unwrap();
    let v1 = scru128_from_uuid_v1(V1).unwrap();
    let tag_of_huid_in_2020 = Scru128::from_u128(0xA << 80);
    let cases = [
        (
            uuid_v1_from_scru128(v7).unwrap_err(),
            "UUIDv1: the hexadecimal digit after the timestamp must be 1, found 7",
        ),
        (
            uuid_v6_from_scru128(v1).unwrap_err(),
            "UUIDv6: the hexadecimal digit after the timestamp must be 6, found 1",
        ),
        (
            ulid_from_scru128(v1).unwrap_err(),
            "a ULID: the hexadecimal digit after the timestamp must be 0, found 1",
        ),
        (
            uuid_time_from_scru128(turned(v7, 1 << 83)).unwrap_err(),
            "UUIDv1, UUIDv6 or UUIDv7: the hexadecimal digit after the timestamp must be 1, 6 or \
             7, found F",
        ),
        (
            uuid_v7_from_scru128(turned(v7, 1 << 77)).unwrap_err(),
            "UUIDv7: the version in it must be 7, found 5",
        ),
        (
            uuid_v7_from_scru128(turned(v7, 1 << 62)).unwrap_err(),
            "UUIDv7: the variant in it must be that of RFC 9562",
        ),
        (
            uuid_v1_from_scru128(turned(v1, 10000 << 64)).unwrap_err(),
            "UUIDv1: the ticks of 100 ns in it must be 0 to 9999, found 10000",
        ),
        (
            uuid_v1_from_scru128(turned(v1, 1 << 79)).unwrap_err(),
            "UUIDv1: bits are set that must be 0",
        ),
        (
            huid_from_scru128(tag_of_huid_in_2020).unwrap_err(),
            "a HUID: the time of a HUID must be 2026-01-01T00:00:00.000Z to \
             2165-05-15T07:35:11.103Z (Unix 1767225600000 to 6165272111103 ms), found Unix \
             1577836800000 ms",
        ),
    ];
    for (error, message) in cases {
        assert!(error.is_not_made() && !error.is_kind() && !error.is_time());
        assert_eq!(error.to_string(), format!("the SCRU128 was not made of {message}"));
    }
    assert!(uuid_v1_from_scru128(turned(v1, 9999 << 64)).is_ok());
}

#[test]
fn integers_that_are_no_huid() {
    for (bits, found) in [
        (1 << 63, "9223372036854775808"),
        (u128::from(u64::MAX), "18446744073709551615"),
        (1 << 64, "18446744073709551616"),
        (u128::MAX, "340282366920938463463374607431768211455"),
    ] {
        let error = Mapping::Huid.to_scru128(bits).unwrap_err();
        assert!(error.is_huid() && !error.is_time());
        assert_eq!(
            error.to_string(),
            format!("a HUID must be 0 to 9223372036854775807 (63 bits), found {found}")
        );
    }
}
