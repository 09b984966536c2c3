"""`hidden init URL`: a site description that runs, found by asking: the form or API is read, submitted and probed."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit, urlunsplit

from motherlode.app.hidden.forms import form_drafts, json_draft, names_a_range
from motherlode.app.hidden.run import RecordReader, form_client
from motherlode.app.settings import Settings
from motherlode.errors import FetchError, InputError, MotherlodeError
from motherlode.hidden.asking import FormFetcher
from motherlode.hidden.description import description_of
from motherlode.hidden.facts import Facts
from motherlode.hidden.kinds import KINDS, Kind, attributes_of, kind_of
from motherlode.hidden.plan import whole
from motherlode.hidden.probe import probe
from motherlode.hidden.reading import Row, hidden_fields
from motherlode.hidden.source import WebSource
from motherlode.model.hidden import Query

_MOST_ATTRIBUTES = 3
"""Attributes that a draft keeps: each further one costs a probe of a dozen requests and seldom splits better."""


@dataclass(slots=True)
class Draft:
    """A description that was tried: its values, what the probe found, rows to look at, what could not be found."""

    values: dict[str, Any]
    facts: Facts
    sample: list[Row]
    open_questions: list[str] = field(default_factory=list)


async def draft_of(url: str, *, allow_private: bool = False, kind: str = "") -> str:
    """The description as TOML; raises InputError where nothing can be asked for."""
    async with form_client(Settings({"project": {"allow_private": allow_private}})) as client:
        return as_toml(await drafted(url, client, kind))


async def drafted(url: str, fetcher: FormFetcher, kind: str = "") -> Draft:
    """Reads what stands at an address, tries descriptions of it, and keeps the attributes that answers confirm."""
    reply = await fetcher.send(url)
    if reply.status == 405 or kind == "elasticsearch":
        reply = await fetcher.send(url, b"{}", {"Content-Type": "application/json"})
    if reply.status >= 300:
        raise InputError(
            f"{url} answers with status {reply.status}; give the address of the search form or of the API"
        )
    text = reply.body.decode("utf-8", "replace")
    if text.lstrip()[:1] in {"{", "["}:
        base, candidates = await _api(url, text, kind, fetcher)
        return await _tried(base, candidates, fetcher)
    best: Draft | None = None
    trouble = ""
    target = await _postback_target(text, reply.final_url, fetcher) if "__VIEWSTATE" in text else ""
    for base, candidates in form_drafts(text, reply.final_url, target):
        try:
            made = await _tried(base, candidates, fetcher)
        except MotherlodeError as error:
            trouble = trouble or error.message
            continue
        if best is None or _reach(made) > _reach(best):
            best = made
    if best is None:
        raise InputError(trouble or f"{url} has no form; give the address of the page with the search form")
    return best


def _reach(draft: Draft) -> tuple[int, int]:
    """How far a description leads: what can be asked for, and the rows an answer shows with all its pages."""
    return len(draft.values["attributes"]), draft.facts.k


async def _postback_target(html: str, url: str, fetcher: FormFetcher) -> str:
    """The control that turns the pages of a grid: it stands in the links of the first answer of the form."""
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(html)
    form = tree.css_first("form")
    if form is None:
        return ""
    buttons = [(str(node.attributes["name"]), node.attributes.get("value") or "")
               for node in form.css("input[type=submit]") if node.attributes.get("name")]  # fmt: skip
    reply = await fetcher.send(urljoin(url, form.attributes.get("action") or ""),
                               [*hidden_fields(tree).items(), *buttons[:1]])  # fmt: skip
    found = re.search(
        r"__doPostBack\((?:'|&#39;)([^'&]+)(?:'|&#39;),\s*(?:'|&#39;)Page\$", reply.body.decode("utf-8", "replace")
    )
    return found[1] if found else ""


async def _api(url: str, text: str, named: str, fetcher: FormFetcher) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The sections of a description for a JSON interface, and the attributes to try."""
    value = json.loads(text)
    kind = next((one for one in KINDS if one.name == named), None) or kind_of(value)
    if kind is None or (not named and isinstance(value, list) and names_a_range(url)):  # a bare list has no signs
        return json_draft(url, value)
    base = _base(url, kind)
    source = WebSource(description_of({**base, "attributes": [_NONE]}), fetcher)
    page = await source.page(Query(whole(source.axes)), 0)
    if not page.rows:
        raise InputError(f"{url} shows no rows; give an address that shows some")
    rows = [row.get(kind.inside, row) for row in page.rows] if kind.inside else page.rows
    identity = kind.results.get("id", "")
    if kind.name == "odata":
        identity = _identity(rows)
        base["results"]["id"] = identity
    found = attributes_of(rows, identity, kind)
    for attribute in found:
        attribute["field"] = f"{kind.inside}.{attribute['name']}" if kind.inside else attribute["name"]
    return base, found


_NONE = {"name": "nothing", "kind": "category", "parameter": "nothing", "values": ["nothing"]}


