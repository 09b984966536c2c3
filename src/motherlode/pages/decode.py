"""Bytes into text: byte-order mark, then what the bytes allow, then what header and page claim, then statistics.

A header or a page may lie about its encoding, so that a claim only counts when the bytes agree with it.

>>> decode("国务院新闻办公室".encode("gbk"), "text/html; charset=iso-8859-1").text
'国务院新闻办公室'
"""

from __future__ import annotations

import codecs
import re
import string
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motherlode.pages.charsets import COMMON, LABELS, SCRIPT_ENCODINGS, SINGLE_BYTE, repaired

SAMPLE = 4_000
"""Non-ASCII bytes looked at by the statistical check; the order of encodings is settled after a few hundred."""

HEAD = 8192
"""Bytes searched for a <meta charset>; the standard says 1024, old pages put scripts before it."""

META_SIZE = 405
"""Bytes from the beginning of a <meta> within which its charset stands."""

CLAIM_BONUS = 0.35
"""What a claim of header or page is worth against the statistics (a mean over characters from −2 to 1)."""

MOST_PLAUSIBLE = 1.0
"""What the statistics say of a text whose every character is among the commonest of its encoding."""

SPARSE = 0.01
"""Share of non-ASCII bytes below which a page is western, unless it says otherwise: too few letters to count, and
the labelled Chinese pages have 2.4 % at the least."""

MOSTLY_UTF8 = 0.02
"""Share of broken sequences up to which a page is still read as UTF-8: cut or spliced pages."""

WIDE = 0.3
"""Share of zero bytes in every second place from which a page is UTF-16; Latin letters alone give nearly all."""

SAID_UTF8 = 0.1
"""Share of broken sequences up to which a page that says it is UTF-8 is believed."""

STRANGE, BROKEN, UNSEEN, OTHER, SOME, WIDE_SIGN = -9.0, -4.0, -2.0, -0.25, 0.25, 0.5
"""What speaks for an encoding beside its commonest letters, which count 1: that it cannot be tried, a character that
is none, one that nobody sees (or no character at all), another sign, another letter, a full-width sign. Of 343
pieces of labelled pages, in 19 languages and 11 encodings that nothing names, 342 are read; halved or doubled, each
of these numbers gives 341 to 343."""

SCATTERED, RUN, LONG_RUNS, NO_LETTER = 0.75, 1.6, 1.5, 1.3
"""What an encoding of another script loses whose characters do not come in runs, characters of a run (0.8 and 3.2
read 3 and 4 pieces less), and what a western one loses at most for long runs, more where no ASCII letter stands
beside one."""

_BOMS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CHARSET = re.compile(rb"charset\s*=\s*[\"']?\s*([a-zA-Z0-9_:.\-]+)", re.IGNORECASE)
_XML = re.compile(rb"^\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([a-zA-Z0-9_:.\-]+)", re.IGNORECASE)
_HEADER = re.compile(r"charset\s*=\s*[\"']?\s*([a-zA-Z0-9_:.\-]+)", re.IGNORECASE)
_HIGH_RUNS = re.compile(rb"[^\x00-\x7f](?:[\x00-\x7f]?[^\x00-\x7f]+)*[\x40-\x7e]?")
_LETTER_BEFORE = re.compile(r"[A-Za-z][^\x00-\x7f]|[^\x00-\x7f][A-Za-z]")
_ESCAPES = (b"\x1b$B", b"\x1b$@", b"\x1b(J", b"\x1b(B")


class Decoded(NamedTuple):
    """The text, the codec that gave it, and why that one."""

    text: str
    encoding: str
    reason: str
    utf8: bytes | None = None
    """The body, where it is the text as UTF-8, byte for byte: parsers need not be given it anew."""


def decode(body: bytes, content_type: str = "") -> Decoded:
    """The text of a body of any encoding, put right where it was encoded twice; never fails, what cannot be read
    becomes U+FFFD."""
    found = _decoded(body, content_type)
    text = repaired(found.text, body if found.encoding == "utf-8" else None)
    return found if text is found.text else found._replace(text=text, utf8=None)


def _decoded(body: bytes, content_type: str) -> Decoded:
    for mark, encoding in _BOMS:
        if body.startswith(mark):
            return Decoded(body[len(mark) :].decode(encoding, "replace"), encoding, "byte-order mark")
    claims = dict(_claims(body, content_type))
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        return _legacy(body, claims)
    if body.isascii():
        return _seven_bit(body, text, claims)
    if "\x00" in text[:200] and (wide := _wide(body)):
        return wide
    claimed = next(iter(claims), "")
    said = f", though {claims[claimed]} says {claimed}" if claimed and claimed != "utf-8" else ""
    return Decoded(text, "utf-8", f"valid UTF-8{said}", body)


