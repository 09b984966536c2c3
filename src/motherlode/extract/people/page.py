"""People of a page (U4–U8): candidates, their groups, their records, and what the records say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from motherlode.dom.tree import Tree
from motherlode.extract.people import titles
from motherlode.extract.people.candidates import Candidate, candidates_of, describe
from motherlode.extract.people.lexicon import from_file
from motherlode.extract.people.lines import Line, addresses_in, lines_of, signature
from motherlode.extract.people.names import is_labelled
from motherlode.extract.people.params import PeopleParams
from motherlode.extract.people.positions import (
    BY_PLACE,
    behind_as_others,
    repeated_signature,
    title_of,
    title_signature,
)
from motherlode.extract.people.prose import in_prose
from motherlode.extract.people.reading import unit_named
from motherlode.extract.people.records import (
    Record,
    base_of,
    email_of,
    link_of,
    one_a_record,
    phone_of,
    plain_email,
    records_of,
)
from motherlode.extract.people.scoring import (
    about_one,
    called_names,
    chosen,
    own_names,
    page_features,
    probability,
    score,
    staff_probability,
)
from motherlode.extract.people.tables import is_column_head, under_heads
from motherlode.extract.people.titles import Title
from motherlode.extract.people.units import page_unit
from motherlode.extract.people.words import LONGEST_LABEL, says_others, staff_score
from motherlode.lang import CJK, section
from motherlode.model.evidence import Evidence
from motherlode.model.people import Person


@dataclass(frozen=True, slots=True)
class PeoplePage:
    """The people of a page and the path signatures that won, for the site's other pages."""

    people: tuple[Person, ...]
    signatures: frozenset[str] = frozenset()
    staff: float = 1.0
    """how likely the page presents them as its people; below a half it only mentions them"""

    about: str = ""
    """the key of the person by whose name the page calls itself"""


@dataclass(frozen=True, slots=True)
class Read:
    """A page read into lines and candidates, before anything is decided."""

    tree: Tree
    lines: tuple[Line, ...]
    candidates: tuple[Candidate, ...]
    pieces: Mapping[str, int]


def read(tree: Tree, params: PeopleParams, *, pictures: bool = False) -> Read:
    """Lines, candidates and their features; with `pictures` the descriptions of images count as text."""
    lexicon = from_file(params.names_file)
    lines = lines_of(tree, pictures=pictures)
    found = candidates_of(tree, lines)
    describe(tree, lines, found, lexicon)
    pieces = Counter(
        signature(tree, tree.parents[run.node], line.place, classes=True) for line in lines for run in line.runs
    )
    return Read(tree, tuple(lines), tuple(found), pieces)


SIGNED = 2
"""Names of one path from which it tells names on the site's other pages, too."""

EXPECTED = 6.0
"""Log-odds that a list adds to a name by linking the page under it, and a line by saying that it gives a name."""


def by_signatures(
    tree: Tree,
    url: str,
    params: PeopleParams,
    known: frozenset[str] = frozenset(),
    learned: Mapping[str, Mapping[str, float]] | None = None,
    shared: frozenset[str] = frozenset(),
    expected: frozenset[str] = frozenset(),
) -> PeoplePage:
    """All evidence together, grouped by path; `known` are signatures learned on other pages of the site.

    `shared` are parts of titles that every page of the site has, which say nothing about this one; `expected` are the
    keys of people whose own page a list says this to be.
    """
    page, names, prose = named(tree, params, known, learned, expected)
    people = assemble(page, names, url, params)
    won = Counter(c.fine for c in names)
    staff = staff_probability(page_features(tree, page.lines, names, people, url, prose, shared))
    about = about_one(people, called_names(tree, page.lines, shared))
    return PeoplePage(tuple(people), frozenset(s for s, count in won.items() if count >= SIGNED), staff, about)


def named(
    tree: Tree,
    params: PeopleParams,
    known: frozenset[str] = frozenset(),
    learned: Mapping[str, Mapping[str, float]] | None = None,
    expected: frozenset[str] = frozenset(),
) -> tuple[Read, list[Candidate], bool]:
    """The page as it was read, the names accepted on it, and whether they stand in running text.

    Where no text gives a name, the descriptions of pictures are read, too.
    """
    page, names = _accepted(read(tree, params), params, known, learned, expected)
    if not names and tree.found("img"):
        shown = _accepted(read(tree, params, pictures=True), params, known, learned, expected)
        page, names = shown if len(shown[1]) >= LEAST_SAID else (page, names)
    prose = not names and params.prose
    if prose:
        names = in_prose(tree, page.lines, from_file(params.names_file))
    return page, _without_others(tree, page.lines, names), prose


def _accepted(
    page: Read,
    params: PeopleParams,
    known: frozenset[str],
    learned: Mapping[str, Mapping[str, float]] | None,
    expected: frozenset[str],
) -> tuple[Read, list[Candidate]]:
    """A page with the names accepted on it."""
    score(page.candidates, page.pieces, known, learned)
    for c in page.candidates:
        c.score += EXPECTED * (c.key in expected or is_labelled(page.lines[c.line].text))
    return page, one_a_record(page.tree, page.lines, chosen(page.candidates, params.accept))


