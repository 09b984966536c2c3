"""A site's own selectors, for users who know a site better than any rule: `[news] selectors` in the settings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from selectolax.lexbor import LexborHTMLParser

from motherlode.dom.tree import Tree, parse
from motherlode.errors import UsageError
from motherlode.extract.article.blocks import blocks_of
from motherlode.extract.article.fields.author_names import split_names
from motherlode.extract.article.fields.dates import read_date
from motherlode.extract.article.params import NewsParams
from motherlode.extract.article.render import rendered
from motherlode.model.article import Article
from motherlode.model.evidence import Evidence
from motherlode.model.params import unknown_name
from motherlode.text.urls import host_of

FIELDS = ("title", "published", "source", "authors", "content", "remove")


def selectors_of(url: str, params: NewsParams) -> dict[str, str]:
    """The selectors for a page's host or a host above it; keys are 'host field', as in 'example.org title'."""
    if not params.selectors:
        return {}
    host = host_of(url).rsplit(":", 1)[0]
    found: dict[str, str] = {}
    for key, selector in params.selectors.items():
        site, _, name = key.partition(" ")
        if name not in FIELDS:
            raise UsageError(unknown_name(name or key, FIELDS, "news.selectors"), key=key)
        if host == site or host.endswith("." + site):
            found[name] = selector
    return found


def without(tree: Tree, selector: str) -> Tree:
    """The page without what the selector names."""
    copy = tree.parsed_again()
    for node in _matches(copy, selector):
        node.decompose()
    return parse(copy.html or "")


def overridden(article: Article, tree: Tree, selectors: dict[str, str]) -> Article:
    """The article with the fields that selectors name; a selector that matches nothing changes nothing."""
    changes: dict[str, object] = {}
    evidence = dict(article.evidence)
    for name, selector in selectors.items():
        nodes = _matches(tree.parser, selector) if name != "remove" else []
        texts = [" ".join((node.text(separator=" ") or "").split()) for node in nodes]
        texts = [text for text in texts if text]
        if not texts:
            continue
        if name == "content":
            part = parse("".join(node.html or "" for node in nodes))
            blocks = blocks_of(part)
            rows = np.arange(len(blocks))
            changes["content"], changes["markdown"] = rendered(part, blocks, rows)
        elif name == "authors":
            changes["authors"] = tuple(dict.fromkeys(one for text in texts for one in split_names(text)))
        elif name == "published":
            given = [nodes[0].attributes.get("datetime") or nodes[0].attributes.get("content") or "", texts[0]]
            moment = next((read for text in given if (read := read_date(text, article.language))), None)
            if moment is None:
                continue
            changes["published"] = moment.iso
        else:
            changes[name] = texts[0]
        evidence[name] = Evidence(rule="selector of the site", path=selector, page=article.url, confidence=1.0)
    return replace(article, evidence=evidence, **changes)  # type: ignore[arg-type]


def _matches(parser: LexborHTMLParser, selector: str) -> list[Any]:
    try:
        found: list[Any] = parser.css(selector)
    except Exception as error:
        raise UsageError(f"not a CSS selector: {selector!r} ({error})", key="selectors") from error
    return found
