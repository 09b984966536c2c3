"""Tables that a person can use with mouse, keyboard and thumb: rows open by a real button, phones get cards.

Facets beside them are the most frequent values of some columns, each with its number, each a filter.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any

from nicegui import background_tasks, events, ui

from motherlode.api.serving import MONTH, Filter
from motherlode.errors import MotherlodeError
from motherlode.interfaces.web import frame
from motherlode.interfaces.web.words import t
from motherlode.model.records import Region

Row = dict[str, Any]
Rows = list[Row]
Named = Sequence[tuple[str, str]]
Opened = Callable[[Row], Awaitable[None] | None]
Fetch = Callable[[int, int, str], tuple[Rows, int]]
"""(offset, limit, sort) → rows and the number of all."""

_CELL = """<q-td :props="props"><button type="button" class="ml-open"
 @click.stop="() => $parent.$emit('open', props.row)">{{ props.value }}</button></q-td>"""

_ITEM = """<div class="ml-item"><button v-if="OPENS" type="button" class="ml-open"
 @click.stop="() => $parent.$emit('open', props.row)">{{ props.cols[0].value }}</button>
<div v-else class="text-weight-medium">{{ props.cols[0].value }}</div>
<template v-for="col in props.cols.slice(1)"><div class="ml-line"
 v-if="col.name !== 'mark' && col.value !== '' && col.value !== null && col.value !== undefined">
<span>{{ col.label }}</span><span>{{ col.value }}</span></div></template></div>"""


SIZE = 25
"""Rows a page, unless somebody asks for more."""

NARROW = (
    "published", "started", "score", "relativity", "weight", "filled", "first", "last", "updated", "seen_at", "how",
)  # fmt: skip
"""Fields whose values are short and stay on one line."""


def _whole(text: str, otherwise: int) -> int:
    return int(text) if text.isdecimal() and 0 < int(text) <= 10**6 else otherwise


def columns_of(named: Named, unsorted: Sequence[str] = ()) -> Rows:
    """Columns by (field, label); the label is translated."""
    columns: Rows = [
        {"name": n, "field": n, "label": t(label), "align": "left", "sortable": n not in unsorted}
        for n, label in named
    ]
    for column in columns:
        if column["name"] in NARROW:
            column["style"] = "white-space: nowrap; width: 1%"
    return columns


def table(
    rows: Rows, named: Named, *, key: str, mark: str, opened: Opened | None = None, sort: str = "", size: int = 15
) -> ui.table:
    """Rows that are all here; `opened` is called with the row whose first cell is pressed."""
    pagination: dict[str, Any] = {"rowsPerPage": size}
    if sort:
        pagination |= {"sortBy": sort.lstrip("-"), "descending": sort.startswith("-")}
    made = ui.table(columns=columns_of(named), rows=rows, row_key=key, pagination=pagination)
    _finish(made, named, opened, mark)
    if len(rows) <= size:
        made.props("hide-pagination")
    return made


def records(region: Region, most: int, *, mark: str, size: int) -> ui.table:
    """The records of a list; what people read stands first, addresses of links and pictures last and on one line."""
    aside = [column.name for column in region.columns if column.type in ("link", "image")]
    names = [column.name for column in region.columns if column.name not in aside] + aside
    if not names:
        rows: Rows = [{"at": at, "text": " | ".join(record.texts)} for at, record in enumerate(region.records)]
        return table(rows, (("text", "Text"),), key="at", mark=mark, size=size)
    names = names[:most]
    rows = [
        {"at": at, **{f"c{n}": cell(record.fields.get(name)) for n, name in enumerate(names)}}
        for at, record in enumerate(region.records)
    ]
    long = [name for n, name in enumerate(names) if any(len(row[f"c{n}"]) > LONG for row in rows)]
    columns = _plain_columns(names, aside, long)
    made = ui.table(columns=columns, rows=rows, row_key="at", pagination={"rowsPerPage": size})
    _finish(made, [(f"c{n}", name) for n, name in enumerate(names)], None, mark)
    return made.props("hide-pagination") if len(rows) <= size else made


def _plain_columns(names: Sequence[str], aside: Sequence[str], long: Sequence[str]) -> Rows:
    """Columns of a site's own names: they are not translated, and may be called like anything."""
    return [
        {"name": f"c{n}", "field": f"c{n}", "label": name, "align": "left", "sortable": True,
         "style": ASIDE if name in aside else ROOMY if name in long else ""}
        for n, name in enumerate(names)
    ]  # fmt: skip


ASIDE = "max-width: 180px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap"
"""Addresses in a table of records: cut, they say enough."""


LONG = 60
"""Letters from which a value of a record is a text; many columns beside it would leave it one word wide."""

