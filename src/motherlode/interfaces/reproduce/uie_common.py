"""What the reproductions of WEB-UIE share: pages with their truth, counting, and MDR as the paper's rival (U10)."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random

from rapidfuzz.distance import Levenshtein

from motherlode.app.presets import preset_of
from motherlode.dom.tree import TEXT, Tree, parse
from motherlode.errors import UnreadableInput
from motherlode.extract.people import PeopleParams, UnitParams
from motherlode.extract.people.paper import name_in
from motherlode.interfaces.reproduce.uie_web import ListPage, PaperSite
from motherlode.pages.decode import decode
from motherlode.text.urls import canonical

SITES, COLLEGE_SEEDS, FACULTY_SEEDS = 120, 120, 120
"""The paper's numbers: 120 universities, 120 of their colleges, 60 pages of colleges and 60 of departments."""

PAPER_UNITS = UnitParams.from_mapping(preset_of("paper-003").values["units"])
PAPER_PEOPLE = PeopleParams.from_mapping(preset_of("paper-003").values["people"])

_HONORIFIC = re.compile(r"^(?:(?:dr|prof|professor|mr|mrs|ms|miss|engr|er|shri|smt)\b[\s.]*)+", re.IGNORECASE)


@dataclass(slots=True)
class Counts:
    """Right, found and wanted items."""

    right: int = 0
    found: int = 0
    wanted: int = 0

    def add(self, found: Iterable[object], wanted: Iterable[object]) -> None:
        """The items of one page."""
        have, want = set(found), set(wanted)
        self.right += len(have & want)
        self.found += len(have)
        self.wanted += len(want)

    @property
    def f(self) -> float:
        """F in per cent."""
        return 200 * self.right / max(1, self.found + self.wanted)

    @property
    def text(self) -> str:
        """P / R / F for a table."""
        precision, recall = 100 * self.right / max(1, self.found), 100 * self.right / max(1, self.wanted)
        return f"{precision:.1f} / {recall:.1f} / {self.f:.1f}"


@dataclass(frozen=True, slots=True)
class TruePage:
    """A page with what it really lists: (name, address) of units, or (name, title) of people."""

    kind: str
    tree: Tree
    url: str
    items: frozenset[tuple[str, str]] = field(default_factory=frozenset)


def sites(seed: int) -> list[PaperSite]:
    """The universities of the experiment."""
    return [PaperSite(seed, number) for number in range(SITES)]


def stages(seed: int) -> dict[str, list[tuple[PaperSite, ListPage]]]:
    """The pages of each stage, each with the right page of the stage before.

    All schools, then a choice of colleges and departments, as the paper chose its seeds.
    """
    every = sites(seed)
    found: dict[str, list[tuple[PaperSite, ListPage]]] = {}
    for stage, most in (("school", SITES), ("department", COLLEGE_SEEDS), ("faculty", FACULTY_SEEDS)):
        pages = [(site, page) for site in every for page in site.lists[stage]]
        found[stage] = sorted(
            Random(f"{seed}/{stage}").sample(pages, min(most, len(pages))), key=lambda one: (one[0].host, one[1].path)
        )
    return found


def folded(text: str) -> str:
    """A name or title for comparing: no honorific, accents, punctuation or case."""
    plain = unicodedata.normalize("NFKD", _HONORIFIC.sub("", text.strip()))
    plain = "".join(c for c in plain if not unicodedata.combining(c)).lower()
    return " ".join(sorted(re.sub(r"[\W_]+", " ", plain).split()))


def sample_pages(seed: int) -> Iterator[TruePage]:
    """The right pages of every stage with what they list."""
    for stage, pages in stages(seed).items():
        for site, page in pages:
            origin = f"http://{site.host}.localhost"
            if stage == "faculty":
                items = frozenset((folded(name), folded(title)) for name, title in page.items)
            else:
                items = frozenset((folded(name), canonical(path, origin)) for name, path in page.items)
            yield TruePage(stage, parse(site.pages[page.path]), canonical(page.path, origin), items)


def real_pages(data: Path) -> Iterator[TruePage]:
    """Labelled listing pages of a folder with people.jsonl."""
    file = next((f for f in (data / "people.jsonl", data / "university" / "people.jsonl") if f.exists()), None)
    if file is None:
        raise UnreadableInput(f"{data} holds no people.jsonl")
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        people = frozenset((folded(p["name"]), folded(p.get("title") or "")) for p in row["people"])
        body = (file.parent / row["page"]).read_bytes()
        yield TruePage("faculty", parse(decode(body).text), "", people)


def mdr(tree: Tree, threshold: float = 0.3) -> list[list[tuple[int, int]]]:
    """Data regions by MDR: runs of neighbouring siblings whose tag strings differ by at most the threshold."""
    strings = [tree.tags[i : tree.ends[i]] if tree.ends[i] - i < 400 else [] for i in range(len(tree))]
    regions = []
    for node in range(len(tree)):
        children = [c for c in tree.children(node) if tree.tags[c] != TEXT] if tree.tags[node] != TEXT else []
        run: list[tuple[int, int]] = []
        for one, two in pairwise(children):
            same = strings[one] and strings[two]
            if same and Levenshtein.normalized_distance(strings[one], strings[two]) <= threshold:
                run = run or [(one, tree.ends[one])]
                run.append((two, tree.ends[two]))
            else:
                regions += [run] if len(run) > 2 else []
                run = []
        regions += [run] if len(run) > 2 else []
    return regions


def mdr_texts(tree: Tree) -> list[list[list[tuple[int, str]]]]:
    """The texts of every record of MDR's largest regions: those with at least half the text of the largest."""
    found = []
    for region in mdr(tree):
        records = [
            [(i, text) for i in range(a, b) if tree.tags[i] == TEXT and (text := " ".join(tree.texts[i].split()))]
            for a, b in region
        ]
        found.append([record for record in records if record])
    sizes = [sum(len(text) for record in region for _, text in record) for region in found]
    largest = max(sizes, default=0)
    return [region for region, size in zip(found, sizes, strict=True) if size >= 0.5 * largest]


def mdr_units(page: TruePage) -> set[tuple[str, str]]:
    """Every record's first text with its link, as MDR has no notion of a unit."""
    found = set()
    for region in mdr_texts(page.tree):
        for record in region:
            node, text = record[0]
            at = node
            while at >= 0 and page.tree.tags[at] != "a":
                at = page.tree.parents[at]
            href = page.tree.attribute(at, "href") if at >= 0 else ""
            found.add((folded(text), canonical(href, page.url) if href.startswith(("/", "http")) else ""))
    return found


def mdr_people(page: TruePage) -> set[tuple[str, str]]:
    """Every record's first text that reads like capitalised words, and the first title word in the record."""
    found = set()
    for region in mdr_texts(page.tree):
        for record in region:
            name = next((name for _, text in record if (name := name_in(text))), record[0][1])
            whole = " ".join(text for _, text in record)
            title = re.search(r"(?:associate |assistant )?professor|lecturer|instructor", whole, re.IGNORECASE)
            found.add((folded(name), folded(title[0]) if title else ""))
    return found


def title_pairs(
    found: Iterable[tuple[str, str]], wanted: Iterable[tuple[str, str]]
) -> tuple[set[object], set[object]]:
    """Found and wanted (name, title) pairs for counting: a found title inside the wanted one counts as it."""
    want = {name: title for name, title in wanted if title}
    have: set[object] = set()
    for name, title in found:
        if title:
            inside = name in want and set(title.split()) <= set(want[name].split())
            have.add((name, want[name] if inside else title))
    return have, set(want.items())
