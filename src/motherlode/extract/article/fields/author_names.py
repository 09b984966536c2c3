"""Names of people in bylines: taken apart, and told from roles, dates and the names of papers."""

from __future__ import annotations

import html
import re
import unicodedata
from functools import lru_cache

from motherlode.extract.article.fields.time_words import of_publication, of_update
from motherlode.lang import any_of, section, words
from motherlode.lang.months import NUMBERS, key_of

PLAIN = words("bylines", "by") + words("bylines", "role")
"""What stands before a name without a colon, too."""

LABELS = words("bylines", "label")
_BY, _LABEL = any_of(PLAIN), any_of(LABELS)
HAN_WRITER, HAN_REPORTER, HAN_EDITOR = (words("bylines", key) for key in ("writer", "reporter", "editor"))
"""What Chinese lines call those who wrote an article, reported for it, and edited it."""

_WITH_SPACE = any_of(words("bylines", "spaced"))
_LEADS = any_of((*words("bylines", "lead"), *HAN_WRITER, *HAN_REPORTER, *HAN_EDITOR))
_MARK = r"[:：/＝|丨]"
LEAD = re.compile(
    rf"^(?:(?:{_BY})(?!\w)\s*{_MARK}?\s*|(?:{_LABEL})\s*{_MARK}\s*"
    rf"|(?:{_LEADS})\s*[:：/丨|]?\s*)",
    re.IGNORECASE,
)
"""What is taken off the beginning of what a page gives as its author."""

BY = re.compile(
    rf"^\W*(?:(?:{_BY})(?:\s?{_MARK}\s*|\s+)|(?:{_WITH_SPACE})\s|(?:{_LABEL})\s?{_MARK}\s*)(?-i:(?=[^\Wa-z_]))",
    re.IGNORECASE,
)
"""A line that begins with who wrote it."""

LABEL = re.compile(rf"^(?:{_BY}|{_LABEL})\s?[:：]?$", re.IGNORECASE)
"""A line that says that the next one is who wrote it."""

BY_AT_END = re.compile(
    rf"\d.{{0,80}}?(?<!\w)(?:(?:{any_of(words('bylines', 'ending') + words('bylines', 'role'))})"
    rf"(?:\s{{0,9}}[:：]\s{{0,9}}|\s{{1,9}})|(?:{_LABEL})\s?[:：]\s{{0,9}})"
    r"((?-i:[^\W\da-z_])[^\d|,;:()\n]{1,40})$",
    re.IGNORECASE | re.DOTALL,
)
"""A line that ends with who wrote it, after a date: Posted on 12 March by Ann Lee."""

FIRST_WORDS = frozenset(re.split(r"\W", entry.lower())[0] for entry in PLAIN + LABELS)
"""Words that a byline begins with, for a quick look at lines before the patterns."""

SPEAKING = frozenset(word for entry in PLAIN + LABELS for word in entry.lower().split())
"""All words of bylines, none of which is part of a plain name."""


MAX_AUTHORS = 12
MAX_NAME, MAX_WORDS = 60, 6
MAX_BYLINE = 500
"""Characters of a byline that are looked at."""

_TAIL = re.compile(
    r"\s{0,20}(?:[|•·–—]|\s-\s|,\s(?:staff|senior|chief|editor|reporter|correspondent|contribut|special|associate|political|"
    r"the associated|associated press|m\.?d\.?\b|ph\.?d|esq|cfa|rd\b|rn\b)|\bis an?\b|\bpublished\b|\bupdated\b|"
    r"\bposted\b|\bon (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\d)|\d{1,2}[:/.]|\b(?:19|20)\d\d\b|\(|@|"
    r"\bfollow\b|\bcontact\b|\bview\b|\bsee all\b|\bread\b|\bmin\b|\bfor the\b|\bfor\b [A-Z]).*$",
    re.IGNORECASE | re.DOTALL,
)
AND = words("people", "and")
"""Words between two names."""

WEAK = frozenset(("a", "i", "ו"))
"""Those that are also parts of names: only between two full names."""

