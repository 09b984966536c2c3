"""Hidden databases: describe or draft from a form, probe, run, covered ranges, certificate (H)."""

from __future__ import annotations

import json
from typing import Any

from nicegui import events, ui

from motherlode.api import serving
from motherlode.api.serving import OpenProject
from motherlode.errors import MotherlodeError
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import charts, frame, tables
from motherlode.interfaces.web.plain_text import PlainText
from motherlode.interfaces.web.words import t

EVERY = 1.0
COLUMNS = 10
FACTS = ("rows", "queries", "requests", "rounds", "limit_requests", "strategy", "seconds")


async def show(state: State, project: OpenProject) -> None:
    """A description in, rows and proof out."""
    frame.heading(
        "Hidden databases",
        "Databases behind search forms: give an address, look at what is there, read it to the last row.",
    )
    await HiddenPage(state, project).build()


class HiddenPage:
    """The description that is worked on, and what was read."""

    def __init__(self, state: State, project: OpenProject) -> None:
        self.state, self.project = state, project

    async def build(self) -> None:
        """Puts everything on the page."""
        known = await frame.work(serving.hidden_sites.names, self.project)
        first = await frame.work(serving.hidden_sites.description_text, self.project, known[0]) if known else ""
        help_text = t(
            "Give the page with the search form, or the address of an API; it is asked until a description runs."
        )
        with frame.card(t("1. Where is it?"), help_text), ui.row().classes("items-center w-full gap-2"):
            self.form = ui.input(t("Address of the page with the form")).props("outlined dense data-testid=draft-url")
            self.form.classes("grow").style("min-width: 220px").on("keydown.enter", self.draft)
            self.drafter = ui.button(t("Look at it"), icon="search", on_click=self.draft).props("data-testid=draft")
        with frame.card(t("2. What is behind it"), t("What can be asked for, its limits and its first rows.")):
            with ui.row().classes("items-center gap-2"):
                self.name = ui.input(t("Name"), value=known[0] if known else "", placeholder="registry")
                self.name.props("outlined dense data-testid=site-name")
                self.known = ui.select(known, label=t("Open"), value=known[0] if known else None)
                self.known.props("outlined dense").style("min-width: 130px").on_value_change(self._load)
                self.known.set_visibility(bool(known))
                frame.button(t("Look at it again"), "troubleshoot", self.probe, "data-testid=site-probe flat")
                frame.button(t("Read it all"), "play_arrow", self.run, "data-testid=site-run")
            self.answer = ui.column().classes("w-full").props("data-testid=probe-answer aria-live=polite")
            self.progress = ui.label().classes("ml-quiet").props("data-testid=site-progress aria-live=polite")
            with ui.expansion(t("The description, for experts"), icon="code").classes("ml-card w-full") as expert:
                expert.props("data-testid=site-expert")
                self.text = PlainText(first, t("Description in TOML"), "site-description", rows=14)
                self.text.field.props("data-unsaved")
                frame.button(t("Save"), "save", self._saved, "data-testid=site-save outline")
        self.results = ui.column().classes("w-full")
        await self.show_results()
        await self._follow_what_runs()

    async def _load(self, event: events.ValueChangeEventArguments[Any]) -> None:
        with frame.told():
            self.name.set_value(event.value)
            self.text.write(await frame.work(serving.hidden_sites.description_text, self.project, str(event.value)))

    async def draft(self) -> None:
        """From an address to what is behind it: nothing has to be written."""
        with frame.busy(self.drafter):
            name = await serving.described_from(self.project, str(self.form.value or ""))
            self.text.write(await frame.work(serving.hidden_sites.description_text, self.project, name))
            self.name.set_value(name)
            await self._look(name)

    async def _saved(self) -> None:
        await self._save()
        frame.saved()

    async def _save(self) -> str:
        name = str(self.name.value or "").strip()
        await frame.work(serving.hidden_sites.keep_description, self.project, name, self.text.text)
        return name

    async def probe(self) -> None:
        """What the site shows, by the description as it stands."""
        await self._look(await self._save())

    async def _look(self, name: str) -> None:
        self.answer.clear()
        seen: serving.SiteLook = await frame.work(serving.look_at, self.project, name)
        with self.answer:
            looked_at(seen)

    async def run(self) -> None:
        """Reads it all, in a run of its own; the page shows how far it is."""
        run = await frame.work(self.state.jobs.start, self.project, "hidden", {"site": await self._save()})
        self.progress.set_text(t("Run {n} has started").format(n=run.id))
        self._follow(run.id)

    async def _follow_what_runs(self) -> None:
        """Shows a reading that was begun elsewhere: by the box on the home page, a schedule, another browser."""
        runs = await frame.work(self.state.jobs.list, self.project)
        running = next((run for run in runs if run.kind == "hidden" and run.state in serving.ACTIVE), None)
        if running is not None:
            self._follow(running.id)

    def _follow(self, number: int) -> None:
        async def look() -> None:
            try:
                now = await frame.work(self.state.jobs.get, self.project, number)
            except MotherlodeError as error:
                timer.deactivate()
                frame.tell(error)
                return
            self.progress.set_text(_progress(now.state, now.progress))
            if now.state not in serving.ACTIVE:
                timer.deactivate()
                # The last progress is older than the end; how it ended is told by the figures below.
                self.progress.set_text(t("Run {n}: {name}").format(n=number, name=t(now.state)))
                if now.state == "failed":
                    frame.failed(str(now.report.get("error", "")))
                await self.show_results()

        timer = ui.timer(EVERY, look)

    async def show_results(self) -> None:
        """What was read, the newest state."""
        with frame.told():
            found: dict[str, Any] = await frame.work(self.project.store.results.get, "hidden")
            self.results.clear()
            with self.results:
                if not found:
                    frame.empty(
                        t("Nothing was read yet. Draft or write a description, then press Read it all."), "storage"
                    )
                for name, report in found.items():
                    await self._site(name, report)

    async def _site(self, name: str, report: dict[str, Any]) -> None:
        with frame.card(f"3. {name}"):
            frame.facts({key: report[key] for key in FACTS if key in report})
            try:
                whole = await frame.work(serving.certificate_of, self.project, name)
            except MotherlodeError as error:
                ui.label(error.message).classes("text-negative")
                return
            ranges = serving.ranges_of(whole)
            _picture(ranges)
            self._certificate(name, whole, ranges)

    def _certificate(self, name: str, report: dict[str, Any], ranges: serving.CoveredRanges) -> None:
        made, holes = report["certificate"], [r for r in ranges.ranges if not r.reached]
        assumed = [one["text"] for one in made.get("assumptions", ())]
        with ui.row().classes("items-center gap-2").props("data-testid=certificate"):
            ui.icon("error" if holes else "verified", size="22px", color="negative" if holes else "positive")
            sure = t("Complete, if what is listed below holds.") if assumed else t("Certified: every row was read.")
            whole = t("{n} ranges cannot be read to the end.") if holes else sure
            ui.label(whole.format(n=len(holes))).classes("text-weight-medium")
            base = frame.api(self.project.folder.name, f"hidden/{name}")
            ui.link(t("Certificate as JSON"), f"{base}/certificate", new_tab=True)
            ui.link(t("Rows as JSON lines"), f"{base}/rows")
        said = made.get("count")
        if said is not None:
            ui.label(t("The site says {n} rows; {m} were read.").format(n=f"{said:,}", m=f"{made['rows']:,}"))
        for line in assumed:
            ui.label(f"{t('Assumed')}: {line}").classes("ml-quiet text-caption")
        with ui.expansion(t("Covered ranges as a table")).classes("ml-card w-full"):
            rows = [
                {"at": at, "range": f"{r.low} – {r.high}", "rows": r.rows,
                 "state": t("read") if r.reached else f"{t('not reached')}: {r.reason}"}
                for at, r in enumerate(ranges.ranges)
            ]  # fmt: skip
            named = (("range", "Range"), ("rows", "Rows"), ("state", "State"))
            tables.table(rows, named, key="at", mark="ranges", size=20)


