"""One box to begin with: a topic in words, an address, a form, a page or a file; it is said what it is, and tried."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode, urlsplit

from nicegui import events, ui

from motherlode.api import serving
from motherlode.api.serving import FoundRecords, OpenProject, beginning
from motherlode.errors import AddressRefused, MotherlodeError, UsageError
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame, tables
from motherlode.interfaces.web.modules import begin_ways as ways
from motherlode.interfaces.web.modules.begin_ways import TopicTry
from motherlode.interfaces.web.modules.hidden import looked_at
from motherlode.interfaces.web.plain_text import PlainText
from motherlode.interfaces.web.words import number_of, t
from motherlode.model.clock import SystemClock
from motherlode.model.records import Region

MAX_FILE = 64 * 1024 * 1024
CELLS, ROWS = 8, 10
HINTS = (
    ("label", "a topic in words, with sites to look at"),
    ("link", "the address of an article, a list or a form"),
    ("code", "the HTML of a page"),
    ("upload_file", "a file: pages, addresses, a table"),
)
TAKEN = {
    "people": "a list of people", "records": "a list of records", "article": "an article",
    "form": "a form with a database behind it", "": "a page without an article or a list",
}  # fmt: skip


async def show(state: State) -> None:
    """The box, and below it what a first try gave."""
    await Beginning(state).build()


class Beginning:
    """The box, what it holds, and the place for what it leads to."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.file: beginning.Given | None = None
        self.allowed = False
        self.project = state.workspace.get(state.workspace.folder.name) if state.workspace.single else None

    @property
    def private(self) -> bool:
        """Whether addresses on this machine and in private networks may be asked."""
        return self.allowed or (self.project is not None and self.project.params.allow_private)

    async def build(self) -> None:
        """Puts the box on the page."""
        frame.title(t("What do you want to know?"))
        with ui.card().classes("ml-card ml-begin"):
            with ui.row().classes("w-full gap-4"):
                for icon, words in HINTS:
                    with ui.row().classes("items-center gap-1 no-wrap"):
                        ui.icon(icon, size="18px").classes("ml-quiet")
                        ui.label(t(words)).classes("ml-quiet text-caption")
            label = t("flood dam evacuation  https://news.example/")
            self.box = PlainText("", label, "begin-box", rows=3, live=self._typed, entered=self.begin, wraps=True)
            self.box.field.props["aria-label"] = t("What do you want to know?")
            with ui.row().classes("items-center w-full gap-2"):
                self.button = ui.button(t("Try"), icon="bolt", on_click=self.begin).props("data-testid=begin-try")
                self.picker = ui.upload(on_upload=self._uploaded, auto_upload=True, max_file_size=MAX_FILE)
                self.picker.props("data-testid=begin-file").classes("hidden")
                self.picker.on("rejected", lambda: frame.failed(t("The file is larger than 64 MB.")))
                pick = ui.button(t("Choose a file"), icon="upload_file").props("outline data-testid=begin-pick")
                pick.on_click(lambda: self.picker.run_method("pickFiles"))
                self.meant = ui.label().classes("ml-quiet").props("data-testid=begin-meant aria-live=polite")
        self.result = ui.column().classes("w-full").props("data-testid=begin-result aria-live=polite")
        ui.run_javascript(_DROP)
        ui.timer(0.1, self.state.readers.warm, once=True)

    def _typed(self, start: str) -> None:
        """Says what the box holds while somebody writes."""
        self.meant.set_text(_meaning(beginning.understood(start), self.file) if start.strip() or self.file else "")

    async def _uploaded(self, event: events.UploadEventArguments) -> None:
        with frame.told():
            body = await event.file.read()
            self.file = await self.state.readers.read(beginning.understood_file, event.file.name, body)
            self._typed(self.box.text[:2000])
            if self.file is not None and (self.file.kind != "topic" or self.box.text.strip()):
                await self.begin()
        self.picker.reset()

    def _given(self) -> beginning.Given:
        """What is to be tried: the file; with what is written, where the file only lists addresses or words."""
        written, file = beginning.understood(self.box.text), self.file
        if file is None:
            return written
        if file.kind != "topic":
            return file
        return beginning.Given(
            "topic", written.text, (*file.addresses, *written.addresses), (*file.keywords, *written.keywords)
        )

    async def begin(self) -> None:
        """Tries what is in the box."""
        with frame.busy(self.button):
            given = self._given()
            if self.file is not None and self.file.kind != "topic":
                self.file = None
            self.result.clear()
            with self.result:
                waiting = ui.row().classes("items-center gap-2")
                with waiting:
                    ui.spinner(size="22px")
                    ui.label(t("Trying it …")).classes("ml-quiet")
                try:
                    await self._try(given, waiting)
                except AddressRefused as error:
                    self._refused(error)
                except MotherlodeError as error:
                    ui.label(error.message).classes("text-negative").props("data-testid=begin-error role=alert")
                finally:
                    waiting.set_visibility(False)

    def _refused(self, error: AddressRefused) -> None:
        """A private address, with the remedy where the person at the browser may take it."""
        if self.state.guarded or error.facts.get("reason") != "private-address":
            raise error

        async def allow() -> None:
            self.allowed = True
            await self.begin()

        with ui.row().classes("items-center gap-3"):
            host = urlsplit(str(error.facts.get("url", ""))).hostname or error.message.partition(" ")[0]
            ui.label(t("{host} is on this machine or in a private network.").format(host=host)).classes(
                "text-negative"
            ).props("data-testid=begin-error role=alert")
            ui.button(t("Allow it and try again"), on_click=allow).props("outline data-testid=begin-allow")

    async def _try(self, given: beginning.Given, waiting: ui.row) -> None:
        if given.kind == "topic":
            await self._topic(given)
        elif given.kind == "table" and given.table is not None:
            self._taken("records")
            self._records(FoundRecords(given.name, given.name, "", (given.table,)), given, "")
        elif given.kind == "archive":
            read = await self.state.readers.read(beginning.tried_archive, given.name, given.body)
            self._archive(given, read)
        else:
            await self._page(given, waiting)

    async def _topic(self, given: beginning.Given) -> None:
        if not given.keywords and not given.addresses:
            raise UsageError(t("Write a topic in words, give an address, paste a page or choose a file."))
        if not given.addresses:
            text = t("This is a topic. Add addresses of sites to look at: no search engine stands behind this box.")
            frame.empty(text, "travel_explore")
            return
        if not given.keywords:
            text = t("These are {n} addresses. Write into the box what they are to be searched for, then try again.")
            frame.empty(text.format(n=len(given.addresses)), "label")
            return
        await TopicTry(self.state, given, private=self.private).build()

    async def _page(self, given: beginning.Given, waiting: ui.row) -> None:
        url, text = "", given.text
        if given.kind == "address":
            fetched = await serving.fetch_page(given.addresses[0], self.project, allow_private=self.private)
            text, url = fetched.text, fetched.url
        tried: beginning.Tried = await self.state.readers.read(beginning.tried_page, text, url)
        if tried.form and url and tried.kind in ("", "article"):
            await self._form(url, tried, given)
            return
        self._shown(tried, url, given)
        if tried.form and url:

            async def look() -> None:
                with frame.busy(button):
                    self.result.clear()
                    with self.result:
                        await self._form(url, tried, given)

            button = ui.button(t("Look behind the form on this page"), icon="storage", on_click=look)
            button.props("flat data-testid=begin-form")

    def _taken(self, kind: str) -> None:
        said = t("Taken for {what}.").format(what=t(TAKEN[kind]))
        ui.label(said).classes("text-subtitle1 text-weight-medium").props("data-testid=begin-taken")

    def _shown(self, tried: beginning.Tried, url: str, given: beginning.Given) -> None:
        """What the page holds, and what can follow."""
        self._taken(tried.kind)
        if tried.kind == "records":
            self._records(tried.found, given, url)
            return
        if tried.kind == "people":
            rows = [
                {"at": at, **{k: person.get(k) or "" for k in ("name", "title", "email")}}
                for at, person in enumerate(tried.people)
            ]
            ui.label(number_of("{n} people", len(rows))).classes("ml-quiet")
            named = (("name", "Name"), ("title", "Title"), ("email", "E-mail"))
            tables.table(rows, named, key="at", mark="begin-people", size=ROWS)
        elif tried.kind == "article":
            _article(tried.article)
        copies = ways.page_copies(tried.kind or "article", url, given.name, self._named(url), private=self.private)
        if not url or not tried.kind:
            ways.show(self.state, ways.Ways(copies=copies))
        elif tried.kind == "people":
            made = lambda: ways.new_project(self.state, _host(url), allow_private=self.private)  # noqa: E731
            options = {"homes": [ways.home_of(url)]}
            self._run_ways("Explore the whole university", "university", options, made, copies)
        else:
            made = lambda: ways.example_project(self.state, url, allow_private=self.private)  # noqa: E731
            self._run_ways("Find more like this", "crawl", {"max_pages": ways.FURTHER}, made, copies)

    def _run_ways(
        self, words: str, kind: str, options: dict[str, Any], made: ways.Made, copies: dict[str, str]
    ) -> None:
        async def go_on() -> None:
            project = await made()
            run = await frame.work(self.state.jobs.start, project, kind, options)
            ui.navigate.to(f"{frame.address(project.folder.name, 'run')}?run={run.id}")

        async def change() -> None:
            project = await made()
            ui.navigate.to(frame.address(project.folder.name, "topic" if kind == "crawl" else "parameters"))

        schedule = (kind, options, made)
        ways.show(self.state, ways.Ways(go_on=(words, go_on), change=change, schedule=schedule, copies=copies))

    def _records(self, found: FoundRecords, given: beginning.Given, url: str) -> None:
        _list(found.regions[0])

        async def made() -> str:
            wanted = _host(url) or given.name.partition(".")[0] or "records"
            project = await ways.new_project(self.state, wanted, allow_private=self.private)
            return project.folder.name

        async def keep() -> None:
            name = await made()
            project = await frame.work(self.state.workspace.get, name)
            await frame.work(serving.keep_records, project, found, SystemClock().now())
            ui.navigate.to(frame.address(name, "records"))

        async def change() -> None:
            ui.navigate.to(f"{frame.address(await made(), 'records')}?{urlencode({'url': url})}")

        copies = ways.page_copies("records", url, given.name, self._named(url), private=self.private)
        kept = ("Keep these records", keep)
        ways.show(self.state, ways.Ways(go_on=kept, change=change if url else None, copies=copies))

    def _archive(self, given: beginning.Given, read: list[dict[str, Any]]) -> None:
        said = t("Taken for an archive; {n} articles are on its first pages.").format(n=len(read))
        ui.label(said).classes("text-subtitle1 text-weight-medium").props("data-testid=begin-taken")
        rows = [
            {"at": at, "title": each["title"] or t("Untitled"), "source": each["source"],
             "published": each["published"][:16].replace("T", " ")}
            for at, each in enumerate(read)
        ]  # fmt: skip
        named = (("title", "Title"), ("published", "Published"), ("source", "Source"))
        tables.table(rows, named, key="at", mark="begin-articles", size=ROWS)
        copies = ways.page_copies("article", "", given.name, self._named(""), private=False)
        copies = {name: code for name, code in copies.items() if name == "command"}
        copies["Python"] = f"import motherlode as ml\n\nfor page in ml.articles({given.name!r}):\n    print(page)"
        ways.show(self.state, ways.Ways(copies=copies))

    async def _form(self, url: str, tried: beginning.Tried, given: beginning.Given) -> None:
        """Asks what is behind a form; a page whose form cannot be asked is shown for what else it is."""
        try:
            description, seen = await self.state.readers.read(beginning.tried_form, url, self.private)
        except MotherlodeError as error:
            self._shown(tried, url, given)
            ui.label(t("The form on this page could not be asked: {why}").format(why=error.message)).classes(
                "ml-quiet"
            )
            return
        self._taken("form")
        looked_at(seen)
        self._form_ways(url, str(description), seen)

    def _form_ways(self, url: str, description: str, seen: serving.SiteLook) -> None:
        async def made() -> OpenProject:
            project = await ways.new_project(self.state, _host(url), allow_private=self.private)
            await frame.work(serving.hidden_sites.keep_description, project, seen.name, description)
            return project

        async def go_on() -> None:
            project = await made()
            await frame.work(self.state.jobs.start, project, "hidden", {"site": seen.name})
            ui.navigate.to(frame.address(project.folder.name, "hidden"))

        async def change() -> None:
            ui.navigate.to(frame.address((await made()).folder.name, "hidden"))

        copies = ways.form_copies(url, self._named(url), seen.name, private=self.private)
        schedule = ("hidden", {"site": seen.name}, made)
        ways.show(
            self.state, ways.Ways(go_on=("Read it all", go_on), change=change, schedule=schedule, copies=copies)
        )

    def _named(self, url: str) -> str:
        """The project that commands to be copied speak of."""
        if self.project is not None:
            return self.project.folder.name
        return next(iter(self.state.workspace.names()), "") or _host(url) or "PROJECT"


