#!/usr/bin/env python3
"""Writes the vectors of the mappings between UUIDs, ULIDs, SCRU128 and HUID.

Python's `uuid` module takes UUIDs apart and writes their byte orders; all else is arithmetic on
Python's integers. Standard library only. Run it in any folder; the files are beside it. With
`--check` it writes nothing, and fails where a file would change.
"""

import random
import sys
from datetime import datetime, timedelta, timezone
from math import isqrt
from pathlib import Path
from uuid import NAMESPACE_DNS, UUID, uuid3, uuid5

HERE = Path(__file__).resolve().parent
UTC = timezone.utc
UNIX = datetime(1970, 1, 1, tzinfo=UTC)
MS = timedelta(milliseconds=1)

SCRU128_FROM = (datetime(2020, 1, 1, tzinfo=UTC) - UNIX) // MS
SCRU128_TO = SCRU128_FROM + 2**44 - 1
HUID_FROM = (datetime(2026, 1, 1, tzinfo=UTC) - UNIX) // MS
HUID_TO = HUID_FROM + 2**42 - 1
# The standard library's count of ticks starts at the Gregorian reform.
REFORM_MS = (datetime(1582, 10, 15, tzinfo=UTC) - UNIX) // MS

rng = random.Random(20261115)


def v1(ticks, clock_seq, node):
    return UUID(
        fields=(
            ticks % 2**32,
            ticks // 2**32 % 2**16,
            ticks // 2**48 + 1 * 2**12,
            clock_seq // 2**8 + 0x80,
            clock_seq % 2**8,
            node,
        )
    )


def v6(ticks, clock_seq, node):
    return UUID(
        fields=(
            ticks // 2**28,
            ticks // 2**12 % 2**16,
            ticks % 2**12 + 6 * 2**12,
            clock_seq // 2**8 + 0x80,
            clock_seq % 2**8,
            node,
        )
    )


def v7(ms, rand_a, rand_b):
    return UUID(int=int(f"{ms:048b}" + "0111" + f"{rand_a:012b}" + "10" + f"{rand_b:062b}", 2))


def ticks_of(uuid):
    if uuid.version == 1:
        return uuid.time
    assert uuid.version == 6
    digits = uuid.hex
    return int(digits[0:12] + digits[13:16], 16)


def scru128(ms, *low):
    """The id of a time and of digits that are 84 bits, or None outside the window."""
    low = "".join(low)
    assert len(low) == 84, len(low)
    if not SCRU128_FROM <= ms <= SCRU128_TO:
        return None
    return (ms - SCRU128_FROM) * 2**84 + int(low, 2)


