"""Addresses read by their plain form give what the parser gives."""

from __future__ import annotations

import ada_url
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.errors import InputError
from motherlode.text.urls import canonical, host_of, origin_of

PARTS = st.sampled_from(
    ["http://", "https://", "HTTP://", "ftp://", "a", "B", "1", "127.0.0.1", "0x7f.1", "127.1", "256", "xn--", "-",
     "_", "~", ".", "..", "/", "//", ":", ":80", ":443", ":8080", ":08", ":99999", "?", "#", "@", "%41", "%", "é",
     "[::1]", "\\", " ", "\t", ";"]
)  # fmt: skip
ADDRESSES = st.lists(PARTS, max_size=9).map("".join) | st.lists(PARTS, max_size=8).map(
    lambda p: "http://" + "".join(p)
)


def outcome(url: str) -> str:
    try:
        return canonical(url)
    except InputError as error:
        return str(error.facts["reason"])


@settings(max_examples=400, deadline=None)
@given(ADDRESSES)
def test_plain_addresses_are_what_the_parser_makes_of_them(url: str) -> None:
    assert outcome(url) == outcome(f" {url}"), "a space in front keeps the quick way from being taken"


@settings(max_examples=400, deadline=None)
@given(ADDRESSES)
def test_origins_are_those_of_the_whole_address(url: str) -> None:
    try:
        parsed = ada_url.URL(url)
    except ValueError:
        assert origin_of(url) == host_of(url) == ""
    else:
        assert (origin_of(url), host_of(url)) == (f"{parsed.protocol}//{parsed.host}", parsed.host)


@pytest.mark.parametrize("url", ["http://e.example/a/b.html", "https://127.0.1.3:8080/", "http://e.example/~x/-/_/"])
def test_canonical_addresses_stay(url: str) -> None:
    assert canonical(url) == url
