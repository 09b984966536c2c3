"""Table 1 of WEB-UIE (U10): pages with schools, departments and faculty, each stage from the right page before it.

Input of a stage is what the paper seeded it with: the home page of a university, a college or a department; output is
the page that holds the list. Beside it stands the whole way from the home page, where errors add up (U10a).
"""

from __future__ import annotations

import asyncio
import heapq
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

from motherlode.dom.tree import parse
from motherlode.errors import FetchError
from motherlode.extract.people.records import absolute
from motherlode.fetch.named import named_client
from motherlode.interfaces.demo.server import serve
from motherlode.interfaces.reproduce import Figure, drawing, verdict
from motherlode.interfaces.reproduce.uie_common import PAPER_PEOPLE, PAPER_UNITS, Counts, stages
from motherlode.interfaces.reproduce.uie_web import ListPage, PaperSite
from motherlode.model.ports import Fetcher, Progress
from motherlode.pages.decode import decode
from motherlode.university.explore import Tools, explore
from motherlode.university.model import UnitNode, University, UniversityParams
from motherlode.university.paper import Chain, Stage

REPORTED = {"school": (97.9, 81.5), "department": (96.0, 74.5), "faculty": (82.3, 81.5)}
"""F of WEB-UIE and best-first search in the paper's table 1."""

KEYWORDS = {
    "school": ("school", "college", "academics", "faculties"),
    "department": ("department", "departments"),
    "faculty": ("faculty", "people", "staff", "directory"),
}
SIMILAR = 0.34
"""Share of a title's words that are keywords, from which best-first search takes a page for one of the kind."""

BUDGET = 4
"""Pages that best-first search may fetch for one list: the start, and as many as WEB-UIE tries."""

WHOLE = 3
FIRST_WHOLE = 1000
"""Universities that are explored from their home pages to the end, and the number of the first of them."""

Found = dict[str, set[str]]


def run(plot: Path | None, data: Path | None, seed: int, progress: Progress) -> Figure:
    """Table 1: the paper's way and best-first search stage by stage; the paper's way and ours end to end."""
    pages = stages(seed)
    every = {site.host: site for some in pages.values() for site, _ in some}
    whole_sites = [PaperSite(seed, FIRST_WHOLE + number, deep=99) for number in range(WHOLE)]
    by_stage = {method: {stage: Counts() for stage in REPORTED} for method in ("WEB-UIE", "best first")}
    progress.begin("pages", sum(map(len, pages.values())) + WHOLE)
    with serve([*every.values(), *whole_sites], port=0) as server:
        for stage, some in pages.items():
            for site, page in some:
                home = server.url(site.host).rstrip("/") + "/"
                for method, path in asyncio.run(_sought(home, page, stage)).items():
                    by_stage[method][stage].add({path} if path else (), {page.path})
                progress.advance()
        whole = {method: {stage: Counts() for stage in REPORTED} for method in ("paper-003", "ours")}
        for site in whole_sites:
            home = server.url(site.host).rstrip("/") + "/"
            for method, found in asyncio.run(_explored(home)).items():
                for stage in REPORTED:
                    whole[method][stage].add(found[stage], {page.path for page in site.lists[stage]})
            progress.advance()
    progress.end()
    rows: list[tuple[object, ...]] = [
        (
            stage, len(pages[stage]), by_stage["WEB-UIE"][stage].text, by_stage["best first"][stage].text,
            *REPORTED[stage], whole["paper-003"][stage].text, whole["ours"][stage].text,
        )
        for stage in REPORTED
    ]  # fmt: skip
    if plot:
        _draw(plot, by_stage)
    return Figure(
        "Table 1: pages with schools, departments and faculty, P / R / F",
        (
            "pages", "seeds", "WEB-UIE", "best first", "paper: WEB-UIE F", "paper: best first F",
            f"WEB-UIE from {WHOLE} home pages", f"ours from {WHOLE} home pages",
        ),
        tuple(rows),
        tuple(_verdicts(by_stage)),
    )  # fmt: skip


