import pytest
from benchmarks.swde import schema_from_names

from motherlode.annotate.schema_files import (
    find_schema,
    parse_schema,
    read_schema,
    ready_names,
    ready_schema,
)
from motherlode.errors import SchemaError, UnreadableInput

WANTED = {"books", "papers", "products", "jobs", "cars", "movies", "people", "real_estate", "events"}


def test_the_ready_schemas_are_there_and_speak_several_languages():
    assert set(ready_names()) >= WANTED
    for name in ready_names():
        schema = ready_schema(name)
        assert sum(attribute.type == "name" for attribute in schema.attributes) == 1
        assert all(attribute.description for attribute in schema.attributes)
        assert any(not synonym.isascii() for a in schema.attributes for synonym in a.synonyms)


def test_a_schema_is_found_by_alias_and_in_the_project(tmp_path):
    assert find_schema("auto").name == "cars"
    (tmp_path / "boats.toml").write_text("[attributes.name]\ntype='name'\n")
    assert find_schema("boats", [tmp_path]).attributes[0].type == "name"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[attributes.title]\ntipe='name'", "line 2: unknown key 'tipe' in [attributes.title]; did you mean 'type'?"),
        ("[attributes.title]\ntype='nmae'", "did you mean 'name'?"),
        ("[attributes.title]\nmerge='latest'", "merge 'latest'"),
        ("[attributes.title]\npattern='('", "not a regular expression"),
        ("[attributes.title]\nsynonyms='x'", 'synonyms = ["one", "two"]'),
        ("[attributes.title]\nmany='yes'", "write true or false"),
        ("[attributes]\ntitle='x'", "must be a section"),
        ("description='x'", "no attributes; add a section such as [attributes.title]"),
        ("[attribute.title]", "did you mean 'attributes'?"),
        ("[attributes.title\n", "not valid TOML"),
        ("description=3\n[attributes.title]", "must be a text in quotes"),
    ],
)
def test_a_mistake_is_named_with_the_next_step(text, message):
    with pytest.raises(SchemaError) as caught:
        parse_schema(text, "mine", "mine.toml")
    assert message in caught.value.message
    assert "mine.toml" in caught.value.message


def test_unknown_names_and_missing_files_say_what_there_is(tmp_path):
    with pytest.raises(SchemaError, match="did you mean 'books'"):
        find_schema("boks")
    with pytest.raises(UnreadableInput, match="ready schemas"):
        read_schema(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UnreadableInput, match="cannot be read"):
        read_schema(tmp_path / "bytes.toml")


def test_names_alone_take_over_what_is_known():
    schema = schema_from_names("boats", ["price", "hull_length", "sale_date", "qwertz"])
    kinds = {attribute.name: attribute.type for attribute in schema.attributes}
    assert kinds["price"] == "price"
    assert kinds["sale_date"] == "date" or kinds["sale_date"] == "text"
    assert kinds["qwertz"] == "text"
