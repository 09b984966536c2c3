"""Laws of the sample web: any bytes and any address get an answer, and no answer depends on what was asked before."""

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.interfaces.demo.http import BadRequest, take_request
from motherlode.interfaces.demo.news.build import NewsWeb
from motherlode.interfaces.demo.site import Request, Site
from motherlode.interfaces.demo.web import SampleWeb


@cache
def web() -> SampleWeb:
    return SampleWeb(seed=0, news_pages=200)


@cache
def sites() -> dict[str, Site]:
    return {site.host: site for site in web().sites}


@given(st.binary(max_size=300), st.integers(0, 300))
def test_any_bytes_are_a_request_a_part_of_one_or_a_bad_one(data: bytes, cut: int) -> None:
    for sent in (data, b"GET / HTTP/1.1\r\nHost: x\r\n" + data, data[:cut] + b"\r\n\r\n" + data[cut:]):
        buffer = bytearray(sent)
        try:
            taken = take_request(buffer)
        except BadRequest:
            continue
        assert taken is None or len(buffer) <= len(sent)


@given(st.lists(st.binary(max_size=40), min_size=1, max_size=5), st.integers(1, 30))
def test_requests_come_out_whole_however_they_are_cut(bodies: list[bytes], step: int) -> None:
    sent = b"".join(b"POST /x HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % len(body) + body for body in bodies)
    buffer, found = bytearray(), []
    for at in range(0, len(sent), step):
        buffer += sent[at : at + step]
        while (taken := take_request(buffer)) is not None and taken[4] is not None:
            found.append(taken[4])
    assert found == bodies
    assert not buffer


PATHS = st.one_of(
    st.text(max_size=40).map("/".__add__),
    st.sampled_from(
        ["/search", "/item/", "/sitemap", "/calendar/0/00/", "/img/", "/news/article.php", "/encoding/", "/old/"]
    ),
)


@settings(max_examples=30, deadline=None)
@given(PATHS, st.text(max_size=30))
def test_every_site_answers_every_address(path: str, query: str) -> None:
    for site in sites().values():
        reply = site.respond(Request("GET", path, query))
        assert 200 <= reply.status < 600
        assert all("\n" not in value for _, value in reply.headers)


@settings(max_examples=8, deadline=None)
@given(st.lists(st.integers(0, 199), min_size=1, max_size=12))
def test_no_answer_depends_on_what_was_asked_before(order: list[int]) -> None:
    fresh = {site.host: site for site in NewsWeb(seed=0, count=200).sites}
    keys = list(web().truth.news.articles)
    for number in order:
        host, _, rest = keys[number].partition("/")
        path, _, query = f"/{rest}".partition("?")
        asked = Request("GET", path, query)
        assert fresh[host].respond(asked) == sites()[host].respond(asked)