_EXACT = frozenset(["ve", "και", "és", "și", "şi", "ja", "и", "та", "و", "và", "dan", "और", "และ"])
"""Those that are parts of names when they have capitals: Ve, Dan, Ja."""

_SPLIT = re.compile(
    r"\s{0,20}(?:[;、，/|&]|,(?!\s{0,20}(?:jr|sr|ii|iii|md|phd)\b)"
    rf"|\s(?:{'|'.join(word for word in AND if word not in _EXACT | WEAK)}"
    rf"|(?-i:{'|'.join(sorted(_EXACT & set(AND)))}))\s)\s{{0,20}}",
    re.IGNORECASE,
)
_WEAK_SPLIT = re.compile(r"(?<=\w)\s(?:[ai]\s|ו(?=\w\w))")
_NOT_NAME = re.compile(
    r"https?:|www\.|\.com\b|^\W*$|^\d|facebook|twitter|instagram|^(?:admin|administrator|editor|staff|author|guest|"
    r"about|more|share|home|news|by|none|null|undefined|anonymous|unknown|updated|published|comments?|login|subscribe|team|follow|user|email|print)$",
    re.IGNORECASE,
)
_ROLE = re.compile(
    r"\b(?:editors?|reporters?|writers?|columnist|correspondent|staff|experts?|consultant|journalist|contributors?|"
    r"veterinarian|director|manager|producer|founder|analyst|specialist|press|news|today|times|post|gazette|magazine|"
    r"bureau|desk|authors?|ceo|chief|senior|associate|expert|m\.a|b\.a|ph\.?d|privacy|share|about|read|view|follow|more|recent|posts|articles|stories|latest|"
    rf"published|updated|comments?|home|guide|review|{any_of(words('people', 'jobs'))})\b",
    re.IGNORECASE,
)
"""Words of a role, a paper or a button: no part of a name in a byline."""

_DAY_WORD = re.compile(rf"^(?:{any_of(words('dates', 'label'))})$", re.IGNORECASE)
_GLUED = re.compile(r"(?<=[a-zà-ÿ])(?:Published|Updated|Posted|Korrespondent)\b.*$", re.DOTALL)
"""A word of the next element that sticks to a name."""

_AGENCY = re.compile(
    r"^(?P<name>[\w.'’-]{1,30}\s[\w.'’-]{2,30})\s(?:the\s)?associated press$|(?P<han>.{1,20}?)\s{0,9}기자$",
    re.IGNORECASE,
)
_BODY = re.compile(
    r"^(?:university|institute|cent(?:er|re)|school|college|ministry|department|office)$", re.IGNORECASE
)
"""First words of an institution, whose name goes on after 'of' or 'for'."""

_DIGIT = re.compile(r"\d")
_SEGMENT = re.compile(r"\s{0,20}(?:[|•·⋅\n]|\s[–—-]\s)\s{0,20}")
_FROM_DIGIT = re.compile(
    r"\s{0,9},?\s{0,9}(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s*)?\d.*$",
    re.IGNORECASE | re.DOTALL,
)
_SMALL_WORDS = frozenset(
    ("de", "van", "von", "der", "den", "la", "le", "da", "di", "del", "dos", "bin", "al", "el", "y")
)
SURNAMES = frozenset(section("people")["zh"]["surnames"])
"""First characters of Chinese surnames, which tell a name from a verb after 记者 (reporter) and in signatures."""


_SPEAKING = (
    SPEAKING
    | {word for entry in AND for word in entry.split()}
    | frozenset(
        [
            "is",
            "updated",
            "published",
            "posted",
            "on",
            "follow",
            "contact",
            "view",
            "see",
            "read",
            "min",
            "for",
            "university",
            "institute",
            "center",
            "centre",
            "school",
            "college",
            "ministry",
            "department",
            "office",
            "associated",
            "admin",
            "administrator",
            "editor",
            "staff",
            "guest",
            "about",
            "more",
            "share",
            "home",
            "news",
            "none",
            "null",
            "undefined",
            "anonymous",
            "unknown",
            "comment",
            "comments",
            "login",
            "subscribe",
            "team",
            "user",
            "email",
            "print",
        ]
    )
)
"""Words that the patterns below and those of bylines know."""

