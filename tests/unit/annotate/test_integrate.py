from motherlode.annotate.integrate import choose, integrate
from motherlode.annotate.schema_files import ready_schema
from motherlode.annotate.similarity import compare, people_alike
from motherlode.model.schema import Attribute, Claim, SourceRecord

BOOKS = ready_schema("books")


def record(source, number, **values):
    made = {name: tuple(value) if isinstance(value, list) else (value,) for name, value in values.items()}
    return SourceRecord(source, str(number), made)


A = record("a", 1, title="The Old House", author="Ada Byron", isbn_13="978-0-306-40615-7", price="$10.00")
B = record("b", 7, title="THE OLD HOUSE", author="Byron, Ada", isbn_13="0306406152", price="$12.50", pages="224")
C = record("c", 3, title="The Old House", author=["A. Byron", "Alan Turing"], price="EUR 9")
D = record("c", 4, title="The New House", author="Ada Byron", isbn_13="9781861972712")


def test_three_sources_become_one_entity_with_provenance():
    entities = integrate([A, B, C, D], BOOKS)
    assert len(entities) == 2
    merged = next(e for e in entities if e.sources == ("a", "b", "c"))
    assert merged.id == "isbn_13:9780306406157"
    assert merged.values["author"] == ("Ada Byron", "Alan Turing")
    assert merged.values["price"] == ("9.00 EUR",)
    told = {claim.value: claim for claim in merged.claims["price"]}
    assert told["10.00 USD"].sources == ("a",)
    assert told["10.00 USD"].raw == "$10.00"
    assert merged.values["pages"] == ("224",)


def test_integrating_twice_or_in_another_order_changes_nothing():
    once = integrate([A, B, C, D], BOOKS)
    assert integrate([D, C, B, A, A, C], BOOKS) == once


def test_different_keys_are_never_joined():
    other = record("b", 8, title="The Old House", author="Ada Byron", isbn_13="9781861972712")
    assert len(integrate([A, other], BOOKS)) == 2


def test_records_of_one_source_stay_apart_without_a_common_key():
    again = record("a", 2, title="The Old House", author="Ada Byron", price="$11.00", publication_date="1999")
    assert len(integrate([A, again], BOOKS)) == 2


def test_unknown_values_are_kept_with_their_source():
    odd = SourceRecord("a", "9", {"title": ("Odd",)}, {"Shelf": ("B 7",)})
    assert integrate([odd], BOOKS)[0].other["Shelf"][0].value == "B 7"


def test_conflict_rules():
    claims = (Claim("1 USD", ("a",)), Claim("22 USD", ("b", "c")), Claim("0.50 USD", ("d",)))

    def chosen(rule):
        return choose(claims, Attribute("x", type="price", merge=rule))[0]

    assert chosen("agree") == "22 USD"
    assert chosen("lowest") == "0.50 USD"
    assert chosen("highest") == "22 USD"
    assert chosen("longest") == "0.50 USD"
    assert chosen("first") == "1 USD"
    dates = (Claim("2001-02", ("a", "b")), Claim("2010", ("c",)))
    assert choose(dates, Attribute("d", type="date", merge="newest")) == ("2010",)


def test_names_with_another_number_are_other_things():
    one, two = {"title": ("Harbour Lights 1",)}, {"title": ("Harbour Lights 2",)}
    assert compare(one, two, BOOKS)[0] < 0.82


def test_people():
    assert people_alike("H. Zinn", "Howard Zinn") >= 0.9
    assert people_alike("Howard Zinn", "Paul Zinn") < 0.9
    assert people_alike("Howard Zinn", "Zinn Howard") == 1.0


def test_nothing_gives_nothing():
    assert integrate([], BOOKS) == []
    assert len(integrate([SourceRecord("a", "1", {})], BOOKS)) == 1


def test_titles_with_other_words_stay_apart_and_misspelt_ones_are_one():
    for one, other in (
        ("A Short History of Bread", "A Short History of Bells"),
        ("The River and the Orchard", "The Harbour and the River"),
        ("Letters to a Quiet Valley", "Letters to a Silver Valley"),
    ):
        assert len(integrate([record("a", 1, title=one), record("b", 2, title=other)], BOOKS)) == 2, (one, other)
    for one, other in (
        ("A Short History of Bread", "A short historie of bread"),
        ("A Short History of Bread", "A Short History of Bead"),
    ):
        assert len(integrate([record("a", 1, title=one), record("b", 2, title=other)], BOOKS)) == 1, (one, other)


def test_a_third_record_does_not_join_two_of_one_source():
    first = record("a", 1, title="The Old House", author="Ada Byron", publication_date="1999")
    second = record("a", 2, title="The Old House", author="Ada Byron", publication_date="2003")
    third = record("b", 3, title="The Old House", author="Ada Byron")
    assert sorted(len(entity.records) for entity in integrate([first, second, third], BOOKS)) == [1, 2]