def _verdicts(counts: dict[str, dict[str, Counts]]) -> list[str]:
    ours = [counts["WEB-UIE"][stage].f for stage in REPORTED]
    best = [counts["best first"][stage].f for stage in REPORTED]
    above = sum(a > b for a, b in zip(ours, best, strict=True))
    shown = ", ".join(f"{value:.1f}" for value in ours)
    return [
        verdict(above == len(REPORTED), "WEB-UIE above best-first search in every row", f"it is in {above} of 3"),
        verdict(ours[2] < min(ours[:2]), "faculty pages are found worst, for their link words are cluttered", shown),
        verdict(ours[0] >= ours[1], "schools are found as well as departments or better", shown),
        "The universities are made for this experiment; every stage starts from the right page of the one before.",
    ]


async def _sought(home: str, page: ListPage, stage: str) -> dict[str, str]:
    """The path of the page that each method takes for the list."""
    fetcher = named_client(allow_private=True)
    start = home.rstrip("/") + page.start
    chain = Chain(home, Tools(fetcher, UniversityParams(strategy="paper"), PAPER_PEOPLE, PAPER_UNITS))
    target = await chain.target(start, cast("Stage", stage))
    found = await best_first(start, fetcher, BUDGET, stage)
    return {"WEB-UIE": urlsplit(target).path, "best first": found}


async def _explored(home: str) -> dict[str, Found]:
    fetcher = named_client(allow_private=True)
    paper = Tools(fetcher, UniversityParams(strategy="paper"), PAPER_PEOPLE, PAPER_UNITS)
    return {"paper-003": _found(await explore(home, paper)), "ours": _found(await explore(home, Tools(fetcher)))}


def _found(university: University) -> Found:
    return {
        "school": _paths(_listing(university.colleges)),
        "department": _paths(page for college in university.colleges for page in _listing(college.departments)),
        "faculty": _paths(page for node in university.units() if node.people for page in node.pages),
    }


def _listing(nodes: Sequence[UnitNode]) -> list[str]:
    """The page that names most of the units."""
    count = Counter(node.unit.evidence.page for node in nodes if node.unit.evidence)
    return [page for page, _ in count.most_common(1)]


def _paths(urls: Iterable[str]) -> set[str]:
    return {urlsplit(url).path for url in urls if url}


async def best_first(start: str, fetcher: Fetcher, budget: int, stage: str) -> str:
    """Best-first search: the queue is ordered by the keywords of links; the page whose heading is likest is taken."""
    queue: list[tuple[float, int, str]] = [(0.0, 0, start)]
    seen, order, fetched = {start}, 0, 0
    best, most = "", SIMILAR
    while queue and fetched < budget:
        _, _, url = heapq.heappop(queue)
        fetched += 1
        try:
            response = await fetcher.fetch(url)
        except FetchError:
            continue
        tree = parse(decode(response.body, response.header("content-type")).text)
        heading = next((tree.text_of(i) for i, tag in enumerate(tree.tags) if tag == "h1"), "")
        if _similarity(heading, stage) > most:
            best, most = urlsplit(url).path, _similarity(heading, stage)
        for node, tag in enumerate(tree.tags):
            address = absolute(tree.attribute(node, "href"), url) if tag == "a" else ""
            if address and address not in seen and urlsplit(address).netloc == urlsplit(start).netloc:
                seen.add(address)
                order += 1
                heapq.heappush(queue, (-_similarity(tree.text_of(node), stage), order, address))
    return best


def _similarity(text: str, stage: str) -> float:
    words = re.findall(r"[^\W\d_]+", text.lower())
    hits = sum(word.rstrip("s") in {key.rstrip("s") for key in KEYWORDS[stage]} for word in words)
    return hits / len(words) if words else 0.0


def _draw(plot: Path, counts: dict[str, dict[str, Any]]) -> None:
    with drawing(plot, (8, 4)) as (_, axes):
        for step, method in enumerate(counts):
            places = [i + 0.27 * (step - 0.5) for i in range(len(REPORTED))]
            axes.bar(places, [counts[method][stage].f for stage in REPORTED], width=0.25, label=method)
        for i, stage in enumerate(REPORTED):
            axes.plot([i - 0.4, i + 0.4], [REPORTED[stage][0]] * 2, "k--", linewidth=1)
        axes.set_xticks(range(len(REPORTED)), list(REPORTED))
        axes.set_ylabel("F (dashed: the paper's own figure)")
        axes.legend(loc="lower right")
