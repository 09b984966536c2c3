"""Learns the weights of the people extractor from labelled pages, and measures them across pages.

usage: python -m benchmarks.train_people --data DIR [--write]

DIR holds people.jsonl and people/*.html; the project's own golden pages are added. The weights start from the prior
below, which was set by hand, and move only as far as the pages demand (a Gaussian prior around it): a few hundred
people of a few countries must not unlearn what holds elsewhere. Every page is scored with weights that were learned
without any page of its site. Candidates that no label names although the prior is sure of them are left out of the
training: the labels have gaps (retired staff, laboratory staff).
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from benchmarks.common import ROOT, arguments
from motherlode.dom.tree import parse
from motherlode.extract.people.candidates import FEATURES, name_key
from motherlode.extract.people.names import parse as parse_name
from motherlode.extract.people.page import Read, read
from motherlode.extract.people.params import PeopleParams
from motherlode.extract.people.scoring import GROUP_FEATURES, dot, group_features
from motherlode.pages.decode import decode

TARGET = ROOT / "src" / "motherlode" / "extract" / "people" / "weights" / "people.json"
PRIOR: Mapping[str, Mapping[str, float]] = {
    "local": {
        "bias": -2.2, "lexicon": 1.0, "weakest": 0.4, "honorific": 2.5, "title_after": 1.2, "title_near": 1.2,
        "email_match": 2.5, "email_near": 0.3, "person_link": 0.8, "name_link": 1.2, "heading": 0.3, "bold": 0.2,
        "chrome": -1.5, "tokens2": 1.0, "single": -1.5, "many": -0.3, "initial": 0.6, "inverted": 0.5, "image": 1.5,
        "degree": 1.0, "tail": -0.8, "upper": 0.0, "digits": -2.5, "citation": -4.0,
    },
    "group": {
        "bias": -0.3, "local": 0.8, "fine_mean": 0.9, "fine_share": 1.0, "coarse_mean": 0.3,
        "alone": -0.3, "known": 1.5, "fine_title": 2.5, "fine_clean": 1.8,
    },
}  # fmt: skip
SPREAD = 0.5
"""Standard deviation of the prior around each weight."""

SURE = 2.0
"""Log-odds of the prior from which an unlabelled candidate is taken for a gap in the labels."""


@dataclass(slots=True)
class Labelled:
    """A page with its candidates and which of them are people."""

    site: str
    page: Read
    wanted: frozenset[str]
    labels: NDArray[np.float64]


def main() -> int:
    """Trains, validates across sites, and writes the weights where asked."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--write", action="store_true", help="write the weights into the package")
    options = parser.parse_args()
    pages = load(options.data)
    report(pages, PRIOR, "prior, set by hand")
    crossed(pages)
    learned = train(pages)
    report(pages, learned, "learned, on the same pages")
    if options.write:
        rounded = {part: {name: round(value, 3) for name, value in facts.items()} for part, facts in learned.items()}
        TARGET.write_text(json.dumps(rounded, indent=1) + "\n")
        sys.stdout.write(f"written: {TARGET}\n")
    return 0


