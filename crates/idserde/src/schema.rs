//! The forms as JSON Schema: what a JSON document holds.

use alloc::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::{huid, scru128};

/// The schema of what is written, or of the somewhat wider range of what is read.
fn huid_text(generator: &SchemaGenerator) -> Schema {
    let pattern = if generator.contract().is_serialize() {
        "^(0|[1-9][0-9]{0,18})$"
    } else {
        "^[0-9]{1,19}$"
    };
    json_schema!({
        "type": "string",
        "description": "HUID: an integer of 0 to 9223372036854775807 as decimal text",
        "pattern": pattern,
        "minLength": 1,
        "maxLength": idcore::Huid::TEXT_LEN,
        "examples": ["258037077"],
    })
}

fn huid_int(_: &SchemaGenerator) -> Schema {
    json_schema!({
        "type": "integer",
        "description": "HUID: over the 53 bits that a JavaScript number holds exactly",
        "format": "int64",
        "minimum": 0,
        "maximum": idcore::Huid::MAX.to_u64(),
        "examples": [258037077],
    })
}

fn huid_bytes(_: &SchemaGenerator) -> Schema {
    json_schema!({
        "type": "array",
        "description": "HUID: 8 bytes, big-endian",
        // The first bit of a HUID is 0.
        "prefixItems": [{ "type": "integer", "minimum": 0, "maximum": 127 }],
        "items": { "type": "integer", "minimum": 0, "maximum": 255 },
        "minItems": 8,
        "maxItems": 8,
    })
}

/// The schema of what is written, in upper case, or of what is read, in either case.
fn scru128_text(generator: &SchemaGenerator) -> Schema {
    let pattern = if generator.contract().is_serialize() {
        "^[0-7][0-9A-V]{25}$"
    } else {
        "^[0-7][0-9A-Va-v]{25}$"
    };
    json_schema!({
        "type": "string",
        "description": "SCRU128: 128 bits as 26 digits in base 32",
        "pattern": pattern,
        "minLength": idcore::Scru128::TEXT_LEN,
        "maxLength": idcore::Scru128::TEXT_LEN,
        "examples": ["00QBTG0FERFTCCNFISUBO489DI"],
    })
}

fn scru128_bytes(_: &SchemaGenerator) -> Schema {
    json_schema!({
        "type": "array",
        "description": "SCRU128: 16 bytes, big-endian",
        "items": { "type": "integer", "minimum": 0, "maximum": 255 },
        "minItems": 16,
        "maxItems": 16,
    })
}

macro_rules! describe {
    ($($Form:ty: $name:literal = $schema:path),* $(,)?) => {$(
        impl JsonSchema for $Form {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                Cow::Borrowed($name)
            }

            fn schema_id() -> Cow<'static, str> {
                Cow::Borrowed(concat!("idserde::", $name))
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                $schema(generator)
            }
        }

        // For a field of `#[serde_as]`, whatever its type is.
        #[cfg(feature = "serde_with")]
        impl<T> serde_with::schemars_1::JsonSchemaAs<T> for $Form {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                Cow::Borrowed($name)
            }

            fn schema_id() -> Cow<'static, str> {
                Cow::Borrowed(concat!("idserde::", $name))
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                $schema(generator)
            }
        }
    )*};
}

describe! {
    crate::Huid: "Huid" = huid_text,
    huid::Text: "HuidText" = huid_text,
    huid::Int: "HuidInt" = huid_int,
    huid::Bytes: "HuidBytes" = huid_bytes,
    crate::Scru128: "Scru128" = scru128_text,
    scru128::Text: "Scru128Text" = scru128_text,
    scru128::Bytes: "Scru128Bytes" = scru128_bytes,
}
