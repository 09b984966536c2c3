"""A page on its way to becoming an article: what the rooms of its fields read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from motherlode.dom.plain import Attributes
from motherlode.dom.tree import Tree, code_of
from motherlode.extract.article.blocks import Blocks, Ints
from motherlode.extract.article.fields.prefilter import signs_of
from motherlode.extract.article.head import Head

MARKED = (code_of("time"), "itemprop", "rel", "author", ("author", "byline", "autor", "writer"))
"""Elements that say they hold a time or an author."""


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
