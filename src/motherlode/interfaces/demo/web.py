"""The sample web: sites to serve and the truth about them, the same for the same arguments.

>>> web = SampleWeb(seed=0, news_pages=200)
>>> [site.host for site in web.sites][:3]
['gazette', 'courier', 'monitor']
"""

from __future__ import annotations

from motherlode.interfaces.demo.catalogue.build import catalogues
from motherlode.interfaces.demo.news.build import NewsWeb
from motherlode.interfaces.demo.site import Site
from motherlode.interfaces.demo.truth.web import Truth
from motherlode.interfaces.demo.university.build import UniversitySite


class SampleWeb:
    """News sites, universities, bookshops, paper libraries and shops, generated page by page when asked for."""

    def __init__(
        self,
        seed: int = 0,
        *,
        news_pages: int = 600,
        story_share: float = 0.2,
        universities: int = 3,
        entities: int = 240,
        crawl_delay: float = 0.01,
    ) -> None:
        news = NewsWeb(seed, news_pages, story_share=story_share, crawl_delay=crawl_delay)
        campuses = tuple(UniversitySite(seed, number, crawl_delay) for number in range(universities))
        shops, domains = catalogues(seed, entities, crawl_delay)
        self.sites: tuple[Site, ...] = (*news.sites, *campuses, *shops)
        self.truth = Truth(news.truth, tuple(campus.truth for campus in campuses), **domains)
