"""The news sites and the truth about them, from a seed and a size."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from datetime import datetime, timedelta

from motherlode.errors import UsageError
from motherlode.interfaces.demo.news import story
from motherlode.interfaces.demo.news.chinese import Lanjiang, Xicheng
from motherlode.interfaces.demo.news.english import Courier, Gazette, Monitor, Wire
from motherlode.interfaces.demo.news.plan import BURSTS, FILES, STORY_SHARE, Plan, plan, published
from motherlode.interfaces.demo.news.site import NewsAddresses, NewsSite
from motherlode.interfaces.demo.news.view import Template
from motherlode.interfaces.demo.news.writer import Writer
from motherlode.interfaces.demo.truth import ArticleTruth, Burst, NewsSiteTruth, NewsTruth, TopicTruth
from motherlode.interfaces.demo.words import vocabulary

FEWEST = 200
"""The main story, its corrections and the bursts need this much room among other articles."""


class NewsWeb:
    """Six news sites; articles are written when they are asked for."""

    def __init__(
        self,
        seed: int = 0,
        count: int = 600,
        *,
        story_share: float = STORY_SHARE,
        crawl_delay: float = 0.01,
        until: datetime | None = None,
    ) -> None:
        if count < FEWEST:
            raise UsageError(f"news_pages is {count}; the story needs at least {FEWEST}")
        templates: dict[str, Template] = {
            template.brand.host: template
            for template in (Gazette(), Courier(), Monitor(), Wire(), Xicheng(), Lanjiang())
        }
        self._told = story.story()
        self._plans = published(plan(seed, count, story_share), until)
        self._writer = Writer(seed, self._told)
        self._addresses = NewsAddresses(self._plans, self._writer, templates)
        self._templates = templates
        by_host: dict[str, list[Plan]] = defaultdict(list)
        for item in self._plans:
            by_host[item.host].append(item)
        self._by_host = by_host
        self.sites = tuple(
            NewsSite(template, by_host[host], self._addresses, crawl_delay) for host, template in templates.items()
        )
        self.truth = self._truth()

    def key(self, item: Plan) -> str:
        """Host and path of an article."""
        return item.host + self._addresses.path(item)

    def article(self, item: Plan) -> ArticleTruth:
        """The truth about one article, written out."""
        written = self._writer.write(item)
        template = self._templates[item.host]
        updated = self._addresses.updated(item)
        same = ("host", "moment", "language", "section", "topic", "story", "sub_story", "burst", "buried", "mentions")
        return ArticleTruth(
            path=self._addresses.path(item),
            published=template.shown(item.moment),
            updated=template.shown(updated) if updated else "",
            source=self._templates[item.copy_of.host if item.copy_of else item.host].brand.name,
            encoding=template.brand.encoding,
            copy_of=self.key(item.copy_of) if item.copy_of else "",
            corrects=self.key(item.corrects) if item.corrects else "",
            **asdict(written),
            **{name: getattr(item, name) for name in same},
        )

    def _truth(self) -> NewsTruth:
        keys = {self.key(item): item for item in self._plans}
        bursts = tuple(
            Burst(
                f"burst-{topic}",
                topic,
                language,
                story.at(first),
                story.at(first) + timedelta(hours=hours),
                tuple(key for key, item in keys.items() if item.burst == f"burst-{topic}"),
            )
            for topic, language, first, hours in BURSTS
        )
        sites = tuple(
            NewsSiteTruth(
                host,
                template.brand.name,
                template.brand.language,
                template.brand.encoding,
                template.brand.rating,
                len(self._by_host[host]),
                tuple(template.brand.sections),
                "/calendar/" if template.brand.trap else "",
            )
            for host, template in self._templates.items()
        )
        return NewsTruth(_Articles(self, keys), sites, self._topics(keys), self._told, bursts)

    def _topics(self, keys: Mapping[str, Plan]) -> tuple[TopicTruth, ...]:
        members: dict[tuple[str, str], set[str]] = defaultdict(set)
        for key, item in keys.items():
            members[item.topic, item.language].add(key)
        found = []
        for (topic, language), articles in sorted(members.items()):
            chapter = vocabulary("story")[language] if topic == story.TOPIC else vocabulary(FILES[language])[topic]
            found.append(TopicTruth(topic, language, tuple(chapter["keywords"].split()), frozenset(articles)))
        return tuple(found)


class _Articles(Mapping[str, ArticleTruth]):
    """Articles by host and path; each is written when it is looked at."""

    def __init__(self, web: NewsWeb, keys: Mapping[str, Plan]) -> None:
        self._web = web
        self._keys = keys

    def __getitem__(self, key: str) -> ArticleTruth:
        return self._web.article(self._keys[key])

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)
