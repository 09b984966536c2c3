"""Authors and source: a vote over JSON-LD, meta, microdata, bylines and the patterns of Chinese pages (N4)."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from motherlode.dom.tree import Tree
from motherlode.extract.news import jsonld
from motherlode.extract.news.blocks import Blocks, Ints, fold
from motherlode.extract.news.candidates import Candidate
from motherlode.extract.news.head import Head
from motherlode.extract.news.surroundings import name_of

AUTHOR_METAS = (
    "author", "article:author", "byl", "dc.creator", "dcterms.creator", "parsely-author", "sailthru.author", "authors",
    "citation_author", "og:article:author", "article:author_name", "article.author", "rbauthors", "creator", "byline",
    "cxenseparse:author", "twitter:data1", "og:author", "article-author", "mediator_author", "vr:author",
)  # fmt: skip
_LEAD = re.compile(
    r"^(?:(?:written|posted|published|reported|reviewed|medically reviewed|photographs?|words|text|story|edited|contributed|created|submitted|article|created)\s+)?"
    r"(?:by|von|par|por|di|door|av|af|autor(?:in|e|a|es)?|author(?:s)?|texte?|redaktion|escrito por|publicado por|记者|作者|文|编辑|責任編輯|责任编辑|oleh|автор|από)"
    r"\b\s*[:：/]?\s*|^(?:记者|作者|文|编辑|责任编辑|撰文|撰稿)\s*[:：/丨|]?\s*",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"\s*(?:[|•·–—]|\s-\s|,\s(?:staff|senior|chief|editor|reporter|correspondent|contribut|special|associate|political|"
    r"the associated|associated press|m\.?d\.?\b|ph\.?d|esq|cfa|rd\b|rn\b)|\bis an?\b|\bpublished\b|\bupdated\b|\bposted\b|\bon (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\d)|\d{1,2}[:/.]|\b(?:19|20)\d\d\b|\(|@|"
    r"\bfollow\b|\bcontact\b|\bview\b|\bsee all\b|\bread\b|\bmin\b|\bfor the\b|\bfor\b [A-Z]).*$",
    re.IGNORECASE | re.DOTALL,
)
_SPLIT = re.compile(
    r"\s*(?:[;、，/|&]|,(?!\s*(?:jr|sr|ii|iii|md|phd)\b)|\s(?:and|und|et|y|e|en|og|och|and by|with|mit)\s)\s*",
    re.IGNORECASE,
)
_NOT_NAME = re.compile(
    r"https?:|www\.|\.com\b|^\W*$|^\d|facebook|twitter|instagram|^(?:admin|administrator|editor|staff|author|guest|"
    r"about|more|share|home|news|by|none|null|undefined|anonymous|unknown|updated|published|comments?|login|subscribe|team|follow|user|email|print)$",
    re.IGNORECASE,
)
_BY = re.compile(
    r"^(?:\W*)(?:(?:written|posted|reported|story|words|article|text|published)\s+)?(?:by|von|par|por|di|door|af|av|oleh)\s*:?\s+(?-i:(?=[^\Wa-z_]))",
    re.IGNORECASE,
)
_HAN_NAMES = r"[\u4e00-\u9fff·]{2,4}(?![\u4e00-\u9fff])(?:[\s、，,　]+[\u4e00-\u9fff·]{2,4}(?![\u4e00-\u9fff：:]))*"
_CHINESE = (
    (
        "作者",
        2.0,
        re.compile(rf"(?:作\s*者|撰\s*文|撰\s*稿|执笔人?|文)\s*[:：/丨|]\s*(?P<name>{_HAN_NAMES}|[\w·&\-]{{2,20}})"),
    ),
    ("记者", 1.9, re.compile(rf"(?:记者|实习生|通讯员|特约撰稿人?)\s*[:：/丨|]?[\s　]*(?P<name>{_HAN_NAMES})")),
    ("发表于", 1.0, re.compile(r"^(?:.{0,40}\n)?(?P<name>[\w·&\-]{2,20})\s*(?:发表于|發表於)")),
    (
        "责任编辑",
        0.9,
        re.compile(rf"(?:责任编辑|責任編輯|编辑|編輯|责编|编\s辑)\s*[:：/]?\s*(?P<name>{_HAN_NAMES}|[\w·]{{2,10}})"),
    ),
)
"""Rules of Chinese pages with their weights: an editor counts as author only where nobody else is named."""
_HAN_CLOSING = re.compile(rf"[（(]\s*(?P<name>{_HAN_NAMES})\s*(?:[\u4e00-\u9fff]{{2,6}}报道)?\s*[）)]\s*$")
_HAN_LINE = re.compile(r"^[\u4e00-\u9fff·]{2,4}$")
_SOURCE = re.compile(
    r"(?:来\s*源|來\s*源|稿源|出处|文章来源|信息来源|新闻来源|转自|源自)\s*[:：]\s*(?P<name>[^\s|，,。；;（(\[【]{2,25})"
)
_SOURCE_EUROPE = re.compile(r"^(?:source|quelle|fuente|fonte)\s*:\s*(?P<name>[^|.;]{2,60})", re.IGNORECASE)
MAX_AUTHORS = 12
NEVER_AUTHORS = frozenset(
    ("script", "style", "link", "img", "path", "svg", "source", "input", "html", "head", "noscript")
)
MAX_BYLINE = 500
"""Characters of a byline that are looked at."""


def split_names(text: str) -> list[str]:
    """The names in a byline, without what stands around them.

    >>> split_names("By Anna Lee and Tom Hart, Staff Writers")
    ['Anna Lee', 'Tom Hart']
    """
    if "://" in text:
        return []
    text = " ".join(html.unescape(re.sub(r"<[^>]{0,200}>", " ", text[:MAX_BYLINE])).split())
    for _ in range(2):
        text = _LEAD.sub("", text).strip(" \t:-–—·|,.")
    text = _TAIL.sub("", text)
    found: list[str] = []
    for part in _SPLIT.split(text):
        part = _LEAD.sub("", part).strip(" \t:-–—·|,.\"'“”")
        if part and not _NOT_NAME.search(part) and 1 < len(part) <= 60 and len(part.split()) <= 6:
            found.append(part)
    return list(dict.fromkeys(found))[:MAX_AUTHORS]


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


def author_candidates(
    tree: Tree, blocks: Blocks, head: Head, headline: int, content: Ints, marked: Sequence[int]
) -> list[tuple[list[str], Candidate]]:
    """Lists of names, each with its rule and weight."""
    found: list[tuple[list[str], Candidate]] = []

    def add(names: list[str], rule: str, weight: float, node: int = -1) -> None:
        if names:
            found.append((names, Candidate("; ".join(names), rule, weight, node)))

    by_id = {item["@id"]: item for item in head.objects if isinstance(item.get("@id"), str) and item.get("name")}
    for number, item in enumerate(head.articles()[:2]):
        author = item.get("author") or item.get("creator")
        add(_names_of(_resolved(author, by_id)), "json-ld author", 3.0 if number == 0 else 0.5)
    for name in AUTHOR_METAS:
        values = head.metas.get(name, [])
        if (
            name == "twitter:data1"
            and "by" not in head.meta("twitter:label1").lower()
            and "author" not in head.meta("twitter:label1").lower()
        ):
            continue
        names = [one for value in values[:MAX_AUTHORS] for one in split_names(value)]
        add(list(dict.fromkeys(names)), f"meta {name}", 1.6 if name != "article:author" else 1.2)
    _elements(tree, blocks, headline, marked, add)
    _lines(blocks, headline, content, add)
    return found


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


def _elements(tree: Tree, blocks: Blocks, headline: int, marked: Sequence[int], add: Any) -> None:
    """Elements that say they are the author: rel, itemprop, class."""
    place = int(blocks.starts[headline]) if headline >= 0 else 0
    seen = 0
    until = -1
    for node in marked:
        if node < until or tree.tags[node] in NEVER_AUTHORS:
            continue
        attributes = tree.given(node)
        if "author" in (attributes.get("itemprop") or "") or attributes.get("rel") == "author":
            weight, rule = 1.8, "author element"
        elif tree.tags[node] not in ("body", "main", "article") and _names_author(name_of(attributes)):
            weight, rule = 1.3, "byline class"
        else:
            continue
        text = attributes.get("content") or _short_text(tree, node)
        if not 2 < len(text) < 140:
            continue
        if headline >= 0 and not -80 < node - place < 260:
            weight *= 0.25
        names = split_names(text)
        if names and all(_looks_like_name(one) for one in names):
            until = tree.ends[node]
            seen += 1
            add(names, rule, weight * (1.0 if seen <= 2 else 0.3), node)
        if seen > 6:
            return


@lru_cache(maxsize=32768)
def _names_author(name: str) -> bool:
    """Whether a class and id name speak of an author; a quick look comes before the pattern."""
    return (
        "ut" in name or "line" in name or "rit" in name or "ourn" in name or "eporter" in name or "LINE" in name
    ) and _AUTHOR_CLASS.search(name) is not None


def _short_text(tree: Tree, node: int) -> str:
    return tree.text_of(node) if tree.ends[node] - node < 40 else ""


def _looks_like_name(text: str) -> bool:
    words = text.split()
    if not words or len(words) > 5:
        return False
    if not text.isascii() and not re.search(r"[a-zA-Z]", text):
        return len(text) <= 12
    return sum(
        word[0].isupper() or word in {"de", "van", "von", "der", "la", "le", "da", "bin", "al"} for word in words
    ) == len(words) and not re.search(r"\d", text)


def _lines(blocks: Blocks, headline: int, content: Ints, add: Any) -> None:
    """Bylines near the headline, and 作者, 记者 and 责任编辑 anywhere around the content."""
    count = len(blocks)
    first = int(content[0]) if len(content) else 0
    last = int(content[-1]) if len(content) else count - 1
    near = (
        range(max(headline - 3, 0), min(max(headline + 15, first + 4), headline + 40, count))
        if headline >= 0
        else range(max(first - 8, 0), min(first + 2, count))
    )
    for row in near:
        text = blocks.texts[row]
        match = _BY.match(text) if len(text) < 160 else None
        if match:
            names = split_names(text[match.end() :])
            if names and all(_looks_like_name(one) for one in names):
                add(names, "byline", 1.5, int(blocks.starts[row]))
    _chinese_lines(blocks, first, last, near, add)


def _chinese_lines(blocks: Blocks, first: int, last: int, near: range, add: Any) -> None:
    count = len(blocks)
    chosen = {
        *range(max(first - 10, 0), min(first + 3, count)),
        *range(max(last - 2, 0), min(last + 6, count)),
        *near,
    }
    for row in sorted(chosen):
        text = blocks.texts[row]
        if text.isascii():
            continue
        place = int(blocks.starts[row])
        samples = (text[:200] if len(text) < 1000 else text[:80], text[-60:])
        for rule, weight, pattern in _CHINESE:
            match = pattern.search(samples[0]) or pattern.search(samples[1])
            if match:
                add(_chinese(match["name"]), rule, weight, place)
        closing = _HAN_CLOSING.search(samples[1]) if row >= last - 2 else None
        if closing:
            add(_chinese(closing["name"]), "name at the end", 1.2, place)
        if row in near[:6] and _HAN_LINE.match(text):
            add([text], "name beside the title", 0.6, place)


def _chinese(text: str) -> list[str]:
    return [part for part in re.split(r"[\s、，,　]+", text.strip()) if 1 < len(part) < 13][:MAX_AUTHORS]


def choose_authors(
    candidates: list[tuple[list[str], Candidate]], sites: set[str]
) -> tuple[list[str], Candidate, float] | None:
    """The list of names with most support; names that are the site's count little."""
    if not candidates:
        return None
    support: dict[str, float] = {}
    seen: set[tuple[str, str]] = set()
    for names, candidate in candidates:
        for name in names:
            key = fold(name)
            share = 0.1 if (key, candidate.rule) in seen else 1.0
            seen.add((key, candidate.rule))
            support[key] = support.get(key, 0.0) + candidate.weight * share * (0.3 if key in sites else 1.0)
    total = sum(candidate.weight for _, candidate in candidates)

    def score(item: tuple[list[str], Candidate]) -> float:
        names, candidate = item
        mean = sum(support[fold(name)] for name in names) / len(names)
        return mean + 0.15 * candidate.weight + 0.02 * len(names)

    names, candidate = max(candidates, key=score)
    return names, candidate, min(1.0, support[fold(names[0])] / max(total, 1e-6))


