#!/usr/bin/env python3
"""Makes serde_golden.tsv: what each serde form of an id is in each data format, byte by byte.

The encodings are written here from their specifications, with Python's integers and the standard
library only:
  JSON         RFC 8259, by the module json
  CBOR         RFC 8949, section 3, shortest heads
  MessagePack  github.com/msgpack/msgpack, spec.md, smallest formats
  postcard     postcard.jamesmunns.com, wire format: varint is LEB128
  bincode      docs of bincode 2, spec.md: varint (config "standard") or fixed ("legacy")
  TOML, YAML, CSV  one document with the one field `id`; YAML as JSON-like flow, see below

Run it to write the file, or with --check to compare it, and, where the packages cbor2 and msgpack
are installed, to have them read every CBOR and MessagePack row as well.
"""

import json
import struct
import sys
from pathlib import Path

OUT = Path(__file__).with_name("serde_golden.tsv")
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV"

HUIDS = [0, 23, 24, 250, 251, 65536, 258037077, 2**32, 57795480783945728, 2**63 - 1]
SCRU128S = [
    0,
    1095473244246772103403544935821223346,
    int("0350OP6VN00000000000000000", 32),
    # Texts that a reader may take for a number: digits only, and a number with an exponent.
    int("03501234567890123456789012", 32),
    int("0350000000000000000000E100", 32),
    2**128 - 1,
]


def base32(number):
    return "".join(DIGITS[number >> (5 * i) & 31] for i in reversed(range(26)))


# A value of a form is a str, an int, a bytes or None.
FORMS = {
    "huid::text": str,
    "huid::int": int,
    "huid::bytes": lambda id: id.to_bytes(8, "big"),
    "scru128::text": base32,
    "scru128::bytes": lambda id: id.to_bytes(16, "big"),
}
HUMAN_READABLE = {"json", "toml", "yaml", "csv"}


def form_in(name, format):
    """The form that the default ones stand for."""
    if name == "huid":
        return "huid::text" if format in HUMAN_READABLE else "huid::int"
    if name == "scru128":
        return "scru128::text" if format in HUMAN_READABLE else "scru128::bytes"
    return name


def to_json(value):
    return json.dumps(list(value) if isinstance(value, bytes) else value, separators=(",", ":")).encode()


def to_cbor(value):
    def head(major, n):
        major <<= 5
        if n < 24:
            return bytes([major | n])
        for extra, code in ((24, "B"), (25, "H"), (26, "I"), (27, "Q")):
            if n < 1 << 8 * struct.calcsize(code):
                return bytes([major | extra]) + struct.pack(">" + code, n)
        raise ValueError(n)

    match value:
        case None:
            return b"\xf6"
        case int():
            return head(0, value)
        case bytes():
            return head(2, len(value)) + value
        case str():
            return head(3, len(value)) + value.encode()


def to_messagepack(value):
    match value:
        case None:
            return b"\xc0"
        case int():
            if value < 128:
                return bytes([value])
            for marker, code in ((0xCC, "B"), (0xCD, "H"), (0xCE, "I"), (0xCF, "Q")):
                if value < 1 << 8 * struct.calcsize(code):
                    return bytes([marker]) + struct.pack(">" + code, value)
        case bytes():
            return bytes([0xC4, len(value)]) + value
        case str():
            assert len(value) < 32
            return bytes([0xA0 | len(value)]) + value.encode()


def to_postcard(value):
    def varint(n):
        out = bytearray()
        while n >= 128:
            out.append(n & 127 | 128)
            n >>= 7
        return bytes(out) + bytes([n])

    if isinstance(value, int):
        return varint(value)
    value = value.encode() if isinstance(value, str) else value
    return varint(len(value)) + value


def to_bincode(value):
    def varint(n):
        if n < 251:
            return bytes([n])
        for marker, code in ((251, "H"), (252, "I"), (253, "Q")):
            if n < 1 << 8 * struct.calcsize(code):
                return bytes([marker]) + struct.pack("<" + code, n)

    if isinstance(value, int):
        return varint(value)
    value = value.encode() if isinstance(value, str) else value
    return varint(len(value)) + value


def to_bincode_legacy(value):
    if isinstance(value, int):
        return struct.pack("<Q", value)
    value = value.encode() if isinstance(value, str) else value
    return struct.pack("<Q", len(value)) + value


def optional(encode):
    """Formats that do not describe themselves write 1 before a value, and 0 for none."""
    return lambda value: b"\x00" if value is None else b"\x01" + encode(value)


def to_toml(value):
    text = str(list(value)) if isinstance(value, bytes) else json.dumps(value)
    return f"id = {text}\n".encode()


def to_yaml(value):
    # Flow style, which is JSON: what a reader has to take whatever a writer's style is.
    text = str(list(value)) if isinstance(value, bytes) else json.dumps(value)
    return f"id: {text}\n".encode()


def to_csv(value):
    return f"id\n{value}\n".encode()


FORMATS = {
    "json": (to_json, to_json),
    "cbor": (to_cbor, to_cbor),
    "messagepack": (to_messagepack, to_messagepack),
    "postcard": (to_postcard, optional(to_postcard)),
    "bincode": (to_bincode, optional(to_bincode)),
    "bincode-legacy": (to_bincode_legacy, optional(to_bincode_legacy)),
    "toml": (to_toml, None),
    "yaml": (to_yaml, to_yaml),
    "csv": (to_csv, None),
}


def rows():
    for format, (encode, encode_option) in FORMATS.items():
        for name in ["huid", "huid::text", "huid::int", "huid::bytes"] + [
            "scru128",
            "scru128::text",
            "scru128::bytes",
        ]:
            if format == "csv" and name.endswith("bytes"):
                continue
            form = FORMS[form_in(name, format)]
            scheme = name.split("::")[0]
            ids, text = (HUIDS, str) if scheme == "huid" else (SCRU128S, base32)
            for id in ids:
                yield format, name, text(id), form(id), encode(form(id))
            if encode_option:
                id = ids[-1]
                yield format, name + "::option", text(id), form(id), encode_option(form(id))
                yield format, name + "::option", "-", None, encode_option(None)


HEADER = """\
# The stored form of ids in data formats: format, form (a module of idserde), id (- for none), hex.
# Every row is made by make_serde_golden.py from the formats' specifications and Python's integers,
# none by the code that is tested with it. Its option --check has the packages cbor2 and msgpack
# read the rows of their formats too.
# JSON, CBOR, MessagePack, postcard and bincode rows are the bare value; TOML, YAML and CSV rows are
# a document with one field, id. Writers of YAML choose the quotes: its rows are for reading.
# A stored form never changes: rows may be added, never edited.
"""


def main():
    table = list(rows())
    text = HEADER + "".join(f"{f}\t{n}\t{i}\t{h.hex()}\n" for f, n, i, _, h in table)
    if "--check" not in sys.argv:
        OUT.write_text(text)
        return
    if OUT.read_text() != text:
        sys.exit(f"{OUT} is not what {__file__} makes")
    try:
        import cbor2
        import msgpack
    except ImportError:
        print("cbor2 and msgpack are not installed: their rows are not read by them")
        return
    for format, name, id, value, stored in table:
        if format == "cbor":
            assert cbor2.loads(stored) == value and cbor2.dumps(value) == stored, (name, id)
        if format == "messagepack":
            assert msgpack.unpackb(stored) == value and msgpack.packb(value) == stored, (name, id)


main()