def _claims(body: bytes, content_type: str) -> Iterator[tuple[str, str]]:
    """Codecs that header, page and XML declaration name, the strongest first; repeated keys keep the first place."""
    if codec := _codec_in(content_type):
        yield codec, "the header"
    head = body[:HEAD]
    declared = _XML.match(head)
    for label, who in ((_meta_charset(head), "the page"), (declared[1] if declared else b"", "the XML declaration")):
        # A page that could be searched as ASCII is not UTF-16, whatever it says.
        if label and (codec := codec_of(label.decode("ascii"))) and not codec.startswith("utf-16"):
            yield codec, who


@lru_cache(maxsize=256)
def _codec_in(content_type: str) -> str:
    """The codec that a header names, or an empty string; a site sends the same one with every page."""
    found = _HEADER.search(content_type)
    return codec_of(found[1]) if found else ""


def _meta_charset(head: bytes) -> bytes:
    """The charset that the first <meta> with one names; empty where none does."""
    soon = head.find(b"charset") + len(b"charset")  # most pages name it first, and all before it is little
    return (_charset_within(head, soon) if soon >= len(b"charset") else b"") or _charset_within(head, len(head))


def _charset_within(head: bytes, end: int) -> bytes:
    """The same, where the word "charset" stands before `end`."""
    low = head[:end].lower()
    at = low.find(b"charset")
    while at >= 0:
        begin = low.rfind(b"<meta", 0, at)
        if begin >= 0 and at - begin <= META_SIZE and low.find(b">", begin, at) < 0:
            found = _CHARSET.match(head, at)
            if found:
                return found[1]
        at = low.find(b"charset", at + 7)
    return b""


def codec_of(label: str) -> str:
    """The Python codec for a name found in a header or page, or an empty string for an unknown one."""
    name = label.strip().lower()
    if name in LABELS:
        return LABELS[name]
    try:
        codec = codecs.lookup(name).name.replace("-", "_")
        b"".decode(codec)
    except (LookupError, ValueError, UnicodeError):
        return ""
    return "" if codec in {"utf_7", "idna", "punycode", "raw_unicode_escape", "unicode_escape"} else codec


def _seven_bit(body: bytes, text: str, claims: dict[str, str]) -> Decoded:
    if any(escape in body for escape in _ESCAPES):
        return Decoded(body.decode("iso2022_jp", "replace"), "iso2022_jp", "escape sequences of ISO-2022-JP")
    if "\x00" in text[:200] and (wide := _wide(body)):
        return wide
    claimed = next(iter(claims), "utf-8")
    if claimed == "hz":
        return Decoded(body.decode("hz", "replace"), "hz", f"{claims['hz']} says so")
    return Decoded(text, "utf-8", "plain ASCII", body)


def _wide(body: bytes) -> Decoded | None:
    """UTF-16 without a mark: every second byte of mostly Latin text is zero."""
    head = body[:400]
    even, odd = head[::2].count(0), head[1::2].count(0)
    if max(even, odd) < WIDE * len(head) / 2:
        return None
    encoding = "utf-16-le" if odd > even else "utf-16-be"
    return Decoded(body.decode(encoding, "replace"), encoding, "zero bytes as in UTF-16")


def _legacy(body: bytes, claims: dict[str, str]) -> Decoded:
    """The encoding whose text looks most like a text; claims weigh in."""
    if b"\x00" in body[:200] and (wide := _wide(body)):
        return wide
    text = body.decode("utf-8", "replace")
    head = text[: 64 * SAMPLE]
    high = len(head) - len(head.encode("ascii", "ignore"))
    broken = head.count("�") - body[: 64 * SAMPLE].count(b"\xef\xbf\xbd")
    # Bytes that are not UTF-8 hardly ever look like it for long; a cut tail or a spliced block does not change that.
    if broken <= max(1 if high > 3 else 0, MOSTLY_UTF8 * high):
        return Decoded(text, "utf-8", f"UTF-8 with {broken} broken places")
    sample = _sample(body)
    wanted = (
        ("cp1252",) if _high_share(body) < SPARSE else tuple(COMMON)
    )  # in order, for the first of equals is taken
    named = [encoding for encoding in claims if encoding != "hz" and not encoding.startswith("utf")]
    scores = {encoding: plausibility(sample, encoding) + CLAIM_BONUS for encoding in named}
    if max(scores.values(), default=0.0) <= MOST_PLAUSIBLE:  # else nothing that is not claimed can be more
        for other in wanted:
            if other not in scores:
                scores[other] = plausibility(sample, other, max(scores.values(), default=STRANGE))
    best = max(scores, key=lambda encoding: (scores[encoding], encoding == "cp1252"))
    if "utf-8" in claims and broken < SAID_UTF8 * high:
        return Decoded(text, "utf-8", f"{claims['utf-8']} says so; {broken} broken places")
    why = f"{claims[best]} says so, and the letters agree" if best in claims else "the commonest letters"
    unfit = [f"{who} says {claimed}" for claimed, who in claims.items() if claimed != best]
    reason = why + (f", though {' and '.join(unfit)}" if unfit and best not in claims else "")
    return Decoded(body.decode(best, "replace"), best, reason)


