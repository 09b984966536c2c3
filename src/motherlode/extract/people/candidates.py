"""Pieces of a page that may be names, with what speaks for and against each (U5)."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from statistics import fmean

from motherlode.dom.tree import Tree
from motherlode.extract.people import names, titles
from motherlode.extract.people.lexicon import Lexicon, entries, fold_word, words
from motherlode.extract.people.lines import MAX_LINE, Line, mails_of, signature
from motherlode.extract.people.names import PARTICLES, Name
from motherlode.extract.people.scripts import cyrillic_log_odds, han_log_odds, is_full_han, is_patronymic
from motherlode.extract.people.tables import is_column_head, joined
from motherlode.lang import gathered

NEVER = words("ordinary") | {
    fold_word(word)
    for kind in ("university", "college", "department", "institute", "centre", "laboratory")
    for word in gathered("units", kind)
    if " " not in word and word.isalpha()
}
"""Words that no name holds: those of menus, and the head words of units in every language."""

_STARTS = words("headline_starts")
"""Words that begin a headline or a menu entry, never a name."""

COUNTRIES = words("countries")
"""What stands behind the comma of a place ("Karnataka, India") and not of a name."""

IMPOSSIBLE = -3.5
"""Log-odds from which a Chinese text is a word of menus and units for certain."""

PATRONYMIC, WHOLE = 1.5, 3.0
"""Log-odds at the least of every word beside a patronymic, which stands in names alone, and of a name of three."""

SHORTEST_NAME = 3
"""Letters of a name's longest word: "BD IU" are initials of something else."""

NEAR = 4
"""Lines after a name in which its title or e-mail counts as near."""

BELOW, FURTHER, ABOVE = 2, 0.6, 0.4
"""Lines in which a title is right below its name, and what one further down and one above is worth beside it."""

MEAN_ODDS, WEAKEST_ODDS, MOST_TOKENS = (-2.0, 3.0), -3.0, 5
"""Bounds of a name's mean and least log-odds, so that one odd word decides nothing alone, and words of a name beyond
which more speak against it. They and the three above define features, whose weights are learned; with sites left out
halves and doubles find the same names but for FURTHER doubled, which costs .3 of F."""

PERSON_LINK = re.compile(
    rf"/~|/(?:{'|'.join(entries('person_links'))})/|(?:person|faculty|staff|profile|teacher|emp|user|uid|people)\w{{0,40}}(?:\.\w{{1,10}})?\?"
    r"|[?&](?:id|uid|pid|empid|facultyid|name)=",
    re.IGNORECASE,
)
_CITATION = re.compile(
    r"\(\d{4}[a-z]?\)|\b(?:vol|pp|journal|proc|doi|isbn|et al)\b|[“\"].{15,400}[”\"]|\b(?:19|20)\d\d\b.{0,400},",
    re.IGNORECASE,
)
"""What follows an author in a list of publications."""

FEATURES = (
    "lexicon", "weakest", "honorific", "title_after", "title_near", "email_match", "email_near", "person_link",
    "name_link", "heading", "bold", "chrome", "tokens2", "single", "many", "initial", "inverted", "image", "degree",
    "tail", "upper", "digits", "citation",
)  # fmt: skip
"""What the local score is made of, in the order of its weights."""


@dataclass(slots=True)
class Candidate:
    """A possible name: where it stands, how it reads, its features, and the scores made of them."""

    line: int
    node: int
    link: int
    name: Name
    fine: str
    coarse: str
    features: dict[str, float] = field(default_factory=dict)
    local: float = 0.0
    score: float = 0.0
    vetoed: bool = False
    offset: int = 0
    clean: bool = False
    """no token of it is an ordinary word"""

    listed: bool = False
    """one of several names of a line"""

    titled: bool = False
    """a title stands on the name's line or on the next one"""

    @property
    def key(self) -> str:
        """The name folded, for telling whether two are the same."""
        return name_key(self.name.name)


@lru_cache(maxsize=50_000)
def name_key(name: str) -> str:
    """A name's folded tokens, sorted, so that "Last, First" and "First Last" agree."""
    return " ".join(sorted(fold_word(token) for token in re.split(r"[\s.()\-]+", name) if fold_word(token)))


