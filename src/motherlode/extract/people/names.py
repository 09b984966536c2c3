"""A piece of text read as a person's name: honorifics off, degrees and titles behind it apart, "Last, First" turned.

>>> parse("Dr. Paula D. Winter, PhD, Associate Professor").name
'Paula D. Winter'
>>> parse("Lin, Mei-Chuan").name, parse("许若川教授").name
('Mei-Chuan Lin', '许若川')
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache

from motherlode.extract.people import titles
from motherlode.extract.people.lexicon import entries, fold_word, load, words
from motherlode.extract.people.scripts import HAN, han_name, is_caseless
from motherlode.lang import words as of_languages

MAX_TEXT = 400
"""Longer pieces are prose and are read by `prose`."""

PARTICLES = words("particles")
_FRONTS = "|".join(sorted(of_languages("titles", "honorifics"), key=len, reverse=True))
_HONORIFIC = re.compile(rf"^(?:\(?(?:{_FRONTS})(?:(?=[^\w])|$)[\s.,\-)]*)+", re.IGNORECASE)
_SURE = [form for form in entries("degrees") if not form.startswith(",")]
_BEHIND_COMMA = [form[1:] for form in entries("degrees") if form.startswith(",")]
_DEGREE = re.compile(
    rf"(?:^|(?<=[\s,;(]))(?:{'|'.join(_SURE)})(?=[\s,;.)(]|$)|(?<=[,;])\s*(?:{'|'.join(_BEHIND_COMMA)})(?=[\s,;.)(]|$)",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"^(?:(?:full |faculty |staff |teacher )?name(?: of (?:the )?(?:faculty|teacher|staff)(?: member)?)?|姓\s*名|氏名"
    r"|nombre|nom|фио|ф\.и\.о\.)\s*[:：]\s*(?:-\s*)?",
    re.IGNORECASE,
)
_HAN_LABEL = re.compile(r"^([^\s:：，,。]{2,14})\s?[:：]\s?(?=\S)")
"""A post before a Chinese name: "院长：张三"."""

_LOWER_NAME = re.compile(r"^[a-z]{2,}(?: [a-z]{1,}\.?){1,3}$|^[A-Z][a-z]{1,30} [a-z]{3,30}$")
"""A name that nobody capitalised whole, taken only behind an honorific."""

_BREAK = re.compile(r"\s[-–—|/•·]\s|[–—|•:：;；\t]|\s{3,}|,|，|、|\s-|-\s|→|»|@")
_NUMBERING = re.compile(r"^\s*(?:\(?\d{1,3}[.)\]]\s*|\d{1,3}\s+(?=[^\W\d])|[^\w(\[\"'“]+)")
_NAME_TOKEN = re.compile(r"^(?:[^\W\d_]\.?-?){0,4}[^\W\d_]+(?:['’`´\-.][^\W\d_]+)*\.?$")
_LEADING_UP = re.compile(
    r"(?:(?<=\s)(?:senior|sr\.|honorary|adjunct|visiting|distinguished|emeritus|emerita|deputy|chief|acting|interim|former"
    r"|founding|founder|guest|joint|additional|executive|vice|pro|full|university|research|teaching)[\s,&/-]*)*$",
    re.IGNORECASE,
)
"""Words before a title that belong to it and not to the name in front of it."""

_LETTERS = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Name:
    """A name that was read: its tokens, what stood before it and what comes after it in the same text."""

    name: str
    tokens: tuple[str, ...]
    honorific: str = ""
    rest: str = ""
    inverted: bool = False
    han: bool = False
    title: str = ""


@lru_cache(maxsize=50_000)
def parse(text: str) -> Name | None:
    """The name at the start of the text, or nothing where the text has not a name's shape."""
    text = " ".join(text.split())
    if not text or len(text) > MAX_TEXT:
        return None
    if HAN.match(text.lstrip("0123456789.、 ·•")):
        label = _HAN_LABEL.match(text)
        title = label[1] if label and titles.find(label[1]) else ""
        found = han_name(text[label.end() :] if label and title else text)
        return Name(found[0], (found[0],), found[2], found[1], han=True, title=title) if found else None
    text = _LABEL.sub("", _NUMBERING.sub("", text))
    title, honorific, text = _front(text)
    inverted = _inverted(text)
    if inverted:
        last, first, rest = inverted
        tokens = tuple(first.split()) + tuple(last.split())
        return Name(f"{first} {last}", tokens, honorific, rest, inverted=True, title=title)
    head, rest = _head(text)
    plain = _name(head, rest, honorific)
    return replace(plain, title=title) if plain is not None and title else plain


def is_labelled(text: str) -> bool:
    """Whether a line says itself that it gives a name: "Name: Asha Rao"."""
    return _LABEL.match(text) is not None


