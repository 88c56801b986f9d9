//! Properties that hold for every id, every text and every time.
//!
//! Expected values come from the integers of the standard library: its decimal and base 32 readers,
//! its byte order, its comparison.

use idcore::{Huid, Scru128};
use proptest::prelude::*;

const HUID_END: u64 = 1 << 63;
/// 2026-01-01T00:00:00Z, and the number of milliseconds that 42 bits count.
const HUID_WINDOW: (i64, i64) = (1767225600000, 1 << 42);
/// 2020-01-01T00:00:00Z, and the number of milliseconds that 44 bits count.
const SCRU128_WINDOW: (i64, i64) = (1577836800000, 1 << 44);

/// Integers of every magnitude, the ends included, as a choice of uniform ones hardly has them.
fn any_huid() -> impl Strategy<Value = u64> {
    prop_oneof![
        0..HUID_END,
        (0..HUID_END, 0..63_u32).prop_map(|(integer, shift)| integer >> shift),
        (0..HUID_END, 0..63_u32).prop_map(|(integer, shift)| HUID_END - 1 - (integer >> shift)),
    ]
}

fn any_scru128() -> impl Strategy<Value = u128> {
    prop_oneof![
        any::<u128>(),
        (any::<u128>(), 0..128_u32).prop_map(|(integer, shift)| integer >> shift),
        (any::<u128>(), 0..128_u32).prop_map(|(integer, shift)| !(integer >> shift)),
    ]
}

/// Two integers that are equal or close more often than two chosen apart.
fn pair<T: Copy + std::fmt::Debug>(
    any: impl Strategy<Value = T> + Clone,
    near: impl Fn(T, i8) -> T,
) -> impl Strategy<Value = (T, T)> {
    (any.clone(), any, proptest::option::of(-2..=2_i8))
        .prop_map(move |(a, b, step)| (a, step.map_or(b, |step| near(a, step))))
}

