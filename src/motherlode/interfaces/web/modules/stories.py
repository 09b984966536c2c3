"""Stories: how much was written when and by whom, a card for each story, and a page for one of them (N14–N16)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from nicegui import ui

from motherlode.api.serving import ArticleHead, OpenProject
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import charts, frame, tables
from motherlode.interfaces.web.modules.analysis_evolution import draw, of_story
from motherlode.interfaces.web.modules.results import article_detail
from motherlode.interfaces.web.words import number_of, t

CARDS = 12
"""Story cards drawn, of the largest; the table below them holds all."""

COMPARED = 20_000
"""Articles that the comparison of sources looks at, those of the largest stories first."""

SOURCES = 8
"""Sources that have a colour of their own in the chart; the others are drawn together."""

TITLES = {
    "day": "Articles a day by source",
    "week": "Articles a week by source",
    "month": "Articles a month by source",
}

Row = dict[str, Any]


async def show(state: State, project: OpenProject) -> None:
    """All stories, or the one that the address names."""
    chosen = frame.asked("story")
    found: dict[str, Row] = await frame.work(project.store.results.get, "stories")
    if chosen and chosen in found:
        await _story(project, found[chosen])
        return
    frame.heading(
        "Stories", "What happened, story by story: who wrote about it, when, and how far it can be trusted."
    )
    frame.analysing(state, project)
    if not found:
        link = (t("Start a crawl"), frame.address(project.folder.name, "run"))
        frame.empty(t("No stories yet. Crawl first, then press the button above."), "auto_stories", link=link)
        return
    stories = sorted(
        (story for story in found.values() if _within(story)),
        key=lambda story: (-len(story["documents"]), story["id"]),
    )
    shown = [url for story in stories[:CARDS] for url in story["documents"]]
    articles = await frame.work(project.store.articles.heads, shown)
    _dates()
    _volume([each for each in await frame.work(project.store.articles.volume) if _shown_day(each[0])])
    trust: dict[str, Row] = await frame.work(project.store.results.get, "trust")
    hot: dict[str, Row] = await frame.work(project.store.results.get, "hot")
    with ui.element("div").classes("ml-fields").props("data-testid=story-cards"):
        for story in stories[:CARDS]:
            _card(project, story, articles, trust, hot.get(story["id"], {}))
    _all(project, stories)
    _compared(stories, await frame.work(project.store.articles.heads, _documents(stories)), trust)


def _dates() -> None:
    """From when to when; it stands in the address, so that the page can be sent on."""

    def changed() -> None:
        frame.remember({"since": since.value or "", "until": until.value or ""})
        ui.navigate.reload()

    with ui.row().classes("items-center gap-2"):
        since = ui.input(t("Published from"), value=frame.asked("since"))
        until = ui.input(t("Published to"), value=frame.asked("until"))
        for field, mark in ((since, "since"), (until, "until")):
            field.props(f"type=date stack-label outlined dense data-testid=stories-{mark}").on("change", changed)


def _shown_day(day: str) -> bool:
    return frame.asked("since") <= day and (not frame.asked("until") or day <= frame.asked("until"))


def _within(story: Row) -> bool:
    """Whether a story has something of the days that the address names."""
    since, until = frame.asked("since"), frame.asked("until")
    first, last = str(story.get("first") or "")[:10], str(story.get("last") or "")[:10]
    return (not since or last >= since) and (not until or (bool(first) and first <= until))


def _documents(stories: Sequence[Row]) -> list[str]:
    """The articles of the largest stories, as many as a comparison needs."""
    return [url for story in stories for url in story["documents"]][:COMPARED]


def _compared(stories: Sequence[Row], articles: dict[str, ArticleHead], trust: dict[str, Row]) -> None:
    """Source by source: how much, on how many stories, how often first, and how far it can be trusted."""
    rows: dict[str, dict[str, Any]] = {}
    for story in stories:
        told = sorted((articles[url] for url in story["documents"] if url in articles), key=lambda a: a.published)
        dated = [article for article in told if article.published]
        for name in {_source(article) for article in told}:
            row = rows.setdefault(name, {"source": name, "articles": 0, "stories": 0, "first": 0, "known": []})
            row["stories"] += 1
            row["first"] += bool(dated) and len(told) > 1 and _source(dated[0]) == name
        for article in told:
            row = rows[_source(article)]
            row["articles"] += 1
            if trust.get(article.url, {}).get("state") == "known":
                row["known"].append(trust[article.url]["value"])
    for row in rows.values():
        known = row.pop("known")
        row["trust"] = f"{sum(known) / len(known):.2f}" if known else t("unknown")
    if len(rows) < 2:
        return
    named = (
        ("source", "Source"), ("articles", "Articles"), ("stories", "Stories"), ("first", "Told it first"),
        ("trust", "Trust"),
    )  # fmt: skip
    with frame.card(t("Sources compared")):
        tables.table(list(rows.values()), named, key="source", mark="sources-compared", sort="-articles")


def _source(article: ArticleHead) -> str:
    return article.source or urlsplit(article.url).hostname or ""


def _is_day(text: str) -> bool:
    """Whether a day of publication is whole: an article may state its year alone."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _volume(counted: Sequence[tuple[str, str, int]]) -> None:
    """Articles a day, or a longer time, by source; `counted` holds (day, source, number)."""
    days = {day for day, _, _ in counted if _is_day(day)}
    if len(days) < 2:
        return
    unit, periods, period_of = charts.periods(sorted(days))
    of_source: Counter[str] = Counter()
    for _, source, number in counted:
        of_source[source] += number
    common = [name for name, _ in of_source.most_common(SOURCES) if name]
    counts: Counter[tuple[str, str]] = Counter()
    for day, source, number in counted:
        if day in days:
            counts[period_of[day], source if source in common else ""] += number
    names = [*common, ""] if any(not source for _, source in counts) else common
    series = [
        {"name": name or t("others"), "type": "bar", "stack": "all", "data": [counts[at, name] for at in periods]}
        for name in names
    ]
    with frame.card(t(TITLES[unit])):
        charts.by_day(periods, series).props("data-testid=story-volume")


