"""What the exploration of a university reads off one page, kept so that a stopped run goes on where it was."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Column, Connection, Engine, MetaData, String, Table, Text, select

from motherlode.dom.tree import Tree, parse
from motherlode.extract.people import PeopleParams, UnitParams, extract_page, units
from motherlode.extract.people.reading import LinkKind, link_score
from motherlode.extract.people.records import absolute
from motherlode.model.evidence import Evidence
from motherlode.model.people import Person, Unit
from motherlode.sql.bulk import upsert
from motherlode.sql.engine import reading, writing
from motherlode.sql.migrations import migrate

KINDS: tuple[LinkKind, ...] = ("colleges", "departments", "people")
_NEXT = re.compile(
    r"^(?:next(?: page)?|older|more people|›|»|>|>>|\d{1,3}|下一页|下页|nächste|weiter|siguiente|suivant|след\w*)$",
    re.IGNORECASE,
)
_UNIVERSITY = re.compile(
    r"universit|college|institute|polytechnic|hochschule|universidad|école|академия|университет|институт|大学|学院|大學|academy",
    re.IGNORECASE,
)
SHORT_PAGE = 200
"""Characters of text below which a page with scripts is taken for one that a script fills."""


@dataclass(frozen=True, slots=True)
class Lead:
    """A link that may lead on, with what its words promise."""

    url: str
    anchor: str
    scores: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class PageFacts:
    """A page as the exploration sees it: `colleges` are its units under a university, `departments` in a college."""

    url: str
    name: str = ""
    colleges: tuple[Unit, ...] = ()
    departments: tuple[Unit, ...] = ()
    people: tuple[Person, ...] = ()
    signatures: tuple[str, ...] = ()
    leads: tuple[Lead, ...] = ()
    following: tuple[str, ...] = ()
    login: bool = False
    script: bool = False


def read_page(
    html: str, url: str, people: PeopleParams, unit: UnitParams, known: frozenset[str] = frozenset()
) -> PageFacts:
    """Everything the exploration needs of a page, from one parse."""
    tree = parse(html)
    found = extract_page(tree, url, people, known)
    links = _links(tree, url)
    return PageFacts(
        url=url,
        name=_site_name(tree),
        colleges=tuple(units(tree, url, "university", unit)),
        departments=tuple(units(tree, url, "college", unit)),
        people=found.people,
        signatures=tuple(sorted(found.signatures)),
        leads=tuple(_leads(links)),
        following=tuple(_following(links, url)),
        login=_asks_for_password(tree),
        script=_filled_by_script(tree),
    )


def _links(tree: Tree, url: str) -> list[tuple[str, str]]:
    found = []
    for node, tag in enumerate(tree.tags):
        if tag == "a" and (address := absolute(tree.attribute(node, "href"), url)):
            found.append((address, tree.text_of(node) or tree.attribute(node, "title")))
    return found


def _leads(links: Iterable[tuple[str, str]]) -> Iterable[Lead]:
    best: dict[str, Lead] = {}
    for address, anchor in links:
        scores: dict[str, float] = {kind: score for kind in KINDS if (score := link_score(anchor, address, kind)) > 0}
        known = best.get(address)
        if known is None or (scores and max(scores.values()) > max(known.scores.values(), default=0.0)):
            best[address] = Lead(address, anchor, scores)
    return best.values()


def _following(links: Iterable[tuple[str, str]], url: str) -> Iterable[str]:
    """Further pages of the same list: "next" and page numbers that differ from this page in the query or the end."""
    base = re.split(r"[?#]", url)[0].rstrip("/")
    folder = base.rsplit("/", 1)[0]
    seen = {url}
    for address, anchor in links:
        if address in seen or not _NEXT.match(anchor.strip()):
            continue
        path = re.split(r"[?#]", address)[0].rstrip("/")
        if path == base or path.startswith(base + "/") or path.rsplit("/", 1)[0] == folder:
            seen.add(address)
            yield address


def _site_name(tree: Tree) -> str:
    """The name of the university or unit that the page gives itself."""
    texts: list[str] = []
    for node, tag in enumerate(tree.tags):
        if tag == "meta" and tree.attribute(node, "property") == "og:site_name":
            texts.insert(0, tree.attribute(node, "content"))
        elif tag in ("title", "h1"):
            texts.append("".join(tree.texts[n] for n in range(node, tree.ends[node])))
    parts = [
        part.strip()
        for text in texts
        for part in re.split(r"\s[-|–—:·»]\s|[|_]|—|-(?=[\u3400-\u9fff])", text)
        if part.strip()
    ]
    parts = [
        re.sub(r"^(?:welcome to|home(?: page)? of|欢迎访问|欢迎来到)\s*(?:the\s+)?", "", part, flags=re.IGNORECASE)
        for part in parts
    ]
    named = [part for part in parts if _UNIVERSITY.search(part) and len(part) < 90]
    return " ".join((named or parts or [""])[0].split())


def _asks_for_password(tree: Tree) -> bool:
    return any(tag == "input" and tree.attribute(i, "type").lower() == "password" for i, tag in enumerate(tree.tags))


def _filled_by_script(tree: Tree) -> bool:
    scripts = any(tag == "script" for tag in tree.tags)
    return scripts and len(tree.text_of(0) if len(tree) else "") < SHORT_PAGE


_metadata = MetaData()
_pages = Table(
    "university_pages",
    _metadata,
    Column("university", String(500), primary_key=True),
    Column("url", String(2000), primary_key=True),
    Column("facts", Text, nullable=False),
)


def _create(connection: Connection) -> None:
    _metadata.create_all(connection)


class Memory:
    """Pages that were read, by university and address, in the project's store."""

    def __init__(self, engine: Engine) -> None:
        migrate(engine, "university", [_create])
        self.engine = engine

    def load(self, university: str) -> dict[str, PageFacts]:
        """All pages of a university that were read before."""
        with reading(self.engine) as connection:
            rows = connection.execute(select(_pages.c.url, _pages.c.facts).where(_pages.c.university == university))
            return {row.url: from_json(row.facts) for row in rows}

    def keep(self, university: str, asked: str, facts: PageFacts) -> None:
        """One page, at once, so that a stopped run loses nothing."""
        row = {"university": university, "url": asked, "facts": json.dumps(asdict(facts), ensure_ascii=False)}
        with writing(self.engine) as connection:
            upsert(connection, _pages, [row], keys=("university", "url"))

    def forget(self, university: str) -> None:
        """Nothing is known of the university any more."""
        with writing(self.engine) as connection:
            connection.execute(_pages.delete().where(_pages.c.university == university))


def from_json(text: str) -> PageFacts:
    """Facts that were kept."""
    raw: dict[str, Any] = json.loads(text)
    return PageFacts(
        url=raw["url"],
        name=raw["name"],
        colleges=tuple(_unit(item) for item in raw["colleges"]),
        departments=tuple(_unit(item) for item in raw["departments"]),
        people=tuple(_person(item) for item in raw["people"]),
        signatures=tuple(raw["signatures"]),
        leads=tuple(Lead(**item) for item in raw["leads"]),
        following=tuple(raw["following"]),
        login=raw["login"],
        script=raw["script"],
    )


def _unit(raw: dict[str, Any]) -> Unit:
    evidence = Evidence(**raw["evidence"]) if raw["evidence"] else None
    return Unit(**{**raw, "evidence": evidence})


def _person(raw: dict[str, Any]) -> Person:
    evidence = {name: Evidence(**item) for name, item in raw["evidence"].items()}
    return Person(**{**raw, "modifiers": tuple(raw["modifiers"]), "roles": tuple(raw["roles"]), "evidence": evidence})
