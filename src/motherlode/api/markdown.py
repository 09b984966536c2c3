"""An article's Markdown for a language model: links and images only when asked for, cut at a sentence."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise

from motherlode.model.article import Article
from motherlode.model.pages import Link
from motherlode.model.params import Params, param

_SENTENCE_END = re.compile(r"[.!?…](?=[\"'”’)\]]*\s)[\"'”’)\]]*|[。！？…][」』”’）]*|\n\n")
LEAST_ANCHOR = 4
"""Shorter link texts ('here', 'more') name nothing, and would be found anywhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Markdown(Params):
    """What the Markdown of an article holds: each thing that is left out saves tokens."""

    title: bool = param(False, "begin with the article's title, source and time")
    links: bool = param(False, "write the links of the text as [text](address)")
    images: bool = param(False, "put the article's picture at its top")
    max_characters: int = param(
        0, "cut after the last whole sentence within so many characters; 0 for no limit", low=0
    )

    def of(self, article: Article) -> str:
        """The Markdown of an article as these options want it."""
        return markdown_of(article, self)


def shaped(article: Article, options: Markdown | None) -> Article:
    """The article with its Markdown as `options` want it."""
    return article if options is None else replace(article, markdown=markdown_of(article, options))


def markdown_of(article: Article, options: Markdown) -> str:
    """The article's Markdown as `options` want it."""
    head = []
    if options.title and article.title and not article.markdown.lstrip("# ").startswith(article.title):
        head.append(f"# {article.title}")
        told = " · ".join(part for part in (article.source, article.published) if part)
        head += [f"*{told}*"] if told else []
    if options.images and article.image:
        head.append(f"![]({article.image})")
    body = article.markdown
    if options.max_characters:
        body = cut(body, max(0, options.max_characters - sum(len(part) + 2 for part in head)))
    if options.links:
        body = linked(body, article.links)
    return "\n\n".join([*head, body] if body else head)


def cut(text: str, most: int) -> str:
    """The longest beginning of at most `most` characters that ends with a sentence or a paragraph.

    >>> cut("One bridge opened. Another was closed for good. A third one fell.", 50)
    'One bridge opened. Another was closed for good.'
    """
    if len(text) <= most:
        return text
    ends = [found.end() for found in _SENTENCE_END.finditer(text, 0, most + 1) if found.end() <= most]
    if ends:
        return text[: ends[-1]].rstrip()
    space = text.rfind(" ", 0, most)
    return text[: space if space > 0 else most].rstrip()


def linked(text: str, links: tuple[Link, ...]) -> str:
    """The text with each link written where its words first stand, in the order of the page; code stays as it is."""
    places: list[tuple[int, int, str]] = []
    at = 0
    for link in links:
        words = " ".join(link.anchor.split())
        if len(words) < LEAST_ANCHOR or not link.url:
            continue
        found = text.find(words, at)
        if found < 0 or text.count("```", 0, found) % 2:
            continue
        places.append((found, found + len(words), link.url))
        at = found + len(words)
    borders = [(0, 0, ""), *places, (len(text), len(text), "")]
    parts = []
    for (start, end, url), (following, _, _) in pairwise(borders):
        parts.append(f"[{text[start:end]}]({url})" if url else "")
        parts.append(text[end:following])
    return "".join(parts)
