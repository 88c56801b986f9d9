//! Where the values of some paths are in a JSON text.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::failure::Failure;

/// Paths as a tree of keys.
pub(super) enum Node {
    /// The end of the path with this index.
    Leaf(usize),
    Keys(Vec<(String, Node)>),
}

/// A value that a path leads to, as the bytes that it has in its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The index of the path.
    pub(super) path: usize,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Node {
    /// The tree of some paths.
    ///
    /// # Errors
    ///
    /// A path is empty, or leads to or through what another leads to.
    pub(super) fn of(paths: &[String]) -> Result<Self, Failure> {
        let mut root = Self::Keys(Vec::new());
        for (index, path) in paths.iter().enumerate() {
            let keys = keys(path)?;
            root.insert(&keys, index).map_err(|other| {
                let other =
                    other.map_or_else(|| "another".to_owned(), |at| format!("{:?}", paths[at]));
                Failure::usage(format_args!("--field {path:?}: {other} is in it, or it in that"))
            })?;
        }
        Ok(root)
    }

    /// Adds a path; the error is the path that it has its way in common with, where that is one.
    fn insert(&mut self, keys: &[String], index: usize) -> Result<(), Option<usize>> {
        match (self, keys) {
            (Self::Leaf(other), _) => Err(Some(*other)),
            (Self::Keys(_), []) => Err(None),
            (Self::Keys(children), [key, rest @ ..]) => {
                if let Some((_, child)) = children.iter_mut().find(|(name, _)| name == key) {
                    return child.insert(rest, index);
                }
                let mut child = Self::Leaf(index);
                for key in rest.iter().rev() {
                    child = Self::Keys(vec![(key.clone(), child)]);
                }
                children.push((key.clone(), child));
                Ok(())
            }
        }
    }

    /// Appends the places of all values in `text` that the paths lead to, in their order.
    ///
    /// # Errors
    ///
    /// The text is not JSON.
    pub(super) fn find(&self, text: &[u8], places: &mut Vec<Place>) -> serde_json::Result<()> {
        let mut reader = serde_json::Deserializer::from_slice(text);
        Search { node: self, text, places }.deserialize(&mut reader)?;
        reader.end()
    }
}

/// The keys of a path: a JSON Pointer where it begins with `/`, else keys with points between them.
fn keys(path: &str) -> Result<Vec<String>, Failure> {
    let keys: Vec<String> = match path.strip_prefix('/') {
        Some(pointer) => {
            pointer.split('/').map(unescape).collect::<Option<_>>().ok_or_else(|| {
                Failure::usage(format_args!("--field {path:?}: ~ is written as ~0, and / as ~1"))
            })?
        }
        None => path.split('.').map(str::to_owned).collect(),
    };
    if !path.starts_with('/') && keys.iter().any(String::is_empty) {
        return Err(Failure::usage(format_args!(
            "--field {path:?}: expected keys with points between them, such as user.id, or a JSON \
             Pointer, such as /user/id"
        )));
    }
    Ok(keys)
}

/// A key of a JSON Pointer; `None` where `~` is followed by something else than 0 or 1.
fn unescape(key: &str) -> Option<String> {
    let mut parts = key.split('~');
    let mut unescaped = parts.next()?.to_owned();
    for part in parts {
        let (escaped, rest) = match part.as_bytes().first()? {
            b'0' => ('~', &part[1..]),
            b'1' => ('/', &part[1..]),
            _ => return None,
        };
        unescaped.push(escaped);
        unescaped.push_str(rest);
    }
    Some(unescaped)
}

/// Goes through a value with what is left of the paths.
struct Search<'s, 'de> {
    node: &'s Node,
    text: &'de [u8],
    places: &'s mut Vec<Place>,
}

impl<'de> DeserializeSeed<'de> for Search<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        let &Node::Leaf(path) = self.node else { return reader.deserialize_any(self) };
        let value: &'de RawValue = serde::Deserialize::deserialize(reader)?;
        // Borrowed from the text: its place is the distance.
        let start = value.get().as_ptr().addr() - self.text.as_ptr().addr();
        self.places.push(Place { path, start, end: start + value.get().len() });
        Ok(())
    }
}

