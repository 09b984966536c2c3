"""Parameters of annotation and integration."""

from __future__ import annotations

from dataclasses import dataclass

from motherlode.model.params import Params, param


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotateParams(Params):
    """Annotation: how columns and places of a page get their meaning."""

    method: str = param("combined", "all evidence together, or the paper's Rel alone", choices=("combined", "rel"))
    threshold: float = param(0.25, "a mapping below this score is not made", low=0.0, high=1.0)
    alpha: float = param(
        0.5, "weight of context distance against co-occurrence in the paper's Rel", symbol="α", low=0.0, high=1.0
    )
    agreement: bool = param(True, "the pages of a site decide together; otherwise each page by itself")
    evidence: str = param(
        "pages", "where Rel looks: the pages themselves, or a search API", choices=("pages", "search")
    )
    corpus: str = param(
        "", "folder or archive of pages that Rel looks values and names up in, beside the sources' own records"
    )
    search_url: str = param("", "address of a search API with {query} in it, answering JSON")


@dataclass(frozen=True, slots=True, kw_only=True)
class IntegrateParams(Params):
    """Integration: when two records are one thing."""

    same: float = param(0.9, "pairs at least this probably one thing are joined", low=0.0, high=1.0)
    block: int = param(60, "records a block; a larger block is left to finer ones", low=2)
    comparisons: int = param(40, "comparisons a record, the smallest blocks first", low=1)
    duplicates: bool = param(False, "records of one source may be one thing, too")
