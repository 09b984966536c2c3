"""The project folder: settings, store and archive in one place.

my-project/
  motherlode.toml     what differs from the default settings: topic, sources, the rest
  store.sqlite        the store, unless [project] store names another
  archive/            pages as WARC files
  hidden/  schemas/   descriptions of hidden databases, schemas of the user
  exports/            what was exported
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from motherlode.app.settings import (
    FILE_NAME,
    ProjectParams,
    Settings,
    SourcesParams,
    check,
    edited,
    load,
    section_classes,
    short,
)
from motherlode.errors import InputError, UnreadableInput
from motherlode.model.clock import SystemClock
from motherlode.model.topic import Keyword
from motherlode.store.store import Store
from motherlode.store.topics import NEWS_SET, URL_SET
from motherlode.topic.params import TopicParams

FOLDERS = ("archive", "hidden", "schemas", "exports")


class Project:
    """An opened project; the store is opened when it is first needed."""

    read_only = False
    """Whether nothing may be changed through it."""

    def __init__(self, folder: Path, settings: Settings, store: str = "") -> None:
        self.folder = folder
        self.settings = settings
        self._store_url = store

    @classmethod
    def create(cls, folder: Path, values: Mapping[str, Mapping[str, Any]] | None = None) -> Project:
        """A new project in `folder`; an existing one is left as it is and refused."""
        file = folder / FILE_NAME
        if file.exists():
            raise InputError(f"{file} is there already; open it, or choose another folder")
        check(values or {})
        folder.mkdir(parents=True, exist_ok=True)
        for name in FOLDERS:
            (folder / name).mkdir(exist_ok=True)
        given = {"project": {"name": folder.resolve().name}, **(values or {})}
        file.write_text(short(given, section_classes()), encoding="utf-8")
        return cls.open(folder)

    @classmethod
    def open(cls, folder: Path, *, store: str = "") -> Project:
        """The project in `folder`, with another store than its own if one is named; raises UnreadableInput."""
        if not folder.is_dir():
            raise UnreadableInput(f"{folder} is not a project folder; make one with: motherlode init {folder}")
        return cls(folder, load(folder / FILE_NAME), store)

    @property
    def params(self) -> ProjectParams:
        """Name, store and what may be reached."""
        return self.settings.get(ProjectParams)

    @property
    def store_url(self) -> str:
        """Where the store is: the settings' address, or a file in the folder."""
        return self._store_url or self.params.store or str(self.folder / "store.sqlite")

    @cached_property
    def store(self) -> Store:
        """The store, made or upgraded where needed, with the lists of the settings file in it."""
        store = Store.at(self.store_url)
        apply_lists(self.settings, store)
        return store

    @property
    def engine(self) -> Engine:
        """The store's engine, for stages that keep tables of their own."""
        return self.store.engine

    @property
    def archive_folder(self) -> Path:
        """Where the pages lie as WARC files."""
        return self.folder / "archive"

    def write_settings(self, values: Mapping[str, Mapping[str, Any]]) -> None:
        """Changes the settings file to these values, remarks kept; a wrong one is refused and the old file stays."""
        check(values)
        file = self.folder / FILE_NAME
        before = load(file)
        text = edited(file.read_text(encoding="utf-8"), before.values, values, section_classes())
        part = file.with_suffix(".toml.part")
        part.write_text(text, encoding="utf-8")
        part.replace(file)
        self.settings = load(file)
        if "store" in self.__dict__:
            apply_lists(self.settings, self.store)

    def close(self) -> None:
        """Closes the store if it was opened."""
        if "store" in self.__dict__:
            self.store.close()


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
