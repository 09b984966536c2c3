"""Which line of a person's record gives the title (U7): beside the name, in a column for it, below or above."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from motherlode.dom.tree import Tree
from motherlode.extract.people import titles
from motherlode.extract.people.candidates import Candidate
from motherlode.extract.people.lines import EMAIL, Line, signature
from motherlode.extract.people.reading import read
from motherlode.extract.people.records import REACH, Record
from motherlode.extract.people.titles import Title
from motherlode.extract.people.words import says_units
from motherlode.model.people import Person

_DEGREES = re.compile(
    r"(?<![,\s–—-])(?:[,\s–—-]*+\b(?:(?:доктор|кандидат)\w*\s+[\w-]+\s+наук"
    r"|[дк]\.\s?(?:[\w-]{1,9}\.?\s?){1,2}н\.|(?:ph\.?\s?d|dr|m\.?sc)\b\.?))+\s*$",
    re.IGNORECASE,
)
"""Degrees between a title and the name behind it."""

NEAR_FRONT = 12
"""Characters before a title in front of a name: "the", "our", a label."""

_FULL_TITLE = re.compile(r"ass|lect|adj|visit|emer|profess|доц|проф\w{3}|dozent", re.IGNORECASE)
"""Words before a name that give a title of their own; a mere "Prof." is an honorific."""


def title_of(record: Record, lines: Sequence[Line], told: frozenset[int]) -> tuple[Title, int] | None:
    """The person's title and its line: on the name's line, after it, in front of it, or before it in the box.

    `told` are the lines in columns that are named for positions, which go before all others.
    """
    c = record.candidate
    said = _said(record, told)
    if said is not None:
        return said
    own = titles.of_line(c.name.title) if c.name.title else _behind(c, lines[c.line]) or of_rest(c.name.rest)
    if own is not None and c.name.title:
        return own, c.line
    if own is not None and own.academic:
        return own, c.line
    ahead = _ahead(c, lines) if own is None else None
    if ahead is not None:
        return ahead, c.line
    front = titles.find(c.name.honorific)
    if front is not None and c.name.han and front.academic:
        return front, c.line
    below = [(title, line) for line in record.after if (title := _on_line(line)) is not None]
    best = _preferred(below)
    if best is not None and (own is None or best[0].academic):
        return best[0], best[1].number
    if own is not None:
        return own, c.line
    if front is not None and _FULL_TITLE.search(c.name.honorific):
        return front, c.line
    above = [(title, line) for line in reversed(record.before) if (title := titles.of_line(line.text)) is not None]
    own_level = lines[c.line].heading
    kept = [pair for pair in above if not pair[1].heading or pair[1].heading > own_level > 0]
    if not kept:
        return None
    return titles.find(titles.singular(kept[0][0].text)) or kept[0][0], kept[0][1].number


def _on_line(line: Line) -> Title | None:
    """The title of a line; where elements stand side by side without a mark, that of the one that holds it."""
    whole = titles.of_line(line.text)
    if whole is None or len(line.runs) < 2 or not all(run.text[:1].isupper() for run in line.runs):
        return whole
    own = [title for run in line.runs if (title := titles.of_line(run.text)) is not None]
    return own[0] if len(own) == 1 and len(own) < len(line.runs) else whole


def _said(record: Record, told: frozenset[int]) -> tuple[Title, int] | None:
    """The title in a column or on a line that is named for positions, whatever its words are."""
    found = []
    for line in (*record.after, *record.before):
        if line.number in told or titles.labelled(line.text):
            text = titles.clean(line.text)
            plain = 1 < len(text) <= titles.MAX_TITLE and not re.search(r"@|\d{3}|https?:", text)
            title = titles.of_line(line.text) or (Title(text, "", (), (), 0, len(text)) if plain else None)
            if title is not None:
                found.append((title, line))
    best = _preferred(found)
    return (best[0], best[1].number) if best is not None else None


def _behind(c: Candidate, line: Line) -> Title | None:
    """The title that stands behind the name on its line in an element of its own."""
    runs = [run for run in line.runs if run.node > c.node and len(run.text) <= titles.MAX_TITLE]
    found = (of_rest(run.text) for run in runs if not _JOINED.match(run.text))
    return next((title for title in found if title is not None), None)


_JOINED = re.compile(r"^\W*$|^\s*[,–—(-]")
"""A run that goes on with what stands before it, so that both are read as one text."""


def _ahead(c: Candidate, lines: Sequence[Line]) -> Title | None:
    """The title that stands before the name on its line: "Head of the department – docent <Anna Rao>"."""
    line = lines[c.line]
    before = " ".join(run.text for run in line.runs if run.node < c.node and run.link < 0)
    if not before or len(before) > titles.MAX_TITLE or c.node == line.node:
        return None
    area = _AREA.match(before)
    if area is not None and (post := _post_above(line, lines)):
        return titles.find(f"{post} {area[1].strip()}")
    text = _DEGREES.sub("", titles.clean(before)).strip(" ,;:–—-")
    found = titles.of_line(text) if text else None
    if found is not None and found.start > NEAR_FRONT:
        return titles.of_line(text[found.start :])
    return found


_AREA = re.compile(r"(?i)^\W*((?:по|з|для|für|for|of|de|d['’]|da|para|pour|per|för)\s?[^–—:,(]{3,80}?)\s*[–—:-]\s")
"""What a post is for, before a name: "for research – Docent Anna Rao" under "Deputy deans"."""


def _post_above(line: Line, lines: Sequence[Line]) -> str:
    """The post, for one person, that the first line of the block or a heading shortly above names for several."""
    for other in reversed(lines[max(0, line.number - REACH) : line.number]):
        if other.heading or other.bold or (other.block == line.block and other.place == 0):
            single = titles.singular(other.text.strip(" :"))
            found = titles.find(single)
            return single if found is not None and found.roles and single != other.text.strip(" :") else ""
    return ""


def _preferred(found: Sequence[tuple[Title, Line]]) -> tuple[Title, Line] | None:
    """The first academic title shortly below the first title of any kind, else that first one."""
    if not found:
        return None
    first = found[0]
    for title, line in found:
        if title.academic and line.number - first[1].number <= 4:
            return title, line
    return first


def of_rest(rest: str) -> Title | None:
    """The title in what follows a name on its line: degrees before it and contacts after it are left out."""
    rest = rest.strip(" ,;:-–—|()（），、")
    if not rest or len(rest) > 400:
        return None
    parts = [part.strip() for part in re.split(r"[,;|•，；]|\s[–—-]\s|[()（）]", rest)]
    start = next((i for i, part in enumerate(parts) if titles.find(part)), None)
    if start is None or start > 6:
        return None
    kept = [parts[start]]
    for part in parts[start + 1 :]:
        if not part or EMAIL.search(part) or re.search(r"\d{3,}|https?:", part) or len(part) > 80:
            break
        kept.append(part)
    text = titles.clean(", ".join(kept))
    if len(text) > titles.MAX_TITLE:
        text = titles.clean(kept[0])
    return titles.of_line(text)


def title_signature(tree: Tree, lines: Sequence[Line], numbers: Sequence[int]) -> str:
    """The path that most titles of the page share, for titles with words nobody knows; empty below three."""
    count = Counter(signature(tree, tree.parents[lines[n].node], lines[n].place, classes=True) for n in numbers)
    best = count.most_common(1)
    return best[0][0] if best and best[0][1] >= 3 else ""


BY_PLACE = "a text that comes again at one place of the records"
"""The rule of a title by its place alone. It is no sign that a page presents staff: boards have their places, too."""


def behind_as_others(
    lines: Sequence[Line], records: Sequence[Record], found: Sequence[tuple[Title, int] | None]
) -> list[tuple[Title, int] | None]:
    """Titles in words nobody knows behind names, where at least three names of the page have theirs on their line."""
    own = [
        r.candidate.line for r, title in zip(records, found, strict=True) if title and title[1] == r.candidate.line
    ]
    if len(own) < LEAST_BEHIND:
        return list(found)
    result = []
    for record, title in zip(records, found, strict=True):
        c = record.candidate
        said = "".join(run.text for run in lines[c.line].runs if run.node > c.node).strip(" ,;:-–—|()")
        text = titles.clean(said)
        plain = title is None and c.line not in own and 2 < len(text) < LONGEST_PLAIN and not _FACTS.search(text)
        result.append((Title(text, "", (), (), 0, len(text)), c.line) if plain else title)
    return result


LEAST_BEHIND = 3
"""Titles of a page that stand on the lines of their names, from which what stands there is one: as `title_signature`
asks for."""

LEAST_COLUMN = 4
"""People from which a page's records may tell the place of a title by themselves."""

