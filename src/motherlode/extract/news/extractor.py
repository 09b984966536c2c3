"""From a parsed page to an Article: one walk into blocks, the judgement, then a vote for every field (N4)."""

from __future__ import annotations

from urllib.parse import urljoin

import numpy as np

from motherlode.dom.tree import Tree, code_of, parse
from motherlode.extract.news import authors, render, times, titles
from motherlode.extract.news.blocks import Blocks, Floats, Ints, blocks_of, fold
from motherlode.extract.news.candidates import Candidate, evidence
from motherlode.extract.news.content import choose_blocks, judge_blocks
from motherlode.extract.news.features import headline_of
from motherlode.extract.news.head import Head, head_of
from motherlode.extract.news.lines import signs_of
from motherlode.extract.news.links import links_of, plain_size
from motherlode.extract.news.model import Judge
from motherlode.extract.news.overrides import overridden, selectors_of, without
from motherlode.extract.news.pagetype import page_type
from motherlode.extract.news.params import NewsParams
from motherlode.extract.news.source import source_candidates
from motherlode.extract.news.stated import longest_string, paragraphs, thread
from motherlode.extract.news.template import HostTemplate
from motherlode.extract.news.whole import mended
from motherlode.model.article import Article
from motherlode.model.evidence import Evidence
from motherlode.text.language import guess

DEFAULT = NewsParams()
MARKED = (code_of("time"), "itemprop", "rel", "author", ("author", "byline", "autor", "writer"))
"""Elements that say they hold a time or an author."""

SHORT = 200
"""Content with fewer characters is too little to be an article: the page's own description is looked at."""

MUCH_MORE = 4.0
"""How many times longer the text in the page's JSON-LD must be to be taken instead of the visible one. On the five
labelled pages where it was 1.6 to 2 times as long, the visible text was the better one."""


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
    article = _extracted(tree, head, url, address, params, template, judge)
    return overridden(article, tree, selectors) if selectors else article


def _extracted(
    tree: Tree,
    head: Head,
    url: str,
    address: str,
    params: NewsParams,
    template: HostTemplate | None,
    judge: Judge | None,
) -> Article:
    blocks = blocks_of(tree)
    facts = head.facts()
    judged = judge_blocks(tree, blocks, facts, judge)
    if template is not None:
        judged = template.adjust(blocks, judged)
    rows = np.flatnonzero(mended(tree, blocks, choose_blocks(blocks, judged, params.keep)))
    found: dict[str, Evidence] = {}
    content, marked, language = _content(tree, blocks, rows, head, params, url, judged, found)
    sites = titles.site_names(head, address)
    title_list = titles.title_candidates(tree, blocks, head, sites)
    chosen = titles.choose_title(title_list)
    title = ""
    if chosen:
        title = chosen[0].value
        found["title"] = evidence(tree, chosen[0], chosen[1], url)
    headline = _headline(blocks, chosen[0] if chosen else None, title, tree)
    fields = _fields(tree, blocks, head, address, language, headline, rows, sites, url, found)
    kind, sureness = page_type(blocks, judged, facts, head)
    found["page_type"] = Evidence(rule="page type", page=url, confidence=round(sureness, 3))
    return Article(
        url=address,
        title=title,
        published=fields["published"],
        updated=fields["updated"],
        source=fields["source"],
        authors=tuple(part for part in fields["authors"].split("\x1f") if part),
        content=content,
        markdown=marked,
        language=language,
        image=_absolute(
            head.meta("og:image", "og:image:url", "twitter:image", "twitter:image:src"), address or head.base
        ),
        canonical=_absolute(head.canonical, address or head.base),
        page_type=kind,
        links=links_of(tree, blocks, _absolute(head.base, address) or address) if params.links else (),
        confidence=found["content"].confidence if "content" in found else 0.0,
        evidence=found,
    )


