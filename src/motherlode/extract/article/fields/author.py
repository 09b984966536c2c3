"""Authors: a vote over JSON-LD, meta, microdata, bylines and the patterns of Chinese pages (N4)."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Any

from motherlode.dom.tree import Tree
from motherlode.extract.article.blocks import Blocks, fold
from motherlode.extract.article.elements import name_of
from motherlode.extract.article.fields import votes
from motherlode.extract.article.fields.author_chinese import chinese_lines
from motherlode.extract.article.fields.author_last_resort import last_resort
from motherlode.extract.article.fields.author_names import (
    AND,
    BY,
    BY_AT_END,
    LABEL,
    MAX_AUTHORS,
    PAPERS,
    PLAIN,
    is_full_name,
    looks_like_person,
    names_in,
    split_names,
)
from motherlode.extract.article.fields.votes import Add, Candidate
from motherlode.extract.article.head import types_of
from motherlode.extract.article.page import DATED, SIGNED, Page
from motherlode.lang import any_of

AUTHOR_METAS = (
    "author", "article:author", "byl", "dc.creator", "dcterms.creator", "parsely-author", "sailthru.author", "authors",
    "citation_author", "og:article:author", "article:author_name", "article.author", "rbauthors", "creator", "byline",
    "cxenseparse:author", "twitter:data1", "og:author", "article-author", "mediator_author", "vr:author",
)  # fmt: skip
NEVER_AUTHORS = frozenset(
    ("script", "style", "link", "img", "path", "svg", "source", "input", "html", "head", "noscript")
)


def _names_of(value: Any) -> list[str]:
    """Names out of a JSON-LD author: texts, objects, lists of either."""
    waiting: list[Any] = [value]
    found: list[str] = []
    while waiting and len(found) < MAX_AUTHORS:
        item = waiting.pop(0)
        if isinstance(item, list):
            waiting = item[:MAX_AUTHORS] + waiting
        elif isinstance(item, dict):
            name = item.get("name") or item.get("@value")
            if isinstance(name, list):
                waiting = name[:MAX_AUTHORS] + waiting
            elif name:
                found += split_names(str(name))
        elif isinstance(item, str) and "://" not in item:
            found += split_names(item)
    return list(dict.fromkeys(found))


def candidates(page: Page) -> list[tuple[list[str], Candidate]]:
    """Lists of names, each with its rule and weight."""
    head = page.head
    found: list[tuple[list[str], Candidate]] = []

    def add(names: list[str], rule: str, weight: float, node: int = -1) -> None:
        if names:
            found.append((names, Candidate("; ".join(names), rule, weight, node)))

    by_id = {item["@id"]: item for item in head.objects if isinstance(item.get("@id"), str) and item.get("name")}
    for number, item in enumerate(head.articles()[:2]):
        author = item.get("author") or item.get("creator")
        author = _resolved(author, by_id)
        weight = votes.AUTHOR["further json-ld author" if number else "json-ld author"]
        share = votes.AUTHOR["share of an organisation"] if _is_organisation(author) else 1.0
        add(_names_of(author), "json-ld author", weight * share)
    for name in [name for name in AUTHOR_METAS if name in head.metas]:
        values = head.metas[name]
        if (
            name == "twitter:data1"
            and "by" not in head.meta("twitter:label1").lower()
            and "author" not in head.meta("twitter:label1").lower()
        ):
            continue
        if name == "citation_author":
            values = [" ".join(reversed(value.split(", "))) if value.count(", ") == 1 else value for value in values]
        names = [one for value in values[:MAX_AUTHORS] for one in split_names(value)]
        weight = votes.AUTHOR["meta" if name != "article:author" else "meta article:author"]
        share = votes.AUTHOR["share of an organisation"] if any(PAPERS.search(one) for one in names) else 1.0
        add(list(dict.fromkeys(names)), f"meta {name}", weight * share)
    _elements(page, add)
    _lines(page, add)
    if not found:
        last_resort(page, add)
    return found


def _is_organisation(author: Any) -> bool:
    """Whether a JSON-LD author is no person but the paper or its desk."""
    items = author if isinstance(author, list) else [author]
    kinds = [types_of(item) for item in items if isinstance(item, dict)]
    return bool(kinds) and all("organization" in kind or "newsmediaorganization" in kind for kind in kinds)


def _resolved(author: Any, by_id: dict[str, dict[str, Any]]) -> Any:
    """An author that is only a reference, with what it refers to."""
    if isinstance(author, list):
        return [_resolved(item, by_id) for item in author[:MAX_AUTHORS] if not isinstance(item, list)]
    if isinstance(author, dict) and "name" not in author and author.get("@id") in by_id:
        return by_id[author["@id"]]
    return author


_AUTHOR_CLASS = re.compile(
    r"(?:^|[\s_-])(?:author|byline|autor|writer|journalist|reporter)(?:s|__?name|-?name|-link|_link|-info)?(?:$|[\s_-])|authorName|bylineName",
    re.IGNORECASE,
)


def _elements(page: Page, add: Add) -> None:
    """Elements that say they are the author: rel, itemprop, class."""
    tree, headline, place = page.tree, page.headline, max(page.place, 0)
    seen = 0
    until = -1
    together: list[str] = []
    for node, attributes in page.marked:
        if node < until or tree.tags[node] in NEVER_AUTHORS:
            continue
        if "author" in (attributes.get("itemprop") or "") or attributes.get("rel") == "author":
            rule = "author element"
        elif tree.tags[node] not in ("body", "main", "article") and _names_author(name_of(attributes)):
            rule = "byline class"
        else:
            continue
        text = attributes.get("content") or _short_text(tree, node)
        if not 2 < len(text) < 200:
            continue
        far = headline >= 0 and not -80 < node - place < 260
        weight = votes.AUTHOR[rule] * (votes.AUTHOR["share of a far element"] if far else 1.0)
        names = names_in(text)
        if names:
            joined = bool(together) and _joins(tree, until, node)
            together = [*together, *names] if joined else names
            if joined and len(together) <= MAX_AUTHORS:
                add(list(dict.fromkeys(together)), rule, weight, node)
            until = tree.ends[node]
            seen += 1
            add(names, rule, weight * (1.0 if seen <= 2 else votes.AUTHOR["share of a third element"]), node)
        if seen > 6:
            return


def _joins(tree: Tree, end: int, node: int) -> bool:
    """Whether nothing but a word for 'and' stands between two elements."""
    between = "".join(tree.texts[end:node]).strip() if node - end < 6 else ""
    return between != "" and _JOINING.match(between) is not None


@lru_cache(maxsize=32768)
def _names_author(name: str) -> bool:
    """Whether a class and id name speak of an author; a quick look comes before the pattern."""
    return (
        "ut" in name or "line" in name or "rit" in name or "ourn" in name or "eporter" in name or "LINE" in name
    ) and _AUTHOR_CLASS.search(name) is not None


_JOINING = re.compile(
    rf"^[\s,;&·、]{{0,20}}(?:{any_of((*AND, *PLAIN))})?[\s,;&:·、]{{0,20}}$",
    re.IGNORECASE,
)


def _short_text(tree: Tree, node: int) -> str:
    """The texts of a small element with bars between them, for a role or paper stands in an element of its own."""
    if tree.ends[node] - node >= 40:
        return ""
    text = ""
    for place in range(node + 1, tree.ends[node]):
        piece = " ".join(tree.texts[place].split())
        if piece:
            joined = (
                not text
                or _JOINING.match(piece)
                or text[-1:] in ",;&|"
                or _JOINING.match(text.rsplit("|", maxsplit=1)[-1])
            )
            text += f" {piece}" if joined else f" | {piece}"
    return text.strip()


def _lines(page: Page, add: Add) -> None:
    """Bylines near the headline, and 作者, 记者 and 责任编辑 anywhere around the content."""
    blocks, headline, first, last, count = page.blocks, page.headline, page.first, page.last, len(page.blocks)
    near = (
        range(max(headline - 3, 0), min(max(headline + 15, first + 4), headline + 40, count))
        if headline >= 0
        else range(max(first - 8, 0), min(first + 2, count))
    )
    closing = range(max(last - 2, 0), min(last + 6, count))
    for rows, place in ((near, "near the title"), (closing, "at the end")):
        for row in rows:
            if page.signs[row] & (SIGNED | DATED):
                _line(blocks, row, votes.AUTHOR[f"byline {place}"], add)
    if headline >= 0:
        _beside(blocks, page.signs, headline, add)
    chinese_lines(page, near, add)


_FACT = re.compile(r"\n[^\W\d][\w ]{1,18}:")
"""A byline that is the first of several facts: of a book, say, whose author is not the article's."""
LONG_LINE = 160


