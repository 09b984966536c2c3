"""`motherlode hidden SITE.toml`: reads a whole database that stands behind a search form, with proof (H)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

import motherlode as ml
from motherlode.errors import UsageError
from motherlode.interfaces.cli import talk
from motherlode.interfaces.cli.options import call_options

app = typer.Typer()


@app.command()
@call_options("HiddenOptions")
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
    update: bool = typer.Option(
        False, "--update", help="Read by difference: of an earlier reading only the ranges whose counts moved."
    ),
    changes: Path | None = typer.Option(
        None, "--changes", help="With --update: write the rows added, removed and changed here (.jsonl)."
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
    options: Any = None,
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
    described = ml.HiddenSite(Path(site), project=project, allow_private=allow_private)
    with talk.progress(quiet=as_json) as bars:
        report = described.read(
            out=out, certificate=certificate, picture=picture, changes=changes, store=store, resume=resume,
            update=update, progress=bars, **options,
        )  # fmt: skip
    if as_json:
        talk.print_json(report.to_dict())
    else:
        _tell(report)


def _tell(report: ml.HiddenReport) -> None:
    facts = report.other
    limit_q, limit_r = max(facts["limit_queries"], 1), max(facts["limit_requests"], 1)
    talk.table(
        "Hidden database",
        ("what", "value"),
        [
            ("rows", f"{report.rows:,}"),
            ("verdict", facts["verdict"]),
            ("rows of the site", f"{facts['estimate_words']}: {facts['estimate']['basis']}"),
            ("strategy", f"{facts['strategy']}: {facts['reason']}" if facts["strategy"] else "none was chosen yet"),
            ("rows shown at most (k)", facts["k"] or "not known yet"),
            ("queries", f"{report.queries} ({report.queries / limit_q:.2f} × the limit)"),
            ("requests", f"{report.requests} ({report.requests / limit_r:.3f} × the limit)"),
            ("rounds", report.rounds),
            ("seconds", facts["seconds"]),
        ],
    )
    if facts.get("changes") is not None:
        talk.say("since the earlier reading: " + ", ".join(f"{n:,} {name}" for name, n in facts["changes"].items()))
    for line in facts["words"]:
        talk.say(line)
    for note in report.notes:
        talk.say(f"note: {note}")


def _verify(files: list[str] | None, as_json: bool) -> None:
    if not files or len(files) > 2:
        raise UsageError("motherlode hidden verify CERTIFICATE.json [ROWS.jsonl]")
    checked = ml.HiddenSite.verify(*files)
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
    if not files or len(files) != 1:
        raise UsageError(f"motherlode hidden {what} SITE.toml")
    site = ml.HiddenSite(files[0], project=project, allow_private=allow_private)
    if what == "describe":
        words = site.describe()
        if as_json:
            talk.print_json({"words": words})
        for line in [] if as_json else words:
            typer.echo(line)
        return
    found = site.probe()
    if as_json:
        talk.print_json(found)
        return
    for name in ("k", "page", "counts", "visible", "order", "requests"):
        typer.echo(f"{name}: {found[name]}")
    for line in [*found["attributes"], *found["notes"]]:
        typer.echo(line)


def _init(more: list[str] | None, out: Path | None, allow_private: bool, kind: str) -> None:
    if not more or len(more) != 1:
        raise UsageError("motherlode hidden init URL [--out SITE.toml]")
    if out is not None and out.exists():
        raise UsageError(f"{out} is there already; choose another --out")
    text = ml.HiddenSite.draft(more[0], allow_private=allow_private, kind=kind)
    if out is None:
        typer.echo(text, nl=False)
        return
    out.write_text(text, encoding="utf-8")
    talk.say(f"written: {out}; look at it, then: motherlode hidden {out}")
