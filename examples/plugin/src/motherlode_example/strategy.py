"""A strategy: addresses with short paths first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from motherlode.model.crawl import Outcome
from motherlode.model.evidence import Term
from motherlode.model.params import Params, param


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortPathParams(Params):
    """Short paths first."""

    relevance: float = param(1.0, "how much the relevance of the page with the link counts", low=0.0)


class ShortPaths:
    """A link is worth its page's relevance, less for every step of its path."""

    name = "short-paths"
    Params = ShortPathParams

    def __init__(self, graph: Any, params: ShortPathParams | None = None) -> None:
        self._params = params or ShortPathParams()

    def observe(self, outcome: Outcome) -> np.ndarray:
        """The values of a page's links."""
        steps = [link.url.rstrip("/").count("/") for link in outcome.links]
        return (self._params.relevance * outcome.relevance - np.asarray(steps, dtype=np.float32)).astype(np.float32)

    def due(self) -> bool:
        """Values never change."""
        return False

    def rescore(self, waiting: np.ndarray) -> np.ndarray:
        """Addresses that stand on no page."""
        return np.zeros(len(waiting), dtype=np.float32)

    def choose(self, frontier: Any) -> int:
        """Always the best one."""
        return -1

    def why(self, number: int) -> tuple[Term, ...]:
        """The strategy's name."""
        return (Term(self.name, 0.0, 0.0),)
