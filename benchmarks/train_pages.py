"""Learns which pages present staff, and measures it with whole sites left out.

usage: python -m benchmarks.train_pages --data DIR [--write]       (DIR holds university and university-sites)
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence

from benchmarks.common import ROOT, arguments
from benchmarks.site_pages import PRIOR, Sample, learn, samples
from motherlode.extract.people.scoring import staff_probability

TARGET = ROOT / "src" / "motherlode" / "extract" / "people" / "weights" / "pages.json"


def main() -> int:
    """Trains, prints how often each kind of page is taken for a list, and writes the weights where asked."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--write", action="store_true", help="write the weights into the package")
    options = parser.parse_args()
    pages = samples(options.data)
    sites = sorted({page.site for page in pages})
    left_out = [
        (page, weights)
        for site in sites
        for weights in [learn([page for page in pages if page.site != site])]
        for page in pages
        if page.site == site
    ]
    _report("every page with people", [(page, bool(page.facts["many"])) for page in pages])
    _report("prior, set by hand", [(page, _taken(page, PRIOR)) for page in pages])
    _report("learned, whole sites left out", [(page, _taken(page, weights)) for page, weights in left_out])
    learned = learn(pages)
    _report("learned, seen", [(page, _taken(page, learned)) for page in pages])
    if options.write:
        TARGET.write_text(json.dumps({name: round(value, 3) for name, value in learned.items()}, indent=1) + "\n")
    return 0


def _taken(page: Sample, weights: Mapping[str, float]) -> bool:
    return staff_probability(page.facts, weights) >= 0.5


def _report(what: str, rows: Sequence[tuple[Sample, bool]]) -> None:
    parts = []
    for kind in ("list", "profile", "other"):
        taken = [taken for page, taken in rows if page.kind == kind]
        parts.append(f"{kind} {sum(taken)} of {len(taken)}")
    sys.stdout.write(f"{what}: taken for a list of staff: {', '.join(parts)}\n")


if __name__ == "__main__":
    sys.exit(main())
