"""Topic: keywords with weights by hand, learned ones beside them with why (N1, N2)."""

from __future__ import annotations

from nicegui import events, ui

from motherlode.errors import UsageError
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame
from motherlode.interfaces.web.words import t
from motherlode.model.topic import Keyword
from motherlode.recipes.project import Project


async def show(state: State, project: Project) -> None:
    """The grid of keywords."""
    frame.heading("Topic", "Give keywords with weights, or learn them from the examples.")
    words = await frame.work(project.store.topics.keywords)
    rows = [_row(word) for word in words]
    with frame.card("Keywords"):
        grid = (
            ui.aggrid(
                {
                    "columnDefs": [
                        {
                            "field": "word",
                            "headerName": t("Word"),
                            "editable": True,
                            "flex": 2,
                            "checkboxSelection": True,
                        },
                        {"field": "weight", "headerName": t("Weight"), "editable": True, "flex": 1, "sort": "desc"},
                        {"field": "origin", "headerName": t("Origin"), "flex": 1},
                        {"field": "why", "headerName": t("Why"), "flex": 3, "tooltipField": "why"},
                    ],
                    "rowData": rows,
                    "rowSelection": "multiple",
                    "stopEditingWhenCellsLoseFocus": True,
                    ":getRowId": "params => params.data.key",
                }
            )
            .style("height: 420px")
            .props('data-testid="keywords"')
        )
        if not rows:
            ui.label(t("Give keywords with weights, or learn them from the examples.")).classes("ml-quiet")
        with ui.row():
            ui.button(t("Add"), icon="add", on_click=lambda: _add(grid, rows)).props('data-testid="keyword-add"')
            ui.button(t("Remove"), icon="remove", on_click=lambda: _remove(grid, rows)).props("flat").props(
                'data-testid="keyword-remove"'
            )
            ui.button(t("Save"), icon="save", on_click=lambda: _save(project, rows)).props(
                'data-testid="keyword-save"'
            )
            ui.button(
                t("Learn keywords from the examples"), icon="school", on_click=lambda: _learn(state, project)
            ).props("outline").props('data-testid="keyword-learn"')

    def changed(event: events.GenericEventArguments) -> None:
        for row in rows:
            if row["key"] == event.args["data"]["key"]:
                row.update(event.args["data"])
                row["origin"] = "user"

    grid.on("cellValueChanged", changed)


def _row(word: Keyword) -> dict[str, object]:
    return {
        "key": word.word,
        "word": word.word,
        "weight": round(word.weight, 4),
        "origin": word.origin,
        "why": word.why,
    }


def _add(grid: ui.aggrid, rows: list[dict[str, object]]) -> None:
    rows.append({"key": f"new-{len(rows)}", "word": "", "weight": 1.0, "origin": "user", "why": ""})
    grid.options["rowData"] = rows
    grid.update()


async def _remove(grid: ui.aggrid, rows: list[dict[str, object]]) -> None:
    chosen = {row["key"] for row in await grid.get_selected_rows()}
    rows[:] = [row for row in rows if row["key"] not in chosen]
    grid.options["rowData"] = rows
    grid.update()


async def _save(project: Project, rows: list[dict[str, object]]) -> None:
    with frame.told():
        words = [_keyword(row) for row in rows if str(row["word"]).strip()]
        await frame.work(project.store.topics.set_keywords, list({w.word: w for w in words}.values()))
        frame.saved()


def _keyword(row: dict[str, object]) -> Keyword:
    word = str(row["word"]).strip()
    try:
        weight = float(str(row["weight"]))
    except ValueError as error:
        raise UsageError(f"the weight of '{word}' is {row['weight']!r}; it must be a number") from error
    if weight != weight or abs(weight) > 1000:
        raise UsageError(f"the weight of '{word}' is {weight}; it must lie between -1000 and 1000")
    return Keyword(word, weight, str(row["origin"]), str(row["why"]))


async def _learn(state: State, project: Project) -> None:
    with frame.told():
        started = await frame.work(state.jobs.start, project, "learn", {})
        ui.notify(f"{t('Run')} {started.id}", type="info")
        done = await frame.work(state.jobs.wait, project, started.id, 120)
        if done.state == "failed":
            ui.notify(str(done.report.get("error", "")), type="negative", multi_line=True)
        else:
            ui.navigate.reload()
