"""The network as a table: classes with their counts, objects with the thing they belong to."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select

from motherlode.network.store import NetworkStore
from motherlode.network.tables import objects
from motherlode.sql.engine import reading


@dataclass(frozen=True, slots=True)
class ListedObject:
    """An object in a list; `id` is text, since browsers round numbers of that size."""

    id: str
    cls: str
    name: str
    within: str


def class_counts(store: NetworkStore) -> dict[str, int]:
    """How many objects each class has, the largest first."""
    counted = func.count().label("number")
    statement = select(objects.c.cls, counted).group_by(objects.c.cls).order_by(counted.desc(), objects.c.cls)
    with reading(store.engine) as connection:
        return {row[0]: row[1] for row in connection.execute(statement)}


def list_objects(
    store: NetworkStore, *, cls: str = "", text: str = "", offset: int = 0, limit: int = 50, descending: bool = False
) -> tuple[list[ListedObject], int]:
    """Objects by name, and how many there are; `cls` and a part of the name narrow them."""
    whole = objects.alias("whole")
    conditions = [objects.c.cls == cls] if cls else []
    if text:
        conditions.append(objects.c.name.icontains(text, autoescape=True))
    order = objects.c.name.desc() if descending else objects.c.name
    statement = (
        select(objects.c.id, objects.c.cls, objects.c.name, whole.c.name.label("within"))
        .select_from(objects.outerjoin(whole, objects.c.context == whole.c.id))
        .where(*conditions)
        .order_by(order, objects.c.id)
        .offset(offset)
        .limit(limit)
    )
    with reading(store.engine) as connection:
        total = connection.execute(select(func.count()).select_from(objects).where(*conditions)).scalar() or 0
        rows = [ListedObject(str(r.id), r.cls, r.name, r.within or "") for r in connection.execute(statement)]
    return rows, total
