"""The topic as the kept pages show it: words to weigh more or to strike out, with the pages judged anew at once."""

from __future__ import annotations

from nicegui import ui

from motherlode.app.project import Project
from motherlode.app.topic_profile import ProfileWord, topic_profile
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame
from motherlode.interfaces.web.teaching import Teaching
from motherlode.interfaces.web.words import t

HEAVY = 3.0
"""Weight of a word that is said to be meant: three times that of a plain keyword."""


async def show_profile(state: State, project: Project) -> None:
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
        ui.label(t("{n} pages").format(n=f"{word.pages:,}")).classes("ml-quiet text-caption").style("flex: 0 0 84px")
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
