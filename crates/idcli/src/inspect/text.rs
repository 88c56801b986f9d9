//! An id as lines of text for people.

use std::fmt::Display;
use std::io::Write;

use anstyle::Style;
use idcore::Scru128;
use jiff::Timestamp;

use super::anatomy::Anatomy;
use super::picture;
use crate::failure::Failure;
use crate::id::Id;
use crate::output::Output;
use crate::time::{Age, Rfc3339};

/// The width of the names on the left: the longest, and two spaces.
const NAMES: usize = "per_sec_random".len() + 2;

pub(super) fn write(out: &mut Output, id: Id) -> Result<(), Failure> {
    let anatomy = Anatomy::of(id);
    let plain = Style::new();
    let bold = Style::new().bold();
    let age = Age { unix_ms: anatomy.unix_ms, now: Timestamp::now() };
    line(out, plain, "scheme", &anatomy.scheme)?;
    line(out, bold, "text", &anatomy.text)?;
    line(out, plain, "integer", &anatomy.integer)?;
    line(out, plain, "hex", &anatomy.hex())?;
    line(out, bold, "time", &format_args!("{} ({age})", Rfc3339(anatomy.unix_ms)))?;
    for field in &anatomy.fields {
        line(out, field.style(), field.name, &field.value)?;
    }
    line(out, plain, "reserved", &if anatomy.reserved { "yes" } else { "no" })?;
    if let Id::Scru128 { id, may_be_ulid: true } = id {
        line(out, plain, "note", &UlidNote(id))?;
    }
    if out.takes_pictures() {
        out.write_all(b"\n")?;
        picture::write(out, &anatomy)?;
    }
    Ok(())
}

fn line(out: &mut Output, style: Style, name: &str, value: &dyn Display) -> Result<(), Failure> {
    let style = out.style(style);
    writeln!(out, "{name:NAMES$}{style}{value}{style:#}")?;
    Ok(())
}

/// That the text of an id is a well-formed ULID too, and what time that would be: more often than
/// not one of the two times is absurd, and so tells which it is.
struct UlidNote(Scru128);

impl Display for UlidNote {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        /// The last millisecond of the year 9999, where calendars end.
        const LAST: i64 = 253402300799999;
        let unix_ms = ulid_unix_ms(self.0.to_string().as_bytes());
        write!(f, "the text is a well-formed ULID too, whose time would be ")?;
        if unix_ms > LAST { f.write_str("after the year 9999") } else { Rfc3339(unix_ms).fmt(f) }
    }
}

/// The time of the text of a ULID, in Unix milliseconds: its first ten digits are 48 bits.
fn ulid_unix_ms(text: &[u8]) -> i64 {
    const DIGITS: &[u8] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    text.iter().take(10).fold(0, |ms, byte| {
        let digit = DIGITS.iter().position(|digit| digit.eq_ignore_ascii_case(byte));
        ms << 5 | digit.unwrap_or_default() as i64
    })
}

#[cfg(test)]
mod tests {
    use super::ulid_unix_ms;

    #[test]
    fn times_of_ulids() {
        // The ULID specification's example, and its last millisecond.
        assert_eq!(ulid_unix_ms(b"01ARZ3NDEKTSV4RRFFQ69G5FAV"), 1469922850259);
        assert_eq!(ulid_unix_ms(b"7ZZZZZZZZZ0000000000000000"), (1 << 48) - 1);
    }
}
