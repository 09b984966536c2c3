"""Results: articles with all fields of N11, why each was kept, dropped pages with reasons, exports (N16)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from nicegui import events, ui

from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame
from motherlode.interfaces.web.words import t
from motherlode.model.article import NewsItem
from motherlode.recipes.project import Project
from motherlode.store.export import FORMATS
from motherlode.store.pages import StoredPage
from motherlode.store.query import Filter

Rows = list[dict[str, Any]]
Fetch = Callable[[int, int, str, Sequence[Filter]], tuple[Rows, int]]


async def show(state: State, project: Project) -> None:
    """Two tabs: articles, dropped pages."""
    frame.heading("Results")
    with ui.tabs().props("align=left") as tabs:
        articles = ui.tab("articles", label=t("Articles")).props('data-testid="tab-articles"')
        ui.tab("dropped", label=t("Dropped pages")).props('data-testid="tab-dropped"')
    with ui.tab_panels(tabs, value=articles).classes("w-full"):
        with ui.tab_panel("articles").classes("q-pa-none"):
            await _articles(project)
        with ui.tab_panel("dropped").classes("q-pa-none"):
            await _dropped(project)


async def _articles(project: Project) -> None:
    def fetch(offset: int, limit: int, sort: str, filters: Sequence[Filter]) -> tuple[Rows, int]:
        items, total = project.store.articles.list(offset=offset, limit=limit, sort=sort, filters=filters)
        return [_article_row(item) for item in items], total

    columns = _columns(("title", "Title"), ("published", "Published"), ("source", "Source"),
                       ("language", "Language of the text"), ("relativity", "Relativity"))  # fmt: skip
    with ui.row().classes("items-center w-full"):
        _exports(project)
    await _grid(
        columns,
        fetch,
        search="title",
        sort="-relativity",
        empty="Run a crawl first, then the articles stand here.",
        opened=lambda row: _detail(project, str(row["url"])),
        mark="articles",
    )


async def _dropped(project: Project) -> None:
    def fetch(offset: int, limit: int, sort: str, filters: Sequence[Filter]) -> tuple[Rows, int]:
        wanted = [*filters, Filter("kept", "equals", False)]
        pages, total = project.store.pages.list(offset=offset, limit=limit, sort=sort, filters=wanted)
        return [_page_row(page) for page in pages], total

    columns = _columns(("url", "Address"), ("code", "Code"), ("reason", "Reason"), ("relativity", "Relativity"))
    await _grid(
        columns, fetch, search="url", sort="-relativity", empty="Nothing here yet", opened=None, mark="dropped"
    )


def _columns(*named: tuple[str, str]) -> list[dict[str, Any]]:
    return [{"name": n, "field": n, "label": t(label), "align": "left", "sortable": True} for n, label in named]


async def _grid(
    columns: list[dict[str, Any]], fetch: Fetch, *, search: str, sort: str, empty: str,
    opened: Callable[[dict[str, Any]], Any] | None, mark: str,
) -> None:  # fmt: skip
    """A table of which the database sorts, filters and counts; the page holds one slice."""
    wanted = (
        ui.input(t("Search"))
        .props("outlined dense clearable debounce=350")
        .classes("w-full")
        .props(f'data-testid="search-{mark}"')
    )
    table = (
        ui.table(columns=columns, rows=[], row_key="url")
        .classes("ml-card w-full")
        .props(f'data-testid="table-{mark}"')
    )
    table.props('wrap-cells flat :rows-per-page-options="[10,25,50,100]"')
    state: dict[str, Any] = {
        "page": 1,
        "rowsPerPage": 25,
        "sortBy": sort.lstrip("-"),
        "descending": sort.startswith("-"),
    }
    with table.add_slot("no-data"):
        frame.empty(empty)

    async def load() -> None:
        with frame.told():
            text = str(wanted.value or "")
            filters = [Filter(search, "contains", text)] if text else []
            order = ("-" if state["descending"] else "") + (state["sortBy"] or search)
            size = int(state["rowsPerPage"]) or 100
            rows, total = await frame.work(fetch, (int(state["page"]) - 1) * size, size, order, filters)
            state["rowsNumber"] = total
            table.pagination = dict(state)
            table.rows = rows

    async def requested(event: events.GenericEventArguments) -> None:
        new = event.args["pagination"]
        state.update({k: new[k] for k in ("page", "rowsPerPage", "sortBy", "descending") if k in new})
        await load()

    async def searched() -> None:
        state["page"] = 1
        await load()

    table.on("request", requested)
    wanted.on_value_change(searched)
    if opened is not None:
        table.on("rowClick", lambda event: opened(event.args[1]))
    await load()


def _article_row(item: NewsItem) -> dict[str, Any]:
    article = item.article
    return {
        "url": article.url,
        "title": article.title or article.url,
        "published": article.published[:16].replace("T", " "),
        "source": article.source,
        "language": article.language,
        "relativity": round(item.relativity, 4),
    }


def _page_row(page: StoredPage) -> dict[str, Any]:
    relativity = None if page.relativity is None else round(page.relativity, 4)
    return {"url": page.url, "code": page.code, "reason": page.reason, "relativity": relativity}


def _exports(project: Project) -> None:
    base = f"/api/projects/{project.folder.name}/export"
    with ui.button(t("Export"), icon="download").props("outline").props('data-testid="export"'), ui.menu():
        for format_name in FORMATS:
            target = f"{base}?what=articles&format={format_name}"
            ui.menu_item(format_name, on_click=lambda target=target: ui.navigate.to(target, new_tab=True))


async def _detail(project: Project, url: str) -> None:
    item = await frame.work(project.store.articles.get, url)
    if item is None:
        return
    page = (await frame.work(project.store.pages.get, [url])).get(url)
    article = item.article
    with (
        ui.dialog().props("maximized=false full-width") as dialog,
        ui.card().classes("w-full").props('data-testid="detail"'),
    ):
        with ui.row().classes("w-full items-start no-wrap"):
            ui.label(article.title or article.url).classes("text-h6 grow")
            ui.button(icon="close", on_click=dialog.close).props(f'flat round aria-label="{t("Close")}"')
        facts = [article.published, article.source, ", ".join(article.authors), article.language]
        ui.label("  ·  ".join(fact for fact in facts if fact)).classes("ml-quiet")
        ui.link(article.url, article.url, new_tab=True).classes("text-caption").props('rel="noreferrer noopener"')
        if page is not None:
            ui.label(f"{t('Why kept')}: {page.reason}").classes("text-weight-medium").props('data-testid="why-kept"')
            _terms(page)
        with ui.expansion(t("Evidence"), icon="fact_check").classes("w-full").props('data-testid="evidence"'):
            rows = [
                {
                    "field": name,
                    "rule": e.rule,
                    "path": e.path,
                    "detail": e.detail,
                    "confidence": round(e.confidence, 3),
                }
                for name, e in article.evidence.items()
            ]
            ui.table(
                columns=_columns(*((n, n) for n in ("field", "rule", "path", "detail", "confidence"))), rows=rows
            )
        ui.label(" ".join(item.content_keywords)).classes("text-caption ml-quiet")
        ui.label(article.content).classes("ml-text")
    dialog.open()


def _terms(page: StoredPage) -> None:
    sign: Literal["left"] = "left"
    rows = [
        {
            "name": term.name,
            "value": round(term.value, 4),
            "contribution": round(term.contribution, 4),
            "reason": term.reason,
        }
        for term in page.terms
    ]
    if rows:
        columns = [
            {"name": n, "field": n, "label": n, "align": sign} for n in ("name", "value", "contribution", "reason")
        ]
        ui.table(columns=columns, rows=rows).classes("w-full")
