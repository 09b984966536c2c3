"""The law of hidden databases: the output is complete, or the certificate says that it may not be.

python -m benchmarks.hidden_matrix --runs 2000 --first 0

One random site for every seed: {order} × {count} × {paging} × {faults} × {lies} × {types}. A run that says
"complete" with a row missing breaks the law; one that says "complete if" with a row missing must have named what did
not hold.
"""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

from tests.hidden_sites.matrix import broken_assumptions, site_of
from tests.hidden_sites.running import read_site

from benchmarks.common import arguments, keep

VERDICTS = ("complete", "complete if", "incomplete", "refused")


def main() -> None:
    """Runs the matrix and keeps the table."""
    parser = arguments(__doc__ or "", needs_data=False)
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    given = parser.parse_args()
    runs = 50 if given.quick else given.runs
    tally: Counter[tuple[str, bool]] = Counter()
    parts: dict[str, Counter[tuple[str, bool]]] = {}
    lies: list[int] = []
    unnamed: list[int] = []
    for seed in range(given.first, given.first + runs):
        site = site_of(seed)
        found = read_site(site)
        whole = not (found.missing or found.extra)
        tally[found.verdict, whole] += 1
        for part in (
            f"order {site.ways.order}",
            f"count {site.ways.count}",
            f"fault {site.ways.fault or 'none'}",
            f"lie {site.ways.lie or 'none'}",
        ):
            parts.setdefault(part, Counter())[found.verdict, whole] += 1
        if found.lies:
            lies.append(seed)
        if found.verdict == "complete if" and not whole and not broken_assumptions(site, found):
            unnamed.append(seed)
    rows: list[list[Any]] = [["all", *_cells(tally)], *([part, *_cells(parts[part])] for part in sorted(parts))]
    columns = [
        "cell",
        *(f"{verdict}, {'all rows' if whole else 'not all'}" for verdict in VERDICTS for whole in (1, 0)),
    ]
    keep(
        "hidden_matrix",
        "Hidden databases: the law of the certificate",
        [(f"{runs} runs, seeds {given.first} to {given.first + runs - 1}", columns, rows)],
        facts={"false certificates": lies, "assumption not named": unnamed},
        remarks=[
            f"False certificates (complete, but not all rows): {len(lies)}.",
            f"'Complete if' with rows missing and no named assumption that is broken: {len(unnamed)}.",
            "Refused: the run ended with an error and no certificate.",
            f"PYTHONHASHSEED: {os.environ.get('PYTHONHASHSEED', 'random')}; answers overtake each other at random.",
        ],
    )
    if lies:
        raise SystemExit(f"the certificate lied at the seeds {lies}")


def _cells(tally: Counter[tuple[str, bool]]) -> list[int]:
    return [tally[verdict, whole] for verdict in VERDICTS for whole in (True, False)]


if __name__ == "__main__":
    main()