def candidates_of(tree: Tree, lines: Sequence[Line]) -> list[Candidate]:
    """Every piece of the page with a name's shape, scored by nothing yet."""
    found: list[Candidate] = []
    split = {line.number: (name, used) for line, name, used in joined(tree, lines)}
    taken = frozenset(number for _, used in split.values() for number in used)
    for line in lines:
        if line.number in split:
            found.append(_candidate(tree, line, line.node, line.runs[0].link, split[line.number][0]))
        if line.number in taken:
            continue
        seen: set[str] = set()
        pieces = _pieces(line)
        several = len(pieces) > 1 and len({piece[0] for piece in pieces}) == 1
        for offset, (node, link, text, tail) in enumerate(pieces):
            read = names.parse(text) if len(text) <= names.MAX_TEXT else None
            if read is None or read.name in seen:
                continue
            if tail and len(tail) < 300:
                read = replace(read, rest=f"{read.rest} {tail}".strip())
            seen.add(read.name)
            made = _candidate(tree, line, node, link, read)
            made.offset, made.listed = offset, several
            made.vetoed = made.vetoed or is_room(read, line.text)
            found.append(made)
    _turn(found)
    often = Counter((c.key, c.fine) for c in found)
    for c in found:
        c.vetoed = c.vetoed or often[c.key, c.fine] > TWICE
    return found


TURNED = 0.5
"""Share of the names with one path in the form "Last, First" from which a comma in the others means the same."""


def _turn(found: Sequence[Candidate]) -> None:
    """Reads "Family Family, Given" as such where the others of its kind are: alone it may be a name and a place."""
    groups: dict[str, list[Candidate]] = defaultdict(list)
    for c in found:
        groups[c.fine].append(c)
    for group in groups.values():
        turned = sum(c.name.inverted for c in group)
        if turned < 2 or turned < TURNED * len(group):
            continue
        for c in group:
            plain = not c.name.inverted and not c.name.han
            given, rest = names.given_behind(c.name.rest) if plain else ("", "")
            if given:
                tokens = (*given.split(), *c.name.tokens)
                c.name = replace(c.name, name=f"{given} {c.name.name}", tokens=tokens, rest=rest, inverted=True)
                c.vetoed = is_impossible(c.name)


TWICE = 2
"""Nobody stands oftener in the same kind of place: what does is a building, a place or a label."""

_ROOM = re.compile(r"^\W*+(?:room|rm\.?|office)?\s*+[A-Z]?-?\d{1,4}[A-Za-z]?\b|\b\d{1,4}[A-Za-z]?\W*$", re.IGNORECASE)
_BUILDINGS = frozenset({"hall", "building", "bldg", "tower", "house", "court", "wing", "block", "annex", "center"})


def is_room(name: Name, text: str) -> bool:
    """Whether a text is a room in a building that is called like a person: "338 Davis Hall"."""
    return bool(name.tokens) and fold_word(name.tokens[-1]) in _BUILDINGS and _ROOM.search(text) is not None


def _candidate(tree: Tree, line: Line, node: int, link: int, name: Name) -> Candidate:
    above = tree.parents[node]
    return Candidate(
        line.number, node, link, name,
        signature(tree, above, line.place, classes=True),
        signature(tree, above, line.place, classes=False, blocks=True, depth=8),
        vetoed=is_impossible(name) or is_column_head(tree, above),
    )  # fmt: skip


def _pieces(line: Line) -> list[tuple[int, int, str, str]]:
    """(node, link, text, what follows on the line): each run, and the line as a whole."""
    pieces = []
    if len(line.runs) > 1:
        for i, run in enumerate(line.runs[:12]):
            before = line.runs[i - 1].text if i else ""
            if before and before[-1:].isalnum() and run.text[:1].islower():
                continue
            pieces.append((run.node, run.link, run.text, " ".join(other.text for other in line.runs[i + 1 : i + 8])))
    listed = _listed(line.text) if len(line.runs) == 1 or all(run.link < 0 for run in line.runs) else []
    if listed:
        return [(line.node, line.runs[0].link, part, "") for part in listed]
    links = {run.link for run in line.runs if run.link >= 0}
    if len(line.text) <= names.MAX_TEXT and len(links) <= 1:
        pieces.append((line.node, line.runs[0].link, line.text, ""))
    return pieces


