"""An extractor: the headings of a page with their levels."""

from __future__ import annotations

from dataclasses import dataclass

from motherlode.dom.tree import parse
from motherlode.model.params import Params, param


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadingParams(Params):
    """Headings."""

    deepest: int = param(3, "the lowest level of heading that is taken", low=1, high=6)


class Headings:
    """h1 to the deepest level."""

    help = "the headings of a page"
    Params = HeadingParams

    def extract(self, html: str, url: str, params: HeadingParams) -> list[dict[str, object]]:
        """One entry for each heading, in the page's order."""
        tree = parse(html)
        wanted = {f"h{level}": level for level in range(1, params.deepest + 1)}
        return [{"level": wanted[tag], "text": tree.text_of(at)} for at, tag in enumerate(tree.tags) if tag in wanted]