def looked_at(seen: serving.SiteLook) -> None:
    """What a database shows before it is read: its limits, what can be asked for, its first rows."""
    frame.facts(
        {
            "rows it says it has": t("it does not say") if seen.count is None else seen.count,
            "rows a query at the most": seen.most, "rows a page": seen.page, "requests": seen.requests,
        }
    )  # fmt: skip
    ui.label(t("What can be asked for")).classes("text-subtitle2")
    for line in seen.attributes:
        ui.label(line).classes("text-caption")
    for line in seen.notes:
        ui.label(line).classes("text-caption text-negative")
    _samples(seen)


def _samples(seen: serving.SiteLook) -> None:
    """The first rows, as the site shows them."""
    columns = list(dict.fromkeys(name for row in seen.samples for name in row))[:COLUMNS]
    if not columns:
        return
    ui.label(t("First rows")).classes("text-subtitle2")
    rows = [
        {"at": at, **{name: frame.short(row.get(name)) for name in columns}} for at, row in enumerate(seen.samples)
    ]
    tables.table(rows, [(name, name) for name in columns], key="at", mark="samples", size=10)


def _progress(state: str, progress: Any) -> str:
    done, facts = progress.get("done", 0), progress.get("facts", {})
    shown = "  ·  ".join(f"{t(k)} {frame.short(v)}" for k, v in facts.items() if not isinstance(v, (dict, list)))
    return f"{t(state)}  {progress.get('label', '')} {done:,}  {shown}"