def _content(
    tree: Tree,
    blocks: Blocks,
    rows: Ints,
    head: Head,
    params: NewsParams,
    url: str,
    judged: Floats,
    found: dict[str, Evidence],
) -> tuple[str, str, str]:
    content, marked = render.rendered(tree, blocks, rows)
    if len(rows):
        weights = blocks.chars[rows]
        sure = float((judged[rows] * weights).sum() / max(weights.sum(), 1.0))
        first = Candidate("", "block judge", 1.0, int(blocks.boxes[rows[0]]))
        found["content"] = evidence(tree, first, sure, url, f"{len(rows)} of {len(blocks)} blocks")
    body = head.body()
    if len(body) > max(SHORT, MUCH_MORE * len(content)):
        content = marked = paragraphs(body)
        found["content"] = Evidence(rule="json-ld articleBody", page=url, confidence=0.7)
    if len(content) < SHORT:
        for rule, told in (("json-ld thread", thread(head.objects)), ("script", longest_string(tree))):
            if len(told) > max(SHORT, MUCH_MORE * len(content)):
                content = marked = told
                found["content"] = Evidence(rule=rule, page=url, confidence=0.5)
                break
    if len(content) < SHORT and params.description:
        told = head.meta("og:description", "description", "twitter:description")
        if len(told) > 2 * len(content):
            content = marked = told
            found["content"] = Evidence(rule="meta description", page=url, confidence=0.3)
    language = guess(content) or guess(" ".join(blocks.texts[:50])) or head.language[:2].lower()
    found["language"] = Evidence(rule="script and commonest words", page=url, confidence=0.9 if language else 0.0)
    return content, marked, language


def _headline(blocks: Blocks, chosen: Candidate | None, title: str, tree: Tree) -> int:
    """The row of the headline that the title stands in."""
    if chosen is not None and chosen.node >= 0:
        return int(np.searchsorted(blocks.starts, chosen.node)) if chosen.node < len(tree) else -1
    wanted, alike = fold(title), blocks.alike(title)
    same = next((row for row, folded in alike.items() if folded == wanted), -1) if wanted else -1
    return same if same >= 0 else headline_of(blocks, title, alike)


def _fields(
    tree: Tree,
    blocks: Blocks,
    head: Head,
    address: str,
    language: str,
    headline: int,
    rows: Ints,
    sites: set[str],
    url: str,
    found: dict[str, Evidence],
) -> dict[str, str]:
    values = {"published": "", "updated": "", "source": "", "authors": ""}
    marked = [(node, tree.given(node)) for node in tree.nodes.marked(*MARKED)]
    signs = signs_of(blocks.texts)
    region = head.language if head.language[:2].lower() == language else language
    published, updated = times.published_candidates(
        tree, blocks, signs, head, address, region, headline, rows, marked
    )
    chosen = times.choose_time(published or updated)
    if chosen:
        values["published"] = chosen[0].moment.iso
        found["published"] = evidence(tree, times.as_candidate(chosen[0]), chosen[1], url)
    chosen = times.choose_time(updated)
    if chosen:
        values["updated"] = chosen[0].moment.iso
        found["updated"] = evidence(tree, times.as_candidate(chosen[0]), chosen[1], url)
    named = authors.author_candidates(tree, blocks, signs, head, headline, rows, marked)
    people = authors.choose_authors(named, sites)
    if people:
        values["authors"] = "\x1f".join(people[0])
        found["authors"] = evidence(tree, people[1], people[2], url)
    sources = source_candidates(blocks, signs, head, headline, rows, address)
    if sources:
        best = max(sources, key=lambda candidate: candidate.weight)
        values["source"] = best.value
        found["source"] = evidence(tree, best, best.weight / 3, url)
    return values


def _absolute(address: str, base: str) -> str:
    if not address or (address[0] == "h" and plain_size(address) == len(address)):
        return address
    try:
        return urljoin(base, address)
    except ValueError:
        return address
