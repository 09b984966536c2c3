"""Several sources as one table: chosen, joined under a schema, every pair seen, a merge undone, exported (E9)."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from nicegui import events, ui

from motherlode.api.serving import FORMATS, OpenProject, joining, refuse_change
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame, tables
from motherlode.interfaces.web.words import t

COLUMNS = 7
"""Attributes that the table shows, those that most rows have; the file has all."""

NESTED = ("id", "sources", "records", "claims", "other")
SAY = """<q-td :props="props"><span class="ml-marks"><button v-for="word in ['one', 'two']" type="button"
 :class="{'ml-word': true, 'ml-marked': props.row.word === word}" :aria-pressed="String(props.row.word === word)"
 @click.stop="() => $parent.$emit('say', {at: props.row.at, word})">{{ word === 'one' ? 'ONE' : 'TWO' }}</button>
 </span></q-td>"""


def _why(reasons: str) -> str:
    """What the two records have in common and what not; how rare pairs are in general is left to the file."""
    return "; ".join(each for each in reasons.split("; ") if not each.startswith("any pair"))


class JoinedCard:
    """What is joined under one schema, and the buttons that join more."""

    def __init__(self, state: State, project: OpenProject) -> None:
        self.state, self.project = state, project
        self.made = joining.JoinedTable([], [], [])

    async def build(self, sources: list[str]) -> None:
        """Puts the card on the page."""
        names = await frame.work(joining.schema_names, self.project)
        done = await frame.work(joining.joined_schemas, self.project)
        wanted = frame.asked("joined", done[0] if done else "")
        help_text = t("Choose a schema and the sources; records that are one thing become one row.")
        with frame.card(t("One table of several sources"), help_text):
            with ui.row().classes("items-center w-full gap-2"):
                self.schema = ui.select(names, label=t("Schema"), value=wanted if wanted in names else None)
                self.schema.props("outlined dense data-testid=join-schema").style("min-width: 170px")
                self.sources = ui.select(sources, label=t("Sources"), value=list(sources), multiple=True)
                self.sources.props("outlined dense use-chips data-testid=join-sources").classes("grow")
                self.sources.style("min-width: 220px")
                self.button = ui.button(t("Join"), icon="merge", on_click=self.join).props("data-testid=join")
            self.place = ui.column().classes("w-full").props("data-testid=joined aria-live=polite")
        self.schema.on_value_change(self.show)
        ui.timer(0.1, self.show, once=True)

    async def join(self) -> None:
        """Joins the chosen sources; what was joined before under the schema stays in the table."""
        with frame.busy(self.button):
            if self.project.read_only:
                refuse_change()
            if not self.schema.value:
                frame.failed(t("Choose a schema first."))
                return
            folder, schema = str(self.project.folder), str(self.schema.value)
            self.made = await self.state.readers.read(
                joining.join_kept, folder, schema, list(self.sources.value or ())
            )
            self._draw()

    async def show(self) -> None:
        """What is joined under the chosen schema already."""
        if not self.schema.value:
            return
        with frame.told():
            frame.remember({"joined": self.schema.value})
            self.made = await self.state.readers.read(
                joining.joined, str(self.project.folder), str(self.schema.value)
            )
            self._draw()

    def _draw(self) -> None:
        self.place.clear()
        with self.place:
            if not self.made.rows:
                ui.label(t("Nothing is joined under this schema yet.")).classes("ml-quiet")
                return
            merged = sum(len(row["records"]) > 1 for row in self.made.rows)
            records = sum(len(row["records"]) for row in self.made.rows)
            said = t("{n} records are {m} things; {k} of them stand in several places.")
            with ui.row().classes("items-center w-full gap-3"):
                ui.label(said.format(n=f"{records:,}", m=f"{len(self.made.rows):,}", k=f"{merged:,}")).props(
                    "data-testid=joined-total"
                )
                base = frame.api(self.project.folder.name, "joined/file")
                schema = str(self.schema.value)
                frame.exports(
                    FORMATS, "joined", lambda name: f"{base}?{urlencode({'schema': schema, 'format': name})}"
                )
            self._table()
            self._pairs()

    def _table(self) -> None:
        rows = self.made.rows
        filled = {name: sum(bool(row.get(name)) for row in rows) for name in self.made.columns if name not in NESTED}
        most = sorted((name for name in filled if filled[name]), key=lambda name: -filled[name])[:COLUMNS]
        shown = [name for name in self.made.columns if name in most]
        made = [
            {"at": at, **{name: tables.cell(row.get(name)) for name in shown}, "from": ", ".join(row["sources"])}
            for at, row in sorted(enumerate(rows), key=lambda each: -len(each[1]["records"]))
        ]
        named = [*((name, name.replace("_", " ")) for name in shown), ("from", "Sources")]
        tables.table(made, named, key="at", mark="joined-table", size=10, opened=self._thing)

    def _thing(self, row: dict[str, Any]) -> None:
        """Every value of a thing with the sources that say so."""
        thing = self.made.rows[int(row["at"])]
        claims = [
            {"at": f"{name} {at}", "name": name.replace("_", " "), "value": each["value"],
             "sources": ", ".join(each["sources"]), "raw": each.get("raw", "")}
            for name, several in {**thing["claims"], **thing["other"]}.items()
            for at, each in enumerate(several)
        ]  # fmt: skip
        with frame.dialog(str(next((row[name] for name in row if name != "at"), ""))):
            named = (("name", "Attribute"), ("value", "Value"), ("sources", "Said by"), ("raw", "As written"))
            tables.table(claims, named, key="at", mark="joined-claims", size=20)

    def _pairs(self) -> None:
        """Pairs of records: those that a person spoke of, those that are least sure, then the others."""
        rows = [
            {"at": at, "first": pair["first_called"], "second": pair["second_called"],
             "where": f"{pair['first'][0]} / {pair['second'][0]}", "word": pair["said"],
             "state": t("one row") if pair["joined"] else t("two rows"), "why": _why(pair["why"]),
             "probability": "" if pair["probability"] is None else f"{pair['probability']:.2f}"}
            for at, pair in enumerate(self.made.pairs)
        ]  # fmt: skip
        if not rows:
            return
        named = (
            ("first", "Record"), ("second", "The other record"), ("where", "Sources"), ("state", "Now"),
            ("probability", "Probability"), ("why", "Why"),
        )  # fmt: skip
        with ui.expansion(t("Pairs that were weighed"), icon="compare", value=False).classes("ml-card w-full") as box:
            box.props("data-testid=joined-pairs")
            ui.label(
                t("Say where two records are one thing or two; a merge that was wrong is undone by it.")
            ).classes("ml-quiet text-caption")
            made = tables.table(rows, named, key="at", mark="pairs", size=10)
            made.columns = [*made.columns, {"name": "say", "field": "word", "label": t("You say"), "align": "left"}]
            buttons = SAY.replace("ONE", t("one thing")).replace("TWO", t("two things"))
            made.add_slot("body-cell-say", buttons)
            inner = buttons.removeprefix('<q-td :props="props">').removesuffix("</q-td>")
            made.slots["item"].template = str(made.slots["item"].template).replace(
                "</template></div>", f"</template>{inner}</div>"
            )
            made.on("say", self._said)

    async def _said(self, event: events.GenericEventArguments) -> None:
        """Keeps a word on a pair, or takes it back where it was pressed again, and joins anew."""
        pair, word = self.made.pairs[int(event.args["at"])], str(event.args["word"])
        same = None if pair["said"] == word else word == "one"
        with frame.told():
            await frame.work(
                joining.decide, self.project, str(self.schema.value), pair["first"], pair["second"], same
            )
            frame.saved(t("Taken back") if same is None else t("Saved"))
            await self.show()
