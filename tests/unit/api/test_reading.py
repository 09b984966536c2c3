"""One page in every form that a caller may give, awaited too, and many pages on several cores."""

import asyncio
import gzip
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import motherlode as ml
from motherlode.api import workers
from motherlode.app.inputs import GivenPage, Unread
from motherlode.errors import AddressRefused, FetchError, UnreadableInput, UsageError

PARAGRAPHS = "".join(
    f"<p>The river rose by {n} metres, said the mayor of the town below the dam.</p>" for n in range(9)
)
PAGE = f"<html><head><title>Flood</title></head><body><h1>Flood in the valley</h1>{PARAGRAPHS}</body></html>"
BOOKS = "".join(f"<li><a href='/b{n}'>Book {n}</a> <b>$ {n}.50</b></li>" for n in range(1, 9))
STAFF = "".join(
    f"<li><a href='/{name.split()[-1]}'>{name}</a>, Professor</li>"
    for name in ("Anna Miller", "John Smith", "Maria Garcia", "Peter Brown", "Susan Clark", "James Wilson")
)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = PAGE.encode()
            self.send_response(404 if self.path == "/missing" else 200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Silent."""

    running = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{running.server_port}"
    running.shutdown()
    thread.join()
    running.server_close()


class Saved:
    """What requests gives."""

    url = "https://example.org/flood"
    content = PAGE.encode()
    headers = {"content-type": "text/html; charset=utf-8"}  # noqa: RUF012


def test_an_article_comes_from_text_bytes_a_path_a_zip_and_a_response(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(PAGE, encoding="utf-8")
    packed = tmp_path / "page.html.gz"
    packed.write_bytes(gzip.compress(PAGE.encode()))
    wanted = ml.article(PAGE)
    assert wanted.title == "Flood in the valley"
    assert "9 metres" not in wanted.content
    assert "8 metres" in wanted.content
    for given in (PAGE.encode(), file, str(file), packed):
        found = ml.article(given)
        assert (found.title, found.content) == (wanted.title, wanted.content)
    response = ml.Response("https://example.org/flood", "https://example.org/flood", 200, (), PAGE.encode(),
                           datetime(2026, 1, 1, tzinfo=UTC))  # fmt: skip
    assert ml.article(response).url == ml.article(Saved()).url == "https://example.org/flood"


def test_bytes_in_another_encoding_are_decoded() -> None:
    page = "<meta charset='gbk'><h1>大坝溃决</h1>" + "<p>镇长说，水位在夜间上涨，河谷居民已经撤离到高处。</p>" * 6
    assert ml.article(page.encode("gbk")).title == "大坝溃决"


def test_an_address_is_fetched_and_private_ones_are_refused(server: str) -> None:
    assert ml.article(f"{server}/flood", allow_private=True).title == "Flood in the valley"
    with pytest.raises(AddressRefused):
        ml.article(f"{server}/flood")
    with pytest.raises(FetchError, match="status 404"):
        ml.article(f"{server}/missing", allow_private=True)


def test_what_is_no_page_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match=r"nowhere\.html is not there"):
        ml.article("nowhere.html")
    with pytest.raises(UsageError, match="is a folder; read many pages with"):
        ml.article(tmp_path)
    with pytest.raises(UsageError, match="not int"):
        ml.article(3)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"unknown setting 'kep'.*'keep'"):
        ml.article(PAGE, kep=0.3)  # type: ignore[call-arg]


def test_records_are_a_table() -> None:
    found = ml.records(f"<ul>{BOOKS}</ul>", url="https://example.org/books")
    assert len(found) == 8
    assert found[0].texts == ("Book 1", "$ 1.50")
    assert [len(row) for row in found.to_dicts()] == [len(found.columns)] * 8
    assert found.regions[0].records == tuple(found)
    nothing = ml.records("<p>nothing</p>")
    assert len(nothing) == 0
    assert nothing.reason


def test_people_are_found() -> None:
    found = ml.people(f"<h1>Faculty</h1><ul>{STAFF}</ul>", url="https://example.edu/people")
    assert [person.name for person in found][:2] == ["Anna Miller", "John Smith"]
    assert found.to_dicts()[0]["rank"] == "professor"


async def test_the_awaited_forms_give_the_same(server: str) -> None:
    several = await asyncio.gather(
        ml.aio.article(PAGE), ml.aio.article(f"{server}/flood", allow_private=True), ml.aio.article(PAGE.encode())
    )
    assert len({(one.title, one.content) for one in several}) == 1
    assert len(await ml.aio.records(f"<ul>{BOOKS}</ul>")) == 8
    assert len(await ml.aio.people(f"<h1>Faculty</h1><ul>{STAFF}</ul>")) == 6


async def test_the_plain_forms_work_inside_a_running_loop(server: str) -> None:
    """As in a notebook."""
    assert ml.article(f"{server}/flood", allow_private=True).title == "Flood in the valley"


def _folder(folder: Path, number: int) -> Path:
    for n in range(number):
        (folder / f"{n:04}.html").write_text(PAGE.replace("valley", f"valley {n}"), encoding="utf-8")
    return folder


def test_many_pages_are_read_in_their_order_with_progress(tmp_path: Path) -> None:
    events: list[ml.ProgressEvent] = []
    found = list(ml.articles([_folder(tmp_path, 3), tmp_path / "none.html"], progress=events.append))
    assert [result.found.title if result.found else "" for result in found] == [
        "Flood in the valley 0", "Flood in the valley 1", "Flood in the valley 2", "",
    ]  # fmt: skip
    assert "is not there" in found[-1].error
    assert [event.done for event in events] == [0, 1, 2, 3, 4, 4]
    assert events[-1].ended
    assert events[-1].facts == {"unread": 1}


def test_several_processes_give_the_same_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "ALONE", 10)
    folder = _folder(tmp_path, 40)
    alone = list(ml.articles(folder, workers=1))
    assert list(ml.articles(folder, workers=2)) == alone
    assert len(list(ml.records_in(folder, workers=2))) == 40
    assert len(list(ml.people_in(folder, workers=2))) == 40


def test_a_reader_that_is_left_early_leaves_no_process_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "ALONE", 10)
    started: list[object] = []
    end = workers._end
    monkeypatch.setattr(workers, "_end", lambda process: (started.append(process), end(process)))
    for result in ml.articles(_folder(tmp_path, 200), workers=2):
        assert result.found is not None
        break
    assert all(process.poll() is not None for process in started)  # type: ignore[attr-defined]
    assert len(set(started)) == 2


def fails(page: GivenPage, options: object) -> str:
    """A mistake in the program."""
    raise KeyError(page.page)


def test_a_mistake_in_the_program_is_not_taken_for_a_bad_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "ALONE", 2)
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    with pytest.raises(RuntimeError, match="KeyError: 'p0'"):
        list(workers.each_page([GivenPage(f"p{n}", "", b"") for n in range(9)], "test_reading:fails", {}, 2))


def dies(page: GivenPage, options: object) -> str:
    """Ends its process over one page."""
    if page.page == "bad":
        import os

        os._exit(3)
    return page.page.upper()


def test_a_page_that_kills_its_process_costs_that_page_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "ALONE", 2)
    names = [f"p{n}" for n in range(20)]
    names[7] = "bad"
    pages = [GivenPage(name, "", b"") for name in names]
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    found = {name: one for name, _, one in workers.each_page(pages, "test_reading:dies", {}, 2)}
    assert isinstance(found["bad"], Unread)
    assert [found[name] for name in names if name != "bad"] == [name.upper() for name in names if name != "bad"]
