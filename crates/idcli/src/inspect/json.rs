//! An id as one JSON object.

use jiff::Timestamp;
use serde::{Serialize, Serializer};

use super::anatomy::{Anatomy, Field};
use crate::failure::Failure;
use crate::id::Id;
use crate::output::Output;
use crate::time::Rfc3339;

/// The object. The integer is a text, as it may be over 2^53; all other numbers are below.
#[derive(Serialize)]
struct Object {
    scheme: String,
    text: String,
    integer: String,
    hex: String,
    time: String,
    unix_ms: i64,
    /// Negative for a time to come.
    age_ms: i64,
    fields: Fields,
    reserved: bool,
    /// Only where the text of a SCRU128 was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    may_be_ulid: Option<bool>,
}

/// The fields by name, the highest bits first.
struct Fields(Vec<Field>);

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|field| (field.name, field.value)))
    }
}

pub(super) fn write(out: &mut Output, id: Id) -> Result<(), Failure> {
    let anatomy = Anatomy::of(id);
    out.json_line(&Object {
        scheme: anatomy.scheme.to_string().to_lowercase(),
        integer: anatomy.integer.to_string(),
        hex: anatomy.hex(),
        text: anatomy.text,
        time: Rfc3339(anatomy.unix_ms).to_string(),
        unix_ms: anatomy.unix_ms,
        age_ms: Timestamp::now().as_millisecond() - anatomy.unix_ms,
        fields: Fields(anatomy.fields),
        reserved: anatomy.reserved,
        may_be_ulid: match id {
            Id::Huid(_) => None,
            Id::Scru128 { may_be_ulid, .. } => Some(may_be_ulid),
        },
    })
}