def _front(text: str) -> tuple[str, str, str]:
    """A title before a colon or dash ("Head of Department: Dr. Ravi Rao"), honorifics, and the text behind them."""
    title = honorific = ""
    label = re.match(r"^([^:：–—]{3,60}?)\s*(?:[:：–—]|\s-\s)\s*(?=\S)", text)
    if label and _is_title(label[1]):
        title, text = label[1], text[label.end() :]
    match = _HONORIFIC.match(text)
    if match and match.end() < len(text) and not _is_given_name(match[0], text[match.end() :]):
        honorific, text = match[0].strip(" ,-"), text[match.end() :]
        words = text.split() if _LOWER_NAME.match(text) else []
        known = words and (words[0][0].isupper() or any(map(load().is_name, words)))
        if known and load().log_odds(words[-1]) > 0:
            text = text.title()
    return title, honorific, text


_SURE_HONORIFIC = re.compile(
    r"(?i)prof|dr|doc|mrs?\b|ms\b|miss|mx|sir|herr|frau|mme|mlle|madame|monsieur|shri|smt|проф|доц"
)
"""Honorifics that are nobody's given name."""


def _is_given_name(honorific: str, behind: str) -> bool:
    """Whether what looks like an honorific is the given name before the only word left: "Maj Wallin", "Gen Sato"."""
    front = honorific.strip()
    return (
        "." not in front
        and len(_BREAK.split(behind, maxsplit=1)[0].split()) == 1
        and front[:1].isupper()
        and front[1:].islower()
        and _SURE_HONORIFIC.match(front) is None
    )


def _is_title(label: str) -> bool:
    """Whether a text is a title and nothing else, so that no name is taken for one: "Prof. Ann Lee" is none."""
    found = titles.find(label)
    if found is None or found.start > 25:
        return False
    match = _HONORIFIC.match(label)
    behind = label[match.end() :] if match else ""
    return not behind or titles.find(behind) is not None


def _name(head: str, rest: str, honorific: str) -> Name | None:
    head, aside = _aside(head)
    tokens = head.split()
    if _DEGREE.fullmatch(head):
        return None
    while tokens and tokens[-1].lower().strip(".") in PARTICLES and len(tokens[-1]) > 1 and tokens[-1][0].islower():
        rest = f"{tokens.pop()} {rest}"
    if not tokens or not all(map(is_token, tokens)) or len(tokens) > 9:
        return None
    if not any(len(_LETTERS.findall(token)) > 1 for token in tokens):
        return None
    name = " ".join(tokens)
    if aside is not None:
        name, tokens = aside, aside.replace("(", " ").replace(")", " ").split()
    return Name(name, tuple(tokens), honorific, rest.strip())


def is_token(token: str) -> bool:
    """Whether a token can be part of a name: capitalised, an initial, a particle, or of a script without cases."""
    bare = _unmarked(token.strip("\"'“”‘’`"))
    if not _NAME_TOKEN.match(bare):
        return bare.lower() in PARTICLES
    letter = _LETTERS.search(bare)
    if letter is None:
        return False
    return (
        letter[0].isupper()
        or letter[0].istitle()
        or is_caseless(letter[0])
        or bare.lower().rstrip(".") in PARTICLES
        or (any(c.isupper() for c in bare) and bare.startswith(("d'", "d’", "al-", "el-", "ul-", "l'", "de")))
    )


def _unmarked(token: str) -> str:
    """The token without vowel signs and accents that stand as letters of their own (Devanagari, Thai, Arabic …)."""
    return token if token.isascii() else "".join(c for c in token if not unicodedata.category(c).startswith("M"))


def _aside(head: str) -> tuple[str, str | None]:
    """A bracketed part of a name: "Daniel (DJ) Brasier", "SUMITRA DEB (BOSE)"; the name without it and with it."""
    match = re.match(r"^([^()\"“”]+?)\s{0,20}[(\"“]([^()\"“”]{1,25})[)\"”]\s{0,20}([^()\"“”]*)$", head)
    if not match:
        return head, None
    inner = match[2].split()
    plain = f"{match[1]} {match[3]}".strip()
    if len(inner) <= 2 and all(map(is_token, inner)) and not titles.find(match[2]) and not _DEGREE.search(match[2]):
        if head.find("(") >= 0:
            return plain, " ".join(f"{match[1]} ({match[2]}) {match[3]}".split())
        return plain, " ".join(f'{match[1]} "{match[2]}" {match[3]}'.split())
    return match[1].strip() if not match[3] else plain, None