def source_candidates(
    tree: Tree, blocks: Blocks, head: Head, headline: int, content: Ints, url: str
) -> list[Candidate]:
    """Candidates for the source: beside the time, then what the page calls its site and publisher."""
    found: list[Candidate] = []
    count = len(blocks)
    first = int(content[0]) if len(content) else 0
    last = int(content[-1]) if len(content) else count - 1
    rows = {
        *range(max(headline - 3, 0), min(headline + 12, count)),
        *range(max(first - 8, 0), min(first + 2, count)),
        *range(max(last - 1, 0), min(last + 5, count)),
    }
    for row in sorted(rows):
        text = blocks.texts[row][:300]
        match = _SOURCE.search(text) or (_SOURCE_EUROPE.search(text) if len(text) < 100 else None)
        if match:
            found.append(Candidate(match["name"].strip(), "source beside the time", 3.0, int(blocks.starts[row])))
            break
    found.append(Candidate(head.meta("og:site_name"), "meta og:site_name", 2.0))
    publishers = [jsonld.text_of(item.get("publisher")) for item in head.articles()[:2]]
    found += [Candidate(publisher, "json-ld publisher", 1.8) for publisher in publishers]
    found.append(
        Candidate(
            head.meta("source", "mediaid", "dc.source", "application-name", "publisher", "dc.publisher"),
            "meta source",
            1.2,
        )
    )
    address = url or head.canonical or head.meta("og:url")
    host = re.sub(r"^(?:https?:)?//(?:www\d?\.)?", "", address).split("/")[0] if "//" in address else ""
    found.append(Candidate(host, "address", 0.5))
    return [candidate for candidate in found if candidate.value]
