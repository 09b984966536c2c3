"""Table 2 of WEB-UIE (U10): schools and departments with addresses, people and titles; ours, the paper, MDR."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from motherlode.extract.people import PeopleParams, UnitParams, extract, units
from motherlode.interfaces.reproduce.figure import Figure, verdict
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
    start_plot,
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
    "paper's pipeline": (
        lambda page: _units(page, PAPER_UNITS),
        lambda page: _people(page, PAPER_PEOPLE),
    ),
    "MDR": (mdr_units, mdr_people),
}


def run(plot: Path | None, data: Path | None, seed: int, progress: Progress) -> Figure:
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
        _draw(plot, rows, tallies)
    return Figure(
        "Table 2: extraction on the pages that hold the data, P / R / F",
        ("what", *METHODS, "paper: WEB-UIE F", "paper: MDR F"),
        tuple(rows),
        (*_verdicts(tallies), *_remarks(tallies)),
    )  # fmt: skip


def _verdicts(tallies: dict[str, dict[str, Counts]]) -> list[str]:
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


def _draw(plot: Path, rows: Iterable[tuple[Any, ...]], tallies: dict[str, dict[str, Counts]]) -> None:
    plt = start_plot()

    labels = [row[0] for row in rows]
    figure, axes = plt.subplots(figsize=(9, 0.7 * len(labels) + 1.5))
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
    figure.tight_layout()
    figure.savefig(plot)
    plt.close(figure)
