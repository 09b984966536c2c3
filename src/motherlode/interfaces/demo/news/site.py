"""A news site: which page stands at which address."""

from __future__ import annotations

import calendar
import re
from bisect import bisect_left
from collections import defaultdict
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from urllib.parse import parse_qs

from motherlode.interfaces.demo import site, words
from motherlode.interfaces.demo.news.plan import Plan
from motherlode.interfaces.demo.news.view import SECTIONS, ArticleView, Brand, Entry, ListView, Template, e
from motherlode.interfaces.demo.news.writer import Writer
from motherlode.interfaces.demo.site import Reply, Request

DISALLOWED = ("/private/", "/search")
FEED_LENGTH = 30
_CALENDAR = re.compile(r"/calendar/(\d{1,6})/(\d\d)/(?:(\d\d)/)?$")
_SMALL_PAGES = {"/about", "/about.html", "/contact", "/terms", "/subscribe", "/weather.html", "/share", "/video/"}


class NewsSite:
    """One of the six news sites."""

    def __init__(self, template: Template, plans: list[Plan], everything: NewsAddresses, delay: float) -> None:
        self.host = template.brand.host
        self.template = template
        self.brand = template.brand
        self._delay = delay if self.brand.slow_robots else 0.0
        self._web = everything
        self._writer = everything.writer
        self._plans = plans
        self._listed = [item for item in reversed(plans) if not item.buried]
        self._sections = {name: [item for item in self._listed if item.section == name] for name in SECTIONS}
        self._by_story: dict[str, list[Plan]] = defaultdict(list)
        self._by_topic: dict[str, list[Plan]] = defaultdict(list)
        for item in plans:
            if not item.buried:
                self._by_story[item.story].append(item)
                self._by_topic[item.topic].append(item)
        self._numbers = {topic: [item.number for item in items] for topic, items in self._by_topic.items()}
        self._newest: list[Entry] = []
        self._cache = site.PageCache()

    def respond(self, request: Request) -> Reply:
        """The page at that address."""
        target = site.target_of(request)
        return self._cache.get(request.origin(self.host) + target, lambda: self._make(target, request))

    def _make(self, target: str, request: Request) -> Reply:
        origin = request.origin(self.host)
        if target == "/":
            home = {
                name: [self._entry(item, teaser=True) for item in items[:8]] for name, items in self._sections.items()
            }
            newest = [self._entry(item, teaser=True) for item in self._listed[:20]]
            return self._html(self.template.home({name: found for name, found in home.items() if found}, newest))
        number = self.template.number(target)
        if number >= 0:
            return self._article(number, target, request)
        section = self.template.section_of(target)
        if section is not None:
            return self._section(*section)
        return self._technical(target, origin) or self._small(target, request)

    def _technical(self, target: str, origin: str) -> Reply | None:
        """robots.txt, sitemap, feed, pictures."""
        if target == "/robots.txt":
            return site.robots(origin, disallow=DISALLOWED, delay=self._delay, sitemap=self.brand.sitemap)
        if self.brand.sitemap and target.startswith("/sitemap") and target.endswith(".xml"):
            return site.sitemap(origin, target, [(self._path(item), item.moment) for item in self._listed])
        if self.brand.feed and target == self.brand.feed:
            make = site.atom if target == "/atom.xml" else site.rss
            newest = self._listed[:FEED_LENGTH]
            entries = [
                (self._writer.title(i), origin + self._path(i), i.moment, self._writer.teaser(i)) for i in newest
            ]
            return make(origin, self.brand.name, entries)
        if target.startswith("/img/") and target[5:].removesuffix(".svg").isdigit():
            return site.picture(int(target[5:].removesuffix(".svg")))
        return None

    def _small(self, target: str, request: Request) -> Reply:
        """Pages without news: about us, search, the calendar that never ends."""
        found = _CALENDAR.match(target)
        if self.brand.trap and found:
            return self._html(_calendar_page(self.brand.name, int(found[1]), int(found[2]), found[3] or ""))
        if request.path.startswith("/old/") and request.path[5:].isdigit():
            plan = self._web.at(int(request.path[5:]))
            return site.redirect(self._path(plan)) if plan and plan.host == self.host else self._missing()
        if request.path == "/news/print.php" and request.query.startswith("id="):
            return site.redirect(f"/news/article.php?{request.query}", 302)
        if target == "/live" and self.host == "gazette":
            return replace(site.plain("Live", "The live page takes its time."), delay=0.1)
        if target == "/radar" and self.host == "monitor":
            return Reply(500, b"radar out of order", (("Content-Type", "text/plain"),))
        if request.path == "/search":
            word = parse_qs(request.query).get("q", [""])[0].lower()
            hits = [i for i in self._listed[:500] if word and word in self._writer.title(i).lower()][:20]
            found_links = "".join(f'<li><a href="{self._path(i)}">{e(self._writer.title(i))}</a></li>' for i in hits)
            return self._html(f"<!DOCTYPE html><title>Search</title><h1>{e(word)}</h1><ul>{found_links}</ul>")
        if target in _SMALL_PAGES or target.startswith("/private/"):
            return site.plain(
                self.brand.name, target.strip("/"), encoding=self.brand.encoding, language=self.brand.language
            )
        return self._missing()

    def _missing(self) -> Reply:
        return site.missing(encoding=self.brand.encoding)

    def _html(self, html: str, plan: Plan | None = None) -> Reply:
        """The page in the site's encoding; the old sites leave it out of the header, some headers are wrong."""
        encoding = self.brand.encoding
        stated = "text/html"
        if encoding == "utf-8" or (plan is not None and wrong_header(plan)):
            stated = "text/html; charset=utf-8"
        return site.page(html, encoding=encoding, content_type=stated, modified=plan.moment if plan else None)

    def _path(self, plan: Plan) -> str:
        return self._web.path(plan)

    def _entry(self, plan: Plan, *, teaser: bool = False) -> Entry:
        text = self._writer.teaser(plan) if teaser else ""
        return Entry(self._writer.title(plan), self._path(plan), plan.moment, plan.section, plan.number, text)

    def _section(self, section: str, page: int) -> Reply:
        items = self._sections.get(section, [])
        size = self.brand.per_page
        count = max(1, -(-len(items) // size))
        if not 1 <= page <= count:
            return self._missing()
        shown = [self._entry(item, teaser=True) for item in items[(page - 1) * size : page * size]]
        view = ListView(
            section, page, count, len(items), shown, self._latest(), lambda n: self.template.section_path(section, n)
        )
        return self._html(self.template.listing(view))

    def _latest(self) -> list[Entry]:
        if not self._newest:
            self._newest = [self._entry(item) for item in self._listed[:10]]
        return self._newest

    def _article(self, number: int, target: str, request: Request) -> Reply:
        plan = self._web.at(number)
        if plan is None or plan.host != self.host:
            return self._missing()
        if self._path(plan) != target:
            return site.redirect(self._path(plan))
        written = self._writer.write(plan)
        origin = request.origin(self.host)
        source = self._web.brand(plan.copy_of.host).name if plan.copy_of else self.brand.name
        href = request.origin(plan.copy_of.host) + self._web.path(plan.copy_of) if plan.copy_of else ""
        updated = self._web.updated(plan)
        view = ArticleView(
            number=plan.number,
            title=written.title,
            paragraphs=written.paragraphs,
            authors=written.authors,
            source=source,
            source_href=href,
            moment=self.brand.local(plan.moment),
            updated=self.brand.local(updated) if updated else None,
            section=plan.section,
            url=origin + target,
            related=self._related(plan),
            latest=self._latest(),
            comments=self._comments(plan),
        )
        return self._html(self.template.article(view), plan)

    def _related(self, plan: Plan) -> list[Entry]:
        """Mostly articles of the same story or topic, some others, and the hidden ways to buried articles."""
        rng = Random(plan.number * 7919 + 13)
        same = self._by_story[plan.story]
        chosen: dict[int, Plan] = {}
        if len(same) > 1:
            place = bisect_left([item.number for item in same], plan.number)
            chosen |= {item.number: item for item in same[max(0, place - 2) : place + 3]}
        topic = self._by_topic[plan.topic]
        if topic:
            place = bisect_left(self._numbers[plan.topic], plan.number)
            chosen |= {item.number: item for item in topic[max(0, place - 2) : place + 2]}
        for _ in range(2):
            other = rng.choice(self._listed)
            chosen[other.number] = other
        chosen |= {item.number: item for item in plan.gates}
        chosen.pop(plan.number, None)
        if plan.corrects:
            chosen[plan.corrects.number] = plan.corrects
        entries = [self._entry(item) for item in chosen.values() if item.host == self.host]
        if entries and plan.number % 20 == 0:
            first = entries[0]
            entries[0] = Entry(first.title, f"/old/{first.number}", first.moment, first.section, first.number)
        return entries

    def _comments(self, plan: Plan) -> list[tuple[str, str]]:
        rng = Random(plan.number * 104729 + 7)
        pool = words.vocabulary("news")[self.brand.language]["comments"]
        some = rng.sample(pool, rng.randint(0, 4))
        return [(words.person(rng, self.brand.language), text) for text in some]


class NewsAddresses:
    """All articles of all news sites with their addresses."""

    def __init__(self, plans: list[Plan], writer: Writer, templates: dict[str, Template]) -> None:
        self.plans = plans
        self.writer = writer
        self._templates = templates
        self._paths: dict[int, str] = {}

    def at(self, number: int) -> Plan | None:
        """The article of that number."""
        return self.plans[number] if 0 <= number < len(self.plans) else None

    def brand(self, host: str) -> Brand:
        """The site of that host."""
        return self._templates[host].brand

    def path(self, plan: Plan) -> str:
        """The address within the site."""
        found = self._paths.get(plan.number)
        if found is None:
            found = self._templates[plan.host].path(plan, self.writer.title(plan))
            self._paths[plan.number] = found
        return found

    def updated(self, plan: Plan) -> datetime | None:
        """When the article was changed; only one site says so."""
        if plan.host != "gazette" or plan.number % 5:
            return None
        return plan.moment + timedelta(minutes=20 + plan.number % 90)


def wrong_header(plan: Plan) -> bool:
    """Some pages of the GBK site are announced as UTF-8."""
    return plan.host == "lanjiang" and plan.number % 9 == 0


def _calendar_page(name: str, year: int, month: int, day_of_month: str) -> str:
    """A calendar without end: every page links to the month after and the month before."""
    before = (year - 1, 12) if month <= 1 else (year, month - 1)
    after = (year + 1, 1) if month >= 12 else (year, month + 1)
    days = "".join(f'<a href="/calendar/{year}/{month:02}/{n:02}/">{n}</a> ' for n in range(1, 29))
    label = calendar.month_name[min(12, max(1, month))]
    return f"""<!DOCTYPE html><html><head><title>Calendar {label} {year} - {e(name)}</title></head><body>
<h1>{day_of_month} {label} {year}</h1><p>No events on this day.</p><div>{days}</div>
<a rel="prev" href="/calendar/{before[0]}/{before[1]:02}/">earlier</a>
<a rel="next" href="/calendar/{after[0]}/{after[1]:02}/">later</a> <a href="/">Home</a></body></html>"""
