//! Names of columns that go into SQL.

use std::fmt;
use std::str::FromStr;

/// A column's name that can stand in SQL as it is: parts with points between them, each a plain
/// name or quoted. Nothing in it can end the name and begin something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Column(String);

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Column {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut rest = text;
        loop {
            rest = after_part(rest).ok_or_else(|| {
                format!(
                    "{:?} at position {} is not part of a column's name: expected names of \
                     letters, digits and _ that begin with no digit, or quoted with \"\" or ``, \
                     with points between them",
                    rest.chars().next().map_or_else(|| "the end".to_owned(), String::from),
                    text.len() - rest.len()
                )
            })?;
            match rest.strip_prefix('.') {
                Some(next) => rest = next,
                None if rest.is_empty() => return Ok(Self(text.to_owned())),
                None => {
                    return Err(format!(
                        "expected the end of the column's name or a point at position {}, found \
                         {rest:?}",
                        text.len() - rest.len()
                    ));
                }
            }
        }
    }
}

/// What follows the name that `text` begins with.
fn after_part(text: &str) -> Option<&str> {
    match text.chars().next()? {
        quote @ ('"' | '`') => after_quoted(text, quote),
        first if first == '_' || first.is_alphabetic() => {
            Some(text.trim_start_matches(|c: char| c == '_' || c.is_alphanumeric()))
        }
        _ => None,
    }
}

/// What follows a quoted name: a quote in it is written twice, and it is not empty.
fn after_quoted(text: &str, quote: char) -> Option<&str> {
    let mut rest = text.strip_prefix(quote)?;
    let mut empty = true;
    loop {
        let next = rest.chars().next()?;
        rest = &rest[next.len_utf8()..];
        if next == quote {
            match rest.strip_prefix(quote) {
                Some(after) => rest = after,
                None => return (!empty).then_some(rest),
            }
        } else if next.is_control() {
            return None;
        }
        empty = false;
    }
}

#[cfg(test)]
mod tests {
    use super::Column;

    #[test]
    fn names_that_stand_as_they_are() {
        for name in [
            "id",
            "_id2",
            "orders.id",
            "shop.orders.id",
            "größe",
            r#""order""#,
            r#""my ""own"" id".id"#,
            "`order`.`id`",
            "`a``b`",
        ] {
            assert_eq!(name.parse::<Column>().unwrap().to_string(), name);
        }
    }

    #[test]
    fn everything_else_is_refused() {
        for name in [
            "",
            ".",
            "id.",
            ".id",
            "2id",
            "id; DROP TABLE orders",
            "id OR 1=1",
            "id--",
            "id/**/",
            "id)",
            "'id'",
            "[id]",
            "\"id",
            "\"\"",
            "\"id\"x",
            "\"id\" OR \"a\"",
            "`id`` OR 1=1",
            "\"a\nb\"",
            "\"a\0\"",
            "id\n",
            "$1",
            "?",
        ] {
            assert!(name.parse::<Column>().is_err(), "{name:?}");
        }
    }
}