_SPEAKING_ALONE = frozenset(("in", "at", "from", "of", "on"))
_SITES = ("facebook", "twitter", "instagram")
_STUCK = ("Published", "Updated", "Posted", "Korrespondent")


def _is_plain(text: str) -> bool:
    """Whether a text is nothing but a name's words: ASCII letters and single spaces, no word that a pattern knows."""
    words = text.split(" ")
    if not text.isascii() or not all(map(str.isalpha, words)):
        return False
    low = text.lower()
    return _SPEAKING.isdisjoint(low.split(" ")) and not any(site in low for site in _SITES)


def split_names(text: str) -> list[str]:
    """The names in what a page gives as its author, without what stands around them.

    >>> split_names("By Anna Lee and Tom Hart, Staff Writers")
    ['Anna Lee', 'Tom Hart']
    """
    if _is_plain(text) and 1 < len(text) <= MAX_NAME:
        return [text] if text.count(" ") < MAX_WORDS else []
    return [] if not text or "://" in text else list(_split_by_patterns(text[:MAX_BYLINE]))


@lru_cache(maxsize=1024)
def _split_by_patterns(text: str) -> tuple[str, ...]:
    """The names; half of what pages give was given before."""
    if "<" in text:
        text = re.sub(r"<[^>]{0,200}>", " ", text)
    text = " ".join(html.unescape(text).split())
    for _ in range(2):
        text = _without_lead(text).strip(" \t:-–—·|,.")
    rest = _TAIL.sub("", text) if _may_have_tail(text) else text
    rest = text if _BODY.match(rest) else rest
    agency = _AGENCY.match(rest)
    return tuple(_parted((agency["name"] or agency["han"]) if agency else rest))


_TAIL_WORDS = ("is", "publi", "update", "posted", "on ", "follow", "contact", "view", "see all", "read", "min", "for")
_TAIL_SIGNS = frozenset("|-,(@0123456789")
"""Without one of them no text of ASCII letters has a tail."""


def _may_have_tail(text: str) -> bool:
    if not text.isascii() or not _TAIL_SIGNS.isdisjoint(text):
        return True
    low = text.lower()
    return any(word in low for word in _TAIL_WORDS)


def _without_lead(text: str) -> str:
    lead = LEAD.match(text)
    return text[lead.end() :] if lead else text


_SPACED = re.compile(r"^([\u4e00-\u9fff])\s+([\u4e00-\u9fff]{1,2})$")
"""A Chinese name with its surname apart."""

PAPERS = re.compile(r"出版社|出版集团|期刊|publish(?:er|ing)|报社|日报|晚报|新闻网", re.IGNORECASE)
"""Words of a publisher, which some pages name as their author."""


def _parted(text: str) -> list[str]:
    text = _SPACED.sub(r"\1\2", text)
    found: list[str] = []
    for part in _weakly_parted(_SPLIT.split(text)):
        part = _without_lead(part).strip(" \t:-–—·|,.\"'“”")
        if part and not _NOT_NAME.search(part) and 1 < len(part) <= MAX_NAME and len(part.split()) <= MAX_WORDS:
            found.append(part)
    return list(dict.fromkeys(found))[:MAX_AUTHORS]


def _weakly_parted(parts: list[str]) -> list[str]:
    """Parts taken apart at weak words for 'and' where full names stand on both sides."""
    found: list[str] = []
    for part in parts:
        sides = _WEAK_SPLIT.split(part) if " " in part else [part]
        found += sides if len(sides) > 1 and all(" " in side.strip() for side in sides) else [part]
    return found


def names_in(text: str) -> list[str]:
    """The names of people in a line that may say other things too: a role, the paper, a date.

    >>> names_in("By Anna Lee | City Columnist | May 3, 2024")
    ['Anna Lee']
    >>> names_in("Dec. 19, 2025 · Niko Marsh on behalf of the group")
    ['Niko Marsh']
    """
    bare = text[3:] if text.startswith(("By ", "by ")) else text
    if not _is_plain(bare) or not 1 < len(bare) <= MAX_NAME or any(word in bare for word in _STUCK):
        return list(_names_by_patterns(text[:MAX_BYLINE]))
    if not _SPEAKING_ALONE.isdisjoint(bare.split(" ")):
        return list(_names_by_patterns(text[:MAX_BYLINE]))
    kept = bare.count(" ") < MAX_WORDS and looks_like_name(bare) and not _ROLE.search(bare)
    return [bare] if kept else []


