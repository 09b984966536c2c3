"""Topic: keywords with weights by hand, learned ones beside them with why (N1, N2)."""

from __future__ import annotations

from typing import Any

from nicegui import events, ui

from motherlode.api.serving import OpenProject, ProfileWord, importing, topic_profile
from motherlode.errors import UsageError
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame
from motherlode.interfaces.web.teaching import Teaching
from motherlode.interfaces.web.words import number_of, t
from motherlode.model.topic import Keyword

Rows = list[dict[str, Any]]
NEW = {"word": "", "weight": 1.0, "origin": "user", "why": ""}
LARGEST = 1000.0
"""Weights beyond this drown every other word."""

HEAVY = 3.0
"""Weight of a word that is said to be meant: three times that of a plain keyword."""


async def show(state: State, project: OpenProject) -> None:
    """The grid of keywords."""
    frame.heading("Topic", "Give keywords with weights, or learn them from the examples.")
    rows = [_row(word) for word in await frame.work(project.store.topics.keywords)]
    with frame.card(t("Keywords"), t("Press a cell twice, or Enter, to change it; weights from 0 to 1000.")):
        grid = _grid(rows)

        def add() -> None:
            rows.append({"key": f"new-{len(rows)}-{id(rows)}", **NEW, "from": t("you")})
            _put(grid, rows)

        async def remove() -> None:
            chosen = {row["key"] for row in await grid.get_selected_rows()}
            rows[:] = [row for row in rows if row["key"] not in chosen]
            _put(grid, rows)

        async def save() -> None:
            words = [_keyword(row) for row in rows if str(row["word"]).strip()]
            await frame.work(project.store.topics.set_keywords, list({w.word: w for w in words}.values()))
            frame.saved(number_of("{n} keywords saved", len(words)))

        async def learn() -> None:
            await frame.finished(state, project, "learn", 120)

        with ui.row().classes("items-center gap-2"):
            frame.button(t("Save"), "save", save, "data-testid=keyword-save")
            ui.button(t("Add"), icon="add", on_click=add).props("outline data-testid=keyword-add")
            ui.button(t("Remove"), icon="remove", on_click=remove).props("outline data-testid=keyword-remove")
            _upload(grid, rows)
            frame.button(t("Learn from the examples"), "school", learn, "outline data-testid=keyword-learn")

    def changed(event: events.GenericEventArguments) -> None:
        for row in rows:
            if row["key"] == event.args["data"]["key"]:
                row.update(event.args["data"])
                row["origin"], row["from"] = "user", t("you")
                with frame.told():
                    _keyword(row)

    grid.on("cellValueChanged", changed)
    await _profile(state, project)


def _grid(rows: Rows) -> ui.aggrid:
    empty = t("No keywords yet: add some, or learn them from the example articles.")
    options: dict[str, Any] = {
        "columnDefs": [
            {"field": "word", "headerName": t("Word"), "editable": True, "flex": 2, "minWidth": 130},
            {"field": "weight", "headerName": t("Weight"), "editable": True, "flex": 1, "minWidth": 90},
            {"field": "from", "headerName": t("Given by"), "flex": 1, "minWidth": 100},
            {"field": "why", "headerName": t("Why"), "flex": 3, "minWidth": 220, "tooltipField": "why"},
        ],
        "rowData": _ordered(rows),
        "rowSelection": {"mode": "multiRow", "checkboxes": True, "headerCheckbox": True},
        "stopEditingWhenCellsLoseFocus": True,
        "localeText": {"noRowsToShow": empty},
        ":getRowId": "params => params.data.key",
    }
    return ui.aggrid(options).style("height: 420px").props("data-testid=keywords data-unsaved")


def _ordered(rows: Rows) -> Rows:
    """New words first, where they are written; then by weight."""
    return sorted(rows, key=lambda row: (bool(row["word"]), -_number(row["weight"])))


def _number(value: object) -> float:
    try:
        return float(str(value))
    except ValueError:
        return LARGEST + 1  # a wrong weight stands on top, where it is seen


