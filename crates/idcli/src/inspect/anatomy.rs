//! The fields of an id, from the highest bits to the lowest.

use anstyle::{AnsiColor, Style};
use idcore::{Huid, Scru128};

use crate::cli::Scheme;
use crate::id::Id;

/// One field of an id.
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) bits: u32,
    pub(super) value: u64,
    pub(super) colour: AnsiColor,
}

impl Field {
    pub(super) fn style(&self) -> Style {
        self.colour.on_default()
    }
}

/// What both schemes have, in the same words.
pub(super) struct Anatomy {
    pub(super) scheme: Scheme,
    pub(super) text: String,
    pub(super) integer: u128,
    /// The width of the integer in memory, in bits: 64 or 128.
    pub(super) width: u32,
    pub(super) unix_ms: i64,
    pub(super) reserved: bool,
    /// From the highest bits down. HUID has one bit more in memory, which is always 0.
    pub(super) fields: Vec<Field>,
}

impl Anatomy {
    pub(super) fn of(id: Id) -> Self {
        match id {
            Id::Huid(id) => Self::of_huid(id),
            Id::Scru128 { id, .. } => Self::of_scru128(id),
        }
    }

    fn of_huid(id: Huid) -> Self {
        Self {
            scheme: Scheme::Huid,
            text: id.to_string(),
            integer: id.to_u64().into(),
            width: 64,
            unix_ms: id.unix_ms(),
            // The scheme reserves none.
            reserved: false,
            fields: vec![
                Field {
                    name: "time_ms",
                    bits: Huid::TIME_BITS,
                    value: id.time_ms(),
                    colour: AnsiColor::Cyan,
                },
                Field {
                    name: "random",
                    bits: Huid::RANDOM_BITS,
                    value: id.random().into(),
                    colour: AnsiColor::Magenta,
                },
            ],
        }
    }

    fn of_scru128(id: Scru128) -> Self {
        Self {
            scheme: Scheme::Scru128,
            text: id.to_string(),
            integer: id.to_u128(),
            width: 128,
            unix_ms: id.unix_ms(),
            reserved: id.is_reserved(),
            fields: vec![
                Field {
                    name: "timestamp",
                    bits: Scru128::TIMESTAMP_BITS,
                    value: id.timestamp(),
                    colour: AnsiColor::Cyan,
                },
                Field {
                    name: "counter",
                    bits: Scru128::COUNTER_BITS,
                    value: id.counter().into(),
                    colour: AnsiColor::Green,
                },
                Field {
                    name: "per_sec_random",
                    bits: Scru128::PER_SEC_RANDOM_BITS,
                    value: id.per_sec_random().into(),
                    colour: AnsiColor::Yellow,
                },
                Field {
                    name: "per_gen_random",
                    bits: Scru128::PER_GEN_RANDOM_BITS,
                    value: id.per_gen_random().into(),
                    colour: AnsiColor::Magenta,
                },
            ],
        }
    }

    /// The integer in hexadecimal, as wide as the id: 16 or 32 digits after `0x`.
    pub(super) fn hex(&self) -> String {
        // `0x` counts as part of the width.
        format!("{:#0width$x}", self.integer, width = self.width as usize / 4 + 2)
    }
}
