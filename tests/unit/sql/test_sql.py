import threading
from pathlib import Path

import pytest
from sqlalchemy import Column, Connection, Engine, Integer, MetaData, String, Table, func, select

from motherlode.errors import StoreError, StoreTooNew, StoreUnavailable
from motherlode.sql.engine import connect, name_of, reading, upsert, writing
from motherlode.sql.migrations import current, migrate

metadata = MetaData()
things = Table("things", metadata, Column("name", String, primary_key=True), Column("size", Integer))


def make_things(connection: Connection) -> None:
    metadata.create_all(connection)


def test_steps_run_once_and_the_version_is_kept(engine: Engine) -> None:
    ran: list[int] = []
    steps = [make_things, lambda _: ran.append(2)]
    assert migrate(engine, "things", steps) == 2
    assert migrate(engine, "things", steps) == 2
    assert ran == [2]
    assert current(engine, "things") == 2


def test_a_failing_step_leaves_nothing_behind(engine: Engine) -> None:
    def fail(connection: Connection) -> None:
        make_things(connection)
        raise StoreError("no")

    with pytest.raises(StoreError, match="no"):
        migrate(engine, "things", [fail])
    assert current(engine, "things") == 0


def test_a_newer_store_is_refused_and_not_touched(engine: Engine) -> None:
    migrate(engine, "things", [make_things, lambda _: None, lambda _: None])
    with pytest.raises(StoreTooNew, match="upgrade Motherlode"):
        migrate(engine, "things", [make_things])
    assert current(engine, "things") == 3


def test_upsert_may_be_repeated(engine: Engine) -> None:
    migrate(engine, "things", [make_things])
    for size in (1, 2):
        with writing(engine) as connection:
            upsert(connection, things, ({"name": f"n{i}", "size": size} for i in range(2500)))
    with writing(engine) as connection:
        upsert(connection, things, [{"name": "n0", "size": 9}], update=[])
    with reading(engine) as connection:
        assert connection.execute(select(func.count(), func.min(things.c.size), func.max(things.c.size))).one() == (
            2500,
            2,
            2,
        )


def test_an_error_inside_a_transaction_undoes_it(engine: Engine) -> None:
    migrate(engine, "things", [make_things])
    with pytest.raises(StoreError), writing(engine) as connection:
        upsert(connection, things, [{"name": "a", "size": 1}])
        connection.exec_driver_sql("select * from no_such_table")
    with reading(engine) as connection:
        assert connection.execute(select(func.count()).select_from(things)).scalar() == 0


def test_two_writers_wait_for_each_other(engine: Engine) -> None:
    migrate(engine, "things", [make_things])

    def work(part: int) -> None:
        for i in range(20):
            with writing(engine) as connection:
                connection.execute(select(func.count()).select_from(things)).scalar()
                upsert(connection, things, [{"name": f"{part}-{i}", "size": i}])

    threads = [threading.Thread(target=work, args=(part,)) for part in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with reading(engine) as connection:
        assert connection.execute(select(func.count()).select_from(things)).scalar() == 80


def test_a_file_that_is_no_store_is_named(tmp_path: Path) -> None:
    file = tmp_path / "x.sqlite"
    file.write_bytes(b"this is not a database, it only looks like a file" * 100)
    with pytest.raises(StoreUnavailable, match=r"x\.sqlite is damaged or not a store"):
        migrate(connect(file), "things", [make_things])


def test_passwords_stay_out_of_messages() -> None:
    engine = connect("postgresql://someone:secret@127.0.0.1:1/nothing")
    assert "secret" not in name_of(engine)
    with pytest.raises(StoreUnavailable) as caught:
        migrate(engine, "things", [make_things])
    assert "secret" not in caught.value.message


@pytest.mark.parametrize("bad", ["mysql://a/b", "://"])
def test_what_is_no_database_address_is_refused(bad: str) -> None:
    with pytest.raises(StoreError):
        connect(bad)
