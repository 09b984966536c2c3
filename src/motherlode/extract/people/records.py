"""What belongs to a name: the part of the page around it, with e-mail, phone and link (U6)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from motherlode.dom.tree import Tree
from motherlode.errors import InputError
from motherlode.extract.people.candidates import Candidate, email_fits
from motherlode.extract.people.lines import Line, addresses_in
from motherlode.extract.people.reading import unit_named
from motherlode.extract.people.words import says_units, staff_score
from motherlode.text.urls import canonical

REACH = 14
"""Lines after a name that may still speak of the person."""

_PHONE = re.compile(r"(?:\+|00|\()?\d[\d\s().\-–/]{5,18}\d(?:\s*(?:#|ext\.?|x)\s*\d{1,5})?")
_PHONE_LABEL = re.compile(
    r"(?:tel(?:ephone|efon|éfono)?|phone|ph|mobile|cell|fon|тел(?:ефон)?|电话|電話|contact)\s{0,20}(?:no)?\s{0,20}[.:：]{1,20}\s{0,20}",
    re.IGNORECASE,
)
_PROFILE = re.compile(
    r"profile|home\s?page|website|personal|more|details|view|bio|mehr|perfil|página|个人|主页|详细|сайт"
    r"|подробнее|en savoir",
    re.IGNORECASE,
)
_NOT_HOME = re.compile(
    r"^(?:mailto|tel|javascript|data|skype):|^#|\.(?:jpe?g|png|gif|webp|svg|docx?|pdf)(?:$|\?)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Record:
    """The lines of one person: those at and after the name, and those before it in the same box."""

    candidate: Candidate
    top: int
    after: tuple[Line, ...]
    before: tuple[Line, ...]


LEAST_LIST = 3
"""Names with one path from which the page has a list of records."""

RUNNING = 100
"""Characters of a line beyond its name from which it is running text."""


def one_a_record(tree: Tree, lines: Sequence[Line], names: Sequence[Candidate]) -> list[Candidate]:
    """The names without those that a biography inside somebody's record mentions: a record has one person."""
    names = _one_script(names)
    paths = Counter(c.fine for c in names)
    best = paths.most_common(1)
    if not best or best[0][1] < LEAST_LIST:
        return list(names)
    heads = [c for c in names if c.fine == best[0][0]]
    blocks = {c.coarse.rpartition("#")[0] for c in heads}
    nodes = [c.node for c in heads]
    kept = []
    for c in names:
        place = bisect_left(nodes, c.node + 1) - 1
        owner = heads[place] if place >= 0 else None
        if c.coarse.rpartition("#")[0] in blocks or owner is None or owner.key == c.key:
            kept.append(c)
            continue
        top = _box(tree, owner, heads, nodes)
        inside = top <= c.node < tree.ends[top] and top != tree.parents[owner.node]
        running = len(lines[c.line].text) > len(c.name.name) + RUNNING
        if not inside and not (running and place + 1 < len(heads)):
            kept.append(c)
    return kept


TWO_SCRIPTS = 0.6
"""Share of the names of a page that stand in pairs of two scripts, from which every pair is one person."""


def _one_script(names: Sequence[Candidate]) -> list[Candidate]:
    """The names without the second form of each, where a page gives them in two scripts."""
    second = set()
    for one, other in pairwise(names):
        if one.name.han != other.name.han and other.line - one.line <= LEAST_LIST and id(one) not in second:
            second.add(id(other))
    if len(second) < 2 or 2 * len(second) < TWO_SCRIPTS * len(names):
        return list(names)
    return [c for c in names if id(c) not in second]


def records_of(tree: Tree, lines: Sequence[Line], names: Sequence[Candidate]) -> list[Record]:
    """The record of every accepted name: its largest box without another name, or what follows until the next one."""
    nodes = [c.node for c in names]
    starts = [line.node for line in lines]
    found = []
    for i, c in enumerate(names):
        top = _box(tree, c, names, nodes)
        first, last = bisect_left(starts, top), bisect_left(starts, tree.ends[top])
        following = _neighbour(names, i, 1)
        until = following.line if following else len(lines)
        if following is not None and following.line == c.line:
            until = c.line + 1
        if last - first <= 1:
            limit = bisect_left(starts, tree.ends[_container(tree, top)])
            last = _stop(lines, c, min(until, limit, c.line + 1 + REACH))
        after = tuple(lines[c.line + 1 : min(last, until, c.line + 1 + REACH)])
        before_it = _neighbour(names, i, -1)
        previous = before_it.line if before_it else -1
        before = tuple(lines[max(first, previous + 1, c.line - 4) : c.line])
        found.append(Record(c, top, after, before))
    return found


def _neighbour(names: Sequence[Candidate], place: int, step: int) -> Candidate | None:
    """The next name of somebody else, looking forward or back."""
    own = names[place].key
    place += step
    while 0 <= place < len(names):
        if names[place].key != own:
            return names[place]
        place += step
    return None


