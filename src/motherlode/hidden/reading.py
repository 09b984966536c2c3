"""What stands on one page of an answer: rows, count, overflow message, the way to the next page.

Rows have names and coordinates; what they show that no description says is remembered.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from motherlode.errors import DescriptionMismatch
from motherlode.hidden.description import Attribute, Description
from motherlode.hidden.facts import Facts
from motherlode.hidden.scale import decimal_of, decimals_of
from motherlode.model.hidden import NULL, Axis, Points
from motherlode.model.pages import Response

Row = dict[str, Any]


class Records(Protocol):
    """Finds the records of an HTML page without any selector.

    `rule` is what the first list taught, as text: a run that goes on later reads by it, for the first page that it
    meets may hold no list to learn from.
    """

    rule: str

    def __call__(self, html: str, url: str) -> list[Row]:
        """The rows of a page."""


class CutPage(Exception):
    """A page without its end, or one that the site itself calls unfinished: it is asked again."""


@dataclass(frozen=True, slots=True)
class AnswerPage:
    """One page: `count` is None when it shows none, `exact` False for "10,000+"; `more` None when it does not say.

    `state` are the hidden fields that a postback must send again; `tail` are the last characters of an HTML page.
    """

    rows: list[Row]
    count: int | None = None
    exact: bool = True
    overflow: bool = False
    more: bool | None = None
    next: str = ""
    state: Mapping[str, str] = field(default_factory=dict)
    tail: str = ""


TAIL = 40
"""Characters of the end of an HTML page that are compared to tell a whole page from a cut one."""
_NUMBER = re.compile(r"(\d[\d,.\u00a0\u202f ]*\d|\d)\s*(\+|plus\b|or more\b)?", re.IGNORECASE)
_ABOUT = re.compile(
    r"(about|approx\w*|around|circa|ca\.|roughly|nearly|almost|over|more than|at least|up to|~|≈|>|≥|first)\s*$",
    re.IGNORECASE,
)
# Possessive quantifiers keep the time linear: a header of a million "<" is a server's to send.
_LINK = re.compile(r'<([^<>]*+)>((?:\s*+;\s*+[\w-]+\s*+=\s*+(?:"[^"]*+"|[^;,"\s]*+))*+)')
_NEXT_RELATION = re.compile(r'rel\s*=\s*"?[^";]*\bnext\b', re.IGNORECASE)


def read_page(site: Description, reply: Response, records: Records | None) -> AnswerPage:
    """The page's rows and signs, as the description says; raises CutPage for one that did not come whole."""
    if reply.truncated:
        raise DescriptionMismatch(f"{reply.final_url} is larger than [fetch] max_body allows; raise it")
    length = reply.header("Content-Length")
    if length.isdigit() and not reply.header("Content-Encoding") and len(reply.body) < int(length):
        raise CutPage(f"{reply.final_url} came with {len(reply.body)} of {length} bytes")
    text = reply.body.decode("utf-8", "replace")
    if site.format == "json":
        return _read_json(site, text, reply)
    return _read_html(site, text, reply, records)


def _read_json(site: Description, text: str, reply: Response) -> AnswerPage:
    url = reply.final_url
    try:
        value = json.loads(text)
    except ValueError as error:
        if text.lstrip()[:1] in {"{", "["}:
            raise CutPage(f"{url} is JSON without its end ({error})") from error
        raise DescriptionMismatch(f'{url} is not JSON ({error}); is format = "html" meant?') from error
    if "\\ud" in text.lower():
        value = _whole_characters(value)
    results = site.results
    if results.partial and _marked(value, results.partial):
        raise CutPage(f"{url} calls its answer unfinished ({results.partial})")
    rows = at_path(value, results.rows) if results.rows != "." else value
    if not isinstance(rows, list):
        path, _, last = results.rows.rpartition(".")
        parent = at_path(value, path)
        if rows is None and isinstance(parent, dict) and last in parent:
            rows = []  # "results": null
        else:
            known = ", ".join(sorted(value)) if isinstance(value, dict) else type(value).__name__
            raise CutPage(f"{url} has no list at '{results.rows}'; it has: {known or 'nothing'}")
    count, exact = count_in(at_path(value, results.count)) if results.count else (None, True)
    exact = exact and not (results.at_least and _marked(value, results.at_least))
    over = at_path(value, results.overflow) if results.overflow else None
    following, more = _following(site, value, reply)
    made = [_json_row(row, results.fields) for row in rows if isinstance(row, dict)]
    return AnswerPage(made, count, exact, bool(over), more, following)


