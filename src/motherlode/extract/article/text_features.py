"""Numbers about the texts of all blocks at once: lengths, sentences, commas, digits, capitals and signs.

The characters of all texts stand in one array, and a table says of each character what it may be a sign of, so that
counting them takes a few array operations a page instead of a dozen patterns a block. Where it is built, the kernel
(`native/numbers.c`) counts them by the same tables.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float32]

CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
HAN_SHARE, HAN_WORD, LONG_WORD = 0.3, 1.7, 12.0
"""Share of Chinese characters from which a text is Chinese, characters of a Chinese word, and of a long one of other
languages. The networks are learned on these numbers; native/numbers.c has the same."""

SAMPLE = 160
"""Characters of a block that are looked at for its signs."""

TEXT_NUMBERS = 20
_TERMINAL = '.!?。！？…"”»」』)）'
_OPENING = "\"“«'‘「"
_RIGHTS = ("©", "opyright", "版权", "(c)")

(
    END,
    AFTER_END,
    COMMA,
    DIGIT,
    CAPITAL,
    UPPER,
    SPACE,
    SEPARATOR,
    AT,
    QUESTION,
    MONEY,
    HAN,
    CENTURY,
    COLON,
    YEAR,
    RIGHTS,
) = (1 << n for n in range(16))
"""What a character may be a sign of; of rights, where it is the first of such a word."""

TERMINAL, OPENING, SMALL, LAST_COLON = (1 << n for n in range(4))
"""What the first or the last character of a text says: an end of a sentence, an opening quotation, a small letter."""

_SETS = {
    END: ".!?。！？…",
    AFTER_END: '"”’»」』）)',
    COMMA: ",;，、；：",
    DIGIT: "0123456789",
    UPPER: "ÄÖÜ",
    CAPITAL: "ÄÖÜ",
    SEPARATOR: "|»›•·/→>",
    AT: "@",
    QUESTION: "?？",
    MONEY: "$€£¥元",
    CENTURY: "12",
    COLON: ":",
    YEAR: "年月",
    RIGHTS: "©o版(",
}
_RANGES = (
    (UPPER | CAPITAL, "A", "Z"),
    (CAPITAL, "À", "Þ"),
    (AFTER_END, "\u3400", "\u9fff"),
    (HAN, "\u3040", "\u30ff"),
    (HAN, "\u3400", "\u9fff"),
    (HAN, "\uac00", "\ud7af"),
)
_LAST_SPACE = 0x3000
"""No white space of Unicode comes later."""


@cache
def sign_table() -> NDArray[np.uint16]:
    """What each character of the basic plane may be a sign of, as bits."""
    table = np.zeros(0x10000, dtype=np.uint16)
    for bit, characters in _SETS.items():
        table[[ord(character) for character in characters]] |= bit
    for bit, first, last in _RANGES:
        table[ord(first) : ord(last) + 1] |= bit
    table[[code for code in range(_LAST_SPACE + 1) if chr(code).isspace()]] |= SPACE | AFTER_END
    return table


class Signs(NamedTuple):
    """Counts in the first 160 characters of each text, and what kinds of characters they have, as bits."""

    ends: Numbers
    commas: Numbers
    digits: Numbers
    spaces: Numbers
    """With the line end after the text, one for every word."""
    cjk: Numbers
    initials: Numbers
    """Capitals at the beginning of a word."""
    capitals: Numbers
    dated: NDArray[np.bool_]
    priced: NDArray[np.bool_]
    kinds: NDArray[np.uint16]
    lengths: NDArray[np.int64]
    """Characters of the whole text."""
    firsts: NDArray[np.int64]
    lasts: NDArray[np.int64]
    """First and last character; those beyond the basic plane as its last."""


def signs_of(texts: list[str]) -> Signs:
    """The signs of texts that have at least one character each."""
    samples = [text[:SAMPLE] for text in texts]
    sizes = np.fromiter(map(len, samples), dtype=np.int64, count=len(texts))
    begins = np.cumsum(sizes + 1) - sizes - 1
    flags = sign_table()[_codes("\n{}\n\n".format("\n".join(samples)))]
    before, here, after = flags[:-2], flags[1:-1], flags[2:]

    def counted(found: NDArray[np.bool_]) -> Numbers:
        # a sample has fewer characters than a byte can count
        return np.add.reduceat(found.view(np.uint8), begins, dtype=np.uint8).astype(np.float32)

    money, digit = (flags & MONEY) != 0, (flags & DIGIT) != 0
    return Signs(
        ends=counted(((here & END) != 0) & ((after & AFTER_END) != 0)),
        commas=counted((here & COMMA) != 0),
        digits=counted((here & DIGIT) != 0),
        spaces=counted((here & SPACE) != 0),
        cjk=counted((here & HAN) != 0),
        initials=counted(((before & SPACE) != 0) & ((here & CAPITAL) != 0)),
        capitals=counted((here & UPPER) != 0),
        dated=_dates(flags, begins),
        priced=np.logical_or.reduceat((money[1:-1] & digit[2:]) | (digit[1:-1] & money[2:]), begins),
        kinds=np.bitwise_or.reduceat(here, begins),
        lengths=np.fromiter(map(len, texts), dtype=np.int64, count=len(texts)),
        firsts=_codes("".join([text[0] for text in texts])).astype(np.int64),
        lasts=_codes("".join([text[-1] for text in texts])).astype(np.int64),
    )


def text_numbers(texts: list[str], numbers: Numbers) -> None:
    """Fills texts × numbers; every text has at least one character, and the first 160 are looked at for signs."""
    if not texts:
        return
    signs = signs_of(texts)
    ends, commas, spaces, cjk, kinds = signs.ends, signs.commas, signs.spaces, signs.cjk, signs.kinds
    lengths, firsts, lasts = signs.lengths.astype(np.float32), signs.firsts, signs.lasts
    sizes = np.minimum(signs.lengths, SAMPLE)
    shares = lengths / sizes
    words = shares * (cjk / HAN_WORD + np.where(cjk < HAN_SHARE * sizes, spaces, HAN_SHARE * spaces))
    numbers[:, 0] = np.log1p(lengths)
    numbers[:, 1] = np.log1p(words)
    numbers[:, 2] = np.minimum(ends * shares, 6)
    numbers[:, 3] = np.minimum(commas * shares, 10)
    numbers[:, 4] = (ends + commas) * shares / (words + 3)
    numbers[:, 5] = signs.digits / sizes
    numbers[:, 6] = signs.initials / spaces
    numbers[:, 7] = signs.capitals / sizes
    first, last = edge_table()[firsts], edge_table()[lasts]
    numbers[:, 8] = (last & TERMINAL) != 0
    numbers[:, 9] = (last & LAST_COLON) != 0
    numbers[:, 10] = (kinds & SEPARATOR) != 0
    numbers[:, 11] = signs.dated
    numbers[:, 12] = signs.priced
    numbers[_with_rights(texts), 13] = 1.0
    numbers[:, 14] = (kinds & AT) != 0
    numbers[:, 15] = (first & OPENING) != 0
    numbers[:, 16] = (first & SMALL) != 0
    numbers[:, 17] = cjk > HAN_SHARE * sizes
    numbers[:, 18] = np.minimum(lengths / (words + 1), LONG_WORD)
    numbers[:, 19] = (kinds & QUESTION) != 0


def _codes(text: str) -> NDArray[np.uint32]:
    """The number of every character, those beyond the basic plane as its last."""
    return np.minimum(np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32), 0xFFFF)


@cache
def edge_table() -> NDArray[np.uint8]:
    """What each character of the basic plane says at the edge of a text, as bits."""
    table = np.zeros(0x10000, dtype=np.uint8)
    for bit, characters in ((TERMINAL, _TERMINAL), (OPENING, _OPENING), (LAST_COLON, ":：")):
        table[[ord(character) for character in characters]] |= bit
    table[list(map(str.islower, map(chr, range(0x10000))))] |= SMALL
    return table


def _dates(flags: NDArray[np.uint16], begins: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which texts have a year, a clock or a Chinese date."""
    digit = (flags & DIGIT) != 0
    found = (flags[1:-1] & YEAR) != 0
    pairs = digit[:-1] & digit[1:]
    four = pairs[1:-2] & pairs[3:]
    year = four & ~digit[: len(four)] & ((flags[1 : len(four) + 1] & CENTURY) != 0)
    found[: len(year)] |= year
    clock = digit[:-3] & ((flags[1:-2] & COLON) != 0) & pairs[2:]
    found[: len(clock) - 1] |= clock[1:]
    dated: NDArray[np.bool_] = np.logical_or.reduceat(found, begins)
    return dated


def _with_rights(texts: list[str]) -> list[int]:
    """The texts that speak of rights in their first characters, by their places in all samples together."""
    samples = [text[:SAMPLE] for text in texts]
    whole = "\n".join(samples)
    places: list[int] = []
    for word in _RIGHTS:
        at = whole.find(word)
        while at >= 0:
            places.append(at)
            at = whole.find(word, at + 1)
    if not places:
        return []
    ends = np.cumsum(np.fromiter(map(len, samples), dtype=np.int64, count=len(samples)) + 1)
    rows: list[int] = np.searchsorted(ends, places, side="right").tolist()
    return rows
