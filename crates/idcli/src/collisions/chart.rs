//! A chart of the chance of a collision over the load, both in powers of ten.

use std::io::Write;

use anstyle::{AnsiColor, Style};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::Color;
use ratatui_core::symbols::Marker;
use ratatui_core::widgets::Widget;
use ratatui_widgets::chart::{Axis, Chart, Dataset, GraphType};

use crate::failure::Failure;
use crate::output::Output;

const AREA: Rect = Rect { x: 0, y: 0, width: 76, height: 18 };
/// How many powers of ten of the load are on either side of the one that was asked for.
const DECADES: i32 = 4;
/// Points of the curve: two to a column, as many as there are dots.
const POINTS: i32 = 2 * AREA.width as i32;

const CURVE: Color = Color::Cyan;
const MARK: Color = Color::Yellow;

/// Draws `chance_of` around `load`, which is marked.
pub(super) fn write(
    out: &mut Output,
    load_name: &str,
    chance_of: impl Fn(f64) -> f64,
    load: f64,
) -> Result<(), Failure> {
    let middle = load.log10().round();
    let (left, right) = (middle - f64::from(DECADES), middle + f64::from(DECADES));
    let log_chance = |log_load: f64| chance_of(10_f64.powf(log_load)).log10();
    let bottom = bottom(log_chance(middle));
    let curve: Vec<(f64, f64)> = (0..=POINTS)
        .map(|i| left + (right - left) * f64::from(i) / f64::from(POINTS))
        .map(|x| (x, log_chance(x)))
        .filter(|(_, y)| *y >= bottom)
        .collect();
    let mark = [(load.log10(), chance_of(load).log10().max(bottom))];

    let x_axis = Axis::default()
        .title(load_name)
        .bounds([left, right])
        .labels([left, middle, right].map(power_of_ten));
    let y_axis = Axis::default()
        .title("chance")
        .bounds([bottom, 0.0])
        .labels([bottom, bottom / 2.0, 0.0].map(power_of_ten));
    let datasets = vec![
        Dataset::default()
            .marker(Marker::Braille)
            .graph_type(GraphType::Line)
            .style(CURVE)
            .data(&curve),
        Dataset::default()
            .marker(Marker::Dot)
            .graph_type(GraphType::Scatter)
            .style(MARK)
            .data(&mark),
    ];
    let mut buffer = Buffer::empty(AREA);
    Chart::new(datasets).x_axis(x_axis).y_axis(y_axis).render(AREA, &mut buffer);
    write_buffer(out, &buffer)
}

/// The lowest power of ten of the chance: even, so that half of it is whole, and well below what
/// the load in the middle has.
fn bottom(middle: f64) -> f64 {
    // A chance of nothing has no logarithm.
    if middle.is_finite() { ((middle - 4.0) / 2.0).floor().clamp(-20.0, -3.0) * 2.0 } else { -12.0 }
}

fn power_of_ten(exponent: f64) -> String {
    match exponent {
        -3.0..=6.0 => 10_f64.powf(exponent).to_string(),
        _ => format!("1e{exponent}"),
    }
}

/// Writes the cells of a buffer, in the two colours where colour is taken.
fn write_buffer(out: &mut Output, buffer: &Buffer) -> Result<(), Failure> {
    for row in buffer.content().chunks(AREA.width.into()) {
        let blank = row.iter().rev().take_while(|cell| cell.symbol() == " ").count();
        let mut last = Style::new();
        for cell in &row[..row.len() - blank] {
            let style = out.style(match cell.fg {
                CURVE => AnsiColor::Cyan.on_default(),
                MARK => AnsiColor::Yellow.on_default().bold(),
                _ => Style::new(),
            });
            if style != last {
                write!(out, "{last:#}{style}")?;
                last = style;
            }
            out.write_all(cell.symbol().as_bytes())?;
        }
        writeln!(out, "{last:#}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{bottom, power_of_ten};

    #[test]
    fn the_bottom_is_even_and_below() {
        for middle in [0.0, -1.0, -2.5, -9.0, -15.3, -33.0] {
            let bottom = bottom(middle);
            assert!(bottom <= middle - 4.0 && bottom % 2.0 == 0.0, "{middle}: {bottom}");
        }
        assert!(bottom(f64::NEG_INFINITY).is_finite());
        assert!(bottom(-300.0).is_finite());
    }

    #[test]
    fn powers() {
        assert_eq!(
            [-12.0, -2.0, 0.0, 3.0, 9.0].map(power_of_ten),
            ["1e-12", "0.01", "1", "1000", "1e9"]
        );
    }
}