def _high_share(body: bytes) -> float:
    """The share of bytes above ASCII in the first part of a body."""
    head = body[: 64 * SAMPLE]
    return len(head.translate(None, _ASCII)) / max(1, len(head))


_ASCII = bytes(range(128))
_LETTERS = frozenset(string.ascii_letters.encode())


def _sample(body: bytes) -> bytes:
    """The parts of a body that are not plain ASCII, each with its neighbours, without the mark-up in between."""
    parts: list[bytes] = []
    size = 0
    for match in _HIGH_RUNS.finditer(body):
        start, end = match.span()
        part = body[start - 1 : end + 1] if start and body[start - 1] in _LETTERS else b" " + body[start : end + 1]
        parts.append(part)
        size += len(part)
        if size > SAMPLE:
            break
    return b" ".join(parts)


def plausibility(sample: bytes, encoding: str, to_beat: float = STRANGE) -> float:
    """How much the bytes look like a text in this encoding: a mean over non-ASCII characters from −2 to 1.

    Where broken characters alone keep it below `to_beat`, the rest is not looked at.
    """
    # Values are quarters, so that their sum is the same in any order.
    try:
        if encoding in SINGLE_BYTE:
            high, counts = _high_bytes(sample)
            score = float(counts @ _byte_values(encoding))
        else:
            text = sample.decode(encoding, "replace")
            high = _high(text, may_be_latin=encoding not in SCRIPT_ENCODINGS)
            highest = high.total - (1 - BROKEN) * text.count("�")
            if highest < to_beat * high.total:
                return highest / high.total
            score = sum(map(_values(encoding).__getitem__, text))
    except (LookupError, ValueError):
        return STRANGE
    if not high.total:
        return UNSEEN
    mean = score / high.total
    if encoding in SCRIPT_ENCODINGS:
        return mean if high.in_runs else mean - SCATTERED
    return mean - high.penalty


class High(NamedTuple):
    """The non-ASCII characters of a text: how many they are, and how they stand."""

    total: int
    in_runs: bool
    penalty: float


def _high(text: str, *, may_be_latin: bool) -> High:
    runs = _ANY_RUN.findall(text)
    total = sum(map(len, runs))
    return High(total, total >= RUN * len(runs), _run_penalty(runs, text) if may_be_latin else 0.0)


@lru_cache(maxsize=4)
def _high_bytes(sample: bytes) -> tuple[High, NDArray[np.float64]]:
    """The high bytes, which are characters in any encoding of single bytes: they stand the same way in all; how often
    each byte stands there."""
    counts = np.bincount(np.frombuffer(sample, dtype=np.uint8), minlength=256).astype(np.float64)
    counts[:128] = 0.0
    return _high(sample.decode("latin-1"), may_be_latin=True), counts


@cache
def _byte_values(encoding: str) -> NDArray[np.float64]:
    """What every byte says for an encoding of single bytes."""
    return np.array([_value(char, encoding) for char in bytes(range(256)).decode(encoding, "replace")])


MOST_VALUES = 65_536
"""Characters of an encoding that are remembered: all that texts have, and no more than a hostile page may bring."""


class _Values(dict[str, float]):
    """What every character met so far says for an encoding; ASCII says nothing."""

    def __init__(self, encoding: str) -> None:
        self._encoding = encoding

    def __missing__(self, char: str) -> float:
        if len(self) >= MOST_VALUES:
            self.clear()
        value = self[char] = _value(char, self._encoding) if char > "\x7f" else 0.0
        return value


@cache
def _values(encoding: str) -> _Values:
    return _Values(encoding)


def _value(char: str, encoding: str) -> float:
    """What a character says for an encoding."""
    if char in COMMON.get(encoding, COMMON["cp1252"]):
        return 1.0
    if char == "�":
        return BROKEN
    if char.isalpha():
        return 0.0 if char.isupper() and encoding in SCRIPT_ENCODINGS else SOME
    if "\u3000" <= char <= "\u303f" or "\uff00" <= char <= "\uff5e":
        return WIDE_SIGN
    return UNSEEN if not char.isprintable() and char != "\xa0" else OTHER


_ANY_RUN = re.compile(r"[^\x00-\x7f]+")


def _run_penalty(runs: Sequence[str], text: str) -> float:
    """Accented letters of Latin texts stand alone inside words: long runs of them speak against the encoding."""
    long = sum(1 for run in runs if len(run) >= 3)
    alone = 1.0 if _LETTER_BEFORE.search(text) else NO_LETTER
    return min(LONG_RUNS, alone * LONG_RUNS * long / max(1, len(runs)))
