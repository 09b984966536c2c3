"""What a page says of itself: title, meta elements, JSON-LD, canonical address, language, and text that only its data
have.

JSON is read tolerantly: what publishers write is often not quite JSON.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from motherlode.dom.tree import Tree, code_of
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
            self._kinds = list(map(types_of, self.objects))
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
            bodies = (text_of(item.get("articleBody")) for item in self.articles())
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
            published=bool(self.meta("article:published_time")),
        )


def head_of(tree: Tree) -> Head:
    """Reads the head, and JSON-LD anywhere in the page."""
    head = Head()
    texts, ends, values = tree.texts, tree.ends, tree.nodes.values
    metas, scripts, headings, links, roots, bases = ((tree.codes == code).nonzero()[0] for code in _READ)
    head.metas = _metas(tree, metas)
    for node, kind in zip(scripts.tolist(), values(scripts, "type"), strict=True):
        if kind is not None and "ld+json" in kind.lower():
            head.objects += objects_of("".join(texts[node + 1 : ends[node]]))
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


MAX_SCRIPT = 2_000_000
"""Longer scripts are data of the site's programs, not a description of the page."""

MAX_OBJECTS = 2_000
"""Objects that are looked at in one page; the article is among the first few on every labelled page."""

_TRAILING_COMMA = re.compile(r",\s*(?=[}\]])")
_CONTROL = re.compile(r"[\x00-\x1f]+")
_PAIR = re.compile(
    r'"(@type|headline|datePublished|dateModified|dateCreated|name|articleBody)"\s*:\s*"((?:[^"\\]|\\.)*)"'
)
_AUTHOR = re.compile(r'"author"\s*:\s*[\[{][^\]}]*?"name"\s*:\s*"((?:[^"\\]|\\.)*)"')


def objects_of(script: str) -> list[dict[str, Any]]:
    """All objects of a JSON-LD script, outer ones first; what cannot be parsed gives what can be picked out of it."""
    if len(script) > MAX_SCRIPT:
        return []
    value = _loaded(script)
    if value is None:
        picked = _picked(script)
        return [picked] if picked else []
    return list(_walk(value))


def _loaded(script: str) -> Any:
    for text in _repairs(script):
        try:
            return json.loads(text, strict=False)
        except (ValueError, RecursionError):
            continue
    return None


def _repairs(script: str) -> Iterator[str]:
    yield script
    text = script.strip()
    for before in ("<!--", "//<![CDATA[", "// <![CDATA[", "/*<![CDATA[*/", "<![CDATA["):
        text = text.removeprefix(before).lstrip()
    for after in (";", "-->", "//]]>", "// ]]>", "/*]]>*/", "]]>", ";"):
        text = text.removesuffix(after).rstrip()
    text = _TRAILING_COMMA.sub("", text)
    yield text
    yield _CONTROL.sub(" ", text)
    if "&quot;" in text or "&#34;" in text:
        yield html.unescape(text)
    ends = max(text.rfind("}"), text.rfind("]"))
    if 0 < ends < len(text) - 1:
        yield text[: ends + 1]


def _picked(script: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in _PAIR.findall(script):
        found.setdefault(key, _unescaped(value))
    author = _AUTHOR.search(script)
    if author:
        found["author"] = {"name": _unescaped(author[1])}
    return found if len(found) > 1 else {}


def _unescaped(value: str) -> str:
    try:
        return str(json.loads(f'"{value}"', strict=False))
    except ValueError:
        return value


def _walk(value: Any) -> Iterator[dict[str, Any]]:
    """Breadth first, so that the page's own object comes before the objects it mentions."""
    waiting: list[Any] = [value]
    seen = 0
    while waiting and seen < MAX_OBJECTS:
        following: list[Any] = []
        for item in waiting:
            if isinstance(item, dict):
                seen += 1
                yield item
                following.extend(part for part in item.values() if isinstance(part, (dict, list)))
            elif isinstance(item, list):
                following.extend(part for part in item[:500] if isinstance(part, (dict, list)))
        waiting = following


def text_of(value: Any) -> str:
    """A string out of a JSON-LD value: itself, its @value or name, or of the first of a list."""
    while isinstance(value, (list, dict)) and value:
        value = value[0] if isinstance(value, list) else value.get("@value") or value.get("name") or ""
    return html.unescape(str(value)).strip() if isinstance(value, (str, int, float)) else ""


def types_of(item: dict[str, Any]) -> tuple[str, ...]:
    """The object's types in lower case, without their address."""
    kinds = item.get("@type") or ()
    listed = kinds if isinstance(kinds, list) else [kinds]
    return tuple(str(kind).rsplit("/", 1)[-1].lower() for kind in listed if isinstance(kind, str))


POSTS = frozenset(("discussionforumposting", "question", "answer", "comment", "socialmediaposting"))
"""schema.org types whose texts are the posts of a thread."""

LONG = 400
"""Characters of a string in a script from which it may be the article."""

MAX_SCRIPTS = 2_000_000
"""Characters of scripts that are searched; more are the site's programs."""

_STRING = re.compile(r'"((?:[^"\\]|\\.){400,})"')
_SENTENCE = re.compile(r"[.!?。！？](?:\s|$|[\"”’」<]|(?=[\u3040-\u9fff]))")
SENTENCES = 4
LETTERS = 0.55
"""Least share of letters in running text; encoded data and programs have more signs."""


def paragraphs(body: str) -> str:
    """Text of a data field: tags out, lines folded."""
    if "<" in body:
        body = re.sub(r"</p>|<br\s*/?>|</li>|</h\d>", "\n", body)
        body = re.sub(r"<[^<>]{0,500}>", " ", body)
    return "\n\n".join(" ".join(line.split()) for line in re.split(r"[\r\n]+", body) if line.strip())


def thread(objects: list[dict[str, Any]]) -> str:
    """The posts of a forum thread as its JSON-LD tells them, one after another."""
    texts = [text_of(item.get("text")) for item in objects if POSTS.intersection(types_of(item))]
    return "\n\n".join(dict.fromkeys(paragraphs(text) for text in texts if text))


def longest_string(tree: Tree) -> str:
    """The longest running text among the strings of the page's scripts; empty when there is none."""
    best, searched = "", 0
    for script in tree.scripts:
        searched += len(script)
        if searched > MAX_SCRIPTS:
            break
        for found in _STRING.finditer(script):
            text = _running_text(found[1]) if len(found[1]) > len(best) else ""
            best = max(best, text, key=len)
    return best


def _running_text(quoted: str) -> str:
    """The text of a quoted string, once more unquoted where it holds quoted data; empty when it is no prose."""
    try:
        text = str(json.loads(f'"{quoted}"', strict=False))
    except ValueError:
        return ""
    if text.lstrip()[:1] in ("{", "["):
        inner = [_running_text(found[1]) for found in _STRING.finditer(text)]
        return max(inner, key=len, default="")
    text = paragraphs(text)
    letters = sum(map(str.isalpha, text))
    return text if len(_SENTENCE.findall(text)) >= SENTENCES and letters > LETTERS * len(text) else ""
