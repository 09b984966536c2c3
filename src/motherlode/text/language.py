"""Which language a text is in, by its script and its commonest words.

>>> guess("Der Rat hat das Gesetz mit großer Mehrheit angenommen und es ist nun in Kraft")
'de'
>>> guess("国务院新闻办公室今天上午举行发布会")
'zh'
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache

from motherlode.kernels import native
from motherlode.text.stopwords import STOPWORDS

SAMPLE = 4000
"""Characters looked at; more changed no guess on the labelled news pages."""

CLEAR, SURE = 1000, 20.0
"""Characters and votes that settle the matter where the next language has less than half as many."""

_SCRIPTS = (
    ("ja", r"\u3040-\u30ff", 0.05),
    ("ko", r"\uac00-\ud7af", 0.2),
    ("zh", r"\u3400-\u9fff\uf900-\ufaff", 0.2),
    ("ar", r"\u0600-\u06ff", 0.3),
    ("he", r"\u0590-\u05ff", 0.3),
    ("el", r"\u0370-\u03ff", 0.3),
    ("th", r"\u0e00-\u0e7f", 0.3),
    ("hi", r"\u0900-\u097f", 0.3),
    ("bn", r"\u0980-\u09ff", 0.3),
    ("ta", r"\u0b80-\u0bff", 0.3),
    ("ka", r"\u10a0-\u10ff", 0.3),
    ("hy", r"\u0530-\u058f", 0.3),
)
"""Languages by their scripts' characters, and the share of letters from which a text is in them, tried in turn."""

_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_BEYOND_LATIN = re.compile(r"[^\x00-\u036f\u2000-\u206f]+")
"""Characters that may be of another script; most texts have a few, so that the scripts are looked for in little."""
_WORD, _PLAIN_WORD = re.compile(r"[^\W\d_]+"), re.compile(r"[a-z]+")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f\u2000-\u206f]")
_ADDRESS = re.compile(r"\S{0,60}(?:@|://|www\.)\S{0,200}")
"""E-mail and web addresses are in no language: the 'u' of staff@u.example would be a word of Dutch."""


_OTHER_SCRIPT = re.compile(f"[{''.join(ranged for _, ranged, _ in _SCRIPTS)}]")
"""A quick look that tells that most texts have none of them."""


@cache
def _script_patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(f"[{ranged}]+") for _, ranged, _ in _SCRIPTS)


@cache
def _owners() -> dict[str, tuple[str, ...]]:
    owners: dict[str, list[str]] = {}
    for language, listed in STOPWORDS.items():
        for word in listed:
            owners.setdefault(word, []).append(language)
    return {word: tuple(languages) for word, languages in owners.items()}


def has_plain_letters(text: str) -> bool:
    """Whether a text is of ASCII, quotation marks and dashes apart, so that its words are found more quickly."""
    return text.isascii() or _BEYOND_ASCII.search(text) is None


def guess(text: str) -> str:
    """The ISO 639-1 code of the text's language, or an empty string when there is too little to tell."""
    sample = text[:SAMPLE]
    by_script = _by_script(sample)
    if by_script:
        return by_script
    votes = voted(sample[:CLEAR].lower())
    first, second = ([*sorted(votes.values(), reverse=True), 0.0, 0.0])[:2]
    if len(sample) > CLEAR and (first < SURE or first < 2 * second):
        for language, more in voted(sample[CLEAR:].lower()).items():
            votes[language] = votes.get(language, 0.0) + more
    if votes:
        return max(votes, key=lambda language: votes[language])
    cyrillic = len(_CYRILLIC.findall(sample)) > 0.3 * max(1, len(_WORD.findall(sample)))
    return "ru" if cyrillic else ""


def voted(low: str) -> dict[str, float]:
    """How many of the commonest words of each language a text in lower case has; words of several count for each in
    part."""
    votes: dict[str, float] = {}
    owners = _owners()
    if "@" in low or "://" in low:
        low = _ADDRESS.sub(" ", low)
    kernel = native()
    counts = tallied_in_python(low, owners) if kernel is None else kernel.tally(low, owners)
    for word, count in counts.items():
        languages = owners[word]
        for language in languages:
            votes[language] = votes.get(language, 0.0) + count / len(languages)
    return votes


def tallied_in_python(low: str, among: Mapping[str, object]) -> dict[str, int]:
    """How often each word stands in a text in lower case that is one of these, in the order in which they come."""
    found = (_PLAIN_WORD if has_plain_letters(low) else _WORD).findall(low)
    return Counter(filter(among.__contains__, found))


def _by_script(sample: str) -> str:
    """The language whose script has its share of the letters; the scripts are counted in turn, until one has it."""
    if sample.isascii() or _OTHER_SCRIPT.search(sample) is None:
        return ""
    letters = sum(map(str.isalpha, sample))
    foreign = "".join(_BEYOND_LATIN.findall(sample)) if letters else ""
    for (language, _, share), script in zip(_SCRIPTS, _script_patterns(), strict=True):
        if letters and sum(map(len, script.findall(foreign))) > share * letters:
            return language
    return ""
