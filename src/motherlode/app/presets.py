"""Presets: settings that go together under one name, for the command line, the REST API and the web page.

`paper-000` to `paper-003` run the four papers as printed; each says what is printed and what was chosen (D5).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from motherlode.errors import UsageError

Values = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Preset:
    """A named choice of settings; what it does not name stays as it is."""

    name: str
    title: str
    help: str
    values: Values


PRESETS: tuple[Preset, ...] = (
    Preset(
        "polite",
        "Polite",
        "One request a host at a time, two seconds apart: for small sites and long runs.",
        {
            "fetch": {"concurrency": 8, "per_host": 1, "delay": 2.0, "retries": 3, "retry_wait": 10.0},
            "hidden": {"workers": 1, "delay": 1.0},
        },
    ),
    Preset(
        "fast",
        "Fast",
        "Many hosts at once, short waits, few pages each: a first look within minutes. robots.txt is still obeyed.",
        {
            "fetch": {"concurrency": 128, "per_host": 4, "delay": 0.1, "timeout": 10.0, "retries": 1, "robots": True},
            "crawl": {"max_pages": 500, "max_depth": 6},
            "hidden": {"workers": 8, "delay": 0.0},
        },
    ),
    Preset(
        "thorough",
        "Thorough",
        "Everything that may belong to the topic: a low threshold, more exploration, content judged by itself.",
        {
            "crawl": {"max_pages": 20_000, "max_depth": 50, "exploration": 0.05, "follow_dropped": True},
            "fetch": {"retries": 4, "sitemaps": True, "feeds": True},
            "topic": {"learned": 80, "content_only": True},
            "threshold": {"threshold": 0.4, "lowest": 0.25, "wanted": 15},
        },
    ),
    Preset(
        "paper-000",
        "Paper: domain topics and hidden data",
        "Best first with a fixed threshold: a page below it is dropped and its links are not followed (D1), over a "
        "queue of 5000 addresses; hidden databases by sort-based splitting (H2). The paper prints neither the "
        "threshold nor the length of the queue: both are the project's.",
        {
            "crawl": {
                "strategy": "best-first", "exploration": 0.0, "follow_dropped": False, "max_queue": 5000,
            },
            "threshold": {"rule": "paper", "moving": False, "threshold": 0.5},
            "hidden": {"strategy": "sort-based"},
        },
    ),
    Preset(
        "paper-001",
        "Paper: the Web-news model",
        "Equations 1 and 2 judge, Algorithm 1 moves the threshold and has the last word, Algorithms 2 and 3 order "
        "the links by gene factor; related pages feed the vector back. The paper prints no value of its parameters: "
        "these are the project's under its letters.",
        {
            "crawl": {"strategy": "gene", "exploration": 0.0, "follow_dropped": True, "top_percent": 100.0},
            "topic": {
                "judge": "paper", "content_only": True, "title_weight": 1, "learned": 40, "keyword_share": 1.0,
                "feedback": 0.5, "feedback_limit": 20, "refit_every": 25, "learning": True, "genre": "",
            },
            "threshold": {
                "rule": "paper", "moving": True, "threshold": 0.05, "wanted": 25, "interval": 50, "seconds": 0.0,
                "initial_time": 0.0, "alpha": 1.02, "related_share": 0.5, "beta": 1.05, "gamma": 0.95,
                "lowest": 0.0, "highest": 1.0,
            },
            "gene": {
                "rho": 0.5, "rho_is": "share", "sigma": 0.5, "seed_value": 10.0, "damping": 0.85, "interval": 25,
            },
        },
    ),
    Preset(
        "paper-002",
        "Paper: D-EEM",
        "Records by data region and best frequent subtrees with minSim 0.6 as printed (E1-E5), columns by Rel alone "
        "(E7); α is not printed, 0.5 weighs both parts alike.",
        {
            "records": {"strategy": "derl", "min_sim": 0.6},
            "annotate": {"method": "rel", "alpha": 0.5, "threshold": 0.0},
        },
    ),
    Preset(
        "paper-003",
        "Paper: WEB-UIE",
        "The chain of link words from home page to faculty (U1), record sets of more than 4 in one row or column "
        "with the lexicon of 568 words above 0.65 (U2, U3), repeating units with S 0.8, k above 3 and names above "
        "0.75 (U4, U5): all as printed.",
        {
            "university": {"strategy": "paper"},
            "people": {"strategy": "paper", "match_rate": 0.75, "similarity": 0.8, "min_units": 3},
            "units": {"strategy": "paper", "match_rate": 0.65, "min_units": 4},
        },
    ),
)  # fmt: skip

FORMER_NAMES = {"paper": "paper-001"}
"""Names of presets that scripts still use."""


def preset_of(name: str) -> Preset:
    """The preset of a name; raises UsageError for a name that there is not."""
    wanted = FORMER_NAMES.get(name, name)
    found = next((each for each in PRESETS if each.name == wanted), None)
    if found is None:
        raise UsageError(f"there is no preset '{name[:64]}'; known: {', '.join(each.name for each in PRESETS)}")
    return found
