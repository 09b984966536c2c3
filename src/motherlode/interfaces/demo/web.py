"""The sample web: sites to serve and the truth about them, the same for the same arguments.

>>> web = SampleWeb(seed=0, news_pages=200)
>>> [site.host for site in web.sites][:3]
['gazette', 'courier', 'monitor']
"""

from __future__ import annotations

from datetime import datetime

from motherlode.interfaces.demo.catalogue.build import catalogues
from motherlode.interfaces.demo.land import land_table
from motherlode.interfaces.demo.news.build import NewsWeb
from motherlode.interfaces.demo.odd import NoRobotsSite, OddSite
from motherlode.interfaces.demo.registry import Registry
from motherlode.interfaces.demo.site import Site
from motherlode.interfaces.demo.truth import Truth
from motherlode.interfaces.demo.university.build import UniversitySite


class SampleWeb:
    """News sites, universities, bookshops, paper libraries, shops, a land registry and trouble, page by page when asked for.

    `news_pages` articles in all, `entities` in each of the three catalogues, `registry_rows` land deals behind the
    registry's search form (`registry.truth()` has their ids), `crawl_delay` seconds in those robots.txt
    that ask for one, `slow` seconds for the slow page; `private_redirect` adds a redirect to a private address;
    with `until` the news sites are as they were at that moment, so that a second crawl finds something new.
    """

    def __init__(
        self,
        seed: int = 0,
        *,
        news_pages: int = 600,
        story_share: float = 0.2,
        universities: int = 3,
        entities: int = 240,
        registry_rows: int = 50_000,
        crawl_delay: float = 0.01,
        slow: float = 0.2,
        private_redirect: bool = False,
        until: datetime | None = None,
    ) -> None:
        news = NewsWeb(seed, news_pages, story_share=story_share, crawl_delay=crawl_delay, until=until)
        campuses = tuple(UniversitySite(seed, number, crawl_delay) for number in range(universities))
        shops, domains = catalogues(seed, entities, crawl_delay)
        odd = OddSite(slow=slow, private_redirect=private_redirect)
        self.registry = Registry(land_table(registry_rows, seed), seed=seed)
        self.sites: tuple[Site, ...] = (*news.sites, *campuses, *shops, self.registry, odd, NoRobotsSite())
        self.truth = Truth(news.truth, tuple(campus.truth for campus in campuses), **domains, odd=odd.truth())
