//! Injectivity, order and reversal: over chosen values, and over millions of counted ones.
//!
//! Sources are built, and their order is told, by the crates `uuid` and `ulid`.

use std::cmp::Ordering;
use std::collections::HashSet;

use idcore::{Huid, Scru128};
use iduuid::{ByteOrder, Mapping, text};
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop_oneof};
use proptest::{prop_assert, prop_assert_eq, proptest};
use ulid::Ulid;
use uuid::{Builder, Uuid};

const FIRST: i64 = Scru128::EPOCH_UNIX_MS;
const LAST: i64 = Scru128::LAST_UNIX_MS;
/// From 1582-10-15 to 1970-01-01, in ms.
const REFORM_TO_UNIX_MS: i64 = 12_219_292_800_000;
const TICKS_PER_MS: u64 = 10_000;

const TIMED: [Mapping; 4] = [Mapping::UuidV1, Mapping::UuidV6, Mapping::UuidV7, Mapping::Ulid];

/// What a source of each mapping is built of.
#[derive(Clone, Copy, Debug)]
struct Parts {
    unix_ms: i64,
    /// Within the millisecond, where the source has them.
    ticks: u64,
    /// As many as the source takes.
    random: u128,
}

fn source(mapping: Mapping, parts: Parts) -> u128 {
    let bytes = parts.random.to_be_bytes();
    let counter = u16::from_be_bytes([bytes[0], bytes[1]]) & 0x3FFF;
    let node: &[u8; 6] = bytes[2..].first_chunk().expect("14 bytes");
    let ticks = (parts.unix_ms + REFORM_TO_UNIX_MS) as u64 * TICKS_PER_MS + parts.ticks;
    let builder = match mapping {
        Mapping::UuidV1 => Builder::from_gregorian_timestamp(ticks, counter, node),
        Mapping::UuidV6 => Builder::from_sorted_gregorian_timestamp(ticks, counter, node),
        Mapping::UuidV7 => {
            let random = bytes.first_chunk().expect("16 bytes");
            Builder::from_unix_timestamp_millis(parts.unix_ms as u64, random)
        }
        Mapping::Ulid => return Ulid::from_parts(parts.unix_ms as u64, parts.random).0,
        _ => unreachable!(),
    };
    builder.into_uuid().as_u128()
}

/// The order that the mapping promises.
fn promised(mapping: Mapping, a: u128, b: u128) -> Ordering {
    let by_fields = |bits| {
        let uuid = Uuid::from_u128(bits);
        let timestamp = uuid.get_timestamp().expect("version 1");
        (timestamp.to_gregorian(), uuid.get_node_id())
    };
    match mapping {
        Mapping::UuidV1 => by_fields(a).cmp(&by_fields(b)),
        _ => a.cmp(&b),
    }
}

