//! The command line of `convert`.

use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{ArgGroup, Args, ValueEnum};
use iduuid::ByteOrder;

use crate::quantity::ordinal;
use crate::time::TimeArg;

/// Convert ids of one kind to another in a stream of lines, CSV or JSON.
///
/// Ids are read from a file or from standard input, one a line, and written to standard output, in
/// bounded memory. With --csv or --jsonl, the ids of some columns or fields are converted, and all
/// other bytes come out as they went in: quotes, line ends, headers, spaces, the order of keys.
///
/// Empty lines, empty cells and JSON nulls are no ids and stay as they are.
///
/// What there is, and what is kept:
///   uuid, ulid, scru128 to each other --map bits        all bits; a scru128 of them has no time
///   uuid to scru128                   --map time        all, and the time, of UUIDv1, v6 and v7
///   ulid or huid to scru128           --map time        all, and the time
///   scru128 to uuid, ulid or huid     --map time        the way back: what the maps above made
///   uuid, ulid or scru128 to huid     --map lossy-time  the time and 21 bits: no way back
///   any to itself                     --map bits        all; for another form of the text
///
/// With lossy-time, two ids of one millisecond become one with a chance of 1 in 2097152. Nothing is
/// done about it: an id becomes the same HUID wherever it occurs, so that references stay whole. A
/// unique constraint finds out, or for a column of distinct ids `sort | uniq -d`.
///
/// A UUID is read in every form that databases print: with or without hyphens, in either case, in
/// braces, after urn:uuid:, 0x or \x. A ulid and a scru128 are read as their 26 digits, in either
/// case, and a huid as 1 to 19 decimal digits (or an integer of JSON). Anything else is a bad value:
/// an integer or 0x says too little of what it is.
///
/// A bad value is told on standard error with its line, and the exit code is 1. A line, row or
/// object of more than 16 MiB ends the work.
#[derive(Debug, Args)]
#[command(
    verbatim_doc_comment,
    after_help = EXAMPLES,
    group = ArgGroup::new("columns").multiple(true).args(["column", "column_number"])
)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct ConvertArgs {
    /// The input; without it, or as -, standard input is read
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// What the ids are
    #[arg(long, value_name = "KIND", value_enum)]
    pub(crate) from: Kind,
    /// What they become
    #[arg(long, value_name = "KIND", value_enum)]
    pub(crate) to: Kind,
    /// How they become it
    #[arg(long, value_enum)]
    pub(crate) map: Map,

    /// Read CSV, and convert columns of it
    #[arg(long, requires = "columns", conflicts_with = "jsonl", help_heading = "CSV")]
    pub(crate) csv: bool,
    /// The name of a column in the header; may be given several times
    #[arg(long, value_name = "NAME", requires = "csv", help_heading = "CSV")]
    pub(crate) column: Vec<String>,
    /// The number of a column, from 1; may be given several times
    #[arg(
        long,
        value_name = "N",
        requires = "csv",
        allow_hyphen_values = true,
        value_parser = ordinal,
        help_heading = "CSV"
    )]
    pub(crate) column_number: Vec<NonZeroUsize>,
    /// The first row is no header
    #[arg(long, requires = "csv", conflicts_with = "column", help_heading = "CSV")]
    pub(crate) no_header: bool,
    /// What stands between the cells of a row: one character, or tab
    #[arg(long, value_name = "CHAR", requires = "csv", default_value = ",", help_heading = "CSV")]
    pub(crate) delimiter: Delimiter,

    /// Read one JSON value a line, and convert fields of it
    #[arg(long, requires = "field", help_heading = "JSON")]
    pub(crate) jsonl: bool,
    /// The path of a field; may be given several times
    ///
    /// Keys with points between them (user.id), or a JSON Pointer (/user/id), whose keys may have
    /// points. An array on the way or at the end stands for all that is in it. An object may lack a
    /// field; one that no line has is an error.
    #[arg(long, value_name = "PATH", requires = "jsonl", help_heading = "JSON")]
    pub(crate) field: Vec<String>,

    /// What is done about a bad value
    #[arg(long, value_enum, default_value_t, help_heading = "Input")]
    pub(crate) on_error: OnError,
    /// A text that is no id and stays as it is, such as NULL or \N
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, help_heading = "Input")]
    pub(crate) null: Option<String>,
    /// The order of the bytes that UUIDs without hyphens show
    #[arg(long, value_name = "ORDER", value_enum, default_value_t, help_heading = "Input")]
    pub(crate) bytes: Bytes,
    /// A time before which no id was made: an earlier one is a bad value
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, help_heading = "Input")]
    pub(crate) not_before: Option<TimeArg>,
    /// A time after which no id was made, such as now: a later one is a bad value
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, help_heading = "Input")]
    pub(crate) not_after: Option<TimeArg>,

    /// Write scru128 in lower case
    #[arg(long, help_heading = "Output")]
    pub(crate) lower: bool,
    /// Write huid with 19 digits, zero-padded so that they sort as text
    #[arg(long, help_heading = "Output")]
    pub(crate) padded: bool,
    /// How uuid is written
    #[arg(long, value_name = "FORM", value_enum, help_heading = "Output")]
    pub(crate) uuid_form: Option<UuidForm>,
}

