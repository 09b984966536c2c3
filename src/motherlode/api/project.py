"""A project folder from Python: its topic, its crawls, what they found, and what can be made of that."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

from motherlode.api.inputs import outside_a_loop
from motherlode.api.option_names import given_by
from motherlode.api.results import (
    CrawlReport,
    ExportFormat,
    ExportReport,
    ExportTable,
    HiddenReport,
    ProgressCallback,
    Results,
    WatchReport,
    progress_of,
)
from motherlode.app.importing import ListKind, Words, add_to, addresses, read_list, weighted
from motherlode.app.project import Project as ProjectFolder
from motherlode.app.settings import FILE_NAME
from motherlode.errors import UnreadableInput, UsageError
from motherlode.model.article import Article
from motherlode.model.clock import SystemClock
from motherlode.model.documents import Assessment, Evolution, HotTopic
from motherlode.model.ports import Progress
from motherlode.model.topic import Keyword
from motherlode.model.watch import Change
from motherlode.store.query import Filter

if TYPE_CHECKING:
    from typing import Unpack

    from motherlode.api.analysis import Documents, StoryResults
    from motherlode.api.integration import AnnotatedTable, Pair
    from motherlode.api.network import Network
    from motherlode.api.options import (
        AnnotateOptions,
        CrawlOptions,
        CurrencyOptions,
        EvolutionOptions,
        HiddenOptions,
        HotOptions,
        StoryOptions,
        TrustOptions,
        UniversityOptions,
        WatchOptions,
    )
    from motherlode.app.backup import Saved
    from motherlode.app.marks import MarkReport
    from motherlode.university.model import University

Listener = ProgressCallback | Progress | None


class Project:
    """A project folder; made where there is none. Use it with `with`, so that its store is closed.

    `allow_private` lets this object reach private and loopback addresses; for a new project it is written into its
    settings. `store` names another database than the one in the settings.
    """

    def __init__(
        self, folder: str | os.PathLike[str], *, create: bool = True, allow_private: bool | None = None,
        store: str = "",
    ) -> None:  # fmt: skip
        path = Path(folder)
        new = not (path / FILE_NAME).is_file()
        if new and not create:
            raise UnreadableInput(f"{path} is not a project folder; make one with: motherlode init {path}")
        if new:
            first = {"store": store} if store else {}
            ProjectFolder.create(path, {"project": {"name": path.resolve().name, **first, **_private(allow_private)}})
        self._folder = ProjectFolder.open(path, store=store)
        if allow_private is not None:
            self._folder.settings = self._folder.settings.over({"project": _private(allow_private)})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Project({str(self.folder)!r})"

    def close(self) -> None:
        """Closes the store."""
        self._folder.close()

    def backup(self, file: str | os.PathLike[str]) -> Saved:
        """Saves the project as one file, also while a crawl runs; a file that is there already is refused."""
        from motherlode.app.backup import backup

        return backup(self._folder, Path(file))

    @staticmethod
    def restore(file: str | os.PathLike[str], folder: str | os.PathLike[str]) -> Saved:
        """Puts a saved project into a new folder: all of it, every file checked, or nothing."""
        from motherlode.app.backup import restore

        return restore(Path(file), Path(folder))

    @property
    def folder(self) -> Path:
        """Where the project lies."""
        return self._folder.folder

    @property
    def settings(self) -> dict[str, dict[str, Any]]:
        """What the project's settings file sets, by section."""
        return {section: dict(values) for section, values in self._folder.settings.values.items() if values}

    def configure(self, **sections: Mapping[str, Any]) -> None:
        """Changes settings for good: `configure(crawl={"max_pages": 500})`; None takes a setting back."""
        values = self.settings
        for section, given in sections.items():
            merged = {**values.get(section, {}), **given}
            values[section] = {name: value for name, value in merged.items() if value is not None}
        self._folder.write_settings({name: section for name, section in values.items() if section})
        self.__dict__.pop("network", None)  # it was opened with the settings before

    def add(
        self, *, seeds: str | Iterable[str] = (), keywords: Words = (), examples: str | Iterable[str] = ()
    ) -> Self:
        """Adds addresses to begin with, keywords with weights, and example pages on the topic (N1)."""
        add_to(self._folder, addresses(seeds), weighted(keywords), addresses(examples))
        return self

    def import_list(
        self, kind: ListKind, source: str | os.PathLike[str], *, query: str = "", sheet: str = "",
        replace: bool = False,
    ) -> tuple[int, tuple[str, ...]]:  # fmt: skip
        """Reads NewsSet, UrlSet or keywords from a text, CSV or Excel file, or from a database with `query` (N1).

        Gives how many entries were taken, and the refused ones with the reason.
        """
        return read_list(self._folder, kind, source, query=query, sheet=sheet, replace=replace)

    @property
    def keywords(self) -> Results[Keyword]:
        """The topic's keywords, the weightiest first."""
        return Results(self._folder.store.topics.keywords())

    def learn(self, *, progress: Listener = None) -> Results[Keyword]:
        """Learns keywords from the example pages, keeps them beside the given ones, and gives all of them (N2)."""
        from motherlode.app.learn import learn_keywords

        return Results(outside_a_loop(lambda: learn_keywords(self._folder, progress_of(progress))))

    def mark(
        self, *, on_topic: str | Iterable[str] = (), off_topic: str | Iterable[str] = (), words: Words = (),
        not_words: str | Iterable[str] = (), forget: str | Iterable[str] = (), progress: Listener = None,
    ) -> MarkReport:  # fmt: skip
        """Says of found pages that they are on or off the topic, and which words are meant and which are not.

        What is stored is judged anew at once; a running crawl, and one that is taken up, values what waits by it.
        `forget` takes back what was said of addresses and words.
        """
        from motherlode.app.marks import marked

        return marked(
            self._folder, on_topic=on_topic, off_topic=off_topic, words=words, not_words=not_words, forget=forget,
            progress=progress_of(progress),
        )  # fmt: skip

    def crawl(
        self, *, resume: bool = False, replay: str | os.PathLike[str] | None = None, progress: Listener = None,
        stop: Callable[[], bool] = lambda: False, on_fetched: Callable[[str], None] = lambda url: None,
        topic: tuple[str | os.PathLike[str], str] | None = None, **options: Unpack[CrawlOptions],
    ) -> CrawlReport:  # fmt: skip
        """Finds the pages on the topic: fetch, judge, follow the links that promise most (D1–D3, N5–N10).

        `replay` takes the pages from a WARC file instead of the network; `topic` is a topics file and the name of an
        entry; `stop` is asked between two pages.
        """
        from motherlode.api.crawling import crawl_folder

        return crawl_folder(
            self._with("CrawlOptions", options), resume=resume, replay=Path(replay) if replay is not None else None,
            topic=(Path(topic[0]), topic[1]) if topic is not None else None,
            on_fetched=on_fetched, stop=stop, progress=progress_of(progress),
        )  # fmt: skip

    def articles(self, *, top: float | None = None) -> Results[Article]:
        """The project's articles, the most relevant first; `top` is the share of them in percent (N11).

        Without it the setting `top_percent` says the share.
        """
        from motherlode.app.export import top_of

        return Results(item.article for item in self._folder.store.articles.top(top_of(self._folder, top)))

    def search(self, text: str, *, limit: int = 20) -> Results[Article]:
        """Articles whose title or text holds every word; those with all words in the title come first."""
        words = text.split()
        if not words:
            raise UsageError("give a word to search for")
        found: dict[str, Article] = {}
        for column in ("title", "content"):
            filters = [Filter(column, "contains", word) for word in words]
            items, _ = self._folder.store.articles.list(limit=limit, filters=filters)
            found |= {item.article.url: item.article for item in items if item.article.url not in found}
        return Results(list(found.values())[:limit])

    def hidden(
        self, site: str | os.PathLike[str], *, resume: bool = False, update: bool = False, progress: Listener = None,
        stop: Callable[[], bool] = lambda: False, **options: Unpack[HiddenOptions],
    ) -> HiddenReport:  # fmt: skip
        """Reads a whole database behind a search form (H): `site` is a description file or the name of one.

        With `update` only ranges whose counts moved since the earlier reading are read; `changes_file` then holds the
        rows that came, went or changed.
        """
        from motherlode.api.hidden import hidden_report
        from motherlode.app.hidden.project import file_of, keep_description, read_site

        path = Path(site)
        name = path.stem if path.suffix == ".toml" else str(site)
        if path.suffix == ".toml" and path.resolve() != file_of(self._folder, name).resolve():
            keep_description(self._folder, name, _text_of(path))
        project, told = self._with("HiddenOptions", options), progress_of(progress)
        made = outside_a_loop(lambda: read_site(project, name, told, resume=resume, update=update, stopping=stop))
        if made.get("stopped"):
            return hidden_report(name, made, None, None)
        exports = self.folder / "exports"
        changes = exports / f"{name}.changes.jsonl" if made.get("changes") is not None else None
        return hidden_report(name, made, exports / f"{name}.jsonl", exports / f"{name}.certificate.json", changes)

    def rows(self, site: str) -> Iterator[dict[str, Any]]:
        """The rows of a hidden database that was read, one after the other."""
        file = self.folder / "exports" / f"{Path(site).stem}.jsonl"
        if not file.is_file():
            raise UnreadableInput(f"{site} was not read yet; read it with Project.hidden({site!r})")
        with file.open(encoding="utf-8") as lines:
            for line in lines:
                yield json.loads(line)

    def annotate(
        self, sources: str | os.PathLike[str] | Sequence[str | os.PathLike[str]], schema: str, *,
        pages: Literal["auto", "detail", "list"] = "auto", corrections: Mapping[str, str] | None = None,
        join: Sequence[Pair] = (), apart: Sequence[Pair] = (), explain: bool = False,
        progress: Listener = None, **options: Unpack[AnnotateOptions],
    ) -> AnnotatedTable:  # fmt: skip
        """Joins sources into one table under a schema (E7–E9): folders, archives, addresses, files of records.

        `corrections` say what columns mean: {"shop.col3": "price"}. `apart` undoes joins of records, `join` joins
        them, each as (("shop", "12"), ("library", "7")); both are kept, and the later word counts. With `explain` the
        table's `pairs` tell why. Without sources those that are known already are joined anew.
        """
        from motherlode.api.integration import Teaching, annotated, decided

        project = self._with("AnnotateOptions", options)
        return annotated(
            sources, schema, project.settings, kind=pages, explain=explain,
            teaching=Teaching(corrections=corrections or {}, decisions=decided(join, apart)),
            allow_private=project.params.allow_private, progress=progress_of(progress), project=project,
        )  # fmt: skip

    def university(
        self, homes: str | Iterable[str], *, resume: bool = False, browser: bool = False, progress: Listener = None,
        **options: Unpack[UniversityOptions],
    ) -> Results[University]:  # fmt: skip
        """Colleges, departments and people of universities, from their home pages into the network (U1–U9)."""
        return self.network.explore(homes, resume=resume, browser=browser, progress=progress, **options)

    @cached_property
    def network(self) -> Network:
        """The project's information network."""
        from motherlode.api.network import Network
        from motherlode.network.store import NetworkStore

        return Network(NetworkStore(self._folder.engine), self._folder.settings)

    def stories(self, *, progress: Listener = None, **options: Unpack[StoryOptions]) -> StoryResults:
        """Every article in a story; earlier stories are continued (N14)."""
        return self._documents().stories(progress=progress, **options)

    def hot(
        self, *, at: datetime | None = None, progress: Listener = None, **options: Unpack[HotOptions]
    ) -> Results[HotTopic]:
        """Topics that burst against their own history at a moment (N14).

        If none is given, that is now, or the time of the newest article where all are old.
        """
        return self._documents(at).hot(progress=progress, **options)

    def trust(self, *, progress: Listener = None, **options: Unpack[TrustOptions]) -> Results[Assessment]:
        """A degree of trust for every article, with its reasons (N12)."""
        return self._documents().trust(progress=progress, **options)

    def currency(
        self, *, at: datetime | None = None, progress: Listener = None, **options: Unpack[CurrencyOptions]
    ) -> Results[Assessment]:
        """A degree of currency for every article at a moment (N13); if none is given, the same one as for `hot`."""
        return self._documents(at).currency(progress=progress, **options)

    def evolution(
        self, story: str = "", *, progress: Listener = None, **options: Unpack[EvolutionOptions]
    ) -> Evolution:
        """How the topics, or one story, developed: episodes and the passages between them (N15)."""
        return self._documents().evolution(story, progress=progress, **options)

    def rate(self, source: str, rating: float | None, *, owner: str = "") -> None:
        """Keeps what you think of a source, from 0 to 1, for `trust`; None forgets it (N12)."""
        from motherlode.app.overview import rate_source

        rate_source(self._folder, source, rating, owner)

    def rate_from(self, file: str | os.PathLike[str]) -> int:
        """Rates the sources of a CSV file of domain, rating and, if known, owner; gives how many."""
        from motherlode.app.overview import rate_file

        return rate_file(self._folder, Path(file))

    @property
    def ratings(self) -> dict[str, tuple[float, str]]:
        """The rating and the owner, where one is known, of every source that was rated."""
        from motherlode.app.overview import rated_sources

        return {source: (rating, owner) for source, rating, owner in rated_sources(self._folder)}

    def watch(
        self, *, hours: float | None = None, progress: Listener = None, stop: Callable[[], bool] = lambda: False,
        **options: Unpack[WatchOptions],
    ) -> WatchReport:  # fmt: skip
        """Keeps the project fresh: visits again what may be new or changed, and tells what the rules want.

        It goes on for so many hours, or until `stop` says so; what it sees is kept visit by visit.
        """
        from motherlode.api.crawling import watch_folders

        watched = [self._with("WatchOptions", options)]
        return watch_folders(watched, hours=hours, progress=progress_of(progress), stop=stop)[0]

    def changes(self, *, kind: str = "", limit: int = 1000) -> Results[Change]:
        """What watching saw change, the newest first: new articles, edits, corrections, records, people."""
        from motherlode.store.watch import WatchStore

        filters = [Filter("kind", "equals", kind)] if kind else []
        return Results(WatchStore(self._folder.engine).changes(limit=limit, filters=filters)[0])

    def freshness(self) -> dict[str, Any]:
        """How fresh the project is: places by kind, mean age, estimated share that is stale, the next visits."""
        from motherlode.app.watch.watcher import freshness

        return freshness(self._folder, SystemClock().now())

    def export(
        self, format: ExportFormat = "jsonl", *, what: ExportTable = "articles",  # noqa: A002 - the word users know
        out: str | os.PathLike[str] | None = None, top: float | None = None,
    ) -> ExportReport:  # fmt: skip
        """Writes a table of the project to a file, in its folder `exports` if none is named."""
        from motherlode.app.export import export_project

        file, rows = export_project(
            self._folder, what=what, format_name=format, out=Path(out) if out is not None else None, top=top
        )
        return ExportReport(file, rows)

    def _with(self, call: str, options: Mapping[str, Any]) -> ProjectFolder:
        """The same project and store with the options of a call over its settings; they hold for that call."""
        given = given_by(call, options)
        if not given:
            return self._folder
        made = ProjectFolder(self.folder, self._folder.settings.over(given), self._folder.store_url)
        made.__dict__["store"] = self._folder.store
        return made

    def _documents(self, at: datetime | None = None) -> Documents:
        """The project's articles as documents; raises UsageError while there are none."""
        from motherlode.api.analysis import Documents

        documents = Documents.of_project(self._folder, at=at)
        if not documents:
            raise UsageError("the project has no articles yet; crawl first")
        return documents


def _private(allowed: bool | None) -> dict[str, bool]:
    return {} if allowed is None else {"allow_private": allowed}


def _text_of(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableInput(f"{file} cannot be read: {error}") from error
