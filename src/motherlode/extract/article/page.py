"""A page on its way to becoming an article: what the rooms of its fields read.

One quick look at each line tells whether it may have a date, Chinese names, or who wrote it; the patterns of fields
are tried only on lines that have the sign they need.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from motherlode.dom.plain import Attributes
from motherlode.dom.tree import Tree, code_of
from motherlode.extract.article.blocks import Blocks, Ints
from motherlode.extract.article.fields.author_names import FIRST_WORDS
from motherlode.extract.article.fields.dates import HINT
from motherlode.extract.article.head import Head
from motherlode.kernels import native

MARKED = (code_of("time"), "itemprop", "rel", "author", ("author", "byline", "autor", "writer"))
"""Elements that say they hold a time or an author."""
STATED = (code_of("abbr"), "property", "class", "", ("published", "updated"))
"""Elements that RDFa or older formats of blogs give a meaning."""
MOST_STATED = 80

DATED, HAN, SIGNED = 1, 2, 4
"""Bits: there may be a date, there are Chinese characters, there may be a byline."""

LINE, BEGIN, END, BRIEF, LONG = 600, 300, 60, 100, 160
"""Characters: of a line that may have a date, of its beginning and its end that are looked at, of a line in which
'by' may stand anywhere, and of one that may be a byline in any language."""

_HAN = re.compile(r"[\u4e00-\u9fff]")
_BY = re.compile("by", re.IGNORECASE)
_FIRST_WORD = re.compile(r"\A\W*+(\w{1,24})(?!\w)")
_OTHER_WORD = re.compile(r"\A\W*+[0-9A-Za-z_]*[^\W\x00-\x7f]")


def signs_of(texts: list[str]) -> bytes:
    """The bits of every text."""
    kernel = native()
    return signs_in_python(texts) if kernel is None else bytes(kernel.signs(texts, FIRST_WORDS))


def signs_in_python(texts: list[str]) -> bytes:
    """The same by patterns."""
    return bytes(map(_signs, texts))


def _signs(text: str) -> int:
    dated = len(text) <= LINE and HINT.search(text[:BEGIN]) is not None
    han = not text.isascii() and (_HAN.search(text[:BEGIN]) or _HAN.search(text[BEGIN:][-END:])) is not None
    signed = bool(
        ((first := _FIRST_WORD.match(text)) is not None and first[1].lower() in FIRST_WORDS)
        or (_BY.search(text) if len(text) < BRIEF else None)
        or (_OTHER_WORD.match(text) if len(text) < LONG else None)
    )
    return (DATED if dated else 0) | (HAN if han else 0) | (SIGNED if signed else 0)


@dataclass(frozen=True)
class Page:
    """A parsed page whose content is chosen; nothing in it is changed."""

    tree: Tree
    head: Head
    blocks: Blocks
    content: Ints
    """Rows of the blocks that are content."""
    url: str
    """As it was given."""
    address: str
    """As it was given, or as the page says."""
    language: str
    sites: frozenset[str]
    """Folded names by which the site may call itself."""
    headline: int = -1
    """Row of the block that the title stands in."""

    @property
    def first(self) -> int:
        """The first row of the content."""
        return int(self.content[0]) if len(self.content) else 0

    @property
    def last(self) -> int:
        """The last row of the content."""
        return int(self.content[-1]) if len(self.content) else len(self.blocks) - 1

    @property
    def place(self) -> int:
        """The node at which the headline begins, -1 without one."""
        return int(self.blocks.starts[self.headline]) if self.headline >= 0 else -1

    @property
    def region(self) -> str:
        """The language with the country that the page names, by which dates are read."""
        named = self.head.language
        return named if named[:2].lower() == self.language else self.language

    @cached_property
    def signs(self) -> bytes:
        """What a quick look at each block's text tells."""
        return signs_of(self.blocks.texts)

    @cached_property
    def marked(self) -> list[tuple[int, Attributes]]:
        """Elements that say they hold a time or an author, with their attributes."""
        return [(node, self.tree.given(node)) for node in self.tree.nodes.marked(*MARKED)]

    @cached_property
    def stated(self) -> list[tuple[int, Attributes]]:
        """Elements that RDFa or older formats of blogs give a meaning, with their attributes."""
        tags = self.tree.tags
        nodes = [node for node in self.tree.nodes.marked(*STATED) if tags[node] not in ("meta", "time")]
        return [(node, self.tree.given(node)) for node in nodes[:MOST_STATED]]
