//! Tables for people: columns as wide as they need to be.

use std::fmt::Write as _;

/// Rows under a head, each cell two spaces from the next. No line ends with spaces.
pub(crate) fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let head: Vec<String> = head.iter().map(|&cell| cell.to_owned()).collect();
    let all: Vec<&Vec<String>> = std::iter::once(&head).chain(rows).collect();
    let width = |column: usize| {
        all.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
    };
    let mut text = String::new();
    for row in &all {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            // Writing to a `String` does not fail.
            let _ = write!(line, "{cell:width$}  ", width = width(column).unwrap_or(0));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::table;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows = [vec!["idcore".into(), "1".into()], vec!["a".into(), String::new()]];
        assert_eq!(table(&["name", "n"], &rows), "name    n\nidcore  1\na\n");
    }
}
