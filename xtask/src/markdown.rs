//! As much of Markdown as the rules need: blocks of code, headings and links.

/// A block of code between fences.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Block<'a> {
    /// The line of its first fence, from 1.
    pub(crate) line: usize,
    /// What stands behind the first fence, such as `rust,no_run`.
    pub(crate) language: &'a str,
    /// The line above the first fence, where a comment may say more of the block.
    pub(crate) above: &'a str,
    pub(crate) lines: Vec<&'a str>,
}

impl Block<'_> {
    /// Whether rustdoc takes the block for an example and compiles it.
    pub(crate) fn is_rust(&self) -> bool {
        let mut words = self.language.split(',').map(str::trim);
        words.all(|word| {
            matches!(word, "" | "rust" | "no_run" | "should_panic") || word.starts_with("edition")
        })
    }
}

const FENCE: &str = "```";

/// The blocks of code of a text.
pub(crate) fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<Block<'_>> = None;
    let mut above = "";
    for (index, line) in text.lines().enumerate() {
        let fence = line.trim_start().strip_prefix(FENCE);
        match (&mut open, fence) {
            (None, Some(language)) => {
                let language = language.trim();
                open = Some(Block { line: index + 1, language, above, lines: Vec::new() });
            }
            (Some(block), None) => block.lines.push(line),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, None) => {}
        }
        above = line;
    }
    blocks.extend(open);
    blocks
}

/// The lines outside of blocks, with their numbers from 1.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_block = false;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with(FENCE);
        in_block ^= is_fence;
        !in_block && !is_fence
    })
}

/// The targets of all links, with the numbers of their lines from 1.
pub(crate) fn links(text: &str) -> Vec<(usize, String)> {
    let mut links = Vec::new();
    // A span of code may go on in the next line, not in the next paragraph.
    let mut in_code = false;
    for (number, line) in prose(text) {
        in_code &= !line.trim().is_empty();
        let mut words = String::new();
        for part in line.split_inclusive('`') {
            if !in_code {
                words.push_str(part.trim_end_matches('`'));
            }
            in_code ^= part.ends_with('`');
        }
        let inline = words.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next());
        links.extend(inline.map(|target| (number, target.to_owned())));
        // `[name]: target`
        if let Some((_, target)) = words.strip_prefix('[').and_then(|rest| rest.split_once("]: ")) {
            links.push((number, target.trim().to_owned()));
        }
    }
    links
}

/// The anchors of the headings, as both GitHub and mdBook name them.
pub(crate) fn anchors(text: &str) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    for (_, line) in prose(text) {
        let title = line.trim_start_matches('#');
        if title.len() == line.len() || !title.starts_with(' ') {
            continue;
        }
        let name: String = title
            .trim()
            .chars()
            .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
            .map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() })
            .collect();
        let same = anchors.iter().filter(|anchor| **anchor == name).count();
        // A second heading of the same words is told from the first by a number.
        anchors.push(if same == 0 { name } else { format!("{name}-{same}") });
    }
    anchors
}

#[cfg(test)]
mod tests {
    use super::{anchors, blocks, links};

    const TEXT: &str = "\
# A `b` title, in (part)
See [one](a.md#x) and [`two`](../b), not `[three](c)` nor `[four
](d)`, but [five](e \"title\").

<!-- above -->
```rust,no_run
# hidden
[six](f)
```
## Again
## Again
[seven]: https://example.org
";

    #[test]
    fn finds_the_links_outside_of_code() {
        let expected = [(2, "a.md#x"), (2, "../b"), (3, "e"), (12, "https://example.org")];
        assert_eq!(links(TEXT), expected.map(|(n, target)| (n, target.to_owned())));
    }

    #[test]
    fn finds_the_blocks() {
        let blocks = blocks(TEXT);
        assert_eq!(blocks.len(), 1);
        assert_eq!((blocks[0].line, blocks[0].above), (6, "<!-- above -->"));
        assert_eq!(blocks[0].lines, ["# hidden", "[six](f)"]);
        assert!(blocks[0].is_rust());
    }

    #[test]
    fn names_the_anchors() {
        assert_eq!(anchors(TEXT), ["a-b-title-in-part", "again", "again-1"]);
    }
}