def _line(blocks: Blocks, row: int, weight: float, add: Add) -> None:
    """A line that begins with a word for 'by', ends with it after a date, or is a label for the next line."""
    text = blocks.texts[row][:LONG_LINE]
    match = BY.match(text) if len(blocks.texts[row]) < LONG_LINE or "\n" in text else None
    rest = text[match.end() :] if match else ""
    if not match and len(text) < 100:
        ending = BY_AT_END.search(text)
        if ending:
            rest = ending[1]
        elif LABEL.match(text) and row + 1 < len(blocks):
            rest, weight = blocks.texts[row + 1][:80], votes.AUTHOR["share of a label"] * weight
    names = names_in(rest) if rest else []
    if names:
        box = match is not None and _FACT.search(rest) is not None
        share = votes.AUTHOR["share of a byline among facts"] if box else 1.0
        add(names, "byline", weight * share, int(blocks.starts[row]))


_GLUED_BY = re.compile(r"^By\s?(?=[A-Z])")
_DATED = re.compile(r"\b(?:19|20)\d\d\b")


def _beside(blocks: Blocks, signs: bytes, headline: int, add: Add) -> None:
    """A full name alone on a line shortly after the title, with a date on the line before or after it."""
    for row in range(headline + 1, min(headline + 5, len(blocks))):
        if not any(sign & DATED for sign in signs[row - 1 : row] + signs[row + 1 : row + 2]):
            continue
        around = blocks.texts[row - 1 : row] + blocks.texts[row + 1 : row + 2]
        text = _GLUED_BY.sub("", blocks.texts[row])
        if len(text) < 40 and is_full_name(text) and any(len(t) < 60 and _DATED.search(t) for t in around):
            rule = "name beside the time"
            add([text], rule, votes.AUTHOR[rule], int(blocks.starts[row]))
            return


