"""Imitations of eight kinds of interfaces over one table, as sites of the sample server: GitHub-like, Elasticsearch,
CKAN, Socrata, OData, Solr, ASP.NET and a plain HTML form."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from html import escape
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import numpy as np

from motherlode.interfaces.demo.site import Reply, Request
from motherlode.model.pages import Response

Row = dict[str, Any]
KINDS_OF_CASE = ("theft", "fraud", "arson", "assault", "forgery")
QUOTED = ("O'Brien's fraud", 'the "great" theft', "arson & assault", "rock 'n' roll \\ noise", "theft, petty")
STARTS = {
    "github": "/search/cases?q=",
    "elasticsearch": "/cases/_search",
    "socrata": "/resource/abcd-1234.json",
    "ckan": "/api/3/action/datastore_search?resource_id=77aa-11",
    "odata": "/odata/Cases",
    "solr": "/solr/cases/select?q=*:*",
    "aspnet": "/Search.aspx",
    "form": "/search",
}
JSON = (("Content-Type", "application/json; charset=utf-8"),)


def cases(n: int, seed: int = 0, kinds: tuple[str, ...] = KINDS_OF_CASE, days_in_all: int = 2500) -> list[Row]:
    rng = np.random.default_rng([seed, 41])
    days = date(2015, 1, 1).toordinal() + np.sort(rng.integers(0, days_in_all, n))
    made: list[Row] = []
    for i in range(n):
        made.append(  # noqa: PERF401 - the order of the draws matters
            {"id": 1000 + i, "filed": date.fromordinal(int(days[i])).isoformat(),
                     "amount": int(rng.lognormal(6, 1)), "kind": kinds[int(rng.integers(0, len(kinds)))],
                     "title": f"Case {rng.integers(0, 10**6)} of the court"})  # fmt: skip
    return made


def _value(row: Row, name: str) -> Any:
    return row.get(name)


def unescaped(text: str) -> str:
    """What stands between quotation marks, each mark inside behind a backslash."""
    return re.sub(r"\\(.)", r"\1", text[1:-1])


def between(rows: list[Row], name: str, low: str | None, high: str | None) -> list[Row]:
    def key(value: Any) -> Any:
        return float(value) if name in {"amount", "id", "_id"} else str(value)

    if low is not None:
        rows = [row for row in rows if key(row[name]) >= key(low)]
    if high is not None:
        rows = [row for row in rows if key(row[name]) <= key(high)]
    return rows


@dataclass
class KindSite:
    """One site of a kind; `start` is the address that a person would give to `hidden init`."""

    kind: str
    rows: list[Row]
    k: int = 200
    page: int = 50
    requests: int = 0
    host: str = "kinds"
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        rng = np.random.default_rng(5)
        self.shuffled = [self.rows[i] for i in rng.permutation(len(self.rows))]

    @property
    def start(self) -> str:
        return STARTS[self.kind]

    def respond(self, request: Request, /) -> Reply:
        if request.path == "/robots.txt":
            return Reply(404, b"")
        self.requests += 1
        self.log.append(f"{request.path}?{request.query} {request.body[:200]!r}")
        given = dict(parse_qsl(request.query, keep_blank_values=True))
        answer: Callable[[Request, Mapping[str, str]], Reply] = getattr(self, f"_{self.kind}")
        return answer(request, given)

    def _json(self, value: Any, *more: tuple[str, str], status: int = 200) -> Reply:
        return Reply(status, json.dumps(value).encode(), (*JSON, *more))

    # --- the kinds -------------------------------------------------------------------------------------------------

    def _github(self, request: Request, given: Mapping[str, str]) -> Reply:
        rows = self.shuffled
        for part in re.findall(r'(?:[^\s"]|"(?:[^"\\]|\\.)*")+', given.get("q", "")):
            name, _, wanted = part.partition(":")
            if not wanted or name not in {"filed", "amount", "kind"}:
                return self._json({"message": "Validation Failed"}, status=422)
            if name == "kind":
                rows = [row for row in rows if row["kind"] == unescaped(wanted)]
            elif ".." in wanted:
                low, high = wanted.split("..")
                rows = between(rows, name, low if low != "*" else None, high if high != "*" else None)
            else:
                sign = wanted[:2]
                rows = between(rows, name, wanted[2:] if sign == ">=" else None, wanted[2:] if sign == "<=" else None)
        size, page = min(100, int(given.get("per_page", 30))), int(given.get("page", 1))
        first = (page - 1) * size
        if first >= self.k:
            return self._json({"message": "Only the first results are available"}, status=422)
        shown = rows[: self.k]
        more = []
        if first + size < len(shown):
            following = urlencode({**given, "page": page + 1})
            more = [("Link", f'<{request.path}?{following}>; rel="next", <{request.path}?page=9>; rel="last"')]
        made = {"total_count": len(rows), "incomplete_results": False, "items": shown[first : first + size]}
        return self._json(made, *more)

    def _elasticsearch(self, request: Request, given: Mapping[str, str]) -> Reply:
        body = json.loads(request.body) if request.body else {}
        rows = self.shuffled
        for clause in body.get("query", {}).get("bool", {}).get("filter", []):
            if "range" in clause:
                ((name, ends),) = clause["range"].items()
                rows = between(rows, name, ends.get("gte"), ends.get("lte"))
            elif "terms" in clause:
                ((name, wanted),) = clause["terms"].items()
                rows = [row for row in rows if row[name] in wanted]
            elif "bool" in clause:
                rows = []
        first, size = int(body.get("from", 0)), int(body.get("size", 10))
        if first + size > self.k:
            return self._json({"error": {"reason": "Result window is too large"}}, status=400)
        total = {"value": min(len(rows), self.k), "relation": "eq" if len(rows) <= self.k else "gte"}
        hits = [{"_id": str(row["id"]), "_score": 1.0, "_source": {k: v for k, v in row.items() if k != "id"}}
                for row in rows[first : first + size]]  # fmt: skip
        return self._json({"took": 3, "timed_out": False, "hits": {"total": total, "max_score": 1.0, "hits": hits}})

    def _ckan(self, request: Request, given: Mapping[str, str]) -> Reply:
        rows = [{"_id": row["id"], **{k: v for k, v in row.items() if k != "id"}} for row in self.rows]
        if request.path.endswith("datastore_search"):
            shown = rows[: int(given.get("limit", 100))]
            found = {"resource_id": given.get("resource_id"), "total": len(rows), "records": shown}
            return self._json({"success": True, "result": found})
        sql = given.get("sql", "")
        if 'FROM "77aa-11"' not in sql:
            return self._json({"success": False, "error": {"query": "no such table"}}, status=409)
        for name, sign, wanted in re.findall(r'AND "(\w+)" (>=|<=|=) \'((?:[^\']|\'\')*)\'', sql):
            if sign == "=":
                rows = [row for row in rows if str(row[name]) == wanted.replace("''", "'")]
            else:
                rows = between(rows, name, wanted if sign == ">=" else None, wanted if sign == "<=" else None)
        if " IS NULL" in sql:
            rows = []
        limit, offset = (int(re.findall(rf"{word} (\d+)", sql)[0]) for word in ("LIMIT", "OFFSET"))
        shown = rows[: self.k][offset : offset + limit]
        return self._json({"success": True, "result": {"records": shown, "sql": sql}})

    def _socrata(self, request: Request, given: Mapping[str, str]) -> Reply:
        rows = [{":id": f"row-{row['id']}", **{k: str(v) if k == "amount" else v for k, v in row.items()}}
                for row in self.rows]  # fmt: skip
        where = given.get("$where", "")
        for name, low, high in re.findall(r"(\w+) between '([^']*)' and '([^']*)'", where):
            rows = between(rows, name, low, high)
        rest = re.sub(r"\w+ between '[^']*' and '[^']*'", "", where)
        for name, sign, wanted in re.findall(r"(\w+) (>=|<=|=) '((?:[^']|'')*)'", rest):
            if sign == "=":
                rows = [row for row in rows if row[name] == wanted.replace("''", "'")]
            else:
                rows = between(rows, name, wanted if sign == ">=" else None, wanted if sign == "<=" else None)
        if " is null" in where:
            rows = []
        if ":*" not in given.get("$select", ""):
            rows = [{k: v for k, v in row.items() if k != ":id"} for row in rows]
        offset, limit = int(given.get("$offset", 0)), int(given.get("$limit", 1000))
        return self._json(rows[: self.k][offset : offset + limit])

    def _odata(self, request: Request, given: Mapping[str, str]) -> Reply:
        rows = self.shuffled
        for part in filter(None, given.get("$filter", "").split(" and ")):
            name, sign, wanted = part.split(" ", 2)
            if wanted == "null":
                rows = []
            elif sign == "eq":
                rows = [row for row in rows if row[name] == wanted[1:-1].replace("''", "'")]
            else:
                rows = between(rows, name, wanted if sign == "ge" else None, wanted if sign == "le" else None)
        first = int(given.get("$skip", 0))
        shown = rows[: self.k]
        made: dict[str, Any] = {"@odata.context": "$metadata#Cases", "value": shown[first : first + self.page]}
        if given.get("$count") == "true":
            made["@odata.count"] = len(rows)
        if first + self.page < len(shown):
            made["@odata.nextLink"] = f"{request.path}?" + urlencode({**given, "$skip": first + self.page})
        return self._json(made)

    def _solr(self, request: Request, given: Mapping[str, str]) -> Reply:
        rows = self.shuffled
        for part in filter(None, given.get("fq", "").split(" AND ")):
            name, _, wanted = part.partition(":")
            if name.startswith("-"):
                rows = []
                continue
            ends = re.fullmatch(r"\[(\S+) TO (\S+)\]", wanted)
            if ends:
                rows = between(rows, name, *(None if end == "*" else end for end in ends.groups()))
            else:
                rows = [row for row in rows if row[name] == unescaped(wanted)]
        start, size = int(given.get("start", 0)), int(given.get("rows", 10))
        docs = rows[: self.k][start : start + size]
        made = {"numFound": len(rows), "start": start, "numFoundExact": True, "docs": docs}
        return self._json({"responseHeader": {"status": 0, "QTime": 2}, "response": made})

    # --- HTML ------------------------------------------------------------------------------------------------------

    def _chosen(self, given: Mapping[str, str]) -> list[Row]:
        rows = between(self.shuffled, "filed", given.get("filed_from") or None, given.get("filed_to") or None)
        if given.get("kind"):
            rows = [row for row in rows if row["kind"] == given["kind"]]
        return rows

    def _table(self, rows: list[Row]) -> str:
        cells = "".join(
            f"<tr><td>{row['id']}</td><td><a href='/case/{row['id']}'>{escape(row['title'])}</a></td>"
            f"<td>{row['filed']}</td><td>{escape(row['kind'])}</td><td>{row['amount']}</td></tr>"
            for row in rows
        )
        head = "<tr><th>No.</th><th>Title</th><th>Filed</th><th>Kind</th><th>Amount</th></tr>"
        return f"<table class='grid'><thead>{head}</thead><tbody>{cells}</tbody></table>"

    def _fields(self) -> str:
        kinds = dict.fromkeys(row["kind"] for row in self.rows)
        options = "".join(f"<option value='{escape(name)}'>{escape(name)}</option>" for name in kinds)
        return (
            "<label>Filed from <input type='date' name='filed_from'></label>"
            "<label>to <input type='date' name='filed_to'></label>"
            f"<select name='kind'><option value=''>any</option>{options}</select>"
            "<input type='submit' name='go' value='Search'>"
        )

    def _form(self, request: Request, given: Mapping[str, str]) -> Reply:
        if not given:
            page = f"<h1>Court cases</h1><form action='/search' method='get'>{self._fields()}</form>"
            return Reply(200, f"<html><body>{page}<p>Court of the sample</p></body></html>".encode())
        rows = self._chosen(given)
        page = max(1, int(given.get("page", 1) or 1))
        first, shown = (page - 1) * self.page, rows[: self.k]
        following = ""
        if first + self.page < len(shown):
            following = f"<a rel='next' href='/search?{escape(urlencode({**given, 'page': page + 1}))}'>Next</a>"
        text = (
            f"<html><head><title>Cases</title></head><body><h1>Court cases</h1><p class='found'>{len(rows):,} results"
            f" found</p>{self._table(shown[first : first + self.page])}<div class='pager'>{following}</div>"
            "<p>Court of the sample</p></body></html>"
        )
        return Reply(200, text.encode())

    def _aspnet(self, request: Request, given: Mapping[str, str]) -> Reply:
        posted = dict(parse_qsl(request.body.decode(), keep_blank_values=True))
        if request.method != "POST":
            return self._aspnet_page([], 1, 0, "s0", {})
        state = json.loads(bytes.fromhex(posted.get("__VIEWSTATE", "")) or b"{}")
        if "__VIEWSTATE" not in posted or "__EVENTVALIDATION" not in posted:
            return Reply(500, b"Invalid postback or callback argument")
        page = 1
        if posted.get("__EVENTTARGET") == "grid":
            page = int(posted["__EVENTARGUMENT"].removeprefix("Page$"))
        else:
            state = {name: posted.get(name, "") for name in ("filed_from", "filed_to", "kind")}
        rows = self._chosen(state)
        return self._aspnet_page(rows, page, len(rows), "s1", state)

    def _aspnet_page(self, rows: list[Row], page: int, count: int, name: str, state: Mapping[str, str]) -> Reply:
        first, shown = (page - 1) * self.page, rows[: self.k]
        hidden = "".join(
            f"<input type='hidden' name='{key}' value='{value}'>"
            for key, value in (
                ("__VIEWSTATE", json.dumps(state).encode().hex()),
                ("__EVENTVALIDATION", name),
                ("__EVENTTARGET", ""),
                ("__EVENTARGUMENT", ""),
            )
        )
        pager = "".join(
            f"<a href=\"javascript:__doPostBack('grid','Page${number}')\">{number}</a> "
            for number in range(1, -(-len(shown) // self.page) + 1)
            if number != page
        )
        more = "<span class='more'>…</span>" if first + self.page < len(shown) else ""
        found = f"<span id='found'>{count} cases found</span>" if rows or state else ""
        grid = self._table(shown[first : first + self.page]) if rows else ""
        text = (
            f"<html><body><form method='post' action='/Search.aspx'>{hidden}{self._fields()}{found}{grid}"
            f"<div class='pager'>{pager}{more}</div></form><p>Court of the sample</p></body></html>"
        )
        return Reply(200, text.encode())


@dataclass
class InMemory:
    """A fetcher that asks a site without a network."""

    site: KindSite

    async def send(
        self,
        url: str,
        form: Sequence[tuple[str, str]] | bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Response:
        parts = urlsplit(url)
        body = b"" if form is None else form if isinstance(form, bytes) else urlencode(list(form)).encode()
        request = Request("GET" if form is None else "POST", parts.path, parts.query,
                          dict(headers or {}), body)  # fmt: skip
        reply = self.site.respond(request)
        return Response(url, url, reply.status, tuple(reply.headers), reply.body, datetime(2020, 1, 1, tzinfo=UTC))
