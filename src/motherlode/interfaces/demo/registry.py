"""The land registry as a site: search form, POST form with session, JSON API; it counts its requests and can be faulty."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal
from urllib.parse import parse_qsl, urlencode

import numpy as np
from numpy.typing import NDArray

from motherlode.interfaces.demo.land import FIRST_DAY, LAST_DAY, PROVINCES, USES, LandTable, form_page, result_page
from motherlode.interfaces.demo.site import Reply, Request

Order = Literal["random", "insertion", "sorted", "half-sorted"]
Counts = Literal["exact", "none", "wrong", "censored"]
JSON = (("Content-Type", "application/json; charset=utf-8"),)
_SEVERAL = frozenset({"province", "use"})
_PAGING = frozenset({"page", "offset", "cursor", "token"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Faults:
    """How the registry behaves; the defaults are a well-behaved site that shows an overflow message.

    `real_cap` is lower than what the site announces; `every_*` numbers count requests: every 20th fails, say.
    `undated` lets the form ask for deals without a date (undated=yes); `robots` is the text of its robots.txt.
    """

    cap: int = 5000
    real_cap: int | None = None
    page: int = 25
    counts: Counts = "exact"
    message: bool = True
    order: Order = "random"
    sort: bool = False
    nulls: float = 0.0
    hidden_province: bool = False
    exclusive: bool = False
    every_error: int = 0
    every_busy: int = 0
    every_short: int = 0
    session_lasts: int = 0
    change_every: int = 0
    changes: int = 0
    template: int = 0
    retry_after: int = 0
    robots: str = ""
    undated: bool = False


class Registry:
    """The site. `requests` counts every answer page it gave, `truth()` is the set of ids it holds now."""

    host = "registry"

    def __init__(self, table: LandTable, faults: Faults | None = None, *, seed: int = 0) -> None:
        self.table, self.faults = table, faults or Faults()
        self.requests = self.searches = 0
        rng = np.random.default_rng([seed, 3])
        self._rng = rng
        rows = len(table)
        self._days = table.days.astype(np.int64)
        if self.faults.nulls:
            self._days = np.where(rng.random(rows) < self.faults.nulls, -1, self._days)
        rank = np.arange(rows)
        if self.faults.order == "random":
            rank = rng.permutation(rows)
        elif self.faults.order == "sorted":
            rank = np.argsort(np.argsort(self._days, kind="stable"))
        elif self.faults.order == "half-sorted":  # the first rows of an answer stand in order, then it breaks
            by_day = np.argsort(np.argsort(self._days, kind="stable"))
            rank = np.where(self._days < 4000, by_day, rows + rng.permutation(rows))
        self._rank = rank
        self._alive = np.ones(rows, dtype=bool)
        self._later = int(rows * 0.01) if self.faults.change_every else 0
        if self._later:
            self._alive[rng.choice(rows, self._later, replace=False)] = False
        self._ever, self._always = self._alive.copy(), self._alive.copy()
        self._by_day = np.argsort(self._days, kind="stable")
        self._sorted_days = self._days[self._by_day]
        self._sessions: dict[str, int] = {}
        self._memory: dict[object, NDArray[np.int64]] = {}
        self._changed = 0

    def truth(self) -> set[str]:
        """The ids of all rows that are in the table now."""
        return {f"L{row:07d}" for row in np.flatnonzero(self._alive)}

    def always(self) -> set[str]:
        """The ids of the rows that were in the table at every moment."""
        return {f"L{row:07d}" for row in np.flatnonzero(self._always)}

    def ever(self) -> set[str]:
        """The ids of the rows that were in the table at some moment."""
        return {f"L{row:07d}" for row in np.flatnonzero(self._ever)}

    def remove(self, rows: Sequence[int]) -> None:
        """Takes rows out of the table."""
        self._alive[list(rows)] = self._always[list(rows)] = False
        self._changed += 1

    def null_rows(self) -> int:
        """Rows in the table that have no date."""
        return int((self._alive & (self._days < 0)).sum())

    def respond(self, request: Request, /) -> Reply:
        """Form, result page or JSON."""
        if request.path == "/robots.txt" and self.faults.robots:
            return Reply(200, self.faults.robots.encode(), (("Content-Type", "text/plain"),))
        pairs = parse_qsl(request.query, keep_blank_values=True)
        if request.method == "POST":
            pairs += parse_qsl(request.body.decode("utf-8", "replace"), keep_blank_values=True)
        fields: dict[str, str] = {}
        for name, value in pairs:  # a form may send several provinces
            fields[name] = f"{fields[name]}|{value}" if name in _SEVERAL and fields.get(name) else value
        if request.path in {"/", "/form", "/post-form"}:
            return self._form(request.path == "/post-form")
        if request.path not in {"/search", "/post", "/api"}:
            return Reply(404, b"no such page")
        self.requests += 1
        trouble = self._trouble(request, fields)
        if trouble is not None:
            return trouble
        return self._answer(fields, request.path)

    def _form(self, post: bool) -> Reply:
        token = f"t{len(self._sessions)}"
        self._sessions[token] = 0
        headers = (("Content-Type", "text/html; charset=utf-8"), ("Set-Cookie", f"sid={token}; Path=/"))
        return Reply(
            200, form_page(post, token, self.faults.cap, hide_last=self.faults.hidden_province).encode(), headers
        )

    def _trouble(self, request: Request, fields: Mapping[str, str]) -> Reply | None:
        faults = self.faults
        if faults.every_error and self.requests % faults.every_error == 0:
            return Reply(503, b"busy")
        if faults.every_busy and self.requests % faults.every_busy == 0:
            return Reply(
                429, b"slow down", (("Retry-After", str(faults.retry_after)), ("Content-Type", "text/plain"))
            )
        if request.path == "/post":
            token = fields.get("token", "")
            used = self._sessions.get(token)
            cookie = request.headers.get("cookie", "")
            if (
                used is None
                or f"sid={token}" not in cookie
                or (faults.session_lasts and used >= faults.session_lasts)
            ):
                return Reply(403, b"<html><body><p>Your session has expired.</p></body></html>")
            self._sessions[token] = used + 1
        return None

    def _answer(self, fields: Mapping[str, str], path: str) -> Reply:
        faults = self.faults
        try:
            rows = self._select(fields)
            page = self._page(fields)
        except ValueError as error:
            return Reply(400, f"bad value: {error}".encode())
        self._change()
        cap = faults.real_cap or faults.cap
        shown = rows[:cap]
        first = (page - 1) * faults.page
        part = shown[first : first + faults.page]
        if first >= cap:
            return Reply(404, b"no more pages are shown")
        more = first + faults.page < len(shown)
        if faults.every_short and self.requests % faults.every_short == 0 and (more or faults.counts == "exact"):
            part = part[: len(part) // 2]
        count: str | None = f"{len(rows):,}"
        if faults.counts == "none":
            count = None
        elif faults.counts == "censored" and len(rows) > 1000:
            count = "1,000+"
        elif faults.counts == "wrong":
            count = f"{int(len(rows) * 1.07) + 3:,}"
        over = len(rows) > cap and faults.message
        items = [self._row(int(row)) for row in part]
        if path == "/api":
            made: dict[str, object] = {"results": items, "more": more}
            if more:
                made["cursor"] = f"c{page + 1}"
                asked = {name: value for name, value in fields.items() if name not in _PAGING}
                made["next"] = "/api?" + urlencode({**asked, "page": str(page + 1)})
            if count is not None:
                made["total"] = int(count.replace(",", "")) if "+" not in count else count
            if over:
                made["notice"] = f"too many results; only the first {faults.cap} are shown"
            return Reply(200, json.dumps(made).encode(), JSON)
        text = result_page(items, count, over, faults.cap, page, more, fields, faults.template)
        return Reply(200, text.encode())

    def _page(self, fields: Mapping[str, str]) -> int:
        """The page asked for: by its number, by the rows before it, or by the cursor that the page before gave."""
        if fields.get("offset"):
            first = int(fields["offset"])
            if first < 0 or first % self.faults.page:
                raise ValueError(f"offset {first} is no multiple of {self.faults.page}")
            return first // self.faults.page + 1
        if fields.get("cursor"):
            return int(fields["cursor"].removeprefix("c"))
        return max(1, int(fields.get("page", "1") or 1))

    def _select(self, fields: Mapping[str, str]) -> NDArray[np.int64]:
        key = (tuple(sorted((k, v) for k, v in fields.items() if k not in _PAGING)), self._changed)
        if key in self._memory:
            return self._memory[key]
        low, high = fields.get("from", ""), fields.get("to", "")
        if low or high:
            first = (date.fromisoformat(low) - FIRST_DAY).days if low else 0
            last = (date.fromisoformat(high) - FIRST_DAY).days if high else (LAST_DAY - FIRST_DAY).days
            first, last = (first + 1, last - 1) if self.faults.exclusive else (first, last)
            start, stop = np.searchsorted(self._sorted_days, [max(first, 0), last + 1])
            rows = self._by_day[start:stop]
        else:
            rows = np.arange(len(self._days))
        if fields.get("undated") == "yes" and self.faults.undated:
            rows = np.flatnonzero(self._days < 0)
        rows = rows[self._alive[rows]]
        rows = self._narrow(rows, fields)
        order = fields.get("sort", "")
        if self.faults.sort and order.lstrip("-") in {"date", "id"}:
            keys = self._days[rows] if order.lstrip("-") == "date" else rows
            rows = rows[np.lexsort((self._rank[rows], -keys if order.startswith("-") else keys))]
        else:
            rows = rows[np.argsort(self._rank[rows], kind="stable")]
        if len(self._memory) >= 70:  # more than the workers of a crawler
            self._memory.pop(next(iter(self._memory)))
        self._memory[key] = rows
        return rows

    def _narrow(self, rows: NDArray[np.int64], fields: Mapping[str, str]) -> NDArray[np.int64]:
        for name, values, column in (("province", PROVINCES, self.table.provinces), ("use", USES, self.table.uses)):
            wanted = fields.get(name, "")
            if wanted:
                numbers = [values.index(name) for name in wanted.split("|") if name in values]
                rows = rows[np.isin(column[rows], numbers)]
        for name, amounts in (("area", self.table.areas), ("price", self.table.prices)):
            if fields.get(f"{name}_min"):
                rows = rows[amounts[rows] >= int(fields[f"{name}_min"])]
            if fields.get(f"{name}_max"):
                rows = rows[amounts[rows] <= int(fields[f"{name}_max"])]
        return rows

    def _row(self, row: int) -> dict[str, object]:
        day = int(self._days[row])
        return {
            "id": f"L{row:07d}",
            "date": (FIRST_DAY + timedelta(days=day)).isoformat() if day >= 0 else None,
            "province": PROVINCES[int(self.table.provinces[row])],
            "use": USES[int(self.table.uses[row])],
            "area": int(self.table.areas[row]),
            "price": int(self.table.prices[row]),
        }

    def _change(self) -> None:
        """Inserts and deletes rows while it is being read, until `changes` are made."""
        faults = self.faults
        if not faults.change_every or self._changed >= faults.changes or self.requests % faults.change_every:
            return
        self._changed += 1
        if self._changed % 2:
            waiting = np.flatnonzero(~self._alive)
            if len(waiting):
                row = int(self._rng.choice(waiting))
                self._alive[row] = self._ever[row] = True
        else:
            row = int(self._rng.choice(np.flatnonzero(self._alive)))
            self._alive[row] = self._always[row] = False
