"""Leaves aligned across the records of a list into typed, labelled columns; repeated leaves become lists (E6)."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from motherlode.dom.tree import Tree
from motherlode.extract.records.leaves import Leaf, column_type, leaves_of, path_of, seen_from
from motherlode.model.records import Column

CONSTANT = 0.6
"""Share of records in which a leaf must say the same to be a label."""

STEADY = 0.8
"""Share of records that must repeat a leaf equally often for each repetition to be a column of its own."""

SAID_ALIKE = 0.95
"""The same for a leaf that does not end in a colon: "Buy now" is no label, and a column may say one thing mostly."""

MOST_REPEATED = 12
_LABEL = re.compile(r"^(?P<label>[^\W\d_][^:：]{0,30})\s*[:：]\s*(?P<value>\S.*)?$", re.DOTALL)
_CELL = re.compile(r"\[\d+\]")
_MOVED = re.compile(r"\[preceding-sibling::\*\[1\]\[self::[^\]]*\]\]|(?<=t[dh])\[\d+\]")
_ROLES = (
    ("title", re.compile(r"title|name|heading|headline|subject", re.IGNORECASE)),
    ("price", re.compile(r"price|cost|amount", re.IGNORECASE)),
    ("date", re.compile(r"date|time|published|posted", re.IGNORECASE)),
    ("author", re.compile(r"author|byline|creator", re.IGNORECASE)),
    ("description", re.compile(r"desc|summary|snippet|abstract|excerpt", re.IGNORECASE)),
    ("rating", re.compile(r"rating|stars?|score", re.IGNORECASE)),
    ("location", re.compile(r"location|address|city|place", re.IGNORECASE)),
    ("category", re.compile(r"category|tag|genre|type", re.IGNORECASE)),
)


@dataclass
class _Item:
    """One semantic item while it is being made."""

    key: str
    turn: int
    repeated: bool
    values: dict[int, list[Leaf]] = field(default_factory=lambda: defaultdict(list))
    order: float = 0.0
    label: str = ""
    prefix: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Columns, and for each record its row of fields, its links and its texts."""

    columns: tuple[Column, ...]
    rows: tuple[dict[str, Any], ...]
    links: tuple[tuple[str, ...], ...]
    texts: tuple[tuple[str, ...], ...]


def tabulate(tree: Tree, ranges: Sequence[tuple[int, int]], known: Sequence[Column] = (), url: str = "") -> Table:
    """The table of some records; `known` columns of a wrapper keep their names."""
    addresses: dict[str, str] = {}
    read = [leaves_of(tree, start, end) for start, end in ranges]
    records = [seen_from(leaves, url, addresses) for leaves, _ in read]
    header = _header(tree, ranges)
    items = _merged(_items(records), cells=not header)
    labels = _label_items(items, len(records), frozenset(column.path for column in known))
    data = [item for item in items if id(item) not in labels]
    _give_labels(items, labels, data, records)
    names = _names(data, header, known)
    rows: list[dict[str, Any]] = [{} for _ in records]
    nested = _nested(tree, data)
    columns = [
        _fill_nested(tree, [(data[i], names[i]) for i in group], rows, len(records), known) for group in nested
    ]
    inside = {i for group in nested for i in group}
    for i, (item, name) in enumerate(zip(data, names, strict=True)):
        if i not in inside:
            columns += _fill(item, name, rows, len(records))
    links = tuple(
        tuple(dict.fromkeys(leaf.link for leaf in leaves if leaf.link and not leaf.image)) for leaves in records
    )
    return Table(tuple(columns), tuple(rows), links, tuple(texts for _, texts in read))


