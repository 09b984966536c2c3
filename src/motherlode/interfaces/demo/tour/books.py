"""Step: three bookshops with different words for the same things, joined into one table."""

from __future__ import annotations

from motherlode.annotate.keeping import Keeping
from motherlode.annotate.schema_files import ready_schema
from motherlode.app.annotate.inputs import Source
from motherlode.app.annotate.run import annotate_and_integrate, table_rows
from motherlode.export import write_table
from motherlode.interfaces.demo.tour.shops import PAGES, page_text
from motherlode.interfaces.demo.tour.step import Line, Stop


def join_bookshops(stop: Stop) -> Line:
    """One table of books with every value's sources, in the project's exports."""
    domain, schema = stop.web.truth.books, ready_schema("books")
    sources = []
    shown: dict[int, None] = {}
    for source in domain.sources:
        pages = []
        for page in source.pages[:PAGES]:
            url = stop.server.url(page.host, page.path)
            pages.append((url, page_text(url), url))
            shown.update(dict.fromkeys(record.entity for record in page.records))
        sources.append(Source(source.host, pages=pages))
    keeping = Keeping(stop.project.engine)
    found = annotate_and_integrate(sources, schema, kind="list", keeping=keeping, progress=stop.progress)
    columns, rows = table_rows(found.entities, schema)
    write_table(stop.project.folder / "exports" / "books.xlsx", "xlsx", columns, rows, name="books")
    records = sum(len(source.records) for source in found.sources)
    return Line(
        "one table of books",
        f"{len(found.entities)} books from {records} records of {len(sources)} shops",
        f"{len(shown)} different books stand on those pages",
    )
