"""Analysis: trust, currency, hot topics, evolution; each score opens its reasons (N12–N16)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from nicegui import ui

from motherlode.api.serving import OpenProject
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import charts, frame, tables
from motherlode.interfaces.web.modules.analysis_evolution import evolution
from motherlode.interfaces.web.modules.stories import story_address
from motherlode.interfaces.web.words import sentence, t

SHOWN = 500
"""Rows a panel holds; all of them are in the export."""

Row = dict[str, Any]
Rows = list[Row]
Titles = dict[str, str]
HELP = {
    "trust": "How far an article can be relied on: who wrote it, who confirms it, whether it contradicts others.",
    "currency": "How fresh an article is within its own story: age against half-life, and what came after it.",
    "hot": "Stories that grow faster than their own history, over many sources.",
    "evolution": "How the story parted, merged and went on, from one slice of time to the next.",
}


async def show(state: State, project: OpenProject) -> None:
    """Four panels, and a button that makes them anew."""
    frame.heading(
        "Analysis", "What the articles are worth and where their story goes; every score opens its reasons."
    )
    with ui.row().classes("items-center gap-2"):
        frame.analysing(state, project)
        base = frame.api(project.folder.name, "export")
        ui.link(t("Everything as Excel"), f"{base}?what=analysis&format=xlsx")
    results = project.store.results
    with frame.told():
        kinds = await frame.work(results.kinds)
        if not any(kinds.get(kind) for kind in HELP):
            link = (t("Start a crawl"), frame.address(project.folder.name, "run"))
            frame.empty(t("Nothing analysed yet. Crawl first, then press the button above."), "insights", link=link)
            return
        await _panels(project, kinds)


async def _panels(project: OpenProject, kinds: dict[str, int]) -> None:
    panels: dict[str, tuple[str, Callable[[Rows, Titles], None]]] = {
        "trust": ("Trust", partial(_trust, project)),
        "currency": ("Currency", _assessments),
        "hot": ("Hot topics", _hot),
        "evolution": ("Evolution", lambda rows, _: evolution(rows, partial(story_address, project))),
    }
    with frame.tabs({kind: t(label) for kind, (label, _) in panels.items()}, "align=left inline-label"):
        told = await frame.work(project.store.results.get, "remarks", limit=SHOWN)
        for kind, (_, draw) in panels.items():
            found = await frame.work(project.store.results.get, kind, limit=SHOWN)
            titles = await frame.work(project.store.articles.titles, list(found))
            with ui.tab_panel(kind), ui.column().classes("w-full").props(f"data-testid=panel-{kind}"):
                ui.label(t(HELP[kind])).classes("ml-quiet")
                for line in told.get(kind, {}).get("remarks", ()):
                    ui.label(_remark(line)).props("data-testid=remark")
                draw([{**value, "id": key} for key, value in found.items()], titles)
                if kinds.get(kind, 0) > SHOWN:
                    more = t("The first {n} of {m}; all of them are in the export.")
                    ui.label(more.format(n=SHOWN, m=f"{kinds[kind]:,}")).classes("ml-quiet text-caption")


def _remark(line: str) -> str:
    told = sentence(line)
    return f"{told[:1].upper()}{told[1:]}{t('.')}"


def _trust(project: OpenProject, rows: Rows, titles: Titles) -> None:
    """Trust rests on ratings: where they are missing, the way to them stands above."""
    missing = sum(row["state"] != "known" for row in rows)
    if missing:
        with ui.row().classes("items-baseline gap-2").props("data-testid=unrated"):
            text = t("{n} articles without a score: no rated site leads to theirs. Rate a site, then analyse again.")
            ui.label(text.format(n=missing)).classes("ml-quiet")
            ui.link(t("Sites and their state"), frame.address(project.folder.name, "sources"))
    _scores(rows, titles)


def _assessments(rows: Rows, titles: Titles) -> None:
    missing = sum(row["state"] != "known" for row in rows)
    if missing:
        text = t("{n} articles without a score: what is needed is not on their page.")
        ui.label(text.format(n=missing)).classes("ml-quiet")
    _scores(rows, titles)


def _scores(rows: Rows, titles: Titles) -> None:
    known = [row for row in rows if row["state"] == "known"]
    counts = [0] * 10
    for row in known:
        counts[min(9, int(row["value"] * 10))] += 1
    if known:
        labels = [f"{n / 10:.1f}–{(n + 1) / 10:.1f}" for n in range(10)]
        charts.bars(labels, counts, name=t("Score"), values_name=t("Articles"))
    table = [
        {
            "id": row["id"],
            "title": titles.get(row["id"]) or row["id"],
            "score": t("unknown") if row["state"] != "known" else round(row["value"], 3),
            "reason": sentence(row["reason"]),
        }
        for row in sorted(rows, key=lambda row: -(row["value"] if row["value"] is not None else -1))
    ]
    named = (("title", "Title"), ("score", "Score"), ("reason", "Reason"))
    _table(table, named, {row["id"]: row for row in rows}, titles)


def _hot(rows: Rows, titles: Titles) -> None:
    if not any(row["hot"] for row in rows):
        frame.empty(t("Nothing is hot: no story grows faster than its own history."), "local_fire_department")
    if not rows:
        return
    top = [row for row in rows if row["hot"]][:12] or rows[:12]
    charts.bars(
        [row["title"] for row in reversed(top)], [round(row["score"], 2) for row in reversed(top)], sideways=True
    )
    table = [
        {
            "id": row["id"],
            "title": row["title"],
            "state": t("hot") if row["hot"] else t("quiet"),
            "score": round(row["score"], 2),
            "size": f"{row['recent']} / {row['size']}",
            "sources": row["sources"],
            "words": " ".join(row["words"][:6]),
        }
        for row in rows
    ]
    named = (
        ("title", "Title"), ("state", "State"), ("score", "Score"), ("size", "New / all articles"),
        ("sources", "Sources"), ("words", "Keywords"),
    )  # fmt: skip
    _table(table, named, {row["id"]: row for row in rows}, titles)


def _table(rows: Rows, named: tables.Named, full: dict[str, Row], titles: Titles) -> None:
    def opened(row: Row) -> None:
        known = full[str(row["id"])]
        _reasons(known, titles.get(str(row["id"])) or str(known.get("title", row["title"])))

    tables.table(rows, named, key="id", mark="scores", opened=opened)


def _reasons(row: Row, title: str) -> None:
    """Every term of a score, what it is worth and why."""
    score = row.get("value", row.get("score"))
    with frame.dialog(title, "reasons"):
        shown = t("unknown") if score is None else f"{score:.3f}"
        ui.label(f"{t('Score')} {shown}: {sentence(row.get('reason', ''))}").classes("text-weight-medium")
        terms = [
            {**term, "reason": sentence(term["reason"]), "value": round(term["value"], 4),
             "contribution": round(term["contribution"], 4)}
            for term in row.get("terms", ())
        ]  # fmt: skip
        if terms:
            drawn = terms[::-1]
            charts.bars([term["name"] for term in drawn], [term["contribution"] for term in drawn], sideways=True)
            named = (("name", "Term"), ("value", "Value"), ("contribution", "Contribution"), ("reason", "Reason"))
            tables.table(terms, named, key="name", mark="terms")
