"""Documents and what can be said of them: stories, trust, currency, hot topics and evolution (N12–N15)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from motherlode.analyse.currency import currency
from motherlode.analyse.evolution import evolution
from motherlode.analyse.hot import hot_remarks, hot_topics
from motherlode.analyse.keeping import KeptRatings, KeptStories
from motherlode.analyse.params import CurrencyParams, EvolutionParams, HotParams, StoryParams, TrustParams
from motherlode.analyse.trust import trust
from motherlode.api.option_names import given_by
from motherlode.api.results import ProgressCallback, Results, progress_of
from motherlode.app.analyse.documents import (
    documents_of_project,
    extracted,
    is_archive,
    read_date,
    read_files,
    shards_in,
)
from motherlode.app.analyse.run import continue_stories, find_stories, moment_of, ratings_of, undo_joining
from motherlode.app.project import Project as ProjectFolder
from motherlode.app.settings import FILE_NAME, Settings
from motherlode.errors import UsageError
from motherlode.model.clock import SystemClock
from motherlode.model.documents import (
    Assessment,
    Document,
    Evolution,
    HotTopic,
    Placement,
    Stories,
    Story,
    UnreadLine,
)
from motherlode.model.plain import plain
from motherlode.model.ports import Progress

if TYPE_CHECKING:
    from typing import Unpack

    from motherlode.api.options import CurrencyOptions, EvolutionOptions, HotOptions, StoryOptions, TrustOptions

Listener = ProgressCallback | Progress | None


class StoryResults(Results[Story]):
    """The stories, the largest first; `placements` says for every document where it belongs and why."""

    def __init__(self, found: Stories) -> None:
        super().__init__(found.stories, remarks=found.remarks)
        self.placements: Results[Placement] = Results(found.placements)


class Documents(Results[Document]):
    """Documents to analyse, and the moment `at` which they are judged; `errors` names what could not be read.

    The moment is now, or the time of the newest document where all are old. What is found of a project's articles is
    kept in the project; what is found of other documents is only given back.

    >>> from motherlode.model.documents import Document
    >>> flood = [Document("a", "Dam above Orrick cracks"), Document("b", "Cracks in Orrick dam")]
    >>> [story.documents for story in Documents(flood).stories()]
    [('a', 'b')]
    """

    def __init__(
        self, documents: Iterable[Document] = (), *, at: datetime | str | None = None,
        errors: Iterable[UnreadLine] = (), remarks: Iterable[str] = (),
    ) -> None:  # fmt: skip
        super().__init__(documents, remarks=remarks)
        self.errors: Results[UnreadLine] = Results(errors)
        self.at, self._moment_remark = (
            moment_of(self, SystemClock().now()) if at is None else (_moment(at), "")
        )  # fmt: skip
        self._project: ProjectFolder | None = None

    @classmethod
    def read(
        cls, where: str | os.PathLike[str], *, at: datetime | str | None = None,
        shards: str | os.PathLike[str] | None = None, workers: int = 1, cluster: str = "", progress: Listener = None,
    ) -> Self:  # fmt: skip
        """The documents of a project folder, of a JSONL file or a folder of them, or of WARC files.

        What is dated later than a given moment counts as undated. The articles of WARC files are extracted first,
        into the folder `shards`, by so many `workers` or by a `cluster`: local:N, ray, ray:N or ray://host:port.
        """
        path = Path(where)
        if (path / FILE_NAME).is_file():
            return cls.of_project(ProjectFolder.open(path), at=at)
        failed: list[UnreadLine] = []
        remarks: list[str] = []
        if is_archive(path):
            out = Path(shards) if shards else Path(f"{path.resolve().name}.shards")
            files, failed = extracted(path, out, workers, cluster, progress_of(progress))
            remarks.append(f"the articles are in {out}; what is there is not extracted again")
        else:
            files = shards_in(path) if path.is_dir() else [path]
        documents, unread = read_files(files, _moment(at))
        return cls(documents, at=at, errors=[*failed, *unread], remarks=remarks)

    @classmethod
    def of_project(cls, project: ProjectFolder, *, at: datetime | str | None = None) -> Self:
        """The articles of an opened project."""
        made = cls(documents_of_project(project, _moment(at)), at=at)
        made._project = project
        return made

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the store of the project that the documents were read from."""
        if self._project is not None:
            self._project.close()

    def stories(
        self, *, anew: bool = False, progress: Listener = None, **options: Unpack[StoryOptions]
    ) -> StoryResults:
        """Every document in a story (N14); stories of earlier runs of a project are continued, or made `anew`."""
        found = self._gathered(self._settings("StoryOptions", options), progress, anew=anew)
        self._keep("stories", {story.id: plain(story) for story in found.stories})
        self._keep("placements", {placement.id: plain(placement) for placement in found.placements})
        return StoryResults(found)

    def undo_joining(self, number: int, **options: Unpack[StoryOptions]) -> str:
        """Parts two stories of a project again that the joining of this number made one; says what was done."""
        if self._project is None:
            raise UsageError("--undo works on a project: the stories of a file are gathered anew every time")
        params = self._settings("StoryOptions", options).get(StoryParams)
        return undo_joining(number, KeptStories(self._project.engine), params)

    def trust(self, *, progress: Listener = None, **options: Unpack[TrustOptions]) -> Results[Assessment]:
        """A degree of trust for every document with its reasons, or that it is unknown (N12)."""
        settings = self._settings("TrustOptions", options)
        params = settings.get(TrustParams)
        ratings = ratings_of(params, KeptRatings(self._project.engine) if self._project is not None else None)
        found = trust(self, self._gathered(settings, progress).placements, params, ratings)
        self._keep("trust", {each.id: plain(each) for each in found})
        return Results(found)

    def currency(self, *, progress: Listener = None, **options: Unpack[CurrencyOptions]) -> Results[Assessment]:
        """A degree of currency for every document: its age against its story's half-life (N13)."""
        settings = self._settings("CurrencyOptions", options)
        placements = self._gathered(settings, progress).placements
        found = currency(self, placements, settings.get(CurrencyParams), self.at)
        self._keep("currency", {each.id: plain(each) for each in found})
        return Results(found, remarks=filter(None, [self._moment_remark]))

    def hot(self, *, progress: Listener = None, **options: Unpack[HotOptions]) -> Results[HotTopic]:
        """The topics that burst against their own history (N14)."""
        settings = self._settings("HotOptions", options)
        params, stories = settings.get(HotParams), self._gathered(settings, progress)
        found = hot_topics(self, stories, params, self.at)
        remarks = hot_remarks(self, stories, found, params, self.at)
        self._keep("hot", {topic.story: plain(topic) for topic in found})
        self._keep("remarks", {"hot": {"remarks": remarks}})
        return Results(found, remarks=filter(None, (self._moment_remark, *remarks[1:])))

    def evolution(
        self, story: str = "", *, progress: Listener = None, **options: Unpack[EvolutionOptions]
    ) -> Evolution:
        """How the topics, or one story, developed: episodes and the passages between them (N15)."""
        settings = self._settings("EvolutionOptions", options)
        placements = self._gathered(settings, progress).placements
        inside = {placement.id for placement in placements if placement.story == story or not story}
        if story and not inside:
            raise UsageError(f"there is no story {story}; see the names with: motherlode analyse stories")
        chosen = [document for document in self if document.id in inside]
        found = evolution(chosen, placements, settings.get(EvolutionParams))
        self._keep("evolution", {"graph": plain(found)})
        return found

    def _settings(self, call: str, options: Mapping[str, Any]) -> Settings:
        """The project's settings, or the usual ones, with the options of a call over them."""
        return (self._project.settings if self._project is not None else Settings()).over(given_by(call, options))

    def _gathered(self, settings: Settings, progress: Listener, *, anew: bool = False) -> Stories:
        params, told = settings.get(StoryParams), progress_of(progress)
        if self._project is None:
            return find_stories(self, params, progress=told)
        return continue_stories(self, KeptStories(self._project.engine), params, told, anew=anew)

    def _keep(self, kind: str, values: Mapping[str, Any]) -> None:
        if self._project is not None:
            self._project.store.results.replace(kind, values, SystemClock().now())


def _moment(at: datetime | str | None) -> datetime:
    """A moment as a person writes it; now where none is given."""
    if at is None:
        return SystemClock().now()
    if isinstance(at, datetime):
        return at if at.tzinfo else at.replace(tzinfo=UTC)
    moment, remark = read_date(at, datetime.max.replace(tzinfo=UTC))
    if moment is None:
        raise UsageError(f"--at {at}: {remark}; write it like 2026-03-01T12:00:00+00:00")
    return moment
