from collections.abc import Callable

import pytest

from motherlode.interfaces.demo.site import Reply, Request, Site
from motherlode.interfaces.demo.web import SampleWeb


@pytest.fixture(scope="session")
def web() -> SampleWeb:
    return SampleWeb(seed=0, news_pages=300)


Get = Callable[..., Reply]


def getter(web: SampleWeb) -> Get:
    sites: dict[str, Site] = {site.host: site for site in web.sites}

    def get(host: str, target: str, **more: object) -> Reply:
        path, _, query = target.partition("?")
        return sites[host].respond(Request("GET", path, query, **more))  # type: ignore[arg-type]

    return get


@pytest.fixture(scope="session")
def get(web: SampleWeb) -> Get:
    return getter(web)
