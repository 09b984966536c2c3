"""A page of a university read once: its people, its links with their places, its crumbs and its names (U1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from motherlode.dom.tree import TEXT, Tree, parse
from motherlode.extract.people import PeopleParams, judge_page
from motherlode.extract.people.lines import Line, lines_of, signature
from motherlode.extract.people.reading import ACADEMIC
from motherlode.extract.people.reading import read as read_unit
from motherlode.extract.people.records import absolute, base_of
from motherlode.extract.people.scoring import own_names
from motherlode.extract.people.words import says_units, staff_score
from motherlode.lang import pattern
from motherlode.university.facts import Link, PageFacts
from motherlode.university.leads import further_links, parts_of
from motherlode.university.scripts import script_text

_NEXT = re.compile(
    r"^(?:next(?: page)?|older|(?:load |show |view |see )?(?:more|all)(?: people| staff| results)?"
    r"|\d{1,3}|[A-ZÀ-ÖА-Я]|下一页|下页|下一頁|更多|加载更多|次へ|次の?ページ|もっと見る|다음|더보기"
    r"|nächste(?: seite)?|weitere?|mehr(?: laden| anzeigen)?"
    r"|siguiente|(?:ver|cargar|mostrar) más|suivante?|(?:voir|afficher|charger) plus|próxim[ao]|(?:carregar|ver) mais"
    r"|successiv[ao]|(?:mostra|carica) altri|след\w*|далее|(?:показать|загрузить) ещ[её]|nästa|visa (?:fler|alla)"
    r"|volgende|meer(?: laden)?|następn\w+|sonraki)\W*$|^[›»>→]{1,2}$",
    re.IGNORECASE,
)
_CRUMBS = re.compile(
    r"(?i)crumb|breadcrumb|\bpath\b|ariane|migas|youarehere|you-are-here|navpath|pathway|location-nav"
)
_CRUMB_MARK = re.compile(r"^[\s>»›/→\\]+$")
SHORT_PAGE = 200
"""Characters of text below which a page with scripts is taken for one that a script fills."""

MAX_LINKS = 1500
"""Links of a page that are kept: a sitemap of a large site has some thousands, and its first ones tell enough."""

HEAD_LENGTH = 120
"""Characters of a heading that is kept as the head of what follows."""


def read_page(
    html: str,
    url: str,
    people: PeopleParams,
    known: frozenset[str] = frozenset(),
    shared: frozenset[str] = frozenset(),
    expected: frozenset[str] = frozenset(),
) -> PageFacts:
    """Everything the exploration needs of a page; `shared` are parts of titles that the site repeats everywhere.

    `expected` are the keys of people whose own page it should be.
    """
    tree = parse(html)
    lines = lines_of(tree)
    found = judge_page(tree, url, people, known, shared, expected)
    base = base_of(tree, url)
    highest = min((line.heading for line in lines if line.heading and not line.chrome), default=1)
    scripts = script_text(html)
    links = [*_links(tree, lines, base), *further_links(tree, base, scripts)][:MAX_LINKS]
    return PageFacts(
        url=url,
        own=tuple(own_names(tree, lines, highest)),
        names=tuple(_names(tree, lines)),
        phrases=tuple(dict.fromkeys(_phrases(lines)))[:MAX_PHRASES],
        crumbs=tuple(_crumbs(tree, lines, base)),
        links=tuple(links),
        people=found.people,
        staff=found.staff,
        signatures=tuple(sorted(found.signatures)),
        following=tuple(_following(links, url)),
        parts=tuple(parts_of(tree, base, scripts)),
        about=found.about,
        login=any(tree.attribute(n, "type").lower() == "password" for n in tree.found("input")),
        script=bool(tree.found("script")) and len(tree.text_of(0) if len(tree) else "") < SHORT_PAGE,
    )


def _links(tree: Tree, lines: Sequence[Line], url: str) -> Iterator[Link]:
    """Every link with its place, and the short lines without one, which may name a unit."""
    stacks: dict[bool, list[tuple[int, str]]] = {False: [], True: []}
    seen: set[int] = set()
    for line in lines:
        stack = stacks[line.chrome]
        level = line.heading or (7 if line.bold or _announces(line) else 0)
        heads = tuple(text for above, text in stack if not level or above < level)
        around = _link_around(tree, line.block)
        for run in line.runs:
            link = run.link if run.link >= 0 else around
            if link >= 0:
                seen.add(link)
                address = absolute(tree.attribute(link, "href"), url)
                if address and _is_part(tree.attribute(link, "href"), run.text):
                    yield _link(tree, line, run.node, "", run.text, heads)
                    yield Link(address, "")
                elif address:
                    yield _link(tree, line, run.node, address, run.text, heads)
        if (
            len(line.text) <= HEAD_LENGTH
            and around < 0
            and all(run.link < 0 for run in line.runs)
            and not line.chrome
        ):
            yield _link(tree, line, line.node, "", line.text, heads)
        if level and len(line.text) <= HEAD_LENGTH:
            while stack and stack[-1][0] >= level:
                stack.pop()
            stack.append((level, line.text))
    for node in tree.found("a"):
        if node not in seen and (address := absolute(tree.attribute(node, "href"), url)):
            text = tree.text_of(node) or tree.attribute(node, "title") or _picture(tree, node)
            yield Link(address, " ".join(text.split()), _place(tree, node))


def _is_part(href: str, text: str) -> bool:
    """Whether a link leads to a unit's part of a page, which the unit shares with its neighbours."""
    reading = read_unit(text) if len(href.partition("#")[2]) > 1 else None
    return reading is not None and reading.kind in ACADEMIC


