//! The public items of a source file, found by their form.
//!
//! The compiler warns of a `pub` that cannot be reached from the crate's root (`unreachable_pub`), so
//! what says `pub` is public. Sources are as rustfmt leaves them: what is inside of something stands
//! four spaces further in.

/// A public function, type, trait, constant, method or macro.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) name: String,
    /// The type or trait that it is a member of, or the public module that it is named with.
    pub(crate) within: Option<String>,
    /// The line, from 1.
    pub(crate) line: usize,
}

/// What the lines further in belong to.
struct Scope<'a> {
    indent: usize,
    kind: ScopeKind,
    name: &'a str,
}

#[derive(PartialEq, Eq)]
enum ScopeKind {
    Module,
    Type,
    Trait,
    /// What its documentation hides, with all that is in it.
    Hidden,
}

/// The public items of a source; `module` is its name where it is a public module itself.
pub(crate) fn items(source: &str, module: Option<&str>) -> Vec<Item> {
    let mut items = Vec::new();
    let mut scopes: Vec<Scope<'_>> = Vec::new();
    let (mut hidden, mut exported) = (false, false);
    for (index, line) in source.lines().enumerate() {
        let mut code = line.trim_start();
        let indent = line.len() - code.len();
        if code.starts_with('}') {
            scopes.retain(|scope| scope.indent < indent);
        }
        while let Some((attribute, rest)) = split_attribute(code) {
            hidden |= attribute.starts_with("doc(hidden");
            exported |= attribute.starts_with("macro_export");
            code = rest.trim_start();
        }
        if code.is_empty() || code.starts_with("//") {
            continue;
        }
        let scope = scopes.last();
        let found = match scope {
            Some(Scope { kind: ScopeKind::Hidden, .. }) => None,
            Some(Scope { kind: ScopeKind::Trait, indent: outer, .. }) if indent == outer + 4 => {
                named(code).filter(|(kind, _)| *kind == "fn")
            }
            // A macro is public by its attribute, and stands in the crate's root wherever it is written.
            _ if exported => {
                code.strip_prefix("macro_rules! ").map(|name| ("macro", identifier(name)))
            }
            _ => code.strip_prefix("pub ").and_then(named),
        };
        if let Some((kind, name)) = found.filter(|_| !hidden) {
            // A type or macro is known by its own name; a function or constant by that of its module too.
            let by_itself =
                matches!(kind, "struct" | "enum" | "union" | "trait" | "type" | "macro");
            let within = match scope {
                Some(scope) => Some(scope.name),
                None => module,
            };
            let within = within.filter(|_| !by_itself).map(str::to_owned);
            items.push(Item { name: name.to_owned(), within, line: index + 1 });
        }
        // What ends in the line where it begins has nothing in it.
        let opened = if code.ends_with(['}', ';']) { None } else { opened(code) };
        scopes.extend(opened.map(|(kind, name)| {
            let kind = if hidden { ScopeKind::Hidden } else { kind };
            Scope { indent, kind, name }
        }));
        (hidden, exported) = (false, false);
    }
    items
}

/// An attribute at the beginning of a line, and what follows it; one that goes on in further lines has
/// what is there of it.
fn split_attribute(code: &str) -> Option<(&str, &str)> {
    let rest = code.strip_prefix("#[").or_else(|| code.strip_prefix("#!["))?;
    let mut depth = 1;
    for (at, c) in rest.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((&rest[..at], &rest[at + 1..]));
        }
    }
    Some((rest, ""))
}

/// The kind and the name of an item, without its visibility.
fn named(code: &str) -> Option<(&str, &str)> {
    let mut words = code.split_whitespace().peekable();
    loop {
        let word = words.next()?;
        let next = *words.peek()?;
        match word {
            "async" | "unsafe" | "extern" | "\"C\"" => {}
            "const" if matches!(next, "fn" | "async" | "unsafe" | "extern") => {}
            "fn" | "struct" | "enum" | "union" | "trait" | "const" | "static" | "type" => {
                return Some((word, identifier(next)));
            }
            _ => return None,
        }
    }
}

