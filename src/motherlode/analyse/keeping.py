"""What analysis keeps in the store: the story book, where each document was placed, the user's ratings of sources."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict

from sqlalchemy import Engine, Float, MetaData, String, Text, delete, select

from motherlode.analyse.book import StoryBook, from_mapping, to_mapping
from motherlode.analyse.params import StoryParams
from motherlode.analyse.sources import Ratings
from motherlode.errors import UnreadableInput
from motherlode.model.documents import Placement
from motherlode.model.plain import plain
from motherlode.sql.engine import reading, upsert, writing
from motherlode.sql.migrations import migrate, table

_metadata, _rated = MetaData(), MetaData()
_books = table("analyse_books", _metadata, {"name": String(64)}, {"params": Text, "book": Text})
_placements = table(
    "analyse_placements", _metadata, {"id": String(2048)},
    {"story": String(64), "closeness": Float, "copy_of": Text, "reason": Text},
)  # fmt: skip
_ratings = table("analyse_ratings", _rated, {"source": String(255)}, {"rating": Float, "owner": String(255)})
_NAME = "stories"


class KeptRatings:
    """The user's ratings of sources in a project."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        migrate(engine, "ratings", [_rated.create_all])

    def read(self) -> Ratings:
        """All of them."""
        with reading(self.engine) as connection:
            rows = connection.execute(select(_ratings).order_by(_ratings.c.source)).all()
        return Ratings({r.source: r.rating for r in rows}, {r.source: r.owner for r in rows if r.owner})

    def add(self, ratings: Ratings) -> int:
        """Puts ratings beside those that are there, in the place of older ones of the same source; says how many."""
        rows = [
            {"source": source, "rating": rating, "owner": ratings.owners.get(source, "")}
            for source, rating in ratings.values.items()
        ]
        if rows:
            with writing(self.engine) as connection:
                upsert(connection, _ratings, rows)
        return len(rows)

    def remove(self, source: str) -> bool:
        """Forgets the rating of a source; says whether there was one."""
        with writing(self.engine) as connection:
            return connection.execute(delete(_ratings).where(_ratings.c.source == source)).rowcount > 0


class KeptStories:
    """The story book of a project and its placements; opening it brings its tables up to date."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        migrate(engine, "analyse", [_metadata.create_all])

    def read(self, params: StoryParams) -> tuple[StoryBook, dict[str, Placement]]:
        """The book and who is placed already; an empty one when none was kept with these parameters."""
        with reading(self.engine) as connection:
            row = connection.execute(select(_books).where(_books.c.name == _NAME)).first()
            if row is None or row.params != _told(params):
                return StoryBook(), {}
            placed = connection.execute(select(_placements)).all()
        try:
            book = from_mapping(json.loads(row.book))
        except (UnreadableInput, ValueError):  # of another version: everything is gathered anew
            return StoryBook(), {}
        return book, {row.id: Placement(**row._mapping) for row in placed}

    def write(self, book: StoryBook, params: StoryParams, new: Iterable[Placement], *, anew: bool) -> None:
        """Keeps the book and the new placements in one transaction; `anew` puts them in the place of all old ones."""
        rows = [asdict(placement) for placement in new]
        kept = {"name": _NAME, "params": _told(params), "book": json.dumps(to_mapping(book))}
        with writing(self.engine) as connection:
            if anew:
                connection.execute(delete(_placements))
            upsert(connection, _books, [kept])
            if rows:
                upsert(connection, _placements, rows)


def _told(params: StoryParams) -> str:
    return json.dumps(plain(params), sort_keys=True)
