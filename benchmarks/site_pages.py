"""Pages of labelled sites and lists: what they are read from, and the judgement of pages learned on them.

DIR holds `university` (people.jsonl and people/*.html) and `university-sites` (NAME.tar.gz with gold_NAME.json).
"""

from __future__ import annotations

import json
import re
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.common import ROOT
from benchmarks.train_people import fit
from motherlode.dom.tree import parse
from motherlode.extract.people.page import assemble, named
from motherlode.extract.people.params import PeopleParams
from motherlode.extract.people.scoring import PAGE_FEATURES, page_features
from motherlode.pages.decode import decode

PRIOR: Mapping[str, float] = {
    "bias": -1.5, "many": 0.5, "one": -0.5, "listed": 0.8, "titled": 1.0, "mailed": 1.2, "linked": 0.5,
    "own_words": 2.0, "own_never": -1.5, "slug_words": 1.5, "slug_never": -2.0, "dense": 1.5, "prose": -1.0,
    "dated": -1.0, "group": 0.3, "sure": 1.0, "roster": 2.0, "self": 1.0, "profile": 2.0,
}  # fmt: skip
"""Set by hand; the pages move the weights away from it only as far as they demand."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A page: its site, what it is (list, profile, other), its features."""

    site: str
    page: str
    kind: str
    facts: Mapping[str, float]


def site_files(archive: Path) -> dict[str, bytes]:
    """The files of a saved site by their paths."""
    with tarfile.open(archive) as opened:
        members = [member for member in opened.getmembers() if member.isfile()]
        return {member.name.split("/", 1)[1]: opened.extractfile(member).read() for member in members}  # type: ignore[union-attr]


def golds(data: Path) -> dict[str, dict]:
    """The labels of every site."""
    files = sorted((data / "university-sites").glob("gold_*.json"))
    return {file.stem.removeprefix("gold_"): json.loads(file.read_text(encoding="utf-8")) for file in files}


def samples(data: Path) -> list[Sample]:
    """All labelled pages: lists of other places, the project's golden pages, and the pages of the sites."""
    return [*_lists(data), *_golden(), *_sites(data)]


def _lists(data: Path) -> Iterator[Sample]:
    for line in (data / "university" / "people.jsonl").read_text(encoding="utf-8").splitlines():
        file = data / "university" / json.loads(line)["page"]
        yield Sample(f"list {re.split(r'[_0-9]', file.stem)[0]}", file.name, "list", features(file.read_bytes(), ""))


def _golden() -> Iterator[Sample]:
    for folder in sorted((ROOT / "tests" / "golden" / "people").iterdir()):
        people = json.loads((folder / "expected.json").read_text(encoding="utf-8"))["people"]
        kind = "list" if people else "other"
        yield Sample("golden", folder.name, kind, features((folder / "page.html").read_bytes(), ""))


def _sites(data: Path) -> Iterator[Sample]:
    for site, gold in golds(data).items():
        files = site_files(data / "university-sites" / f"{site}.tar.gz")
        kinds = (("list", gold["people_pages"]), ("profile", gold.get("profiles") or ()),
                 ("other", gold.get("negatives") or ()))  # fmt: skip
        for kind, pages in kinds:
            for page in pages:
                if page in files:
                    yield Sample(site, page, kind, features(files[page], f"http://{site}.test/{page}"))


def features(body: bytes, url: str) -> dict[str, float]:
    """The features of a page, as the extractor makes them."""
    params = PeopleParams()
    tree = parse(decode(body).text)
    page, names, prose = named(tree, params)
    return page_features(tree, page.lines, names, assemble(page, names, url, params), url, prose)


def learn(pages: Sequence[Sample]) -> dict[str, float]:
    """The weights of the judgement from pages with people on them."""
    rows = [(page.facts, float(page.kind != "other")) for page in pages if page.facts["many"]]
    return fit(rows, PAGE_FEATURES, PRIOR)
