#!/usr/bin/env python3
"""Writes collisions.tsv: collision chances and expected pairs, from Python's decimal arithmetic.

Independent of the Rust code: products of exact fractions and 60-digit logarithms instead of sums of
floating-point series.
"""

from decimal import Decimal, getcontext
from pathlib import Path

getcontext().prec = 60
N = Decimal(2) ** 21
ONE = Decimal(1)


def burst(n):
    none = ONE
    for i in range(n):
        none *= max(ONE - Decimal(i) / N, Decimal(0))
    return ONE - none, Decimal(n) * (n - 1) / 2 / N


def sustained(rate, seconds):
    ms = Decimal(seconds) * 1000
    x = Decimal(rate) / 1000 / N
    none = (ms * N * ((ONE + x).ln() - x)).exp()
    return ONE - none, ms * (Decimal(rate) / 1000) ** 2 / 2 / N


def scru128(generators, per_ms, seconds):
    g = Decimal(generators)
    pairs = g * (g - 1) / 2 * Decimal(per_ms) ** 2 * Decimal(seconds) * 1000 / Decimal(2) ** 84
    return ONE - (-pairs).exp(), pairs


YEAR = 31_557_600
rows = []
for n in [0, 1, 2, 3, 10, 100, 205, 1000, 1706, 5000, 10_000, 20_000]:
    rows.append(("huid_burst", n, 0, 0, *burst(n)))
for rate, seconds in [
    ("0.000001", 1), ("0.001", YEAR), ("1", 1), ("1.156", YEAR), ("10", 86_400), ("1000", 86_400),
    ("1000", 1), ("1000000", 1), ("2000000000", 1), ("5000000000", 1), ("1000", 100 * YEAR),
]:
    rows.append(("huid_sustained", rate, seconds, 0, *sustained(rate, seconds)))
for generators, per_ms, seconds in [
    (0, "1", YEAR), (1, "1000", YEAR), (2, "0.001", 1), (2, "1", YEAR), (1000, "1", YEAR),
    (1000, "1000", YEAR), (1_000_000, "1000", YEAR), (10_000_000_000, "10000", 100 * YEAR),
]:
    rows.append(("scru128", generators, per_ms, seconds, *scru128(generators, per_ms, seconds)))

with open(Path(__file__).parent / "collisions.tsv", "w", encoding="ascii") as out:
    out.write("# Made by make_collisions.py with Python's decimal module at 60 digits.\n")
    out.write("# huid_burst: ids; huid_sustained: ids per second, seconds;\n")
    out.write("# scru128: generators, ids per ms and generator, seconds.\n")
    out.write("function\ta\tb\tc\tprobability\texpected_pairs\n")
    for name, a, b, c, probability, pairs in rows:
        numbers = [f"{x:.16e}" if x else "0" for x in (probability, pairs)]
        out.write("\t".join([name, str(a), str(b), str(c), *numbers]) + "\n")