HELD_BY, REPEATED = 0.7, 0.8
"""Share of the records that must have such a line, and the most different texts that all may have: several people
share a title, hardly a field of research. Set by hand with parts eleven and twelve of the sites of the world in view;
on the thirteenth, left out, right titles rose from 29 to 33 of 57, and wrong ones stayed 1."""


def repeated_signature(tree: Tree, lines: Sequence[Line], records: Sequence[Record]) -> str:
    """The place of short texts that come again from person to person, for pages in unknown words; empty without one.

    Ranks are few and shared, whatever their language: telephone, room and address are one's own, a link to more is
    the same everywhere, and names of units are read as such.
    """
    if len(records) < LEAST_COLUMN:
        return ""
    texts: dict[str, list[str]] = {}
    for record in records:
        for line in record.after[:4]:
            path = signature(tree, tree.parents[line.node], line.place, classes=True)
            texts.setdefault(path, []).append(titles.clean(line.text) if _is_plain(line) else "")
    for path, said in texts.items():
        shared = 1 < len({text.casefold() for text in said}) <= REPEATED * len(said)
        if shared and HELD_BY * len(records) <= len(said) <= len(records) and all(map(_names_no_unit, said)):
            return path
    return ""


def _names_no_unit(text: str) -> bool:
    reading = read(text) if text and not says_units(text) else None
    return reading is not None and reading.kind == "other"


def _is_plain(line: Line) -> bool:
    """Whether a line may be a title in words nobody knows: short, without figures, addresses and links."""
    text = titles.clean(line.text)
    return 2 < len(text) < LONGEST_PLAIN and not _FACTS.search(text) and all(run.link < 0 for run in line.runs)


_FACTS = re.compile(r"[@\d:]")
LONGEST_PLAIN = 60
"""Characters of a title in unknown words: a longer text tells of the person."""


def titled(person: Person) -> bool:
    """Whether words say somebody's title, and not its place alone."""
    told = person.evidence.get("title")
    return bool(person.title) and (told is None or told.rule != BY_PLACE)