def _card(
    project: OpenProject, story: Row, articles: dict[str, ArticleHead], trust: dict[str, Row], hot: Row
) -> None:
    told = [articles[url] for url in story["documents"] if url in articles]
    with ui.card().classes("ml-card").props(f"data-testid=story-{story['id']}"):
        link = ui.link(story["title"], story_address(project, story["id"])).classes(
            "text-subtitle1 text-weight-medium"
        )
        link.style("overflow-wrap: anywhere").classes("ellipsis-3-lines").tooltip(story["title"])
        ui.label(_span(story)).classes("ml-quiet text-caption")
        languages = sorted({article.language for article in told if article.language})
        facts = [
            number_of("{n} articles", len(story["documents"])),
            number_of("{n} sources", story["sources"]),
            ", ".join(languages),
            f"{t('Trust')} {_mean_trust(story, trust)}",
        ]
        ui.label("  ·  ".join(fact for fact in facts if fact)).classes("text-caption")
        if hot.get("hot"):
            ui.badge(t("hot")).props("color=accent")
        newest = max(told, key=lambda article: article.published, default=None)
        if newest is not None and newest.title != story["title"]:
            ui.label(f"{t('Newest')}: {newest.title}").classes("text-caption").style("overflow-wrap: anywhere")
        ui.label(", ".join(story["keywords"][:6])).classes("ml-quiet text-caption")


def _mean_trust(story: Row, trust: dict[str, Row]) -> str:
    known = [trust[url]["value"] for url in story["documents"] if trust.get(url, {}).get("state") == "known"]
    return f"{sum(known) / len(known):.2f}" if known else t("unknown")


def _span(story: Row) -> str:
    first, last = (str(story.get(end) or "")[:10] for end in ("first", "last"))
    return first if first == last else f"{first} – {last}"


def _all(project: OpenProject, stories: list[Row]) -> None:
    rows = [
        {"id": story["id"], "title": story["title"], "size": len(story["documents"]), "sources": story["sources"],
         "first": str(story.get("first") or "")[:10], "last": str(story.get("last") or "")[:10]}
        for story in stories
    ]  # fmt: skip
    named = (("title", "Title"), ("size", "Articles"), ("sources", "Sources"), ("first", "First"), ("last", "Last"))
    with frame.card(t("All stories"), t("{n} in all").format(n=len(rows))):
        tables.table(
            rows,
            named,
            key="id",
            mark="stories",
            opened=lambda row: ui.navigate.to(story_address(project, row["id"])),
        )


