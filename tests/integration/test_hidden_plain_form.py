"""A plain shop from its form to its last row: prices with a sign, a bare link to the next page at the page's end."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from urllib.parse import parse_qsl

import pytest

from motherlode.app.hidden.draft import draft_of
from motherlode.interfaces.cli.app import main
from motherlode.interfaces.demo.server import serve
from motherlode.interfaces.demo.site import HTML, Reply, Request

CUTS = ("Fair", "Good", "Ideal")
STONES = [(no, 20 + no % 40, CUTS[no % 3], 300 + 7 * no) for no in range(1, 301)]
MOST, SIZE = 40, 10


class Shop:
    """Its answers end with their pager, or with their table where there is no further page."""

    host = "shop"

    def respond(self, request: Request, /) -> Reply:
        asked = dict(parse_qsl(request.query))
        if request.path == "/robots.txt":
            return Reply(404)
        if request.path != "/search":
            options = "".join(f"<option>{cut}</option>" for cut in CUTS)
            form = "<form action=/search>Price <input name=price_from> to <input name=price_to> Cut <select name=cut>"
            return Reply(
                body=f"<html>{form}<option value=''>any{options}</select></form></html>".encode(), headers=HTML
            )
        low, high = (float(asked.get(f"price_{end}") or default) for end, default in (("from", 0), ("to", 1e9)))
        found = [s for s in STONES if low <= s[3] <= high and asked.get("cut", "") in ("", s[2])][:MOST]
        page = int(asked.get("page", 1))
        rows = "".join(
            f"<tr><td>{no}</td><td>0.{carat}</td><td>{cut}</td><td>${price}</td></tr>"
            for no, carat, cut, price in found[(page - 1) * SIZE : page * SIZE]
        )
        wanted = "&amp;".join(f"{name}={value}" for name, value in asked.items() if name != "page")
        pager = f"<a href='/search?{wanted}&amp;page={page + 1}'>Next</a>" if page * SIZE < len(found) else ""
        head = "<tr><th>No</th><th>Carat</th><th>Cut</th><th>Price</th></tr>"
        return Reply(body=f"<html><p>Stones</p><table>{head}{rows}</table>{pager}</html>".encode(), headers=HTML)


@pytest.mark.timeout(170)
def test_a_shop_is_described_by_asking_and_read_to_the_last_stone(tmp_path: Path) -> None:
    with serve([Shop()]) as server:
        text = asyncio.run(draft_of(server.url("shop", "/"), allow_private=True))
        assert f"an answer shows {MOST} rows at most, {SIZE} a page" in text
        assert 'field = "Price"' in text
        assert "is left out" not in text
        (tmp_path / "shop.toml").write_text(text)
        command = ["hidden", str(tmp_path / "shop.toml"), "--out", str(tmp_path / "shop.jsonl"), "--allow-private"]
        assert main([*command, "--delay", "0"]) == 0
    read = [json.loads(line) for line in (tmp_path / "shop.jsonl").read_text().splitlines()]
    assert sorted(int(row["No"]) for row in read) == [no for no, *_ in STONES]
