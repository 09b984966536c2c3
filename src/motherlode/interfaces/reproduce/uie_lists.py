"""Table 2 of WEB-UIE (U10): schools, departments, people, titles; ours, the paper, MDR; and thresholds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from motherlode.extract.people import PeopleParams, UnitParams, extract, units
from motherlode.interfaces.reproduce import Figure, drawing, verdict
from motherlode.interfaces.reproduce.uie_common import (
    PAPER_PEOPLE,
    PAPER_UNITS,
    Counts,
    TruePage,
    folded,
    mdr_people,
    mdr_units,
    real_pages,
    sample_pages,
    title_pairs,
)
from motherlode.model.ports import Progress

REPORTED = {
    "school name": (97.4, 84.0), "school URL": (97.2, 83.2), "department name": (96.0, 83.0),
    "department URL": (95.2, 81.5), "faculty": (79.8, 71.5), "academic title": (71.3, 68.8),
}  # fmt: skip
"""F of WEB-UIE and MDR in the paper's table 2."""

Pairs = set[tuple[str, str]]
METHODS: dict[str, tuple[Callable[[TruePage], Pairs], Callable[[TruePage], Pairs]]] = {
    "ours": (lambda page: _units(page, UnitParams()), lambda page: _people(page, PeopleParams())),
    "paper's pipeline": (lambda page: _units(page, PAPER_UNITS), lambda page: _people(page, PAPER_PEOPLE)),
    "MDR": (mdr_units, mdr_people),
}


def run_extraction(plot: Path | None, data: Path | None, seed: int, progress: Progress) -> Figure:
    """Table 2 on the sample universities, and people and titles on real pages where a folder of them is given."""
    progress.begin("pages")
    tallies: dict[str, dict[str, Counts]] = defaultdict(lambda: defaultdict(Counts))
    for page in sample_pages(seed):
        measure(page, tallies, "")
        progress.advance()
    for page in real_pages(data) if data else ():
        measure(page, tallies, " (real pages)")
        progress.advance()
    progress.end()
    rows = []
    for row in tallies:
        known = REPORTED.get(row.removesuffix(" (real pages)"), ("", ""))
        rows.append((row, *(tallies[row][method].text for method in METHODS), *known))
    rows.sort(key=lambda row: row[0].endswith("(real pages)"))
    if plot:
        _draw_extraction(plot, rows, tallies)
    return Figure(
        "Table 2: extraction on the pages that hold the data, P / R / F",
        ("what", *METHODS, "paper: WEB-UIE F", "paper: MDR F"),
        tuple(rows),
        (*_extraction_verdicts(tallies), *_remarks(tallies)),
    )  # fmt: skip


def _extraction_verdicts(tallies: dict[str, dict[str, Counts]]) -> list[str]:
    """Whether the paper's table has this shape here."""
    paper = {what: tallies[what]["paper's pipeline"].f for what in REPORTED}
    mdr = {what: tallies[what]["MDR"].f for what in REPORTED}
    above = [what for what in REPORTED if paper[what] > mdr[what]]
    fall = ("school name", "department name", "faculty", "academic title")
    falls = paper["school name"] >= paper["department name"] > paper["faculty"] > paper["academic title"]
    shown = ", ".join(f"{paper[what]:.1f}" for what in fall)
    return [
        verdict(len(above) == len(REPORTED), "WEB-UIE above MDR in every row", f"it is in {len(above)} of 6"),
        verdict(falls, "F falls from schools over departments and faculty to titles", shown),
    ]


def _remarks(tallies: dict[str, dict[str, Counts]]) -> list[str]:
    ours = min(tallies[what]["ours"].f - tallies[what]["paper's pipeline"].f for what in REPORTED)
    return [
        f"Ours against the paper's pipeline: {ours:+.1f} points at the least.",
        "Each page is the right one of its stage, as in the paper; the universities are made for this experiment.",
    ]


def measure(page: TruePage, tallies: dict[str, dict[str, Counts]], suffix: str) -> None:
    """Adds one page to the counts of every method."""
    for method, (of_units, of_people) in METHODS.items():
        if page.kind == "faculty":
            found = of_people(page)
            tallies["faculty" + suffix][method].add((n for n, _ in found), (n for n, _ in page.items))
            tallies["academic title" + suffix][method].add(*title_pairs(found, page.items))
        else:
            found = of_units(page)
            tallies[f"{page.kind} name"][method].add((n for n, _ in found), (n for n, _ in page.items))
            tallies[f"{page.kind} URL"][method].add(found, page.items)


def _units(page: TruePage, params: UnitParams) -> Pairs:
    within: Any = "university" if page.kind == "school" else "college"
    return {(folded(unit.name), unit.url) for unit in units(page.tree, page.url, within, params)}


def _people(page: TruePage, params: PeopleParams) -> Pairs:
    return {(folded(person.name), folded(person.title)) for person in extract(page.tree, page.url, params)}


