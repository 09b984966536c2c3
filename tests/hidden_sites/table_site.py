"""A table behind a JSON interface, in memory: every order, count, paging, fault and type of the matrix, no network.

The site is a liar where its options say so. `truth` are the rows it holds; nothing else is told to the reader.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import numpy as np

from motherlode.model.pages import Response

CATEGORIES = ("red", "green", "blue", "black", "white", "grey", "pink")


@dataclass(frozen=True, kw_only=True)
class Ways:
    """How the site behaves. The defaults are an honest site that shows nothing but rows.

    count: none, exact, capped (at k, a plain number), far-capped (at 3 k, a plain number), plus ("k+"), near (3 %
    off),
    page (of this page). paging: page, offset, cursor, next, link, after. order: random, insertion, rising, falling,
    unsteady (another one at every request). faults: see `Faulty`.
    """

    k: int = 40
    page: int = 10
    count: str = "none"
    order: str = "random"
    paging: str = "page"
    message: bool = False
    fault: str = ""
    rate: float = 0.03
    past: int = 404
    exclusive: str = "both"
    hidden_value: bool = False
    listed: int = len(CATEGORIES)
    nulls: float = 0.0
    ids: bool = True
    shared_ids: bool = False
    decimals: int = 0
    shown_decimals: int = 6
    hours: bool = False
    kinds: tuple[str, ...] = ("number",)
    html: bool = False
    lie: str = ""


@dataclass
class TableSite:
    """The site: `send` answers like a fetcher."""

    ways: Ways
    rows: int = 200
    seed: int = 0
    requests: int = 0
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:  # noqa: C901 - one table, drawn in one go
        rng = self.rng = np.random.default_rng([self.seed, 5])
        self.noise = np.random.default_rng([self.seed, 6])
        self.lags = np.random.default_rng([self.seed, 7])
        ways = self.ways
        n = self.rows
        spread = rng.choice(["even", "skewed", "lumps"])
        if spread == "even":
            base = rng.uniform(0, 1000, n)
        elif spread == "skewed":
            base = np.minimum(rng.lognormal(4, 1.2, n), 50_000)
        else:
            base = rng.choice(rng.uniform(0, 900, max(8, n // 6)), n)
        numbers = np.round(base, ways.decimals)
        days = date(2001, 1, 1).toordinal() + np.minimum(rng.exponential(900, n), 5000).astype(int)
        moments = 1_000_000_000 + rng.integers(0, 3_000_000, n)
        kinds = rng.choice(len(CATEGORIES), n, p=_shares(len(CATEGORIES)))
        self.table: list[dict[str, Any]] = []
        for i in range(n):
            row: dict[str, Any] = {"id": f"r{i:05d}"}
            if ways.shared_ids:
                row["id"] = f"r{i // 2:05d}"
            if "number" in ways.kinds:
                row["number"] = float(numbers[i]) if ways.decimals else int(numbers[i])
            if "date" in ways.kinds:
                row["date"] = date.fromordinal(int(days[i])).isoformat()
                if ways.hours and rng.random() < 0.5:  # a day with an hour that is not shown
                    row["date"] += f"T{rng.integers(1, 24):02d}:00"
            if "time" in ways.kinds:
                row["time"] = datetime.fromtimestamp(int(moments[i]), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
            if "category" in ways.kinds:
                row["category"] = CATEGORIES[int(kinds[i])]
            row["word"] = f"w{rng.integers(0, 3 if not ways.ids else 10_000)}"
            self.table.append(row)
        if ways.nulls:
            for i in np.flatnonzero(rng.random(n) < ways.nulls).tolist():
                self.table[i][ways.kinds[0]] = None
        if not ways.ids:
            for row in self.table:
                del row["id"]
        self.rank = rng.permutation(n)

    def truth(self) -> list[str]:
        """The rows as they are shown, sorted."""
        return sorted(json.dumps(self.shown(row), sort_keys=True) for row in self.table)

    def ever(self) -> list[str]:
        """Every row in every form that it had while it was read."""
        return self.truth()

    def always_ids(self) -> set[str]:
        """The ids that must be read in some form, beside the rows of the truth."""
        return set()

    def shown(self, row: Mapping[str, Any]) -> dict[str, Any]:
        made = dict(row)
        if self.ways.decimals and made.get("number") is not None:
            made["number"] = round(made["number"], self.ways.shown_decimals)
        if made.get("date") is not None:
            made["date"] = made["date"][:10]
        return made

    # --- answers ---------------------------------------------------------------------------------------------------

    def select(self, given: Mapping[str, str]) -> list[int]:
        found = list(range(len(self.table)))
        low_in = self.ways.exclusive in {"both", "low"}
        high_in = self.ways.exclusive in {"both", "high"}
        for kind in self.ways.kinds:
            if kind == "category":
                if given.get("category"):
                    found = [i for i in found if self.table[i]["category"] == given["category"]]
                continue
            for side in ("min", "max"):
                text = given.get(f"{kind}_{side}", "")
                if not text:
                    continue
                edge: Any = float(text) if kind == "number" else text
                keep = []
                for i in found:
                    value = self.table[i][kind]
                    if value is None:
                        continue
                    inside = value > edge if side == "min" else value < edge
                    if inside or (value == edge and (low_in if side == "min" else high_in)):
                        keep.append(i)
                found = keep
        return found

    def ordered(self, found: list[int], given: Mapping[str, str]) -> list[int]:
        ways = self.ways
        wanted = given.get("sort", "")
        key = ways.kinds[0]
        if wanted or ways.order in {"rising", "falling"}:
            name = wanted.lstrip("-") or key
            down = wanted.startswith("-") or (not wanted and ways.order == "falling")
            made = sorted(found, key=lambda i: (self.table[i][name] is None, self.table[i][name] or 0, self.rank[i]))
            return made[::-1] if down else made
        if ways.order == "insertion":
            return found
        if ways.order == "unsteady":
            return [int(i) for i in self.noise.permutation(found)]
        return sorted(found, key=lambda i: self.rank[i])

    async def send(
        self,
        url: str,
        form: Sequence[tuple[str, str]] | bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Response:
        self.requests += 1
        for _ in range(int(self.lags.integers(3))):  # answers overtake each other, the same way at every run
            await asyncio.sleep(0)
        given = dict(parse_qsl(urlsplit(url).query, keep_blank_values=True))
        self.log.append(url)
        status, text, more = self.answer(given, url)
        return Response(url, url, status, (("Content-Type", "application/json"), *more), text.encode(),
                        datetime(2020, 1, 1, tzinfo=UTC))  # fmt: skip

    def cap(self, given: Mapping[str, str]) -> int:
        """How many rows of a query are shown: lower for some queries, where the site cuts without a sign."""
        asked = {name: text for name, text in given.items() if name not in {"page", "offset", "cursor"}}
        if self.ways.fault == "lower caps" and asked:
            words = json.dumps(sorted(asked.items()))
            if sum(words.encode()) % 3 == 0:
                return max(2, self.ways.k // 2)
        return self.ways.k

    def answer(  # noqa: C901 - one fault after the other
        self, given: Mapping[str, str], url: str
    ) -> tuple[int, str, tuple[tuple[str, str], ...]]:
        ways = self.ways
        chance = self.noise.random() < ways.rate
        if ways.fault == "errors" and chance:
            return 500, "broken", ()
        if ways.fault == "refuses" and self.requests > 30:
            return 500, "broken", ()
        found = self.ordered(self.select(given), given)
        cap = self.cap(given)
        shown = found[:cap]
        first = self.first(given)
        if first >= cap and first:
            return ways.past, json.dumps({"error": "too far"}), ()
        part = shown[first : first + self.size()]
        if chance and ways.fault == "empty":
            part = []
        if chance and ways.fault == "short":
            part = part[: len(part) // 2]
        if ways.fault == "stubborn" and sum(url.encode()) % 29 == 0:
            part = []
        more = first + self.size() < len(shown) and bool(part)
        made: dict[str, Any] = {"rows": [self.shown(self.table[i]) for i in part]}
        made |= self.count(len(found))
        if ways.message and len(found) > cap:
            made["notice"] = "too many"
        extra: tuple[tuple[str, str], ...] = ()
        page = first // self.size()
        if ways.paging == "cursor" and more:
            made["cursor"] = f"c{page + 1}"
        if ways.paging in {"next", "link"} and more:
            asked = [(k, v) for k, v in given.items() if k != "page"] + [("page", str(page + 2))]
            target = "/api?" + "&".join(f"{k}={v}" for k, v in asked)
            if ways.paging == "next":
                made["next"] = target
            else:
                extra = (("Link", f'<{target}>; rel="next"'),)
        text = json.dumps(made)
        if chance and ways.fault == "cut" and len(text) > 30:
            text = text[: int(len(text) * self.noise.uniform(0.2, 0.95))]
        if chance and ways.fault == "nothing":
            text = "{}"
        return 200, text, extra

    def first(self, given: Mapping[str, str]) -> int:
        if given.get("offset"):
            return int(given["offset"])
        if given.get("cursor"):
            return int(given["cursor"][1:]) * self.size()
        return (int(given.get("page", "1") or 1) - 1) * self.size()

    def size(self) -> int:
        """Rows of a page."""
        return self.ways.page

    def count(self, n: int) -> dict[str, Any]:
        ways = self.ways
        if ways.count == "none":
            return {}
        if ways.count == "exact":
            return {"total": n}
        if ways.count == "capped":
            return {"total": min(n, ways.k)}
        if ways.count == "far-capped":
            return {"total": min(n, 3 * ways.k)}
        if ways.count == "plus":
            return {"total": n if n <= ways.k else f"{ways.k}+"}
        if ways.count == "near":
            return {"total": n + round(n * 0.03) * (1 if n % 2 else -1) + (n > 30)}
        if ways.count == "rounded":
            return {"total": n if n < 30 else round(n, -1)}
        raise ValueError(ways.count)

    def describe(self) -> dict[str, Any]:
        """The description that a person would write who knows what the form shows and nothing else."""
        ways = self.ways
        attributes: list[dict[str, Any]] = []
        for kind in ways.kinds:
            if kind == "category":
                attributes.append({"name": kind, "kind": kind, "parameter": kind,
                                   "values": list(CATEGORIES[: ways.listed])})  # fmt: skip
                continue
            made: dict[str, Any] = {"name": kind, "kind": kind, "low_parameter": f"{kind}_min",
                                    "high_parameter": f"{kind}_max"}  # fmt: skip
            ends = {"number": (0, 1000), "date": ("2001-01-01", "2012-12-31"),
                    "time": ("2001-09-09T00:00:00Z", "2001-10-14T00:00:00Z")}[kind]  # fmt: skip
            if ways.hidden_value and kind == "number":
                ends = (200, 700)
            made["low"], made["high"] = ends
            if kind == "time":
                made["format"] = "%Y-%m-%dT%H:%M:%SZ"
            attributes.append(made)
        results = {"rows": "rows"}
        if ways.ids:
            results["id"] = "id"
        if ways.count != "none":
            results["count"] = "total"
        if ways.message:
            results["overflow"] = "notice"
        paging: dict[str, Any] = {"kind": ways.paging}
        if ways.paging == "offset":
            paging |= {"parameter": "offset"}
        if ways.paging in {"cursor", "next"}:
            paging |= {"parameter": ways.paging, "next": ways.paging}
        return {"site": {"name": "table", "url": "http://table.example/api", "format": "json"},
                "attributes": attributes, "paging": paging, "results": results}  # fmt: skip


def _shares(n: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    weights = 0.6 ** np.arange(n)
    return np.asarray(weights / weights.sum())


__all__ = ["CATEGORIES", "TableSite", "Ways", "timedelta"]
