"""Results: articles with all fields of N11, why each was kept, dropped pages with reasons, exports (N16)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from nicegui import ui

from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame, tables
from motherlode.interfaces.web.modules.results_detail import article_detail, page_detail
from motherlode.interfaces.web.words import t
from motherlode.model.article import NewsItem
from motherlode.recipes.project import Project
from motherlode.store.export import FORMATS
from motherlode.store.pages import StoredPage
from motherlode.store.query import Filter

Rows = list[dict[str, Any]]
ARTICLES = (
    ("title", "Title"), ("published", "Published"), ("source", "Source"), ("language", "Language"),
    ("relativity", "Relativity"),
)  # fmt: skip
PAGES = (("url", "Address"), ("code", "Verdict"), ("reason", "Reason"), ("relativity", "Relativity"))


async def show(state: State, project: Project) -> None:
    """Two tabs: articles, dropped pages."""
    frame.heading("Results", "Open an article to see its text, where every field comes from and why it was kept.")
    with ui.tabs().props("align=left") as tabs:
        articles = ui.tab("articles", label=t("Articles")).props("data-testid=tab-articles")
        ui.tab("dropped", label=t("Dropped pages")).props("data-testid=tab-dropped")
    with ui.tab_panels(tabs, value=articles).classes("w-full"):
        with ui.tab_panel("articles"):
            await _articles(project)
        with ui.tab_panel("dropped"):
            await _dropped(project)


async def _articles(project: Project) -> None:
    wanted = _Wanted("title")

    def fetch(offset: int, limit: int, sort: str) -> tuple[Rows, int]:
        items, total = project.store.articles.list(offset=offset, limit=limit, sort=sort, filters=wanted.filters())
        return [_article_row(item) for item in items], total

    with ui.row().classes("items-center w-full gap-2"):
        search = _search("articles", t("Search in titles"))
        source = ui.input(t("Source")).props("outlined dense clearable debounce=350 data-testid=filter-source")
        source.style("width: 190px")
        least = ui.number(t("Relativity from"), min=0, max=1, step=0.1).props("outlined dense debounce=350")
        least.style("width: 140px").props("data-testid=filter-relativity")
        _exports(project, "articles")
    link = (t("Start a crawl"), frame.address(project.folder.name, "run"))
    table = tables.SliceTable(
        ARTICLES, fetch, key="url", mark="table-articles", sort="-relativity",
        empty=lambda: frame.empty(t("No articles. Run a crawl first, or search for something else."), link=link),
        opened=lambda row: article_detail(project, str(row["url"])),
    )  # fmt: skip

    async def changed() -> None:
        text = str(source.value or "")
        more = [Filter("source", "contains", text)] if text else []
        if least.value:
            more.append(Filter("relativity", "from", float(least.value)))
        wanted.text, wanted.more = str(search.value or ""), more
        await table.load(first=True)

    for field in (search, source, least):
        field.on_value_change(changed)
    await table.load()


async def _dropped(project: Project) -> None:
    wanted = _Wanted("url", [Filter("kept", "equals", False)])

    def fetch(offset: int, limit: int, sort: str) -> tuple[Rows, int]:
        pages, total = project.store.pages.list(offset=offset, limit=limit, sort=sort, filters=wanted.filters())
        return [_page_row(page, named) for page in pages], total

    counts = await frame.work(project.store.pages.counts)
    named = {code: t(code) for code in counts}
    codes = {"": t("All verdicts")} | {
        code: f"{t(code)} ({number:,})" for code, number in sorted(counts.items()) if code != "related"
    }
    with ui.row().classes("items-center w-full gap-2"):
        search = _search("dropped", t("Search in addresses"))
        code = ui.select(codes, value="", label=t("Verdict")).props("outlined dense data-testid=filter-code")
        code.style("min-width: 180px")
        _exports(project, "pages")
    table = tables.SliceTable(
        PAGES, fetch, key="url", mark="table-dropped", sort="-relativity",
        empty=lambda: frame.empty(t("No dropped pages: nothing was fetched, or everything was kept.")),
        opened=lambda row: page_detail(project, str(row["url"])),
    )  # fmt: skip

    async def changed() -> None:
        wanted.text = str(search.value or "")
        wanted.more = [Filter("kept", "equals", False)]
        if code.value:
            wanted.more.append(Filter("code", "equals", str(code.value)))
        await table.load(first=True)

    search.on_value_change(changed)
    code.on_value_change(changed)
    await table.load()


class _Wanted:
    """The conditions of a list."""

    def __init__(self, column: str, more: list[Filter] | None = None) -> None:
        self.column, self.text, self.more = column, "", more or []

    def filters(self) -> Sequence[Filter]:
        """As the store takes them."""
        return [*([Filter(self.column, "contains", self.text)] if self.text else []), *self.more]


def _search(mark: str, label: str) -> ui.input:
    made = ui.input(label).props(f"outlined dense clearable debounce=350 data-testid=search-{mark}")
    return made.classes("grow").style("min-width: 200px")


def _article_row(item: NewsItem) -> dict[str, Any]:
    article = item.article
    return {
        "url": article.url,
        "title": article.title or article.url,
        "published": article.published[:16].replace("T", " "),
        "source": article.source,
        "language": article.language,
        "relativity": round(item.relativity, 3),
    }


def _page_row(page: StoredPage, named: dict[str, str]) -> dict[str, Any]:
    relativity = None if page.relativity is None else round(page.relativity, 3)
    return {"url": page.url, "code": named.get(page.code, page.code), "reason": page.reason, "relativity": relativity}


def _exports(project: Project, what: str) -> None:
    base = frame.api(project.folder.name, "export")
    with ui.button(t("Export"), icon="download").props(f"outline data-testid=export-{what}"), ui.menu():
        for format_name in FORMATS:
            ui.menu_item(format_name, on_click=_opens(f"{base}?what={what}&format={format_name}"))


def _opens(target: str) -> Callable[[], None]:
    return lambda: ui.navigate.to(target, new_tab=True)
