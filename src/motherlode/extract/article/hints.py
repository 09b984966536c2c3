"""What the class, id, role and itemprop of an element say about its purpose."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

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

_WHOLE: dict[str, int] = {}
_INSIDE: dict[str, list[tuple[str, int]]] = {}
"""By their first three letters."""
for _kind, _words in HINTS.items():
    for _word in _words.split():
        if _word.startswith("="):
            _WHOLE[_word[1:]] = _WHOLE.get(_word[1:], 0) | BIT[_kind]
        else:
            _INSIDE.setdefault(_word[:3], []).append((_word, BIT[_kind]))

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_TOKEN = re.compile(r"[a-z]{2,24}|[\u4e00-\u9fff]+")
MAX_NAME = 120
"""Characters of class and id that are looked at: longer ones are lists of utility classes."""

MAX_KNOWN = 65_536
"""Names and words that are remembered: the pages of a host repeat theirs."""

_bits: dict[str, int] = {}
_told: dict[str, int] = {}


def _token_bits(token: str) -> int:
    bits = _WHOLE.get(token, 0)
    for place in range(len(token) - 2):
        for word, bit in _INSIDE.get(token[place : place + 3], ()):
            if token.startswith(word, place):
                bits |= bit
    if len(_bits) >= MAX_KNOWN:
        _bits.clear()
    _bits[token] = bits
    return bits


def bits_of(name: str) -> int:
    """The kinds of purpose that a class and id name speak of, as bits."""
    known = _told.get(name)
    if known is not None:
        return known
    bits = 0
    for token in tokens_of(name):
        told = _bits.get(token)
        bits |= _token_bits(token) if told is None else told
    if len(_told) >= MAX_KNOWN:
        _told.clear()
    _told[name] = bits
    return bits


def all_told(names: list[str]) -> NDArray[np.int64]:
    """The kinds of purpose that each of several names speaks of, as bits."""
    return np.asarray([*map(bits_of, names)], dtype=np.int64)


def tokens_of(name: str) -> tuple[str, ...]:
    """The words of a class and id name: 'articleBody main_col' → article, body, main, col."""
    folded = name if name.islower() else _CAMEL.sub(" ", name).lower()
    return tuple(dict.fromkeys(_TOKEN.findall(folded)))