ROOMY = "min-width: 280px"


def cell(value: object) -> str:
    """A value of a record for people; several are counted out."""
    return "" if value is None else ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


class SliceTable:
    """A table of which the database sorts, filters and counts; the page holds one slice.

    `hidden` names columns that are there for those who choose them.
    """

    def __init__(
        self, named: Named, fetch: Fetch, *, key: str, mark: str, sort: str, empty: Callable[[], None],
        opened: Opened | None = None, unsorted: Sequence[str] = (), hidden: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.fetch, self.fallback, self.mark, self.usual = fetch, named[0][0], mark, sort
        self.named, self.hidden = named, hidden
        self.questions = 0
        order = frame.asked(f"{mark}.sort", sort)
        order = order if order.lstrip("-") in {name for name, _ in named} - set(unsorted) else sort
        self.state: dict[str, Any] = {
            "page": _whole(frame.asked(f"{mark}.page"), 1), "rowsPerPage": _whole(frame.asked(f"{mark}.size"), SIZE),
            "sortBy": order.lstrip("-"), "descending": order.startswith("-"),
            "rowsNumber": 0,  # known from the beginning: without it the browser would count what it holds
        }  # fmt: skip
        self.total = ui.label().classes("ml-quiet").props(f"data-testid={mark}-total aria-live=polite")
        self.widget = ui.table(columns=columns_of(named, unsorted), rows=[], row_key=key, pagination=dict(self.state))
        self.widget.props(':rows-per-page-options="[10,25,50,100]" binary-state-sort')
        _finish(self.widget, named, opened, mark)
        with self.widget.add_slot("no-data"):
            empty()
        self.widget.on("request", self._requested)
        wanted = [name for name in frame.asked(f"{mark}.columns").split(",") if name in dict(named)]
        self._choose(wanted or [name for name, _ in named if name not in hidden])

    def chooser(self) -> None:
        """A button with all columns, of which those that are wanted are shown; the choice stands in the address."""

        async def chosen() -> None:
            wanted = [name for name, box in boxes.items() if box.value] or [self.named[0][0]]
            usual = [name for name, _ in self.named if name not in self.hidden]
            frame.remember({f"{self.mark}.columns": "" if wanted == usual else ",".join(wanted)})
            self._choose(wanted)
            await self.load()  # a column that was not seen may not have been filled

        boxes: dict[str, ui.checkbox] = {}
        button = ui.button(t("Columns"), icon="view_column").props(f"outline data-testid={self.mark}-columns")
        with button, ui.menu(), ui.column().classes("q-pa-sm gap-0"):
            for name, label in self.named:
                box = ui.checkbox(t(label), value=name in self.columns, on_change=chosen)
                boxes[name] = box.props(f"dense data-testid={self.mark}-column-{name}").classes("q-pa-xs")

    def _choose(self, names: Sequence[str]) -> None:
        self.columns = tuple(names)
        self.widget.props["visible-columns"] = [*names, "mark"]
        self.widget.update()

    def order(self) -> str:
        """How the rows are sorted now, as the store takes it."""
        return ("-" if self.state["descending"] else "") + (self.state["sortBy"] or self.fallback)

    async def load(self, *, first: bool = False) -> None:
        """Shows the wanted slice; `first` goes back to the first page, after another filter.

        An answer that comes after a later question was asked is not shown: it may be the slower one.
        """
        self.questions = mine = self.questions + 1
        if first:
            self.state["page"] = 1
        order = self.order()
        size = int(self.state["rowsPerPage"]) or 100
        try:
            rows, total = await frame.work(self.fetch, (int(self.state["page"]) - 1) * size, size, order)
            if not rows and total and mine == self.questions:
                # The page lies behind the end: an old address, or rows that are gone.
                self.state["page"] = -(-total // size)
                rows, total = await frame.work(self.fetch, (int(self.state["page"]) - 1) * size, size, order)
        except MotherlodeError as error:
            frame.tell(error)
            return
        if mine != self.questions:
            return
        self.state["rowsNumber"] = total
        self.total.set_text(t("{n} in all").format(n=f"{total:,}"))
        frame.remember({
            f"{self.mark}.page": self.state["page"] if self.state["page"] > 1 else "",
            f"{self.mark}.size": size if size != SIZE else "",
            f"{self.mark}.sort": order if order != self.usual else "",
        })  # fmt: skip
        self.widget.pagination = dict(self.state)
        self.widget.rows = rows

    async def _requested(self, event: events.GenericEventArguments) -> None:
        new = event.args["pagination"]
        self.state.update({k: new[k] for k in ("page", "rowsPerPage", "sortBy", "descending") if k in new})
        await self.load()


def with_marks(made: ui.table, buttons: str, label: str) -> None:
    """Adds a column of buttons that say of a row's page whether it is on the topic; they emit 'mark'."""
    made.columns = [*made.columns, {"name": "mark", "field": "mark", "label": label, "align": "left"}]
    made.add_slot("body-cell-mark", f'<q-td :props="props">{buttons}</q-td>')
    made.slots["item"].template = str(made.slots["item"].template).replace(
        "</template></div>", f"</template>{buttons}</div>"
    )


def _finish(made: ui.table, named: Named, opened: Opened | None, mark: str) -> None:
    made.classes("ml-card w-full").props("wrap-cells flat").props(':grid="Quasar.Screen.lt.sm"')
    made.props["data-testid"] = mark
    made.props["rows-per-page-label"] = t("Rows a page")
    made.props["no-data-label"] = t("Nothing here yet")
    made.add_slot("item", _ITEM.replace("OPENS", "true" if opened is not None else "false"))
    if opened is not None:
        made.add_slot(f"body-cell-{named[0][0]}", _CELL)
        made.on("open", lambda event: opened(event.args))


VALUES = 8
"""Values of a column that are offered, the most frequent first."""

PATIENCE = 0.2
"""Seconds that a page waits for its counts: values that came later would push the rows from under the pointer."""

LINE = 28
"""Pixels that a line of values takes, with the gap below it."""

Count = Callable[[str], Sequence[tuple[Any, int]]]
"""column → its values with their numbers, among what the other filters leave."""


class Facets:
    """A line of values for each column; pressing one narrows the table to it, pressing it again undoes that."""

    def __init__(self, named: Mapping[str, str], mark: str, count: Count) -> None:
        self.named, self.mark, self.count = named, mark, count
        self.values = {name: frame.asked(f"{mark}.is.{name}") for name in named}
        self.questions = 0
        self.words: Mapping[str, str] = {}
        """words for values that programs read"""
        self.changed: Callable[[], Awaitable[None]] | None = None
        self.place = ui.column().classes("w-full gap-1").props(f"data-testid={mark}-facets")

    def filters(self) -> list[Filter]:
        """What is chosen, as the store takes it."""
        chosen: list[Filter] = []
        for name, value in self.values.items():
            if value and name == MONTH:
                chosen += [Filter("published", "from", value), Filter("published", "to", f"{value}-99")]
            elif value:
                chosen.append(Filter(name, "equals", value))
        return chosen

    async def load(self) -> None:
        """Counts the values anew, unless they are being counted by a later choice already."""
        self.questions = mine = self.questions + 1
        found = {name: await frame.work(self.count, name) for name in self.named}
        if mine != self.questions:
            return
        self.place.style("min-height: 0")
        self.place.clear()
        with self.place:
            for name, counted in found.items():
                if len(counted) > 1 or self.values[name]:
                    self._line(name, counted)

    def keep_room(self) -> None:
        """Keeps the place of lines that are still being counted, so that what is below hardly moves."""
        self.place.style(f"min-height: {LINE * len(self.named)}px")

    def _line(self, name: str, counted: Sequence[tuple[Any, int]]) -> None:
        with ui.row().classes("items-center w-full gap-1").props("role=group") as line:
            line.props["aria-label"] = t(self.named[name])
            ui.label(t(self.named[name])).classes("ml-quiet text-caption").style("min-width: 72px")
            for value, number in counted:
                text = str(value or "")
                if text:
                    self._value(name, text, number)

    def _value(self, name: str, value: str, number: int) -> None:
        chosen = self.values[name] == value
        made = ui.button(on_click=partial(self._pressed, name, value), color=None).props("no-caps flat")
        made.classes("ml-facet" + (" ml-chosen" if chosen else ""))
        made.props["aria-pressed"] = "true" if chosen else "false"
        made.props["data-testid"] = f"{self.mark}-{name}-{value}"
        with made:
            ui.label(self.words.get(value, value)).classes("ellipsis").style("max-width: 240px")
            ui.label(f"{number:,}").classes("q-ml-xs ml-number")

    async def _pressed(self, name: str, value: str) -> None:
        self.values[name] = "" if self.values[name] == value else value
        frame.remember({f"{self.mark}.is.{name}": self.values[name]})
        if self.changed is not None:
            await self.changed()


async def counted_soon(facets: Sequence[Facets]) -> None:
    """Counts the values while the page waits a moment; those of large projects follow when the rows are there."""
    under_way = {background_tasks.create(each.load(), name="facets"): each for each in facets}
    _, late = await asyncio.wait(under_way, timeout=PATIENCE)
    for task in late:
        under_way[task].keep_room()
