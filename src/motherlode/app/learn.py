"""SearchKeyWordSet: keywords learned from example pages against other pages, to be looked at and edited (N2, N3)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from motherlode.app.project import Project
from motherlode.errors import MotherlodeError, UsageError
from motherlode.extract.article import read
from motherlode.fetch.named import named_client
from motherlode.fetch.params import FetchParams
from motherlode.model.ports import Fetcher, Progress
from motherlode.model.topic import Keyword
from motherlode.pages.decode import decode
from motherlode.store.topics import NEWS_SET, URL_SET
from motherlode.text.words import words
from motherlode.topic.params import TopicParams
from motherlode.topic.weighting import search_keywords, standard_vector

BACKGROUND = 200
"""Dropped pages of earlier crawls, and start pages, that stand for everything that is not the topic."""


def learn_keywords(
    project: Project, progress: Progress, stopping: Callable[[], bool] = lambda: False
) -> list[Keyword]:
    """Learns keywords from UrlSet, keeps them beside the user's, and gives all of them."""
    topics = project.store.topics
    examples = topics.sources(URL_SET)
    if not examples:
        raise UsageError("there are no example pages to learn from; add some to UrlSet first")
    fetcher = named_client(
        allow_private=project.params.allow_private, user_agent=project.params.user_agent,
        params=project.settings.get(FetchParams),
    )  # fmt: skip
    others = [page.url for page in project.store.pages.all(kept=False) if page.status == 200][:BACKGROUND]
    others = others or topics.sources(NEWS_SET)[:20]
    progress.begin("learn keywords", len(examples) + len(others))
    inside = asyncio.run(_texts(examples, fetcher, progress, stopping))
    outside = asyncio.run(_texts(others, fetcher, progress, stopping))
    progress.end()
    if stopping():
        return topics.keywords()  # half of the examples would teach other words
    if not inside:
        raise UsageError("none of the example pages could be read; see the notes of the run")
    user = [word for word in topics.keywords() if word.origin != "learned"]
    vector = standard_vector(inside, outside, {word.word.lower(): word.weight for word in user})
    learned = search_keywords(vector, user, project.settings.get(TopicParams).learned)
    topics.set_keywords(learned)
    return list(learned)


async def _texts(
    urls: Sequence[str], fetcher: Fetcher, progress: Progress, stopping: Callable[[], bool]
) -> list[list[str]]:
    """The words of title and text of every page that can be read; the others are noted."""
    found = []
    for url in urls:
        if stopping():
            break
        try:
            body, kind = await _body(url, fetcher)
            article = read(decode(body, kind).text, url if "://" in url else "")
            found.append(words(f"{article.title} {article.title} {article.content}", language=article.language))
        except (MotherlodeError, OSError) as error:
            progress.note(f"{url}: {error}")
        progress.advance()
    return found


async def _body(url: str, fetcher: Fetcher) -> tuple[bytes, str]:
    if "://" not in url:
        return await asyncio.to_thread(Path(url).read_bytes), ""
    response = await fetcher.fetch(url)
    return response.body, response.header("content-type")
