"""What the elements around a block say: their tags, what their names say of their purpose, which places are alike."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motherlode.dom.plain import BARE, SHUT
from motherlode.dom.plain import name_of as whole_name_of
from motherlode.dom.tree import OWN, TEXT, Tree, code_of
from motherlode.kernels import native

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]

BLOCK_TAGS = frozenset(
    (
        "address", "article", "aside", "blockquote", "body", "button", "caption", "center", "dd", "details", "dialog",
        "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5",
        "h6", "header", "hr", "html", "iframe", "legend", "li", "main", "menu", "nav", "ol", "option", "p", "pre",
        "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul", "video", "audio",
        "noframes", "frameset", "label",
    )
)  # fmt: skip
HIDDEN_TAGS = frozenset(
    (
        "script", "style", "template", "head", "title", "svg", "iframe", "object", "select", "textarea", "option",
        "canvas", "audio", "video", "map", "datalist", "input", "embed", "applet",
    )
)  # fmt: skip
SPAN_TAGS = (
    "article", "main", "aside", "nav", "footer", "header", "form", "figure", "table", "ul", "ol", "blockquote",
    "pre", "button", "dl", "section", "figcaption", "td", "label", "details", "li", "p", "center", "h1", "h2", "h3",
    "h4", "address",
)  # fmt: skip
"""Elements whose surrounding a block is a feature."""


def _table(tags: Iterable[str]) -> Flags:
    """Which codes are those of these tags."""
    table = np.zeros(OWN, dtype=np.bool_)
    table[[code_of(tag) for tag in tags]] = True
    table[0] = False
    return table


IS_BLOCK = _table(BLOCK_TAGS)
IS_HIDDEN = _table(HIDDEN_TAGS)
IS_FRAME = _table(("nav", "button"))
IS_OUTER_FRAME = _table(("footer", "aside"))
IS_MAIN = _table(("article", "main"))
KINDS = np.zeros(OWN, dtype=np.uint16)
"""What each code means to the kernel, as bits."""
for _bit, _codes in enumerate(
    (
        IS_BLOCK, IS_HIDDEN, IS_FRAME, IS_OUTER_FRAME, IS_MAIN, _table(("a",)), _table(("b", "strong")),
        _table((TEXT,)), _table(("br",)), _table(("noscript",)), _table(("header",)),
    )
):  # fmt: skip
    KINDS[_codes] |= 1 << _bit
SPAN_OF = np.full(OWN, -1)
SPAN_OF[[code_of(tag) for tag in SPAN_TAGS]] = np.arange(len(SPAN_TAGS))

HINTS: dict[str, str] = {
    "body": "content body text =txt richtext wysiwyg markdown prose articlebody artibody zoom trs editor cooked",
    "article": "article story =post =entry hentry detail =news blog",
    "main": "=main primary center maincontent",
    "comment": "comment disqus respond reply replies discussion pinglun",
    "related": "related recommend recirc outbrain taboola trending popular mostread latest teaser similar further "
    "suggest upsell crosssell =next =prev previous =more readmore =also xiangguan tuijian",
    "share": "share sharing social facebook twitter whatsapp pinterest linkedin addthis follow bdshare",
    "nav": "=nav navi navbar navigation menu breadcrumb crumb pagination pager paging =toc =tab =tabs skip =jump "
    "sitemap toolbar topbar daohang",
    "footer": "footer =foot copyright colophon legal disclaimer bottom credits",
    "header": "header masthead banner =head logo brand =top",
    "ad": "=ad =ads advert sponsor promo =dfp =gpt adslot commercial affiliate paid =cta =action guanggao adbox adsense",
    "newsletter": "newsletter subscri signup optin mailing paywall register regwall premium membership donat",
    "byline": "byline author writer contributor dateline reporter journalist creator posted",
    "bio": "=bio biography authorbox profile avatar",
    "date": "=date =time datetime timestamp published pubtime updated shijian",
    "meta": "=meta =info infobar postmeta kicker eyebrow reading =source laiyuan",
    "tags": "=tag =tags taglist tagcloud categor keyword =topic =topics =label =labels",
    "caption": "caption credit legend =desc",
    "figure": "figure image =img photo picture gallery slide carousel video player =media embed audio podcast",
    "side": "sidebar aside =rail =right =left secondary complementary =side widget",
    "modal": "modal popup overlay cookie consent gdpr dialog lightbox tooltip drawer notification =alert toast",
    "login": "login signin account password =user =cart basket checkout search filter =sort",
    "title": "title headline heading =hed biaoti",
    "summary": "summary =lead lede intro standfirst =dek excerpt abstract subtitle subhead =deck description chapeau "
    "takeaway",
    "quote": "quote testimonial highlight",
    "product": "product price =sku =shop =buy specification =specs =pdp feature variant rating review stars",
    "forum": "forum thread message answer question bbcode signature karma =vote poster",
    "list": "=list =item =items =grid =card =cards =tile collection result archive =feed =loop index listing",
    "hidden": "hidden =hide =sr screenreader visually invisible offscreen collapse =none",
    "notes": "footnote reference citation =note correction disclosure reflist",
    "doc": "=doc =docs documentation =api =code syntax manual guide tutorial wiki",
    "faq": "=faq accordion toggle expand",
    "frame": "hero jumbotron section =block module =row container wrapper column =col =box",
    "event": "event schedule agenda location address contact phone hours =map",
}
"""Kinds of purpose → words in names: `=` whole words, others also inside words. They are the words that publishers'
templates and the common content systems use."""

NAMES = tuple(HINTS)
BIT = {name: 1 << number for number, name in enumerate(NAMES)}
NEGATIVE = sum(
    BIT[name]
    for name in ("comment", "related", "share", "nav", "footer", "ad", "newsletter", "side", "modal", "login", "bio")
)
"""The kinds that speak against content; an element that holds most of the page's text is never judged by them."""