def _box(tree: Tree, c: Candidate, names: Sequence[Candidate], nodes: Sequence[int]) -> int:
    """The highest element that holds this name and no other."""
    top = at = tree.parents[c.node] if tree.parents[c.node] >= 0 else c.node
    while at >= 0 and tree.tags[at] not in ("body", "html"):
        inside = range(bisect_left(nodes, at), bisect_left(nodes, tree.ends[at]))
        if any(names[k].key != c.key for k in inside):
            break
        top, at = at, tree.parents[at]
    return top


def _container(tree: Tree, top: int) -> int:
    parent = tree.parents[top]
    return parent if parent >= 0 else top


def _stop(lines: Sequence[Line], c: Candidate, last: int) -> int:
    """Where a person's lines end in a flat list: at a heading that is as high as the name's own."""
    level = lines[c.line].heading or 7
    for line in lines[c.line + 1 : last]:
        if line.heading and line.heading <= level:
            return line.number
    return last


def email_of(tree: Tree, record: Record, lines: Sequence[Line], shared: Counter[str]) -> str:
    """The e-mail of the record: the one that fits the name, else the only one that is nobody else's."""
    found: list[str] = []
    c = record.candidate
    for node in range(record.top, tree.ends[record.top]):
        href = tree.attribute(node, "href") if tree.tags[node] == "a" else ""
        if href.lower().startswith("mailto:"):
            found.append(href[7:].split("?")[0].strip())
    for line in (lines[c.line], *record.after, *record.before):
        found += addresses_in(line.text)
    plain = [plain_email(address) for address in found]
    plain = [address for address in dict.fromkeys(plain) if "@" in address]
    fitting = [address for address in plain if email_fits(address, c.name)]
    if fitting:
        return fitting[0]
    own = [address for address in plain if shared[address] <= 1]
    return own[0] if own else ""


def plain_email(text: str) -> str:
    """An address written with [at] and [dot] in its usual form."""
    text = re.sub(r"\s?(?:\[at\]|\(at\)|\{at\}|＠)\s?", "@", text, flags=re.IGNORECASE)
    return re.sub(r"\s?(?:\[dot\]|\(dot\))\s?", ".", text, flags=re.IGNORECASE).replace(" ", "").strip(".").lower()


def phone_of(record: Record, lines: Sequence[Line]) -> str:
    """A phone number in the record: one with a label, or one with the length and signs of a number."""
    for line in (lines[record.candidate.line], *record.after):
        label = _PHONE_LABEL.search(line.text)
        text = line.text[label.end() :] if label else line.text
        match = _PHONE.match(text) if label else _PHONE.search(text)
        if match and (label or (sum(ch.isdigit() for ch in match[0]) >= 7 and re.search(r"[\s().\-+]", match[0]))):
            return " ".join(match[0].split()).strip(" -")
    return ""


def link_of(tree: Tree, record: Record, base: str) -> tuple[str, str]:
    """The homepage link (U6) and how it was found: around the name, a profile link, or within two levels."""
    c = record.candidate
    if c.link >= 0:
        url = absolute(tree.attribute(c.link, "href"), base)
        if url:
            return url, "around the name"
    at = tree.parents[c.node]
    for _ in range(2):
        if at < 0:
            break
        if tree.tags[at] == "a" and (url := absolute(tree.attribute(at, "href"), base)):
            return url, "around the name"
        at = tree.parents[at]
    above = at = tree.parents[c.node]
    while above >= record.top and above >= 0:
        if tree.tags[above] == "a" and (url := absolute(tree.attribute(above, "href"), base)):
            return url, "around the record"
        above = tree.parents[above]
    links = [
        (n, url)
        for n in range(record.top, tree.ends[record.top])
        if tree.tags[n] == "a"
        and (url := absolute(tree.attribute(n, "href"), base))
        and not _names_another(tree.text_of(n))
    ]
    for node, url in links:
        if _PROFILE.search(tree.text_of(node)) or _PROFILE.search(tree.attribute(node, "title")):
            return url, "profile link of the record"
    for level in range(2):
        at = tree.parents[at] if level and at >= 0 else at
        near = [(n, url) for n, url in links if at <= n < tree.ends[at]] if at >= 0 else []
        if near:
            return min(near, key=lambda pair: abs(pair[0] - c.node))[1], "nearest link within two levels"
    return "", ""


def _names_another(text: str) -> bool:
    """Whether a link's text names a unit or a list, so that it leads to nobody's own page."""
    text = " ".join(text.split())
    return bool(unit_named(text)) or says_units(text) or staff_score(text) >= 1.0


def base_of(tree: Tree, url: str) -> str:
    """The address that a page's links start from: its own, or the one it names as their base."""
    named = [tree.attribute(node, "href") for node in tree.found("base")[:1]]
    return (absolute(named[0], url) or url) if named and named[0] else url


def absolute(href: str, base: str) -> str:
    """A link as an address (as it stands where the page's own is not known); empty for what leads nowhere."""
    href = href.strip()
    if not href or _NOT_HOME.search(href):
        return ""
    if not base and not href.lower().startswith(("http://", "https://")):
        return href
    try:
        return canonical(href, base)
    except InputError:
        return ""