_BETWEEN = frozenset(("and", "und", "et", "y", "&", ",", "de", "da"))
"""What may stand between two names, or before one, in an element of its own."""


@lru_cache(maxsize=1024)
def _names_by_patterns(text: str) -> tuple[str, ...]:
    found: list[str] = []
    for segment in _SEGMENT.split(text):
        if segment.lower() in _BETWEEN:
            continue
        named = _without_lead(segment).strip(" \t:-–—,.")
        plain = _FROM_DIGIT.sub("", named)
        dated = len(plain) < len(named)
        plain = _GLUED.sub("", plain)
        short = re.sub(r"\s(?:on behalf of|for|in|at|on|from|of)(?:\s.*)?$", "", plain) if plain else ""
        short = _without_day(short) if dated else short
        if _BODY.match(short):
            found.append(plain)
            break
        plain = short
        names = [name for name in split_names(plain) if looks_like_name(name) and not _ROLE.search(name)]
        names = [name for name in names if not _is_label(name)] if found else names
        if found and not names:
            break
        found += names
    return tuple(dict.fromkeys(found))[:MAX_AUTHORS]


def _is_label(text: str) -> bool:
    """Whether what stands where another name may follow is a word about a date: 'Uppdaterad', '公開日：'."""
    return text[-1] in ":：" or (
        " " not in text and (of_update(text) or of_publication(text) or _DAY_WORD.search(text) is not None)
    )


_BEFORE_DAY = frozenset(words("dates", "before"))
"""Words that stand between a name and a day."""


def _without_day(text: str) -> str:
    """A text without what is left of a date that was cut from its end: 'Camille Dupuis le', 'März'."""
    words = text.rstrip(" ,").split()
    while words and (words[-1] in _BEFORE_DAY or key_of(words[-1].strip(".,")) in NUMBERS):
        words.pop()
    return " ".join(words)


def looks_like_name(text: str) -> bool:
    """Whether a text may be a person's name: few words, all with a capital, no digits."""
    words = text.split()
    if not words or len(words) > 5 or _DIGIT.search(text):
        return False
    if not text.isascii() and text.upper() == text.lower():
        return len(text) <= (12 if _CJK.search(text) else 40) and not text.endswith((".", "。", "!", "?"))
    return all(word[0].isupper() or word in _SMALL_WORDS for word in words)


_CJK = re.compile(r"[\u3040-\u9fff\uac00-\ud7af]")


def is_full_name(text: str) -> bool:
    """Whether a text that stands alone is a name of two to four words, none of them a role."""
    words = text.split()
    return (
        2 <= len(words) <= 4
        and looks_like_name(text)
        and not _ROLE.search(text)
        and all(_is_word(word) for word in words)
        and not text.isupper()
        and text.upper() != text.lower()
    )


def looks_like_person(text: str) -> bool:
    """Whether a text that a page gives as a person may be one, in scripts with and without capitals."""
    text = text.strip()
    if text.isascii() or text.upper() != text.lower():
        return is_full_name(text)
    words = text.split()
    return len(words) <= 4 and looks_like_name(text) and all(map(_is_word, words))


def _is_word(word: str) -> bool:
    """Whether a word is of letters, with the marks that names and scripts have."""
    letters = word.replace(".", "").replace("-", "").replace("’", "").replace("'", "")
    return letters.isalpha() or (
        not letters.isascii() and letters != "" and all(unicodedata.category(letter)[0] in "LM" for letter in letters)
    )


def han_names(text: str, *, signed: bool = False) -> list[str]:
    """Names in a Chinese list; those that are not after a colon must begin with a surname."""
    parts = [part for part in re.split(r"[\s、，,　]+", text.strip()) if 1 < len(part) < 13]
    return [part for part in parts if not signed or (part[0] in SURNAMES and len(part) <= 4)][:MAX_AUTHORS]