impl<'de> Visitor<'de> for Search<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Node::Keys(children) = self.node else { return Ok(()) };
        while let Some(found) = map.next_key_seed(Key(children))? {
            match found {
                Some(node) => {
                    map.next_value_seed(Search { node, text: self.text, places: self.places })?;
                }
                None => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<(), A::Error> {
        let Self { node, text, places } = self;
        while elements.next_element_seed(Search { node, text, places })?.is_some() {}
        Ok(())
    }

    // What has nothing in it has no field.

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }
}

/// Looks up a key, without keeping it.
struct Key<'s>(&'s [(String, Node)]);

impl<'de, 's> DeserializeSeed<'de> for Key<'s> {
    type Value = Option<&'s Node>;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Self::Value, D::Error> {
        reader.deserialize_str(self)
    }
}

impl<'s> Visitor<'_> for Key<'s> {
    type Value = Option<&'s Node>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E>(self, found: &str) -> Result<Self::Value, E> {
        Ok(self.0.iter().find(|(key, _)| key == found).map(|(_, node)| node))
    }
}

#[cfg(test)]
mod tests {
    use super::{Node, Place, keys};

    /// What paths find in a text, each with the index of its path.
    fn find<'a>(paths: &[&str], text: &'a str) -> Vec<(usize, &'a str)> {
        let paths: Vec<String> = paths.iter().map(|&path| path.to_owned()).collect();
        let mut places = Vec::new();
        Node::of(&paths).unwrap().find(text.as_bytes(), &mut places).unwrap();
        places.into_iter().map(|Place { path, start, end }| (path, &text[start..end])).collect()
    }

    #[test]
    fn values_are_found_where_they_are() {
        for (paths, text, found) in [
            (&["id"][..], r#"{"id":"x"}"#, &[(0, "\"x\"")][..]),
            (&["b", "a"], r#" { "a" : 1 , "b" : null } "#, &[(1, "1"), (0, "null")]),
            (&["a.b"], r#"{"a":{"b":[ 1, 2 ]},"b":3}"#, &[(0, "[ 1, 2 ]")]),
            (&["/a.b/c~1d/~01"], r#"{"a.b":{"c/d":{"~1":{}}}}"#, &[(0, "{}")]),
            (&["/"], r#"{"":7}"#, &[(0, "7")]),
            // Keys are compared by their text, however it is written.
            (&["id"], r#"{"\u0069d":"\u0078"}"#, &[(0, r#""\u0078""#)]),
            // A key that occurs twice is two values.
            (&["id"], r#"{"id":1,"id":2}"#, &[(0, "1"), (0, "2")]),
            // Arrays on the way.
            (
                &["a.b"],
                r#"[{"a":[{"b":1},{},{"b":2},[{"b":3}]]}]"#,
                &[(0, "1"), (0, "2"), (0, "3")],
            ),
            // Ways that end too early.
            (&["a.b"], r#"{"a":"b"}"#, &[]),
            (&["a.b"], r#"{"a":[1,-1,1.5,true,null,"b"]}"#, &[]),
            (&["a"], "\"a\"", &[]),
        ] {
            assert_eq!(find(paths, text), found, "{paths:?} {text}");
        }
    }

    #[test]
    fn what_is_not_json() {
        let node = Node::of(&["a".to_owned()]).unwrap();
        for text in ["", "{", r#"{"a":}"#, r#"{"a":1} x"#, r#"{"a":1,}"#, "nul"] {
            assert!(node.find(text.as_bytes(), &mut Vec::new()).is_err(), "{text}");
        }
        // As deep as it may be, without the stack being used up.
        let deep = "[".repeat(1_000_000);
        assert!(node.find(deep.as_bytes(), &mut Vec::new()).is_err());
        assert!(node.find(format!("{{\"a\":{deep}").as_bytes(), &mut Vec::new()).is_err());
    }

    #[test]
    fn paths_that_are_none() {
        for path in ["", ".", "a.", ".a", "a..b", "/~", "/~2", "/a~"] {
            assert!(keys(path).is_err(), "{path}");
        }
        for paths in [["a", "a"], ["a", "a.b"], ["a.b", "a"], ["a.b", "/a/b"]] {
            assert!(Node::of(&paths.map(str::to_owned)).is_err(), "{paths:?}");
        }
    }
}
