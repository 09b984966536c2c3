"""Splits and merges told of the sample web's story against those its articles show: false ones and missed ones.

    make bench NAME=evolution DATA=../shared/data/stories
    make bench NAME=evolution BENCH_ARGS=--crawl     # with articles of real crawls too, some 40 seconds each

The same articles three times: as they were written, as they are read from their pages, and as a focused crawl of the
sample web finds them (some are missed). English and Chinese together, as the tour has them. With DATA, a folder with
basil.jsonl, also how many passages lead from one labelled story into another.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
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
from motherlode.interfaces.demo.news.story import PARTS, hold_against, same_turn, shown
from motherlode.interfaces.demo.server import serve
from motherlode.interfaces.demo.site import Request
from motherlode.interfaces.demo.tour import Stop, crawl_story, key_of
from motherlode.interfaces.demo.truth import ArticleTruth, NewsTruth
from motherlode.interfaces.demo.web import SampleWeb
from motherlode.interfaces.demo.words import phrases, vocabulary
from motherlode.model.documents import Document, Evolution
from motherlode.model.ports import Silent

ARTICLES = 600
SEEDS = tuple(range(700, 710))
COLUMNS = (
    "articles",
    "seed",
    "documents",
    "episodes",
    "splits and merges told",
    "shown",
    "false",
    "missed",
    "without a sign",
)
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
                    sum(_without_sign(told, truth, language, params.reach) for language in _languages(part)),
                )  # fmt: skip
                total.update(dict(enumerate(figures)))
                if part == "all":
                    rows.append([name, seed, *figures])
            sys.stderr.write(f"{rows[-1]}\n")
        rows += [[name, part, *(total[at] for at in range(len(COLUMNS) - 2))] for part, total in sums.items()]
    return rows


def _languages(part: str) -> tuple[str, ...]:
    return ("en", "zh") if part == "all" else (part,)


def _without_sign(graph: Evolution, truth: NewsTruth, language: str, reach: int) -> int:
    """Splits and merges of which no text tells: what is left of the story without the parents that no article of a
    part's beginning, the 48 hours from its first one on, repeats a sentence of that the parent's articles have."""
    mine = _of_language(graph, truth.articles, language)
    told: dict[str, list[tuple[float, set[str]]]] = {}
    for article in (truth.articles[i] for e in mine.episodes for i in e.documents if i in truth.articles):
        if article.language == language:
            told.setdefault(article.sub_story, []).append((article.moment.timestamp(), _sentences(article)))
    parts = []
    for part in truth.story.sub_stories:
        begin = min((at for at, _ in told.get(part.name, ())), default=0.0)
        early = {line for at, lines in told.get(part.name, ()) if at <= begin + 48 * 3600 for line in lines}
        kept = [p for p in part.parents if any(early & lines & _own(language, p) for _, lines in told.get(p, ()))]
        parts.append(replace(part, parents=tuple(kept)))
    signs = shown(mine, replace(truth.story, sub_stories=tuple(parts)), truth.articles, reach)
    there = shown(mine, truth.story, truth.articles, reach)
    return sum(not any(same_turn(turn, sign) for sign in signs) for turn in there)


@cache
def _own(language: str, part: str) -> frozenset[str]:
    """The sentences that belong to a part of the story, with gaps for what differs between articles."""
    told = vocabulary("story")[language]
    assert isinstance(told, dict)
    return frozenset(phrases(told[part])["body"])


def _sentences(article: ArticleTruth) -> set[str]:
    """The sentences of any part that an article has."""
    told = _patterns(article.language)
    return {line for line, pattern in told if pattern.search(article.content)}


@cache
def _patterns(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Every part's sentences with a pattern that finds them."""
    lines = {line for part, *_ in PARTS for line in _own(language, part)}
    gaps = {line: re.split(r"\{[^}]*\}", line.rstrip(".。")) for line in sorted(lines)}
    return tuple(
        (line, re.compile(".{1,12}?".join(map(re.escape, gap)), re.IGNORECASE)) for line, gap in gaps.items()
    )


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


def _share(rows: list[list[object]], part: str) -> str:
    """The share of what is shown, as written, that has no sign."""
    row = next(row for row in rows if row[1] == part)
    return f"{float(str(row[-1])) / max(1.0, float(str(row[5]))):.0%}"


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
        "Without a sign: shown, but nothing that the new part's articles of its first 48 hours say of a parent",
        "stands in any of the parent's articles: text tells nothing of these, but for words akin by chance.",
        f"That is {_share(tables[0][2], 'en')} of the English and {_share(tables[0][2], 'zh')} of the Chinese ones.",
        "A sign in the other language is not counted there, though the rule goes by it.",
        "What is compared was chosen on the seeds 0 to 9, 60 to 81 and 100 to 139; 500 to 509 and 600 to 609 were",
        "looked at before; those in the table once, after everything was chosen. The share of a further parent was",
        "moved from 0.5 to 0.4 for the Chinese branches of seed 0 that a test holds; they also showed that a parent",
        "may begin in the same slice.",
    ]
    keep("evolution", "Splits and merges against the truth", tables, remarks=remarks)


if __name__ == "__main__":
    main()
