import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit
from urllib.request import urlopen

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.annotate.rel import FAR, CorpusIndex, SearchApi, nearest, rel
from motherlode.errors import InputError, StoreUnavailable, UsageError
from motherlode.model.schema import Attribute

ATTRIBUTES = (Attribute("author", synonyms=("written by",)), Attribute("publisher"))
TEXTS = [
    ("1", "The Old House written by Ada Byron. It is a long book about a house. Publisher: Zebra Press"),
    ("2", "Harbour Lights. Author: Emmy Noether. Publisher: Quill & Co"),
]


def test_the_nearer_name_wins():
    index = CorpusIndex()
    assert index.add(TEXTS) == 2
    people = rel(["Ada Byron", "Emmy Noether"], ATTRIBUTES, index)
    houses = rel(["Zebra Press", "Quill & Co"], ATTRIBUTES, index)
    assert np.argmax(people) == 0
    assert np.argmax(houses) == 1
    index.close()


def test_values_that_no_text_has_are_related_to_nothing():
    index = CorpusIndex()
    index.add(TEXTS)
    assert rel(["Nobody", '"; DROP TABLE'], ATTRIBUTES, index).tolist() == [0.0, 0.0]
    assert rel([], ATTRIBUTES, index).tolist() == [0.0, 0.0]
    index.close()


def test_a_page_added_twice_counts_once():
    index = CorpusIndex()
    index.add(TEXTS)
    index.add(TEXTS)
    assert index.together("Ada Byron", ["author", "written by"]) == (0.0, 1)
    index.close()


def test_an_index_that_cannot_be_opened(tmp_path):
    (tmp_path / "x").write_bytes(b"no database" * 200)
    with pytest.raises(StoreUnavailable, match="cannot be opened"):
        CorpusIndex(tmp_path / "x")


def test_distance_counts_the_words_between():
    words = ["author", "ada", "byron"]
    assert nearest(words, ("ada", "byron"), [("author",)]) == 0
    assert nearest(words, ("emmy",), [("author",)]) == FAR


@given(
    st.lists(st.sampled_from("abc"), max_size=14),
    st.lists(st.sampled_from("abc"), min_size=1, max_size=3),
    st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=3), max_size=3),
)
@settings(max_examples=60, deadline=None)
def test_the_distance_is_that_of_the_nearest_pair(words, value, names):
    def runs(wanted):
        return [at for at in range(len(words)) if words[at : at + len(wanted)] == wanted]

    gaps = [
        gap
        for name in names
        for start in runs(name)
        for begin in runs(value)
        for gap in (begin - start - len(name), start - begin - len(value))
        if gap >= 0
    ]
    assert nearest(words, value, names) == min(gaps, default=FAR)


class Search(BaseHTTPRequestHandler):
    def do_GET(self):
        query = parse_qs(urlsplit(self.path).query)["q"][0]
        hits = [{"title": "", "snippet": text} for _, text in TEXTS if query.split('"')[1].lower() in text.lower()]
        body = json.dumps({"web": {"results": hits}}).encode() if "broken" not in query else b"<html>"
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def search():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Search)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()

    def get(url):
        with urlopen(url, timeout=10) as reply:
            return reply.read()

    yield SearchApi(f"http://127.0.0.1:{server.server_port}/search?q={{query}}", get)
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_search_api_takes_the_place_of_the_index(search):
    assert np.argmax(rel(["Ada Byron", "Emmy Noether"], ATTRIBUTES, search)) == 0
    assert np.argmax(rel(["Zebra Press", "Quill & Co"], ATTRIBUTES, search)) == 1


def test_an_answer_that_is_not_json_is_an_error(search):
    with pytest.raises(InputError, match="did not answer JSON"):
        search.together("broken", ["author"])


def test_an_address_without_a_place_for_the_query_is_refused():
    with pytest.raises(UsageError, match=r"\{query\}"):
        SearchApi("http://127.0.0.1/", lambda url: b"")
