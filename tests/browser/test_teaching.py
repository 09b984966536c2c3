"""Teaching by a click: pages and words marked where they are seen, judged anew at once, taken back."""

from __future__ import annotations

from typing import Any

import pytest

from motherlode.app.jobs.manager import Jobs
from motherlode.app.workspace import Workspace
from motherlode.interfaces.demo.server import serve
from motherlode.interfaces.demo.site import HTML, Reply, Request
from motherlode.model.clock import SystemClock
from motherlode.model.topic import Keyword
from tests.browser.conftest import Site
from tests.browser.help import at

pytestmark = pytest.mark.browser


class Birds:
    """Pages about owls in the wood, and some about owls on screens."""

    host = "birds"

    def respond(self, request: Request, /) -> Reply:
        if request.path == "/robots.txt":
            return Reply(body=b"", headers=(("Content-Type", "text/plain"),))
        links = "".join(f'<li><a href="/wood{n}">owls of the wood {n}</a></li>' for n in range(5))
        if request.path == "/":
            links += "".join(f'<li><a href="/screen{n}">owls on a screen {n}</a></li>' for n in range(4))
            return Reply(body=f"<title>owls</title><ul>{links}</ul>".encode(), headers=HTML)
        word = "wood and mice and night" if "wood" in request.path else "screen and battery and keyboard"
        text = f"The owls of {request.path} know {word}. Owls of {word} were seen by {request.path} again. " * 8
        return Reply(body=f"<title>owls {request.path}</title><p>{text}</p>".encode(), headers=HTML)


def test_a_page_is_marked_where_it_is_listed_and_the_mark_is_taken_back(page: Any, site: Site) -> None:
    with serve([Birds()]) as server:
        workspace = Workspace(site.folder)
        project = workspace.create("owls", {"project": {"allow_private": True}, "fetch": {"delay": 0.0}})
        project.store.topics.set_sources("newsset", [server.url("birds", "/")])
        project.store.topics.set_sources("urlset", [server.url("birds", f"/{name}") for name in ("wood0", "screen0")])
        project.store.topics.set_keywords([Keyword("owls")])
        jobs = Jobs(SystemClock())
        done = jobs.wait(project, jobs.start(project, "crawl", {"max_pages": 12}).id, 120)
        assert done.state == "done", done.report
        one = next(url for url, _ in project.store.articles.addresses())
        page.goto(f"{site.url}/p/owls/results")
        at(page, "table-articles").get_by_label(f"Off the topic: {one}").click()
        at(page, "taught").get_by_text("judged anew:").wait_for(timeout=90_000)
        assert project.store.topics.marks().off_topic == (one,)
        assert one not in dict(project.store.articles.addresses())
        marked = at(page, "table-articles").get_by_label(f"Off the topic: {one}")
        marked.wait_for(state="detached", timeout=90_000)  # the row goes a little after the words come
        at(page, "undo-mark").click()
        marked.wait_for(timeout=90_000)
        assert project.store.topics.marks().off_topic == ()
        page.goto(f"{site.url}/p/owls/run")
        at(page, "run-log").get_by_label(f"Off the topic: {one}").wait_for()
        page.goto(f"{site.url}/p/owls/topic")
        at(page, "profile").get_by_label("Not meant: ").first.wait_for()
        workspace.close()
