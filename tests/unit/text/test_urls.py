import pytest
from hypothesis import given
from hypothesis import strategies as st

from motherlode.errors import InputError
from motherlode.text.urls import canonical, domain_of, host_of


@pytest.mark.parametrize(
    ("given_url", "base", "wanted"),
    [
        ("HTTP://Example.COM:80/a/../b", "", "http://example.com/b"),
        ("/x?utm_source=1&q=2#frag", "https://a.example/y", "https://a.example/x?q=2"),
        ("http://a.example/p;jsessionid=AB12?PHPSESSID=9", "", "http://a.example/p"),
        ("http://user:secret@a.example/", "", "http://a.example/"),
        ("//b.example/x", "https://a.example/", "https://b.example/x"),
        ("http://münchen.example/ä", "", "http://xn--mnchen-3ya.example/%C3%A4"),
    ],
)
def test_canonical(given_url: str, base: str, wanted: str) -> None:
    assert canonical(given_url, base) == wanted


@pytest.mark.parametrize(
    "bad", ["", "javascript:alert(1)", "mailto:a@b.example", "http://", "ftp://a.example/", "x" * 9000]
)
def test_what_is_no_address_is_refused(bad: str) -> None:
    with pytest.raises(InputError):
        canonical(bad)


@given(st.text(max_size=80))
def test_canonical_is_idempotent_or_refuses(text: str) -> None:
    try:
        once = canonical(text, "http://a.example/b/c?d")
    except InputError:
        return
    assert canonical(once) == once


def test_hosts_and_domains() -> None:
    assert host_of("http://a.example:8080/x") == "a.example:8080"
    assert domain_of("news.bbc.co.uk") == "bbc.co.uk"
    assert domain_of("127.0.0.1:80") == "127.0.0.1"
