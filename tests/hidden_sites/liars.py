"""Sites that lie in ways of their own: what a table behind a form does when nobody promised that it would not.

Each lie is one method of answering; everything else is that of `TableSite`. A table that changes while it is read has
two truths: rows that stood in it unchanged the whole time must be read, and no row may be read that never did.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

import numpy as np

from tests.hidden_sites.table_site import TableSite

LIES = (
    "first page again", "last page again", "any case", "beginnings", "zones", "fractions", "one of a kind",
    "expires", "expires a while", "stale count", "smaller pages", "pages shrink", "cap falls", "shards", "inserts",
    "deletes", "moves", "swaps", "kept back", "words", "stops at page",
)  # fmt: skip
CHANGING = frozenset({"inserts", "deletes", "moves", "swaps"})
SHORT = frozenset({"one of a kind", "expires", "expires a while", "pages shrink", "cap falls", "shards", "kept back",
                   "stops at page"})  # fmt: skip
"""Lies by which an answer is not whole although it looks so."""


class LyingSite(TableSite):
    """A table whose site tells the lie that its ways name."""

    def __post_init__(self) -> None:
        super().__post_init__()
        lie, rng = self.ways.lie, self.rng
        self.gone: set[int] = set()
        self.touched: set[int] = set()
        self.past: list[str] = []
        self.turn = int(rng.integers(20, 160))
        self.limit = self.ways.page
        if lie in {"any case", "beginnings"} and "category" in self.ways.kinds:
            for row in self.table:
                if rng.random() < 0.3 and row["category"]:
                    row["category"] = row["category"].upper() if lie == "any case" else row["category"] + "dish"
        self.noise_of = rng.uniform(-4e-7, 4e-7, len(self.table))
        self.kept_back = (
            set((rng.random(len(self.table)) < 0.04).nonzero()[0].tolist()) if lie == "kept back" else set()
        )
        self.shard = rng.integers(0, 3, len(self.table))
        self.late = rng.random(len(self.table)) < 0.1

    # --- the two truths ---------------------------------------------------------------------------------------------

    def _said(self, numbers: Any) -> list[str]:
        return sorted(json.dumps(self.shown(self.table[i]), sort_keys=True) for i in numbers)

    def truth(self) -> list[str]:
        """The rows that stood in the table, as they are, from the first request to the last."""
        return self._said(i for i in range(self.rows) if i not in self.touched and i not in self.kept_back)

    def ever(self) -> list[str]:
        """Every row in every form that it had."""
        return [*self._said(range(len(self.table))), *self.past]

    def always_ids(self) -> set[str]:
        """The ids of rows that changed but never left."""
        if not self.ways.ids or self.ways.shared_ids:
            return set()
        return {self.table[i]["id"] for i in self.touched if i < self.rows and i not in self.gone}

    # --- changes ----------------------------------------------------------------------------------------------------

    def _change(self) -> None:
        lie, rng = self.ways.lie, self.noise
        if lie not in CHANGING or rng.random() > self.ways.rate:
            return
        there = [i for i in range(len(self.table)) if i not in self.gone]
        if lie in {"deletes", "swaps"} and len(there) > 2:
            number = int(rng.choice(there))
            self.gone.add(number)
            self.touched.add(number)
        if lie in {"inserts", "swaps"}:
            row = dict(self.table[int(rng.choice(there))], word=f"new{len(self.table)}")
            if "id" in row:
                row["id"] = f"r{len(self.table):05d}"
            self.grow(row)
        if lie == "moves":
            one, other = (int(i) for i in rng.choice(there, 2))
            for number in (one, other):
                self.past.append(self._said([number])[0])
                self.touched.add(number)
            kind = self.ways.kinds[-1]
            self.table[one][kind], self.table[other][kind] = self.table[other][kind], self.table[one][kind]

    def grow(self, row: dict[str, Any]) -> None:
        """Puts a new row into the table."""
        self.table.append(row)
        self.rank = np.append(self.rank, self.noise.integers(0, len(self.rank) + 1))
        self.noise_of = np.append(self.noise_of, 0.0)
        self.shard = np.append(self.shard, 0)
        self.late = np.append(self.late, False)

    # --- answers ----------------------------------------------------------------------------------------------------

    def select(self, given: Mapping[str, str]) -> list[int]:
        lie, asked = self.ways.lie, dict(given)
        if lie == "zones" and "date" in self.ways.kinds:  # the filter works on days that begin some hours earlier
            return [i for i in super().select({k: v for k, v in asked.items() if not k.startswith("date")})
                    if self._in_zone(i, asked)]  # fmt: skip
        if lie == "fractions" and "number" in self.ways.kinds:
            kept = [row["number"] for row in self.table]
            for row, off in zip(self.table, self.noise_of, strict=True):
                row["number"] = None if row["number"] is None else row["number"] + off
            found = super().select(asked)
            for row, value in zip(self.table, kept, strict=True):
                row["number"] = value
            return found
        wanted = asked.get("category", "")
        if lie in {"any case", "beginnings"} and wanted:
            asked.pop("category")
            found = super().select(asked)
            if lie == "any case":
                return [i for i in found if (self.table[i]["category"] or "").lower() == wanted.lower()]
            return [i for i in found if (self.table[i]["category"] or "").startswith(wanted)]
        return [i for i in super().select(asked) if i not in self.gone]

    def _in_zone(self, number: int, asked: Mapping[str, str]) -> bool:
        text = self.table[number]["date"]
        low, high = asked.get("date_min", ""), asked.get("date_max", "")
        if text is None:
            return not (low or high)
        day = date.fromisoformat(text[:10])
        if self.late[number]:
            day -= timedelta(days=1)
        return (not low or day.isoformat() >= low) and (not high or day.isoformat() <= high)

    def ordered(self, found: list[int], given: Mapping[str, str]) -> list[int]:
        made = super().ordered(found, given)
        lie = self.ways.lie
        if lie == "one of a kind":
            first: dict[str, int] = {}
            for i in made:
                first.setdefault(self.table[i]["word"][:2], i)
            return [i for i in made if first[self.table[i]["word"][:2]] == i or self.rank[i] % 4]
        if lie == "shards":
            room = dict.fromkeys(range(3), self.ways.k // 3)
            kept = []
            for i in made:
                if room[int(self.shard[i])] > 0:
                    room[int(self.shard[i])] -= 1
                    kept.append(i)
            return kept
        return made

    def cap(self, given: Mapping[str, str]) -> int:
        if self.ways.lie == "cap falls" and self.requests > self.turn:
            return max(2, self.ways.k // 2)
        return super().cap(given)

    def count(self, n: int) -> dict[str, Any]:
        made = super().count(n)
        if self.ways.lie == "words" and "total" in made:
            made["total"] = f"1\u2013{min(n, self.ways.page)} of {made['total']} results"
        return made

    def answer(self, given: Mapping[str, str], url: str) -> tuple[int, str, tuple[tuple[str, str], ...]]:
        lie, ways = self.ways.lie, self.ways
        self._change()
        if lie == "pages shrink":
            self.limit = ways.page if self.requests <= self.turn else max(1, ways.page // 2)
        if lie == "stops at page" and int(given.get("page") or 1) > 3:
            given = {**given, "page": "3"}
        if lie in {"first page again", "last page again"} and ways.paging in {"page", "offset"}:
            shown = min(len(self.ordered(self.select(given), given)), self.cap(given))
            if self.first(given) >= max(shown, 1):
                last = (max(shown, 1) - 1) // ways.page * ways.page if lie == "last page again" else 0
                given = {**given, "page": str(last // ways.page + 1), "offset": str(last) if last else ""}
        status, text, more = super().answer(given, url)
        try:
            made = json.loads(text)
        except ValueError:  # cut
            return status, text, more
        if status != 200 or "rows" not in made:
            return status, text, more
        if lie == "expires" and self.requests > self.turn:
            made["rows"] = []
        if lie == "expires a while" and self.turn < self.requests < self.turn + 25:
            made["rows"] = []
            made.pop("total", None)
        if lie == "one of a kind" and "total" in made:  # rows that are not shown are counted all the same
            made |= self.count(len(self.select(given)))
        if lie == "stale count" and "total" in made and ways.count == "exact":
            found = self.select(given)
            made["total"] = sum(1 for i in found if not self.late[i])
        if self.kept_back:
            back = set(self._said(self.kept_back))
            made["rows"] = [row for row in made["rows"] if json.dumps(row, sort_keys=True) not in back]
        return 200, json.dumps(made), more

    def size(self) -> int:
        return self.limit

    def describe(self) -> dict[str, Any]:
        made = super().describe()
        if self.ways.lie == "smaller pages":
            made["paging"] |= {"size": 3 * self.ways.page, "size_parameter": "size"}
        return made
