import csv
import json
import sqlite3

import pytest

from motherlode.app.project import Project
from motherlode.interfaces.cli.app import main

PAGE = """<html><head><title>{title} - {shop}</title></head><body>
<div class=nav><a href=/>Home</a><a href=/h>Help</a></div>
<h1>{title}</h1><table><tr><th>{by}</th><td>{author}</td></tr><tr><th>ISBN</th><td>{isbn}</td></tr>
<tr><th>{price_label}</th><td>{price}</td></tr><tr><th>Shelf</th><td>{shelf}</td></tr></table></body></html>"""
BOOKS = [
    ("Harbour Lights", "Emmy Noether", "9780306406157", "B 7"),
    ("The Old House", "Ada Byron", "9781861972712", "C 1"),
    ("A Walk in March", "Grace Hopper", "9780141439600", "C 9"),
    ("Winter Songs", "Kurt Weill", "9783161484100", "A 2"),
]


@pytest.fixture
def shops(tmp_path):
    for shop, by, price_label, sign in (("alpha", "Author", "Price", "$"), ("beta", "Autor", "Preis", "€ ")):
        folder = tmp_path / shop
        folder.mkdir()
        for number, (title, author, isbn, shelf) in enumerate(BOOKS):
            page = PAGE.format(
                title=title, shop=shop, by=by, author=author, isbn=isbn, price=f"{sign}1{number}.50", shelf=shelf,
                price_label=price_label,
            )  # fmt: skip
            (folder / f"{number}.html").write_text(page)
    return tmp_path


def run(capsys, *arguments):
    code = main(["annotate", *map(str, arguments)])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_two_shops_become_one_table(shops, capsys):
    code, out, _ = run(capsys, shops / "alpha", shops / "beta", "--schema", "books", "--pages", "detail", "--jsonl")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert len(rows) == 4
    row = next(row for row in rows if row["title"] == "The Old House")
    assert row["sources"] == ["alpha", "beta"]
    assert row["author"] == ["Ada Byron"]
    assert row["isbn_13"] == "9781861972712"
    assert {claim["value"] for claim in row["claims"]["price"]} == {"11.50 USD", "11.50 EUR"}


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "xlsx", "parquet", "sqlite"])
def test_every_format(shops, capsys, suffix):
    out = shops / f"books.{suffix}"
    code, _, said = run(capsys, shops / "alpha", "--schema", "books", "--pages", "detail", "--out", out)
    assert code == 0
    assert out.stat().st_size > 100
    assert "4 entities" in said
    if suffix == "sqlite":
        connection = sqlite3.connect(out)
        assert connection.execute("select count(*) from books where sources = 'alpha'").fetchone() == (4,)
        connection.close()


def test_records_from_a_table_with_a_correction_that_is_kept(tmp_path, capsys):
    Project.create(tmp_path / "project").close()
    with (tmp_path / "shop.csv").open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["Titel", "Standort", "Preis"])
        writer.writerows([("The Old House", "B 7", "3,50 €"), ("Winter Songs", "C 1", "7,00 €")])
    arguments = ("--schema", "books", "--project", tmp_path / "project", "--jsonl")
    code, out, _ = run(capsys, tmp_path / "shop.csv", *arguments, "--correct", "shop.Standort=edition")
    assert code == 0
    assert {json.loads(line)["edition"] for line in out.splitlines()} == {"B 7", "C 1"}
    again = run(capsys, tmp_path / "shop.csv", *arguments)
    assert again[1] == out
    (tmp_path / "other.jsonl").write_text('{"title": "New One", "standort": "Z 3"}\nnot json\n')
    code, out, said = run(capsys, tmp_path / "other.jsonl", *arguments)
    rows = {row["title"]: row for row in map(json.loads, out.splitlines())}
    assert code == 1
    assert "line 2" in " ".join(said.split())
    assert len(rows) == 3
    assert rows["New One"]["edition"] == "Z 3"


def test_labelled_pages_teach(shops, capsys):
    gold = {f"{n}.html": {"subtitle": [shelf]} for n, (*_, shelf) in enumerate(BOOKS)}
    (shops / "alpha" / "gold.json").write_text(json.dumps(gold))
    code, out, _ = run(
        capsys, shops / "beta", "--schema", "books", "--pages", "detail", "--labelled", shops / "alpha", "--jsonl"
    )
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert {row.get("subtitle") for row in rows} == {"B 7", "C 1", "C 9", "A 2"}


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["x"], 2, "which schema?"),
        (["--schema", "books"], 2, "no sources"),
        (["missing.csv", "--schema", "books"], 1, "missing.csv is not there"),
        (["missing.csv", "--schema", "boks"], 1, "did you mean 'books'"),
        (["x", "--schema", "books", "--pages", "what"], 2, "auto, detail or list"),
        (["x", "--schema", "books", "--correct", "nonsense"], 2, "SOURCE.COLUMN=ATTRIBUTE"),
    ],
)
def test_wrong_usage_says_the_next_step(tmp_path, monkeypatch, capsys, arguments, code, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "page.html").write_text("<h1>One</h1>")
    found = run(capsys, *arguments)
    assert found[0] == code
    assert message in found[2]


def test_the_ready_schemas_are_listed(capsys):
    code, out, _ = run(capsys, "--list", "--json")
    assert code == 0
    assert {"books", "jobs"} <= {schema["name"] for schema in json.loads(out)}


def test_mappings_come_with_reasons(shops, capsys):
    code, out, _ = run(capsys, shops / "alpha", "--schema", "books", "--pages", "detail", "--mappings", "--jsonl")
    found = json.loads(out.splitlines()[0])
    assert code == 0
    price = next(m for m in found["mappings"] if m["attribute"] == "price")
    assert price["score"] > 0.25
    assert price["terms"][0]["reason"]