def _place(tree: Tree, node: int) -> str:
    """The group of a link without text of its own, such as a picture: where it stands."""
    above = tree.parents[node]
    return signature(tree, above, 0, classes=False) + "/a" if above >= 0 else ""


def _link_around(tree: Tree, block: int) -> int:
    """The link that holds a whole block, such as a card or a heading inside it; -1 without one."""
    at = tree.parents[block]
    for _ in range(6):
        if at < 0:
            return -1
        if tree.tags[at] == "a":
            return at
        at = tree.parents[at]
    return -1


def _announces(line: Line) -> bool:
    """Whether a plain line stands for a heading: "Departments of the faculty", "Staff:" above their list."""
    return len(line.runs) == 1 and line.runs[0].link < 0 and (says_units(line.text) or staff_score(line.text) == 1.0)


def _picture(tree: Tree, node: int) -> str:
    pictures = (n for n in range(node, tree.ends[node]) if tree.tags[n] == "img")
    return next((tree.attribute(n, "alt") for n in pictures if tree.attribute(n, "alt")), "")


def _link(tree: Tree, line: Line, node: int, url: str, text: str, heads: tuple[str, ...]) -> Link:
    above = tree.parents[node]
    group = signature(tree, above, line.place, classes=False)
    return Link(url, text, group, heads, _outer(tree, above), line.chrome)


def _outer(tree: Tree, node: int) -> str:
    """The text of the list entry in whose inner list the node stands, or of the switch that opens its box."""
    at, entries = node, 0
    while at >= 0:
        if tree.tags[at] == "li":
            entries += 1
            if entries == 2:
                return _label(tree, at)
        elif not entries and _DROPS.search(tree.attribute(at, "class")):
            return _switch(tree, at)
        at = tree.parents[at]
    return ""


_DROPS = re.compile(r"(?i)(?:drop-?down|sub-?|mega-?|fly-?out)-?_?(?:menu|content|nav|list|items|panel)")
"""Classes of a box that a switch of a menu opens."""


def _switch(tree: Tree, box: int) -> str:
    """The text of the element directly before a box, which opens it."""
    around = tree.children(tree.parents[box]) if tree.parents[box] >= 0 else ()
    before = [node for node in around if node < box and tree.tags[node] != TEXT]
    text = " ".join(tree.text_of(before[-1]).split()) if before else ""
    return text if len(text) <= HEAD_LENGTH else ""


