"""Lists from somebody's database: whatever the query says, nothing is written, and nobody waits for ever."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from motherlode.errors import InputError, MotherlodeError, UsageError
from motherlode.sources.databases import database_rows

ENDLESS = "with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "sites.sqlite"
    with sqlite3.connect(made) as connection:
        connection.execute("create table sites (url text)")
        connection.execute("insert into sites values ('http://a.example/'), (null)")
    connection.close()
    return made


def test_a_query_is_answered_with_texts(file: Path) -> None:
    assert database_rows(f"sqlite:///{file}", "select url, 1 from sites") == [("http://a.example/", "1"), ("", "1")]


@pytest.mark.parametrize(
    "query",
    [
        "vacuum into '{folder}/stolen.sqlite'",
        "drop table sites",
        "delete from sites",
        "insert into sites values ('x')",
        "attach database '{folder}/other.sqlite' as other",
        "pragma writable_schema = on",
        "pragma database_list",
        "select load_extension('evil')",
        "select 1; drop table sites",
        "create temp table t as select * from sites",
        "",
    ],
)
def test_nothing_but_reading_passes(file: Path, query: str) -> None:
    before = file.read_bytes()
    others = set(file.parent.iterdir())
    with pytest.raises(MotherlodeError):
        database_rows(f"sqlite:///{file}", query.format(folder=file.parent))
    assert file.read_bytes() == before
    assert set(file.parent.iterdir()) == others


def test_a_query_without_end_is_ended(file: Path) -> None:
    with pytest.raises(InputError, match=r"more than 0\.5 seconds"):
        database_rows(f"sqlite:///{file}", ENDLESS, 0.5)


def test_callers_of_a_server_reach_only_what_its_owner_allows(file: Path, tmp_path: Path) -> None:
    inside = tmp_path / "projects"
    inside.mkdir()
    with pytest.raises(UsageError, match="in its own projects"):
        database_rows(f"sqlite:///{file}", "select 1", inside=inside)
    said = set()
    for port in (1, 22, 5432):
        with pytest.raises(UsageError) as refused:
            database_rows(f"postgresql://127.0.0.1:{port}/x", "select 1", inside=inside)
        said.add(refused.value.message)
    assert len(said) == 1, "the answer must not tell open ports from closed ones"


def test_other_databases_are_refused() -> None:
    with pytest.raises(UsageError, match="is not read here"):
        database_rows("mysql://127.0.0.1/x", "select 1")


@pytest.mark.postgres
@pytest.mark.parametrize(
    "query",
    [
        "create table evil (n int)",
        "insert into sites values ('x')",
        "select 1; commit; create table evil (n int)",
        "set default_transaction_read_only = off; create table evil (n int)",
        "with gone as (delete from sites returning url) select * from gone",
    ],
)
def test_postgresql_is_only_read(postgres_server: object, query: str) -> None:
    import psycopg

    url = postgres_server.database()  # type: ignore[attr-defined]
    with psycopg.connect(url) as connection:
        connection.execute("create table sites (url text)")
        connection.execute("insert into sites values ('http://a.example/')")
    assert database_rows(url, "select url from sites") == [("http://a.example/",)]
    with pytest.raises(UsageError):
        database_rows(url, query)
    with psycopg.connect(url) as connection:
        assert connection.execute("select count(*) from sites").fetchone() == (1,)
        assert connection.execute("select to_regclass('evil')").fetchone() == (None,)


@pytest.mark.postgres
def test_postgresql_is_not_waited_for(postgres_server: object) -> None:
    with pytest.raises(InputError, match="more than 1 seconds"):
        database_rows(postgres_server.database(), "select pg_sleep(60)", 1)  # type: ignore[attr-defined]
