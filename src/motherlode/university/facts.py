"""What the exploration of a university keeps of a page, and the memory that lets a stopped run go on."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Engine, MetaData, String, Text, select

from motherlode.model.evidence import Evidence
from motherlode.model.people import Person
from motherlode.sql.engine import selected, upsert, writing
from motherlode.sql.migrations import migrate, table


@dataclass(frozen=True, slots=True)
class Link:
    """An entry of a page that leads on, or only names something where `url` is empty.

    `group` is the path it shares with its like, `heads` are the headings above it (the highest first), `above` is the
    entry of the outer list in whose inner list it stands, and `chrome` tells menus and footers.
    """

    url: str
    text: str
    group: str = ""
    heads: tuple[str, ...] = ()
    above: str = ""
    chrome: bool = False


@dataclass(frozen=True, slots=True)
class PageFacts:
    """A page as the exploration sees it; `staff` is how likely it presents people of the institution."""

    url: str
    own: tuple[str, ...] = ()
    """what the page calls itself: the parts of its title, then its headings"""

    names: tuple[str, ...] = ()
    """what it calls the whole site: its name in the head, the line with the copyright sign"""

    phrases: tuple[str, ...] = ()
    """institutions that its running text names, for telling what an abbreviation stands for"""

    crumbs: tuple[tuple[str, str], ...] = ()
    links: tuple[Link, ...] = ()
    people: tuple[Person, ...] = ()
    staff: float = 0.0
    signatures: tuple[str, ...] = ()
    following: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    """pages that this one consists of or sends to: frames, and where it refreshes to"""

    about: str = ""
    """the person, as a key, by whose name the page calls itself"""

    login: bool = False
    script: bool = False


_metadata = MetaData()
_pages = table("university_page_facts", _metadata, {"university": String(500), "url": String(2000)}, {"facts": Text})


class Memory:
    """Pages that were read, by university and address, in the project's store."""

    def __init__(self, engine: Engine) -> None:
        migrate(engine, "university_facts", [_metadata.create_all])
        self.engine = engine

    def load(self, university: str) -> dict[str, PageFacts]:
        """All pages of a university that were read before."""
        rows = selected(self.engine, select(_pages.c.url, _pages.c.facts).where(_pages.c.university == university))
        return {row.url: from_json(row.facts) for row in rows}

    def keep(self, university: str, asked: str, facts: PageFacts) -> None:
        """One page, at once, so that a stopped run loses nothing."""
        row = {"university": university, "url": asked, "facts": json.dumps(asdict(facts), ensure_ascii=False)}
        with writing(self.engine) as connection:
            upsert(connection, _pages, [row])

    def forget(self, university: str) -> None:
        """Nothing is known of the university any more."""
        with writing(self.engine) as connection:
            connection.execute(_pages.delete().where(_pages.c.university == university))


def from_json(text: str) -> PageFacts:
    """Facts that were kept."""
    raw: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in json.loads(text).items()
    }
    raw["crumbs"] = tuple(map(tuple, raw["crumbs"]))
    raw["links"] = tuple(Link(**{**item, "heads": tuple(item["heads"])}) for item in raw["links"])
    raw["people"] = tuple(map(_person, raw["people"]))
    return PageFacts(**raw)


def _person(raw: dict[str, Any]) -> Person:
    evidence = {name: Evidence(**item) for name, item in raw["evidence"].items()}
    return Person(**{**raw, "modifiers": tuple(raw["modifiers"]), "roles": tuple(raw["roles"]), "evidence": evidence})
