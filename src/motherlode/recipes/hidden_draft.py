"""`hidden init URL`: a commented draft of a site description, read from the search form on a page."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urljoin

from motherlode.crawl.params import FetchParams
from motherlode.errors import InputError
from motherlode.hidden.params import HiddenParams
from motherlode.recipes.hidden import form_client

_LOW = re.compile(r"(from|start|begin|min|low|after|since|gte|_ge|_lo)", re.IGNORECASE)
_HIGH = re.compile(r"(to|end|until|max|high|before|lte|_le|_hi)", re.IGNORECASE)


async def draft_of(url: str, *, allow_private: bool = False, user_agent: str = "Motherlode/0.1") -> str:
    """The draft as text; raises InputError where the page has no form."""
    from selectolax.lexbor import LexborHTMLParser

    client = form_client(HiddenParams(), FetchParams(), allow_private=allow_private, user_agent=user_agent)
    async with client:
        reply = await client.send(url)
    if reply.status >= 300:
        raise InputError(
            f"{url} answers with status {reply.status}; give the address of the page with the search form"
        )
    tree = LexborHTMLParser(reply.body.decode("utf-8", "replace"))
    forms = sorted(tree.css("form"), key=lambda form: -len(form.css("input, select")))
    if not forms:
        raise InputError(f"{url} has no form; give the address of the page with the search form")
    return _draft(forms[0], reply.final_url)


def _draft(form: Any, url: str) -> str:
    action = urljoin(url, form.attributes.get("action") or "")
    method = (form.attributes.get("method") or "get").upper()
    hidden = [node for node in form.css("input[type=hidden]") if node.attributes.get("name")]
    parts = [
        "# Draft of a site description. Check every line; lines marked FILL IN are guesses or missing.",
        "[site]",
        f"name = {json.dumps(url)}",
        f"url = {json.dumps(action)}",
        f'method = "{method}"',
        'format = "html"  # or "json"',
    ]
    if hidden:
        parts += [f"session = {json.dumps(url)}  # this page gives the cookie and the hidden fields"]
    parts += [f"form = {json.dumps(url)}  # a category without values takes them from here at each run"]
    parts += ["", *_ranges(form), *_categories(form)]
    parts += [
        "[paging]",
        'kind = "page"  # page, offset, cursor, next or none',
        'parameter = "page"  # FILL IN',
        'next = "a[rel=next]"  # FILL IN: selector of the link to the next page; leave out if there is none',
        "",
        "[results]",
        'rows = ""  # FILL IN: selector of one row; empty for the record extractor',
        'id = ""  # FILL IN: the field that names a row for good',
        'count = ""  # FILL IN: selector of the number of results, if shown',
        'overflow = ""  # FILL IN: selector of the message "too many results", if shown',
        "[results.fields]  # FILL IN: field = selector inside a row",
    ]
    return "\n".join(parts) + "\n"


def _ranges(form: Any) -> list[str]:
    """Pairs of inputs that look like the two ends of a range."""
    inputs = [
        node
        for node in form.css("input")
        if node.attributes.get("name") and (node.attributes.get("type") or "text") in {"text", "number", "date"}
    ]
    parts: list[str] = []
    used: set[int] = set()
    for number, node in enumerate(inputs):
        following = inputs[number + 1] if number + 1 < len(inputs) else None
        if number in used or following is None:
            continue
        low, high = str(node.attributes["name"]), str(following.attributes["name"])
        if not (_LOW.search(low) and _HIGH.search(high)):
            continue
        used |= {number, number + 1}
        kind = "date" if node.attributes.get("type") == "date" else "number"
        name = _LOW.sub("", low).strip("_-. ") or kind
        ends = [_end(node, "min", kind), _end(following, "max", kind)]
        parts += [
            "[[attributes]]",
            f"name = {json.dumps(name)}",
            f'kind = "{kind}"',
            f"low = {ends[0]}",
            f"high = {ends[1]}",
            f"low_parameter = {json.dumps(low)}",
            f"high_parameter = {json.dumps(high)}",
            f"field = {json.dumps(name)}  # FILL IN: the field of a row with this value",
            "",
        ]
    return parts


def _end(node: Any, name: str, kind: str) -> str:
    value = node.attributes.get(name) or ""
    if value:
        return json.dumps(value) if kind == "date" else value
    return {"min": '"1900-01-01"', "max": '"2100-12-31"'}[name] + "  # FILL IN" if kind == "date" else "0  # FILL IN"


def _categories(form: Any) -> list[str]:
    parts: list[str] = []
    for node in form.css("select"):
        name = node.attributes.get("name")
        values = [option.attributes.get("value") or "" for option in node.css("option")]
        if not name or not any(values):
            continue
        parts += [
            "[[attributes]]",
            f"name = {json.dumps(name)}",
            'kind = "category"',
            f"parameter = {json.dumps(name)}",
            f"values = {json.dumps([v for v in values if v], ensure_ascii=False)}",
            f"several = {'true' if 'multiple' in node.attributes else 'false'}",
            f"field = {json.dumps(name)}  # FILL IN: the field of a row with this value",
            "",
        ]
    return parts
