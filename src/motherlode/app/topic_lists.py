"""The lists of the settings file, `[sources]` and `[topic] keywords`, and the same lists in the store (N1).

The store is what a crawl, the web page and the REST API read. What a person adds to the file or takes out of it is
done to the store when the project is opened next; what was imported or edited elsewhere is left alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from motherlode.app.params import SourcesParams
from motherlode.app.settings import Settings
from motherlode.model.clock import SystemClock
from motherlode.model.topic import Keyword
from motherlode.store.store import Store
from motherlode.store.topics import NEWS_SET, URL_SET
from motherlode.topic.params import TopicParams

KIND = "_settings-lists"
"""Where the store keeps the lists of the file as they were applied last; kinds with a bar in front are not shown."""


def apply_lists(settings: Settings, store: Store) -> None:
    """Brings the store up to what was changed in the file's lists since they were applied last."""
    now = _lists(settings)
    before = store.results.get(KIND)
    if now == {name: before.get(name, []) for name in now}:
        return
    for kind, name in ((NEWS_SET, "seeds"), (URL_SET, "examples")):
        listed = _changed(store.topics.sources(kind), before.get(name, []), now[name])
        store.topics.set_sources(kind, listed)
    store.topics.set_keywords(_words(store.topics.keywords(), dict(before.get("keywords", [])), now["keywords"]))
    store.results.replace(KIND, now, SystemClock().now())


def _lists(settings: Settings) -> dict[str, list[Any]]:
    sources = settings.get(SourcesParams)
    words = settings.get(TopicParams).keywords
    return {
        "seeds": list(sources.seeds),
        "examples": list(sources.examples),
        "keywords": [[word, float(weight)] for word, weight in words.items()],
    }


def _changed(present: Sequence[str], before: Iterable[str], now: Iterable[str]) -> list[str]:
    gone = set(before) - set(now)
    return list(dict.fromkeys([*(url for url in present if url not in gone), *now]))


def _words(present: Sequence[Keyword], before: Mapping[str, float], now: Iterable[Sequence[Any]]) -> list[Keyword]:
    wanted = {str(word): float(weight) for word, weight in now}
    gone = set(before) - set(wanted)
    kept = [word for word in present if word.word not in wanted and (word.word not in gone or word.origin != "user")]
    return [*kept, *(Keyword(word, weight) for word, weight in wanted.items())]
