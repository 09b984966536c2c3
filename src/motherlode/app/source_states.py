"""Where a project's pages come from: what each site gave, when it was last reached, and how it is rated (N12)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from motherlode.analyse.keeping import KeptRatings
from motherlode.analyse.params import TrustParams
from motherlode.analyse.sources import one_rating, read_ratings
from motherlode.app.analyse.run import ratings_of
from motherlode.app.project import Project
from motherlode.errors import UsageError
from motherlode.store.topics import NEWS_SET
from motherlode.text.urls import host_of

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
