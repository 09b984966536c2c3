"""A program that type checkers read: every form of the API with its types. `mypy` and `pyright` pass on it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import motherlode as ml


def title_and_day(page: str | bytes | Path) -> tuple[str, str]:
    """What most programs want of an article."""
    found: ml.Article = ml.article(page, keep=0.5, markdown=ml.Markdown(max_characters=2000))
    return found.title, found.published[:10]


def first_cells(page: Path) -> list[tuple[str, ...]]:
    """The first cells of every record of a result page."""
    found: ml.Records = ml.records(page, strategy="mdr", regions=1)
    return [record.texts[:2] for record in found]


def names(folder: Path) -> Iterator[str]:
    """Everybody on the pages of a folder."""
    for result in ml.people_in(folder, workers=2, progress=show):
        if result.found is not None:
            for person in result.found:
                yield person.name


def show(event: ml.ProgressEvent) -> None:
    """Progress on standard error."""
    print(f"{event.label}: {event.done} of {event.total}", file=sys.stderr)


async def several(addresses: list[str]) -> list[ml.Article]:
    """Several pages at once."""
    return list(await asyncio.gather(*(ml.aio.article(address) for address in addresses)))


def crawl(folder: Path, seeds: list[str]) -> ml.CrawlReport:
    """A project from its topic to its hot topics."""
    with ml.Project(folder) as project:
        project.add(seeds=seeds, keywords={"flood": 2.0, "dam": 1.0})
        report = project.crawl(max_pages=500, strategy="best-first", delay=0.5, progress=show)
        hot: list[str] = [topic.title for topic in project.hot(window=48.0) if topic.hot]
        rows: list[dict[str, object]] = project.search("dam").to_dicts()
        print(len(hot), len(rows), project.export("csv").file)
    return report


def without_a_project(articles: Path, description: Path) -> tuple[list[str], str]:
    """The stories of a file of articles, and what is proved of a hidden database that is read into rows.csv."""
    documents = ml.Documents.read(articles, at="2026-03-01")
    stories: ml.StoryResults = documents.stories(window=72)
    report: ml.HiddenReport = ml.HiddenSite(description).read(out="rows.csv", strategy="guided", progress=show)
    people = ml.Network.open(store="network.sqlite").explore("https://www.example.edu/", max_pages=200)
    print(len(people), documents.errors.to_dicts(), report.rows)
    return [story.title for story in stories], str(report.other["verdict"])


def main() -> int:
    """Reads the page that is named on the command line."""
    try:
        print(*title_and_day(Path(sys.argv[1])), sep="\t")
    except ml.MotherlodeError as error:
        print(error.message, file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
