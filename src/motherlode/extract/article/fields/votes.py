"""A value for a field with where it comes from, and what each rule counts in the vote: all in one place, by hand.

`python -m benchmarks.news_votes` halves and doubles them one at a time and counts the labelled pages whose value
turns right or wrong; docs/benchmarks/news_votes.md has the table. Of 89 numbers 41 may be halved or doubled without
any of 962 pages changing; at most 8 pages hang on any other of times and authors, 22 on one of titles.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from motherlode.dom.tree import TEXT, Tree
from motherlode.kernels import native
from motherlode.model.evidence import Evidence

MOST_STEPS = 64
"""Steps of a path, from its end."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One value that a rule found; `node` is -1 for the head of the page."""

    value: str
    rule: str
    weight: float
    node: int = -1


class Add(Protocol):
    """Takes up a list of names that a rule found."""

    def __call__(self, names: list[str], rule: str, weight: float, node: int = -1) -> None: ...


def path_of(tree: Tree, node: int) -> str:
    """The way from the root to a node: html/body/div[2]/h1."""
    kernel = native()
    if kernel is None:
        return path_in_python(tree, node)
    return str(kernel.path(tree.tags, tree.parent_array, tree.end_array, node, MOST_STEPS, TEXT))


def path_in_python(tree: Tree, node: int) -> str:
    """The same step by step."""
    steps: list[str] = []
    while node >= 0 and len(steps) < MOST_STEPS:
        if tree.tags[node] != TEXT:
            steps.append(_step(tree, node))
        node = tree.parents[node]
    return "/".join(reversed(steps))


def _step(tree: Tree, node: int) -> str:
    """The tag of a node, with its number where it has siblings of the same tag."""
    tags, ends, parent = tree.tags, tree.ends, tree.parents[node]
    tag, before, child, end = tags[node], 0, parent + 1, ends[parent] if parent >= 0 else 1
    while child < end:
        if tags[child] == tag:
            if child > node:
                return f"{tag}[{before}]"
            before += 1
        child = ends[child]
    return f"{tag}[{before}]" if before > 1 else tag


def evidence(tree: Tree, chosen: Candidate, confidence: float, page: str, detail: str = "") -> Evidence:
    """The evidence of a chosen candidate."""
    path = path_of(tree, chosen.node) if chosen.node >= 0 else ""
    return Evidence(rule=chosen.rule, path=path, page=page, detail=detail, confidence=round(min(confidence, 1.0), 3))


TIME: dict[str, float] = {
    "json-ld datePublished": 3.0,
    "json-ld dateModified": 3.0,
    "json-ld dateCreated": 1.0,
    "json-ld uploadDate": 0.6,
    "json-ld page datePublished": 1.6,
    "json-ld page dateModified": 1.0,
    "share of a further json-ld article": 0.3,
    "first meta": 2.4,
    "further meta": 0.5,
    "meta in no list": 1.2,
    "meta of an update": 1.5,
    "itemprop element": 2.2,
    "time element": 1.2,
    "element said to be of publication, more": 0.8,
    "share of a related element": 0.35,
    "share of a further time element": 0.6,
    "share of a far element": 0.3,
    "property of an element": 2.2,
    "attribute of an element": 1.4,
    "line after the title": 1.5,
    "less for each line below the title": 0.05,
    "line after the title and the content": 0.35,
    "line above the title": 0.8,
    "line before the content": 0.9,
    "line at the end of the content": 0.35,
    "line named date": 0.9,
    "far line named date": 0.3,
    "line in the content": 0.25,
    "line with a clock, more": 0.5,
    "line said to be of publication, more": 0.8,
    "line said to be of the first publication, more": 1.2,
    "share of a line of other articles": 0.2,
    "share of a long line": 0.4,
    "line below the content": 0.6,
    "line after the content": 0.3,
    "script": 0.3,
    "address": 1.2,
}
AUTHOR: dict[str, float] = {
    "json-ld author": 3.0,
    "further json-ld author": 0.5,
    "share of an organisation": 0.35,
    "meta": 1.6,
    "meta article:author": 1.2,
    "author element": 1.8,
    "byline class": 1.3,
    "share of a far element": 0.25,
    "share of a third element": 0.3,
    "byline near the title": 1.5,
    "byline at the end": 0.9,
    "share of a label": 0.8,
    "share of a byline among facts": 0.3,
    "name beside the time": 0.7,
    "share of the site's name": 0.3,
    "more for its own rule": 0.15,
    "more for each name": 0.02,
    "property of an element": 1.5,
    "broken line": 1.0,
    "address element": 0.5,
    "name at the end": 0.4,
    "name with a note": 0.6,
    "name in the time line": 0.6,
    "thread starter": 0.8,
    "desk": 0.4,
    "user": 0.4,
}
HAN_AUTHOR: dict[str, float] = {
    "作者": 2.0,
    "记者": 1.9,
    "张贴": 1.0,
    "发表于": 1.0,
    "责任编辑": 0.9,
    "name beside the time": 1.4,
    "name beside the title": 0.6,
    "share of a line below the content": 0.85,
    "name at the end": 1.2,
    "name as source": 0.5,
    "signature": 2.0,
}
SOURCE: dict[str, float] = {
    "source beside the time": 3.0,
    "meta og:site_name": 2.0,
    "json-ld publisher": 1.8,
    "meta source": 1.2,
    "address": 0.5,
}
TITLE: dict[str, float] = {
    "sure h1": 3.2,
    "h1": 2.2,
    "short h1": 1.5,
    "og:title": 1.0,
    "title": 0.9,
    "headline": 0.9,
    "json-ld": 0.8,
    "meta": 0.6,
    "twitter:title": 0.4,
    "second h1": 1.0,
    "further h1": 0.4,
    "share of an h1 in a frame": 0.4,
    "share of an h1 of no title's words": 0.3,
    "share of a headline that is no heading": 0.7,
    "share of a longer title": 0.3,
}
AGAIN = 0.1
"""Share of a rule's vote when it says the same a second time."""