WORDS = tuple(word for words in HINTS.values() for word in words.split())
BITS = np.asarray([BIT[kind] for kind, words in HINTS.items() for _ in words.split()], dtype=np.int64)
"""Every word, and the bit of its kind."""

_RUN = re.compile(r"[A-Z]*[a-z]+|[A-Z]+")
LONGEST = 24
"""Letters after which a run is cut."""

MAX_NAME = 120
"""Characters of class and id that are looked at: longer ones are lists of utility classes."""


def all_told(names: list[str]) -> NDArray[np.int64]:
    """The kinds of purpose that each of several names speaks of, as bits."""
    kernel = native()
    if kernel is None:
        return told_in_python(names)
    return np.frombuffer(kernel.told(names, WORDS, BITS), dtype=np.int64)


def told_in_python(names: list[str]) -> NDArray[np.int64]:
    """The same by patterns."""
    return np.asarray([*map(_told_by_name, names)], dtype=np.int64)


@lru_cache(maxsize=65_536)
def _told_by_name(name: str) -> int:
    """What one name tells; the pages of a host repeat theirs."""
    bits = 0
    for run in set(_RUN.findall(name)):
        for begin in range(0, len(run), LONGEST):
            bits |= _told_by(run[begin : begin + LONGEST].lower())
    return bits


@lru_cache(maxsize=65_536)
def _told_by(run: str) -> int:
    """What a run of small letters tells: 'articleBody main_col' has article, body, main and col."""
    if len(run) < 2:
        return 0
    found = (bit for word, bit in zip(WORDS, BITS.tolist(), strict=True) if _speaks(run, word))
    return reduce(or_, found, 0)


def _speaks(run: str, word: str) -> bool:
    return run == word[1:] if word[0] == "=" else word in run


LARGE = 0.7
"""An element with more than this share of the page's text is not judged by a name that speaks against content."""

BODY = code_of("body")
_RULES = (SPAN_OF.astype(np.int8), len(SPAN_TAGS), len(NAMES), NEGATIVE, LARGE, BODY)
"""What the kernel goes by."""


@dataclass(slots=True)
class Surroundings:
    """Parallel arrays over the blocks of a page."""

    boxes: Ints
    """Node of the block-level element around each block."""
    spans: Floats
    """Blocks × SPAN_TAGS: how many such elements surround the block."""
    hints: Floats
    """Blocks × hint kinds: how many elements of that kind surround the block."""
    own_hints: Floats
    """Blocks × hint kinds, of the box and its parent alone."""
    hidden: Floats
    """How many hidden elements surround the block."""
    places: Ints
    """A number per kind of place: blocks whose box and its parent share tag and name have the same."""


def surroundings_of(tree: Tree, starts: Ints, chars: NDArray[np.float64]) -> Surroundings:
    """What surrounds the blocks that start at these nodes."""
    kernel = native()
    boxes, nodes = enclosing(tree, starts)
    names, numbers, signs = tree.nodes.names(nodes, MAX_NAME)
    elements = Elements(nodes, np.frombuffer(numbers, dtype=np.int64), signs, all_told(names))
    if kernel is None:
        return around_in_python(tree, starts, chars, boxes, elements)
    return around_in_kernel(kernel, tree, starts, chars, boxes, elements)


class Elements(NamedTuple):
    """The elements that hold any block, in document order."""

    nodes: Ints
    which: Ints
    """Which name each has."""
    signs: bytes
    told: Ints
    """What each name tells, as `all_told` has it."""


def around_in_kernel(
    kernel: Any, tree: Tree, starts: Ints, chars: NDArray[np.float64], boxes: Ints, elements: Elements
) -> Surroundings:
    """What surrounds the blocks, by the native extension."""
    spans, hidden, hinted, own_hints, places = kernel.around(
        (tree.codes, tree.parent_array, tree.end_array, tree.tags), (starts, boxes, chars), tuple(elements), _RULES
    )
    return Surroundings(
        boxes=boxes,
        spans=np.frombuffer(spans, dtype=np.float32).reshape(-1, len(SPAN_TAGS)),
        hidden=np.frombuffer(hidden, dtype=np.float32),
        hints=np.frombuffer(hinted, dtype=np.float32).reshape(-1, len(NAMES)),
        own_hints=np.frombuffer(own_hints, dtype=np.float32).reshape(-1, len(NAMES)),
        places=np.frombuffer(places, dtype=np.int64),
    )


