"""A project at a glance: waiting addresses (N9a), its sources and their ratings (N12), the words of its topic."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from motherlode.analyse.keeping import KeptRatings
from motherlode.analyse.params import TrustParams
from motherlode.analyse.sources import one_rating, read_ratings
from motherlode.app.analyse.run import ratings_of
from motherlode.app.project import Project
from motherlode.crawl.frontier import WAITING
from motherlode.crawl.journal import Journal
from motherlode.errors import UsageError
from motherlode.model.plain import AsDict
from motherlode.store.query import Filter
from motherlode.store.topics import NEWS_SET
from motherlode.text.urls import host_of
from motherlode.text.words import whole_words


@dataclass(frozen=True, slots=True)
class WaitingAddress(AsDict):
    """An address of InitialUrlQueue with its value, the page that it was met on, and its distance from a seed."""

    url: str
    value: float
    parent: str
    depth: int


@dataclass(frozen=True, slots=True)
class BufferedPage(AsDict):
    """A page whose links are in the buffered graph, and how many addresses were first met on it."""

    url: str
    links: int


@dataclass(frozen=True, slots=True)
class UrlQueues(AsDict):
    """How many addresses wait and the first of them, how many pages are buffered and those that gave most links."""

    waiting: int
    first: tuple[WaitingAddress, ...]
    buffered: int
    pages: tuple[BufferedPage, ...]


def url_queues(folder: Path, number: int = 100) -> UrlQueues:
    """The queues of the crawl in a project folder; empty where there was none."""
    frontier, _ = Journal(folder / "crawl").restore()
    waiting = frontier.waiting_numbers()
    best = waiting[np.argsort(-frontier.priority[waiting], kind="stable")][:number].tolist()
    parents = frontier.parent[: len(frontier)]
    gave = np.bincount(parents[parents >= 0], minlength=len(frontier))
    most = [n for n in np.argsort(-gave, kind="stable")[:number].tolist() if gave[n]]
    return UrlQueues(
        int((frontier.state[: len(frontier)] == WAITING).sum()),
        tuple(
            WaitingAddress(
                frontier.addresses[n], round(float(frontier.priority[n]), 4),
                frontier.addresses[int(parents[n])] if parents[n] >= 0 else "", int(frontier.depth[n]),
            )
            for n in best
        ),
        int((gave > 0).sum()),
        tuple(BufferedPage(frontier.addresses[n], int(gave[n])) for n in most),
    )  # fmt: skip


MOST = 500
"""Sites looked at: those that were given, then those with most articles."""


@dataclass(frozen=True, slots=True)
class SourceState:
    """One site."""

    host: str
    given: bool
    """Whether a person named it as a place to begin."""
    fetched: int
    kept: int
    last_fetched: str
    newest: str
    """When its newest article was published."""
    rating: float | None
    owner: str


def source_states(project: Project) -> list[SourceState]:
    """Every site of the project, those with most kept pages first."""
    given = [host for url in project.store.topics.sources(NEWS_SET) if (host := host_of(url))]
    newest: dict[str, str] = {}
    articles: Counter[str] = Counter()
    for url, published in project.store.articles.addresses():
        host = host_of(url)
        articles[host] += 1
        newest[host] = max(newest.get(host, ""), published)
    hosts = list(dict.fromkeys([*given, *(host for host, _ in articles.most_common(MOST))]))[:MOST]
    rated = ratings_of(project.settings.get(TrustParams), KeptRatings(project.engine))
    found = []
    for host in hosts:
        counted = project.store.pages.of_host(host)
        name = _rated_name(host)
        found.append(
            SourceState(
                host, host in given, counted.fetched, articles[host], counted.last_fetched, newest.get(host, ""),
                rated.values.get(name), rated.owners.get(name, ""),
            )
        )  # fmt: skip
    return sorted(found, key=lambda each: (-each.kept, -each.fetched, each.host))


def rated_sources(project: Project) -> list[tuple[str, float, str]]:
    """(source, rating, owner) of every source that the user rated in the project."""
    found = KeptRatings(project.engine).read()
    return [(name, value, found.owners.get(name, "")) for name, value in found.values.items()]


def rate_file(project: Project, file: Path) -> int:
    """Rates the sources of a CSV file of domain, rating and, if known, owner; gives how many."""
    return KeptRatings(project.engine).add(read_ratings(file))


def rate_source(project: Project, source: str, rating: float | None, owner: str = "") -> None:
    """Keeps what the user thinks of a source, from 0 to 1; None forgets it."""
    kept = KeptRatings(project.engine)
    if rating is None:
        kept.remove(_rated_name(source))
    else:
        kept.add(one_rating(source.partition(":")[0], rating, owner))


def _rated_name(source: str) -> str:
    """The name under which a site's rating is kept: its domain, without a port."""
    try:
        return next(iter(one_rating(source.partition(":")[0], 0.0).values))
    except UsageError:
        return source


PAGES, TEXTS = 300, 200
"""Kept pages whose reasons are added up, the most relevant first, and texts in which whole words are looked up."""

WORD = "word of the topic"


@dataclass(frozen=True, slots=True)
class ProfileWord:
    """A word of the topic: how much of the kept pages' relevance it makes up, and in how many of them it stands."""

    word: str
    share: float
    pages: int


def topic_profile(project: Project, number: int = 30) -> list[ProfileWord]:
    """The words that keep pages, the weightiest first; nothing where nothing was kept yet."""
    kept, _ = project.store.pages.list(limit=PAGES, filters=[Filter("kept", "equals", True)])
    weights: dict[str, float] = {}
    pages: Counter[str] = Counter()
    for page in kept:
        for term in page.terms:
            if term.reason == WORD and term.contribution > 0:
                weights[term.name] = weights.get(term.name, 0.0) + term.contribution
                pages[term.name] += 1
    total = sum(weights.values()) or 1.0
    best = sorted(weights, key=lambda stem: -weights[stem])[:number]
    items, _ = project.store.articles.list(limit=TEXTS)
    given = " ".join(keyword.word for keyword in project.store.topics.keywords())
    whole = whole_words(best, given)
    for language in {item.article.language for item in items}:
        told = [item.article for item in items if item.article.language == language]
        text = " ".join(f"{article.title} {article.content[:2000]}" for article in told)
        whole |= {stem: word for stem, word in whole_words(best, text, language).items() if word != stem}
    return [ProfileWord(whole[stem], weights[stem] / total, pages[stem]) for stem in best]
