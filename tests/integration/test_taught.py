"""A person's marks: stored pages are judged anew at once, a running crawl turns to what is meant."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import motherlode as ml
from motherlode.errors import UsageError
from motherlode.interfaces.demo.server import Server, serve
from motherlode.interfaces.demo.site import HTML, Reply, Request
from tests.integration.rest.serving import serving

COMMON = ("people", "year", "city", "week", "report", "plan", "house", "group", "place", "part", "day", "work")
BIRD = ("forest", "feather", "nest", "mouse", "hunt", "wing", "claw", "prey", "egg", "hollow")
SHOP = ("laptop", "screen", "battery", "keyboard", "warranty", "price", "notebook", "order", "stock", "charger")
PAGES = 16


class Owls:
    """Birds and laptops of one name, sixteen pages of each."""

    host = "owls"

    def __init__(self) -> None:
        self.slow = False

    def respond(self, request: Request, /) -> Reply:
        kind, _, number = request.path.strip("/").partition("/")
        if kind not in {"birds", "shop"}:
            links = "".join(f'<a href="/{kind}/{n}">owl {n}</a> ' for n in range(PAGES) for kind in ("shop", "birds"))
            return Reply(body=f"<title>Front</title>{links}".encode(), headers=HTML)
        random = Random(request.path)
        words = [
            *random.choices(BIRD if kind == "birds" else SHOP, k=60),
            *random.choices(COMMON, k=60),
            *["owl"] * 6,
        ]
        random.shuffle(words)
        text = f"<title>owl {kind} {number}</title><p>{' '.join(words[:70])}.</p><p>{' '.join(words[70:])}.</p>"
        return Reply(body=text.encode(), headers=HTML, delay=0.06 if self.slow else 0.0)


def crawled(folder: Path, server: Server, **options: object) -> ml.Project:
    project = ml.Project(folder, allow_private=True)
    project.add(seeds=server.url("owls"), keywords="owl")
    project.crawl(max_pages=60, delay=0.0, **options)  # type: ignore[arg-type]
    return project


def kept(project: ml.Project) -> set[str]:
    return {article.url.split("/", 3)[3] for article in project.articles()}


def shares(project: ml.Project) -> tuple[int, int]:
    found = kept(project)
    return sum(name.startswith("birds") for name in found), sum(name.startswith("shop") for name in found)


def test_one_mark_turns_what_is_stored(tmp_path: Path) -> None:
    with serve([Owls()]) as server, crawled(tmp_path / "p", server) as project:
        assert shares(project) == (PAGES, PAGES)
        report = project.mark(off_topic=server.url("owls", "/shop/3"), on_topic=server.url("owls", "/birds/3"))
        birds, shop = shares(project)
        assert (birds, shop) == (PAGES, 0)
        assert report.kept_before == 2 * PAGES
        assert len(report.fell_out) == PAGES
        project.mark(forget=[server.url("owls", "/shop/3"), server.url("owls", "/birds/3")])
        assert shares(project) == (PAGES, PAGES)


def test_words_that_are_not_meant_count_against_a_page(tmp_path: Path) -> None:
    with serve([Owls()]) as server, crawled(tmp_path / "p", server) as project:
        project.mark(words={"feathers": 1.0}, not_words=["laptop", "keyboard"])
        assert shares(project) == (PAGES, 0)
        assert {word.word for word in project.keywords} == {"owl", "feathers"}


def test_a_marked_page_is_what_the_person_says(tmp_path: Path) -> None:
    with serve([Owls()]) as server, crawled(tmp_path / "p", server) as project:
        project.mark(off_topic=server.url("owls", "/birds/5"), not_words="keyboard")
        assert "birds/5" not in kept(project)
        with pytest.raises(UsageError, match="choose one"):
            project.mark(on_topic=server.url("owls", "/"), off_topic=server.url("owls", "/"))


def test_a_running_crawl_hears_what_is_marked(tmp_path: Path) -> None:
    """After a dozen pages the shop is marked as off topic: of the pages fetched next hardly one is of the shop."""
    site = Owls()
    with serve([site]) as server:
        fetched: list[str] = []
        project = ml.Project(tmp_path / "p", allow_private=True)

        def seen(url: str) -> None:
            fetched.append(url.split("/", 3)[3])
            if len(fetched) == 12:
                shop = [url for url in fetched if url.startswith("shop")]
                birds = [url for url in fetched if url.startswith("birds")]
                with ml.Project(tmp_path / "p", allow_private=True) as other:
                    other.mark(
                        off_topic=[server.url("owls", f"/{url}") for url in shop[:3]],
                        on_topic=[server.url("owls", f"/{url}") for url in birds[:3]],
                    )
                site.slow = True

        project.add(seeds=server.url("owls"), keywords="owl")
        project.crawl(max_pages=60, delay=0.0, per_host=1, on_fetched=seen)
        birds, shop = shares(project)
        project.close()
    assert (birds, shop) == (PAGES, 0)


def test_marks_by_rest(tmp_path: Path) -> None:
    with serve([Owls()]) as server:
        with crawled(tmp_path / "demo", server):
            pass
        with serving(tmp_path) as client:
            said = client.post(
                "/projects/demo/marks",
                json={"on_topic": [server.url("owls", "/birds/1")], "off_topic": [server.url("owls", "/shop/1")]},
            ).json()
            assert (said["kept_before"], said["kept"]) == (2 * PAGES, PAGES)
            marks = client.get("/projects/demo/marks").json()
    assert marks["off_topic"] == [server.url("owls", "/shop/1")]
