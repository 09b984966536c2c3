"""Teaching by a click: a page is on or off the topic, a word is meant or not; what is stored is judged at once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from nicegui import events, ui

from motherlode.api.serving import MarkReport, OpenProject, keep_marks, mark_folder, refuse_change
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame
from motherlode.interfaces.web.words import t
from motherlode.model.topic import Marks

AT_ONCE = 3000
"""Stored pages that are judged anew while somebody waits; with more, the next crawl does it."""

ON, OFF = "on", "off"
BUTTONS = """<span class="ml-marks"><button v-for="side in ['on', 'off']" type="button"
 :class="{'ml-mark': true, 'ml-marked': props.row.mark === side}" :aria-pressed="String(props.row.mark === side)"
 :title="side === 'on' ? 'ON_WORDS' : 'OFF_WORDS'" :aria-label="(side === 'on' ? 'ON_WORDS' : 'OFF_WORDS') + ': ' + props.row.url"
 v-if="props.row.url" @click.stop="() => $parent.$emit('mark', {url: props.row.url, side})">{{ side === 'on' ? '✓' : '✗' }}</button></span>"""  # noqa: E501 - a template


class Teaching:
    """Marks of one project on one page: given, told what they changed, taken back."""

    def __init__(self, state: State, project: OpenProject, changed: Callable[[], Awaitable[None]]) -> None:
        self.state, self.project, self.changed = state, project, changed
        self.before: tuple[Marks, list[Any]] | None = None
        with ui.row().classes("items-center gap-3 ml-told").props("data-testid=taught aria-live=polite") as self.bar:
            self.said = ui.label()
            self.back = ui.button(t("Undo"), icon="undo", on_click=self.undo).props(
                "flat dense data-testid=undo-mark"
            )
        self.bar.set_visibility(False)

    async def marks(self) -> Marks:
        """What is marked now."""
        return await frame.work(self.project.store.topics.marks)

    def watch(self, table: ui.table) -> None:
        """Lets the buttons of a table's rows mark their page."""

        async def pressed(event: events.GenericEventArguments) -> None:
            await self.mark(str(event.args["url"]), str(event.args["side"]))

        table.on("mark", pressed)

    async def mark(self, url: str, side: str) -> None:
        """Marks a page; pressing what is marked already takes the mark back."""
        known = await self.marks()
        there = url in (known.on_topic if side == ON else known.off_topic)
        await self.say({"forget": [url]} if there else {"on_topic" if side == ON else "off_topic": [url]})

    async def say(self, said: Mapping[str, Any]) -> None:
        """Keeps marks, judges what is stored, and tells what that changed."""
        with frame.told():
            topics = self.project.store.topics
            before = (await self.marks(), await frame.work(topics.keywords))
            self.said.set_text(t("The pages are judged anew …"))
            self.bar.set_visibility(True)
            report = await self._judged(said)
            self.before = before
            self._tell(report)
            await self.changed()

    async def _judged(self, said: Mapping[str, Any]) -> MarkReport | None:
        if self.project.read_only:
            refuse_change()
        pages = await frame.work(lambda: sum(self.project.store.pages.counts().values()))
        if pages > AT_ONCE:
            await frame.work(keep_marks, self.project, **said)
            return None
        made: MarkReport = await self.state.readers.read(mark_folder, str(self.project.folder), dict(said))
        return made

    def _tell(self, report: MarkReport | None) -> None:
        if report is None:
            text = t("Kept; the next crawl judges by it, since there are many pages.")
        else:
            text = t("{n} pages judged anew: {m} came in, {k} fell out.").format(
                n=report.judged, m=len(report.came_in), k=len(report.fell_out)
            )
        self.said.set_text(text)
        self.bar.set_visibility(True)

    async def undo(self) -> None:
        """Puts marks and keywords back as they were before the last word."""
        if self.before is None:
            return
        with frame.busy(self.back):
            marks, keywords = self.before
            topics = self.project.store.topics
            await frame.work(topics.set_marks, marks)
            await frame.work(topics.set_keywords, keywords)
            self._tell(await self._judged({}))
            self.before = None
            self.bar.set_visibility(False)
            await self.changed()


def marked_rows(rows: Sequence[dict[str, Any]], marks: Marks) -> list[dict[str, Any]]:
    """Rows with the mark that their page has."""
    on, off = set(marks.on_topic), set(marks.off_topic)
    return [{**row, "mark": ON if row["url"] in on else OFF if row["url"] in off else ""} for row in rows]


def mark_buttons() -> str:
    """The two buttons of a row, for a table's slot."""
    return BUTTONS.replace("ON_WORDS", t("On the topic")).replace("OFF_WORDS", t("Off the topic"))
