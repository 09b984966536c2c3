"""One article or page in full: its fields (N11), its text as plain text, the evidence, and why kept or dropped."""

from __future__ import annotations

from nicegui import ui

from motherlode.api.serving import OpenProject, StoredPage, whole_words
from motherlode.interfaces.web import frame, tables
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