def _head(text: str) -> tuple[str, str]:
    """The text up to the first break, degree, title, digit or ordinary lower-case word; and what is left."""
    ends = [len(text)]
    for pattern in (_BREAK, _DEGREE):
        match = pattern.search(text)
        if match and match.start() > 0 and not _are_initials(text, match):
            ends.append(match.start())
    title = titles.find(text)
    if title and title.start > 0 and not is_family_name(text, title):
        ends.append(title.start - len(_LEADING_UP.search(text[: title.start])[0]))  # type: ignore[index]
    digit = re.search(r"\d", text)
    if digit:
        ends.append(digit.start())
    bracket = re.search(r"[(（\[]", text)
    if bracket and bracket.start() > 0:
        closing = re.match(r"[(（\[]([^)）\]]{0,200})[)）\]]", text[bracket.start() :])
        inner = closing[1].split() if closing else []
        if (
            not closing
            or len(inner) > 2
            or not all(map(is_token, inner))
            or titles.find(closing[1])
            or _DEGREE.search(closing[1])
        ):
            ends.append(bracket.start())
    end = min(ends)
    head = text[:end]
    kept: list[str] = []
    tokens = head.split()
    for i, token in enumerate(tokens):
        if not is_token(token.strip('()"“”')):
            if not kept:
                return head, text[end:]
            return " ".join(kept), " ".join(tokens[i:]) + " " + text[end:]
        kept.append(token)
    suffix = re.match(r"^[,\s]*(jr\.?|sr\.?|iii|ii|iv)(?=\W|$)", text[end:], re.IGNORECASE)
    head = head.strip(" ,-")
    if suffix:
        return f"{head} {suffix[1]}", text[end + suffix.end() :]
    return head if re.search(r"(?:^|[\s.])[^\W\d_]\.$", head) else head.rstrip("."), text[end:]


def _are_initials(text: str, match: re.Match[str]) -> bool:
    """Whether what looks like a degree is the initials of the only name before it: "Devika M.S."."""
    before = text[: match.start()]
    return (
        re.fullmatch(r"\s{0,9}(?:[A-Z]\.){1,3}", match[0]) is not None
        and len(before.split()) == 1
        and "," not in before
    )


def is_family_name(text: str, title: titles.Title) -> bool:
    """Whether the title is a family name in truth: "Sarah Dean" and "Ann Head" are people."""
    tokens = text.split()
    alone = title.end == len(text) and not title.rank and len(title.roles) == 1 and len(tokens) == 2
    return alone and title.start > 0 and fold_word(tokens[0]) in load().given


_FIRST_NAME = re.compile(r"[^\W\d_]{2,30}(?:[\s.-]+[^\W\d_]{1,20}\.?){0,3}$")
"""One to four words, the first more than an initial: what stands behind an honorific as given names."""


def _inverted(text: str) -> tuple[str, str, str] | None:
    """ "Last, First rest" as (last, first, rest)."""
    match = re.match(r"^([^,(\d@:;|]{2,40}),\s*([^,(\d@:;|\[]{1,40})(.*)$", text)
    if not match:
        return None
    last, first, rest = match[1].strip(), match[2].strip(), match[3]
    first = first.rstrip(",;")
    honour = _HONORIFIC.match(first)
    if honour and honour.end() < len(first) and _FIRST_NAME.match(first[honour.end() :]):
        first = first[honour.end() :]
    title = titles.find(first)
    if _DEGREE.match(first) or (title and title.start == 0):
        return None
    degree = _DEGREE.search(first)
    cut = min(
        [m for m in (degree.start() if degree else None, title.start if title else None) if m is not None],
        default=len(first),
    )
    dash = re.search(r"\s[-–—|/]\s", first)
    cut = min(cut, dash.start()) if dash else cut
    first, rest = first[:cut].strip(" -–—"), first[cut:] + rest
    kept = []
    tokens = first.split()
    for i, token in enumerate(tokens):
        if not is_token(token):
            rest = " ".join(tokens[i:]) + rest
            break
        kept.append(token)
    first_tokens, last_tokens = kept, last.split()
    if not first_tokens or len(first_tokens) > 4 or len(last_tokens) > 3:
        return None
    if not all(map(is_token, last_tokens)) or not any(len(t.strip(".")) > 1 for t in last_tokens):
        return None
    if titles.find(last):
        return None
    if len(last_tokens) >= 2 and not _family_like(last_tokens, first_tokens[0]):
        return None
    return " ".join(last_tokens), " ".join(first_tokens), rest


def given_behind(rest: str) -> tuple[str, str]:
    """The given names that follow a comma, and what follows them; empty for degrees, titles and places."""
    match = re.match(r"^\s*,\s*([^,;:|()\d]{2,80})(.*)$", rest)
    if match is None:
        return "", rest
    title = titles.find(match[1])
    cut = title.start if title else len(match[1])
    given = match[1][:cut].strip()
    fits = 0 < len(given.split()) < 4 and all(map(is_token, given.split())) and not _DEGREE.match(given)
    return (given, match[1][cut:] + match[2]) if fits else ("", rest)


def _family_like(tokens: list[str], first: str) -> bool:
    """Whether several tokens before a comma may be a family name: particles, or two names without initials."""
    if any(token.lower() in PARTICLES for token in tokens[:-1]):
        return True
    if len(tokens) != 2 or any(len(t.strip(".")) == 1 for t in tokens):
        return False
    lexicon = load()
    front = fold_word(tokens[0])
    return fold_word(first) in lexicon.given and not (front in lexicon.given and front not in lexicon.family)