_RANK_BEFORE = re.compile(r"^([^:：,，]{2,40})[:：]\s*")
_RANK_BEHIND = re.compile(r"[（(]([\u3400-\u9fff]{2,12})[）)]\s*$")
_LONG_PAIR = 3
"""Characters of each of two Chinese names side by side; two shorter words may be a Japanese name in two parts."""


def _listed(text: str) -> list[str]:
    """The parts of a line that lists several names one after the other, each with the rank of the line."""
    if len(text) > MAX_LINE:
        return []
    label = _RANK_BEFORE.match(text)
    front = label[0] if label and titles.find(label[1]) else ""
    body = text[len(front) :]
    if not front and (behind := _RANK_BEHIND.search(body)) and titles.find(behind[1]):
        front, body = behind[1] + "：", body[: behind.start()]
    parts = [part.strip() for part in re.split(r"[,;，；、]|\band\b|&", body) if part.strip()]
    spaced = body.split()
    if len(parts) == 1 and (len(spaced) > 2 or all(len(part) == _LONG_PAIR for part in spaced)):
        parts = spaced if len(spaced) > 1 and all(is_full_han(part) for part in spaced) else parts
    elif len(parts) < LEAST_LISTED:
        return []
    read = [names.parse(part) for part in parts]
    full = [name for name in read if name and not name.rest and (name.han or len(name.tokens) > 1)]
    if len(parts) < 2 or len(full) < len(parts) or any(map(is_impossible, full)):
        return []
    return [front + part for part in parts]


LEAST_LISTED = 3
"""Names with commas between them from which a line is a list."""


def is_impossible(name: Name) -> bool:
    """Whether the text cannot be a name: words of units, menus and titles in it."""
    if name.han:
        title = titles.find(name.name)
        whole = title is not None and title.end - title.start == len(name.name)
        return whole or han_log_odds(name.name) <= IMPOSSIBLE
    folded = [fold_word(token) for token in name.tokens]
    if name.inverted and folded[0] in COUNTRIES:
        return True
    if len(name.tokens) == 1 and name.rest[:1].islower():
        return True
    if any(word in NEVER for word in folded) or name.tokens[0].lower() in _STARTS:
        return True
    front = titles.find(f"{name.honorific} {name.name}") if name.honorific else None
    if front is not None and front.end > len(name.honorific) + 1:
        return True
    if any(token.endswith(("'s", "’s", "s'", "s’")) for token in name.tokens):
        return True
    if not name.honorific and max(map(len, folded)) < SHORTEST_NAME:
        return True
    return _is_title(name) or (len(name.tokens) == 1 and len(folded[0]) < SHORTEST_NAME)


def _is_title(name: Name) -> bool:
    title = titles.find(name.name)
    return title is not None and not names.is_family_name(name.name, title)


def token_odds(name: Name, lexicon: Lexicon) -> list[float]:
    """The lexicon's vote on every token; initials and particles say little."""
    if name.han:
        return [han_log_odds(name.name)]
    odds = []
    least = -math.inf
    if any(map(is_patronymic, name.tokens)):
        least = WHOLE if len(name.tokens) == 3 else PATRONYMIC
    for token in name.tokens:
        for part in [p for p in token.split(".") if p] or [token]:
            if len(part) == 1 or part.lower() in PARTICLES:
                continue
            slavic = cyrillic_log_odds(part)
            own = lexicon.log_odds(part)
            odds.append(max(least, own if slavic is None else max(slavic, own)))
    return odds or [0.0]


