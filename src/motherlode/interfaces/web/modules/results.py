"""Results: articles with all fields of N11, why each was kept, dropped pages with reasons, exports (N16)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from nicegui import ui

from motherlode.api.serving import FORMATS, MONTH, Filter, OpenProject, StoredPage, top_filters, whole_words
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame, tables
from motherlode.interfaces.web.tables import VALUES, Facets
from motherlode.interfaces.web.teaching import Teaching, mark_buttons, marked_rows
from motherlode.interfaces.web.words import t
from motherlode.model.article import NewsItem
from motherlode.model.evidence import Term

TERMS = (("name", "Term"), ("value", "Value"), ("contribution", "Contribution"), ("reason", "Reason"))
EVIDENCE = (
    ("field", "Field"),
    ("rule", "Rule"),
    ("path", "Path"),
    ("detail", "Detail"),
    ("confidence", "Confidence"),
)


async def article_detail(project: OpenProject, url: str) -> None:
    """A dialog with everything known about an article."""
    with frame.told():
        item = await frame.work(project.store.articles.get, url)
        page = (await frame.work(project.store.pages.get, [url])).get(url)
        if item is None:
            frame.failed(t("This article is no longer there; another run removed it."))
            return
        with frame.dialog(item.article.title or url, "detail"):
            _fields(item)
            if page is not None:
                ui.label(f"{t('Why kept')}: {page.reason}").classes("text-weight-medium").props(
                    "data-testid=why-kept"
                )
                terms_table(page.terms, item.article.content, item.article.language)
            with (
                ui.expansion(t("Evidence"), icon="fact_check").classes("ml-card w-full").props("data-testid=evidence")
            ):
                rows = [
                    {"field": name, "rule": e.rule, "path": e.path, "detail": e.detail,
                     "confidence": round(e.confidence, 3)}
                    for name, e in item.article.evidence.items()
                ]  # fmt: skip
                tables.table(rows, EVIDENCE, key="field", mark="evidence-table")
            ui.label(item.article.content).classes("ml-text").props("data-testid=article-text")


async def page_detail(project: OpenProject, url: str) -> None:
    """A dialog with the verdict on a page."""
    with frame.told():
        page = (await frame.work(project.store.pages.get, [url])).get(url)
        if page is None:
            frame.failed(t("This page is no longer there; another run removed it."))
            return
        with frame.dialog(url, "page-detail"):
            _link(page.url)
            ui.label(f"{t(page.code)}: {page.reason}").classes("text-weight-medium")
            frame.facts(_page_facts(page))
            if page.parent_url:
                ui.label(f"{t('Found on')}: {page.parent_url}").classes("ml-quiet").style("overflow-wrap: anywhere")
            terms_table(page.terms)


def terms_table(terms: tuple[Term, ...], text: str = "", language: str = "") -> None:
    """What made up a score, term by term; words are shown whole, as the text has them."""
    if not terms:
        return
    whole = whole_words([term.name for term in terms], text, language)
    rows = [
        {"at": at, "name": whole[term.name], "value": round(term.value, 4),
         "contribution": round(term.contribution, 4), "reason": term.reason}
        for at, term in enumerate(terms)
    ]  # fmt: skip
    tables.table(rows, TERMS, key="at", mark="terms", size=10)


def _fields(item: NewsItem) -> None:
    article = item.article
    _link(article.url)
    shown = {
        "Published": article.published, "Source": article.source, "Authors": ", ".join(article.authors),
        "Language": article.language, "Updated": article.updated, "Relativity": round(item.relativity, 4),
        "Found on": item.parent_url, "Read at": item.system_time.isoformat(timespec="seconds"),
        "Keywords": ", ".join(_keywords(item)), "Words of the title": " | ".join(item.divided_title),
        "Words of the text": f"{len(item.divided_content):,}",
    }  # fmt: skip
    with (
        ui.element("div")
        .classes("w-full")
        .style("display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px")
    ):
        for name, value in shown.items():
            if value not in ("", None):
                ui.label(t(name)).classes("ml-quiet text-caption")
                ui.label(str(value)).classes("text-caption").style("overflow-wrap: anywhere")


def _keywords(item: NewsItem) -> list[str]:
    """The words that an article is about, whole."""
    text = f"{item.article.title} {item.article.content}"
    return list(dict.fromkeys(whole_words(item.content_keywords, text, item.article.language).values()))


def _link(url: str) -> None:
    link = ui.link(url, url if url.startswith(("http://", "https://")) else "#", new_tab=True)
    link.classes("text-caption").props('rel="noreferrer noopener"').style("overflow-wrap: anywhere")


def _page_facts(page: StoredPage) -> dict[str, object]:
    shown: dict[str, object] = {"Status": page.status, "Depth": page.depth, "Visits": page.visits}
    if page.relativity is not None:
        shown["Relativity"] = round(page.relativity, 4)
    return shown


Rows = list[dict[str, Any]]
ARTICLES = (
    ("title", "Title"), ("published", "Published"), ("source", "Source"), ("language", "Language"),
    ("relativity", "Relativity"), ("authors", "Authors"), ("updated", "Updated"), ("content_keywords", "Keywords"),
    ("url", "Address"), ("parent_url", "Found on"), ("system_time", "Read at"), ("page_type", "Kind of page"),
    ("confidence", "Confidence"),
)  # fmt: skip
FURTHER = ("authors", "updated", "content_keywords", "url", "parent_url", "system_time", "page_type", "confidence")
"""Columns that are shown to those who choose them."""
PAGES = (
    ("url", "Address"), ("code", "Verdict"), ("reason", "Reason"), ("relativity", "Relativity"), ("status", "Status"),
    ("depth", "Depth"), ("parent_url", "Found on"), ("fetched_at", "Read at"),
)  # fmt: skip
KEYWORDS = 12
"""Words of an article that a cell of the table holds."""


async def show(state: State, project: OpenProject) -> None:
    """Two tabs: articles, dropped pages; which one is open stands in the address."""
    frame.heading("Results", "Open an article to see its text, where every field comes from and why it was kept.")
    with frame.tabs({"articles": t("Articles"), "dropped": t("Dropped pages")}):
        with ui.tab_panel("articles"):
            facets = [await _articles(state, project)]
        with ui.tab_panel("dropped"):
            facets.append(await _dropped(state, project))
    await tables.counted_soon(facets)


async def _articles(state: State, project: OpenProject) -> Facets:
    def fetch(offset: int, limit: int, sort: str) -> tuple[Rows, int]:
        items, total = project.store.articles.shown(offset=offset, limit=limit, sort=sort, filters=wanted())
        worded = "content_keywords" in table.columns  # words that nobody sees were most of a click
        rows = [_article_row(item, _whole(item) if worded else []) for item in items]
        return marked_rows(rows, project.store.topics.marks()), total

    def wanted() -> list[Filter]:
        return [*shown.filters(), *top_filters(project)]

    with ui.row().classes("items-center w-full gap-2"):
        search = _field("articles", "text", t("Search in titles and texts"))
        since = _field("articles", "since", t("Published from")).props("type=date stack-label").style("width: 160px")
        until = _field("articles", "until", t("Published to")).props("type=date stack-label").style("width: 160px")
        least = ui.number(t("Relativity from"), min=0, max=1, step=0.1, value=_number(frame.asked("articles.least")))
        least.props("outlined dense debounce=350 data-testid=filter-relativity").style("width: 140px")
        buttons = ui.row().classes("gap-2")
    named = {"source": "Source", "language": "Language", MONTH: "Month"}
    facets = Facets(named, "articles", lambda name: project.store.articles.facet(name, wanted(), VALUES))
    shown = _Shown(
        "articles",
        {
            "text": (search, lambda text: Filter("text", "search", text)),
            "since": (since, lambda text: Filter("published", "from", text)),
            "until": (until, lambda text: Filter("published", "to", text + "T99")),
            "least": (least, lambda text: Filter("relativity", "from", float(text))),
        },
        facets=facets,
    )
    link = (t("Start a crawl"), frame.address(project.folder.name, "run"))
    table = tables.SliceTable(
        ARTICLES, fetch, key="url", mark="table-articles", sort="-relativity", hidden=FURTHER,
        unsorted=("authors", "content_keywords"),
        empty=lambda: frame.empty(t("No articles. Run a crawl first, or search for something else."), link=link),
        opened=lambda row: article_detail(project, str(row["url"])),
    )  # fmt: skip
    with buttons:
        table.chooser()
        _exports(project, "articles", shown, table)
    _teach(state, project, table)
    await shown.watch(table)
    return facets


async def _dropped(state: State, project: OpenProject) -> Facets:
    def fetch(offset: int, limit: int, sort: str) -> tuple[Rows, int]:
        pages, total = project.store.pages.list(offset=offset, limit=limit, sort=sort, filters=shown.filters())
        return marked_rows([_page_row(page, words) for page in pages], project.store.topics.marks()), total

    with ui.row().classes("items-center w-full gap-2"):
        search = _field("dropped", "text", t("Search in addresses"))
        buttons = ui.row().classes("gap-2")
    facets = Facets({"code": "Verdict"}, "dropped", lambda name: project.store.pages.facet(name, shown.filters(), 20))
    shown = _Shown(
        "dropped", {"text": (search, lambda text: Filter("url", "contains", text))}, facets=facets,
        always=(Filter("kept", "equals", False),),
    )  # fmt: skip
    facets.words = words = {code: t(code) for code in await frame.work(project.store.pages.counts)}
    table = tables.SliceTable(
        PAGES, fetch, key="url", mark="table-dropped", sort="-relativity", unsorted=("reason",),
        hidden=("status", "depth", "parent_url", "fetched_at"),
        empty=lambda: frame.empty(t("No dropped pages: nothing was fetched, or everything was kept.")),
        opened=lambda row: page_detail(project, str(row["url"])),
    )  # fmt: skip
    with buttons:
        table.chooser()
        _exports(project, "pages", shown, table)
    _teach(state, project, table)
    await shown.watch(table)
    return facets


def _teach(state: State, project: OpenProject, table: tables.SliceTable) -> None:
    """Buttons on every row that say whether its page is on the topic."""
    teaching = Teaching(state, project, table.load)
    teaching.bar.move(target_index=0)
    tables.with_marks(table.widget, mark_buttons(), t("On topic?"))
    teaching.watch(table.widget)


class _Shown:
    """The filters above a table: what they ask of the store, of the export and of the address."""

    def __init__(
        self, mark: str, fields: dict[str, tuple[Any, Callable[[str], Filter]]], *, facets: Facets,
        always: Sequence[Filter] = (),
    ) -> None:  # fmt: skip
        self.mark, self.fields, self.facets, self.always = mark, fields, facets, always

    def filters(self) -> list[Filter]:
        """As the store takes them."""
        return [*self.always, *(make(text) for text, make in self._given()), *self.facets.filters()]

    def _given(self) -> list[tuple[str, Callable[[str], Filter]]]:
        values = [(str(field.value or "").strip(), make) for field, make in self.fields.values()]
        return [(text, make) for text, make in values if text]

    def where(self) -> list[str]:
        """As the REST API takes them."""
        return [f"{each.column}{SIGNS[each.operator]}{_plain(each.value)}" for each in self.filters()]

    async def watch(self, table: tables.SliceTable) -> None:
        """Shows the table, and shows it anew whenever a filter changes."""

        async def changed() -> None:
            frame.remember({f"{self.mark}.{name}": field.value or "" for name, (field, _) in self.fields.items()})
            await table.load(first=True)
            await self.facets.load()

        for field, _ in self.fields.values():
            field.on_value_change(changed)
        self.facets.changed = changed
        await table.load()


SIGNS = {"contains": "~", "search": "~", "equals": "=", "from": ">=", "to": "<="}


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _field(mark: str, name: str, label: str) -> ui.input:
    made = ui.input(label, value=frame.asked(f"{mark}.{name}")).props("outlined dense clearable debounce=350")
    if name == "text":
        return made.props(f"data-testid=search-{mark}").classes("grow").style("min-width: 200px")
    return made.props(f"data-testid=filter-{name}")


def _article_row(item: dict[str, Any], words: Sequence[str]) -> dict[str, Any]:
    return {
        **{name: item[name] for name in ("url", "source", "language", "parent_url", "page_type")},
        "title": item["title"] or item["url"],
        "published": item["published"][:16].replace("T", " "),
        "updated": item["updated"][:16].replace("T", " "),
        "system_time": item["system_time"][:16].replace("T", " "),
        "authors": ", ".join(item["authors"]),
        "content_keywords": ", ".join(words),
        "relativity": _cut(item["relativity"]),
        "confidence": round(item["confidence"], 3),
    }


def _whole(item: dict[str, Any]) -> list[str]:
    """The words that an article is about, whole, each once."""
    found = whole_words(item["content_keywords"], f"{item['title']} {item['content']}", item["language"])
    return list(dict.fromkeys(found.values()))[:KEYWORDS]


def _cut(value: float | None) -> str:
    """A relativity with four digits, none of them rounded up: what is not 1 does not look like it."""
    return "" if value is None else f"{math.floor(value * 10_000) / 10_000:g}"


def _page_row(page: StoredPage, words: Mapping[str, str]) -> dict[str, Any]:
    return {
        "url": page.url, "code": words.get(page.code, page.code), "reason": page.reason,
        "relativity": _cut(page.relativity), "status": page.status, "depth": page.depth,
        "parent_url": page.parent_url, "fetched_at": page.fetched_at[:16].replace("T", " "),
    }  # fmt: skip


def _exports(project: OpenProject, what: str, shown: _Shown, table: tables.SliceTable) -> None:
    """What is shown, all pages of it, in its order, as a file."""
    base = frame.api(project.folder.name, "export")

    def address(format_name: str) -> str:
        asked = [("what", what), ("format", format_name), ("sort", table.order())]
        return f"{base}?{urlencode([*asked, *(('where', condition) for condition in shown.where())])}"

    frame.exports(FORMATS, what, address)