def _items(records: Sequence[Sequence[Leaf]]) -> list[_Item]:
    """The leaves grouped by key, and by turn where a key comes equally often in most records."""
    counts: dict[str, Counter[int]] = defaultdict(Counter)
    for leaves in records:
        here: dict[str, int] = {}
        for leaf in leaves:
            here[leaf.key] = here.get(leaf.key, 0) + 1
        for key, times in here.items():
            counts[key][times] += 1
    single_keys = set()
    for key, times_of in counts.items():
        steady, often = times_of.most_common(1)[0]
        if steady <= MOST_REPEATED and often >= STEADY * sum(times_of.values()) and max(times_of) <= steady:
            single_keys.add(key)
    made: dict[tuple[str, int], _Item] = {}
    for number, leaves in enumerate(records):
        turns: dict[str, int] = {}
        for place, leaf in enumerate(leaves):
            key = leaf.key
            turn = turns.get(key, 0) if key in single_keys else 0
            turns[key] = turn + 1
            item = made.get((key, turn))
            if item is None:
                item = made[key, turn] = _Item(key, turn, repeated=key not in single_keys)
            item.values[number].append(leaf)
            item.order += place / max(1, len(leaves))
    for item in made.values():
        item.order /= max(1, sum(len(v) for v in item.values.values()))
    return sorted(made.values(), key=lambda item: (item.order, item.key, item.turn))


def _merged(items: Sequence[_Item], *, cells: bool) -> list[_Item]:
    """Items that are one: in the same markup, of one type, and never both in a record.

    A missing part changes what stands before a text, or moves the cells of a row that no heading names (`cells`);
    the first record may lack the element around the others.
    """
    kept: list[_Item] = []
    places: dict[tuple[str, int], list[_Item]] = {}
    for item in sorted(items, key=lambda item: -len(item.values)):
        place = (_markup(item.key, cells=cells), item.turn)
        known = places.get(place) or (_wrapped(place, places) if len(item.values) == 1 else [])
        twin = None if item.repeated else next((other for other in known if _one_item(other, item)), None)
        if twin is None:
            kept.append(item)
            if not item.repeated:
                places.setdefault(place, []).append(item)
            continue
        count, more = len(twin.values), len(item.values)
        twin.values.update(item.values)
        twin.order = (twin.order * count + item.order * more) / (count + more)
    return sorted(kept, key=lambda item: (item.order, item.key, item.turn))


def _markup(key: str, *, cells: bool) -> str:
    """The place of a leaf without what stands before it, and without its cell's number where an element in the cell
    tells it from the text of other cells."""
    path = key.partition("|")[0]
    bare = _CELL.sub("", path)
    return bare if cells and not bare.endswith(("td/text()", "th/text()")) else path


def _wrapped(place: tuple[str, int], places: dict[tuple[str, int], list[_Item]]) -> list[_Item]:
    """The items of the one place that is this one inside one more element."""
    fitting = [
        items
        for (path, turn), items in places.items()
        if turn == place[1] and "/".join(["", *path.split("/")[2:]]) == place[0]
    ]
    return fitting[0] if len(fitting) == 1 else []


def _one_item(first: _Item, second: _Item) -> bool:
    if first.values.keys() & second.values.keys():
        return False
    types = [
        column_type([leaf.text for leaves in item.values.values() for leaf in leaves]) for item in (first, second)
    ]
    linked = [any(leaf.link for leaves in item.values.values() for leaf in leaves) for item in (first, second)]
    return types[0] == types[1] and linked[0] == linked[1]


def _label_items(items: Sequence[_Item], count: int, columns: frozenset[str] = frozenset()) -> dict[int, str]:
    """Items that say the same in most records: labels of what follows them; a column of a wrapper is none."""
    labels: dict[int, str] = {}
    if count < 3:
        return labels
    for item in items:
        if path_of(item.key, item.turn) in columns:  # a page of one day, or of one kind
            continue
        texts = Counter(leaf.text for leaves in item.values.values() for leaf in leaves if not leaf.image)
        if not texts:
            continue
        text, times = texts.most_common(1)[0]
        total = sum(texts.values())
        if (
            times >= 2
            and times >= (CONSTANT if text.rstrip().endswith((":", "：")) else SAID_ALIKE) * total
            and len(text) <= 40
        ):
            labels[id(item)] = text.strip(" :：")
    return labels


