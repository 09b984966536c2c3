from motherlode.interfaces.demo.server import serve
from motherlode.interfaces.demo.web import SampleWeb

from .conftest import Get


def test_every_kind_of_site_is_there_once(web: SampleWeb) -> None:
    hosts = [site.host for site in web.sites]
    assert len(hosts) == len(set(hosts)) == 21
    assert {"gazette", "corvane", "foliant", "papertrail", "gadgetry", "registry", "odd", "shaky"} <= set(hosts)
    with serve(web.sites, names="address") as server:
        assert server.url(hosts[-1]).startswith("http://127.0.1.21:")


def test_the_registry_shows_a_form_and_knows_its_rows(get: Get) -> None:
    small = SampleWeb(news_pages=200, registry_rows=1000)
    assert len(small.registry.truth()) == 1000
    assert b"<form" in get("registry", "/").body
