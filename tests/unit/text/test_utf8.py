"""What is said of bytes without decoding them holds when they are decoded."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from motherlode.dom.tree import parse
from motherlode.pages.decode import decode, is_plain
from motherlode.text.mojibake import repaired
from motherlode.text.utf8 import compiled, looked, looked_in_python

needs_kernel = pytest.mark.skipif(compiled() is None, reason="the kernel is not built")
pieces = st.sampled_from(
    [
        b"a",
        b"x" * 63,
        b"\x00",
        b"\x1b",
        b"\xc2\x80",
        b"\xc2\xa0",
        b"\xc1\xbf",
        b"\xe0\x9f\xbf",
        b"\xe0\xa0\x80",
        b"\xed\x9f\xbf",
        b"\xed\xa0\x80",
        b"\xf0\x8f\xbf\xbf",
        b"\xf0\x90\x80\x80",
        b"\xf4\x8f\xbf\xbf",
        b"\xf4\x90\x80\x80",
        b"\xf5",
        b"\xff",
        b"\xe4\xb8\x89",
        b"\xe4\xb8",
        b"\xef\xbb\xbf",
        b"\x1b$B",
        b"<meta charset=hz>",
        b"~{VP~}",
        b"<p>",
        b"\xc3\xa4",
    ]
)
bodies = st.lists(pieces, max_size=12).map(b"".join) | st.binary(max_size=40)


@needs_kernel
@settings(max_examples=400, deadline=None)
@given(bodies)
@example(b"a" * 200 + b"\xc3\xa4" + b"a" * 200)
@example(b"a" * 63 + b"\xe4\xb8\x89")
@example(b"a" * 127 + b"\xe4")
def test_the_kernel_says_what_decoding_tells(body: bytes) -> None:
    assert looked(body) == looked_in_python(body)


@settings(max_examples=400, deadline=None)
@given(bodies, st.sampled_from(["", "text/html; charset=hz", "text/html; charset=gbk"]))
def test_what_is_plain_need_not_be_decoded(body: bytes, content_type: str) -> None:
    if is_plain(body, content_type):
        text = decode(body, content_type).text
        assert repaired(text) == text == body.decode()
        one, other = parse(text), parse(body)
        assert (one.tags, one.texts, one.page, one.scripts) == (other.tags, other.texts, other.page, other.scripts)


def test_most_pages_are_plain() -> None:
    plain = compiled() is not None
    assert is_plain("<p>Straße, 三</p>".encode()) is plain
    assert is_plain(b"<p>street</p>") is plain
    assert not is_plain("<p>Straße</p>".encode("latin-1"))
    assert not is_plain("\ufeff<p>Straße</p>".encode())