def _whole_characters(value: Any) -> Any:
    """The value without halves of characters, which JSON can write and no file can hold."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode() if not value.isprintable() else value
    if isinstance(value, list):
        return [_whole_characters(item) for item in value]
    if isinstance(value, dict):
        return {_whole_characters(name): _whole_characters(item) for name, item in value.items()}
    return value


def _json_row(row: Mapping[str, Any], fields: Mapping[str, str]) -> Row:
    return {name: at_path(row, path) for name, path in fields.items()} if fields else dict(row)


def _marked(value: Any, mark: str) -> bool:
    """Whether "path=text" holds; a path alone is a yes or no."""
    path, _, wanted = mark.partition("=")
    found = at_path(value, path)
    return str(found).lower() == wanted.lower() if wanted else bool(found)


def _following(site: Description, value: Any, reply: Response) -> tuple[str, bool | None]:
    """The link or cursor to the next page, and whether the page says that more follows."""
    if site.paging.kind == "link":
        link = next_link(reply.header("Link"))
        return link, bool(link)
    if not site.paging.next:
        return "", None
    found = at_path(value, site.paging.next)
    if isinstance(found, (list, dict)):  # search_after: the sort values of the last row
        return (json.dumps(found), None) if found else ("", None)
    if site.paging.kind == "cursor" and re.search(r"\.-\d", site.paging.next):
        return ("" if found is None else str(found)), None
    return (str(found) if found and found is not True else ""), bool(found)


def next_link(header: str) -> str:
    """The address of the next page in a Link header.

    >>> next_link('<https://x.example/?page=2>; rel="next", <https://x.example/?page=9>; rel="last"')
    'https://x.example/?page=2'
    """
    for address, relation in _LINK.findall(header):
        if _NEXT_RELATION.search(relation):
            return str(address)
    return ""


def at_path(value: Any, path: str) -> Any:
    """The value at a dotted path, None where it is not there; -1 is the last of a list.

    A name that holds dots itself ("@odata.count") is found too.
    """
    if isinstance(value, Mapping) and path in value:
        return value[path]
    parts = path.split(".") if path else []
    for number, part in enumerate(parts):
        rest = ".".join(parts[number:])
        if isinstance(value, Mapping):
            if rest in value:
                return value[rest]
            value = value.get(part)
        elif isinstance(value, list) and re.fullmatch(r"-?\d+", part):
            place = int(part)
            value = value[place] if -len(value) <= place < len(value) else None
        else:
            return None
    return value


def count_in(value: object) -> tuple[int | None, bool]:
    """A count, and whether it is said to be exact: the last number of "1–25 of 1,234", not of "1,000+" or "about 50".

    >>> count_in("1,234 results"), count_in("1,000+ results"), count_in("about 50"), count_in("1–25 of 310")
    ((1234, True), (1000, False), (50, False), (310, True))
    """
    if isinstance(value, bool) or value is None:
        return None, True
    if isinstance(value, (int, float)):
        return int(value), True
    text = str(value)
    found = list(_NUMBER.finditer(text))
    if not found:
        return None, True
    best = next((one for one in found if re.search(r"\b(of|von|de|sur|из|共)\s*$", text[: one.start()])), found[0])
    return int(re.sub(r"\D", "", best[1])), not best[2] and not _ABOUT.search(text[: best.start()])


def _read_html(site: Description, text: str, reply: Response, records: Records | None) -> AnswerPage:
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(text)
    results = site.results
    if results.rows:
        rows = [_html_row(node, results.fields) for node in tree.css(results.rows)]
    elif records is not None:
        rows = records(text, reply.final_url)
    else:
        raise DescriptionMismatch("no 'rows' selector in [results] and no record extractor is at hand")
    count: int | None = None
    exact = True
    if results.count:
        node = tree.css_first(results.count)
        count, exact = count_in(node.text(strip=True)) if node is not None else (None, True)
    over = bool(results.overflow) and tree.css_first(results.overflow) is not None
    if site.paging.kind == "link":
        link = next_link(reply.header("Link"))
        more: bool | None = bool(link)
    else:
        following = tree.css_first(site.paging.next) if site.paging.next else None
        more = None if not site.paging.next else following is not None
        link = (following.attributes.get("href") or "") if following is not None else ""
    state = hidden_fields(tree) if site.paging.kind == "postback" else {}
    return AnswerPage(rows, count, exact, over, more, link, state, text.rstrip()[-TAIL:])


def hidden_fields(tree: Any) -> dict[str, str]:
    """The hidden fields of a page's forms."""
    return {
        str(node.attributes["name"]): node.attributes.get("value") or ""
        for node in tree.css("form input[type=hidden]")
        if node.attributes.get("name")
    }


