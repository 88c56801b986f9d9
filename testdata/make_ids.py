#!/usr/bin/env python3
"""Makes huid.tsv, scru128.tsv and rejects.tsv beside this file.

Written from the two specifications, on Python's own integers and dates, and independent of the
implementations that are tested with the files. Standard library only; the output is always the
same.
"""

import random
import re
from datetime import datetime, timezone
from pathlib import Path

HERE = Path(__file__).parent
ORIGIN = [
    "Made by testdata/make_ids.py from the specification, with Python's integers; do not edit.",
    "Tab-separated; lines that begin with # are comments, the last of them names the columns.",
]


def unix_ms_of_year(year):
    return int(datetime(year, 1, 1, tzinfo=timezone.utc).timestamp()) * 1000


# HUID, sections 4.2, 4.3 and 7: id = (time << 21) | random, milliseconds since 2026.
HUID_EPOCH = unix_ms_of_year(2026)
HUID_END = 2**63
# SCRU128, "Design": timestamp * 2^84 + counter * 2^56 + per_sec_random * 2^32 + per_gen_random.
SCRU128_EPOCH = unix_ms_of_year(2020)
SCRU128_END = 2**128
SCRU128_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV"


def huid_row(number):
    time, rest = divmod(number, 2**21)
    octets = number.to_bytes(8, "big")
    assert number == (time << 21) | rest and time < 2**42 and octets[0] < 0x80
    return [number, time, rest, HUID_EPOCH + time, str(number), str(number).zfill(19), octets.hex()]


def scru128_row(number):
    timestamp, rest = divmod(number, 2**84)
    counter, rest = divmod(rest, 2**56)
    per_sec, per_gen = divmod(rest, 2**32)
    digits, left = [], number
    for _ in range(26):
        left, digit = divmod(left, 32)
        digits.append(SCRU128_DIGITS[digit])
    text = "".join(reversed(digits))
    # Python reads the same base by itself.
    assert left == 0 and int(text, 32) == number
    fields = [timestamp, counter, per_sec, per_gen]
    return [number, *fields, SCRU128_EPOCH + timestamp, text, text.lower(), number.to_bytes(16, "big").hex()]


