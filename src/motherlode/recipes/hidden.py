"""A hidden database from its description to rows, ledger and certificate: the parts joined."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from motherlode.crawl.params import FetchParams
from motherlode.errors import MotherlodeError, UnreadableInput, UsageError
from motherlode.hidden.crawl import Crawl, Report
from motherlode.hidden.description import Description, read_description
from motherlode.hidden.discover import with_values
from motherlode.hidden.ledger import Ledger
from motherlode.hidden.params import HiddenParams
from motherlode.hidden.source import WebSource
from motherlode.hidden.verify import verify
from motherlode.model.clock import SystemClock
from motherlode.model.hidden import Axis, Certificate, Leaf, Unreachable
from motherlode.model.ports import Progress
from motherlode.recipes.hidden_records import RecordReader
from motherlode.recipes.polite import PoliteFetcher
from motherlode.recipes.project import Project
from motherlode.recipes.settings import FILE_NAME, Settings, load


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


def form_client(params: HiddenParams, fetch: FetchParams, *, allow_private: bool, user_agent: str) -> PoliteFetcher:
    """The client of a site: robots.txt, crawl-delay, Retry-After, limits and guards as everywhere else."""
    polite = replace(fetch, delay=params.delay, per_host=params.workers)
    return PoliteFetcher(polite, SystemClock(), allow_private=allow_private, user_agent=user_agent)


async def read_hidden(
    site: Description,
    engine: Engine,
    params: HiddenParams,
    *,
    resume: bool = False,
    allow_private: bool = False,
    user_agent: str = "Motherlode/0.1",
    fetch: FetchParams | None = None,
    progress: Progress | None = None,
    stopping: Callable[[], bool] = lambda: False,
) -> tuple[Report, Ledger]:
    """Reads the whole database behind a description into the ledger of `engine`."""
    client = form_client(params, fetch or FetchParams(), allow_private=allow_private, user_agent=user_agent)
    async with client:
        site = await with_values(site, client)
        ledger = Ledger(engine, run_key(site))
        source = WebSource(site, client, RecordReader())
        report = await Crawl(source, ledger, params, progress, stopping).run(resume=resume)
    return report, ledger


def write_rows(ledger: Ledger, file: Path) -> int:
    """All rows as JSON lines or CSV, by the file's ending; the file appears when it is complete."""
    if file.suffix.lower() not in {".jsonl", ".csv"}:
        raise UsageError(f"--out {file}: the ending must be .jsonl or .csv")
    part = file.with_name(file.name + ".part")
    written = 0
    with part.open("w", encoding="utf-8", newline="") as out:
        if file.suffix.lower() == ".jsonl":
            for row in ledger.rows():
                out.write(json.dumps(row, ensure_ascii=False) + "\n")
                written += 1
        else:
            written = _write_csv(ledger.rows(), out)
    part.replace(file)
    return written


def _write_csv(rows: Iterator[dict[str, Any]], out: Any) -> int:
    written, writer = 0, None
    for row in rows:
        if writer is None:
            writer = csv.DictWriter(out, fieldnames=list(row), extrasaction="ignore", restval="")
            writer.writeheader()
        writer.writerow(row)
        written += 1
    return written


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
            assumptions=tuple(values["assumptions"]),
            site=values.get("site", ""),
            facts=dict(values.get("facts", {})),
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


def verify_files(certificate: Path, rows: Path | None = None) -> list[str]:
    """Checks a certificate file, and the rows file with it; raises CertificateRefused."""
    try:
        values = json.loads(certificate.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UnreadableInput(f"{certificate} cannot be read: {_plainly(error)}") from error
    values = values.get("certificate", values) if isinstance(values, dict) else {}
    ids = None
    if rows is not None:
        try:
            with rows.open(encoding="utf-8", newline="") as lines:
                if rows.suffix.lower() == ".csv":
                    ids = [row["_id"] for row in csv.DictReader(lines)]
                else:
                    ids = [json.loads(line)["_id"] for line in lines if line.strip()]
        except (OSError, ValueError, KeyError) as error:
            raise UnreadableInput(f"{rows} cannot be read: {_plainly(error)}") from error
    return verify(certificate_of(values), ids)


__all__ = ["MotherlodeError", "read_description", "read_hidden", "run_key", "verify_files", "write_rows"]
