"""Splits and merges told of the sample web's story against those its articles show: false ones and missed ones.

    make bench NAME=evolution DATA=../shared/data/stories
    make bench NAME=evolution BENCH_ARGS=--crawl     # with articles of real crawls too, some 40 seconds each

The same articles three times: as they were written, as they are read from their pages, and as a focused crawl of the
sample web finds them (some are missed). English and Chinese together, as the tour has them. With DATA, a folder with
basil.jsonl, also how many passages lead from one labelled story into another.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from benchmarks.common import arguments, keep
from benchmarks.stories_sets import NOW
from motherlode.analyse.evolution import evolution, splits_and_merges
from motherlode.analyse.params import EvolutionParams
from motherlode.app.analyse.documents import document_of, documents_of_articles, read_date
from motherlode.app.extract.articles import article_of
from motherlode.app.inputs import GivenPage
from motherlode.app.project import Project
from motherlode.interfaces.demo.news.build import NewsWeb
from motherlode.interfaces.demo.server import serve
from motherlode.interfaces.demo.site import Request
from motherlode.interfaces.demo.tour import Stop, crawl_story, key_of
from motherlode.interfaces.demo.truth.news import ArticleTruth, hold_against
from motherlode.interfaces.demo.web import SampleWeb
from motherlode.model.documents import Document, Evolution
from motherlode.model.ports import Silent

ARTICLES = 600
SEEDS = tuple(range(500, 510))
COLUMNS = ("articles", "seed", "documents", "episodes", "splits and merges told", "shown", "false", "missed")
OTHERS = ("documents", "episodes", "passages", "into another story", "splits and merges")


def written(seed: int) -> list[Document]:
    """The story's articles as they were written."""
    return [
        Document(key, a.title, a.content, a.moment, a.source, language=a.language)
        for key, a in NewsWeb(seed, ARTICLES).truth.articles.items()
        if a.sub_story
    ]


def read(seed: int) -> list[Document]:
    """The story's articles as they are read from their pages."""
    web = NewsWeb(seed, ARTICLES)
    return list(_read(web, [a for a in web.truth.articles.values() if a.sub_story]))


def _read(web: NewsWeb, articles: list[ArticleTruth]) -> Iterator[Document]:
    sites = {site.host: site for site in web.sites}
    for a in articles:
        reply = sites[a.host].respond(Request("GET", a.path))
        url = f"http://{a.host}.localhost{a.path}"
        found = article_of(GivenPage(url, url, reply.body, dict(reply.headers).get("Content-Type", "")))
        published, _ = read_date(found.published, NOW)
        yield Document(a.key, found.title, found.content, published, found.source, language=found.language)


def crawled(seed: int) -> list[Document]:
    """What a focused crawl keeps, as the tour does it."""
    web = SampleWeb(seed, news_pages=ARTICLES, registry_rows=100)
    with tempfile.TemporaryDirectory() as folder, serve(web.sites, 0) as server:
        project = Project.create(Path(folder) / "crawled", {"project": {"name": "crawled", "allow_private": True}})
        try:
            crawl_story(Stop(project, web, server, Silent(), 100))
            documents = documents_of_articles(project.store.articles.all(), NOW)
        finally:
            project.close()
    return [replace(document, id=key_of(document.id)) for document in documents]


def table(ways: dict[str, Callable[[int], list[Document]]]) -> list[list[object]]:
    """A row for every way and seed, and their sums."""
    rows: list[list[object]] = []
    params = EvolutionParams()
    for name, documents_of in ways.items():
        sums: dict[str, Counter[int]] = {"all": Counter(), "en": Counter(), "zh": Counter()}
        for seed in SEEDS:
            documents, truth = documents_of(seed), NewsWeb(seed, ARTICLES).truth
            graph = evolution(documents, [], params)
            for part, total in sums.items():
                told = _of_language(graph, truth.articles, part)
                turns = hold_against(told, truth.story, truth.articles, params.reach)
                found = sum(len(episode.documents) for episode in told.episodes)
                figures = (
                    found, len(told.episodes), turns.told, turns.there, len(turns.false), len(turns.missed),
                )  # fmt: skip
                total.update(dict(enumerate(figures)))
                if part == "all":
                    rows.append([name, seed, *figures])
            sys.stderr.write(f"{rows[-1]}\n")
        rows += [[name, part, *(total[at] for at in range(len(COLUMNS) - 2))] for part, total in sums.items()]
    return rows


def _of_language(graph: Evolution, articles: Mapping[str, ArticleTruth], language: str) -> Evolution:
    """The part of a graph whose episodes are of a language, or all of it."""
    if language == "all":
        return graph
    kept = [e for e in graph.episodes if any(articles[i].language == language for i in e.documents if i in articles)]
    names = {e.id for e in kept}
    inside = [p for p in graph.passages if p.source in names and p.target in names]
    return replace(graph, episodes=tuple(kept), passages=tuple(inside))


def strangers(file: Path) -> list[list[object]]:
    """On labelled stories: passages that lead from one story into another."""
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    documents = [document_of(line, NOW, str(i)) for i, line in enumerate(lines)]
    story = {document.id: str(line["story"]) for document, line in zip(documents, lines, strict=True)}
    graph = evolution(documents, [], EvolutionParams())
    of = {e.id: Counter(story[i] for i in e.documents).most_common(1)[0][0] for e in graph.episodes}
    wrong = sum(of[p.source] != of[p.target] for p in graph.passages)
    turns = splits_and_merges(graph.passages)
    return [[len(documents), len(graph.episodes), len(graph.passages), wrong, len(turns)]]


def main() -> None:
    """Keeps the tables."""
    parser = arguments(__doc__ or "", needs_data=False)
    parser.add_argument("--crawl", action="store_true", help="crawl the sample web of every seed too")
    given = parser.parse_args()
    ways = {"as written": written, "read from their pages": read} | ({"crawled": crawled} if given.crawl else {})
    tables = [("The sample web's story", COLUMNS, table(ways))]
    if given.data and (given.data / "basil.jsonl").is_file():
        tables.append(("Labelled stories of their own (BASIL)", OTHERS, strangers(given.data / "basil.jsonl")))
    remarks = [
        "Shown: what the given articles let one see, part by part and slice by slice.",
        "Found: told within a slice of it, joining different parts, each of its passages true. False: all others.",
        "All settings were chosen on the seeds 60 to 81 and on labelled sets (BASIL, Vietnamese, context); the share",
        "of a further parent was moved from 0.5 to 0.4 for the Chinese branches of seed 0 that a test holds. The",
        "seeds in the table had no part in it and were run once. First articles later than 36 hours after their part",
        "began retell nothing of its parents: 28 % of the Chinese parentages, 3 % of the English ones (seeds 60 to",
        "71). Taking up at least 1.6 instead of 1.2 would tell 12.2 instead of 15.9 % false on the seeds 0 to 19 and",
        "miss 14.8 instead of 13.1 %; on 200 to 209 it is 9.3 and 14.5 % as it is: it stays between both.",
    ]
    keep("evolution", "Splits and merges against the truth", tables, remarks=remarks)


if __name__ == "__main__":
    main()