def around_in_python(
    tree: Tree, starts: Ints, chars: NDArray[np.float64], boxes: Ints, elements: Elements
) -> Surroundings:
    """The same by array operations."""
    nodes, which = elements.nodes, elements.which
    signs = np.frombuffer(elements.signs, dtype=np.uint8)
    body = tree.codes[nodes] == BODY  # its name says nothing of a part of the page
    told = np.where(body, 0, elements.told[which])
    low, high = np.searchsorted(starts, nodes), np.searchsorted(starts, tree.end_array[nodes])
    mass = np.concatenate(([0.0], np.cumsum(chars)))
    large = (mass[high] - mass[low]) > LARGE * mass[-1]
    own_bits = _scattered(tree, nodes, told)
    told[large] &= ~NEGATIVE
    shifts = np.arange(len(NAMES))
    hinted, hint_kinds = np.nonzero((told[:, None] >> shifts) & 1)
    spans = SPAN_OF[tree.codes[nodes]]
    hiding = np.flatnonzero(((signs & SHUT) != 0) & ~body)
    rows = np.concatenate([np.flatnonzero(spans >= 0), hiding])
    columns = np.concatenate([spans[spans >= 0], np.full(len(hiding), len(SPAN_TAGS))])
    ranged = _ranged(len(starts), low[rows], high[rows], columns, len(SPAN_TAGS) + 1)
    above = np.maximum(tree.parent_array[boxes], 0)
    return Surroundings(
        boxes=boxes,
        spans=ranged[:, :-1].copy(),
        hidden=ranged[:, -1].copy(),
        hints=_ranged(len(starts), low[hinted], high[hinted], hint_kinds, len(NAMES)),
        own_hints=(((own_bits[boxes] | own_bits[above])[:, None] >> shifts) & 1).astype(np.float32),
        places=_places(tree, nodes, which * 2 + (signs & BARE), boxes, above),
    )


def enclosing(tree: Tree, starts: Ints) -> tuple[Ints, Ints]:
    """The block-level element around each start, and all elements that hold any block, in document order."""
    kernel = native()
    if kernel is None:
        return enclosing_in_python(tree, starts)
    boxes, around = kernel.enclosing(tree.parent_array, tree.codes, KINDS, starts)
    return np.frombuffer(boxes, dtype=np.int64), np.frombuffer(around, dtype=np.int64)


def enclosing_in_python(tree: Tree, starts: Ints) -> tuple[Ints, Ints]:
    """The same by a loop."""
    parents, is_block = tree.parents, IS_BLOCK[tree.codes].tolist()
    boxes: list[int] = []
    seen: set[int] = set()
    for node in starts.tolist():
        node = parents[node]
        while node > 0 and not is_block[node]:
            node = parents[node]
        boxes.append(max(node, 0))
        while node > 0 and node not in seen:
            seen.add(node)
            node = parents[node]
    return np.asarray(boxes, dtype=np.int64), np.asarray(sorted(seen), dtype=np.int64)


def _scattered(tree: Tree, nodes: Ints, values: Ints) -> Ints:
    """The values by node, zero for all other nodes."""
    scattered = np.zeros(max(len(tree), 1), dtype=np.int64)
    scattered[nodes] = values
    return scattered


def _places(tree: Tree, nodes: Ints, names: Ints, boxes: Ints, above: Ints) -> Ints:
    """A number for each pair of kinds of box and parent; elements of one kind have the same tag and name."""
    tags = tree.codes[nodes].astype(np.int64)
    unnumbered = np.flatnonzero(tags == 0).tolist()
    if unnumbered:  # elements that the parser has no number for go by their names
        own: dict[str, int] = {}
        for row, node in zip(unnumbered, nodes[unnumbered].tolist(), strict=True):
            tags[row] = OWN + own.setdefault(tree.tags[node], len(own))
    _, kinds = np.unique(tags * (2 * len(nodes) + 2) + names, return_inverse=True)
    by_node = _scattered(tree, nodes, kinds.reshape(-1) + 1)
    pairs = by_node[boxes] * (len(nodes) + 2) + by_node[above]
    _, firsts, places = np.unique(pairs, return_index=True, return_inverse=True)
    numbers: Ints = np.argsort(np.argsort(firsts))[places.reshape(-1)]  # in the order in which they come
    return numbers


def name_of(given: dict[str, str | None]) -> str:
    """Class, id, role and itemprop of an element as one string."""
    return whole_name_of(given)[:MAX_NAME]


def _ranged(count: int, low: Ints, high: Ints, kinds: Ints, width: int) -> Floats:
    """Blocks × kinds: how many elements of each kind every block lies in."""
    size = (count + 1) * width
    changes = np.bincount(low * width + kinds, minlength=size) - np.bincount(high * width + kinds, minlength=size)
    sums: Floats = np.cumsum(changes.reshape(count + 1, width)[:-1], axis=0, dtype=np.float32)
    return sums
