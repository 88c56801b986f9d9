//! One id to another, from text to text.

use std::fmt;

use idcore::{AgeCheck, AgeError, Huid, Scru128};
use iduuid::{ByteOrder, ByteOrderCheck, ByteOrderError, MapError, text, ulid};
use uuid::Uuid;

use super::plan::Plan;
use crate::cli::{Kind, UuidForm};
use crate::looks;

/// How many UUIDs without hyphens are looked at to find out whether their bytes are in the order
/// that was named. With fewer than the first, none is accused.
const SAMPLE: std::ops::Range<u64> = 12..4096;

/// Converts texts.
pub(super) struct Converter {
    pub(super) from: Kind,
    pub(super) plan: Plan,
    pub(super) form: Form,
    pub(super) order: ByteOrder,
    /// Bounds of the time, where there are any.
    pub(super) age: Option<AgeCheck>,
    /// A text that is no id.
    pub(super) null: Option<Vec<u8>>,
    /// What the bytes of UUIDs look like.
    pub(super) sample: ByteOrderCheck,
}

/// How an id is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Uuid(UuidForm),
    Ulid,
    Scru128,
    Scru128Lower,
    Huid,
    HuidPadded,
}

/// A text has no id, or its id cannot be converted.
#[derive(Debug)]
pub(super) enum NoValue {
    /// It is not a text that the kind is written in.
    Text(String),
    /// A UUID with hyphens where bytes in another order than theirs are read.
    Hyphens(ByteOrder),
    Map(MapError),
    Age(AgeError),
}

impl Converter {
    /// Whether a text is the one that stands for no id.
    #[inline]
    pub(super) fn is_null(&self, text: &[u8]) -> bool {
        self.null.as_deref() == Some(text)
    }

    /// Appends the text of the id that the id of `text` becomes.
    ///
    /// # Errors
    ///
    /// There is none; nothing is appended then.
    #[inline]
    pub(super) fn convert(&mut self, text: &[u8], out: &mut Vec<u8>) -> Result<(), NoValue> {
        let bits = self.read(text)?;
        let bits = match self.plan {
            Plan::Same => bits,
            Plan::ToScru128(mapping) => {
                let id = mapping.to_scru128(bits).map_err(NoValue::Map)?;
                self.check(id.unix_ms())?;
                id.to_u128()
            }
            Plan::OfScru128(mapping) => {
                let id = Scru128::from_u128(bits);
                let bits = mapping.of_scru128(id).map_err(NoValue::Map)?;
                self.check(id.unix_ms())?;
                bits
            }
            Plan::LossyHuid => {
                let id = self.lossy_huid(bits)?;
                self.check(id.unix_ms())?;
                u128::from(id.to_u64())
            }
        };
        self.write(bits, out);
        Ok(())
    }

    /// What the bytes of the UUIDs that were read look like, where that is not what was said.
    pub(super) fn doubt(&self) -> Option<ByteOrderError> {
        if self.sample.values() < SAMPLE.start {
            return None;
        }
        self.sample.verify(self.order).err()
    }

    #[inline]
    fn read(&mut self, text: &[u8]) -> Result<u128, NoValue> {
        match self.from {
            Kind::Uuid => return self.read_uuid(text),
            // Nothing but the canonical texts: an integer, in decimal digits or after 0x, may be one
            // of another kind, and would become an id without complaint.
            Kind::Ulid => ulid::decode(text).map_err(|error| looks::no_ulid(text, &error)),
            Kind::Scru128 => Scru128::decode(text)
                .map(Scru128::to_u128)
                .map_err(|error| looks::no_scru128(text, &error)),
            Kind::Huid => Huid::decode(text)
                .map(|id| u128::from(id.to_u64()))
                .map_err(|error| looks::no_huid(text, &error)),
        }
        .map_err(NoValue::Text)
    }

    #[inline]
    fn read_uuid(&mut self, text: &[u8]) -> Result<u128, NoValue> {
        /// The longest form without hyphens: 32 digits after 0x.
        const LONGEST_BYTES: usize = 34;
        let uuid =
            text::decode(text).map_err(|error| NoValue::Text(looks::no_uuid(text, &error)))?;
        if text.len() <= LONGEST_BYTES {
            let stored = uuid.into_bytes();
            if self.sample.values() < SAMPLE.end {
                self.sample.add(stored);
            }
            Ok(self.order.read(stored).as_u128())
        } else if self.order == ByteOrder::BigEndian {
            Ok(uuid.as_u128())
        } else {
            Err(NoValue::Hyphens(self.order))
        }
    }

    fn lossy_huid(&self, bits: u128) -> Result<Huid, NoValue> {
        match self.from {
            Kind::Uuid => iduuid::huid_lossy_from_uuid_time(Uuid::from_u128(bits)),
            Kind::Ulid => iduuid::huid_lossy_from_ulid(bits),
            Kind::Scru128 | Kind::Huid => iduuid::huid_lossy_from_scru128(Scru128::from_u128(bits)),
        }
        .map_err(NoValue::Map)
    }

    #[inline]
    fn check(&self, unix_ms: i64) -> Result<(), NoValue> {
        match self.age {
            // The bounds are times of their own: none of them is the present of each check.
            Some(age) => age.check_at(unix_ms, 0).map_err(NoValue::Age),
            None => Ok(()),
        }
    }

    #[inline]
    fn write(&self, bits: u128, out: &mut Vec<u8>) {
        let scru128 = Scru128::from_u128(bits);
        match self.form {
            Form::Uuid(form) => write_uuid(Uuid::from_u128(bits), form, out),
            Form::Ulid => append(out, ulid::encode(bits, &mut [0; ulid::TEXT_LEN])),
            Form::Scru128 => append(out, scru128.encode(&mut [0; Scru128::TEXT_LEN])),
            Form::Scru128Lower => append(out, scru128.encode_lower(&mut [0; Scru128::TEXT_LEN])),
            Form::Huid => append(out, huid(bits).encode(&mut [0; Huid::TEXT_LEN])),
            Form::HuidPadded => append(out, huid(bits).encode_padded(&mut [0; Huid::TEXT_LEN])),
        }
    }
}

#[inline]
fn append(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(text.as_bytes());
}

fn huid(bits: u128) -> Huid {
    match u64::try_from(bits).map(Huid::from_u64) {
        Ok(Ok(id)) => id,
        _ => unreachable!("they are read as, or made to be, a HUID"),
    }
}

#[inline]
fn write_uuid(uuid: Uuid, form: UuidForm, out: &mut Vec<u8>) {
    let mut buffer = Uuid::encode_buffer();
    append(
        out,
        match form {
            UuidForm::Hyphenated => uuid.hyphenated().encode_lower(&mut buffer),
            UuidForm::Simple => uuid.simple().encode_lower(&mut buffer),
            UuidForm::Braced => uuid.braced().encode_lower(&mut buffer),
            UuidForm::Urn => uuid.urn().encode_lower(&mut buffer),
        },
    );
}

impl fmt::Display for NoValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(message) => f.write_str(message),
            Self::Hyphens(order) => write!(
                f,
                "expected 32 hexadecimal digits, bytes in {order}; a UUID with hyphens is read \
                 with --bytes be"
            ),
            Self::Map(error) => error.fmt(f),
            Self::Age(error) => error.fmt(f),
        }
    }
}
