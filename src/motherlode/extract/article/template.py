"""Pages of one host teach each other what is template: texts that stand on several of them are not content."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from motherlode.extract.article.blocks import Blocks, Floats

MIN_PAGES = 3
"""Fewer pages say nothing: two articles may quote the same sentence."""

REPEATED = 0.34
"""A text on more than this share of a host's pages belongs to the template."""

SHARED = 0.1
"""What is left of the judgement of such a text: below any threshold, but something where a page has nothing else."""


@dataclass(frozen=True, slots=True)
class HostTemplate:
    """The texts that pages of a host share."""

    pages: int
    texts: frozenset[str]

    def adjust(self, blocks: Blocks, judged: Floats) -> Floats:
        """The judgement with the template's texts taken out."""
        if self.pages < MIN_PAGES or not self.texts:
            return judged
        shared = np.array([text in self.texts for text in blocks.texts], dtype=bool)
        adjusted: Floats = np.where(shared, judged * SHARED, judged)
        return adjusted


def learn_template(pages: Iterable[Blocks]) -> HostTemplate:
    """What several pages of one host have in common."""
    seen: Counter[str] = Counter()
    count = 0
    for blocks in pages:
        count += 1
        seen.update(set(blocks.texts))
    least = max(2, REPEATED * count)
    return HostTemplate(count, frozenset(text for text, times in seen.items() if times >= least and times > 1))