def spread(rng, bits, count):
    """Numbers of all magnitudes: half uniform over the range, half over their number of bits."""
    for _ in range(count // 2):
        yield rng.getrandbits(bits)
        yield rng.getrandbits(rng.randint(1, bits))


def patterns(bits):
    yield from (0, 2**bits - 1)
    yield from (1 << bit for bit in range(bits))
    yield from ((2**bits - 1) ^ (1 << bit) for bit in range(bits))
    for period in (2, 4, 8, 16, 32):
        yield int("".join("1" if at % period < period // 2 else "0" for at in range(bits)), 2)


def near(number, end):
    return [n for n in (number - 1, number, number + 1) if 0 <= n < end]


def huids():
    rng = random.Random("huid")
    numbers = set(patterns(63)) | set(spread(rng, 63, 300))
    for edge in (2**21, 2**42, 2**53, HUID_END - 2**21, HUID_END):
        numbers.update(near(edge, HUID_END))
    for power in range(19):
        numbers.update(near(10**power, HUID_END))
    # Appendix A, and the two ends of its millisecond.
    numbers.update((258037077, 123 << 21, (123 << 21) | (2**21 - 1)))
    return sorted(numbers)


def scru128s():
    rng = random.Random("scru128")
    numbers = set(patterns(128)) | set(spread(rng, 128, 300))
    # All ones in each field, and in each two, three and four of them.
    fields = [(2**44 - 1) << 84, (2**28 - 1) << 56, (2**24 - 1) << 32, 2**32 - 1]
    for chosen in range(16):
        numbers.add(sum(field for at, field in enumerate(fields) if chosen >> at & 1))
    for edge in (2**32, 2**56, 2**84, SCRU128_END - 2**84, SCRU128_END):
        numbers.update(near(edge, SCRU128_END))
    for power in range(26):
        numbers.update(near(32**power, SCRU128_END))
    numbers.add(1095473244246772103403544935821223346)
    return sorted(numbers)


def first(pattern, octets):
    found = re.search(pattern, octets)
    return None if found is None else found.start()


def huid_fault(octets):
    """Why a text is no HUID: 1 to 19 ASCII digits of a number below 2^63."""
    alien = first(rb"[^\x00-\x7f]", octets)
    if 1 <= len(octets) <= 19:
        wrong = first(rb"[^0-9]", octets)
        if wrong is not None:
            return ("digit", wrong)
        return ("too_large", "") if int(octets) >= HUID_END else None
    return ("length", "") if alien is None else ("digit", alien)


def scru128_fault(octets):
    """Why a text is no SCRU128: 26 digits of 0-9A-V in either case, a number below 2^128."""
    alien = first(rb"[^\x00-\x7f]", octets)
    if len(octets) == 26:
        wrong = first(rb"[^0-9A-Va-v]", octets)
        if wrong is not None:
            return ("digit", wrong)
        return ("too_large", "") if int(octets, 32) >= SCRU128_END else None
    return ("length", "") if alien is None else ("digit", alien)


# Characters that a careless reader takes: neighbours of the digits, signs, separators, white space,
# control characters, digits and letters of other scripts, and what looks like none.
ODD = list("/:@[`{WwZz-+_.,'\" \t\n\r\0\x7fgGvV") + [
    "\u00a0", "\u0661", "\u0967", "\uff11", "\u00b2", "\u00e9", "\u200b", "\u202e", "\ufeff",
    "\u212a", "\u0131", "\U0001d7d9",
]


def huid_rejects():
    good = "258037077"
    yield from ("", "-1", "+1", "--1", "0x10", "1e3", "1.0", "1,000", "1_000", "1 000", "NaN", "\u0661")
    for odd in ODD:
        for at in (0, 4, len(good)):
            yield good[:at] + odd + good[at:]
            yield good[:at] + odd + good[at + 1:]
    for number in (HUID_END, HUID_END + 1, 2**63 + 2**62, 10**19 - 1, -1, -(2**63)):
        yield str(number)
    for number in (10**19, 2**64 - 1, 2**64, 2**64 + 1, 10**38):
        yield str(number)
    for length in (20, 21, 26, 32, 64, 1000):
        yield "0" * length
        yield "1".zfill(length)
    yield "9" * 18 + "\u00e9"
    yield "00QBTG0FERFTCCNFISUBO489DI"
    yield "01890a5d-ac96-774b-bcce-b302099a8057"
    yield "01890a5dac96774bbcceb302099a8057"


def scru128_rejects():
    good = "00QBTG0FERFTCCNFISUBO489DI"
    for odd in ODD:
        for at in (0, 1, 9, 10, 18, 25):
            yield good[:at] + odd + good[at + 1:]
        for at in (0, 13, 26):
            yield good[:at] + odd + good[at:]
    for length in list(range(26)) + [27, 28, 32, 36, 52, 1000]:
        yield "0" * length
    for digit in SCRU128_DIGITS[8:]:
        yield digit + "0" * 25
        yield digit.lower() + "v" * 25
    yield "8" + "0" * 24 + "W"
    yield from (" " + good, good + "\n", good + "\0", good[:-1], good + "0", good[:25] + "\u00e9")
    # Other schemes: ULID, SCRU128 version 2, UUID, HUID.
    yield from ("01ARZ3NDEKTSV4RRFFQ69G5FAV", "00SCT4FL89WQPRVN44C41RGVMM", "036z951mhjikzik2gsl81gr7l")
    yield from ("01890a5d-ac96-774b-bcce-b302099a8057", "01890a5dac96774bbcceb302099a8057", "258037077")


def rejects():
    seen = set()
    cases = [("huid", huid_fault, huid_rejects()), ("scru128", scru128_fault, scru128_rejects())]
    for scheme, fault, texts in cases:
        for octets in (text.encode() for text in texts):
            why = fault(octets)
            # Some of the odd characters are digits in some places.
            if why is not None and (scheme, octets) not in seen:
                seen.add((scheme, octets))
                yield [scheme, *why, octets.hex(), ascii(octets.decode())]


def table(comments, columns, rows):
    lines = ["# " + line for line in [*ORIGIN, *comments]] + ["# " + "\t".join(columns)]
    lines += ["\t".join(str(cell) for cell in row) for row in rows]
    return "\n".join(lines) + "\n"


def tables():
    yield "huid.tsv", table(
        ["HUID: sections 4.2, 4.3, 7.1 and 7.2. unix_ms is the time in Unix milliseconds."],
        ["id", "time_ms", "random", "unix_ms", "decimal", "padded", "bytes_hex"],
        map(huid_row, huids()),
    )
    yield "scru128.tsv", table(
        ["SCRU128 version 1: Design, Textual representation. unix_ms is the time in Unix milliseconds."],
        ["integer", "timestamp", "counter", "per_sec_random", "per_gen_random", "unix_ms", "text", "lower", "bytes_hex"],
        map(scru128_row, scru128s()),
    )
    yield "rejects.tsv", table(
        [
            "Texts that are no id of the scheme, as the bytes of their UTF-8 in hexadecimal; the last",
            "column shows them as a Python literal. kind, in this order: digit, a wrong character,",
            "first at this byte position from 0, where the length is right or the character is not",
            "ASCII; length; too_large, digits of a number that has too many bits.",
        ],
        ["scheme", "kind", "position", "text_hex", "shown"],
        rejects(),
    )


for name, content in tables():
    (HERE / name).write_text(content, encoding="ascii")
