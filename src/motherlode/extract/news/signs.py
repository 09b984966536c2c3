"""Numbers about the texts of all blocks at once: lengths, sentences, commas, digits, capitals and signs.

The characters of all texts stand in one array, and a table says of each character what it may be a sign of, so that
counting them takes a few array operations a page instead of a dozen patterns a block.
"""

from __future__ import annotations

import re
from functools import cache

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
SAMPLE = 320
"""Characters of a block that are looked at for its signs."""

TEXT_NUMBERS = 20
_DATE = re.compile(
    r"\b(?:19|20)\d\d\b|\d{1,2}:\d\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d|\bago\b|年|月",
    re.IGNORECASE,
)
_PRICE = re.compile(r"[$€£¥]\s?\d|\d\s?(?:€|USD|EUR|元)")
_TERMINAL = '.!?。！？…"”»」』)）'
_RIGHTS = ("©", "opyright", "版权", "(c)")

END, AFTER_END, COMMA, DIGIT, CAPITAL, UPPER, SPACE, SEPARATOR, AT, QUESTION, MONEY = (1 << n for n in range(11))
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
}
_RANGES = ((UPPER | CAPITAL, "A", "Z"), (CAPITAL, "À", "Þ"), (AFTER_END, "\u3400", "\u9fff"))
_LAST_SPACE = 0x3000
"""No white space of Unicode comes later."""


@cache
def _table() -> NDArray[np.uint16]:
    """What each character of the basic plane may be a sign of, as bits."""
    table = np.zeros(0x10000, dtype=np.uint16)
    for bit, characters in _SETS.items():
        table[[ord(character) for character in characters]] |= bit
    for bit, first, last in _RANGES:
        table[ord(first) : ord(last) + 1] |= bit
    table[[code for code in range(_LAST_SPACE + 1) if chr(code).isspace()]] |= SPACE | AFTER_END
    return table


def text_numbers(texts: list[str]) -> Numbers:
    """Texts × numbers; every text has at least one character, and the first 320 are looked at for signs."""
    count = len(texts)
    numbers = np.zeros((count, TEXT_NUMBERS))
    if not count:
        return numbers
    samples = [text[:SAMPLE] for text in texts]
    whole = "\n".join(samples)
    sizes = np.fromiter(map(len, samples), dtype=np.int64, count=count)
    lengths = np.fromiter(map(len, texts), dtype=np.float64, count=count)
    spaces = np.fromiter([text.count(" ") + 1 for text in texts], dtype=np.float64, count=count)
    sample_spaces = np.fromiter([text.count(" ") + 1 for text in samples], dtype=np.float64, count=count)
    begins = np.concatenate(([0], np.cumsum(sizes + 1)[:-1]))
    flags = _flags(whole)
    cjk = _cjk(texts, whole)
    words = cjk / 1.7 + np.where(cjk < 0.3 * lengths, spaces, 0.3 * spaces)

    def counted(found: NDArray[np.bool_]) -> NDArray[np.int64]:
        return np.add.reduceat(found, begins, dtype=np.int64)

    ends = counted(((flags[:-1] & END) != 0) & ((flags[1:] & AFTER_END) != 0))
    commas, digits = counted((flags[:-1] & COMMA) != 0), counted((flags[:-1] & DIGIT) != 0)
    before = np.concatenate(([True], (flags[:-2] & SPACE) != 0))
    kinds = np.bitwise_or.reduceat(flags[:-1], begins)
    numbers[:, 0] = np.log1p(lengths)
    numbers[:, 1] = np.log1p(words)
    numbers[:, 2] = np.minimum(ends, 6)
    numbers[:, 3] = np.minimum(commas, 10)
    numbers[:, 4] = (ends + commas) / (words + 3)
    numbers[:, 5] = digits / sizes
    numbers[:, 6] = counted(before & ((flags[:-1] & CAPITAL) != 0)) / sample_spaces
    numbers[:, 7] = counted((flags[:-1] & UPPER) != 0) / sizes
    lasts, firsts = [text[-1] for text in texts], [text[0] for text in texts]
    numbers[:, 8] = [last in _TERMINAL for last in lasts]
    numbers[:, 9] = [last in ":：" for last in lasts]
    numbers[:, 10] = (kinds & SEPARATOR) != 0
    _dates_and_prices(samples, np.flatnonzero(digits), kinds, numbers)
    numbers[_rows_with(whole, begins, _RIGHTS), 13] = 1.0
    numbers[:, 14] = (kinds & AT) != 0
    numbers[:, 15] = [first in "\"“«'‘「" for first in firsts]
    numbers[:, 16] = [first.islower() for first in firsts]
    numbers[:, 17] = cjk > 0.3 * lengths
    numbers[:, 18] = np.minimum(lengths / (words + 1), 12.0)
    numbers[:, 19] = (kinds & QUESTION) != 0
    return numbers


def _flags(whole: str) -> NDArray[np.uint16]:
    """The bits of every character, and those of a line's end after the last one."""
    codes = np.frombuffer((whole + "\n").encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    return _table()[np.minimum(codes, 0xFFFF)]


def _cjk(texts: list[str], whole: str) -> Numbers:
    """How many Chinese, Japanese and Korean characters each text has."""
    if whole.isascii() and all(map(str.isascii, texts)):
        return np.zeros(len(texts))
    return np.array([0 if text.isascii() else len(CJK.findall(text)) for text in texts], dtype=np.float64)


def _dates_and_prices(
    samples: list[str], rows: NDArray[np.int64], kinds: NDArray[np.uint16], numbers: Numbers
) -> None:
    """Marks texts with a date and with a price; only texts with digits are looked at."""
    for row, money in zip(rows.tolist(), ((kinds[rows] & MONEY) != 0).tolist(), strict=True):
        sample = samples[row]
        numbers[row, 11] = _DATE.search(sample) is not None
        if money or "USD" in sample or "EUR" in sample:
            numbers[row, 12] = _PRICE.search(sample) is not None


def _rows_with(whole: str, begins: NDArray[np.int64], wanted: tuple[str, ...]) -> list[int]:
    """The texts that have one of the wanted words, by their places in all texts together."""
    places: list[int] = []
    for word in wanted:
        at = whole.find(word)
        while at >= 0:
            places.append(at)
            at = whole.find(word, at + 1)
    rows: list[int] = (np.searchsorted(begins, places, side="right") - 1).tolist() if places else []
    return rows
