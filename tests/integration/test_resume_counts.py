"""What a resumed crawl reports is of its own pages: no share above one, no count below nought."""

from __future__ import annotations

from pathlib import Path

from motherlode.app.crawl.parts import CrawlSettings
from motherlode.app.crawl.run import CrawlCallbacks, crawl_project
from motherlode.app.project import Project
from motherlode.crawl.params import CrawlParams
from motherlode.crawl.parts import Report
from motherlode.interfaces.demo.server import serve
from motherlode.model.ports import Silent
from motherlode.model.topic import Keyword, Topic
from motherlode.topic.params import ThresholdParams, TopicParams
from tests.faults.test_store_fails import FETCH, Many


def test_pages_of_before_that_are_kept_at_last_do_not_count_as_fetched_and_kept_now(tmp_path: Path) -> None:
    with serve([Many()]) as server:
        project = Project.create(tmp_path / "p", {"project": {"allow_private": True}})
        topic = Topic("owls", (Keyword("owls"), Keyword("night")), (), (server.url("many"),))

        def crawl(threshold: float, pages: int, *, resume: bool) -> Report:
            settings = CrawlSettings(
                crawl=CrawlParams(max_pages=pages),
                topic=TopicParams(learning=False),
                threshold=ThresholdParams(moving=False, threshold=threshold),
            )
            return crawl_project(
                project, settings, FETCH, topic=topic, callbacks=CrawlCallbacks(Silent(), resume=resume)
            )

        first = crawl(1.0, 60, resume=False)
        second = crawl(0.0, 3, resume=True)
        kept = sum(1 for _ in project.store.pages.all(kept=True))
        project.close()
    assert first.kept == 0
    assert kept > 60, "the pages of before are kept now"
    assert second.kept <= second.fetched == 3
    assert second.harvest <= 1.0
    assert min(second.dropped.values(), default=0) >= 0