def assemble(page: Read, names: Sequence[Candidate], url: str, params: PeopleParams) -> list[Person]:
    """Persons with titles and contacts from accepted names; the same name twice on a page is one person."""
    tree, lines = page.tree, page.lines
    records = records_of(tree, lines, _few_times(names))
    told = under_heads(tree, lines, titles.labels)
    found = [title_of(record, lines, told) for record in records]
    known = [title[1] for r, title in zip(records, found, strict=True) if title and title[1] != r.candidate.line]
    found = _at_path(tree, lines, records, found, title_signature(tree, lines, known))
    found = by_words = behind_as_others(lines, records, found)
    shared = _addresses(records, lines)
    about = page_unit(lines)
    above = [
        inherited(record.candidate, lines) if title is None and params.inherit else None
        for record, title in zip(records, found, strict=True)
    ]
    above = [
        title or (_rank_of_row(tree, record.candidate) if found[n] is None and params.inherit else None)
        for n, (record, title) in enumerate(zip(records, above, strict=True))
    ]
    said = {lines[title[1]].text for title in above if title}
    if len(said) == 1 and sum(map(bool, above)) >= LEAST_SAID and _says_staff(*said):
        above = [None] * len(records)
    if not any(found) and not any(above) and params.inherit and (rank := _rank_of_page(tree, lines)) is not None:
        above = [(rank, record.candidate.line) for record in records]
    if sum(map(bool, found)) < LEAST_SAID and not any(above):
        found = _at_path(tree, lines, records, found, repeated_signature(tree, lines, records))
    people: dict[str, Person] = {}
    for record, title, worded, head in zip(records, found, by_words, above, strict=True):
        rule = "heading above the name" if title is None else "title near the name" if worded else BY_PLACE
        unit = _unit_in(tree, record) or _unit_above(record.candidate, lines) or about
        person = replace(_person(tree, record, lines, title or head, rule, url, shared), unit=unit)
        key = record.candidate.key
        people[key] = _merged(people[key], person) if key in people else person
    return _without_mister(list(people.values()))


def _rank_of_row(tree: Tree, c: Candidate) -> tuple[Title, int] | None:
    """The rank that begins a table's row of names: "Professors | A. Rao | B. Sen"."""
    cell = c.node
    while cell >= 0 and tree.tags[cell] not in ("td", "table"):
        cell = tree.parents[cell]
    cells = [at for at in tree.children(tree.parents[cell]) if tree.tags[at] in ("td", "th")] if cell > 0 else []
    if cell not in cells or cells[0] == cell:
        return None
    title = _rank("".join(tree.text_of(cells[0]).split()) if c.name.han else tree.text_of(cells[0]))
    return (title, c.line) if title is not None else None


def _rank(text: str) -> Title | None:
    """The rank that a text is, and little else."""
    title = titles.of_heading(text, posts=False)
    sure = title is not None and title.rank in _RANKS and title.end - title.start > MOSTLY_RANK * len(text)
    return title if sure else None


def _rank_of_page(tree: Tree, lines: Sequence[Line]) -> Title | None:
    """The rank that a page is called by, as the pages for one rank are where the names stand alone."""
    return next((rank for text in own_names(tree, lines)[:1] if (rank := _rank(text)) is not None), None)


_RANKS = frozenset({"professor", "associate professor", "assistant professor", "lecturer"})
MOSTLY_RANK = 0.7
"""Share of a page's name that a rank must be."""

LEAST_SAID = 3
"""People under one heading from which it may stand for all staff."""


def _says_staff(heading: str) -> bool:
    """Whether a heading that all share names the staff as such and no rank, as "Преподаватели" and "Docentes" do."""
    return heading.casefold().strip(" :") in _GENERAL


_GENERAL = frozenset(
    word
    for code, table in section("staff").items()
    for word in table["words"]
    if code != "en" and not CJK.search(word)
)
"""English words for ranks stand in the plural over their section; Chinese and Japanese have no plural."""


def _without_others(tree: Tree, lines: Sequence[Line], names: Sequence[Candidate]) -> list[Candidate]:
    """The names without those under a heading for former members and the like, or in a column for students."""
    kept = []
    students = under_heads(tree, lines, lambda text: staff_score(text) < 0) if names else frozenset[int]()
    for c in names:
        if c.line in students:
            continue
        level = lines[c.line].heading or 7
        above = (
            line
            for line in reversed(lines[max(0, c.line - HEADING_REACH) : c.line])
            if (0 < line.heading < level or (level == 7 and line.bold))
            and len(line.text) <= LONGEST_LABEL
            and not is_column_head(tree, tree.parents[line.node])
        )
        head = next(above, None)
        if head is None or not says_others(head.text) or unit_named(head.text):
            kept.append(c)
    return kept


def _unit_above(c: Candidate, lines: Sequence[Line]) -> str:
    """The unit that the nearest heading above a name names, where a page lists several units' people."""
    above = reversed(lines[max(0, c.line - HEADING_REACH) : c.line])
    heads = (line.text for line in above if (line.heading or line.bold) and not line.chrome)
    return next((unit for text in heads if (unit := unit_named(text))), "")