def describe(tree: Tree, lines: Sequence[Line], found: Sequence[Candidate], lexicon: Lexicon) -> None:
    """Fills in the features of every candidate."""
    line_titles = [titles.of_line(line.text) if len(line.text) <= 3 * titles.MAX_TITLE else None for line in lines]
    mails = [mails_of(tree, line) for line in lines]
    on_line = Counter(c.line for c in found if not c.vetoed)
    alts = _image_names(tree)
    for c in found:
        odds = token_odds(c.name, lexicon)
        line = lines[c.line]
        rest = c.name.rest
        near_title, near_mail, mail_match = _near(c, lines, line_titles, mails, on_line)
        href = tree.attribute(c.link, "href") if c.link >= 0 else ""
        c.clean = min(odds) > 0
        c.titled = bool(rest and _title_in(rest)) or (
            c.line + 1 < len(lines) and line_titles[c.line + 1] is not None and not line.chrome
        )
        long = [t for t in c.name.tokens if len(t.strip(".")) > 1]
        c.features = {
            "lexicon": max(MEAN_ODDS[0], min(MEAN_ODDS[1], fmean(odds))),
            "weakest": max(WEAKEST_ODDS, min(1.0, *odds)),
            "honorific": float(bool(c.name.honorific)),
            "title_after": float(bool(rest) and _title_in(rest)),
            "title_near": near_title,
            "email_match": mail_match,
            "email_near": near_mail,
            "person_link": float(bool(href and PERSON_LINK.search(href))),
            "name_link": float(bool(href) and _in_link(c.name, href)),
            "heading": float(line.heading > 0),
            "bold": float(line.bold),
            "chrome": float(line.chrome),
            "tokens2": float(2 <= len(c.name.tokens) <= 4 or c.name.han),
            "single": float(len(c.name.tokens) == 1 and not c.name.han and "." not in c.name.name),
            "many": float(max(0, len(c.name.tokens) - MOST_TOKENS)),
            "initial": float(len(long) < len(c.name.tokens)),
            "inverted": float(c.name.inverted),
            "image": float(c.key in alts),
            "degree": float(bool(re.match(r"^[\s,(]*(?:ph\.?d|m\.?d\b|ed\.?d|dr\b|msc|m\.s)", rest, re.IGNORECASE))),
            "tail": min(1.0, len(rest) / 120),
            "upper": float(c.name.name.isupper()),
            "citation": float(bool(_CITATION.search(rest))),
            "digits": float(bool(re.search(r"\d{5}", line.text)) and not mails[c.line]),
        }


def _title_in(rest: str) -> bool:
    title = titles.find(rest[:160])
    return title is not None and title.start < 80


def _near(
    c: Candidate,
    lines: Sequence[Line],
    line_titles: Sequence[titles.Title | None],
    mails: Sequence[Sequence[str]],
    on_line: Counter[int],
) -> tuple[float, float, float]:
    """How near a title stands below (or just above), whether an e-mail does, and whether it fits the name."""
    title = mail = match = 0.0
    for step, line in enumerate(lines[c.line : c.line + NEAR + 3]):
        if step and not title and step <= NEAR and line_titles[line.number] is not None:
            title = 1.0 if step <= BELOW else FURTHER
        addresses = mails[line.number]
        if addresses and not mail:
            mail = 1.0
            match = float(any(email_fits(address, c.name) for address in addresses))
        if step >= NEAR and title and mail:
            break
    if not title and c.line and line_titles[c.line - 1] is not None and not on_line[c.line - 1]:
        title = ABOVE
    return title, mail, match


def email_fits(address: str, name: Name) -> bool:
    """Whether the part before the @ is made from the name: a token of it, or its initials with one."""
    local = re.split(r"@|\[at\]|\(at\)|＠|\{at\}", address, maxsplit=1, flags=re.IGNORECASE)[0]
    bare = fold_word(local)
    tokens = [fold_word(part) for token in name.tokens for part in re.split(r"[.\-]", token)]
    long = [token for token in tokens if len(token) >= 3]
    if any(
        token in bare or (len(bare) >= 4 and token.startswith(bare))
        for token in long
        if len(token) >= 4 or token == bare
    ):
        return True
    initials = "".join(token[0] for token in tokens if token)
    return len(bare) >= 2 and bare == initials


def _in_link(name: Name, href: str) -> bool:
    folded = fold_word(href)
    return any(len(word) > 3 and word in folded for word in map(fold_word, name.tokens))


def _image_names(tree: Tree) -> frozenset[str]:
    """Names that stand as the description of an image."""
    found = set()
    for i, tag in enumerate(tree.tags):
        if tag == "img":
            for text in (tree.attribute(i, "alt"), tree.attribute(i, "title")):
                read = names.parse(text) if 4 < len(text) < 80 else None
                if read is not None:
                    found.add(name_key(read.name))
    return frozenset(found)