NAMED = 0.6
"""Votes from which a person is preferred to the site's own name."""

FULL_LISTS = frozenset(("json-ld author", "meta author", "meta citation_author"))
"""Where publishers write every author; a byline often begins with the first alone."""


def choose(
    candidates: list[tuple[list[str], Candidate]], sites: AbstractSet[str]
) -> tuple[list[str], Candidate, float] | None:
    """The list of names with most support; names that are the site's count little."""
    candidates = [(_people(names, sites), candidate) for names, candidate in candidates]
    if not candidates:
        return None
    support: dict[str, float] = {}
    seen: set[tuple[str, str]] = set()
    for names, candidate in candidates:
        for name in names:
            key = fold(name)
            share = votes.AGAIN if (key, candidate.rule) in seen else 1.0
            seen.add((key, candidate.rule))
            share *= votes.AUTHOR["share of the site's name"] if key in sites else 1.0
            support[key] = support.get(key, 0.0) + candidate.weight * share
    total = sum(candidate.weight for _, candidate in candidates)

    def score(item: tuple[list[str], Candidate]) -> float:
        names, candidate = item
        mean = sum(support[fold(name)] for name in names) / len(names)
        own, each = votes.AUTHOR["more for its own rule"], votes.AUTHOR["more for each name"]
        return mean + own * candidate.weight + each * len(names)

    best = max(candidates, key=score)
    if all(fold(name) in sites for name in best[0]):
        people = [item for item in candidates if item[1].weight >= NAMED and _are_people(item[0], sites)]
        best = max(people, key=score, default=best)
    names, candidate = _fullest(best, candidates)
    return names, candidate, min(1.0, support[fold(names[0])] / total if total else 0.0)


def _people(names: list[str], sites: AbstractSet[str]) -> list[str]:
    """A list without the site's own name where people are on it."""
    others = [name for name in names if fold(name) not in sites]
    return others if 0 < len(others) < len(names) and _are_people(others, sites) else names


def _are_people(names: list[str], sites: AbstractSet[str]) -> bool:
    return all(
        (is_full_name(name) or _SHORT_NAME.match(name) or looks_like_person(name)) and fold(name) not in sites
        for name in names
    )


_SHORT_NAME = re.compile(r"[\u4e00-\u9fff\uac00-\ud7af]{2,5}$")


def _fullest(
    best: tuple[list[str], Candidate], candidates: list[tuple[list[str], Candidate]]
) -> tuple[list[str], Candidate]:
    """The longest list of people in the head that holds all of the best one's names."""
    wanted = {fold(name) for name in best[0]}
    for names, candidate in sorted(candidates, key=lambda item: -len(item[0])):
        more = [name for name in names if fold(name) not in wanted]
        if (
            candidate.rule in FULL_LISTS
            and len(names) - len(more) == len(wanted)
            and more
            and _are_people(more, set())
        ):
            return names, candidate
    return best