/// The scope that a line begins. What is private has nothing public in it, and needs none.
fn opened(code: &str) -> Option<(ScopeKind, &str)> {
    if let Some(name) = code.strip_prefix("pub mod ") {
        return Some((ScopeKind::Module, identifier(name)));
    }
    if let Some(name) = code.strip_prefix("pub trait ") {
        return Some((ScopeKind::Trait, identifier(name)));
    }
    let rest = code.strip_prefix("impl")?;
    let path = without_parameters(rest)?.trim_start();
    let end = path.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
    let path = &path[..end.unwrap_or(path.len())];
    // In an implementation of a trait this is the trait's name, and nothing in it says `pub`.
    path.rsplit("::").next().map(|name| (ScopeKind::Type, name))
}

/// What follows the parameters `<...>` of an `impl`.
fn without_parameters(text: &str) -> Option<&str> {
    if !text.starts_with('<') {
        return Some(text);
    }
    let mut depth = 0;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        match c {
            '<' => depth += 1,
            // Not the arrow of a function's type.
            '>' if before != '-' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return text.get(at + 1..);
        }
        before = c;
    }
    None
}

fn identifier(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::items;

    fn names(source: &str, module: Option<&str>) -> Vec<String> {
        let name = |item: super::Item| match item.within {
            Some(within) => format!("{within}::{}", item.name),
            None => item.name,
        };
        items(source, module).into_iter().map(name).collect()
    }

    #[test]
    fn finds_what_is_public() {
        let source = "\
pub(crate) fn internal() {}
fn private() {}
pub const fn free() {}
pub const LIMIT: u32 = 1;
pub struct Id {
    pub field: u8,
}
impl<F: Fn(u8) -> u8> Id<F> {
    /// pub fn in_words() {}
    pub const MIN: u8 = 0;
    pub fn get(&self) -> u8 {
        let pub_like = 0;
    }
    fn own(&self) {}
    #[doc(hidden)]
    pub fn hidden(&self) {}
    pub unsafe fn
}
impl fmt::Display for Id {
    fn fmt(&self) {}
}
impl Error for Id {}
trait Own {
    fn inside();
}
pub trait Clock {
    const RATE: u32;
    fn now(&mut self) -> i64;
    fn later(&mut self) -> i64 {
        fn inner() {}
    }
}
#[doc(hidden)]
pub trait Sealed {
    fn step();
}
pub mod sqlite {
    pub const SHOP: &str = \"\";
    pub enum Kind {}
}
pub async fn last() {}
";
        let expected = [
            "free",
            "LIMIT",
            "Id",
            "Id::MIN",
            "Id::get",
            "Clock",
            "Clock::now",
            "Clock::later",
            "sqlite::SHOP",
            "Kind",
            "last",
        ];
        assert_eq!(names(source, None), expected);
    }

    #[test]
    fn attributes_may_stand_in_the_same_line() {
        let source = "\
#[must_use] pub fn a() {}
#[doc = \"[b]\"] #[must_use] pub struct B;
#[doc(hidden)] pub fn c() {}
    #[cfg(x)] #[inline]
pub const fn d() {}
";
        assert_eq!(names(source, None), ["a", "B", "d"]);
    }

    #[test]
    fn a_macro_is_public_where_it_is_exported() {
        let source = "\
macro_rules! own {
    () => {};
}
#[macro_export]
macro_rules! shared {
    () => {};
}
#[doc(hidden)]
#[macro_export]
macro_rules! hidden {
    () => {};
}
";
        assert_eq!(names(source, Some("module")), ["shared"]);
    }

    #[test]
    fn a_function_of_a_public_module_is_named_with_it() {
        let source = "pub fn huid_burst() {}\npub struct Collisions {}\n";
        assert_eq!(names(source, Some("collision")), ["collision::huid_burst", "Collisions"]);
    }
}