def _label(tree: Tree, entry: int) -> str:
    """The text of a list entry before its inner list."""
    parts = []
    node = entry + 1
    while node < tree.ends[entry]:
        if tree.tags[node] in ("ul", "ol"):
            break
        if tree.texts[node]:
            parts.append(tree.texts[node])
        node += 1
    return " ".join("".join(parts).split())[:HEAD_LENGTH]


def _crumbs(tree: Tree, lines: Sequence[Line], url: str) -> Iterator[tuple[str, str]]:
    """The way from the home page to this one, as the page shows it."""
    for line in lines:
        linked = [run for run in line.runs if run.link >= 0]
        marked = any(
            _CRUMB_MARK.match(run.text) or run.text.strip()[:1] in ">»›→" for run in line.runs if run.link < 0
        )
        if (linked and marked and len(linked) <= 6) or (linked and _in_crumbs(tree, line.block)):
            for run in line.runs:
                text = run.text.strip(" >»›/|→:·\\")
                if text:
                    yield text, absolute(tree.attribute(run.link, "href"), url) if run.link >= 0 else ""
            if not _in_crumbs(tree, line.block):
                return


def _in_crumbs(tree: Tree, node: int) -> bool:
    for _ in range(5):
        if node < 0:
            return False
        facts = tree.attributes[node]
        marks = " ".join(facts.get(name) or "" for name in ("class", "id", "aria-label", "itemtype"))
        if _CRUMBS.search(marks):
            return True
        node = tree.parents[node]
    return False


def _names(tree: Tree, lines: Sequence[Line]) -> Iterator[str]:
    """What the page calls the whole site: in its head, at its copyright sign, and the texts of its foot."""
    for node in tree.found("meta"):
        if tree.attribute(node, "property") == "og:site_name":
            yield tree.attribute(node, "content").strip()
    for line in lines:
        if len(line.text) < 200 and ("©" in line.text or "copyright" in line.text.casefold()):
            for run in line.runs:
                for part in re.split(r"[|•,]\s|(?<=\w{4})\.\s|\s[-–—]\s", run.text):
                    bare = re.sub(
                        r"(?i)©|\(c\)|copyright|all rights reserved|\b(?:19|20)\d\d\b|[–-]\s*$|^\s*[–-]", " ", part
                    )
                    if bare.strip(" .–-"):
                        yield " ".join(bare.split()).strip(" .–-")


_CAPITALS = re.compile(r"(?:[^\W\d_a-z][\w'’.&-]*(?:,\s?|[\s.]{1,2}|\s(?:of|and|for|&)\s)){1,7}[^\W\d_a-z][\w'’-]*")
MAX_PHRASES = 20
FOOT = 8
"""Last lines of a page, in which the university of a unit is often named."""


def _phrases(lines: Sequence[Line]) -> Iterator[str]:
    """Runs of capitalised words with a word for an institution in them."""
    for line in lines[-FOOT:]:
        found = read_unit(line.text) if len(line.text) <= HEAD_LENGTH else None
        if found is not None and found.kind in ("university", "college", "institute"):
            yield found.name
    heads = re.compile("|".join(pattern("units", kind).pattern for kind in ("university", "college", "institute")))
    for line in lines:
        for match in _CAPITALS.finditer(line.text[:3000]):
            if heads.search(match[0].casefold()) and len(match[0]) < 100:
                yield " ".join(re.sub(r"([.,])(?=\S)", r"\1 ", match[0]).split())


def _following(links: Iterable[Link], url: str) -> Iterator[str]:
    """Further pages of the same list: "next" and page numbers that differ from this page in the query or the end."""
    base = re.split(r"[?#]", url)[0].rstrip("/")
    folder = base.rsplit("/", 1)[0]
    seen = {url}
    for link in links:
        if not link.url or link.url in seen or not _NEXT.match(link.text.strip()):
            continue
        path = re.split(r"[?#]", link.url)[0].rstrip("/")
        if path == base or path.startswith(base + "/") or path.rsplit("/", 1)[0] == folder:
            seen.add(link.url)
            yield link.url