def _html_row(node: Any, fields: Mapping[str, str]) -> Row:
    """The values of a row; "selector@name" takes an attribute of the element instead of its text."""
    row: Row = {}
    for name, wanted in fields.items():
        selector, _, attribute = wanted.partition("@")
        found = node.css_first(selector) if selector else node
        if found is None:
            row[name] = None
            continue
        text = found.attributes.get(attribute) if attribute else found.text(separator=" ", strip=True)
        row[name] = text or None
    return row


class SiteRows:
    """Rows as names and points on the axes; a value that the axes cannot hold is a surprise, and remembered."""

    def __init__(self, site: Description) -> None:
        self.site = site
        self.facts = Facts()
        self.surprise = ""
        self.unlisted: dict[str, Counter[str]] = {attribute.name: Counter() for attribute in site.attributes}
        self.attributes: tuple[Attribute, ...] = site.attributes
        self.axes: tuple[Axis, ...] = site.axes

    def learn(self) -> None:
        """Makes attributes and axes anew by what the facts say now."""
        self.attributes = tuple(self.facts.learned(attribute) for attribute in self.site.attributes)
        self.axes = tuple(attribute.axis() for attribute in self.attributes)
        self.surprise = ""

    def name_of(self, row: Row) -> str:
        """The name of a row: its id field, or a digest of all its values; both where ids do not tell rows apart."""
        given = at_path(row, self.site.results.id) if self.site.results.id else None
        if given in (None, "") or "\0" in str(given):  # a database keeps no such character
            return digest(row)
        return str(given) if self.facts.keyed else f"{given}~{digest(row)[:8]}"

    def names(self, rows: list[Row]) -> list[str]:
        """The names of an answer's rows; equal rows without an id are counted: the second is named …~2."""
        made: list[str] = []
        met: Counter[str] = Counter()
        for row in rows:
            name = self.name_of(row)
            met[name] += 1
            has_id = self.site.results.id and at_path(row, self.site.results.id) not in (None, "")
            if met[name] > 1 and not has_id:
                self.facts.copies += 1
                name = f"{name}~{met[name]}"
            made.append(name)
        return made

    def field_of(self, attribute: Attribute) -> str:
        """The field of a row in which an attribute's value stands: as described, or as the probe found it."""
        return attribute.field or self.facts.fields.get(attribute.name, attribute.name)

    def points(self, rows: list[Row]) -> Points:
        """The rows as coordinates; NULL where a value is missing. Values that the axes cannot hold are remembered."""
        made = np.full((len(rows), len(self.axes)), NULL, dtype=np.int64)
        for axis, attribute in enumerate(self.attributes):
            name = self.field_of(attribute)
            for number, row in enumerate(rows):
                value = row[name] if name in row else at_path(row, name)
                if isinstance(value, list):
                    value = value[0] if len(value) == 1 else None
                try:
                    place = attribute.at(value)
                except (ValueError, TypeError, OverflowError, ArithmeticError) as error:
                    raise DescriptionMismatch(
                        f"the value {value!r} in field '{name}' is no {attribute.kind};"
                        f" check field and format of attribute '{attribute.name}'"
                    ) from error
                if place == NULL and value not in (None, "") and attribute.kind == "category":
                    self._not_listed(attribute, str(value).strip())
                elif attribute.kind == "number" and type(value) is not int and place != NULL:
                    self._finer(attribute, value, place)
                made[number, axis] = place
            self._beyond(axis, attribute, made[:, axis])
        return made

    def _not_listed(self, attribute: Attribute, value: str) -> None:
        if value and value not in self.facts.refused.get(attribute.name, ()):
            self.unlisted[attribute.name][value] += 1
            self.surprise = self.surprise or "values"

    def _finer(self, attribute: Attribute, value: object, place: int) -> None:
        """A number between two steps: the step is measured anew."""
        if decimal_of(value) == place * attribute.width:
            return
        digits = decimals_of(value)
        step = f"1e-{digits}" if digits else "1"
        if attribute.width > type(attribute.width)(step):
            self.facts.steps[attribute.name] = step
            self.surprise = "step"

    def _beyond(self, axis: int, attribute: Attribute, column: Points) -> None:
        """A value outside low … high: the ends are moved."""
        if attribute.kind == "category" or not len(column):
            return
        values = column[column != NULL]
        if not len(values):
            return
        low, high = self.axes[axis].full
        least, most = int(values.min()), int(values.max())
        given = attribute.low is not None and attribute.high is not None
        if given and low <= least and most <= high:
            return
        low, high = (min(low, least), max(high, most)) if given else (least, most)
        self.facts.ends[attribute.name] = [attribute.text(low), attribute.text(high)]
        self.facts.closed.pop(attribute.name, None)
        self.surprise = "ends"


def digest(row: Row) -> str:
    """Twenty letters that stand for all values of a row."""
    return hashlib.sha256(json.dumps(row, sort_keys=True, default=str).encode()).hexdigest()[:20]