def _base(url: str, kind: Kind) -> dict[str, Any]:
    parts = urlsplit(url)
    given = dict(parse_qsl(parts.query, keep_blank_values=True))
    fixed = {name: text for name, text in given.items() if name not in kind.fixed}
    path = parts.path
    templates = dict(kind.fixed)
    if kind.name == "ckan":
        path = path.replace("datastore_search_sql", "datastore_search").replace(
            "datastore_search", "datastore_search_sql"
        )
        templates["sql"] = templates["sql"].replace("{resource}", fixed.pop("resource_id", ""))
        fixed.pop("limit", None)
    for name in (str(kind.paging.get("parameter", "")), str(kind.paging.get("size_parameter", ""))):
        fixed.pop(name, None)
    site = {
        "name": parts.netloc, "url": urlunsplit((parts.scheme, parts.netloc, path, "", "")),
        "method": "POST" if kind.body else "GET", "format": "json", "fixed": {**fixed, **templates},
        "join": {kind.into: kind.join},
    }  # fmt: skip
    if kind.body:
        site["body"] = kind.body
    return {"site": site, "paging": dict(kind.paging), "results": dict(kind.results)}


def _identity(rows: list[Row]) -> str:
    """The column that names a row: no value twice, and called like an id."""
    for name in rows[0]:
        values = [json.dumps(row.get(name)) for row in rows]
        if len(set(values)) == len(rows) and name.lower().rstrip(".").endswith(("id", "key", "no", "number", "code")):
            return name
    return ""


async def _tried(base: dict[str, Any], candidates: list[dict[str, Any]], fetcher: FormFetcher) -> Draft:
    """Probes each attribute by itself; those that the site answers as they say are kept, the finest first."""
    kept: list[dict[str, Any]] = []
    asked: list[str] = []
    trouble = ""
    for attribute in candidates:
        if len(kept) == _MOST_ATTRIBUTES:
            break
        try:
            source = await _probed({**base, "attributes": [attribute]}, fetcher)
        except FetchError:
            raise
        except MotherlodeError as error:
            trouble = trouble or error.message
            asked.append(f"'{attribute['name']}' is left out: {error.message}")
            continue
        kept.append(_settled(attribute, source))
    if not kept:
        raise InputError(trouble or "nothing was found that can be asked for; write the description by hand")
    values = {**base, "attributes": kept}
    source = await _probed(values, fetcher)
    page = await source.page(Query(whole(source.axes)), 0)
    if not values["results"].get("id") and page.rows and not values["results"].get("fields"):
        values["results"] = {**values["results"], "id": _identity(page.rows)}
    return Draft(values, source.facts, page.rows[:3], asked)


async def _probed(values: dict[str, Any], fetcher: FormFetcher) -> WebSource:
    source = WebSource(description_of(values), fetcher, RecordReader())
    await probe(source)
    return source


def _settled(attribute: dict[str, Any], source: WebSource) -> dict[str, Any]:
    """The attribute with what the probe found: ends, step, bounds, further values, its column."""
    learned = source.attributes[0]
    made = dict(attribute)
    if learned.kind == "category":
        made["values"] = list(learned.values)
    else:
        made["low"], made["high"] = (learned.text(end) for end in source.axes[0].full)
        if learned.inclusive != "half":
            made["inclusive"] = learned.inclusive
        if learned.kind == "number":
            made["step"] = str(learned.width)
    if not made.get("field") and learned.name in source.facts.fields:
        made["field"] = source.facts.fields[learned.name]
    return made


# --- TOML ---------------------------------------------------------------------------------------------------------


def as_toml(draft: Draft) -> str:
    """A draft as a description file, with what was found in words."""
    facts, values = draft.facts, draft.values
    count = "exact" if facts.counts else "none, or one that cannot be relied on"
    lines = [
        "# A site description, found by asking the site. Look at it, then: motherlode hidden SITE.toml",
        f"# found: an answer shows {facts.k} rows at most, {facts.page} a page; count: {count}; order: {facts.order}",
        *(f"# found: {note}" for note in facts.notes),
        *(f"# not found: {question}" for question in draft.open_questions),
        *(f"# a row: {json.dumps(row, ensure_ascii=False)[:300]}" for row in draft.sample),
    ]
    lines = [line.replace("\n", " ") for line in lines]
    for section in ("site", "attributes", "paging", "results"):
        found = values.get(section, {})
        for part in found if isinstance(found, list) else [found]:
            lines += ["", f"[[{section}]]" if isinstance(found, list) else f"[{section}]"]
            lines += _pairs(section, part)
    return "\n".join(lines) + "\n"


def _pairs(section: str, part: dict[str, Any]) -> list[str]:
    plain = [f"{name} = {_toml(value)}" for name, value in part.items() if not isinstance(value, dict)]
    nested = []
    for name, value in part.items():
        if isinstance(value, dict) and value:
            nested += ["", f"[{section}.{name}]", *(f"{_toml(key)} = {_toml(item)}" for key, item in value.items())]
    return plain + nested


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return json.dumps(str(value), ensure_ascii=False)