def _draw_extraction(plot: Path, rows: Iterable[tuple[Any, ...]], tallies: dict[str, dict[str, Counts]]) -> None:
    labels = [row[0] for row in rows]
    with drawing(plot, (9, 0.7 * len(labels) + 1.5)) as (_, axes):
        for step, method in enumerate(METHODS):
            places = [i + 0.25 * (1 - step) for i in range(len(labels))]
            axes.barh(places, [tallies[label][method].f for label in labels], height=0.23, label=method)
        for i, label in enumerate(labels):
            known = REPORTED.get(label.removesuffix(" (real pages)"))
            if known:
                axes.plot([known[0]] * 2, [i - 0.4, i + 0.4], "k--", linewidth=1)
        axes.set_yticks(range(len(labels)), labels)
        axes.invert_yaxis()
        axes.set_xlabel("F (dashed: the paper's own figure on its universities)")
        axes.legend(loc="lower left")


STEPS = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1.0)


def run_thresholds(plot: Path | None, data: Path | None, seed: int, progress: Progress) -> Figure:
    """F of the paper's pipeline for every threshold, and ours, which has neither, as a line."""
    pages = [*sample_pages(seed), *(real_pages(data) if data else ())]
    progress.begin("thresholds", 2 * len(STEPS))
    rows: list[tuple[object, ...]] = []
    curves: dict[str, list[float]] = {name: [] for name in ("school", "department", "faculty", "similarity")}
    for step in STEPS:
        by_rate = {kind: _paper(pages, kind, step, 0.8) for kind in ("school", "department", "faculty")}
        progress.advance()
        by_similarity = _paper(pages, "faculty", 0.75, step)
        progress.advance()
        for kind, value in by_rate.items():
            curves[kind].append(value)
        curves["similarity"].append(by_similarity)
        rows.append((step, *(round(value, 1) for value in by_rate.values()), round(by_similarity, 1)))
    progress.end()
    ours = {kind: _names_f(pages, kind, PeopleParams(), UnitParams()) for kind in ("school", "department", "faculty")}
    rows.append(("ours", *(round(value, 1) for value in ours.values()), round(ours["faculty"], 1)))
    if plot:
        _draw_thresholds(plot, curves, ours)
    return Figure(
        "Figures 9 and 10: F of the paper's pipeline against W (S = 0.8) and S (W = 0.75)",
        ("threshold", "W: school", "W: department", "W: faculty", "S: faculty"),
        tuple(rows),
        (
            *_threshold_verdicts(curves),
            "Ours needs neither threshold: groups vote with the weight of their evidence.",
        ),
    )


NOTICED = 0.05
"""Points of F below which two values are the same in print."""

PEAKS = {"school": 0.65, "department": 0.65, "faculty": 0.75, "similarity": 0.8}
"""Where the paper's curves are highest."""


def _threshold_verdicts(curves: dict[str, list[float]]) -> list[str]:
    """Whether each curve rises to a peak and falls, and where its peak lies beside the paper's."""
    said = []
    for name, values in curves.items():
        top = max(values)
        best = [step for step, value in zip(STEPS, values, strict=True) if value > top - NOTICED]
        places = f"{best[0]}" if len(best) == 1 else f"{best[0]} to {best[-1]}"
        letter = "S for faculty" if name == "similarity" else f"W for {name}"
        found = f"{values[0]:.1f} at {STEPS[0]}, highest {top:.1f} at {places}, {values[-1]:.1f} at {STEPS[-1]}"
        claim = f"{letter} has a peak between its ends, in the paper at {PEAKS[name]}"
        peak = max(values[0], values[-1]) < top - NOTICED
        said.append(verdict(peak, claim, found))
    return said


def _paper(pages: list[TruePage], kind: str, rate: float, similarity: float) -> float:
    people = replace(PAPER_PEOPLE, match_rate=min(rate, 0.999), similarity=min(similarity, 0.999))
    return _names_f(pages, kind, people, replace(PAPER_UNITS, match_rate=min(rate, 0.999)))


def _names_f(pages: list[TruePage], kind: str, people: PeopleParams, unit: UnitParams) -> float:
    """F of the names on the pages of a kind."""
    counts = Counts()
    for page in pages:
        if page.kind == kind:
            found = _people(page, people) if kind == "faculty" else _units(page, unit)
            counts.add((name for name, _ in found), (name for name, _ in page.items))
    return counts.f


def _draw_thresholds(plot: Path, curves: dict[str, list[float]], ours: dict[str, float]) -> None:
    with drawing(plot, (11, 4), 2, sharey=True) as (_, (left, right)):
        for kind, colour in (("school", "tab:blue"), ("department", "tab:orange"), ("faculty", "tab:green")):
            left.plot(STEPS, curves[kind], "o-", color=colour, label=f"{kind}, paper's pipeline")
            left.axhline(ours[kind], color=colour, linestyle=":", label=f"{kind}, ours")
        right.plot(STEPS, curves["similarity"], "s-", color="tab:green", label="faculty, paper's pipeline")
        right.axhline(ours["faculty"], color="tab:green", linestyle=":", label="faculty, ours")
        left.set_xlabel("W, share of units that match the lexicon (S = 0.8)")
        right.set_xlabel("S, similarity of subtrees (W = 0.75)")
        left.set_ylabel("F")
        left.set_ylim(0, 103)
        left.legend(fontsize=7)
        right.legend(fontsize=7)
