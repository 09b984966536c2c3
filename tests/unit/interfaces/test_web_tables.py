"""Tables of the web page: an answer that comes late never stands where a later question was asked."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Sequence

import pytest
from nicegui import Client, core, ui
from starlette.requests import Request

from motherlode.interfaces.web import tables
from motherlode.model.records import Column, Record, Region


@pytest.fixture
async def client() -> AsyncIterator[Client]:
    """A page that nobody looks at; its server would say which loop runs it."""
    core.loop = asyncio.get_running_loop()
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": []}
    made = Client(ui.page("/"), request=Request(scope))
    yield made
    made.delete()
    core.loop = None


class Store:
    """Answers with what is wanted when it is asked; whoever wants `slow` waits until that is let go."""

    def __init__(self) -> None:
        self.wanted, self.began, self.let_go = "slow", threading.Event(), threading.Event()

    def asked(self) -> str:
        wanted = self.wanted
        if wanted == "slow":
            self.began.set()
            assert self.let_go.wait(60)
        return wanted

    async def overtaken(self, client: Client, shown: tables.SliceTable | tables.Facets) -> None:
        """Asks for what is slow, then for what is quick, and sees both answers arrive."""

        async def load() -> None:
            with client:
                await shown.load()

        first = asyncio.create_task(load())
        assert await asyncio.to_thread(self.began.wait, 60)
        self.wanted = "quick"
        await load()
        self.let_go.set()
        await first


async def test_the_rows_of_the_last_filter_stay_though_an_earlier_answer_comes_later(client: Client) -> None:
    store = Store()

    def fetch(offset: int, limit: int, sort: str) -> tuple[tables.Rows, int]:
        name = store.asked()
        return [{"name": name}], len(name)

    with client:
        table = tables.SliceTable((("name", "Name"),), fetch, key="name", mark="t", sort="name", empty=lambda: None)
    await store.overtaken(client, table)
    assert table.widget.rows == [{"name": "quick"}]
    assert table.total.text == "5 in all"


async def test_the_counts_of_the_last_filter_stay_though_an_earlier_answer_comes_later(client: Client) -> None:
    store = Store()

    def count(name: str) -> Sequence[tuple[str, int]]:
        return [(store.asked(), 1), ("other", 2)]

    with client:
        facets = tables.Facets({"source": "Source"}, "f", count)
    await store.overtaken(client, facets)
    marks = [each.props.get("data-testid") for each in facets.place.descendants() if isinstance(each, ui.button)]
    assert marks == ["f-source-quick", "f-source-other"]


async def test_a_text_beside_many_columns_is_not_one_word_wide(client: Client) -> None:
    names = ("text", "price", "link")
    columns = tuple(Column(name, type="link" if name == "link" else "text") for name in names)
    values = {
        "text": "I am looking for a room by the sea. " * 5,
        "price": "$ 3",
        "link": "http://a.example/" + "x" * 90,
    }
    region = Region(1.0, "//p", columns, (Record(tuple(values.values()), fields=values),))
    with client:
        shown = tables.records(region, 12, mark="r", size=10)
    assert [each["style"] for each in shown.columns] == [tables.ROOMY, "", tables.ASIDE]