def story_address(project: OpenProject, story: str) -> str:
    """Where the page of a story lies."""
    return f"{frame.address(project.folder.name, 'stories')}?story={story}"


async def _story(project: OpenProject, story: Row) -> None:
    """One story: its course, its sources, what contradicts what, and every article."""
    articles = await frame.work(project.store.articles.heads, list(story["documents"]))
    trust: dict[str, Row] = await frame.work(project.store.results.get, "trust")
    placements: dict[str, Row] = await frame.work(project.store.results.get, "placements")
    told = sorted(
        (articles[url] for url in story["documents"] if url in articles), key=lambda a: (a.published, a.url)
    )
    ui.link(f"← {t('All stories')}", frame.address(project.folder.name, "stories"))
    frame.title(story["title"])
    ui.label(f"{_span(story)}  ·  {', '.join(story['keywords'])}").classes("ml-quiet")
    frame.facts(
        {
            "Articles": len(story["documents"]), "Sources": story["sources"], "Copies": story["copies"],
            "Trust": _mean_trust(story, trust),
        }
    )  # fmt: skip
    _volume([(article.published[:10], _source(article), 1) for article in told])
    await _course(project, story)
    _said_by_others(project, told, trust)
    rows = [_row(article, trust.get(article.url, {}), placements.get(article.url, {})) for article in told]
    named = (
        ("title", "Title"), ("published", "Published"), ("source", "Source"), ("trust", "Trust"), ("why", "Why here"),
    )  # fmt: skip
    with frame.card(t("Articles in their order"), t("{n} in all").format(n=len(rows))):
        tables.table(
            rows, named, key="url", mark="story-articles", sort="published", size=25,
            opened=lambda row: article_detail(project, str(row["url"])),
        )  # fmt: skip


def _row(article: ArticleHead, trust: Row, placement: Row) -> Row:
    known = trust.get("state") == "known"
    return {
        "url": article.url, "title": article.title, "published": article.published[:16].replace("T", " "),
        "source": _source(article), "trust": f"{trust['value']:.2f}" if known else t("unknown"),
        "why": str(placement.get("reason", "")),
    }  # fmt: skip


async def _course(project: OpenProject, story: Row) -> None:
    """How the story began, parted and went over into others; each of them a press away."""
    found: dict[str, Row] = await frame.work(project.store.results.get, "evolution")
    episodes, passages = of_story(found.get("graph", {}), story["id"])
    if not passages:
        return
    named = {each["id"]: each for each in episodes}
    rows = []
    for at, passage in enumerate(passages):
        before, after = named[passage["source"]], named[passage["target"]]
        if before["story"] == story["id"]:
            other, words = after, "went on as" if passage["kind"] == "continue" else "parted into"
        else:
            other, words = before, "came out of"
        if passage["kind"] == "merge":
            words = "flowed together with"
        rows.append(
            {"at": at, "story": other["story"], "title": other["title"], "how": t(words), "why": passage["reason"],
             "first": other["start"][:10], "size": len(other["documents"])}
        )  # fmt: skip
    with frame.card(t("Splits and merges"), t("Where this story came from, and what it became.")):
        draw(episodes, passages, partial(story_address, project))
        columns = (("title", "Title"), ("how", "How"), ("first", "First"), ("size", "Articles"), ("why", "Why"))
        tables.table(
            rows, columns, key="at", mark="story-passages", size=10,
            opened=lambda row: ui.navigate.to(story_address(project, row["story"])),
        )  # fmt: skip


def _said_by_others(project: OpenProject, told: list[ArticleHead], trust: dict[str, Row]) -> None:
    """Where others say otherwise, then where they say the same, as the terms of trust found it."""
    found = [
        {"at": f"{article.url} {name}", "url": article.url, "title": article.title, "source": _source(article),
         "how": t(words), "said": term["reason"]}
        for name, words in (("contradiction", "contradicted"), ("corroboration", "confirmed"))
        for article in told
        for term in trust.get(article.url, {}).get("terms", ())
        if term["name"] == name and term["value"]
    ]  # fmt: skip
    if found:
        named = (("title", "Title"), ("source", "Source"), ("how", "By others"), ("said", "What others say"))
        with frame.card(t("What agrees and what contradicts")):
            tables.table(
                found, named, key="at", mark="story-agreement", size=10,
                opened=lambda row: article_detail(project, str(row["url"])),
            )  # fmt: skip
