"""What is fuzzed: code that reads what strangers made. Any bytes give a result or a MotherlodeError.

`tests/fuzz` runs these for a fixed number of mutations in every run of the tests; `benchmarks/fuzz/run.py` for as
long as one likes, led by what the code under test does. Both begin with the corpus beside this file.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from motherlode.app.extract.records import load_wrapper
from motherlode.dom.tree import parse
from motherlode.errors import MotherlodeError
from motherlode.extract.article import extract as article_of
from motherlode.network.language.parse import parse as statements
from motherlode.pages.decode import decode
from motherlode.pages.view import view
from motherlode.pages.warc import responses
from motherlode.sources.listings import feed, is_feed, sitemap
from motherlode.sources.tables import addresses_of, keywords_of, text_rows
from motherlode.text.urls import canonical

CORPUS = Path(__file__).parent / "corpus"
ENCODINGS = ("", "text/html; charset=gbk", "text/html; charset=utf-16", "x;charset=")


def text(data: bytes) -> str:
    """Text of any kind, half characters too."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")


def tree(data: bytes) -> None:
    """A page: its tree and what is seen of it."""
    html = text(data)
    parse(html)
    view(html, "http://a.example/")


def decoding(data: bytes) -> None:
    """Bytes in an encoding that the head tells, rightly or wrongly."""
    decode(data[1:], ENCODINGS[data[0] % len(ENCODINGS)])


def warc(data: bytes) -> None:
    """An archive."""
    with tempfile.NamedTemporaryFile(suffix=".warc.gz") as file:
        file.write(data)
        file.flush()
        for _ in responses(Path(file.name)):
            pass


def feeds(data: bytes) -> None:
    """Sitemaps and feeds."""
    sitemap(data)
    is_feed(data, "application/xml")
    feed(data)


def language(data: bytes) -> None:
    """Statements of the network's language."""
    list(statements(text(data)))


def jsonld(data: bytes) -> None:
    """What a page says of itself for machines."""
    page = f'<title>t</title><script type="application/ld+json">{text(data)}</script><p>{"words " * 60}'
    article_of(parse(page), "http://a.example/2026/01/01/x")


def wrapper(data: bytes) -> None:
    """A saved wrapper of record pages."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        file.write(data)
        file.flush()
        load_wrapper(Path(file.name))


def lists(data: bytes) -> None:
    """Lists of addresses and keywords, and addresses by themselves."""
    rows = text_rows(data)
    addresses_of(rows)
    keywords_of(rows)
    canonical(text(data)[:2000], "http://a.example/b/")


TARGETS: dict[str, Callable[[bytes], None]] = {
    "tree": tree, "decode": decoding, "warc": warc, "feeds": feeds, "language": language, "jsonld": jsonld,
    "wrapper": wrapper, "lists": lists,
}  # fmt: skip


def once(name: str, data: bytes) -> None:
    """One try of a target; an error of ours is an answer."""
    if data:
        try:
            TARGETS[name](data)
        except MotherlodeError:
            return
