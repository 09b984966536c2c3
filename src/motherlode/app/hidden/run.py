"""A hidden database from its description to rows, ledger and certificate: the parts joined."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Engine

from motherlode.app.project import Project
from motherlode.app.settings import FILE_NAME, ProjectParams, Settings, load
from motherlode.errors import ExtractError, MotherlodeError, UnreadableInput, UsageError
from motherlode.fetch.client import Client
from motherlode.fetch.params import FetchParams
from motherlode.hidden.asking import Asker, Place
from motherlode.hidden.crawl import Crawl
from motherlode.hidden.description import Description, read_description
from motherlode.hidden.domain import with_values
from motherlode.hidden.ledger import Ledger
from motherlode.hidden.params import HiddenParams
from motherlode.hidden.plan import whole
from motherlode.hidden.probe import probe
from motherlode.hidden.reading import Row
from motherlode.hidden.report import Report, as_json
from motherlode.hidden.source import WebSource
from motherlode.hidden.verify import EXIT_CODES, in_words, verify
from motherlode.model.clock import SystemClock
from motherlode.model.hidden import Assumption, Axis, Certificate, Leaf, Query, Unreachable
from motherlode.model.ports import Progress
from motherlode.model.records import Column, Region, Wrapper, wrapper_of
from motherlode.text.cells import as_it_was, cell_text, harmless

if TYPE_CHECKING:
    from motherlode.dom.tree import Tree


def run_key(site: Description) -> str:
    """The name of a run in the ledger: the site and what it is asked for."""
    facts = json.dumps(asdict(site), sort_keys=True, default=str)
    return hashlib.sha256(facts.encode()).hexdigest()[:32]


def settings_for(file: Path, project: Path | None = None) -> Settings:
    """The settings that a description is read with: of the given project, or of the one that holds the file."""
    if project is not None:
        return load(project / FILE_NAME)
    for folder in (file.resolve().parent, file.resolve().parent.parent):
        if (folder / FILE_NAME).is_file():
            return load(folder / FILE_NAME)
    return Settings()


def store_of(file: Path, project: Path | None = None) -> str:
    """Where the ledger is kept: in the store of the given project, or in a file beside the description."""
    return Project.open(project).store_url if project is not None else str(file.with_suffix(".ledger.sqlite"))


def form_client(settings: Settings) -> Client:
    """The client of a site: robots.txt, crawl-delay, Retry-After, limits and guards as everywhere else."""
    params, project = settings.get(HiddenParams), settings.get(ProjectParams)
    polite = replace(settings.get(FetchParams), delay=params.delay, per_host=params.workers)
    return Client(polite, SystemClock(), allow_private=project.allow_private, user_agent=project.user_agent)


@asynccontextmanager
async def open_source(site: Description, settings: Settings) -> AsyncIterator[WebSource]:
    """A described site, ready to be asked."""
    async with form_client(settings) as client:
        yield WebSource(await with_values(site, client), client, RecordReader())


async def read_described(
    site: Description, engine: Engine, settings: Settings, *, resume: bool = False, update: bool = False,
    progress: Progress | None = None, stopping: Callable[[], bool] = lambda: False,
) -> tuple[Report, Ledger]:  # fmt: skip
    """Reads the whole database behind a description into the ledger of `engine`; with `update` by difference.

    [hidden], [fetch] and [project] of the settings say how.
    """
    async with open_source(site, settings) as source:
        ledger = Ledger(engine, run_key(source.site))
        crawl = Crawl(source, ledger, settings.get(HiddenParams), progress, stopping)
        report = await crawl.run(resume=resume, update=update)
    return report, ledger


async def read_hidden(
    site: Description, engine: Engine, params: HiddenParams, *, allow_private: bool = False, **how: Any
) -> tuple[Report, Ledger]:
    """The same with these parameters, and settings that are otherwise as by default."""
    settings = Settings({"hidden": asdict(params), "project": {"allow_private": allow_private}})
    return await read_described(site, engine, settings, **how)


async def probe_description(site: Description, settings: Settings) -> dict[str, Any]:
    """What a described site really does, as the probe finds it."""
    async with open_source(site, settings) as source:
        await probe(source)
        return {**asdict(source.facts), "requests": source.requests, "attributes": attribute_words(source)}


def report_values(report: Report) -> dict[str, Any]:
    """A report with its certificate, which is also said in words."""
    made = as_json(report)
    words = in_words(report.certificate) if report.certificate is not None else []
    estimate = report.estimate.words() if report.estimate is not None else ""
    return {**made, "words": words, "estimate_words": estimate}


def attribute_words(source: WebSource) -> list[str]:
    """Each attribute as the probe knows it."""
    made = []
    for attribute, axis in zip(source.attributes, source.axes, strict=True):
        if attribute.kind == "category":
            made.append(f"{axis.name}: {len(axis.values)} values")
            continue
        ends = f"{attribute.text(axis.low)} … {attribute.text(axis.high)}"
        closed = source.facts.closed.get(axis.name, [])
        beyond = "nothing lies beyond" if len(closed) == 2 else "what lies beyond could not be asked"
        made.append(f"{axis.name}: {ends} in steps of {attribute.width.normalize():f}, {beyond}")
    return made


def describe_site(site: Description) -> list[str]:
    """A description in words, with the request that asks for everything; nothing is sent."""
    ready = replace(site, headers=dict.fromkeys(site.headers, "…"), attributes=tuple(
        replace(one, values=one.values or ("…",)) for one in site.attributes))  # fmt: skip
    asked = Asker(ready).request(Query(whole(ready.axes)), Place(), ready.attributes, ready.axes, (), 0)
    lines = [f"{site.name}: {asked.url}"]
    if isinstance(asked.form, bytes):
        lines.append(f"body: {asked.form.decode()}")
    elif asked.form is not None:
        lines.append(f"form: {dict(asked.form)}")
    for one in site.attributes:
        where = one.template or one.parameter or f"{one.low_parameter}, {one.high_parameter}"
        span = f"{one.low} … {one.high}" if one.kind != "category" else f"{len(one.values) or 'the form’s'} values"
        lines.append(f"attribute {one.name} ({one.kind}): {span}, asked by {where}")
    lines.append(f"paging: {site.paging.kind}" + (f" by {site.paging.parameter}" if site.paging.parameter else ""))
    results = site.results
    lines.append(f"rows at {results.rows or 'the list that the record extractor finds'}, id {results.id or 'none'},"
                 f" count {results.count or 'none'}")  # fmt: skip
    return lines


def write_rows(ledger: Ledger, file: Path) -> int:
    """All rows as JSON lines or CSV, by the file's ending; the file appears when it is complete.

    CSV has a byte-order mark, so that Excel reads other scripts right, and no cell that it would run as a formula.
    """
    if file.suffix.lower() not in {".jsonl", ".csv"}:
        raise UsageError(f"--out {file}: the ending must be .jsonl or .csv")
    part = file.with_name(file.name + ".part")
    written = 0
    lines = file.suffix.lower() == ".jsonl"
    with part.open("w", encoding="utf-8" if lines else "utf-8-sig", newline="") as out:
        if lines:
            for row in ledger.rows():
                out.write(json.dumps(row, ensure_ascii=False) + "\n")
                written += 1
        else:
            names = list(dict.fromkeys(name for row in ledger.rows() for name in row))
            written = _write_csv(ledger.rows(), names, out)
    part.replace(file)
    return written


def write_changes(ledger: Ledger, file: Path) -> int:
    """What the last update found as JSON lines: added, removed and changed rows; the file appears when complete."""
    part = file.with_name(file.name + ".part")
    written = 0
    with part.open("w", encoding="utf-8") as out:
        for change in ledger.changes():
            out.write(json.dumps(change, ensure_ascii=False) + "\n")
            written += 1
    part.replace(file)
    return written


def _write_csv(rows: Iterator[dict[str, Any]], names: list[str], out: Any) -> int:
    written = 0
    writer = csv.writer(out)
    writer.writerow([harmless(name) for name in names])
    for row in rows:
        writer.writerow([_csv_cell(row.get(name)) for name in names])
        written += 1
    return written


def _csv_cell(value: Any) -> str:
    """A text that is no formula; a number below zero is none, and stays as it is."""
    return str(harmless(value)) if isinstance(value, str) else cell_text(value)


def certificate_of(values: Mapping[str, Any]) -> Certificate:
    """A certificate from its JSON form."""
    try:
        return Certificate(
            axes=tuple(Axis(**{**a, "values": tuple(a["values"])}) for a in values["axes"]),
            domain=_box(values["domain"]),
            k=int(values["k"]),
            leaves=tuple(Leaf(**{**leaf, "box": _box(leaf["box"])}) for leaf in values["leaves"]),
            rows=int(values["rows"]),
            count=values["count"],
            unreachable=tuple(Unreachable(**{**u, "box": _box(u["box"])}) for u in values["unreachable"]),
            assumptions=tuple(Assumption(**given) for given in values["assumptions"]),
            site=values.get("site", ""),
            facts=dict(values.get("facts", {})),
            counted=tuple((_box(box), int(count)) for box, count in values.get("counted", ())),
            closed=tuple(values.get("closed", ())),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise UnreadableInput(f"not a certificate: {error!r} is wrong or missing") from error


def _box(value: Any) -> tuple[tuple[int, int], ...]:
    return tuple((int(low), int(high)) for low, high in value)


def _plainly(error: Exception) -> str:
    """The reason alone, without the number and the path that the system adds."""
    if isinstance(error, KeyError):
        return f"a row has no {error}"
    return (error.strerror if isinstance(error, OSError) else "") or str(error)


@dataclass(frozen=True, slots=True)
class VerifiedCertificate:
    """A certificate that holds: what was checked, what it says, and the exit code for that."""

    certificate: Certificate
    checks: list[str]
    words: list[str]
    exit_code: int


def verify_files(certificate: Path, rows: Path | None = None) -> VerifiedCertificate:
    """Checks a certificate file, and the rows file with it; raises CertificateRefused."""
    try:
        values = json.loads(certificate.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UnreadableInput(f"{certificate} cannot be read: {_plainly(error)}") from error
    values = values.get("certificate", values) if isinstance(values, dict) else {}
    made = certificate_of(values)
    if rows is None:
        checks = verify(made)
    else:
        try:
            with rows.open(encoding="utf-8-sig", newline="") as lines:
                checks = verify(made, _given_rows(lines, csv_file=rows.suffix.lower() == ".csv"))
        except (OSError, ValueError, KeyError) as error:
            raise UnreadableInput(f"{rows} cannot be read: {_plainly(error)}") from error
    return VerifiedCertificate(made, checks, in_words(made), EXIT_CODES[made.verdict])


def _given_rows(lines: Iterable[str], *, csv_file: bool) -> Iterator[Mapping[str, Any]]:
    if csv_file:
        for cells in csv.DictReader(lines):
            if None in cells or None in cells.values():
                raise ValueError("a line has not as many cells as there are columns")
            yield {as_it_was(name): as_it_was(cell) for name, cell in cells.items()}
        return
    for line in lines:
        if line.strip():
            row = json.loads(line)
            if not isinstance(row, dict):
                raise ValueError("a line is no row")
            yield row


__all__ = ["MotherlodeError", "read_description", "read_hidden", "run_key", "verify_files", "write_rows"]


LEAST_ROWS = 3
"""Rows that a page must have to teach the rule: fewer do not show what repeats."""


class RecordReader:
    """Learns the rule on the first page with a list; pages with one row or none are then read by it."""

    def __init__(self) -> None:
        self.wrapper: Wrapper | None = None

    @property
    def rule(self) -> str:
        """The rule as text, "" before a page has taught one."""
        return json.dumps(asdict(self.wrapper), ensure_ascii=False) if self.wrapper is not None else ""

    @rule.setter
    def rule(self, text: str) -> None:
        self.wrapper = wrapper_of(json.loads(text)) if text else None

    def __call__(self, html: str, url: str) -> list[Row]:
        """The rows of a page: a value for every column of the rule."""
        from motherlode.dom.tree import parse
        from motherlode.extract.records import apply, learn

        tree = parse(html)
        if self.wrapper is not None:
            found = apply(self.wrapper, tree, url)
            if found.records or not self._another_list(tree, url):
                return _rows(found, self.wrapper.items)
        region = self._list(tree, url)
        if region is None:
            return _rows(apply(self.wrapper, tree, url), self.wrapper.items) if self.wrapper is not None else []
        try:
            self.wrapper = learn(tree, region, url)
        except ExtractError:  # no rule gives this page's rows back: they are taken as they are, the next page anew
            return _rows(region, region.columns)
        return _rows(apply(self.wrapper, tree, url), self.wrapper.items)

    def _list(self, tree: Tree, url: str) -> Region | None:
        """The page's list, where it is long enough to teach a rule."""
        from motherlode.extract.records import RecordParams, extract

        regions = extract(tree, url, RecordParams(least_listness=0.0))
        return regions[0] if regions and len(regions[0].records) >= LEAST_ROWS else None

    def _another_list(self, tree: Tree, url: str) -> bool:
        """Whether a page on which the rule finds nothing has a list with the rule's columns: a changed template."""
        if self.wrapper is None:
            return True
        from motherlode.extract.records import extract

        wanted = {column.name for column in self.wrapper.items}
        regions = extract(tree, url)
        if not regions or len(regions[0].records) < LEAST_ROWS:
            return False
        return len(wanted & {column.name for column in regions[0].columns}) * 2 > len(wanted)


def _rows(region: Region, columns: Sequence[Column]) -> list[Row]:
    names = [column.name for column in columns]
    return [{name: record.fields.get(name) for name in names} for record in region.records]
