"""Facets: the most frequent values of some columns of what is shown, each with its number, each a filter."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any

from nicegui import ui

from motherlode.api.serving import MONTH, Filter
from motherlode.interfaces.web import frame
from motherlode.interfaces.web.words import t

VALUES = 8
"""Values of a column that are offered, the most frequent first."""

Count = Callable[[str], Sequence[tuple[Any, int]]]
"""column → its values with their numbers, among what the other filters leave."""


class Facets:
    """A line of values for each column; pressing one narrows the table to it, pressing it again undoes that."""

    def __init__(self, named: Mapping[str, str], mark: str, count: Count) -> None:
        self.named, self.mark, self.count = named, mark, count
        self.values = {name: frame.asked(f"{mark}.is.{name}") for name in named}
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
        """Counts the values anew."""
        found = {name: await frame.work(self.count, name) for name in self.named}
        self.place.clear()
        with self.place:
            for name, counted in found.items():
                if len(counted) > 1 or self.values[name]:
                    self._line(name, counted)

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
