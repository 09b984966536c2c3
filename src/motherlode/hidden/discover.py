"""What a search form itself tells when the site is asked: the values of its categories."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from motherlode.errors import DescriptionMismatch
from motherlode.hidden.asking import FormFetcher
from motherlode.hidden.description import Attribute, Description

_TRIES = 5


async def with_values(site: Description, fetcher: FormFetcher) -> Description:
    """The description with the values of every category that names none, read from the options of the form."""
    if all(attribute.kind != "category" or attribute.values for attribute in site.attributes):
        return site
    from selectolax.lexbor import LexborHTMLParser

    address = site.form or site.session or site.url
    for _ in range(_TRIES):
        reply = await fetcher.send(address)
        if reply.status not in {429, 503}:  # the fetcher lets a busy site rest
            break
    if reply.status >= 300:
        raise DescriptionMismatch(f"the form {address} answers with status {reply.status}; check 'form' in [site]")
    tree = LexborHTMLParser(reply.body.decode("utf-8", "replace"))
    return replace(site, attributes=tuple(_filled(attribute, tree, address) for attribute in site.attributes))


def _filled(attribute: Attribute, tree: Any, address: str) -> Attribute:
    if attribute.kind != "category" or attribute.values:
        return attribute
    found = _options(tree, attribute.parameter)
    found.pop(attribute.null_value, None)
    if not found:
        raise DescriptionMismatch(
            f"{address} has no options for '{attribute.parameter}'; name the 'values' of '{attribute.name}', or the"
            " page with the search form as 'form' in [site]"
        )
    return replace(attribute, values=tuple(found), labels=tuple(found.values()))


def _options(tree: Any, name: str) -> dict[str, str]:
    """The values that a form offers for a field, with the words beside them; an empty value means any."""
    found: dict[str, str] = {}
    for select in tree.css("select"):
        if select.attributes.get("name") == name:
            for option in select.css("option"):
                text = option.text(strip=True)
                found.setdefault(option.attributes.get("value", text) or "", text)
    for node in tree.css("input[type=radio], input[type=checkbox]"):
        if node.attributes.get("name") == name:
            value = node.attributes.get("value") or ""
            found.setdefault(value, value)
    found.pop("", None)
    return found
