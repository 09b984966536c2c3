"""Hidden databases: describe or draft from a form, probe, run, covered ranges, certificate (H)."""

from __future__ import annotations

import json
from typing import Any

from nicegui import ui

from motherlode.errors import MotherlodeError
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame
from motherlode.interfaces.web.plain_text import PlainText
from motherlode.interfaces.web.words import t
from motherlode.recipes import hidden_project as recipe
from motherlode.recipes.hidden_draft import draft_of
from motherlode.recipes.project import Project
from motherlode.text.urls import canonical


async def show(state: State, project: Project) -> None:
    """A description in, rows and proof out."""
    frame.heading("Hidden databases", "Describe a site, or draft the description from its search form.")
    known = await frame.work(recipe.names, project)
    with frame.card("Draft from a form"), ui.row().classes("items-center w-full"):
        address = ui.input(t("Address")).props('outlined dense data-testid="draft-url"').classes("grow")

        async def draft() -> None:
            with frame.told():
                url = canonical(str(address.value or ""))
                text.write(await draft_of(url, allow_private=project.params.allow_private))

        ui.button(t("Draft from a form"), on_click=draft).props('data-testid="draft"')
    with frame.card("Description"):
        chosen = ui.input(t("Name"), value=known[0] if known else "", autocomplete=known).props(
            'outlined dense data-testid="site-name"'
        )
        first = await frame.work(recipe.description_text, project, known[0]) if known else ""
        text = PlainText(first, t("Description"), "site-description")
        answer = ui.column().classes("w-full")
        with ui.row():
            ui.button(t("Save"), icon="save", on_click=lambda: _save(project, chosen, text)).props(
                'data-testid="site-save"'
            )
            ui.button(t("Probe"), icon="troubleshoot", on_click=lambda: _probe(project, chosen, text, answer)).props(
                'outline data-testid="site-probe"'
            )
            ui.button(t("Start"), icon="play_arrow", on_click=lambda: _run(state, project, chosen, text)).props(
                'data-testid="site-run"'
            )
    await _results(project)


async def _save(project: Project, name: ui.input, text: PlainText) -> bool:
    try:
        await frame.work(recipe.keep_description, project, str(name.value or ""), text.text)
    except MotherlodeError as error:
        frame.tell(error)
        return False
    frame.saved()
    return True


async def _probe(project: Project, name: ui.input, text: PlainText, answer: ui.column) -> None:
    if not await _save(project, name, text):
        return
    answer.clear()
    with frame.told():
        facts = await frame.work(recipe.probe_site, project, str(name.value))
        with answer:
            for key, value in facts.items():
                shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
                ui.label(f"{key}: {shown}").classes("text-caption")


async def _run(state: State, project: Project, name: ui.input, text: PlainText) -> None:
    if not await _save(project, name, text):
        return
    with frame.told():
        run = await frame.work(state.jobs.start, project, "hidden", {"site": str(name.value)})
        ui.notify(f"{t('Run')} {run.id}", type="info")
        done = await frame.work(state.jobs.wait, project, run.id, 3600)
        if done.state == "failed":
            ui.notify(str(done.report.get("error", "")), type="negative", multi_line=True, timeout=12_000)
        else:
            ui.navigate.reload()


async def _results(project: Project) -> None:
    found: dict[str, Any] = await frame.work(project.store.results.get, "hidden")
    if not found:
        frame.empty("Describe a site, or draft the description from its search form.", "storage")
        return
    for name, report in found.items():
        with frame.card(name):
            facts = ("rows", "queries", "requests", "rounds", "limit_requests", "strategy", "seconds")
            ui.label("  ·  ".join(f"{key} {report[key]}" for key in facts if key in report)).classes("ml-quiet")
            unreachable = report.get("unreachable", [])
            ui.label(f"{t('Certificate')}: {len(unreachable)} unreachable").classes("text-weight-medium")
            picture = project.folder / "exports" / f"{name}.png"
            if picture.is_file():
                ui.label(t("Covered ranges")).classes("text-subtitle2")
                ui.image(picture).classes("w-full").style("max-width: 900px")
            if unreachable:
                ui.code(json.dumps(unreachable[:20], ensure_ascii=False, indent=1), language="json").classes("w-full")
