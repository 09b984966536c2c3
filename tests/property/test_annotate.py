"""Laws of annotation and integration."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.annotate.columns import columns_of, map_columns
from motherlode.annotate.detail import annotate_site
from motherlode.annotate.integrate import integrate
from motherlode.annotate.items import read_site
from motherlode.annotate.kinds import kinds
from motherlode.annotate.normalise import normalise
from motherlode.annotate.schema_files import ready_schema
from motherlode.model.records import Column, Record
from motherlode.model.schema import SourceRecord, attribute_types

BOOKS = ready_schema("books")
texts = st.text(max_size=30)
words = st.sampled_from(["old", "house", "harbour", "lights", "walk", "march", "2", "the"])
titles = st.lists(words, min_size=1, max_size=4).map(" ".join)
records = st.builds(
    lambda source, number, title, price, isbn: SourceRecord(
        source, str(number), {"title": (title,), "price": (price,), **({"isbn_13": (isbn,)} if isbn else {})}
    ),
    st.sampled_from("abc"),
    st.integers(0, 8),
    titles,
    texts,
    st.sampled_from(["", "9780306406157", "0306406152", "9781861972712"]),
)


@given(st.lists(records, max_size=12), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_every_record_is_in_exactly_one_entity_whatever_the_order(given_records, rng):
    unique = list({(r.source, r.id): r for r in given_records}.values())
    entities = integrate(unique, BOOKS)
    found = [key for entity in entities for key in entity.records]
    assert sorted(found) == sorted((r.source, r.id) for r in unique)
    mixed = unique + unique
    rng.shuffle(mixed)
    assert integrate(mixed, BOOKS) == entities


@given(st.lists(records, max_size=10))
@settings(max_examples=40, deadline=None)
def test_no_entity_has_two_keys(given_records):
    for entity in integrate(given_records, BOOKS):
        assert len(entity.values.get("isbn_13", ())) <= 1


@given(texts, st.sampled_from(attribute_types))
@settings(max_examples=200, deadline=None)
def test_normalising_again_changes_nothing(text, kind):
    once = normalise(text, kind)
    assert normalise(once, kind) == once


@given(st.text(max_size=200))
@settings(max_examples=100, deadline=None)
def test_kinds_stay_between_zero_and_one(text):
    found = kinds(text)
    assert ((found >= 0) & (found <= 1)).all()


@given(
    st.lists(
        st.dictionaries(st.sampled_from(["a", "b", "c"]), texts | st.none() | st.lists(texts, max_size=2)), max_size=6
    )
)
@settings(max_examples=50, deadline=None)
def test_every_column_gets_an_answer_and_single_attributes_at_most_one_column(rows):
    columns = [Column(name) for name in "abc"]
    mappings = map_columns(columns_of(columns, [Record((), row) for row in rows]), BOOKS)
    assert [m.column for m in mappings] == ["a", "b", "c"]
    single = {a.name for a in BOOKS.attributes if not a.many}
    used = [m.attribute for m in mappings if m.attribute in single]
    assert len(used) == len(set(used))


@given(st.lists(st.text(alphabet="<>/abtdrh1 =\"'\u4e66:$9.", max_size=120), min_size=1, max_size=3))
@settings(max_examples=40, deadline=None)
def test_any_pages_give_a_page_each(pages):
    found = annotate_site(read_site([(str(n), html) for n, html in enumerate(pages)]), BOOKS)
    assert [page.page for page in found.pages] == [str(n) for n in range(len(pages))]