def _give_labels(
    items: Sequence[_Item], labels: dict[int, str], data: Sequence[_Item], records: Sequence[Sequence[Leaf]]
) -> None:
    """Every data item gets the label that stands right before it in most records, or inside its own text."""
    by_leaf = {
        leaf.node: labels[id(item)]
        for item in items
        if id(item) in labels
        for v in item.values.values()
        for leaf in v
    }
    before: dict[int, str] = {}
    for leaves in records:
        label = ""
        for leaf in leaves:
            if leaf.node in by_leaf:
                label = by_leaf[leaf.node]
            else:
                before[leaf.node] = label
                label = ""
    for item in data:
        nodes = [leaf for leaves in item.values.values() for leaf in leaves]
        named = Counter(before.get(leaf.node, "") for leaf in nodes)
        label, times = named.most_common(1)[0]
        if label and 2 * times >= len(nodes):
            item.label = label
            continue
        found = Counter(
            match["label"].strip() for leaf in nodes if (match := _LABEL.match(leaf.text)) and match["value"]
        )
        if found:
            label, times = found.most_common(1)[0]
            if times >= 2 and times >= CONSTANT * len(nodes):
                item.label = item.prefix = label


def _header(tree: Tree, ranges: Sequence[tuple[int, int]]) -> dict[int, str]:
    """Column headings of the table the records stand in, by place."""
    if not ranges or tree.tags[ranges[0][0]] != "tr":
        return {}
    start = ranges[0][0]
    table = tree.parents[start]
    while table > 0 and tree.tags[table] != "table":
        table = tree.parents[table]
    found: dict[int, str] = {}
    for i in range(max(table, 0), start):
        if tree.tags[i] != "tr":
            continue
        place, heads = 0, {}
        for child in tree.children(i):
            if tree.tags[child] in {"th", "td"}:
                place += 1
                text = tree.text_of(child)
                if text and len(text) <= 40:
                    heads[place] = text.strip(" :：")
        if len(heads) >= 2:
            found = heads
    return found


def _names(data: Sequence[_Item], header: dict[int, str], known: Sequence[Column]) -> list[str]:
    """A name for every item, unique: its label, its heading, its role by class name, or its type with a number."""
    taken: Counter[str] = Counter()
    reserved = {column.name for column in known}
    names = []
    for item, kept in zip(data, _known_names(data, known), strict=True):
        if kept:
            names.append(kept)
            continue
        name = item.label or _heading(item.key, header) or _role(item.key)
        if not name:
            leaf = next(iter(item.values.values()))[0]
            texts = [one.text for v in item.values.values() for one in v]
            name = "image" if leaf.image else column_type(texts)
        elif not item.label and next(iter(item.values.values()))[0].image:
            name = f"{name} image"
        names.append(_unused(name, taken, reserved))
    return names


def _known_names(data: Sequence[_Item], known: Sequence[Column]) -> list[str]:
    """The names that a rule's columns have for these items, each once: those in the same place, then those that a
    missing part has moved behind something else or into another cell; empty for what the rule does not know."""
    kept = {column.path: column.name for column in known}
    paths = [path_of(item.key, item.turn) for item in data]
    left = {path: name for path, name in kept.items() if path not in paths}
    moved: dict[str, list[str]] = defaultdict(list)
    for path, name in left.items():
        moved[_MOVED.sub("", path)].append(name)
    names = []
    for path in paths:
        waiting = [] if path in kept else moved[_MOVED.sub("", path)]
        names.append(kept.get(path) or (waiting.pop(0) if waiting else ""))
    return names


def _unused(name: str, taken: Counter[str], kept: Collection[str]) -> str:
    """The name, with a number where another column has it: one of this page, or one that a wrapper knows."""
    while True:
        taken[name] += 1
        found = name if taken[name] == 1 else f"{name} {taken[name]}"
        if found not in kept:
            return found