const EXAMPLES: &str = "\
Examples:
  idcli convert --from uuid --to scru128 --map bits < uuids.txt > ids.txt
  idcli convert --from scru128 --to uuid --map bits < ids.txt > uuids.txt
  idcli convert --from uuid --to scru128 --map time --csv --column id < orders.csv
  idcli convert --from ulid --to scru128 --map time --jsonl --field user.id < log.jsonl
  idcli convert --from uuid --to huid --map lossy-time --not-after now < uuids.txt";

/// A kind of id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// A UUID of any version
    Uuid,
    /// A ULID: 26 digits without I, L, O and U
    Ulid,
    /// 26 digits of 0-9A-V
    Scru128,
    /// A decimal number
    Huid,
}

impl Kind {
    pub(crate) const ALL: [Self; 4] = [Self::Uuid, Self::Ulid, Self::Scru128, Self::Huid];
}

impl fmt::Display for Kind {
    /// As on the command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Uuid => "uuid",
            Self::Ulid => "ulid",
            Self::Scru128 => "scru128",
            Self::Huid => "huid",
        })
    }
}

/// How an id becomes another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Map {
    /// The same bits; the time of a scru128 of them means nothing
    Bits,
    /// The same time and all else; the way back is its reverse
    Time,
    /// The same time and 21 bits of the rest; no way back, and ids of one ms may collide
    LossyTime,
}

impl Map {
    pub(crate) const ALL: [Self; 3] = [Self::Bits, Self::Time, Self::LossyTime];
}

impl fmt::Display for Map {
    /// As on the command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Bits => "bits",
            Self::Time => "time",
            Self::LossyTime => "lossy-time",
        })
    }
}

/// What is done about a bad value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnError {
    /// The work ends before its line
    #[default]
    Stop,
    /// Its line, row or object is left out
    Skip,
    /// The value stays as it is
    Keep,
}

/// The order of bytes that are shown as hexadecimal digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Bytes {
    /// Big-endian, as in the text with hyphens: PostgreSQL, MySQL's UUID_TO_BIN(x)
    #[default]
    Be,
    /// Microsoft's mixed-endian GUID: SQL Server, .NET
    Guid,
    /// MySQL's UUID_TO_BIN(x, 1)
    MysqlSwapped,
}

impl Bytes {
    pub(crate) fn order(self) -> ByteOrder {
        match self {
            Self::Be => ByteOrder::BigEndian,
            Self::Guid => ByteOrder::Microsoft,
            Self::MysqlSwapped => ByteOrder::MySqlSwapped,
        }
    }
}

/// How a UUID is written, in lower case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum UuidForm {
    /// 2489e9ad-2ee2-4e00-8ec9-32d5f69181c0 (the default)
    #[default]
    Hyphenated,
    /// 2489e9ad2ee24e008ec932d5f69181c0
    Simple,
    /// {2489e9ad-2ee2-4e00-8ec9-32d5f69181c0}
    Braced,
    /// urn:uuid:2489e9ad-2ee2-4e00-8ec9-32d5f69181c0
    Urn,
}

/// What stands between the cells of a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Delimiter(pub(crate) u8);

impl FromStr for Delimiter {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match *text.as_bytes() {
            [] => Err("expected a character, or tab"),
            _ if text == "tab" || text == "\\t" => Ok(Self(b'\t')),
            // What an id or its form may have, and what CSV has for itself.
            [b'"' | b'\r' | b'\n' | b'-' | b'{' | b'}' | b':'] => {
                Err("this character has another meaning")
            }
            [byte] if byte.is_ascii_alphanumeric() => Err("letters and digits are parts of ids"),
            [byte] => Ok(Self(byte)),
            _ => Err("expected one ASCII character, or tab"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Delimiter;

    #[test]
    fn delimiters() {
        for (text, byte) in [(",", b','), (";", b';'), ("|", b'|'), ("\t", b'\t'), ("tab", b'\t')] {
            assert_eq!(text.parse::<Delimiter>().unwrap().0, byte);
        }
        for text in ["", "a", "7", "-", "\"", "\n", ",,", "é", "\u{FF0C}"] {
            assert!(text.parse::<Delimiter>().is_err(), "{text:?}");
        }
    }
}
