"""Pairs of records as a table: why they were joined or not, and what a person says about them (E9)."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from motherlode.errors import UnreadableInput, UsageError
from motherlode.model.schema import Match, PairDecision

COLUMNS = ("first_source", "first_id", "second_source", "second_id", "probability", "joined", "why", "same")
_YES, _NO = frozenset({"yes", "y", "1", "true", "same"}), frozenset({"no", "n", "0", "false", "apart"})


def match_rows(matches: Iterable[Match]) -> list[dict[str, Any]]:
    """A row a pair; the column `same` is left empty for a person to fill."""
    return [
        {
            "first_source": match.first[0], "first_id": match.first[1],
            "second_source": match.second[0], "second_id": match.second[1],
            "probability": match.probability, "joined": match.joined,
            "why": "; ".join(f"{term.name} {term.reason} ({term.contribution:+.1f})" for term in match.terms),
            "same": "",
        }
        for match in matches
    ]  # fmt: skip


def read_decisions(file: Path) -> list[PairDecision]:
    """Labelled pairs of a CSV file as `--pairs` writes it; rows whose `same` is empty are left out."""
    try:
        with file.open(encoding="utf-8-sig", newline="") as stream:
            rows = list(csv.DictReader(stream))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UnreadableInput(f"{file} cannot be read: {error}") from error
    wanted = [name for name in COLUMNS if name not in {"probability", "joined", "why"}]
    missing = [name for name in wanted if rows and name not in rows[0]]
    if missing:
        raise UnreadableInput(f"{file} has no column '{missing[0]}'; it needs {', '.join(wanted)}")
    found = []
    for number, row in enumerate(rows, 2):
        said = (row["same"] or "").strip().lower()
        if said and said not in _YES | _NO:
            raise UnreadableInput(f"{file}, line {number}: same is '{said[:40]}'; it must be yes, no or empty")
        if said:
            first, second = (row["first_source"], row["first_id"]), (row["second_source"], row["second_id"])
            found.append(PairDecision(first, second, said in _YES))
    return found


def parse_pairs(given: Sequence[str], *, same: bool) -> list[PairDecision]:
    """Decisions of the command line, each `SOURCE:ID=SOURCE:ID`."""
    found = []
    for text in given:
        left, equals, right = text.partition("=")
        first, second = left.partition(":"), right.partition(":")
        if not (equals and first[1] and second[1] and first[2] and second[2]):
            raise UsageError(f"'{text[:120]}' is not SOURCE:ID=SOURCE:ID")
        found.append(PairDecision((first[0], first[2]), (second[0], second[2]), same))
    return found