fn parts() -> impl Strategy<Value = Parts> {
    // Often close together, so that what is below the millisecond, or equal, decides.
    let unix_ms = prop_oneof![FIRST..=LAST, Just(FIRST), Just(LAST), FIRST + 1..FIRST + 3];
    let ticks = prop_oneof![0..TICKS_PER_MS, Just(0), Just(TICKS_PER_MS - 1)];
    let random = prop_oneof![any::<u128>(), Just(0), Just(u128::MAX), 0..4_u128];
    (unix_ms, ticks, random).prop_map(|(unix_ms, ticks, random)| Parts { unix_ms, ticks, random })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn two_sources_stay_two_in_their_order(a in parts(), b in parts()) {
        for mapping in TIMED {
            let (a_bits, b_bits) = (source(mapping, a), source(mapping, b));
            let id_a = mapping.to_scru128(a_bits).unwrap();
            let id_b = mapping.to_scru128(b_bits).unwrap();
            prop_assert_eq!(id_a.unix_ms(), a.unix_ms);
            prop_assert_eq!(mapping.of_scru128(id_a), Ok(a_bits));
            prop_assert_eq!(id_a.cmp(&id_b), promised(mapping, a_bits, b_bits));
            prop_assert_eq!(id_a == id_b, a_bits == b_bits);
            if mapping != Mapping::Ulid {
                prop_assert_eq!(Mapping::UuidTime.to_scru128(a_bits), Ok(id_a));
                prop_assert_eq!(Mapping::UuidTime.of_scru128(id_a), Ok(a_bits));
            }
        }
    }

    #[test]
    fn what_is_reversed_is_mapped_to_the_same(bits in any::<u128>(), tag in 0..16_u128) {
        // Of any 128 bits, most are refused: take those with each tag alike.
        let id = Scru128::from_u128(bits & !(0xF << 80) | tag << 80);
        for mapping in Mapping::ALL {
            match mapping.of_scru128(id) {
                Ok(source) => prop_assert_eq!(mapping.to_scru128(source), Ok(id)),
                Err(error) => prop_assert!(error.is_not_made()),
            }
        }
    }

    #[test]
    fn what_is_mapped_is_reversed_to_the_same(bits in any::<u128>(), version in 0..16_u128) {
        let as_uuid = bits & !(0xF << 76) & !(0b11 << 62) | version << 76 | 0b10 << 62;
        for source in [bits, as_uuid, bits >> 65] {
            for mapping in Mapping::ALL {
                match mapping.to_scru128(source) {
                    Ok(id) => prop_assert_eq!(mapping.of_scru128(id), Ok(source)),
                    Err(error) => prop_assert!(!error.is_not_made()),
                }
            }
        }
    }

    #[test]
    fn huids_keep_their_order(a in 0..=Huid::MAX.to_u64(), b in 0..=Huid::MAX.to_u64(), near in 0..9_u64) {
        for b in [b, a.saturating_sub(near)] {
            let of = |bits: u64| Mapping::Huid.to_scru128(u128::from(bits)).unwrap();
            prop_assert_eq!(of(a).cmp(&of(b)), a.cmp(&b));
            prop_assert_eq!(Mapping::Huid.of_scru128(of(a)), Ok(u128::from(a)));
            prop_assert_eq!(of(a).unix_ms(), Huid::from_u64(a).unwrap().unix_ms());
        }
    }

    #[test]
    fn ulid_text_is_that_of_the_crate_ulid(bits in any::<u128>(), shift in 0..128_u32) {
        let bits = bits >> shift;
        let expected = Ulid(bits).to_string();
        let mut buffer = [0; iduuid::ulid::TEXT_LEN];
        prop_assert_eq!(iduuid::ulid::encode(bits, &mut buffer), &expected);
        prop_assert_eq!(iduuid::ulid::decode(expected.as_bytes()), Ok(bits));
    }

    #[test]
    fn uuid_text_of_every_form_is_read(bits in any::<u128>()) {
        let uuid = Uuid::from_u128(bits);
        for text in [
            format!("{uuid:X}"),
            format!("{:x}", uuid.simple()),
            format!("{:X}", uuid.braced()),
            format!("{:x}", uuid.urn()),
            format!("{bits:#034x}"),
            format!("\\x{bits:032X}"),
        ] {
            prop_assert_eq!(text::decode(text.as_bytes()), Ok(uuid));
        }
    }

    #[test]
    fn any_text_is_a_uuid_or_an_error_with_a_place(
        text in "[-{}0-9a-gx:urnid\\\\ é]{0,50}",
        bytes in any::<Vec<u8>>(),
    ) {
        for text in [text.as_bytes(), &bytes] {
            // Errors are made and shown without panics.
            if let Err(error) = text::decode(text) {
                prop_assert!(error.position().is_none_or(|at| at < text.len()));
                prop_assert!(error.to_string().starts_with("invalid UUID: expected "));
            }
            if let Err(error) = iduuid::ulid::decode(text) {
                prop_assert!(error.position().is_none_or(|at| at < text.len()));
                prop_assert!(error.to_string().starts_with("invalid ULID: "));
            }
        }
    }

    #[test]
    fn byte_orders_come_back(bytes in any::<[u8; 16]>()) {
        for order in ByteOrder::ALL {
            prop_assert_eq!(order.write(order.read(bytes)), bytes);
        }
    }
}

/// Numbers that look random and are the same each time.
struct Counted(u64);

impl Counted {
    fn next(&mut self) -> u64 {
        // A Weyl sequence and a finalizer, after Steele, Lea and Flood's SplitMix.
        self.0 = self.0.wrapping_add(0x9E3779B97F4A7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58476D1CE4E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D049BB133111EB);
        word ^ (word >> 31)
    }
}

#[test]
fn millions_stay_distinct_ordered_and_reversible() {
    const IDS: usize = 500_000;
    for mapping in TIMED {
        let mut counted = Counted(mapping as u64);
        let mut sources = HashSet::with_capacity(IDS);
        let mut pairs = Vec::with_capacity(IDS);
        while pairs.len() < IDS {
            let (time, ticks) = (counted.next(), counted.next());
            let random = u128::from(counted.next()) << 64 | u128::from(counted.next());
            // Half of them in few milliseconds, with few bits set besides.
            let parts = if time % 2 == 0 {
                let unix_ms = FIRST + (time >> 1) as i64 % 1000;
                // For UUIDv1 and UUIDv6 the node is in the middle of the bits.
                Parts { unix_ms, ticks: ticks % 8, random: random & 0xFF << 70 }
            } else {
                let unix_ms = FIRST + ((time >> 1) % (LAST - FIRST + 1) as u64) as i64;
                Parts { unix_ms, ticks: ticks % TICKS_PER_MS, random }
            };
            let bits = source(mapping, parts);
            if sources.insert(bits) {
                let id = mapping.to_scru128(bits).unwrap();
                assert_eq!(id.unix_ms(), parts.unix_ms);
                assert_eq!(mapping.of_scru128(id), Ok(bits));
                pairs.push((id, bits));
            }
        }
        pairs.sort_unstable();
        for pair in pairs.windows(2) {
            assert!(pair[0].0 < pair[1].0);
            assert_eq!(promised(mapping, pair[0].1, pair[1].1), Ordering::Less);
        }
    }
}
