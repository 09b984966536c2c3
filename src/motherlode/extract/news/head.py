"""What a page says of itself: title, meta elements, JSON-LD, canonical address, language."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from motherlode.dom.tree import Tree
from motherlode.extract.news import jsonld
from motherlode.extract.news.blocks import fold
from motherlode.extract.news.features import PageFacts

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

    def meta(self, *names: str) -> str:
        """The first non-empty value of the first of these names that is there."""
        for name in names:
            for value in self.metas.get(name, ()):
                if value:
                    return value
        return ""

    def articles(self) -> list[dict[str, Any]]:
        """JSON-LD objects that describe an article, the fullest kind first, in their order."""
        if self._articles is None or self._articles[0] != len(self.objects):
            found = [item for item in self.objects if ARTICLE_TYPES.intersection(jsonld.types_of(item))]
            found.sort(key=lambda item: not ("headline" in item or "datePublished" in item))
            self._articles = len(self.objects), found
        return self._articles[1]

    def facts(self) -> PageFacts:
        """What the block classifier uses."""
        kinds = {kind for item in self.objects[:200] for kind in jsonld.types_of(item)}
        kinds.add(self.meta("og:type").lower())
        bodies = (jsonld.text_of(item.get("articleBody")) for item in self.articles())
        return PageFacts(
            title=self.meta("og:title", "twitter:title") or self.title,
            types=frozenset(kinds),
            description=self.meta("og:description", "description", "twitter:description"),
            body=fold(next((body for body in bodies if body), "")),
        )


def head_of(tree: Tree) -> Head:
    """Reads the head, and JSON-LD anywhere in the page."""
    head = Head()
    tags, given, ends = tree.tags, tree.given, tree.ends
    for node in tree.found("meta"):
        _meta(head, given(node))
    for node in tree.found("script"):
        if "ld+json" in (given(node).get("type") or "").lower():
            head.objects += jsonld.objects_of("".join(tree.texts[node + 1 : ends[node]]))
    for node in tree.found("title"):
        if not head.title and "svg" not in (tags[tree.parents[node]] if node else ""):
            head.title = " ".join("".join(tree.texts[node + 1 : ends[node]]).split())
    for node in tree.found("link"):
        link = given(node)
        if not head.canonical and (link.get("rel") or "").lower() == "canonical":
            head.canonical = (link.get("href") or "").strip()
    for node in tree.found("html"):
        head.language = (given(node).get("lang") or given(node).get("xml:lang") or "").strip()
    for node in tree.found("base"):
        head.base = head.base or (given(node).get("href") or "").strip()
    return head


def _meta(head: Head, attributes: dict[str, str | None]) -> None:
    value = attributes.get("content")
    if value is None:
        return
    value = " ".join(value[:MAX_VALUE].split())
    names = dict.fromkeys(attributes.get(key) for key in ("name", "property", "itemprop", "http-equiv"))
    for name in names:
        if name:
            head.metas.setdefault(name.strip().lower(), []).append(value)
