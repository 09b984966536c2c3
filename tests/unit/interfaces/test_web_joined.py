"""The card of joined records draws the answer to what was asked last, whatever order answers come in."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from motherlode.api.serving import joining
from motherlode.interfaces.web.modules.records_joined import JoinedCard


class Readers:
    """Answers when it is told to, so that a later question may be answered first."""

    def __init__(self) -> None:
        self.waiting: list[asyncio.Future[joining.JoinedTable]] = []

    async def read(self, *_: object) -> joining.JoinedTable:
        self.waiting.append(asyncio.get_running_loop().create_future())
        return await self.waiting[-1]


def test_an_answer_that_comes_late_does_not_replace_a_newer_one(monkeypatch: Any) -> None:
    drawn: list[list[dict[str, Any]]] = []
    monkeypatch.setattr(JoinedCard, "_draw", lambda card: drawn.append(card.made.rows))

    async def ask_twice() -> JoinedCard:
        readers = Readers()
        card = JoinedCard(SimpleNamespace(readers=readers), SimpleNamespace(folder=Path("books")))  # type: ignore[arg-type]
        card.schema = SimpleNamespace(value="books")
        asked = [asyncio.ensure_future(card._ask(question)) for question in (joining.joined, joining.join_kept)]
        await asyncio.sleep(0)
        newer = joining.JoinedTable([], [{"id": "newer"}], [])
        readers.waiting[1].set_result(newer)
        await asked[1]
        readers.waiting[0].set_result(joining.JoinedTable([], [{"id": "older"}], []))
        await asked[0]
        return card

    card = asyncio.run(ask_twice())
    assert drawn == [[{"id": "newer"}]]
    assert card.made.rows == [{"id": "newer"}]
