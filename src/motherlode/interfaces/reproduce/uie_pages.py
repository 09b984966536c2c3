"""Table 1 of WEB-UIE (U10): pages with schools, departments and faculty found from home pages, over real HTTP."""

from __future__ import annotations

import asyncio
import heapq
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from motherlode.dom.tree import parse
from motherlode.errors import FetchError
from motherlode.extract.people import PeopleParams, UnitParams
from motherlode.extract.people.records import absolute
from motherlode.fetch.named import named_client
from motherlode.interfaces.demo.server import serve
from motherlode.interfaces.demo.university.build import UniversitySite
from motherlode.interfaces.reproduce.figure import Figure
from motherlode.interfaces.reproduce.uie_common import SEEDS, Counts, start_plot
from motherlode.model.ports import Fetcher, Progress
from motherlode.pages.decode import decode
from motherlode.university.explore import Tools, explore
from motherlode.university.model import UnitNode, University
from motherlode.university.params import UniversityParams

REPORTED = {"school": (97.9, 81.5), "department": (96.0, 74.5), "faculty": (82.3, 81.5)}
"""F of WEB-UIE and best-first search in the paper's table 1."""

KEYWORDS = {
    "school": ("school", "college", "academics", "faculties", "院系", "学院"),
    "department": ("department", "departments", "系"),
    "faculty": ("faculty", "people", "staff", "directory", "师资", "教师"),
}
SIMILAR = 0.34
"""Share of a title's words that are keywords, from which best-first search takes a page for one of the kind."""

Found = dict[str, set[str]]


def run(plot: Path | None, data: Path | None, seed: int, progress: Progress) -> Figure:
    """Table 1 on the sample universities: ours, the paper's pipeline and best-first search by keywords."""
    counts = {method: {kind: Counts() for kind in REPORTED} for method in ("ours", "paper's pipeline", "best first")}
    fetched = dict.fromkeys(counts, 0)
    needed = 0
    progress.begin("universities", SEEDS * 3)
    for step in range(SEEDS):
        sites = [UniversitySite(seed + step, number, 0.0) for number in range(3)]
        with serve(sites, port=0) as server:
            for site in sites:
                home = server.url(site.host).rstrip("/") + "/"
                truth = _truth(site)
                needed += len(site.truth.needed())
                for method, (found, pages) in asyncio.run(_methods(home, len(site.truth.needed()))).items():
                    fetched[method] += pages
                    for kind in REPORTED:
                        counts[method][kind].add(found[kind], truth[kind])
                progress.advance()
    progress.end()
    rows: list[tuple[object, ...]] = [
        (kind, *(counts[method][kind].text for method in counts), *REPORTED[kind]) for kind in REPORTED
    ]
    rows.append(("pages fetched", *(fetched[method] for method in counts), "", ""))
    if plot:
        _draw(plot, counts)
    return Figure(
        "Table 1: pages with schools, departments and faculty, P / R / F",
        ("pages", *counts, "paper: WEB-UIE F", "paper: best first F"),
        tuple(rows),
        (
            f"{SEEDS * 3} sample universities; {needed} pages are needed to know everybody.",
            "Best-first search gets as many pages as are needed and takes a page for what its title's words say.",
        ),
    )


async def _methods(home: str, budget: int) -> dict[str, tuple[Found, int]]:
    fetcher = named_client(allow_private=True)
    ours = await explore(home, Tools(fetcher))
    paper = await explore(
        home,
        Tools(
            fetcher,
            UniversityParams(strategy="paper"),
            PeopleParams(strategy="paper"),
            UnitParams(strategy="paper", match_rate=0.65),
        ),
    )
    found = await best_first(home, fetcher, budget)
    return {
        "ours": (_found(ours), len(ours.fetched)),
        "paper's pipeline": (_found(paper), len(paper.fetched)),
        "best first": (found, budget),
    }


def _truth(site: UniversitySite) -> Found:
    truth = site.truth
    return {
        "school": {truth.colleges_path},
        "department": {college.departments_path for college in truth.colleges},
        "faculty": {d.people_path for college in truth.colleges for d in college.departments},
    }


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


async def best_first(home: str, fetcher: Fetcher, budget: int) -> Found:
    """Best-first search: the queue is ordered by the keywords of links, a page is what its title's words say."""
    queue: list[tuple[float, int, str]] = [(0.0, 0, home)]
    seen, found, order = {home}, {kind: set[str]() for kind in KEYWORDS}, 0
    fetched = 0
    while queue and fetched < budget:
        _, _, url = heapq.heappop(queue)
        fetched += 1
        try:
            response = await fetcher.fetch(url)
        except FetchError:
            continue
        tree = parse(decode(response.body, response.header("content-type")).text)
        heading = next((tree.text_of(i) for i, tag in enumerate(tree.tags) if tag == "h1"), "")
        kind = max(KEYWORDS, key=lambda kind: _similarity(heading, kind))
        if _similarity(heading, kind) >= SIMILAR:
            found[kind].add(urlsplit(url).path)
        for node, tag in enumerate(tree.tags):
            address = absolute(tree.attribute(node, "href"), url) if tag == "a" else ""
            if address and address not in seen and urlsplit(address).netloc == urlsplit(home).netloc:
                seen.add(address)
                order += 1
                score = max(_similarity(tree.text_of(node), kind) for kind in KEYWORDS)
                heapq.heappush(queue, (-score, order, address))
    return found


def _similarity(text: str, kind: str) -> float:
    words = re.findall(r"[^\W\d_]+", text.lower())
    if any("\u3400" <= word[0] <= "\u9fff" for word in words):
        return float(any(key in text for key in KEYWORDS[kind]))
    hits = sum(word.rstrip("s") in {key.rstrip("s") for key in KEYWORDS[kind]} for word in words)
    return hits / len(words) if words else 0.0


def _draw(plot: Path, counts: dict[str, dict[str, Any]]) -> None:
    plt = start_plot()

    figure, axes = plt.subplots(figsize=(8, 4))
    for step, method in enumerate(counts):
        places = [i + 0.27 * (step - 1) for i in range(len(REPORTED))]
        axes.bar(places, [counts[method][kind].f for kind in REPORTED], width=0.25, label=method)
    for i, kind in enumerate(REPORTED):
        axes.plot([i - 0.4, i + 0.4], [REPORTED[kind][0]] * 2, "k--", linewidth=1)
    axes.set_xticks(range(len(REPORTED)), list(REPORTED))
    axes.set_ylabel("F (dashed: the paper's own figure)")
    axes.legend(loc="lower right")
    figure.tight_layout()
    figure.savefig(plot)
    plt.close(figure)
