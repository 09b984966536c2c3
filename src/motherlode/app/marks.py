"""Marks: a person says that pages are on or off the topic, and which words are meant and which are not.

What is stored is judged anew at once. A crawl that is running reads the marks between two pages, one that is taken up
later at its start, and both value what waits by them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motherlode.app.crawl.command import crawl_settings
from motherlode.app.crawl.judging import judge_for, settled
from motherlode.app.crawl.parts import keeping
from motherlode.app.crawl.sink import ProjectSink, Rows, last_word
from motherlode.app.importing import Words, addresses, weighted
from motherlode.app.project import Project
from motherlode.app.stored_pages import StoredPages
from motherlode.crawl.parts import Report
from motherlode.errors import UsageError
from motherlode.model.clock import SystemClock
from motherlode.model.plain import AsDict
from motherlode.model.ports import Progress, Silent
from motherlode.model.topic import Keyword, Marks
from motherlode.pages.archive import Archive
from motherlode.text.urls import canonical
from motherlode.topic.judge import Judge


@dataclass(frozen=True, slots=True)
class MarkReport(AsDict):
    """What marks changed: pages judged anew, pages kept before and now, and what came in and fell out."""

    judged: int
    kept_before: int
    kept: int
    came_in: tuple[str, ...]
    fell_out: tuple[str, ...]
    marks: Marks


def mark_folder(folder: str, said: Mapping[str, Any]) -> MarkReport:
    """Keeps marks and judges the pages of a folder's project by them, in a process of its own.

    `said` has the names of `keep_marks`. Judging pages in the server itself would hold it up.
    """
    project = Project.open(Path(folder))
    try:
        keep_marks(project, **said)
        return judge_again(project)
    finally:
        project.close()


def keep_marks(
    project: Project,
    *,
    on_topic: Iterable[str] = (),
    off_topic: Iterable[str] = (),
    words: Mapping[str, float] | None = None,
    unwanted: Iterable[str] = (),
    forget: Iterable[str] = (),
) -> None:
    """Keeps marks and judges nothing by them yet; `forget` takes back what was said of addresses and words."""
    topics = project.store.topics
    given = dict(words or {})
    marks = changed_marks(topics.marks(), tuple(on_topic), tuple(off_topic), tuple(unwanted), (*given, *forget))
    known = [word for word in topics.keywords() if word.word not in given and word.word not in marks.unwanted]
    topics.set_keywords([*known, *(Keyword(word, weight) for word, weight in given.items())])
    topics.set_marks(marks)


def changed_marks(
    marks: Marks, on_topic: Sequence[str], off_topic: Sequence[str], unwanted: Sequence[str], forget: Sequence[str]
) -> Marks:
    """Marks with further ones; the newest word on a page or a word counts."""
    on, off = [canonical(url) for url in on_topic], [canonical(url) for url in off_topic]
    if both := set(on) & set(off):
        raise UsageError(f"{min(both)} is marked as on topic and as off topic; choose one")
    gone = {*forget, *(canonical(one) for one in forget if "://" in one)}
    return Marks(
        tuple(dict.fromkeys([*(url for url in marks.on_topic if url not in {*off, *gone}), *on])),
        tuple(dict.fromkeys([*(url for url in marks.off_topic if url not in {*on, *gone}), *off])),
        tuple(dict.fromkeys([*(word for word in marks.unwanted if word not in gone), *unwanted])),
    )


def judge_again(project: Project, progress: Progress | None = None) -> MarkReport:
    """Judges every page that the project holds by its topic as it is now, and revises what is kept."""
    told = progress or Silent()
    settings = crawl_settings(project.settings)
    topic = project.store.topics.topic(project.params.name)
    stored = sorted(
        (page for page in project.store.pages.all() if page.warc_offset >= 0),
        key=lambda page: (page.fetched_at, page.url),
    )
    before = {page.url for page in stored if page.kept}
    archive = Archive(project.archive_folder)
    told.begin("judge the stored pages anew", len(stored))
    try:
        read = StoredPages(project, archive, settings, told.note)
        examples = read.pages(topic.examples)
        judge = judge_for(topic.keywords, examples, settings.topic)
        if isinstance(judge, Judge):
            judge.teach(off_topic=read.pages(topic.marks.off_topic), unwanted=topic.marks.unwanted)
        extracting = settings.extracting()
        rows = Rows(judge, SystemClock(), run=None, extract=extracting)
        sink = ProjectSink(project.store, archive, rows, keeping(settings, extracting, examples).links_only)
        for page in stored:
            if (found := read.page(page)) is not None:
                sink.judged[len(judge.relevances())] = page.url
                judge.judge(found)
            told.advance()
        # In paper mode Algorithm 1 has had its word, page by page: only what was marked changes.
        relevances, threshold = settled(judge, settings.threshold, settings.threshold.threshold)
        last_word(Report(), project.store, sink, relevances, threshold, topic.marks)
    finally:
        archive.close()
        told.end()
    after = {page.url for page in project.store.pages.all(kept=True)}
    return MarkReport(
        len(relevances), len(before), len(after), tuple(sorted(after - before)), tuple(sorted(before - after)),
        topic.marks,
    )  # fmt: skip


def marked(
    project: Project, *, on_topic: str | Iterable[str], off_topic: str | Iterable[str], words: Words,
    not_words: str | Iterable[str], forget: str | Iterable[str], progress: Progress,
) -> MarkReport:  # fmt: skip
    """Keeps marks and judges the stored pages by them; raises UsageError for what is no address."""
    keep_marks(
        project, on_topic=addresses(on_topic), off_topic=addresses(off_topic), words=weighted(words),
        unwanted=[not_words] if isinstance(not_words, str) else list(not_words),
        forget=[forget] if isinstance(forget, str) else list(forget),
    )  # fmt: skip
    return judge_again(project, progress)
