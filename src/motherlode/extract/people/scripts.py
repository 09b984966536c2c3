"""Names in scripts without capitals: Chinese, Japanese and Korean names, and Russian patronymics.

>>> han_name("强静仁博士（信息系副主任）")
('强静仁', '（信息系副主任）', '博士')
"""

from __future__ import annotations

import re
import unicodedata

import rjieba

from motherlode.extract.people.lexicon import fold_word, sections
from motherlode.extract.people.titles import find
from motherlode.lang import table, words

_LISTS = {head: "\n".join(lines) for head, lines in sections("han")}
_CHINESE = table("zh")["people"]
SURNAMES = frozenset(_CHINESE["surnames"] + _CHINESE["rare_surnames"])
DOUBLE_SURNAMES = tuple(_CHINESE["double_surnames"])
KOREAN_SURNAMES = frozenset(table("ko")["people"]["surnames"])
_NOT_NAMES = frozenset(_LISTS["not names"].split())
_LAST_CHARS = frozenset(_LISTS["not last"])

HAN = re.compile(r"[\u3005\u3400-\u9fff\uf900-\ufaff\u3040-\u30ff\uac00-\ud7af]")
_HAN_ONLY = re.compile(r"^[\u3005\u3400-\u9fff\uf900-\ufaff]+$")
_RUN = re.compile(r"^[\u3005\u3400-\u9fff\uf900-\ufaff\u3040-\u30ff\uac00-\ud7af·•]+")
_TITLE = re.compile(
    f"^(?:{'|'.join(_LISTS['before titles'].split())})*"
    f"(?:{'|'.join(sorted(_LISTS['titles'].split(), key=len, reverse=True))})+"
)


_OWN_PAGE = frozenset(_LISTS["own pages"].split())
"""What a link to somebody's page says behind the name; anything else behind a title goes on with a sentence."""

MAX_BEHIND = 12
"""Characters behind a title in which a second one may stand: "教授硕士生导师"."""

_SPACED = re.compile(r"^[\u3005\u3400-\u9fff]{2,3} [\u3005\u3400-\u9fff]{1,3}$")
"""Family and given name with a space between them, as Japanese pages write them."""


NEVER_NAME = -4.0
"""Log-odds of what holds a word that no name holds. Half and twice of it, and of each number below, find the same
names on 41 labelled pages, by weights that never saw their site."""

KNOWN_NAME, UNLIKELY = 1.5, -2.0
"""Log-odds of what begins with a family name or is written as names are, and of what is a word or too long."""

FAMILY_NAME_OF_TWO = 2.5
"""Log-odds of a text that begins with a family name of two characters."""

ODD_LENGTH = -0.5
"""Log-odds of a text that is one character longer or shorter than most names, and of the name of a place."""

OF_THREE, OF_FOUR = 1.2, -2.5
"""What it adds that a Chinese text has three characters, as most names have, or four, as hardly any."""

PATRONYMIC_ODDS, GIVEN_ODDS, ENDING_ODDS = 3.0, 2.0, 1.2
"""Log-odds of a Russian or Ukrainian word that is a patronymic, a listed given name, or ends as family names do."""


def han_name(text: str) -> tuple[str, str, str] | None:
    """(name, what follows, title or honorific directly behind it) of a text that starts with a CJK name."""
    text = text.lstrip("0123456789.、 ·•")
    spaced = re.match(r"^([\u3005\u3400-\u9fff])[\s\u3000]+([\u3005\u3400-\u9fff])(?=$|[\s\u3000（(,，:：])", text)
    if spaced:
        text = spaced[1] + spaced[2] + text[spaced.end() :]
    two = re.match(
        r"^([\u3005\u3400-\u9fff]{1,3})[\s\u3000]([\u3005\u3400-\u9fff\u3040-\u30ff]{1,3})(?=$|[\s\u3000（(,，])",
        text,
    )
    if two and not _TITLE.match(two[2]):
        return f"{two[1]} {two[2]}" if len(two[1]) > 1 else two[1] + two[2], text[two.end() :].strip(), ""
    run = _RUN.match(text)
    if not run:
        return None
    body, rest = run[0], text[run.end() :]
    for size in (2, 3, 4):
        if len(body) > size and _TITLE.match(body[size:]):
            title = _TITLE.match(body[size:])
            assert title is not None
            after = body[size + title.end() :]
            second = len(after) > 1 and find(after[:MAX_BEHIND]) is not None
            if not after or second or _TITLE.match(after) or after in _OWN_PAGE:
                return body[:size], (after + rest).strip(), title[0]
    if "·" in body and len(body) <= 20:
        return body, rest.strip(), ""
    if not 2 <= len(body) <= 4:
        return None
    return body, rest.strip(), ""


