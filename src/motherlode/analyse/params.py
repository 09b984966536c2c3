"""Parameters of the application layer (N12–N15)."""

from __future__ import annotations

from dataclasses import dataclass

from motherlode.model.params import Params, param


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryParams(Params):
    """Stories: how documents are compared and gathered."""

    neighbours: int = param(10, "nearest documents that each document is linked to", symbol="k", low=1, high=200)
    fading: float = param(
        72.0, "hours in which the likeness of two documents falls to 1/e", symbol="τ", low=1.0, unit="hours"
    )
    resolution: float = param(30.0, "fineness of the first communities", symbol="γ", low=0.1)
    likeness: float = param(
        0.25, "two groups are one story from this share of their inner likeness on", symbol="θ", low=0.0, high=1.0
    )
    window: int = param(20_000, "documents clustered at once; more are taken window by window", low=100)
    memory: float = param(90.0, "days without news after which a story takes no more documents", low=1.0, unit="days")
    copy_likeness: float = param(
        0.8, "share of common five-word pieces from which two texts are near-copies", low=0.3, high=1.0
    )
    seed: int = param(0, "seed of the order in which communities are tried", low=0)
