//! Telling serde's own buffer from a format.
//!
//! For `flatten`, untagged, internally tagged and some adjacently tagged enums, serde's derive
//! first reads a value into a buffer of its own, and then reads the fields from there. That buffer
//! always calls itself human-readable, whatever the format was, which is a known fault of serde. A
//! HUID that MessagePack or CBOR stored as an integer, since they are not human-readable, would be
//! expected as text when it is read back.
//!
//! The buffer has no public name, and nothing that it does through the public traits tells it from
//! a format without consuming it; what is left is the name of its type. If that name ever changes,
//! such a HUID is an error again, never another id, and the tests of the containers fail.

/// Whether `D` is serde's buffer, which says "human-readable" whatever was buffered.
pub(crate) fn is_buffer<D>() -> bool {
    // `serde::...::ContentDeserializer<E>`, or `ContentRefDeserializer<E>` for untagged enums. The
    // buffers of other crates know whether their format was human-readable.
    let path = core::any::type_name::<D>();
    let path = path.split_once('<').map_or(path, |(path, _)| path);
    (path.starts_with("serde::") || path.starts_with("serde_core::"))
        && (path.ends_with("::ContentDeserializer") || path.ends_with("::ContentRefDeserializer"))
}