def _meaning(written: beginning.Given, file: beginning.Given | None) -> str:
    """What the box holds, in words."""
    if file is not None and file.kind != "topic":
        return t("The file {name}").format(name=file.name)
    addresses = (*(file.addresses if file else ()), *written.addresses)
    keywords = (*(file.keywords if file else ()), *written.keywords)
    if written.kind == "page":
        return t("The HTML of a page: it is read at once.")
    if written.kind == "address" and file is None:
        return t("An address: the page is fetched and read.")
    words = ", ".join(word if weight == 1 else f"{word} ({weight:g})" for word, weight in keywords[:8])
    if not words:
        return t("{n} addresses; write what they are to be searched for.").format(n=len(addresses))
    sites = number_of("{n} sites to look at", len(addresses)) if addresses else t("add the sites to look at")
    return f"{t('A topic')}: {words}; {sites}."


def _host(url: str) -> str:
    return urlsplit(url).hostname or ""


def _list(region: Region) -> None:
    ui.label(number_of("{n} records", len(region.records))).classes("ml-quiet")
    tables.records(region, CELLS, mark="begin-records", size=ROWS)


def _article(article: dict[str, Any]) -> None:
    with frame.card(article["title"] or t("Untitled")):
        facts = [article["published"][:16].replace("T", " "), article["source"], ", ".join(article["authors"])]
        ui.label("  ·  ".join(fact for fact in facts if fact)).classes("ml-quiet")
        ui.label(article["content"][:3000]).classes("ml-text").props("data-testid=begin-article")


_DROP = """
const card = document.querySelector('.ml-begin'), input = card.querySelector('input[type=file]');
card.addEventListener('dragover', event => { event.preventDefault(); card.classList.add('ml-over'); });
card.addEventListener('dragleave', () => card.classList.remove('ml-over'));
card.addEventListener('drop', event => {
  card.classList.remove('ml-over');
  if (!event.dataTransfer.files.length) return;
  event.preventDefault();
  input.files = event.dataTransfer.files;
  input.dispatchEvent(new Event('change', {bubbles: true}));
});
"""
"""A file that is dropped on the box is a file that was chosen."""