def load(data: Path) -> list[Labelled]:
    """The labelled pages of the folder, and the golden pages."""
    pages = []
    for line in (data / "people.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        file = data / row["page"]
        pages.append(labelled(re.split(r"[_\d]", file.stem)[0], file, [person["name"] for person in row["people"]]))
    for folder in sorted((ROOT / "tests" / "golden" / "people").iterdir()):
        expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
        names = [person["name"] for person in expected["people"]]
        pages.append(labelled(f"golden {folder.name}", folder / "page.html", names))
    return pages


def labelled(site: str, file: Path, names: Sequence[str]) -> Labelled:
    """One page read, its candidates marked."""
    page = read(parse(decode(file.read_bytes()).text), PeopleParams())
    wanted = frozenset(name_key(found.name if (found := parse_name(name)) else name) for name in names)
    return Labelled(site, page, wanted, np.array([float(c.key in wanted) for c in page.candidates]))


def train(pages: Sequence[Labelled]) -> dict[str, dict[str, float]]:
    """Local weights first, then the group's on top of them."""
    local = fit(
        [(facts.features, label) for page in pages for facts, label in _usable(page)], FEATURES, PRIOR["local"]
    )
    rows = []
    for page in pages:
        for c in page.page.candidates:
            c.local = dot(local, c.features)
        facts = group_features(page.page.candidates, page.page.pieces)
        keep = {id(c) for c, _ in _usable(page)}
        rows += [
            (f, label) for c, f, label in zip(page.page.candidates, facts, page.labels, strict=True) if id(c) in keep
        ]
    return {"local": local, "group": fit(rows, GROUP_FEATURES, PRIOR["group"])}


def _usable(page: Labelled):
    for c, label in zip(page.page.candidates, page.labels, strict=True):
        if not c.vetoed and (label or page.site.startswith("golden") or dot(PRIOR["local"], c.features) < SURE):
            yield c, label


def fit(
    rows: Sequence[tuple[Mapping[str, float], float]], names: Sequence[str], prior: Mapping[str, float]
) -> dict[str, float]:
    """Logistic regression with a Gaussian prior around the given weights; a page's people count as its others do."""
    x = np.array([[1.0, *(facts.get(name, 0.0) for name in names)] for facts, _ in rows])
    y = np.array([label for _, label in rows])
    centre = np.array([prior["bias"], *(prior.get(name, 0.0) for name in names)])
    weight = np.where(y > 0, 0.5 / max(1.0, y.sum()), 0.5 / max(1.0, (1 - y).sum())) * 200

    def loss(w: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        z = x @ w
        value = weight @ (np.logaddexp(0, z) - y * z) + ((w - centre) ** 2).sum() / (2 * SPREAD**2)
        slope = x.T @ (weight * (1 / (1 + np.exp(-np.clip(z, -30, 30))) - y)) + (w - centre) / SPREAD**2
        return float(value), slope

    found = minimize(loss, centre, jac=True, method="L-BFGS-B").x
    return dict(zip(("bias", *names), (float(v) for v in found), strict=True))


def counts(page: Labelled, weights: Mapping[str, Mapping[str, float]]) -> tuple[int, int, int]:
    """Right, found and labelled names of a page."""
    from motherlode.extract.people.scoring import chosen, score

    score(page.page.candidates, page.page.pieces, learned=weights)
    found = {c.key for c in chosen(page.page.candidates, 0.5)}
    return len(found & page.wanted), len(found), len(page.wanted)


def report(pages: Sequence[Labelled], weights: Mapping[str, Mapping[str, float]], what: str) -> None:
    """Prints names P, R, F on the real and on the golden pages."""
    _print(what, [(page, counts(page, weights)) for page in pages])


def crossed(pages: Sequence[Labelled]) -> None:
    """Prints the figures with every page scored by weights learned without its site."""
    rows = []
    for site in sorted({page.site for page in pages}):
        weights = train([page for page in pages if page.site != site])
        rows += [(page, counts(page, weights)) for page in pages if page.site == site]
    _print("learned, cross-validated by site", rows)


def _print(what: str, rows: Sequence[tuple[Labelled, tuple[int, int, int]]]) -> None:
    for kind in ("real", "golden"):
        chosen = [c for page, c in rows if page.site.startswith("golden") == (kind == "golden")]
        right, found, wanted = (sum(c[i] for c in chosen) for i in range(3))
        precision, recall = 100 * right / max(1, found), 100 * right / max(1, wanted)
        f = 200 * right / max(1, found + wanted)
        sys.stdout.write(f"{what}, {kind} pages: P {precision:.1f} R {recall:.1f} F {f:.1f}\n")


if __name__ == "__main__":
    sys.exit(main())
