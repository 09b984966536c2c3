"""What went wrong with addresses of a run, in words, with what to do about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

PRIVATE = "private-address"
REMEDIES = {
    PRIVATE: ("are private addresses", "allow them for this project"),
    "robots": ("are closed to robots by their site", "choose other pages, or ask the site"),
    "timeout": ("did not answer in time", "try again later, or give them more time (timeout in [fetch])"),
    "host-given-up": ("lie on hosts that were given up", "look at the log for what the hosts answered"),
    "not-a-page": ("are files, not pages", "give addresses of pages"),
    "not-archived": ("are not in the archive", "crawl without the archive to fetch them"),
    "redirect-loop": ("lead in a circle", "open them in a browser and give where they end"),
    "bad-compression": ("answered with bytes that cannot be unpacked", "try again later"),
}
"""Reason of a failed fetch → what happened to so many addresses, and the next step."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """So many addresses of a run failed for one reason."""

    code: str
    number: int
    text: str
    remedy: str


def troubles(report: Mapping[str, Any]) -> list[Trouble]:
    """The failures that a crawl's report counts, the most frequent first."""
    failed = report.get("failed")
    found = failed if isinstance(failed, Mapping) else {}
    return [
        Trouble(code, int(number), *_words(code))
        for code, number in sorted(found.items(), key=lambda item: -int(item[1]))
        if number
    ]


def _words(code: str) -> tuple[str, str]:
    if code.startswith("http-"):
        return f"answered {code.removeprefix('http-')}", "open one of them in a browser to see why"
    return REMEDIES.get(code, ("could not be fetched", "look at the log for the reason of each"))


def nothing_fetched(report: Mapping[str, Any]) -> str:
    """Why a crawl that fetched nothing at all did so; empty where it fetched something."""
    found = troubles(report)
    lost = sum(each.number for each in found)
    if not found or report.get("kept") or sum(report.get("dropped", {}).values()) or report.get("fetched", 0) > lost:
        return ""
    said = "; ".join(f"{each.number} {each.text}: {each.remedy}" for each in found)
    return f"none of the {lost} addresses could be fetched; {said}"
