"""Further sites that lie: caches, quotas, replicas, filters that are read in another way than they are written.

Each oddity changes what is asked, what is selected, how pages are cut or what an answer says; see `liars`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from tests.hidden_sites.liars import LIES, SHORT, LyingSite

ODD = (
    "cached answer", "filter ignored", "filter ignored later", "old counts", "quota", "quota a while", "bytes",
    "replica", "whole numbers", "points as thousands", "ends differ", "equal ends", "wrapped ids", "two values",
    "null as nought", "narrow window", "page two forgets", "pages overlap", "pages leave out", "old index",
    "trimmed", "distinct rows",
)  # fmt: skip
ODD_SHORT = frozenset({"cached answer", "quota", "quota a while", "bytes", "replica", "equal ends", "narrow window",
                       "pages leave out", "old index", "distinct rows", "filter ignored later"})  # fmt: skip
"""Oddities by which an answer of fewer than k rows is not whole."""
EVERY_LIE = (*LIES, *ODD)
EVERY_SHORT = SHORT | ODD_SHORT


class OddSite(LyingSite):
    """A table whose site is odd in the way that its ways name, or lies in one of the older ways."""

    def __post_init__(self) -> None:
        super().__post_init__()
        lie, rng = self.ways.lie, self.rng
        self.last: tuple[int, str, tuple[tuple[str, str], ...]] | None = None
        self.first_counts: dict[str, Any] = {}
        self.window = {"number": float(rng.integers(40, 400)), "date": int(rng.integers(60, 900)),
                       "time": int(rng.integers(40_000, 900_000))}  # fmt: skip
        self.index = [dict(row) for row in self.table]
        first = self.ways.kinds[0]
        if lie == "old index" and len(self.table) > 4:
            for number in (rng.random(len(self.table)) < 0.03).nonzero()[0].tolist():
                self.index[number][first] = self.table[int(rng.integers(len(self.table)))][first]
        if lie == "wrapped ids" and self.ways.ids:
            for number, row in enumerate(self.table):
                row["id"] = f"r{number % (len(self.table) * 2 // 3 + 1):05d}"
        if lie == "trimmed":
            for row in self.table:
                if row.get("category") and rng.random() < 0.3:
                    row["category"] += " "
        if lie == "two values":
            for row in self.table:
                if row.get("category") and rng.random() < 0.1:
                    row["category"] += ", pink"

    # --- what is asked ----------------------------------------------------------------------------------------------

    def _read_as(self, asked: dict[str, str]) -> dict[str, str]:
        """The filters as this site reads them."""
        lie, kinds = self.ways.lie, self.ways.kinds
        for name in ("number_min", "number_max"):
            text = asked.get(name, "")
            if text and lie == "whole numbers":
                asked[name] = text.split(".")[0] or "0"
            if text and lie == "points as thousands":
                asked[name] = text.replace(".", "")
        late = lie == "filter ignored later" and self.requests > self.turn
        if late or (lie == "filter ignored" and self.noise.random() < self.ways.rate):
            side = "max" if len(kinds) == 1 else ""
            asked = {k: v for k, v in asked.items() if not k.startswith(kinds[-1]) or not k.endswith(side)}
        if lie == "page two forgets" and self.first(asked) and self.noise.random() < 10 * self.ways.rate:
            asked = {k: v for k, v in asked.items() if k in {"page", "offset", "cursor", "sort"}}
        if lie == "narrow window":
            self._narrow(asked)
        return asked

    def _narrow(self, asked: dict[str, str]) -> None:
        """A range that is wider than the site allows ends earlier than it was asked to."""
        for kind in self.ways.kinds:
            low, high = asked.get(f"{kind}_min", ""), asked.get(f"{kind}_max", "")
            if not low or not high:
                continue
            if kind == "number":
                asked[f"{kind}_max"] = repr(min(float(high), float(low) + self.window[kind]))
            if kind == "date":
                last = date.fromisoformat(low[:10]) + timedelta(days=int(self.window[kind]))
                asked[f"{kind}_max"] = min(high, last.isoformat())

    def select(self, given: Mapping[str, str]) -> list[int]:
        lie, asked = self.ways.lie, self._read_as(dict(given))
        if lie == "ends differ":
            return self._ends_differ(asked)
        if lie == "equal ends":
            found = super().select(asked)
            for kind in self.ways.kinds:
                low, high = asked.get(f"{kind}_min", ""), asked.get(f"{kind}_max", "")
                if high and low != high:
                    edge: Any = float(high) if kind == "number" else high
                    found = [i for i in found if self.table[i][kind] != edge]
            return found
        if lie in {"two values", "trimmed"} and asked.get("category"):
            wanted = asked.pop("category").strip()
            return [i for i in super().select(asked)
                    if wanted in [part.strip() for part in (self.table[i]["category"] or "").split(",")]]  # fmt: skip
        if lie in {"old index", "null as nought"}:
            kept, kind = self.table, self.ways.kinds[0]
            self.table = [*self.index, *self.table[len(self.index) :]]
            if lie == "null as nought" and kind == "number":
                self.table = [{**row, kind: 0 if row[kind] is None else row[kind]} for row in self.table]
            found = super().select(asked)
            self.table = kept
            return found
        return super().select(asked)

    def _ends_differ(self, asked: Mapping[str, str]) -> list[int]:
        """Each range takes in another one of its ends."""
        found = list(range(len(self.table)))
        for number, kind in enumerate(self.ways.kinds):
            if kind == "category":
                found = [i for i in found if asked.get(kind, "") in {"", self.table[i][kind]}]
            low, high = asked.get(f"{kind}_min", ""), asked.get(f"{kind}_max", "")
            for i in list(found) if low or high else []:
                value = self.table[i][kind]
                if value is None:
                    found.remove(i)
                    continue
                edges: list[Any] = [float(text) if kind == "number" and text else text for text in (low, high)]
                below = low and (value < edges[0] or (number % 2 == 0 and value == edges[0]))
                above = high and (value > edges[1] or (number % 2 == 1 and value == edges[1]))
                if below or above:
                    found.remove(i)
        return found

    # --- what is answered -------------------------------------------------------------------------------------------

    def ordered(self, found: list[int], given: Mapping[str, str]) -> list[int]:
        lie, made = self.ways.lie, super().ordered(found, given)
        if lie == "replica" and self.noise.random() < 0.3:  # another server answers, which has not heard of all rows
            return [i for i in made if not self.late[i]]
        if lie == "distinct rows":
            seen: set[str] = set()
            shown = [json.dumps(self.shown(self.table[i]), sort_keys=True) for i in made]
            return [i for i, text in zip(made, shown, strict=True) if not (text in seen or seen.add(text))]  # type: ignore[func-returns-value]
        return made

    def first(self, given: Mapping[str, str]) -> int:
        made, page = super().first(given), self.size()
        if self.ways.lie == "pages overlap" and page > 1:
            return made - made // page
        if self.ways.lie == "pages leave out":
            return made + made // page
        return made

    def truth(self) -> list[str]:
        if self.ways.lie == "distinct rows":
            return sorted(set(super().truth()))
        return super().truth()

    def _change(self) -> None:
        if self.ways.lie != "old counts":
            super()._change()
            return
        if self.noise.random() < self.ways.rate:
            there = [i for i in range(len(self.table)) if i not in self.gone]
            if self.noise.random() < 0.5 and len(there) > 2:
                number = int(self.noise.choice(there))
                self.gone.add(number)
                self.touched.add(number)
            else:
                row = dict(self.table[int(self.noise.choice(there))], word=f"new{len(self.table)}")
                if "id" in row:
                    row["id"] = f"r{len(self.table):05d}"
                self.grow(row)

    def answer(self, given: Mapping[str, str], url: str) -> tuple[int, str, tuple[tuple[str, str], ...]]:
        lie, turn = self.ways.lie, self.turn
        if lie == "cached answer" and self.last is not None and self.noise.random() < self.ways.rate:
            return self.last
        status, text, more = super().answer(given, url)
        if lie == "quota" or lie == "quota a while":
            over = self.requests > turn and (lie == "quota" or self.requests < turn + 60)
            if over and self.ways.count == "none":
                return 200, json.dumps({"rows": []}), ()
            if over:
                return 200, json.dumps({"rows": [], "total": 0}), ()
        if status == 200 and lie in {"bytes", "old counts"}:
            try:
                made = json.loads(text)
            except ValueError:
                return status, text, more
            if lie == "bytes":
                while len(made.get("rows", ())) > 1 and len(json.dumps(made["rows"])) > 60 * self.ways.page:
                    made["rows"].pop()
            if lie == "old counts" and "total" in made:
                asked = {k: v for k, v in given.items() if k not in {"page", "offset", "cursor"}}
                key = json.dumps(sorted(asked.items()))
                made["total"] = self.first_counts.setdefault(key, made["total"])
            text = json.dumps(made)
        self.last = (status, text, more)
        return status, text, more
