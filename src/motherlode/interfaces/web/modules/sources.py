"""Sources: NewsSet and UrlSet pasted, from text, Excel or a database; with preview and validation (N1, N16)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from nicegui import events, ui

from motherlode.api import serving
from motherlode.api.serving import Addresses, OpenProject, SourceState, importing
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame, tables
from motherlode.interfaces.web.plain_text import PlainText
from motherlode.interfaces.web.words import number_of, t

SHOWN = 200
"""Refused lines of the preview; all addresses are saved."""

MAX_FILE = 64 * 1024 * 1024
NAMED = (
    ("host", "Site"), ("state", "State"), ("fetched", "Pages"), ("kept", "Articles"), ("newest", "Newest article"),
    ("rating", "Your rating"),
)  # fmt: skip

Take = Callable[[Callable[[], Addresses]], Awaitable[None]]


async def show(state: State, project: OpenProject) -> None:
    """One card for the sites to search, one for the example articles."""
    frame.heading("Sources", "Where to look, and what it should look like. Paste addresses or import them.")
    inside = state.workspace.folder if state.guarded else None
    await _card(project, serving.NEWS_SET, t("Sites to search (NewsSet)"), t("The crawl begins here."), inside)
    await _card(
        project, serving.URL_SET, t("Example articles (UrlSet)"), t("Keywords are learned from these pages."), inside
    )
    place = ui.column().classes("w-full")
    ui.timer(0.05, lambda: _states(project, place), once=True)  # the lists are there at once, the counts follow


async def _card(project: OpenProject, kind: str, title: str, help_text: str, inside: Path | None) -> None:
    known = await frame.work(project.store.topics.sources, kind)
    with frame.card(title, help_text):
        written = PlainText("\n".join(known), t("One address a line"), f"{kind}-text")
        written.field.props("data-unsaved")
        told = ui.column().classes("w-full gap-1").props(f"data-testid={kind}-preview aria-live=polite")
        _tell(told, Addresses(tuple(known)), kept=True)

        async def take(read: Callable[[], Addresses]) -> None:
            with frame.told():
                found = await frame.work(read)
                both = [*_lines(written.text), *found.urls]
                written.write("\n".join(dict.fromkeys(both)))
                _tell(told, found, kept=False)

        async def check() -> Addresses:
            return await frame.work(importing.pasted, _lines(written.text))

        async def preview() -> None:
            _tell(told, await check(), kept=False)

        async def save() -> None:
            found = await check()
            await frame.work(project.store.topics.set_sources, kind, list(found.urls))
            _tell(told, found, kept=True)
            frame.saved(number_of("{n} addresses saved", len(found.urls)))

        with ui.row().classes("items-center gap-2"):
            frame.button(t("Save"), "save", save, f"data-testid={kind}-save")
            frame.button(t("Check"), "rule", preview, f"outline data-testid={kind}-check")
            _upload(t("From text"), ".txt,.csv,.tsv", take, excel=False, mark=f"{kind}-file-text")
            _upload(t("From Excel"), ",".join(importing.EXCEL), take, excel=True, mark=f"{kind}-file-excel")
            ui.button(
                t("From a database"),
                icon="storage",
                on_click=lambda: _database(take, inside, project.params.databases),
            ).props(f"outline data-testid={kind}-database")


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _upload(label: str, accept: str, take: Take, *, excel: bool, mark: str) -> None:
    async def uploaded(event: events.UploadEventArguments) -> None:
        body = await event.file.read()
        name = event.file.name
        read = importing.from_excel if excel else importing.from_file
        await take(lambda: read(body, name))

    def refused() -> None:
        frame.failed(t("The file is larger than {n} MB or of another kind.").format(n=MAX_FILE // 2**20))

    frame.picker(label, uploaded, f"accept={accept} data-testid={mark}", MAX_FILE, on_rejected=refused)


async def _database(take: Take, inside: Path | None, allowed: Sequence[str]) -> None:
    with ui.dialog() as dialog, ui.card().classes("w-full"):
        ui.label(t("From a database")).classes("text-h6")
        url = ui.input(t("Database URL"), placeholder="postgresql://user@host/name").props("outlined dense autofocus")
        url.classes("w-full").props("data-testid=database-url")
        query = ui.textarea(t("Query"), placeholder="select url from sites").props("outlined dense").classes("w-full")
        query.props("data-testid=database-query")
        ui.label(t("The first column that holds addresses is taken; nothing is written there.")).classes(
            "ml-quiet text-caption"
        )
        with ui.row():
            ui.button(t("Import"), on_click=lambda: dialog.submit(True)).props("data-testid=database-import")
            ui.button(t("Cancel"), on_click=lambda: dialog.submit(False)).props("flat")
    if await dialog:
        waiting = ui.notification(t("Asking the database …"), spinner=True, timeout=None)
        try:
            given = (str(url.value or ""), str(query.value or ""))
            await take(lambda: importing.from_database(*given, inside=inside, allowed=allowed))
        finally:
            waiting.dismiss()


def _tell(place: ui.column, found: Addresses, *, kept: bool) -> None:
    place.clear()
    with place:
        text = t("{n} addresses, {m} refused").format(n=len(found.urls), m=len(found.refused))
        more = "" if kept else f" · {t('not saved yet')}"
        ui.label(text + more).classes("ml-quiet")
        for line in found.refused[:SHOWN]:
            ui.label(line).classes("text-negative text-caption")
        if len(found.refused) > SHOWN:
            ui.label(t("… and {n} more").format(n=len(found.refused) - SHOWN)).classes("ml-quiet text-caption")


async def _states(project: OpenProject, place: ui.column) -> None:
    """The table of sites; pressing one opens its rating."""
    with place, frame.told():
        found = await frame.work(serving.source_states, project)
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


async def _rate(project: OpenProject, source: SourceState, place: ui.column) -> None:
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
        await frame.work(serving.rate_source, project, source.host, value, str(owner.value or ""))
        frame.saved()
        await _states(project, place)
