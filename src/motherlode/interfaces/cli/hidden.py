"""`motherlode hidden SITE.toml`: reads a whole database that stands behind a search form, with proof (H)."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import typer

from motherlode.errors import UsageError
from motherlode.hidden.params import HiddenParams
from motherlode.interfaces.cli import talk
from motherlode.interfaces.cli.options import params_options

app = typer.Typer()


@app.command()
@params_options(HiddenParams)
def hidden(
    site: str = typer.Argument(
        ...,
        help="SITE.toml; or `init URL`, `probe SITE.toml`, `describe SITE.toml`, `verify CERTIFICATE.json [ROWS]`.",
    ),
    more: list[str] = typer.Argument(None, help="The address for init, the files for verify."),
    out: Path | None = typer.Option(None, "--out", help="Write the rows here (.jsonl or .csv)."),
    store: str = typer.Option(
        "", "--store", help="Ledger: a SQLite file or postgresql://…; beside SITE.toml by default."
    ),
    certificate: Path | None = typer.Option(None, "--certificate", help="Write the certificate here."),
    resume: bool = typer.Option(
        False, "--resume", help="Go on with a run that was broken off, or fetch what changed."
    ),
    picture: Path | None = typer.Option(None, "--picture", help="Draw the covered ranges into this PNG or SVG file."),
    allow_private: bool = typer.Option(False, "--allow-private", help="Allow private and loopback addresses."),
    project: Path | None = typer.Option(
        None,
        "--project",
        help="Take [hidden], [fetch] and [project] from this project; found by itself above SITE.toml.",
    ),
    as_json: bool = typer.Option(
        False, "--json", help="Print rows, queries, requests, rounds, unreachable, certificate."
    ),
    kind: str = typer.Option("", "--kind", help="For init: the kind of the API, where its answer does not show it."),
    given: Any = None,
) -> None:
    """Read a whole hidden database and prove that nothing is missing.

    Example: motherlode hidden registry.toml --out deals.jsonl
    """
    if site == "init":
        _init(more, out, allow_private, kind)
        return
    if site in {"probe", "describe"}:
        _look(site, more, allow_private, project, as_json)
        return
    if site == "verify":
        _verify(more, as_json)
        return
    if more:
        raise UsageError(f"too many arguments: {' '.join(more)}; give one SITE.toml")
    _read(Path(site), out, store, certificate, resume, picture, allow_private, project, as_json, given or {})


def _read(
    file: Path,
    out: Path | None,
    store: str,
    certificate: Path | None,
    resume: bool,
    picture: Path | None,
    allow_private: bool,
    project: Path | None,
    as_json: bool,
    given: dict[Any, dict[str, Any]],
) -> None:
    from motherlode.app import hidden as recipe
    from motherlode.app.params import ProjectParams
    from motherlode.fetch.params import FetchParams
    from motherlode.hidden.crawl import as_json as report_json
    from motherlode.sql.engine import connect

    if out is not None and out.suffix.lower() not in {".jsonl", ".csv"}:
        raise UsageError(f"--out {out}: the ending must be .jsonl or .csv")
    described = recipe.read_description(file)
    settings = recipe.settings_for(file, project)
    params = settings.get(HiddenParams, **given.get(HiddenParams, {}))
    house = settings.get(ProjectParams)
    engine = connect(store or recipe.store_of(file, project))
    with talk.progress(quiet=as_json) as bars:
        report, ledger = asyncio.run(
            recipe.read_hidden(
                described,
                engine,
                params,
                resume=resume,
                allow_private=allow_private or house.allow_private,
                user_agent=house.user_agent,
                fetch=settings.get(FetchParams),
                progress=bars,
            )
        )
    made = report_json(report)
    if out is not None:
        recipe.write_rows(ledger, out)
    if certificate is not None:
        certificate.write_text(json.dumps(talk.plain(made["certificate"]), indent=1), encoding="utf-8")
    if picture is not None:
        from motherlode.app.hidden_picture import draw

        draw(report, picture)
    engine.dispose()
    if as_json:
        talk.print_json(made)
        return
    _tell(report)


def _tell(report: Any) -> None:
    from motherlode.hidden.verify import in_words

    limit_q, limit_r = max(report.limit_queries, 1), max(report.limit_requests, 1)
    talk.table(
        "Hidden database",
        ("what", "value"),
        [
            ("rows", f"{report.rows:,}"),
            ("verdict", report.verdict),
            ("rows of the site", f"{report.estimate.words()}: {report.estimate.basis}"),
            ("strategy", f"{report.strategy}: {report.reason}"),
            ("rows shown at most (k)", report.k),
            ("queries", f"{report.queries} ({report.queries / limit_q:.2f} × the limit)"),
            ("requests", f"{report.requests} ({report.requests / limit_r:.3f} × the limit)"),
            ("rounds", report.rounds),
            ("seconds", report.seconds),
        ],
    )
    for line in in_words(report.certificate):
        talk.say(line)
    for note in report.notes:
        talk.say(f"note: {note}")


def _verify(files: list[str] | None, as_json: bool) -> None:
    from motherlode.app.hidden import verify_files

    if not files or len(files) > 2:
        raise UsageError("motherlode hidden verify CERTIFICATE.json [ROWS.jsonl]")
    checked = verify_files(Path(files[0]), Path(files[1]) if len(files) > 1 else None)
    made = checked.certificate
    if as_json:
        holds = {"holds": True, "verdict": made.verdict, "checked": checked.checks, "words": checked.words}
        talk.print_json({**holds, "assumptions": made.assumptions, "unreachable": made.unreachable})
    else:
        for line in checked.checks:
            talk.say(f"holds: {line}")
        for line in checked.words:
            typer.echo(line)
    if checked.exit_code:
        raise typer.Exit(checked.exit_code)


def _look(what: str, files: list[str] | None, allow_private: bool, project: Path | None, as_json: bool) -> None:
    """`probe` asks the site what it really does; `describe` says what a description means and asks nothing."""
    from motherlode.app import hidden as recipe
    from motherlode.app.params import ProjectParams
    from motherlode.fetch.params import FetchParams

    if not files or len(files) != 1:
        raise UsageError(f"motherlode hidden {what} SITE.toml")
    file = Path(files[0])
    described = recipe.read_description(file)
    if what == "describe":
        words = recipe.describe_site(described)
        if as_json:
            talk.print_json({"words": words})
        for line in [] if as_json else words:
            typer.echo(line)
        return
    settings = recipe.settings_for(file, project)
    house = settings.get(ProjectParams)
    found = asyncio.run(
        recipe.probe_description(
            described,
            allow_private=allow_private or house.allow_private,
            user_agent=house.user_agent,
            fetch=settings.get(FetchParams),
        )
    )
    if as_json:
        talk.print_json(found)
        return
    for name in ("k", "page", "counts", "visible", "order", "requests"):
        typer.echo(f"{name}: {found[name]}")
    for line in [*found["attributes"], *found["notes"]]:
        typer.echo(line)


def _init(more: list[str] | None, out: Path | None, allow_private: bool, kind: str) -> None:
    from motherlode.app.hidden_draft import draft_of

    if not more or len(more) != 1:
        raise UsageError("motherlode hidden init URL [--out SITE.toml]")
    if out is not None and out.exists():
        raise UsageError(f"{out} is there already; choose another --out")
    text = asyncio.run(draft_of(more[0], allow_private=allow_private, kind=kind))
    if out is None:
        typer.echo(text, nl=False)
        return
    out.write_text(text, encoding="utf-8")
    talk.say(f"written: {out}; look at it, then: motherlode hidden {out}")
