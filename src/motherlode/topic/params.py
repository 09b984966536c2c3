"""Parameters of the topic's definition and of the filter layer, with the paper's letters (N2–N8)."""

from __future__ import annotations

from dataclasses import dataclass

from motherlode.model.params import Params, param


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicParams(Params):
    """The topic: how many keywords are learned, how relevance follows what was found."""

    judge: str = param(
        "learned",
        "how pages are judged: on a learned scale of relevance; or by the paper's equations 1 and 2, whose cosine "
        "is then the relevance",
        choices=("learned", "paper"),
    )
    keywords: dict[str, float] = param({}, "words of the topic with their weights (TopKeyWordSet)")  # noqa: RUF009
    learned: int = param(40, "keywords learned from the example pages", low=0, high=2000)
    keyword_share: float = param(0.7, "weight of the user's keywords beside the examples' words", low=0.0, high=10.0)
    title_weight: int = param(5, "how many times a word of the title counts", low=1, high=100)
    feedback: float = param(0.5, "weight of a related page beside an example page; 0 switches feedback off", low=0.0)
    feedback_limit: int = param(20, "related pages count at most as many examples as this", low=0)
    pivot: float = param(
        0.2, "how much long pages are held back: 0 not at all; they hold words of every topic by chance",
        low=0.0, high=1.0,
    )  # fmt: skip
    refit_every: int = param(25, "pages between two estimates of the standard vector", symbol="T", low=1)
    content_only: bool = param(
        False,
        "judge the article's content instead of the whole page: more exact on news sites, half as fast; without "
        "example pages, the texts of links are left out anyway",
    )
    genre: str = param(
        "", "kind of page wanted beside the words, by what extractors find: lists of people, of products, articles",
        choices=("", "people", "products", "articles"),
    )  # fmt: skip
    learning: bool = param(
        True, "let relevance follow what was found; without, examples and keywords alone decide, in any order alike"
    )
    memory: int = param(1500, "pages remembered for feedback", low=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class ThresholdParams(Params):
    """The moving threshold of relevance (N7)."""

    rule: str = param(
        "kept",
        "kept: pages kept are counted, and at the end one threshold is laid between the two groups of all pages; "
        "paper: Algorithm 1 counts pages extracted, and its threshold has the last word",
        choices=("kept", "paper"),
    )
    threshold: float = param(0.5, "relevance from which a page is kept, at the start", symbol="Threshold", low=0.0)
    moving: bool = param(True, "let the threshold follow what is found")
    wanted: int = param(20, "pages expected to be kept in an interval", symbol="Sum(T)", low=0)
    interval: int = param(50, "pages judged in an interval", symbol="T", low=1)
    seconds: float = param(
        0.0, "seconds in an interval; 0 counts pages instead (rule paper)", symbol="T", low=0.0, unit="s"
    )
    initial_time: float = param(
        0.0, "seconds after the start at which the first interval begins (rule paper)", symbol="InitialTime", low=0.0,
        unit="s",
    )  # fmt: skip
    alpha: float = param(1.05, "factor when more is kept than expected", symbol="α", low=1.0)
    related_share: float = param(
        0.5, "related share of an interval below which β applies", symbol="μ", low=0.0, high=1.0
    )
    beta: float = param(1.02, "factor when much is kept and the related share is low", symbol="β", low=1.0)
    gamma: float = param(0.97, "factor when too little is kept", symbol="γ", low=0.0, high=1.0)
    lowest: float = param(0.35, "the threshold never falls below this", low=0.0)
    highest: float = param(0.65, "the threshold never rises above this", low=0.0)
