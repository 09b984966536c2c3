"""Kinds of interfaces that many sites share: how each is asked and where its answers stand, as a table.

`motherlode hidden init` takes the kind that an answer shows, or the one that is named; a kind is data, so that a
further one is a further entry. What its columns can be asked for is told by the rows that it shows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from motherlode.hidden.reading import at_path
from motherlode.hidden.scale import decimal_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of JSON interface: `range`, `low`, `high`, `one` and `null` write a condition on the field {field}.

    `signs` are paths that an answer of this kind has; `inside` is the path of the fields within a row.
    """

    name: str
    signs: tuple[str, ...]
    into: str
    range: str
    low: str
    high: str
    one: str
    null: str = ""
    several_join: str = ""
    escape: str = ""
    inside: str = ""
    fixed: Mapping[str, str] = field(default_factory=dict)
    body: str = ""
    join: str = " "
    paging: Mapping[str, Any] = field(default_factory=dict)
    results: Mapping[str, str] = field(default_factory=dict)
    moment: str = "%Y-%m-%dT%H:%M:%SZ"

    def fits(self, value: Any) -> bool:
        """Whether an answer has all signs of this kind."""
        return all(
            at_path(value, sign) is not None if sign != "." else isinstance(value, list) for sign in self.signs
        )

    def condition(self, name: str, kind: str) -> dict[str, Any]:
        """The templates of an attribute."""

        def put(text: str) -> str:
            return text.replace("{field}", name)

        if kind == "category":
            made = {"into": self.into, "template": put(self.one)}
            return made | ({"escape": self.escape} if self.escape else {})
        made = {"into": self.into, "template": put(self.range), "low_template": put(self.low)}
        made |= {"high_template": put(self.high)}
        return made | ({"null_template": put(self.null)} if self.null else {})


_ELASTIC_BODY = '{"query": {"bool": {"filter": [{filters}]}}, "size": {size}, "from": {offset}, "sort": ["_doc"]}'

KINDS: tuple[Kind, ...] = (
    Kind(
        name="github", signs=("total_count", "items"), into="q",
        range="{field}:{low}..{high}", low="{field}:>={low}", high="{field}:<={high}", one='{field}:"{value}"',
        fixed={"q": "{q}"}, join=" ", escape="backslash",
        paging={"kind": "link", "size_parameter": "per_page", "size": 100},
        results={"rows": "items", "id": "id", "count": "total_count", "partial": "incomplete_results=true"},
    ),
    Kind(
        name="elasticsearch", signs=("hits.hits",), into="filters", inside="_source",
        range='{"range": {"{field}": {"gte": "{low}", "lte": "{high}"}}}',
        low='{"range": {"{field}": {"gte": "{low}"}}}', high='{"range": {"{field}": {"lte": "{high}"}}}',
        one='{"terms": {"{field}": ["{value}"]}}', null='{"bool": {"must_not": {"exists": {"field": "{field}"}}}}',
        several_join='","', body=_ELASTIC_BODY, join=",", paging={"kind": "offset", "parameter": "", "size": 100},
        results={"rows": "hits.hits", "id": "_id", "count": "hits.total.value",
                 "at_least": "hits.total.relation=gte", "partial": "timed_out=true"},
    ),
    Kind(
        name="ckan", signs=("success", "result.records"), into="where",
        range=""" AND "{field}" >= '{low}' AND "{field}" <= '{high}'""", low=""" AND "{field}" >= '{low}'""",
        high=""" AND "{field}" <= '{high}'""", one=""" AND "{field}" = '{value}'""", null=' AND "{field}" IS NULL',
        fixed={"sql": 'SELECT * FROM "{resource}" WHERE 1 = 1{where} ORDER BY "_id" LIMIT {size} OFFSET {offset}'},
        join="", escape="double", paging={"kind": "offset", "parameter": "", "size": 100},
        results={"rows": "result.records", "id": "_id"},
    ),
    Kind(
        name="odata", signs=("value",), into="filter",
        range="{field} ge {low} and {field} le {high}", low="{field} ge {low}", high="{field} le {high}",
        one="{field} eq '{value}'", null="{field} eq null", fixed={"$filter": "{filter}", "$count": "true"},
        join=" and ", escape="double", paging={"kind": "next", "next": "@odata.nextLink"},
        results={"rows": "value", "count": "@odata.count"},
    ),
    Kind(
        name="solr", signs=("responseHeader", "response.docs"), into="fq",
        range="{field}:[{low} TO {high}]", low="{field}:[{low} TO *]", high="{field}:[* TO {high}]",
        one='{field}:"{value}"', null="-{field}:[* TO *]", fixed={"q": "*:*", "fq": "{fq}", "wt": "json"},
        join=" AND ", escape="backslash",
        paging={"kind": "offset", "parameter": "start", "size_parameter": "rows", "size": 100},
        results={"rows": "response.docs", "id": "id", "count": "response.numFound",
                 "at_least": "response.numFoundExact=false"},
    ),
    Kind(
        name="socrata", signs=(".",), into="where",
        range="{field} between '{low}' and '{high}'", low="{field} >= '{low}'", high="{field} <= '{high}'",
        one="{field} = '{value}'", null="{field} is null",
        fixed={"$where": "{where}", "$order": ":id", "$select": ":*, *"}, join=" and ", escape="double",
        paging={"kind": "offset", "parameter": "$offset", "size_parameter": "$limit", "size": 100},
        results={"rows": ".", "id": ":id"}, moment="%Y-%m-%dT%H:%M:%S",
    ),
)  # fmt: skip


