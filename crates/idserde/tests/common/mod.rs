//! The data formats by name, so that a test can be run over all of them.

#![allow(dead_code, reason = "each test file uses its part of this module")]

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Formats that say what they hold, so that serde can buffer it. The binary ones come last.
pub(crate) const SELF_DESCRIBING: [&str; 6] =
    ["json", "json-value", "toml", "yaml", "cbor", "messagepack-named"];
pub(crate) const ALL: [&str; 10] = [
    "json",
    "json-value",
    "toml",
    "yaml",
    "cbor",
    "messagepack-named",
    "messagepack",
    "postcard",
    "bincode",
    "bincode-legacy",
];

#[allow(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn told<E: ToString>(error: E) -> String {
    error.to_string()
}

pub(crate) fn write<T: Serialize>(format: &str, value: &T) -> Result<Vec<u8>, String> {
    match format {
        "json" => serde_json::to_vec(value).map_err(told),
        "json-value" => {
            serde_json::to_value(value).map_err(told).map(|value| value.to_string().into_bytes())
        }
        "toml" => toml::to_string(value).map_err(told).map(String::into_bytes),
        "yaml" => serde_yaml_ng::to_string(value).map_err(told).map(String::into_bytes),
        "cbor" => {
            let mut stored = Vec::new();
            ciborium::into_writer(value, &mut stored).map_err(told)?;
            Ok(stored)
        }
        "messagepack" => rmp_serde::to_vec(value).map_err(told),
        "messagepack-named" => rmp_serde::to_vec_named(value).map_err(told),
        "postcard" => postcard::to_allocvec(value).map_err(told),
        "bincode" => {
            bincode::serde::encode_to_vec(value, bincode::config::standard()).map_err(told)
        }
        "bincode-legacy" => {
            bincode::serde::encode_to_vec(value, bincode::config::legacy()).map_err(told)
        }
        "csv" => {
            let mut writer = csv::Writer::from_writer(Vec::new());
            writer.serialize(value).map_err(told)?;
            writer.into_inner().map_err(told)
        }
        _ => panic!("no such format: {format}"),
    }
}

pub(crate) fn read<T: DeserializeOwned>(format: &str, stored: &[u8]) -> Result<T, String> {
    let text = || core::str::from_utf8(stored).unwrap();
    match format {
        "json" => {
            // From a slice, which lends its text, and from a reader, which does not.
            let value = serde_json::from_slice(stored).map_err(told)?;
            serde_json::from_reader::<_, T>(stored).map_err(told)?;
            Ok(value)
        }
        "json-value" => {
            let value: serde_json::Value = serde_json::from_slice(stored).map_err(told)?;
            T::deserialize(&value).map_err(told)?;
            serde_json::from_value(value).map_err(told)
        }
        "toml" => toml::from_str(text()).map_err(told),
        "yaml" => serde_yaml_ng::from_str(text()).map_err(told),
        "cbor" => ciborium::from_reader(stored).map_err(told),
        "messagepack" | "messagepack-named" => {
            let value = rmp_serde::from_slice(stored).map_err(told)?;
            rmp_serde::from_read::<_, T>(stored).map_err(told)?;
            Ok(value)
        }
        "postcard" => postcard::from_bytes(stored).map_err(told),
        "bincode" => bincode::serde::decode_from_slice(stored, bincode::config::standard())
            .map(|(value, _)| value)
            .map_err(told),
        "bincode-legacy" => bincode::serde::decode_from_slice(stored, bincode::config::legacy())
            .map(|(value, _)| value)
            .map_err(told),
        "csv" => {
            csv::Reader::from_reader(stored).deserialize().next().expect("one record").map_err(told)
        }
        _ => panic!("no such format: {format}"),
    }
}

pub(crate) fn huid(text: &str) -> idcore::Huid {
    text.parse().unwrap()
}

pub(crate) fn scru128(text: &str) -> idcore::Scru128 {
    text.parse().unwrap()
}
