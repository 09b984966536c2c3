"""What the whole of a site is called, and whether the whole is a university or one unit of it.

>>> split_whole("北京某某大学物理学院")
('北京某某大学', '物理学院')
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from motherlode.extract.people.reading import NAMED, read
from motherlode.lang import CJK, gathered
from motherlode.university.facts import PageFacts

_WELCOME = re.compile(
    r"(?i)^(?:welcome to|home(?: ?page)? of|official (?:web ?)?site of|欢迎访问|欢迎来到|willkommen (?:an der|bei)"
    r"|добро пожаловать (?:в|на))\s*(?:the\s+)?"
)
_PLAIN = re.compile(
    r"(?i)^(?:home(?: ?page)?|index|start(?:seite)?|главная(?: страница)?|inicio|accueil|首页|主页|welcome|untitled.*"
    r"|main)$"
)
SHARED = 0.3
"""Share of the pages on which a part of a title stands that names the whole."""


@dataclass(frozen=True, slots=True)
class Whole:
    """The whole of a site: the university's name, and the unit's where the site is that of one unit."""

    university: str
    unit: str = ""
    kind: str = ""


def whole_of(home: PageFacts, pages: Sequence[PageFacts], fallback: str) -> Whole:
    """The name of the whole from the home page's title, what pages share, and the line with the copyright sign."""
    count: Counter[str] = Counter(text for page in pages for text in set(page.own))
    often = [text for text, n in count.most_common() if n >= 2 and n > SHARED * len(pages)]
    candidates = [*home.names, *home.own, *often, *(name for page in pages[:5] for name in page.names)]
    candidates += [part for text in candidates if CJK.search(text) for part in text.split() if part != text]
    texts = [cleaned for text in candidates if (cleaned := _cleaned(text))]
    read_as = [
        (text, reading.kind)
        for text in dict.fromkeys(texts)
        if (reading := read(text[:1].upper() + text[1:])) is not None
    ]
    titles = {_cleaned(text) for text in (*home.own, *often)}
    unit = next(((text, kind) for text, kind in read_as if kind in NAMED and text in titles), None)
    university = next((text for text, kind in read_as if kind == "university" and text in titles), "")
    if university and unit is None:
        return Whole(university)
    above = (
        next((text for text, kind in read_as if kind == "university"), "")
        or _linked_university(home)
        or _told_university(home)
    )
    if unit is not None and not above:
        around = [text for text in (*texts, *home.phrases) if text != unit[0] and text.endswith(unit[0])]
        wholes = [split_whole(text)[0] or text.removesuffix(unit[0]).strip(" ,-–—") for text in around]
        above = next((text for text in wholes if (known := read(text)) is not None and known.kind in _WHOLES), "")
    if unit is not None and unit[1] in _INNER and not above:
        above = next((text for text, kind in _foot(home) if kind in _WHOLES), "")
    if unit is not None and (not university or _first(home, unit[0]) <= _first(home, university)):
        whole, inner = split_whole(unit[0])
        return Whole(whole or above, inner if whole else unit[0], unit[1])
    if university or above:
        return Whole(university or above)
    name = spelled_out(texts[0], pages) if texts else fallback
    reading = read(name)
    if reading is not None and reading.kind == "university":
        return Whole(name)
    return Whole(name, name, "college")


def spelled_out(name: str, pages: Sequence[PageFacts]) -> str:
    """The name with its abbreviation written out, where the site's pages write it so: "GPC" and its initials."""
    short = next((word for word in name.split() if re.fullmatch(r"[A-Z]{2,6}", word)), "")
    rest = [word.casefold() for word in re.findall(r"\w+", name) if word != short]
    count: Counter[str] = Counter()
    for page in pages:
        for phrase in page.phrases:
            words = [
                word
                for word in re.findall(r"[\w'’&-]+", phrase)
                if word.casefold() not in ("of", "and", "for", "the", "&")
            ]
            initials = "".join(word[0] for word in words).upper()
            if short and initials.startswith(short) and all(word in phrase.casefold() for word in rest):
                count[_expanded(phrase)] += 1
    return count.most_common(1)[0][0] if count else name


_SHORT_FORMS = {"govt": "Government", "univ": "University", "inst": "Institute", "dept": "Department",
                "coll": "College"}  # fmt: skip


def _expanded(phrase: str) -> str:
    """A name with its usual abbreviations written out."""
    return re.sub(r"\b(\w+)\.?(?=\s|,|$)", lambda m: _SHORT_FORMS.get(m[1].casefold(), m[0]), phrase)


def _first(home: PageFacts, text: str) -> int:
    """Where a name stands in the home page's title and headings."""
    return next((i for i, own in enumerate(home.own) if _cleaned(own) == text), len(home.own))


def _linked_university(home: PageFacts) -> str:
    """A university that the home page names in a link, such as the one in its foot that leads to the whole."""
    for link in reversed(home.links):
        reading = read(link.text) if link.text else None
        if reading is not None and reading.kind == "university":
            return reading.name
    return ""


def _told_university(home: PageFacts) -> str:
    """The only university that the home page's text names."""
    parts = {part for phrase in home.phrases for part in re.split(r"[,.]\s", phrase)}
    told = {part for part in parts if (reading := read(part)) is not None and reading.kind == "university"}
    return told.pop() if len(told) == 1 else ""


_WHOLES = ("university", "college", "institute")
_INNER = ("department", "chair", "laboratory")
"""Kinds of units that never stand alone."""


def _foot(home: PageFacts) -> Iterator[tuple[str, str]]:
    """The institutions that the home page names, those of its foot first."""
    for phrase in home.phrases:
        if (reading := read(phrase)) is not None and phrase not in home.own:
            yield reading.name, reading.kind


def _cleaned(text: str) -> str:
    bare = " ".join(_WELCOME.sub("", text.strip()).split()).strip(" -|–—:·»<>")
    return "" if _PLAIN.match(bare) or len(bare) > 110 else bare


def split_whole(name: str) -> tuple[str, str]:
    """A name that says the university and the unit in one, taken apart; the first is empty where it does not."""
    if CJK.search(name):
        for word in sorted(gathered("units", "university"), key=len, reverse=True):
            place = name.find(word) if CJK.search(word) else -1
            if place > 0 and place + len(word) < len(name):
                return name[: place + len(word)].strip(), name[place + len(word) :].strip()
        inner = re.fullmatch(r"(.{2,12}?学院)(.{2,20})", name)
        reading = read(inner[2]) if inner else None
        return (inner[1], inner[2]) if inner and reading is not None and reading.kind in NAMED else ("", name)
    parts = [part.strip() for part in name.split(",")]
    if len(parts) == 2 and (reading := read(parts[1])) is not None and reading.kind == "university":
        return parts[1], parts[0]
    return "", name
