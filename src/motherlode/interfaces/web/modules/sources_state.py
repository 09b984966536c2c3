"""The sites of a project: what they gave, when they were reached, and what the user thinks of them (N12)."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from nicegui import ui

from motherlode.app.project import Project
from motherlode.app.source_states import SourceState, rate_source, source_states
from motherlode.interfaces.web import frame, tables
from motherlode.interfaces.web.words import t

NAMED = (
    ("host", "Site"), ("state", "State"), ("fetched", "Pages"), ("kept", "Articles"), ("newest", "Newest article"),
    ("rating", "Your rating"),
)  # fmt: skip


async def show_states(project: Project, place: ui.column) -> None:
    """The table of sites; pressing one opens its rating."""
    with place, frame.told():
        found = await frame.work(source_states, project)
        place.clear()
        if not found:
            return
        runs = await frame.work(project.store.runs.list)
        crawled = any(run.kind == "crawl" and run.ended_at for run in runs)
        rows = [_row(each, crawled=crawled) for each in found]
        known = {each.host: each for each in found}
        text = t("What each site gave. Press a site to say how far you trust it: trust rests on that.")
        with frame.card(t("Sites and their state"), text):
            tables.table(
                rows, NAMED, key="host", mark="source-states",
                opened=lambda row: _rate(project, known[str(row["host"])], place),
            )  # fmt: skip


def _row(each: SourceState, *, crawled: bool) -> dict[str, Any]:
    if each.fetched:
        state = f"{t('reached')} {each.last_fetched[:16].replace('T', ' ')}"
    else:
        state = t("nothing was fetched from here: see the log of the run") if crawled else t("not fetched yet")
    return {
        "host": each.host, "state": state, "fetched": each.fetched, "kept": each.kept, "newest": each.newest[:10],
        "rating": t("not rated") if each.rating is None else f"{each.rating:.2f}",
    }  # fmt: skip


async def _rate(project: Project, source: SourceState, place: ui.column) -> None:
    with ui.dialog() as dialog, ui.card().classes("w-full").props("data-testid=rate-dialog"):
        ui.label(source.host).classes("text-h6").style("overflow-wrap: anywhere")
        ui.label(t("0 is not to be trusted at all, 1 fully; analyse again to see the effect.")).classes("ml-quiet")
        rating = ui.number(t("Your rating"), min=0, max=1, step=0.05, value=source.rating)
        rating.props("outlined dense autofocus data-testid=rate-value")
        owner = ui.input(t("Owner: sources of one owner count once"), value=source.owner).props("outlined dense")
        owner.classes("w-full")
        asked = urlencode({"articles.source": source.host})
        ui.link(t("Its articles"), f"{frame.address(project.folder.name, 'results')}?{asked}")
        with ui.row():
            ui.button(t("Save"), on_click=lambda: dialog.submit("save")).props("data-testid=rate-save")
            ui.button(t("Forget"), on_click=lambda: dialog.submit("forget")).props("flat")
            ui.button(t("Cancel"), on_click=lambda: dialog.submit("")).props("flat")
    done = await dialog
    if not done:
        return
    with frame.told():
        value = None if done == "forget" or rating.value is None else float(rating.value)
        await frame.work(rate_source, project, source.host, value, str(owner.value or ""))
        frame.saved()
        await show_states(project, place)