def _put(grid: ui.aggrid, rows: Rows) -> None:
    grid.options["rowData"] = _ordered(rows)
    grid.update()


def _row(word: Keyword) -> dict[str, Any]:
    learned = word.origin == "learned"
    return {
        "key": word.word, "word": word.word, "weight": round(word.weight, 4), "origin": word.origin,
        "from": t("learned") if learned else t("you"), "why": word.why,
    }  # fmt: skip


def _keyword(row: dict[str, Any]) -> Keyword:
    word = str(row["word"] or "").strip()
    try:
        weight = float(str(row["weight"]))
    except ValueError as error:
        raise UsageError(
            t("the weight of '{word}' is '{weight}'; it must be a number").format(word=word, weight=row["weight"])
        ) from error
    if not 0 <= weight <= LARGEST:
        raise UsageError(
            t("the weight of '{word}' is {weight}; it must lie between 0 and 1000").format(
                word=word, weight=row["weight"]
            )
        )
    return Keyword(word, weight, str(row["origin"]), str(row["why"] or ""))


def _upload(grid: ui.aggrid, rows: Rows) -> None:
    async def uploaded(event: events.UploadEventArguments) -> None:
        body, name = await event.file.read(), event.file.name
        with frame.told():
            found = await frame.work(importing.keywords_from_file, body, name)
            known = {str(row["word"]): row for row in rows} | {word.word: _row(word) for word in found.words}
            rows[:] = list(known.values())
            _put(grid, rows)
            text = t("{n} keywords read, {m} lines refused").format(n=len(found.words), m=len(found.refused))
            ui.notify("\n".join([text, *found.refused[:5]]), type="info", multi_line=True)

    props = "accept=.txt,.csv,.tsv,.xlsx,.xls,.ods data-testid=keyword-file"
    frame.picker(t("From a file"), uploaded, props, 16 * 1024 * 1024)


async def _profile(state: State, project: OpenProject) -> None:
    """The words that keep pages, and the words that were struck out."""
    text = t("The words that keep pages now. Say which are meant and which are not; the pages are judged at once.")
    with frame.card(t("What the topic is made of"), text):
        place = ui.column().classes("w-full gap-1").props("data-testid=profile")

        async def refresh() -> None:
            found = await frame.work(topic_profile, project)
            struck = (await teaching.marks()).unwanted
            place.clear()
            with place:
                if not found:
                    frame.empty(t("Nothing is kept yet: crawl first."), "label_off")
                for word in found:
                    _word(word, teaching)
                _struck(struck, teaching)

        teaching = Teaching(state, project, refresh)
        await refresh()


def _word(word: ProfileWord, teaching: Teaching) -> None:
    with ui.row().classes("items-center w-full no-wrap gap-3"):
        ui.label(word.word).style("flex: 0 0 150px; overflow-wrap: anywhere").classes("text-weight-medium")
        bar = ui.linear_progress(value=min(1.0, word.share * 5), show_value=False).props("rounded size=8px")
        bar.style("flex: 1 1 80px; max-width: 260px").props["aria-label"] = word.word
        ui.label(number_of("{n} pages", word.pages)).classes("ml-quiet text-caption").style("flex: 0 0 84px")
        more = ui.button(icon="add", on_click=lambda: teaching.say({"words": {word.word: HEAVY}}))
        more.props(f'flat round dense data-testid="weigh-{word.word}"')
        more.props["aria-label"] = f"{t('Weigh more')}: {word.word}"
        less = ui.button(icon="close", on_click=lambda: teaching.say({"unwanted": [word.word]}))
        less.props(f'flat round dense data-testid="strike-{word.word}"')
        less.props["aria-label"] = f"{t('Not meant')}: {word.word}"


def _struck(words: tuple[str, ...], teaching: Teaching) -> None:
    if not words:
        return
    ui.label(t("Not meant")).classes("ml-quiet text-caption")
    with ui.row().classes("gap-2").props("data-testid=struck"):
        for each in words:
            ui.button(each, icon="undo", on_click=lambda each=each: teaching.say({"forget": [each]})).props(
                "outline dense no-caps padding='2px 10px'"
            )
