"""A kept page and its article reach the store together, or not at all."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from motherlode.app.crawl.judging import Extracting
from motherlode.app.crawl.parts import Keeping
from motherlode.app.crawl.sink import ProjectSink, Rows, last_word
from motherlode.crawl.parts import Reading, Report, Visit
from motherlode.model.clock import SystemClock
from motherlode.model.crawl import Judgement, ReadPage
from motherlode.model.evidence import Term, Verdict
from motherlode.model.pages import Response
from motherlode.model.topic import Keyword
from motherlode.pages.archive import Archive
from motherlode.store.store import Store
from motherlode.topic.judge import Judge
from motherlode.topic.params import ThresholdParams

URL = "http://a.example/1"


def visit() -> Visit:
    body = b"<title>Owl</title><p>The owl is a bird of prey.</p>"
    response = Response(URL, URL, 200, (("Content-Type", "text/html"),), body, datetime.now(UTC))
    reading = Reading(ReadPage(URL, "Owl", "The owl is a bird of prey."))
    return Visit(0, 0, response, reading, Judgement(0.9, 0.9), Verdict(True, "related", "owl"), "", 0, ())


def test_a_write_that_ends_between_page_and_article_leaves_neither(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, archive = Store.at(tmp_path / "s.sqlite"), Archive(tmp_path / "archive")
    rows = Rows(Judge([Keyword("owl")], []), SystemClock(), run=None, extract=Extracting())
    sink = ProjectSink(store, archive, rows, lambda reading, response: False)
    sink.put(visit())

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(store.articles, "write", killed)
        with pytest.raises(KeyboardInterrupt):
            sink.flush()
    assert list(store.pages.all()) == []
    sink.flush()
    assert [page.url for page in store.pages.all(kept=True)] == [item.article.url for item in store.articles.all()]
    archive.close()
    store.close()


@pytest.mark.parametrize("listed", [True, False])
def test_a_page_that_the_last_word_finds_related_is_kept_unless_it_is_a_list(tmp_path: Path, *, listed: bool) -> None:
    store, archive = Store.at(tmp_path / "s.sqlite"), Archive(tmp_path / "archive")
    rows = Rows(Judge([Keyword("owl")], []), SystemClock(), run=None, extract=Extracting())
    sink = ProjectSink(store, archive, rows, lambda reading, response: listed)
    dropped = replace(visit(), verdict=Verdict(False, "unrelated", "on the way"))
    file, offset = sink.archive(dropped.response)
    sink.put(replace(dropped, file=file, offset=offset))
    report = Report(dropped=Counter({"unrelated": 1}))
    last_word(report, store, sink, np.array([0.9], dtype=np.float32), 0.5)
    (page,) = store.pages.all()
    assert (page.kept, page.code) == (not listed, "list-page" if listed else "related")
    assert (report.kept, dict(report.dropped)) == ((0, {"list-page": 1}) if listed else (1, {}))
    assert len(list(store.articles.all())) == (0 if listed else 1)
    archive.close()
    store.close()


def test_a_verdict_names_the_words_as_the_page_writes_them() -> None:
    terms = tuple(Term(name, 1.0, 0.1, "") for name in ("evacu", "famili", "大坝"))
    text = "Families were told to leave; 大坝 inspectors said that evacuated homes are safe."
    keeping = Keeping(ThresholdParams(), Extracting().is_list)
    said = keeping.verdict(Judgement(0.1, 0.1, terms), 0.5, text).reason
    assert said == "relevance 0.10 < threshold 0.50: evacuated, families, 大坝"
