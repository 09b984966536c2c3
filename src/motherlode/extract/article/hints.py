"""What the class, id, role and itemprop of an element say about its purpose."""

from __future__ import annotations

import re
from functools import lru_cache, reduce
from operator import or_

import numpy as np
from numpy.typing import NDArray

from motherlode.kernels import native

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
    return np.asarray([*map(_told, names)], dtype=np.int64)


@lru_cache(maxsize=65_536)
def _told(name: str) -> int:
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
