"""The way of a page to an article (N4): its head and blocks are read, blocks are judged and cleaned up, the text is
rendered, and each field is chosen from its candidates."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple
from urllib.parse import urljoin

import numpy as np

from motherlode.dom.tree import Tree, parse
from motherlode.extract.article.blocks import Blocks, Floats, Ints, blocks_of, fold
from motherlode.extract.article.cleanup import mended
from motherlode.extract.article.features import headline_of
from motherlode.extract.article.fields import author, links, source, time, title
from motherlode.extract.article.fields.votes import Candidate, evidence
from motherlode.extract.article.head import Head, head_of, longest_string, paragraphs, thread
from motherlode.extract.article.judge import Judge, choose_blocks, judge_blocks
from motherlode.extract.article.overrides import overridden, selectors_of, without
from motherlode.extract.article.page import Page
from motherlode.extract.article.page_type import page_type
from motherlode.extract.article.params import NewsParams
from motherlode.extract.article.render import rendered
from motherlode.extract.article.template import HostTemplate
from motherlode.model.article import Article
from motherlode.model.evidence import Evidence
from motherlode.text.language import guess

DEFAULT = NewsParams()
SHORT = 200
"""Content with fewer characters is too little to be an article: the page's own description is looked at."""

MUCH_MORE = 4.0
"""How many times longer the text in the page's JSON-LD must be to be taken instead of the visible one. On the five
labelled pages where it was 1.6 to 2 times as long, the visible text was the better one."""


TOLD = {"json-ld articleBody": 0.7, "json-ld thread": 0.5, "script": 0.5, "meta description": 0.2}
"""How far a text that the page's data tell is its content. Four labelled pages are too few to measure it: a script
gave .87 of one, descriptions .17 of three."""

GUESSED = 0.9
"""How sure a guess of the language is; the pages are not labelled by language."""


def read(html: str, url: str = "", params: NewsParams | None = None) -> Article:
    """The article of a page given as text."""
    return extract(parse(html), url, params)


def extract(
    tree: Tree,
    url: str = "",
    params: NewsParams | None = None,
    template: HostTemplate | None = None,
    judge: Judge | None = None,
) -> Article:
    """The article of a parsed page; `template` is what other pages of the host taught, `judge` other weights."""
    params = params or DEFAULT
    head = head_of(tree)
    address = url or _absolute(head.canonical or head.meta("og:url"), head.base)
    selectors = selectors_of(address, params)
    if "remove" in selectors:
        tree = without(tree, selectors["remove"])
    blocks, facts = blocks_of(tree), head.facts()
    judged = judge_blocks(tree, blocks, facts, judge)
    if template is not None:
        judged = template.adjust(blocks, judged)
    rows = mended(tree, blocks, choose_blocks(blocks, judged, params.keep)).nonzero()[0]
    shown = _shown(tree, blocks, rows, judged, url)
    content, marked, found = _told_instead(tree, head, shown, params, url) or shown
    language = guess(content) or guess(" ".join(blocks.texts[:50])) or head.language[:2].lower()
    page = Page(tree, head, blocks, rows, url, address, language, title.site_names(head, address))
    kind, sureness = page_type(blocks, judged, facts)
    told = {
        "content": found,
        "language": Evidence("script and commonest words", page=url, confidence=GUESSED if language else 0.0),
        "page_type": Evidence("page type", page=url, confidence=round(sureness, 3)),
    }
    article = Article(
        url=address,
        content=content,
        markdown=marked,
        language=language,
        image=_absolute(
            head.meta("og:image", "og:image:url", "twitter:image", "twitter:image:src"), address or head.base
        ),
        canonical=_absolute(head.canonical, address or head.base),
        page_type=kind,
        links=links.links_of(tree, blocks, _absolute(head.base, address) or address) if params.links else (),
        confidence=found.confidence if found else 0.0,
        evidence={name: one for name, one in told.items() if one is not None},
    )
    article = with_fields(article, page)
    return overridden(article, tree, selectors) if selectors else article


class Text(NamedTuple):
    """The content as plain text and as Markdown, and where it comes from."""

    content: str
    markdown: str
    evidence: Evidence | None


def _shown(tree: Tree, blocks: Blocks, rows: Ints, judged: Floats, url: str) -> Text:
    """The chosen blocks, and how sure they are."""
    content, marked = rendered(tree, blocks, rows)
    if not len(rows):
        return Text(content, marked, None)
    weights = blocks.chars[rows]
    sure = float((judged[rows] * weights).sum() / max(weights.sum(), 1.0))
    first = Candidate("", "block judge", 1.0, int(blocks.boxes[rows[0]]))
    return Text(content, marked, evidence(tree, first, sure, url, f"{len(rows)} of {len(blocks)} blocks"))


def _told_instead(tree: Tree, head: Head, shown: Text, params: NewsParams, url: str) -> Text | None:
    """What the page's data tell where its blocks show little: JSON-LD, scripts, the description."""
    size, body = len(shown.content), head.body()
    enough = max(SHORT, MUCH_MORE * size)
    if len(body) > enough:
        told = paragraphs(body)
        return Text(told, told, Evidence("json-ld articleBody", page=url, confidence=TOLD["json-ld articleBody"]))
    if size >= SHORT:
        return None
    for rule, told in (("json-ld thread", thread(head.objects)), ("script", longest_string(tree))):
        if len(told) > enough:
            return Text(told, told, Evidence(rule, page=url, confidence=TOLD[rule]))
    told = head.meta("og:description", "description", "twitter:description")
    if params.description and len(told) > 2 * size:
        return Text(told, told, Evidence("meta description", page=url, confidence=TOLD["meta description"]))
    return None


def with_fields(article: Article, page: Page) -> Article:
    """The article with title, times, authors and source, each with its evidence."""
    told = dict(article.evidence)

    def note(name: str, chosen: Candidate, sureness: float) -> None:
        told[name] = evidence(page.tree, chosen, sureness, page.url)

    titled = title.choose(title.candidates(page))
    if titled:
        note("title", *titled)
    page = replace(page, headline=headline_row(page, titled[0] if titled else None))
    published, updated = time.candidates(page)
    appeared, changed = time.choose(published or updated), time.choose(updated)
    for name, moment in (("published", appeared), ("updated", changed)):
        if moment:
            note(name, time.as_candidate(moment[0]), moment[1])
    people = author.choose(author.candidates(page), page.sites)
    if people:
        note("authors", *people[1:])
    told_source = source.choose(source.candidates(page))
    if told_source:
        note("source", told_source, told_source.weight / source.MOST)
    return replace(
        article,
        title=titled[0].value if titled else "",
        published=appeared[0].moment.iso if appeared else "",
        updated=changed[0].moment.iso if changed else "",
        authors=tuple(people[0]) if people else (),
        source=told_source.value if told_source else "",
        evidence=told,
    )


def headline_row(page: Page, chosen: Candidate | None) -> int:
    """The row of the headline that the title stands in."""
    if chosen is not None and chosen.node >= 0:
        return int(np.searchsorted(page.blocks.starts, chosen.node)) if chosen.node < len(page.tree) else -1
    text = chosen.value if chosen else ""
    wanted, alike = fold(text), page.blocks.alike(text)
    same = next((row for row, folded in alike.items() if folded == wanted), -1) if wanted else -1
    return same if same >= 0 else headline_of(page.blocks, text, alike)


def _absolute(address: str, base: str) -> str:
    if not address or (address[0] == "h" and links.plain_size(address) == len(address)):
        return address
    try:
        return urljoin(base, address)
    except ValueError:
        return address
