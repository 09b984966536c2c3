"""Asking the network: questions that its own relationships suggest, beside the language, which completes itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from nicegui import events, ui

from motherlode.api.serving import Network, NetworkAnswer, Pattern
from motherlode.interfaces.web import frame, tables
from motherlode.interfaces.web.words import number_of, t

EXAMPLE = "QUERY University ?u /contain+ Department ?d CONSTRUCT { university: ?u.name, department: ?d.name }"
ANSWERS = 1000
OFFERED = 8
KEYWORDS = (
    "QUERY", "WHERE", "CONSTRUCT", "ORDER BY", "LIMIT", "COUNT", "EXISTS", "CONTAINS", "STARTS", "AND", "OR", "NOT",
    "PATH", "TO", "EXPLAIN", "INSERT", "CREATE", "contain", "context", "name",
)  # fmt: skip
BEGUN = re.compile(r"(?<![\w\-])[\w\-]+$")
PLAIN = re.compile(r"[A-Za-z_]\w*")
EXAMPLES = {
    "Who is in which department, with e-mail": (
        "QUERY Department ?d /Faculty Person ?p WHERE EXISTS ?p.email "
        "CONSTRUCT { department: ?d.name, person: ?p.name, email: ?p.email }"
    ),
    "How many professors each university has": (
        "QUERY University ?u /contain+ Department ?d /Professor ?p "
        "CONSTRUCT { university: ?u.name, professors: COUNT(?p) }"
    ),
    "What a university contains, to the last level": EXAMPLE,
    "How a question is answered, step by step": "EXPLAIN QUERY University ?u /contain+ Department ?d",
}


def word(name: str) -> str:
    """A name as the language writes it: in backticks where it is more than one word.

    >>> word("Faculty"), word("Assistant Professor")
    ('Faculty', '`Assistant Professor`')
    """
    return name if PLAIN.fullmatch(name) else f"`{name.replace('`', '')}`"


def question(pattern: Pattern, within: str = "") -> str:
    """The query that a pattern means; `within` is a part of the name of the thing that is asked about.

    >>> question(Pattern("Lab", "runs", "", "Project", 3), "Law")
    'QUERY Lab ?a /runs Project ?b WHERE ?a.name CONTAINS "Law" CONSTRUCT { lab: ?a.name, project: ?b.name }'
    """
    way = pattern.role or pattern.relation
    labels = [re.sub(r"\W+", "_", name).strip("_").lower() or "thing" for name in (pattern.subject, pattern.object)]
    if labels[0] == labels[1]:
        labels = [f"{labels[0]}_1", f"{labels[1]}_2"]
    where = ' WHERE ?a.name CONTAINS "' + within.replace('"', "") + '"' if within else ""
    return (
        f"QUERY {word(pattern.subject)} ?a /{word(way)} {word(pattern.object)} ?b{where} "
        f"CONSTRUCT {{ {labels[0]}: ?a.name, {labels[1]}: ?b.name }}"
    )


async def show(network: Network) -> None:
    """The guided questions, the language, and the answer below both."""
    known = await frame.work(network.patterns)
    names = await frame.work(network.classes)
    page = Asking(network, sorted({*names, *KEYWORDS, *(p.role or p.relation for p in known)}, key=str.lower))
    if known:
        page.guided(known)
    page.language()


class Asking:
    """One question field, whoever writes into it, and one answer."""

    text: ui.textarea

    def __init__(self, network: Network, words: Sequence[str]) -> None:
        self.network, self.words = network, words

    def guided(self, known: Sequence[Pattern]) -> None:
        """A sentence made of choices: what is asked for, and in what."""
        sentences = {at: f"{_sentence(pattern)}  ({pattern.number:,})" for at, pattern in enumerate(known)}

        async def ask() -> None:
            self.text.set_value(question(known[int(chosen.value)], str(within.value or "").strip()))
            await self.ask()

        help_text = t("Choose a question; it is written in the network's language below, to be changed there.")
        with frame.card(t("Guided questions"), help_text), ui.row().classes("items-center w-full gap-2"):
            chosen = ui.select(sentences, value=0, label=t("Question")).props("outlined dense data-testid=guided")
            chosen.classes("grow").style("min-width: 240px")
            within = ui.input(t("In (a part of the name)")).props("outlined dense clearable data-testid=guided-in")
            within.on("keydown.enter", ask)
            self.guide = ui.button(t("Ask"), icon="search", on_click=ask).props("data-testid=guided-ask")

    def language(self) -> None:
        """The network's language, with examples to begin from and words that complete what is begun."""
        with frame.card(t("Ask"), t("CREATE, INSERT and QUERY in the network's language; Ctrl+Enter asks.")):
            with ui.row().classes("gap-2"):
                for title, text in EXAMPLES.items():
                    ui.button(t(title), on_click=lambda text=text: self.text.set_value(text)).props(
                        "flat dense no-caps size=sm"
                    )
            self.text = ui.textarea(value=EXAMPLE).props("outlined autogrow debounce=200 data-testid=query")
            self.text.classes("w-full ml-mono").props["aria-label"] = t("Query")
            self.offered = ui.row().classes("gap-1").props("data-testid=completions aria-live=polite")
            self.text.on("keydown.ctrl.enter", self._entered, js_handler="(event) => emit(event.target.value)")
            self.text.on_value_change(self._complete)
            self.button = ui.button(t("Ask"), icon="search", on_click=self.ask).props("data-testid=ask")
            self.answer = ui.column().classes("w-full").props("data-testid=answers aria-live=polite")

    async def _entered(self, event: events.GenericEventArguments) -> None:
        """Takes the text as it stands: what was typed last may not have been sent yet."""
        self.text.set_value(str(event.args or ""))
        await self.ask()

    async def ask(self) -> None:
        """Runs what stands in the field."""
        with frame.busy(self.button):
            self.answer.clear()
            found = await frame.work(self.network.run, str(self.text.value))
            with self.answer:
                for each in found:
                    _table(each)
                if not found:
                    ui.label(t("Done; reload the page to see the network anew.")).classes("ml-quiet")

    def _complete(self) -> None:
        """Offers the words that go on from what was begun at the end of the text."""
        text = str(self.text.value or "")
        begun = BEGUN.search(text)
        self.offered.clear()
        if begun is None or len(begun.group()) < 2:
            return
        start = begun.group().lower()
        fitting = [each for each in self.words if each.lower().startswith(start) and each.lower() != start]
        with self.offered:
            for each in fitting[:OFFERED]:
                whole = text[: begun.start()] + word(each) + " " if each not in KEYWORDS else None
                whole = whole or text[: begun.start()] + each + " "
                ui.button(each, on_click=lambda whole=whole: self.text.set_value(whole)).props(
                    "outline dense no-caps size=sm"
                )


def _sentence(pattern: Pattern) -> str:
    if pattern.role:
        text = t("Who is {name} in which {what}?")
        return text.format(name=pattern.role, what=pattern.subject)
    text = t("Which {name} has each {what}?")
    return text.format(name=pattern.object, what=pattern.subject)


def _table(answer: NetworkAnswer) -> None:
    rows: list[dict[str, Any]] = [
        {"key": at, **{c: ", ".join(map(str, v)) if isinstance(v, (list, tuple)) else v for c, v in row.items()}}
        for at, row in enumerate(answer[:ANSWERS])
    ]
    ui.label(number_of("{n} answers", len(answer))).classes("ml-quiet text-caption")
    tables.table(rows, [(c, c) for c in answer.columns], key="key", mark="answer", size=10)