def han_log_odds(name: str) -> float:
    """Log-odds that a run of CJK characters is a person's name: its family name, its length, the dictionary."""
    bare = name.replace(" ", "")
    if not bare:
        return NEVER_NAME
    if re.match(r"^[\uac00-\ud7af]+$", bare):
        known = len(bare) == 3 and bare[0] in KOREAN_SURNAMES
        return KNOWN_NAME if known else ODD_LENGTH if len(bare) in (2, 4) else UNLIKELY
    if not _HAN_ONLY.match(bare.replace("·", "")):
        return KNOWN_NAME if " " in name else -1.0
    if bare in _NOT_NAMES or bare[-2:] in _NOT_NAMES or bare[:2] in _NOT_NAMES:
        return NEVER_NAME
    if _SPACED.match(name):
        return KNOWN_NAME
    if len(bare) > 2 and bare[-1] in _LAST_CHARS:
        return NEVER_NAME
    if "·" in bare:
        return KNOWN_NAME
    if bare.startswith(DOUBLE_SURNAMES):
        return FAMILY_NAME_OF_TWO if len(bare) in (3, 4) else ODD_LENGTH
    score = KNOWN_NAME if bare[0] in SURNAMES else -KNOWN_NAME
    score += {3: OF_THREE, 4: OF_FOUR}.get(len(bare), 0.0)
    return score + _dictionary_vote(bare)


def is_full_han(text: str) -> bool:
    """Whether a text is a Chinese name with family and given name, and nothing else."""
    return _HAN_ONLY.match(text) is not None and 2 <= len(text) <= 4 and han_log_odds(text) > 0


def _dictionary_vote(word: str) -> float:
    """What the segmenter's dictionary says: one word that it knows as a name, a place, or something else."""
    tagged = rjieba.tag(word)
    if len(tagged) != 1:
        return 0.0
    if tagged[0][1].startswith("nr"):
        return KNOWN_NAME
    return ODD_LENGTH if tagged[0][1] == "ns" else UNLIKELY


_PATRONYMIC = re.compile(
    r"(?:ович|евич|йович|ьич|ична|овна|евна|ївна|івна|инична|ovich|evich|ovna|evna)$", re.IGNORECASE
)


def is_patronymic(word: str) -> bool:
    """Whether the word is a patronymic, which stands in names alone."""
    return len(word) > 5 and _PATRONYMIC.search(word) is not None


_SLAVIC = re.compile(
    r"(?:ов|ев|ёв|ин|ын|ский|цкий|ова|ева|ёва|ина|ына|ская|цкая|енко|ук|юк|ян|дзе|швили|ич)$", re.IGNORECASE
)


_GIVEN = frozenset(fold_word(name) for name in words("people", "given"))


def cyrillic_log_odds(word: str) -> float | None:
    """A vote for Russian and Ukrainian names by their endings and a list of given ones, or None for other words."""
    if not re.match(r"^[\u0400-\u04ff\-’']+$", word):
        return None
    if is_patronymic(word):
        return PATRONYMIC_ODDS
    if fold_word(word) in _GIVEN:
        return GIVEN_ODDS
    return ENDING_ODDS if _SLAVIC.search(word) and len(word) > 3 else None


def is_caseless(letter: str) -> bool:
    """Whether the letter's script has no capitals (Arabic, Hebrew, Indic, Thai …; CJK is read apart)."""
    return unicodedata.category(letter) == "Lo"