MOST_TIMES = 3
"""A name that a page repeats oftener says nothing new."""


def _few_times(names: Sequence[Candidate]) -> list[Candidate]:
    """Every name at most so many times, its first places."""
    seen: Counter[str] = Counter()
    kept = []
    for c in names:
        seen[c.key] += 1
        if seen[c.key] <= MOST_TIMES:
            kept.append(c)
    return kept


def _addresses(records: Sequence[Record], lines: Sequence[Line]) -> Counter[str]:
    """How many records hold each e-mail address."""
    count: Counter[str] = Counter()
    for record in records:
        texts = [lines[record.candidate.line].text, *(line.text for line in record.after)]
        count.update({plain_email(address) for text in texts for address in addresses_in(text)})
    return count


def _at_path(
    tree: Tree, lines: Sequence[Line], records: Sequence[Record], found: Sequence[tuple[Title, int] | None], path: str
) -> list[tuple[Title, int] | None]:
    """Titles in words nobody knows, taken from the place where the page's other titles stand."""
    if not path:
        return list(found)
    result = []
    for record, title in zip(records, found, strict=True):
        if title is None:
            for line in record.after[:4]:
                text = titles.clean(line.text)
                if (
                    signature(tree, tree.parents[line.node], line.place, classes=True) == path
                    and 2 < len(text) < 90
                    and not re.search(r"@|\d{3}|https?:", text)
                    and not re.match(r"(?i)(?:ph\.?d|m\.?\s?sc|b\.?\s?sc|m\.?tech)", text)
                ):
                    title = Title(text, "", (), (), 0, len(text)), line.number
                    break
        result.append(title)
    return result


HEADING_REACH = 400
"""Lines above a name in which its heading is looked for: some hundred people under one heading."""


def inherited(c: Candidate, lines: Sequence[Line]) -> tuple[Title, int] | None:
    """The title of the nearest section heading above the name: "Associate Professors" (U7)."""
    level = lines[c.line].heading or 7
    for number in range(c.line - 1, max(-1, c.line - HEADING_REACH), -1):
        line = lines[number]
        if line.chrome or len(line.text) > 80:
            continue
        if (line.heading and line.heading < level) or (not line.heading and line.bold and level == 7):
            title = titles.of_heading(line.text, posts=line.heading > 0)
            if title is not None:
                return title, line.number
            if line.heading:
                return None
    return None


def _person(
    tree: Tree,
    record: Record,
    lines: Sequence[Line],
    title: tuple[Title, int] | None,
    rule: str,
    url: str,
    shared: Counter[str],
) -> Person:
    c = record.candidate
    homepage, how = link_of(tree, record, base_of(tree, url))
    evidence = {"name": Evidence(rule="signature", path=c.fine, page=url, confidence=round(probability(c.score), 3))}
    text = title[0].text if title else ""
    front = titles.find(c.name.honorific)
    rank = title[0].rank if title else ""
    if title:
        place = lines[title[1]]
        evidence["title"] = Evidence(
            rule=rule, path=signature(tree, tree.parents[place.node], place.place, classes=True), page=url
        )
    if homepage:
        evidence["url"] = Evidence(rule=how, page=url)
    return Person(
        name=c.name.name,
        title=text,
        rank=rank or (front.rank if front else ""),
        url=homepage,
        email=email_of(tree, record, lines, shared),
        phone=phone_of(record, lines),
        honorific=c.name.honorific,
        modifiers=title[0].modifiers if title else (),
        roles=title[0].roles if title else (),
        confidence=round(probability(c.score), 3),
        evidence=evidence,
    )


def _unit_in(tree: Tree, record: Record) -> str:
    """The unit that the record itself names, such as a line "Department of Statistics"."""
    for line in record.after[:6]:
        if line.node >= tree.ends[record.top] and (line.heading or line.bold):
            break  # the heading of the next section
        if unit := unit_named(titles.clean(line.text)):
            return unit
    return ""


def _merged(first: Person, second: Person) -> Person:
    """One person from two places of a page: the place with a title leads, the other fills what is missing."""
    lead, other = (second, first) if second.title and not first.title else (first, second)
    return replace(
        lead, url=lead.url or other.url, email=lead.email or other.email, phone=lead.phone or other.phone,
        unit=lead.unit or other.unit, confidence=max(lead.confidence, other.confidence),
    )  # fmt: skip


_INITIAL_OR_MR = (("M. ", r"m(?:me|lle)\b"), ("D. ", r"d(?:ña|oña|ª)"))


def _without_mister(people: list[Person]) -> list[Person]:
    """ "M. Jean Dupont" without its M. on pages that also say Mme (D. with Dña.); elsewhere M. is an initial."""
    for short, partner in _INITIAL_OR_MR:
        if any(re.match(partner, person.honorific, re.IGNORECASE) for person in people):
            people = [
                replace(p, name=p.name[len(short) :], honorific=short.strip()) if p.name.startswith(short) else p
                for p in people
            ]
    return people
