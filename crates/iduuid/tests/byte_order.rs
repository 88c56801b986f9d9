//! Telling in which order bytes were written.

use idcore::AgeCheck;
use iduuid::{ByteOrder, ByteOrderCheck};
use uuid::{Builder, Uuid, uuid};

/// From 1582-10-15 to 1970-01-01, in ms.
const REFORM_TO_UNIX_MS: u64 = 12_219_292_800_000;

/// UUIDs of a version, one a minute, with bits that look random and are the same each time.
fn sample(version: u8, len: u64) -> Vec<Uuid> {
    let mut word = u128::from(version);
    (0..len)
        .map(|row| {
            word = word.wrapping_mul(0x2360ED051FC65DA44385DF649FCCF645).wrapping_add(11);
            let random = (word >> 48).to_be_bytes();
            let bytes: [u8; 10] = *random.last_chunk().expect("16 bytes");
            let node: [u8; 6] = [2, 0x42, 0xAC, 17, 0, 2];
            let unix_ms = 1704067200000 + row * 60_000 + u64::from(bytes[0]);
            let ticks = (unix_ms + REFORM_TO_UNIX_MS) * 10_000 + u64::from(bytes[1]);
            let full: [u8; 16] = (word.rotate_right(64)).to_be_bytes();
            match version {
                1 => Builder::from_gregorian_timestamp(ticks, 0x1AB6, &node),
                4 => Builder::from_random_bytes(full),
                5 => Builder::from_sha1_bytes(full),
                6 => Builder::from_sorted_gregorian_timestamp(ticks, 0x1AB6, &node),
                7 => Builder::from_unix_timestamp_millis(unix_ms, &bytes),
                _ => unreachable!(),
            }
            .into_uuid()
        })
        .collect()
}

#[test]
fn samples_tell_their_order() {
    for version in [1, 4, 5, 6, 7] {
        for len in [12, 1000] {
            for written in ByteOrder::ALL {
                let mut check = ByteOrderCheck::new();
                for uuid in sample(version, len) {
                    check.add(written.write(uuid));
                }
                assert_eq!(check.values(), len);
                assert_eq!(check.likeliest(), Some(written), "v{version}: {check:?}");
                for read in ByteOrder::ALL {
                    let verdict = check.verify(read);
                    assert_eq!(verdict.is_ok(), read == written, "v{version}: {check:?}");
                    if let Err(error) = verdict {
                        assert_eq!(error.looks_like(), written);
                    }
                }
                let fit = check.fit(written);
                assert_eq!(fit.timed() + fit.untimed(), len);
                assert_eq!(fit.timed() > 0, matches!(version, 1 | 6 | 7));
            }
        }
    }
}

#[test]
fn single_values_with_a_time_tell_their_order() {
    for version in [1, 6, 7] {
        for uuid in sample(version, 500) {
            for written in ByteOrder::ALL {
                let mut check = ByteOrderCheck::new();
                check.add(written.write(uuid));
                assert!(check.verify(written).is_ok(), "{uuid} {written}");
            }
        }
    }
}

#[test]
fn single_values_without_a_time_are_seldom_accused() {
    let mut wrongly_accused = 0;
    let mut found = 0;
    for uuid in sample(4, 10_000) {
        let mut right = ByteOrderCheck::new();
        right.add(uuid.into_bytes());
        wrongly_accused += u32::from(right.verify(ByteOrder::BigEndian).is_err());
        let mut wrong = ByteOrderCheck::new();
        wrong.add(ByteOrder::Microsoft.write(uuid));
        found += u32::from(wrong.verify(ByteOrder::BigEndian).is_err());
    }
    // The docs: one of 230, which is 43 with a standard deviation of 7, and one of two.
    assert!((15..75).contains(&wrongly_accused), "{wrongly_accused}");
    assert!((4_200..5_300).contains(&found), "{found}");
}

#[test]
fn the_documented_example_of_mysql() {
    let bytes = 0x11E8C26698FA4FC89AB60242C7BC9D97_u128.to_be_bytes();
    let uuid = ByteOrder::MySqlSwapped.read(bytes);
    assert_eq!(uuid, uuid!("98fa4fc8-c266-11e8-9ab6-0242c7bc9d97"));
    // 2018-09-27T15:04:14.379Z.
    assert_eq!(iduuid::uuid_unix_ms(uuid), Some(1538060654379));

    let mut check = ByteOrderCheck::new();
    check.add(bytes);
    assert!(check.verify(ByteOrder::MySqlSwapped).is_ok());
    assert_eq!(
        check.verify(ByteOrder::BigEndian).unwrap_err().to_string(),
        "the bytes are read in big-endian order and look like MySQL's swapped order: of 1 values, \
         1 have a version and 0 a version and a likely time in the former, 0 and 1 in the latter"
    );

    // A caller whose rows are all of 2026 does not find 2018 likely.
    let of_2026 = AgeCheck::new().not_before(1767225600000).not_in_future();
    let mut check = ByteOrderCheck::with_likely_times(of_2026, 1794784632814);
    check.add(bytes);
    assert!(check.verify(ByteOrder::BigEndian).is_ok());
}

#[test]
fn what_is_no_uuid_says_nothing() {
    let mut check = ByteOrderCheck::default();
    assert_eq!(check.likeliest(), None);
    for bytes in [[0; 16], [0xFF; 16], [0x11; 16]] {
        check.add(bytes);
    }
    assert_eq!((check.values(), check.likeliest()), (3, None));
    assert!(ByteOrder::ALL.iter().all(|order| check.verify(*order).is_ok()));
}
