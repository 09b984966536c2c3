"""Articles from pages that a person names: read, decoded, parsed once and extracted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from motherlode.app.inputs import GivenPage, Unread, is_address, pages_of
from motherlode.dom.tree import Tree, parse
from motherlode.errors import MotherlodeError
from motherlode.extract.article import HostTemplate, NewsParams, divided, extract, learn_template
from motherlode.extract.article.blocks import Blocks, blocks_of
from motherlode.extract.article.head import head_of
from motherlode.model.article import Article
from motherlode.pages.decode import decode
from motherlode.text.urls import host_of


def article_of(
    page: GivenPage, params: NewsParams | None = None, templates: Mapping[str, HostTemplate] | None = None
) -> Article:
    """The article of one page; `templates` are what the pages of each host share."""
    tree = parsed(page)
    template = templates.get(host_of_page(page, tree)) if templates else None
    return extract(tree, page.url, params, template)


def learned_templates(items: Sequence[str]) -> dict[str, HostTemplate]:
    """What the pages of each host share; addresses are left out, so that nothing is fetched twice."""
    hosts: dict[str, list[Blocks]] = {}
    for page in pages_of([item for item in items if not is_address(item)]):
        if isinstance(page, Unread):
            continue
        try:
            tree = parsed(page)
        except MotherlodeError:
            continue  # the page is named when it is extracted
        hosts.setdefault(host_of_page(page, tree), []).append(blocks_of(tree))
    return {host: learn_template(pages) for host, pages in hosts.items() if host}


def parsed(page: GivenPage) -> Tree:
    """The page's tree, from bytes of any encoding."""
    return parse(decode(page.body, page.content_type).text)


def host_of_page(page: GivenPage, tree: Tree) -> str:
    """The host of a page, from its address or from what the page says; empty where nobody knows it."""
    head = head_of(tree) if not page.url else None
    return host_of(page.url or (head.canonical or head.meta("og:url") if head else ""))


def as_line(page: str, found: Article, keywords: int | None = None) -> dict[str, Any]:
    """The article as the keys of the contract, then all others; with its words (N11) where `keywords` is given."""
    line: dict[str, Any] = {"page": page}
    line.update((name, getattr(found, name)) for name in found.__slots__)
    line["links"] = [{"url": link.url, "anchor": link.anchor, "context": link.context} for link in found.links]
    if keywords is not None:
        line["dividedtitle"], line["dividedcontent"], line["contentkeyword"] = divided(found, keywords)
    return line
