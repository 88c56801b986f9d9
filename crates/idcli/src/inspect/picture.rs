//! The bits of an id, drawn in bytes, with each field's name below its bits.
//!
//! ```text
//! 0 0000000 00000000 00000000 ... 00000000 0001|11101101 ...
//! ```

use std::io::Write;

use anstyle::{AnsiColor, Style};

use super::anatomy::Anatomy;
use crate::failure::Failure;
use crate::output::Output;

/// The bits of a line: 71 columns with the spaces between bytes.
const ROW: u32 = 64;

/// A field's bits, counted from the highest bit of the id.
struct Part {
    name: &'static str,
    style: Style,
    first: u32,
    last: u32,
}

pub(super) fn write(out: &mut Output, anatomy: &Anatomy) -> Result<(), Failure> {
    let parts = parts(anatomy);
    for row in 0..anatomy.width / ROW {
        let (first, last) = (row * ROW, row * ROW + ROW - 1);
        let here: Vec<Part> = parts
            .iter()
            .filter(|part| part.first <= last && part.last >= first)
            .map(|part| Part {
                first: part.first.max(first) - first,
                last: part.last.min(last) - first,
                ..*part
            })
            .collect();
        let bits = (anatomy.integer >> (anatomy.width - ROW - first)) as u64;
        write_row(out, bits, &here)?;
    }
    Ok(())
}

/// Where the fields are. The bits of memory that are no field's are above all fields.
fn parts(anatomy: &Anatomy) -> Vec<Part> {
    let used: u32 = anatomy.fields.iter().map(|field| field.bits).sum();
    let mut first = anatomy.width - used;
    let mut parts = Vec::new();
    if first > 0 {
        let style = AnsiColor::BrightBlack.on_default();
        parts.push(Part { name: "", style, first: 0, last: first - 1 });
    }
    for field in &anatomy.fields {
        let last = first + field.bits - 1;
        parts.push(Part { name: field.name, style: field.style(), first, last });
        first = last + 1;
    }
    parts
}

/// The column of a bit: bytes are one space apart.
const fn column(bit: u32) -> u32 {
    bit + bit / 8
}

/// One line of bits and one of names.
fn write_row(out: &mut Output, bits: u64, parts: &[Part]) -> Result<(), Failure> {
    for part in parts {
        let style = out.style(part.style);
        write!(out, "{style}")?;
        for bit in part.first..=part.last {
            let space = if bit > 0 && bit % 8 == 0 { " " } else { "" };
            write!(out, "{space}{}", bits >> (ROW - 1 - bit) & 1)?;
        }
        write!(out, "{style:#}")?;
    }
    out.write_all(b"\n")?;
    let mut at = 0;
    for part in parts {
        let style = out.style(part.style);
        let gap = (column(part.first) - at) as usize;
        let width = (column(part.last) - column(part.first) + 1) as usize;
        write!(out, "{:gap$}{style}{}{style:#}", "", brace(part.name, width))?;
        at = column(part.last) + 1;
    }
    out.write_all(b"\n")?;
    Ok(())
}

/// A brace of so many columns, with the name in it as far as there is room.
fn brace(name: &str, width: usize) -> String {
    match width {
        0 => String::new(),
        1 => "╵".to_owned(),
        _ if !name.is_empty() && name.len() + 4 <= width => {
            format!("╰{:─^fill$}╯", format!(" {name} "), fill = width - 2)
        }
        _ if name.len() == width || name.len() + 1 == width => format!("{name:width$}"),
        _ => format!("╰{:─<fill$}╯", "", fill = width - 2),
    }
}

#[cfg(test)]
mod tests {
    use super::brace;

    #[test]
    fn braces_have_the_width_that_is_asked_for() {
        for width in 0..40 {
            for name in ["", "random", "per_sec_random"] {
                assert_eq!(brace(name, width).chars().count(), width, "{name} in {width}");
            }
        }
        assert_eq!(brace("random", 12), "╰─ random ─╯");
    }
}