def kind_of(value: Any) -> Kind | None:
    """The kind of an answer, None where it shows no signs of any."""
    return next((kind for kind in KINDS if kind.fits(value)), None)


_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]\d\d:?\d\d)?")
_MOST_VALUES = 30
"""Different values that a category has at the most on a page."""
_FEWEST_DIFFERENT = 4


def kind_of_column(values: Sequence[Any]) -> str:
    """number, date, time, category, or "" for a column that cannot be asked for in ranges or values.

    >>> kind_of_column([3, 7, 12, 40]), kind_of_column(["2020-01-02", "2021-03-04", "2021-03-05", "2022-01-01"])
    ('number', 'date')
    """
    there = [value for value in values if value not in (None, "")]
    if not there or any(isinstance(value, (dict, list, bool)) for value in there):
        return ""
    different = len({str(value) for value in there})
    texts = [str(value) for value in there]
    if all(_DAY.fullmatch(text) for text in texts):
        return "date"
    if all(_MOMENT.fullmatch(text) for text in texts):
        return "time"
    try:
        numbers = all(decimal_of(value) is not None and re.fullmatch(r"[-+\d.eE]+", str(value)) for value in there)
    except ValueError:
        numbers = False
    if numbers:
        return "number" if different >= min(_FEWEST_DIFFERENT, len(there)) else ""
    if different <= _MOST_VALUES and different < 0.6 * len(there) and max(map(len, texts)) <= 60:
        return "category"
    return ""


def attributes_of(rows: list[dict[str, Any]], identity: str, kind: Kind) -> list[dict[str, Any]]:
    """Attributes to try for a JSON interface, those with the most different values first; the id is none."""
    found: list[tuple[tuple[int, int], dict[str, Any]]] = []
    for name in dict.fromkeys(key for row in rows for key in row):
        values = [row.get(name) for row in rows]
        what = kind_of_column(values)
        if not what or name in {identity, "_id", ":id"} or name.startswith((":", "@")):
            continue
        made: dict[str, Any] = {"name": name, "kind": what, **kind.condition(name, what)}
        if what == "time":
            made["format"] = kind.moment
        if what == "category":
            made["values"] = sorted({str(value) for value in values if value not in (None, "")})
            if kind.several_join:
                made |= {"several": True, "several_join": kind.several_join}
        different = len({str(value) for value in values})
        rank = ("date", "time", "number", "category").index(what)
        found.append(((rank, -different), made))
    return [made for _, made in sorted(found, key=lambda pair: pair[0])]