def _heading(key: str, header: dict[int, str]) -> str:
    cell = re.search(r"/t[dh][^/]*\[(\d+)\]", key)
    return header.get(int(cell[1]), "") if cell and header else ""


def _role(key: str) -> str:
    """What the class names nearest to the leaf call it."""
    for part in reversed(key.split("/")):
        tag, _, names = part.partition(".")
        if names:
            for role, pattern in _ROLES:
                if pattern.search(names):
                    return role
        if tag in {"h1", "h2", "h3", "h4", "h5", "h6"}:
            return "title"
        if tag == "time":
            return "date"
    return ""


def _fill(item: _Item, name: str, rows: list[dict[str, Any]], count: int) -> list[Column]:
    """Writes an item's values into the rows and gives its columns (its links apart)."""
    image = any(leaf.image for leaves in item.values.values() for leaf in leaves)
    texts: list[str] = []
    linked, address = 0, f"{name} link"
    for number, leaves in item.values.items():
        shown = [leaf.link if image else _value(leaf.text, item.prefix) for leaf in leaves]
        shown = [value for value in shown if value]
        texts += shown
        if shown:
            rows[number][name] = shown if item.repeated else shown[0]
        links = [leaf.link for leaf in leaves if leaf.link]
        if links and not image:
            linked += 1
            rows[number][address] = links if item.repeated else links[0]
    path = path_of(item.key, item.turn)
    kind = "image" if image else column_type(texts)
    columns = [Column(name, kind, item.label, path, len(item.values) / max(1, count), item.repeated)]
    if linked:
        filled = linked / max(1, count)
        columns.append(Column(address, "link", item.label, f"{path}/ancestor::a[1]/@href", filled, item.repeated))
    return columns


def _common(tree: Tree, nodes: Sequence[int]) -> int:
    """The deepest node above all of these."""
    node, last = tree.parents[nodes[0]], nodes[-1]
    while node > 0 and tree.ends[node] <= last:
        node = tree.parents[node]
    return node


def _nested(tree: Tree, data: Sequence[_Item]) -> list[list[int]]:
    """Repeated items that repeat together below one node: a list of records inside the record."""
    groups: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for i, item in enumerate(data):
        if item.repeated:
            owners = tuple(
                _common(tree, [leaf.node for leaf in leaves])
                for _, leaves in sorted(item.values.items())
                if len(leaves) >= 2
            )
            if owners:
                groups[owners].append(i)
    return [group for group in groups.values() if len(group) >= 2]


def _fill_nested(
    tree: Tree,
    items: Sequence[tuple[_Item, str]],
    rows: list[dict[str, Any]],
    count: int,
    known: Sequence[Column],
) -> Column:
    """Writes a nested list: one object a unit, in the order of the page."""
    path = path_of(items[0][0].key).rpartition("/")[0]
    name = next((each.name for each in known if each.type == "list" and each.path == path), f"{items[0][1]} list")
    numbers = sorted({number for item, _ in items for number in item.values})
    for number in numbers:
        leaves = [(leaf, title) for item, title in items for leaf in item.values.get(number, [])]
        owner = _common(tree, sorted(leaf.node for leaf, _ in leaves)) if len(leaves) > 1 else -1
        units: dict[int, dict[str, str]] = {}
        for leaf, title in sorted(leaves, key=lambda pair: pair[0].node):
            node = leaf.node
            while owner >= 0 and tree.parents[node] != owner and tree.parents[node] > 0:
                node = tree.parents[node]
            units.setdefault(node, {})[title] = leaf.link if leaf.image else leaf.text
        rows[number][name] = list(units.values())
    return Column(name, "list", items[0][0].label, path, len(numbers) / max(1, count), repeated=True)


def _value(text: str, prefix: str) -> str:
    if prefix and text.startswith(prefix):
        return text[len(prefix) :].lstrip(" :：")
    return text
