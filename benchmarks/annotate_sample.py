"""The sample web's bookshops, paper libraries and shops: three sources each become one table, scored by the truth.

Mapping: a value that a source's page shows counts as found when the attribute got it. Duplicates: pairs of records
of one entity. Values: the values of the integrated table against the true ones, where at least one source shows the
attribute and most of them show it right (a price is right when a source asks it).
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from itertools import combinations

from benchmarks.common import keep
from motherlode.annotate.folding import fold
from motherlode.annotate.normalise import normalise, split_people
from motherlode.annotate.schema_files import ready_schema
from motherlode.app.annotate.inputs import Source
from motherlode.app.annotate.run import Integrated, annotate_and_integrate
from motherlode.interfaces.demo.site import Request
from motherlode.interfaces.demo.truth import DomainTruth
from motherlode.interfaces.demo.web import SampleWeb
from motherlode.model.schema import Attribute


def sources_of(web: SampleWeb, domain: DomainTruth, pages: int) -> list[Source]:
    """The detail pages of a domain's sources, as a crawl would bring them."""
    sites = {site.host: site for site in web.sites}
    found = []
    for truth in domain.sources:
        source = Source(truth.host)
        for record in truth.records[:pages]:
            reply = sites[truth.host].respond(Request("GET", record.url))
            source.pages.append(
                (record.url, reply.body.decode("utf-8"), f"http://{truth.host}.localhost{record.url}")
            )
        found.append(source)
    return found


def same_value(told: tuple[str, ...], shown: str, attribute: Attribute) -> bool:
    """Whether the values of a record are what the page shows, both in the one form of their type."""
    if attribute.type == "person":
        wanted = {fold(normalise(name, "person")) for name in split_people(shown)}
        given = {fold(normalise(name, "person")) for value in told for name in split_people(value)}
        return wanted == given
    wanted_one = fold(normalise(shown, attribute.type))
    return wanted_one in {fold(normalise(value, attribute.type)) for value in told}


def mapping_scores(result: Integrated, domain: DomainTruth, pages: int) -> tuple[int, int, int, Counter[str]]:
    """Right, wrong and missed values of all records; and which attributes go wrong."""
    attributes = {a.name: a for a in ready_schema(domain.domain).attributes}
    right = wrong = missed = 0
    trouble: Counter[str] = Counter()
    for source in result.sources:
        truth = domain.source(source.name)
        shown_by = {record.url: record for record in truth.records[:pages]}
        ever = {name for record in shown_by.values() for name in record.detail}
        for record in source.records:
            shown = shown_by[record.id].detail
            for name in ever | set(record.values):
                told = record.values.get(name, ())
                if name in shown and told and same_value(told, shown[name], attributes[name]):
                    right += 1
                else:
                    wrong += bool(told)
                    missed += name in shown
                    if told or name in shown:
                        trouble[f"{source.name} {name}: {told[:1]} for {shown.get(name)!r}"] += 1
    return right, wrong, missed, trouble


def pair_scores(result: Integrated, domain: DomainTruth, pages: int) -> tuple[float, float]:
    """Precision and recall of duplicate pairs."""
    entity_of = {(s.host, r.url): r.entity for s in domain.sources for r in s.records[:pages]}
    groups: dict[int, int] = Counter(entity_of.values())
    wanted = sum(n * (n - 1) // 2 for n in groups.values())
    made = right = 0
    for entity in result.entities:
        for one, other in combinations(entity.records, 2):
            made += 1
            right += entity_of[one] == entity_of[other]
    return right / max(1, made), right / max(1, wanted)


def value_scores(result: Integrated, domain: DomainTruth, pages: int) -> tuple[int, int, Counter[str]]:
    """Right and all values of the integrated table."""
    attributes = {a.name: a for a in ready_schema(domain.domain).attributes}
    record_of = {(s.host, r.url): r for s in domain.sources for r in s.records[:pages]}
    right = total = 0
    trouble: Counter[str] = Counter()
    for entity in result.entities:
        records = [record_of[key] for key in entity.records]
        truth = domain.entities[records[0].entity].values
        shown: dict[str, list[str]] = defaultdict(list)
        for record in records:
            for name, text in record.detail.items():
                shown[name].append(text)
        for name, texts in shown.items():
            if 2 * sum(name in record.conflicts for record in records) >= len(texts):
                continue
            attribute, told = attributes[name], entity.values.get(name, ())
            wanted = [
                *texts,
                "; ".join(map(str, truth[name])) if isinstance(truth[name], tuple) else str(truth[name]),
            ]
            total += 1
            if told and any(same_value(told, text, attribute) for text in wanted):
                right += 1
            else:
                trouble[f"{name}: {told[:2]} for {wanted[-1]!r}"] += 1
    return right, total, trouble


def main() -> None:
    """Runs the three domains and keeps the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--data", help="not needed")
    parser.add_argument("--show", type=int, default=0, help="how many mistakes to print")
    given = parser.parse_args()
    pages = 40 if given.quick else 1000
    web = SampleWeb(seed=0, news_pages=200, universities=0, entities=60 if given.quick else 240)
    rows = []
    for domain in web.truth.domains:
        result = annotate_and_integrate(sources_of(web, domain, pages), ready_schema(domain.domain), kind="detail")
        right, wrong, missed, trouble = mapping_scores(result, domain, pages)
        precision, recall = pair_scores(result, domain, pages)
        good, total, more = value_scores(result, domain, pages)
        rows.append(
            [
                domain.domain, sum(len(s.records) for s in result.sources), len(result.entities),
                *(round(100 * share, 2) for share in (
                    right / max(1, right + wrong), right / max(1, right + missed), precision, recall,
                    good / max(1, total),
                )),
            ]
        )  # fmt: skip
        for text, number in (*trouble.most_common(given.show), *more.most_common(given.show)):
            print(f"    {number} × {text}")
    columns = [
        "domain",
        "records",
        "entities",
        "mapping precision",
        "mapping recall",
        "pair precision",
        "pair recall",
        "values",
    ]
    keep(
        "annotate_sample",
        "Three sources of the sample web become one table",
        [("Per cent", columns, rows)],
        remarks=[" ".join(str(__doc__).split())],
    )


if __name__ == "__main__":
    main()
