//! The plot: bars of the medians, a panel for each group, as an SVG for light and dark pages.

use std::fmt::Write as _;

use crate::page::group_names;
use crate::results::{FLOOR, Figure, Measured, Results};

/// All lengths are in pixels.
const WIDTH: f64 = 900.0;
const COLUMNS: usize = 2;
const MARGIN: f64 = 20.0;
const PANEL: f64 = (WIDTH - MARGIN * (COLUMNS as f64 + 1.0)) / COLUMNS as f64;
/// The names, before the bars, and the numbers, after them.
const NAMES: f64 = 165.0;
const NUMBERS: f64 = 60.0;
const BARS: f64 = PANEL - NAMES - NUMBERS;
const TITLE: f64 = 24.0;
const LINE: f64 = 17.0;
const BAR: f64 = 11.0;
const GAP: f64 = 18.0;
const LEGEND: f64 = 64.0;

const STYLE: &str = "\
text{font:11px system-ui,sans-serif;fill:#1f2328}.title{font-weight:600;font-size:12px}\
.page{fill:#fff}.ours{fill:#0969da}.peer{fill:#afb8c1}.floor{fill:#d4a72c}\
.spread{stroke:#1f2328;stroke-opacity:.55}\
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.page{fill:#0d1117}.ours{fill:#4493f8}\
.peer{fill:#57606a}.floor{fill:#bb8009}.spread{stroke:#e6edf3}}";

/// The plot of what the first run that has a group found.
pub fn write(runs: &[Results]) -> String {
    let mut panels = String::new();
    let mut bottoms = [LEGEND; COLUMNS];
    for name in group_names(runs) {
        let Some(group) = runs.iter().find_map(|run| run.find(name)) else { continue };
        // The next panel goes where the most room is left.
        let column = (0..COLUMNS).min_by(|a, b| bottoms[*a].total_cmp(&bottoms[*b])).unwrap_or(0);
        let x = MARGIN + column as f64 * (PANEL + MARGIN);
        panel(&mut panels, group, x, bottoms[column]);
        bottoms[column] += TITLE + group.figures.len() as f64 * LINE + GAP;
    }
    let height = bottoms.into_iter().fold(0.0, f64::max);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{WIDTH}\" \
         height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\">\n\
         <title>Medians in nanoseconds, ours beside the peers</title>\n<style>{STYLE}</style>\n\
         <rect class=\"page\" width=\"{WIDTH}\" height=\"{height}\"/>\n"
    );
    legend(&mut svg);
    svg.push_str(&panels);
    svg.push_str("</svg>\n");
    svg
}

fn legend(svg: &mut String) {
    let mut x = MARGIN;
    let kinds = [("ours", "ours"), ("peer", "peers"), ("floor", "the least there is to do")];
    for (class, label) in kinds {
        let _ = writeln!(
            svg,
            "<rect class=\"{class}\" x=\"{x}\" y=\"15\" width=\"{BAR}\" height=\"{BAR}\"/>\n\
             <text x=\"{}\" y=\"25\">{label}</text>",
            x + BAR + 5.0
        );
        x += 40.0 + 6.5 * label.len() as f64;
    }
    let _ = writeln!(
        svg,
        "<text x=\"{MARGIN}\" y=\"46\">Nanoseconds per operation: medians, and lines from 10 % to 90 % \
         of the rounds. Each panel has a scale of its own.</text>"
    );
}

fn panel(svg: &mut String, group: &Measured, x: f64, y: f64) {
    let _ = writeln!(
        svg,
        "<text class=\"title\" x=\"{x}\" y=\"{}\">{}</text>",
        y + TITLE - 10.0,
        escaped(&group.name)
    );
    let most = group.figures.iter().map(|figure| figure.p90).fold(0.0, f64::max);
    let scale = BARS / most;
    for (line, figure) in group.figures.iter().enumerate() {
        let Figure { name, p10, median, p90 } = figure;
        let class = match name.as_str() {
            FLOOR => "floor",
            _ if figure.is_ours() => "ours",
            _ => "peer",
        };
        let (left, top) = (x + NAMES, y + TITLE + line as f64 * LINE);
        let (text, middle) = (top + BAR - 1.5, top + BAR / 2.0);
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{text:.1}\" text-anchor=\"end\">{}</text>\
             <rect class=\"{class}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{BAR}\"/>\
             <path class=\"spread\" d=\"M{:.1} {middle:.1}H{:.1}\"/>\
             <text x=\"{:.1}\" y=\"{text:.1}\">{}</text>",
            left - 6.0,
            escaped(name),
            median * scale,
            left + p10 * scale,
            left + p90 * scale,
            left + p90.max(*median) * scale + 6.0,
            number(*median)
        );
    }
}

/// Three digits, as far as they are after the point.
fn number(ns: f64) -> String {
    match ns {
        ..10.0 => format!("{ns:.2}"),
        ..100.0 => format!("{ns:.1}"),
        _ => format!("{ns:.0}"),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::{number, write};
    use crate::results::Results;

    #[test]
    fn bars_are_as_long_as_what_they_stand_for() {
        let run =
            "machine\tone\tany\nfigure\ta\tidgen\t50\t50\t50\nfigure\ta\tp<q\t100\t100\t100\n";
        let svg = write(&[Results::read(run).unwrap()]);
        let width = |class: &str| -> f64 {
            let bar = svg.lines().find(|line| line.contains(&format!("\"{class}\" x=\"185")));
            bar.unwrap()
                .split("width=\"")
                .nth(1)
                .unwrap()
                .split('"')
                .next()
                .unwrap()
                .parse()
                .unwrap()
        };
        assert_eq!(width("ours") * 2.0, width("peer"));
        assert!(svg.contains("p&lt;q") && svg.ends_with("</svg>\n"));
    }

    #[test]
    fn numbers_have_three_digits() {
        assert_eq!([1.234, 12.34, 123.4, 35000.4].map(number), ["1.23", "12.3", "123", "35000"]);
    }
}