proptest! {
    #[test]
    fn huid_round_trips(integer in any_huid()) {
        let id = Huid::from_u64(integer).unwrap();
        let mut buffer = [0xFF; 19];
        prop_assert_eq!(id.encode(&mut buffer), integer.to_string());
        prop_assert_eq!(id.encode_padded(&mut buffer), format!("{integer:019}"));
        prop_assert_eq!(id.to_text(), buffer);
        prop_assert_eq!(Huid::decode(&buffer), Ok(id));
        prop_assert_eq!(id.to_string().parse(), Ok(id));
        prop_assert_eq!(id.to_be_bytes(), integer.to_be_bytes());
        prop_assert_eq!(Huid::from_be_bytes(id.to_be_bytes()), Ok(id));
        prop_assert_eq!(Huid::from_slice(&id.to_be_bytes()), Ok(id));
        prop_assert_eq!(Huid::try_from(id.to_i64()), Ok(id));
        prop_assert_eq!(Huid::from_parts(id.time_ms(), id.random()), Ok(id));
        prop_assert_eq!(Huid::from_unix_ms(id.unix_ms(), id.random()), Ok(id));
        prop_assert_eq!(u64::from(id), integer);
    }

    #[test]
    fn scru128_round_trips(integer in any_scru128()) {
        let id = Scru128::from_u128(integer);
        let text = id.to_string();
        prop_assert_eq!(u128::from_str_radix(&text, 32).unwrap(), integer);
        prop_assert_eq!(id.to_text().to_vec(), text.as_bytes());
        prop_assert_eq!(text.parse(), Ok(id));
        prop_assert_eq!(text.to_lowercase().parse(), Ok(id));
        let mut buffer = [0xFF; 26];
        prop_assert_eq!(id.encode_lower(&mut buffer), text.to_lowercase());
        prop_assert_eq!(id.to_be_bytes(), integer.to_be_bytes());
        prop_assert_eq!(Scru128::from_slice(&id.to_be_bytes()), Ok(id));
        let fields = (id.timestamp(), id.counter(), id.per_sec_random(), id.per_gen_random());
        prop_assert_eq!(Scru128::from_fields(fields.0, fields.1, fields.2, fields.3), Ok(id));
        prop_assert_eq!(id.is_reserved(), integer >> 84 == 0 || integer >> 84 == (1 << 44) - 1);
    }

    #[test]
    fn huid_has_one_order(
        (a, b) in pair(any_huid().boxed(), |a, step| {
            a.saturating_add_signed(step.into()).min(HUID_END - 1)
        })
    ) {
        let (x, y) = (Huid::from_u64(a).unwrap(), Huid::from_u64(b).unwrap());
        prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        prop_assert_eq!(x.to_i64().cmp(&y.to_i64()), a.cmp(&b));
        prop_assert_eq!(x.to_be_bytes().cmp(&y.to_be_bytes()), a.cmp(&b));
        let (mut p, mut q) = ([0; 19], [0; 19]);
        prop_assert_eq!(x.encode_padded(&mut p).cmp(y.encode_padded(&mut q)), a.cmp(&b));
    }

    #[test]
    fn scru128_has_one_order(
        (a, b) in pair(any_scru128().boxed(), |a, step| a.saturating_add_signed(step.into()))
    ) {
        let (x, y) = (Scru128::from_u128(a), Scru128::from_u128(b));
        prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        prop_assert_eq!(x.to_be_bytes().cmp(&y.to_be_bytes()), a.cmp(&b));
        prop_assert_eq!(x.to_string().cmp(&y.to_string()), a.cmp(&b));
        let (mut p, mut q) = ([0; 26], [0; 26]);
        prop_assert_eq!(x.encode_lower(&mut p).cmp(y.encode_lower(&mut q)), a.cmp(&b));
    }

    #[test]
    fn neighbours_are_one_apart(huid in any_huid(), scru128 in any_scru128()) {
        let id = Huid::from_u64(huid).unwrap();
        prop_assert_eq!(id.pred().map(Huid::to_u64), huid.checked_sub(1));
        let next = Some(huid + 1).filter(|next| *next < HUID_END);
        prop_assert_eq!(id.succ().map(Huid::to_u64), next);
        let id = Scru128::from_u128(scru128);
        prop_assert_eq!(id.pred().map(Scru128::to_u128), scru128.checked_sub(1));
        prop_assert_eq!(id.succ().map(Scru128::to_u128), scru128.checked_add(1));
    }

    /// The bounds have the millisecond, and their outer neighbours do not: nothing is left out,
    /// and nothing else is let in.
    #[test]
    fn bounds_are_exact(huid_ms in 0..HUID_WINDOW.1, scru128_ms in 0..SCRU128_WINDOW.1) {
        let at = HUID_WINDOW.0 + huid_ms;
        let (first, last) = (Huid::first_at(at).unwrap(), Huid::last_at(at).unwrap());
        prop_assert_eq!(last.to_u64() - first.to_u64() + 1, 1 << 21);
        prop_assert_eq!((first.unix_ms(), last.unix_ms()), (at, at));
        prop_assert!(first.pred().is_none_or(|id| id.unix_ms() == at - 1));
        prop_assert!(last.succ().is_none_or(|id| id.unix_ms() == at + 1));

        let at = SCRU128_WINDOW.0 + scru128_ms;
        let (first, last) = (Scru128::first_at(at).unwrap(), Scru128::last_at(at).unwrap());
        prop_assert_eq!(last.to_u128() - first.to_u128() + 1, 1 << 84);
        prop_assert_eq!((first.unix_ms(), last.unix_ms()), (at, at));
        prop_assert!(first.pred().is_none_or(|id| id.unix_ms() == at - 1));
        prop_assert!(last.succ().is_none_or(|id| id.unix_ms() == at + 1));
    }

    #[test]
    fn times_outside_the_window_are_errors(ms: i64, distance in 1..1_i64 << 50) {
        for ((epoch, length), is_in) in [
            (HUID_WINDOW, (|ms| Huid::first_at(ms).is_ok() && Huid::last_at(ms).is_ok()) as fn(_) -> _),
            (SCRU128_WINDOW, |ms| Scru128::first_at(ms).is_ok() && Scru128::last_at(ms).is_ok()),
        ] {
            prop_assert_eq!(is_in(ms), (epoch..epoch + length).contains(&ms));
            prop_assert!(is_in(epoch) && !is_in(epoch - distance));
            prop_assert!(is_in(epoch + length - 1) && !is_in(epoch + length - 1 + distance));
        }
    }

    #[test]
    fn integers_of_more_bits_are_errors(integer: u64) {
        prop_assert_eq!(Huid::from_u64(integer).is_ok(), integer < HUID_END);
        prop_assert_eq!(Huid::from_be_bytes(integer.to_be_bytes()).is_ok(), integer < HUID_END);
        let signed = integer as i64;
        prop_assert_eq!(Huid::try_from(signed).is_ok(), signed >= 0);
    }

    #[test]
    fn fields_of_more_bits_are_errors(
        time in any::<u64>(), counter: u32, per_sec: u32, per_gen: u32, shift in 0..64_u32
    ) {
        let time = time >> shift;
        prop_assert_eq!(
            Scru128::from_fields(time, counter, per_sec, per_gen).is_ok(),
            time < 1 << 44 && counter < 1 << 28 && per_sec < 1 << 24
        );
        prop_assert_eq!(Huid::from_parts(time, counter).is_ok(), time < 1 << 42 && counter < 1 << 21);
    }

    #[test]
    fn byte_strings_of_other_lengths_are_errors(octets in proptest::collection::vec(any::<u8>(), 0..40)) {
        let huid = octets.len() == 8 && octets[0] < 0x80;
        prop_assert_eq!(Huid::from_slice(&octets).is_ok(), huid);
        prop_assert_eq!(Scru128::from_slice(&octets).is_ok(), octets.len() == 16);
    }

    /// A text is an id exactly where the rules say so, and then there is one text for it.
    #[test]
    fn every_other_text_stays_rejected(
        text in prop_oneof![
            ".{0,40}", "[0-9]{1,21}", "[0-9 +_.-]{1,20}", "[0-9A-Va-v]{24,28}", "[0-9A-Za-z]{26}",
            "[0-9A-V]{12,13}.[0-9A-V]{12,13}", "[0-9]{4,9}.[0-9]{4,9}",
        ]
    ) {
        let octets = text.as_bytes();
        let huid = (1..=19).contains(&octets.len()) && octets.iter().all(u8::is_ascii_digit);
        let huid = if huid { text.parse().ok().filter(|id| *id < HUID_END) } else { None };
        prop_assert_eq!(text.parse().ok().map(Huid::to_u64), huid);
        prop_assert_eq!(Huid::from_text(&text), text.parse());

        // `from_str_radix` also takes a sign.
        let scru128 = octets.len() == 26 && octets.iter().all(u8::is_ascii_alphanumeric);
        let scru128 = if scru128 { u128::from_str_radix(&text, 32).ok() } else { None };
        prop_assert_eq!(text.parse().ok().map(Scru128::to_u128), scru128);
        prop_assert_eq!(Scru128::from_text(&text), text.parse());
        if let Ok(id) = text.parse::<Scru128>() {
            prop_assert_eq!(id.to_string(), text.to_ascii_uppercase());
        }
    }

    /// A message is for every text, and its position is that of a character in the text.
    #[test]
    fn every_error_has_a_message(octets in proptest::collection::vec(any::<u8>(), 0..40), text in ".{0,40}") {
        for octets in [&octets[..], text.as_bytes()] {
            let errors = [Huid::decode(octets).err(), Scru128::decode(octets).err()];
            for error in errors.into_iter().flatten() {
                prop_assert!(!error.to_string().is_empty());
                let position = error.position();
                prop_assert_eq!(position.is_some(), error.is_digit());
                prop_assert!(position.is_none_or(|at| at < octets.len()));
                if let (Some(at), Ok(text)) = (position, std::str::from_utf8(octets)) {
                    prop_assert!(text.is_char_boundary(at));
                }
            }
        }
    }
}
