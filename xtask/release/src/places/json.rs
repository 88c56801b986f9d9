//! Where the strings of a JSON text are, which no parser of values tells.

use std::ops::Range;

/// Each string that is a value, with the keys that lead to it and the bytes between its quotes. The
/// elements of arrays have none of their own.
///
/// What is no JSON gives what was found before: who reads the values will say so.
pub(super) fn strings(text: &str) -> Vec<(Vec<&str>, Range<usize>)> {
    let mut found = Vec::new();
    // The key of each open object; of an array, that it is one.
    let mut open: Vec<Option<&str>> = Vec::new();
    let mut awaits_value = false;
    let mut at = 0;
    while let Some(byte) = text.as_bytes().get(at) {
        match byte {
            b'{' => {
                open.push(Some(""));
                awaits_value = false;
            }
            b'[' => open.push(None),
            b'}' | b']' => {
                open.pop();
            }
            b':' => awaits_value = true,
            b',' => awaits_value = false,
            b'"' => {
                let end = end_of_string(text, at + 1);
                match open.last_mut() {
                    Some(Some(key)) if !awaits_value => *key = &text[at + 1..end],
                    Some(_) => {
                        found.push((open.iter().copied().flatten().collect(), at + 1..end));
                    }
                    None => {}
                }
                at = end;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

fn end_of_string(text: &str, start: usize) -> usize {
    let mut escaped = false;
    let end = text[start..].bytes().position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |len| start + len)
}

#[cfg(test)]
mod tests {
    use super::strings;

    #[test]
    fn strings_have_their_keys() {
        let text = r#"{"version":"0.3.0", "a\"": {"version" : "1"}, "l": ["x", {"k": "y"}],
            "n": 1, "packages": {"": {"version": "2"}}, "last": "\\"}"#;
        let found: Vec<String> = strings(text)
            .into_iter()
            .map(|(path, range)| format!("{}={}", path.join("/"), &text[range]))
            .collect();
        assert_eq!(
            found,
            [
                "version=0.3.0",
                r#"a\"/version=1"#,
                "l=x",
                "l/k=y",
                "packages//version=2",
                r"last=\\",
            ]
        );
    }

    #[test]
    fn what_is_no_json_ends_the_search() {
        assert!(strings("{\"a").is_empty());
        assert!(strings("]}\"\"").is_empty());
    }
}
