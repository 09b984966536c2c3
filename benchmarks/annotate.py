"""Attribute values on detail pages of unseen sites (SWDE): schema alone, learned from one site, the paper's Rel.

python -m benchmarks.annotate --data FOLDER
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from benchmarks import swde
from benchmarks.common import arguments, keep
from benchmarks.swde import Counts, LabelledSite, count, load, summary
from benchmarks.train_annotate import Ready, fit, make_ready
from motherlode.annotate.detail import assign, describe, judge, scores
from motherlode.annotate.evidence import Model, model_from, shipped
from motherlode.annotate.folding import fold
from motherlode.annotate.keeping import learned, taught
from motherlode.annotate.matching import Matcher
from motherlode.annotate.params import AnnotateParams
from motherlode.annotate.rel import CorpusIndex, annotate_site_by_rel

Results = dict[tuple[str, str, str], list[Counts]]
MODES = ("schema", "schema, agreement", "learned", "learned, agreement")
SCORE = "Score: " + " ".join(str(swde.__doc__).split("\n\n")[1].split())
MODES_TOLD = (
    "`schema`: ready schema and synonyms, no labelled page. `learned`: one labelled site of the vertical, all "
    "rotations, tested on the others. `agreement`: the pages of a site decide together."
)
LEFT_OUT = (
    "The weights are learned from the other verticals only, and never from the one that is tested. The features, the "
    "ready schemas and the constants were chosen with all of these pages in sight."
)
AS_SHIPPED = "The weights are those that ship with the package."
REL_TOLD = (
    "The paper's Rel alone looks the values of every item and the attributes' names up together in a full-text index "
    "of the site's own pages; it needs no weights and no labelled page."
)
ENOUGH_VERTICALS = 4
"""Fewer verticals are too few to learn the weights from the others; the shipped ones are used."""


def evaluate(one: Ready, teachers: Sequence[Ready], model: Model, results: dict[str, Results]) -> None:
    """All modes on one site; `learned` once for every other site of the vertical as the labelled one."""
    for teacher in (None, *teachers):
        found, matcher = one.found, one.matcher
        if teacher is not None:
            told = taught(teacher.labelled.site, teacher.labelled.gold)
            matcher = Matcher(learned(one.labelled.schema, told))
            found = describe(one.labelled.site, matcher)
        judged = judge(found, matcher, model)
        for agreement in (False, True):
            mode = ("learned" if teacher else "schema") + (", agreement" if agreement else "")
            params = AnnotateParams(agreement=agreement)
            score = scores(judged, params)
            said = []
            for page in range(len(one.labelled.site.pages)):
                chosen = assign(judged, score, page, params)
                names = matcher.attributes
                said.append({names[at].name: judged.leaves[place].folded for at, place in chosen.items()})
            _add(results[mode], one.labelled, count(one.labelled.gold, said, one.labelled.attributes))


def by_rel(labelled: LabelledSite, results: Results) -> None:
    """The paper's Rel alone over an index of the site's own pages."""
    index = CorpusIndex()
    index.add((page.name, " ".join(leaf.text for leaf in page.leaves)) for page in labelled.site.pages)
    found = annotate_site_by_rel(labelled.site, labelled.schema, AnnotateParams(method="rel", threshold=0.0), index)
    index.close()
    said = [{name: fold(values[0]) for name, values in page.raw.items()} for page in found.pages]
    _add(results, labelled, count(labelled.gold, said, labelled.attributes))


def _add(results: Results, labelled: LabelledSite, counts: dict[str, Counts]) -> None:
    for attribute, counted in counts.items():
        results.setdefault((labelled.vertical, labelled.name, attribute), []).append(counted)


def measure(ready: Sequence[Ready], model_of: Callable[[str], Model]) -> dict[str, Results]:
    """All modes on all sites, each vertical with the model that `model_of` gives."""
    results: dict[str, Results] = {mode: {} for mode in MODES}
    for vertical in sorted({one.labelled.vertical for one in ready}):
        model = model_of(vertical)
        inside = [one for one in ready if one.labelled.vertical == vertical]
        for one in inside:
            evaluate(one, [other for other in inside if other is not one], model, results)
    return results


def main() -> None:
    """Runs everything and keeps the tables."""
    parser = arguments(str(__doc__))
    parser.add_argument("--no-rel", action="store_true", help="leave the paper's Rel out")
    given = parser.parse_args()
    start = time.process_time()
    sites = load(given.data, pages=4 if given.quick else 0)
    read = time.process_time() - start
    ready = make_ready(sites)
    verticals = sorted({one.labelled.vertical for one in ready})
    left_out = len(verticals) >= ENOUGH_VERTICALS
    results = measure(ready, (lambda v: without(ready, v)) if left_out else (lambda _: shipped()))
    rel: Results = {}
    if not given.no_rel:
        for labelled in sites:
            by_rel(labelled, rel)
    facts = {
        "sites": len(sites),
        "CPU seconds to read the pages": round(read, 1),
        "CPU seconds in all": round(time.process_time() - start, 1),
    }
    _report(results, rel, verticals, facts, [SCORE, MODES_TOLD, LEFT_OUT if left_out else AS_SHIPPED, REL_TOLD])


def without(ready: Sequence[Ready], vertical: str) -> Model:
    """The weights learned from the other verticals."""
    return model_from(fit([one for one in ready if one.labelled.vertical != vertical]))  # type: ignore[arg-type]


def _report(
    results: dict[str, Results],
    rel: Results,
    verticals: Sequence[str],
    facts: dict[str, object],
    remarks: Sequence[str],
) -> None:
    columns = {mode: summary(found) for mode, found in results.items()}
    if rel:
        columns["paper's Rel alone"] = summary(rel)
    rows: list[list[object]] = [[v, *(round(c[0].get(v, 0.0), 1) for c in columns.values())] for v in verticals]
    rows.append(["all", *(round(c[1], 1) for c in columns.values())])
    detail = [
        [v, a, *(round(c[2].get(v, {}).get(a, 0.0), 1) for c in columns.values())]
        for v in verticals
        for a in sorted(next(iter(columns.values()))[2][v])
    ]
    keep(
        "annotate",
        "Attribute values on detail pages of unseen sites",
        [
            ("F1 by vertical", ["vertical", *columns], rows),
            ("F1 by attribute", ["vertical", "attribute", *columns], detail),
        ],
        facts=facts,
        remarks=remarks,
    )


if __name__ == "__main__":
    main()
