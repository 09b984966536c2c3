"""What a page says of itself: title, meta elements, JSON-LD, canonical address, language."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from motherlode.dom.tree import Tree, code_of
from motherlode.extract.article import jsonld
from motherlode.extract.article.blocks import Ints, fold
from motherlode.extract.article.features import PageFacts

_READ = bytes(map(code_of, ("meta", "script", "title", "link", "html", "base")))
"""Codes of the elements that the head is read from."""

MAX_VALUE = 5_000
"""Characters kept of a meta value."""

ARTICLE_TYPES = frozenset(
    [
        "article",
        "newsarticle",
        "blogposting",
        "reportagenewsarticle",
        "analysisnewsarticle",
        "opinionnewsarticle",
        "techarticle",
        "scholarlyarticle",
        "liveblogposting",
        "report",
        "socialmediaposting",
        "backgroundnewsarticle",
        "reviewnewsarticle",
        "advertisercontentarticle",
        "medicalwebpage",
        "review",
        "satiricalarticle",
        "discussionforumposting",
        "question",
        "recipe",
        "askpublicnewsarticle",
        "howto",
        "creativework",
        "videoobject",
    ]
)
"""schema.org types whose headline, date and author are the page's."""


@dataclass(slots=True)
class Head:
    """What the page says of itself; `metas` has names and properties in lower case."""

    title: str = ""
    metas: dict[str, list[str]] = field(default_factory=dict)
    objects: list[dict[str, Any]] = field(default_factory=list)
    canonical: str = ""
    base: str = ""
    language: str = ""
    scripts: list[int] = field(default_factory=list)
    _articles: tuple[int, list[dict[str, Any]]] | None = field(default=None, repr=False, compare=False)
    _kinds: list[tuple[str, ...]] = field(default_factory=list, repr=False, compare=False)
    _body: str | None = field(default=None, repr=False, compare=False)

    def meta(self, *names: str) -> str:
        """The first non-empty value of the first of these names that is there."""
        for name in names:
            for value in self.metas.get(name, ()):
                if value:
                    return value
        return ""

    def kinds(self) -> list[tuple[str, ...]]:
        """The types of every JSON-LD object, read once."""
        if len(self._kinds) != len(self.objects):
            self._kinds = list(map(jsonld.types_of, self.objects))
        return self._kinds

    def articles(self) -> list[dict[str, Any]]:
        """JSON-LD objects that describe an article, the fullest kind first, in their order."""
        if self._articles is None or self._articles[0] != len(self.objects):
            kinds = zip(self.objects, self.kinds(), strict=True)
            found = [item for item, its in kinds if not ARTICLE_TYPES.isdisjoint(its)]
            found.sort(key=lambda item: not ("headline" in item or "datePublished" in item))
            self._articles = len(self.objects), found
        return self._articles[1]

    def body(self) -> str:
        """The text of the article as its JSON-LD tells it, read once."""
        if self._body is None:
            bodies = (jsonld.text_of(item.get("articleBody")) for item in self.articles())
            self._body = next(filter(None, bodies), "")
        return self._body

    def facts(self) -> PageFacts:
        """What the block classifier uses."""
        kinds = {kind for its in self.kinds()[:200] for kind in its}
        kinds.add(self.meta("og:type").lower())
        return PageFacts(
            title=self.meta("og:title", "twitter:title") or self.title,
            types=frozenset(kinds),
            description=self.meta("og:description", "description", "twitter:description"),
            body=fold(self.body()),
        )


def head_of(tree: Tree) -> Head:
    """Reads the head, and JSON-LD anywhere in the page."""
    head = Head()
    texts, ends, values = tree.texts, tree.ends, tree.nodes.values
    metas, scripts, headings, links, roots, bases = (np.flatnonzero(tree.codes == code) for code in _READ)
    head.metas = _metas(tree, metas)
    for node, kind in zip(scripts.tolist(), values(scripts, "type"), strict=True):
        if kind is not None and "ld+json" in kind.lower():
            head.objects += jsonld.objects_of("".join(texts[node + 1 : ends[node]]))
    for node in headings.tolist():
        if not head.title and "svg" not in (tree.tags[tree.parents[node]] if node else ""):
            head.title = " ".join("".join(texts[node + 1 : ends[node]]).split())
    for node, rel in zip(links.tolist(), values(links, "rel"), strict=True):
        if rel is not None and not head.canonical and rel.lower() == "canonical":
            head.canonical = (tree.given(node).get("href") or "").strip()
    for node in roots.tolist():
        given = tree.given(node)
        head.language = (given.get("lang") or given.get("xml:lang") or "").strip()
    for node in bases.tolist():
        head.base = head.base or (tree.given(node).get("href") or "").strip()
    return head


def _metas(tree: Tree, nodes: Ints) -> dict[str, list[str]]:
    """What meta elements say: the values by name, in lower case, with their white space folded."""
    values = tree.nodes.values
    names = tuple(values(nodes, key) for key in ("name", "property", "itemprop", "http-equiv"))
    told: dict[str, list[str]] = {}
    for content, *its in zip(values(nodes, "content"), *names, strict=True):
        if content is None:
            continue
        value = " ".join(content[:MAX_VALUE].split())
        for name in dict.fromkeys(filter(None, its)):
            told.setdefault(name.strip().lower(), []).append(value)
    return told