def time_kept(kind, value):
    """The SCRU128 of a UUID or of a ULID's integer, with its time."""
    if kind == "ulid":
        return scru128(value // 2**80, "0000", f"{value % 2**80:080b}")
    if value.version == 7:
        bits = f"{value.int:0128b}"
        return scru128(int(bits[:48], 2), "0111", bits[48:])
    ticks = ticks_of(value)
    return scru128(
        ticks // 10000 + REFORM_MS,
        f"{value.version:04b}",
        "00",
        f"{ticks % 10000:014b}",
        "10",
        f"{value.clock_seq:014b}",
        f"{value.node:048b}",
    )


# 2^128 / phi = 2^128 * (sqrt(5) - 1) / 2, rounded down, then made odd.
GOLDEN = (isqrt(5 * 2**256) - 2**128) // 2 | 1


def mix(value):
    value = (value + GOLDEN) % 2**128
    for _ in range(3):
        value = (value ^ value // 2**64) * GOLDEN % 2**128
    return value ^ value // 2**64


def huid(ms, shared, counted):
    if not HUID_FROM <= ms <= HUID_TO:
        return None
    return (ms - HUID_FROM) * 2**21 + (mix(shared) // 2**107 + counted) % 2**21


def huid_of(kind, value):
    if kind == "ulid" or kind == "v7":
        bits = value if kind == "ulid" else value.int
        rest = bits % 2**80
        return huid(bits // 2**80, rest // 2**21, rest % 2**21)
    if kind == "scru128":
        counter = value // 2**56 % 2**28
        per_sec = value // 2**32 % 2**24
        return huid(
            value // 2**84 + SCRU128_FROM, counter // 2**21 * 2**24 + per_sec, counter % 2**21
        )
    ticks = ticks_of(value)
    return huid(ticks // 10000 + REFORM_MS, value.int % 2**64, ticks % 10000)


def times(first, last):
    """Times in Unix ms: both sides of a window's ends, and some within."""
    yield from (first - 1, first, first + 1, last - 1, last, last + 1)
    for _ in range(40):
        yield rng.randint(first, last)
    for _ in range(4):
        # Outside, and still times that the sources can hold.
        yield rng.randint(0, first - 1)


def sources(first, last):
    """Pairs of a kind and a UUID or a ULID's integer."""
    for ms in times(first, last):
        for sub in (0, 9999, rng.randrange(10000)):
            ticks = (ms - REFORM_MS) * 10000 + sub
            fields = rng.getrandbits(14), rng.getrandbits(48)
            yield "v1", v1(ticks, *fields)
            yield "v6", v6(ticks, *fields)
        yield "v7", v7(ms, rng.getrandbits(12), rng.getrandbits(62))
        yield "ulid", ms * 2**80 + rng.getrandbits(80)
    for low in (0, 2**64 - 1):
        ms = first + 1
        yield "v7", v7(ms, low % 2**12, low % 2**62)
        yield "ulid", ms * 2**80 + low
        yield "v1", v1((ms - REFORM_MS) * 10000, low % 2**14, low % 2**48)
    # Before 1970, where the time is negative.
    yield "v1", v1(0, 0, 0)
    yield "v6", v6(2**60 - 1, 2**14 - 1, 2**48 - 1)
    yield "v1", v1(-REFORM_MS * 10000 - 1, 0, 0)
    # From the documentation of MySQL, and of RFC 9562.
    yield "v1", UUID("98fa4fc8-c266-11e8-9ab6-0242c7bc9d97")
    yield "v1", UUID("c232ab00-9414-11ec-b3c8-9f6bdeced846")
    yield "v6", UUID("1ec9414c-232a-6b00-b3c8-9f6bdeced846")
    yield "v7", UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
    # An early draft's, and the ends of the 48 bits.
    yield "v7", UUID("065e5a96-172c-771e-8000-bbac546447e1")
    yield "v7", UUID("ffffffff-ffff-7fff-bfff-ffffffffffff")
    yield "v7", UUID("00000000-0000-7000-8000-000000000000")
    yield "ulid", 2**128 - 1
    yield "ulid", 0


def any_uuids():
    yield UUID(int=0)
    yield UUID(int=2**128 - 1)
    yield UUID(int=1)
    yield UUID(int=2**127)
    for name in range(20):
        yield uuid3(NAMESPACE_DNS, f"{name}.example")
        yield uuid5(NAMESPACE_DNS, f"{name}.example")
        yield UUID(int=rng.getrandbits(128), version=4)
        # Crafted: counted in the last group.
        yield UUID(f"00000000-0000-4000-8000-{name:012x}")


def hex32(value):
    return f"{getattr(value, 'int', value):032x}"


def or_time(value, text):
    return "time" if value is None else text(value)


def time_rows():
    for kind, value in sources(SCRU128_FROM, SCRU128_TO):
        yield kind, hex32(value), or_time(time_kept(kind, value), hex32)


def huid_rows():
    for kind, value in sources(HUID_FROM, HUID_TO):
        yield kind, hex32(value), or_time(huid_of(kind, value), str)
    for ms in times(HUID_FROM, HUID_TO):
        if SCRU128_FROM <= ms <= SCRU128_TO:
            value = (ms - SCRU128_FROM) * 2**84 + rng.getrandbits(84)
            yield "scru128", hex32(value), or_time(huid_of("scru128", value), str)


def lossy_rows():
    for uuid in any_uuids():
        ms = rng.randint(SCRU128_FROM, SCRU128_TO)
        low = mix(uuid.int) // 2**44
        yield str(uuid), str(ms), hex32((ms - SCRU128_FROM) * 2**84 + low)


def order_rows():
    known = [UUID("98fa4fc8-c266-11e8-9ab6-0242c7bc9d97")]
    for uuid in [*known, *any_uuids()]:
        low, mid, high = uuid.hex[0:8], uuid.hex[8:12], uuid.hex[12:16]
        swapped = high + mid + low + uuid.hex[16:]
        yield str(uuid), uuid.bytes.hex(), uuid.bytes_le.hex(), swapped


def ulid_text(value):
    text = ""
    for _ in range(26):
        value, digit = divmod(value, 32)
        text = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[digit] + text
    assert value == 0
    return text


def ulid_rows():
    values = [0, 1, 31, 32, 2**40 - 1, 2**40, 2**80, 2**120, 2**125 - 1, 2**125, 2**128 - 1]
    values += [1 << bit for bit in range(128)]
    values += [rng.getrandbits(128) for _ in range(200)]
    for value in values:
        yield hex32(value), ulid_text(value)


def backfill_rows():
    """The generator's ids for a source whose n-th word, from 1, is n * 0x9E3779B9 mod 2^32."""
    words = (n * 0x9E3779B9 % 2**32 for n in range(1, 10**6))
    keys = [next(words) * 2**32 + next(words) for _ in range(4)]
    last = None
    base = 1794784632814
    for call in range(200):
        ms = base + [0, 0, 0, 5, -7, 0, 5, 5][call % 8] * (1 + call // 50)
        counter = counter + 1 if ms == last else next(words) // 2**5
        last = ms
        left, right = divmod(call, 2**28)
        for key in keys:
            left, right = right, left ^ mix(key * 2**64 + right) // 2**100
        value = (ms - SCRU128_FROM) * 2**84 + counter * 2**56 + left * 2**28 + right
        yield str(ms), hex32(value)


FILES = [
    (
        "uuid_time.tsv",
        "UUIDs and ULIDs to SCRU128, with the time kept; `time`: outside 2020 to 2577",
        ("kind", "source", "scru128"),
        time_rows,
    ),
    (
        "uuid_huid.tsv",
        "Other ids to HUID, lossy, with the time kept; `time`: outside 2026 to 2165",
        ("kind", "source", "huid"),
        huid_rows,
    ),
    (
        "uuid_lossy.tsv",
        "UUIDs of any kind to SCRU128, lossy, with a given Unix time in ms",
        ("uuid", "unix_ms", "scru128"),
        lossy_rows,
    ),
    (
        "uuid_orders.tsv",
        "UUIDs and their bytes in the three orders",
        ("uuid", "big_endian", "microsoft", "mysql_swapped"),
        order_rows,
    ),
    (
        "ulid_text.tsv",
        "128 bits and their ULID text",
        ("bits", "text"),
        ulid_rows,
    ),
    (
        "uuid_backfill.tsv",
        "SCRU128 ids for given Unix times in ms, one call after the other, of a source whose n-th\n"
        "# word, from 1, is n * 0x9E3779B9 mod 2^32",
        ("unix_ms", "scru128"),
        backfill_rows,
    ),
]


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit("usage: make_uuid.py [--check]")
    stale = []
    for name, title, columns, rows in FILES:
        lines = [
            f"# {title}.",
            "# Made by make_uuid.py of Python's uuid module and integers.",
            "# " + "\t".join(columns),
            *("\t".join(row) for row in rows()),
        ]
        text = "\n".join(lines) + "\n"
        path = HERE / name
        if not check:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
    if stale:
        sys.exit("stale: " + ", ".join(stale))


if __name__ == "__main__":
    main()
