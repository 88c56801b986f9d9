//! How ids are written.

use std::io::Write;

use idcore::{Huid, Scru128};

use crate::cli::Format;
use crate::failure::Failure;

/// Appends a batch of ids. A batch, so that the loop over ids is compiled for each format.
pub(super) type WriteIds<I> = fn(&[I], &mut Vec<u8>);

/// How HUIDs are written in a format.
///
/// # Errors
///
/// The format is one of SCRU128 only.
pub(super) fn huid(format: Format) -> Result<WriteIds<Huid>, Failure> {
    Ok(match format {
        // The integer is the text.
        Format::Text | Format::Int => |ids, out| {
            each(ids, |id| line(out, id.encode(&mut [0; Huid::TEXT_LEN])));
        },
        Format::Padded => |ids, out| {
            each(ids, |id| line(out, id.encode_padded(&mut [0; Huid::TEXT_LEN])));
        },
        Format::Hex => |ids, out| each(ids, |id| number(out, format_args!("{id:#018x}"))),
        Format::Json => |ids, out| {
            each(ids, |id| quoted(out, id.encode(&mut [0; Huid::TEXT_LEN])));
        },
        Format::Bytes => |ids, out| each(ids, |id| out.extend_from_slice(&id.to_be_bytes())),
        Format::Lower => {
            return Err(Failure::usage(
                "--format lower is for scru128: a HUID is written in digits, which have no case",
            ));
        }
    })
}

/// How SCRU128 ids are written in a format.
///
/// # Errors
///
/// The format is one of HUID only.
pub(super) fn scru128(format: Format) -> Result<WriteIds<Scru128>, Failure> {
    Ok(match format {
        Format::Text => |ids, out| {
            each(ids, |id| {
                line(out, id.encode(&mut [0; Scru128::TEXT_LEN]));
            });
        },
        Format::Lower => |ids, out| {
            each(ids, |id| {
                line(out, id.encode_lower(&mut [0; Scru128::TEXT_LEN]));
            });
        },
        Format::Hex => |ids, out| each(ids, |id| number(out, format_args!("{id:#034x}"))),
        Format::Int => |ids, out| each(ids, |id| number(out, format_args!("{}", id.to_u128()))),
        Format::Json => |ids, out| {
            each(ids, |id| quoted(out, id.encode(&mut [0; Scru128::TEXT_LEN])));
        },
        Format::Bytes => |ids, out| each(ids, |id| out.extend_from_slice(&id.to_be_bytes())),
        Format::Padded => {
            return Err(Failure::usage(
                "--format padded is for huid: the text of a SCRU128 always has 26 digits",
            ));
        }
    })
}

#[inline]
fn each<I: Copy>(ids: &[I], write: impl FnMut(I)) {
    ids.iter().copied().for_each(write);
}

#[inline]
fn line(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(text.as_bytes());
    out.push(b'\n');
}

/// Digits and letters need no escapes.
#[inline]
fn quoted(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    out.extend_from_slice(text.as_bytes());
    out.extend_from_slice(b"\"\n");
}

fn number(out: &mut Vec<u8>, number: std::fmt::Arguments<'_>) {
    // Writing to a vector never fails.
    let _ = writeln!(out, "{number}");
}

#[cfg(test)]
mod tests {
    use idcore::{Huid, Scru128};

    use super::{Format, huid, scru128};

    #[test]
    fn formats_of_huids() {
        let id = Huid::from_u64(258037077).unwrap();
        for (format, text) in [
            (Format::Text, &b"258037077\n"[..]),
            (Format::Int, b"258037077\n"),
            (Format::Padded, b"0000000000258037077\n"),
            (Format::Hex, b"0x000000000f615555\n"),
            (Format::Json, b"\"258037077\"\n"),
            (Format::Bytes, b"\0\0\0\0\x0F\x61\x55\x55"),
        ] {
            let mut out = Vec::new();
            huid(format).unwrap()(&[id, id], &mut out);
            assert_eq!(out, text.repeat(2), "{format:?}");
        }
        assert!(huid(Format::Lower).is_err());
    }

    #[test]
    fn formats_of_scru128s() {
        let id = Scru128::from_u128(1095473244246772103403544935821223346);
        for (format, text) in [
            (Format::Text, &b"00QBTG0FERFTCCNFISUBO489DI\n"[..]),
            (Format::Lower, b"00qbtg0ferftccnfisubo489di\n"),
            (Format::Int, b"1095473244246772103403544935821223346\n"),
            (Format::Hex, b"0x00d2fb003ddb7f58cbbe5cf2f04425b2\n"),
            (Format::Json, b"\"00QBTG0FERFTCCNFISUBO489DI\"\n"),
            (Format::Bytes, b"\x00\xD2\xFB\x00\x3D\xDB\x7F\x58\xCB\xBE\x5C\xF2\xF0\x44\x25\xB2"),
        ] {
            let mut out = Vec::new();
            scru128(format).unwrap()(&[id, id], &mut out);
            assert_eq!(out, text.repeat(2), "{format:?}");
        }
        assert!(scru128(Format::Padded).is_err());
    }
}
