"""A database behind a search form, from its address or its description file, without a project (H)."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from motherlode.api.inputs import outside_a_loop
from motherlode.api.option_names import given_by
from motherlode.api.results import HiddenReport, ProgressCallback, progress_of
from motherlode.app.hidden import run as wiring
from motherlode.errors import UsageError
from motherlode.model.plain import plain
from motherlode.model.ports import Progress
from motherlode.sql.engine import connect

if TYPE_CHECKING:
    from typing import Unpack

    from motherlode.api.options import HiddenOptions
    from motherlode.app.hidden.run import VerifiedCertificate

AnyPath = str | os.PathLike[str]


class HiddenSite:
    """A hidden database by its description file.

    The sections [hidden], [fetch] and [project] are those of `project`, or of the project that holds the file.
    """

    def __init__(self, file: AnyPath, *, project: AnyPath | None = None, allow_private: bool = False) -> None:
        self.file = Path(file)
        self._project = Path(project) if project is not None else None
        self._description = wiring.read_description(self.file)
        self._settings = wiring.settings_for(self.file, self._project)
        if allow_private:
            self._settings = self._settings.over({"project": {"allow_private": True}})

    @staticmethod
    def draft(url: str, *, kind: str = "", allow_private: bool = False) -> str:
        """A description of the database behind a form or an API, as TOML, found by asking it.

        `kind` names the kind of an API whose answer does not show it.
        """
        from motherlode.app.hidden.draft import draft_of

        return outside_a_loop(lambda: asyncio.run(draft_of(url, kind=kind, allow_private=allow_private)))

    @staticmethod
    def verify(certificate: AnyPath, rows: AnyPath | None = None) -> VerifiedCertificate:
        """Checks a certificate, and the file of rows with it; raises CertificateRefused."""
        return wiring.verify_files(Path(certificate), Path(rows) if rows is not None else None)

    def describe(self) -> list[str]:
        """The description in words, with the request that asks for everything; nothing is sent."""
        return wiring.describe_site(self._description)

    def probe(self) -> dict[str, Any]:
        """What the site really does: rows shown at the most, counts, order, attributes."""
        asked = wiring.probe_description(self._description, self._settings)
        return outside_a_loop(lambda: asyncio.run(asked))

    def read(
        self, *, out: AnyPath | None = None, certificate: AnyPath | None = None, picture: AnyPath | None = None,
        changes: AnyPath | None = None, store: str = "", resume: bool = False, update: bool = False,
        progress: ProgressCallback | Progress | None = None,
        stop: Callable[[], bool] = lambda: False, **options: Unpack[HiddenOptions],
    ) -> HiddenReport:  # fmt: skip
        """Reads the whole database and proves that nothing is missing.

        Rows go to `out` (.jsonl or .csv), and the certificate and a picture of the covered ranges to files of theirs.
        `store` is the ledger that a resumed reading goes on from: a database's address, else a file beside the
        description. With `update` only ranges whose counts moved since the earlier reading are read, and rows added,
        removed and changed go to `changes` (.jsonl).
        """
        rows_file, proof = (Path(file) if file is not None else None for file in (out, certificate))
        if rows_file is not None and rows_file.suffix.lower() not in {".jsonl", ".csv"}:
            raise UsageError(f"--out {rows_file}: the ending must be .jsonl or .csv")
        if changes is not None and not update:
            raise UsageError("--changes needs --update: it tells what changed since an earlier reading")
        settings = self._settings.over(given_by("HiddenOptions", options))
        place = store or wiring.store_of(self.file, self._project)
        engine = connect(place)
        try:
            report, ledger = outside_a_loop(
                lambda: asyncio.run(
                    wiring.read_described(
                        self._description, engine, settings, resume=resume, update=update,
                        progress=progress_of(progress), stopping=stop,
                    )
                )
            )  # fmt: skip
            made = plain(wiring.report_values(report))
            if rows_file is not None:
                wiring.write_rows(ledger, rows_file)
            compared = Path(changes) if changes is not None and report.changes is not None else None
            if compared is not None:
                wiring.write_changes(ledger, compared)
            if proof is not None:
                proof.write_text(json.dumps(made["certificate"], indent=1), encoding="utf-8")
            if picture is not None:
                from motherlode.app.hidden.ranges import draw

                draw(report, Path(picture))
        finally:
            engine.dispose()
        return hidden_report(self.file.stem, made, rows_file, proof, compared)


def hidden_report(
    name: str,
    made: Mapping[str, Any],
    rows_file: Path | None,
    certificate_file: Path | None,
    changes_file: Path | None = None,
) -> HiddenReport:
    """The report from what a reading tells, with the files that it wrote."""
    lists = {key: tuple(made.get(key, ())) for key in ("unreachable", "notes")}
    files = {"rows_file": rows_file, "certificate_file": certificate_file, "changes_file": changes_file}
    return HiddenReport.of({**made, **lists, **files, "name": name})