def _picture(ranges: serving.CoveredRanges) -> None:
    """Each query as wide as its span and as high as its rows; the line is what a query shows at the most."""
    if not ranges.ranges:
        return
    ui.label(f"{t('Covered ranges')}: {ranges.attribute}").classes("text-caption text-weight-medium")
    last = max(ranges.ranges, key=lambda r: r.end)
    ticks = {r.start: r.low for r in ranges.ranges} | {last.end + 1: last.high}
    highest = max(ranges.k, *(r.rows for r in ranges.ranges))
    draw = """(params, api) => { const a = api.coord([api.value(0), api.value(2)]), b = api.coord([api.value(1), 0]);
      return {type: 'rect', shape: {x: a[0], y: a[1], width: Math.max(1, b[0] - a[0] - 1), height: b[1] - a[1]},
              style: api.style()}; }"""
    data = [
        {"value": [r.start, r.end + 1, r.rows], "name": f"{r.low} – {r.high}: {r.rows:,}",
         "itemStyle": {"color": charts.COLOURS[0] if r.reached else "#c0392b"}}
        for r in ranges.ranges
    ]  # fmt: skip
    most = t("at most {n} rows a query").format(n=f"{ranges.k:,}")
    options: dict[str, Any] = {
        "grid": {"left": 12, "right": 44, "top": 34, "bottom": 12, "containLabel": True},
        "tooltip": {"formatter": "{b}", "confine": True},
        "xAxis": charts.axis(
            "value", min=ranges.ranges[0].start, max=last.end + 1,
            label={":formatter": _names(ticks), "customValues": sorted(ticks), "hideOverlap": True},
        ),
        "yAxis": charts.axis("value", name=t("Rows"), max=round(highest * 1.08)),
        "series": [{
            "type": "custom", ":renderItem": draw, "data": data, "encode": {"x": [0, 1], "y": 2},
            "markLine": {"silent": True, "symbol": "none", "data": [{"yAxis": ranges.k}],
                         "label": {"formatter": most, "position": "insideEndTop", "color": charts.INK},
                         "lineStyle": {"color": charts.COLOURS[1]}},
        }],
    }  # fmt: skip
    ui.echart(options).classes("w-full").style("height: 260px").props("data-testid=ranges-picture")


def _names(ticks: dict[int, str]) -> str:
    """A JavaScript function from a step to the words at which a range begins."""
    return f"value => (new Map({json.dumps(sorted(ticks.items()))})).get(value) ?? ''"
