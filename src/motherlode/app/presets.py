"""Presets: settings that go together under one name, for the web page, the REST API and people in a hurry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

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
        "paper",
        "The paper's method",
        "The gene factor with ρ, σ and Val, the threshold moved by α, μ, β and γ, feedback and exploration off. The "
        "paper leaves the values to the experimenter: these are the project's defaults under its letters.",
        {
            "crawl": {"strategy": "gene", "exploration": 0.0, "follow_dropped": True, "top_percent": 100.0},
            "topic": {"feedback": 0.0},
            "threshold": {
                "threshold": 0.5, "moving": True, "wanted": 20, "interval": 50, "alpha": 1.05, "related_share": 0.5,
                "beta": 1.02, "gamma": 0.97,
            },
            "gene": {"rho": 0.5, "sigma": 0.5, "seed_value": 10.0, "damping": 0.85, "interval": 25},
        },
    ),
)  # fmt: skip
