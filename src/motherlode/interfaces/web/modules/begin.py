"""One box to begin with: a topic in words, an address, or a page; what it is taken for is said and tried."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field
from typing import Any

from nicegui import ui

from motherlode.app.reading import article_of_page, fetch_page, people_of_page
from motherlode.app.records_project import FoundRecords, find_records
from motherlode.errors import MotherlodeError, UsageError
from motherlode.extract.article import NewsParams
from motherlode.extract.people import PeopleParams
from motherlode.extract.records import RecordParams
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame, tables
from motherlode.interfaces.web.words import t
from motherlode.model.topic import Keyword
from motherlode.store.topics import NEWS_SET
from motherlode.text.urls import canonical

TRIED_PAGES = 30
"""Pages of a first try: enough to see whether the topic is understood, fetched in seconds."""

ADDRESS = re.compile(
    r"(?:https?://|www\.)\S{1,2000}|[\w\-]{1,63}(?:\.[\w\-]{1,63}){0,5}\.[a-z]{2,24}(?:[:/]\S{0,2000})?",
    re.IGNORECASE,
)
WEIGHTED = re.compile(r"(.{1,200}):(\d{1,9}(?:\.\d{1,9})?)")
FORM = re.compile(r"<form\b", re.IGNORECASE)
SURE = 0.5
"""Score of a list from which it is shown before the article."""

CELLS = 8
ROWS = 10


@dataclass(frozen=True, slots=True)
class Given:
    """What somebody wrote into the box, and what it was taken for."""

    kind: str
    """page (HTML), address, or topic"""
    text: str = ""
    addresses: tuple[str, ...] = ()
    keywords: tuple[tuple[str, float], ...] = field(default=())


def understood(text: str) -> Given:
    """What the text in the box means: HTML, one address, or words of a topic with the addresses to begin at.

    >>> understood("flood:2 dam https://news.example/").keywords
    (('flood', 2.0), ('dam', 1.0))
    """
    text = text.strip()
    if text.startswith("<"):
        return Given("page", text)
    addresses = tuple(match.group() for match in ADDRESS.finditer(text))
    words = [each for each in re.split(r"[\s,;，；、]+", ADDRESS.sub(" ", text)) if each]
    if not words and len(addresses) == 1:
        return Given("address", addresses=addresses)
    weighted = [(m.group(1), float(m.group(2))) if (m := WEIGHTED.fullmatch(word)) else (word, 1.0) for word in words]
    return Given("topic", text, addresses, tuple(weighted))


async def show(state: State) -> None:
    """The box, and below it what a first try gave."""

    async def begin() -> None:
        with frame.busy(button):
            given = understood(str(box.value or ""))
            result.clear()
            with result:
                if given.kind == "topic":
                    await _topic(state, given)
                else:
                    await _page(state, given)

    help_text = t("A topic in words with the sites to look at, an address, or the HTML of a page.")
    with frame.card(t("What do you want to know?"), help_text), ui.row().classes("items-center w-full gap-2"):
        box = ui.textarea(placeholder=t("flood dam evacuation  https://news.example/")).props(
            "outlined autogrow rows=1"
        )
        box.props("data-testid=begin-box input-style='max-height: 200px'").classes("grow").style("min-width: 220px")
        box.props["aria-label"] = t("What do you want to know?")
        box.on("keydown.enter.prevent", begin)
        button = ui.button(t("Try"), icon="bolt", on_click=begin).props("data-testid=begin-try")
    result = ui.column().classes("w-full").props("data-testid=begin-result aria-live=polite")


async def _topic(state: State, given: Given) -> None:
    if not given.keywords and not given.addresses:
        raise UsageError(t("Write a topic in words, an address, or paste a page."))
    if not given.addresses:
        frame.empty(
            t("This is a topic. Add addresses of sites to look at: no search engine stands behind this box."),
            "travel_explore",
        )
        return
    if state.workspace.single:
        raise UsageError(t("This server shows one project; serve a folder of projects to begin new ones here."))
    words = [word for word, _ in given.keywords]
    name = await frame.work(_new_name, state, " ".join(words[:4]) or given.addresses[0])
    project = await frame.work(state.workspace.create, name)
    addresses = [canonical(address) for address in given.addresses]
    await frame.work(project.store.topics.set_sources, NEWS_SET, addresses)
    await frame.work(project.store.topics.set_keywords, [Keyword(word, weight) for word, weight in given.keywords])
    run = await frame.work(state.jobs.start, project, "crawl", {"max_pages": TRIED_PAGES})
    ui.navigate.to(f"{frame.address(name, 'run')}?run={run.id}")


def _new_name(state: State, wanted: str) -> str:
    """A name for a project that is not taken."""
    base = re.sub(r"[^\w \-]+", " ", wanted).strip()[:48].strip() or "topic"
    taken = set(state.workspace.names())
    return next(name for n in range(1, 10_000) if (name := base if n == 1 else f"{base} {n}") not in taken)


async def _page(state: State, given: Given) -> None:
    url, text = "", given.text
    if given.kind == "address":
        fetched = await fetch_page(given.addresses[0])
        text, url = fetched.text, fetched.url
    body = text.encode("utf-8", "replace")
    article = await state.readers.read(article_of_page, text, url, NewsParams())
    found: FoundRecords = await state.readers.read(
        find_records, body, "text/html; charset=utf-8", url or "given", RecordParams()
    )
    people = await _people(state, text, url)
    sure = bool(found.regions) and found.regions[0].score >= SURE and len(article["content"]) < 1500
    taken = (
        "a list of people" if people else "a list of records" if sure else "an article" if article["content"] else ""
    )
    if not taken and found.regions:
        taken, sure = "a list of records", True
    ui.label(t("Taken for {what}.").format(what=t(taken or "a page without an article or a list"))).classes(
        "text-weight-medium"
    ).props("data-testid=begin-taken")
    if people:
        rows = [
            {"at": at, **{k: person.get(k) or "" for k in ("name", "title", "email")}}
            for at, person in enumerate(people)
        ]
        tables.table(rows, (("name", "Name"), ("title", "Title"), ("email", "E-mail")), key="at", mark="begin-people")
    elif sure:
        _list(found)
    elif article["content"]:
        _article(article)
    if FORM.search(text) and url:
        ui.label(t("This page has a form; Hidden databases can read what is behind it.")).classes("ml-quiet")
    kind = "people" if people else "records" if sure else "article"
    _ways_on(kind, url)


async def _people(state: State, text: str, url: str) -> list[dict[str, Any]]:
    try:
        found: list[dict[str, Any]] = await state.readers.read(people_of_page, text, url, PeopleParams())
    except MotherlodeError:
        return []
    titled = [person for person in found if person.get("title")]
    return found if len(titled) >= 3 and len(titled) * 2 >= len(found) else []


def _list(found: FoundRecords) -> None:
    region = found.regions[0]
    ui.label(t("{n} records").format(n=len(region.records))).classes("text-subtitle1")
    names = [column.name for column in region.columns][:CELLS]
    rows: list[dict[str, Any]] = [
        {"at": at, **{name: frame.short(record.fields.get(name)) for name in names}}
        for at, record in enumerate(region.records)
    ]
    if names:
        tables.table(rows, [(name, name) for name in names], key="at", mark="begin-records", size=ROWS)
    else:
        rows = [{"at": at, "text": " | ".join(record.texts)} for at, record in enumerate(region.records)]
        tables.table(rows, (("text", "Text"),), key="at", mark="begin-records", size=ROWS)


def _article(article: dict[str, Any]) -> None:
    with frame.card(article["title"] or t("Untitled")):
        facts = [article["published"][:16].replace("T", " "), article["source"], ", ".join(article["authors"])]
        ui.label("  ·  ".join(fact for fact in facts if fact)).classes("ml-quiet")
        ui.label(article["content"][:3000]).classes("ml-text").props("data-testid=begin-article")


def _ways_on(kind: str, url: str) -> None:
    """The same by command, Python and curl, to be copied."""
    page = url or "page.html"
    ways = {
        t("Command"): f"motherlode extract {kind} {shlex.quote(page)} --jsonl",
        "Python": f"import motherlode as ml\nprint(ml.{kind}({page!r}))",
        "curl": f"curl -X POST localhost:8000/api/projects/NAME/extract/{kind} -H 'Content-Type: application/json' "
         "-d " + shlex.quote(f'{{"url": "{page}"}}'),
    }  # fmt: skip
    with ui.expansion(t("The same without this page"), icon="terminal").classes("ml-card w-full"):
        for name, code in ways.items():
            ui.label(name).classes("ml-quiet text-caption")
            ui.code(code, language="bash" if name != "Python" else "python").classes("w-full")
