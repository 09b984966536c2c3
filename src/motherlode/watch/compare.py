"""What changed between two visits: of an article by its sentences and figures, of a list by its items."""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from difflib import SequenceMatcher
from typing import Any

from motherlode.model.people import Person
from motherlode.model.records import Record
from motherlode.model.watch import Change, ChangeKind, Version

SHOWN = 400
"""Characters of a sentence that a change shows."""

ALIKE = 0.6
"""Likeness from which a sentence is taken for the other one, rewritten."""

_Items = Mapping[str, Mapping[str, object]]
"""What is compared of the items of a list, by their names."""

OTHER_ONE = 5
"""What a record that changed in most fields counts for, where one that went and one that came count for four."""

_FIGURE = re.compile(r"[^\w]{0,5}[A-Z]{0,3}\s?[\d.,\s]{1,30}[^\w]{0,5}")
_BESIDE = re.compile(r"\s[-|–—_·»]+\s")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")
_NUMBER = re.compile(r"\d+(?:[.,\u00a0 ]\d{3})*(?:[.,]\d+)?%?")
_ADVERTISED = re.compile(
    r"(?:advertisement|sponsored|anzeige|werbung|publicit[ée]|publicidad|pubblicit[àa]|реклама|广告)\s{0,3}[·:|–—-]",
    re.IGNORECASE,
)
"""A line that is marked as advertising; some visits show it, and it is no word of the article."""
_SPACE = re.compile(r"\s+")
_CORRECTS = re.compile(
    r"\bcorrections?\b|\bcorrected\b|\bclarifications?\b|\bearlier version\b|更正|勘误|korrektur|berichtig|korrigiert"
    r"|rectificatif|corrig[ée]|correcci[óo]n|fe de errores|errata|rettifica",
    re.IGNORECASE,
)
"""Words by which publishers own up to a correction, in the languages whose articles we read most."""


def fingerprint(*parts: object) -> str:
    """A short name for values, the same for the same values."""
    return hashlib.sha256("\x1f".join(map(str, parts)).encode("utf-8", "surrogatepass")).hexdigest()[:24]


def article_change(before: Version, after: Version, number: int, now: datetime) -> Change | None:
    """How an article differs from its last version; None where its words are the same.

    >>> from datetime import UTC
    >>> old = Version("u", "Flood", content="12 died. It rains.")
    >>> new = Version("u", "Flood", content="14 died. It rains.")
    >>> change = article_change(old, new, 2, datetime(2026, 1, 1, tzinfo=UTC))
    >>> change.kind, change.fields["numbers"]
    ('silent-edit', ('12', '14'))
    """
    gone, come = _moved(_sentences(before.content), _sentences(after.content))
    fields: dict[str, tuple[object, object]] = {}
    if not _same_title(_plain(before.title), _plain(after.title)):
        fields["title"] = (before.title, after.title)
    if before.published and after.published and before.published != after.published:
        fields["published"] = (before.published, after.published)
    if gone or come:
        fields["text"] = (_shown(gone), _shown(come))
        numbers = _numbers(gone, come)
        if numbers:
            fields["numbers"] = (", ".join(old for old, _ in numbers), ", ".join(new for _, new in numbers))
    if not fields:
        return None
    said = after.updated != before.updated and bool(after.updated)
    if said:
        fields["updated"] = (before.updated, after.updated)
    kind: ChangeKind = "edited" if said else "silent-edit"
    if any(_CORRECTS.search(sentence) for sentence in come) or (
        "title" in fields and _CORRECTS.search(after.title) and not _CORRECTS.search(before.title)
    ):
        kind = "corrected"
    return Change(
        fingerprint(after.url, kind, number), after.url, kind, now, after.title, _in_words(kind, fields, gone, come),
        fields=fields, happened_at=after.updated if said else "",
    )  # fmt: skip


def _in_words(
    kind: str, fields: Mapping[str, tuple[object, object]], gone: Sequence[str], come: Sequence[str]
) -> str:
    said = []
    if "title" in fields:
        said.append(f"the title became '{fields['title'][1]}'")
    if "numbers" in fields:
        said.append(f"{fields['numbers'][0]} became {fields['numbers'][1]}")
    if gone or come:
        said.append(f"{len(come)} sentences came and {len(gone)} went")
    if "published" in fields:
        said.append(f"the date became {fields['published'][1]}")
    how = {"corrected": "corrected", "silent-edit": "edited without saying so"}.get(kind, "edited")
    return f"{how}: {'; '.join(said)}"


def _plain(text: str) -> str:
    return _SPACE.sub(" ", text).strip().replace("’", "'").replace("“", '"').replace("”", '"')


def _same_title(first: str, second: str) -> bool:
    """Whether two titles are the same but for what stands beside them: the site's name, the author.

    One may have further parts before or behind. Else what both begin or end with is the site's name, and the rest
    decides; or one holds the other as a part.
    """
    one, two = _BESIDE.split(first), _BESIDE.split(second)
    short, long = sorted((one, two), key=len)
    if short in (long[: len(short)], long[len(long) - len(short) :]):
        return True
    if len(one) > 1 and len(two) > 1 and (one[0] == two[0] or one[-1] == two[-1]):
        return False
    return max(one, key=len) in two or max(two, key=len) in one


def _sentences(text: str) -> list[str]:
    parts = (
        _plain(part) for line in text.splitlines() if not _ADVERTISED.match(line) for part in _SENTENCE.split(line)
    )
    return [part for part in parts if part]


def _moved(before: list[str], after: list[str]) -> tuple[list[str], list[str]]:
    """Sentences that went and that came, in their order; where they stand does not matter."""
    old, new = Counter(before), Counter(after)
    gone, come = old - new, new - old
    return _taken(before, gone), _taken(after, come)


def _taken(sentences: list[str], wanted: Counter[str]) -> list[str]:
    left, found = Counter(wanted), []
    for sentence in sentences:
        if left[sentence] > 0:
            left[sentence] -= 1
            found.append(sentence)
    return found


def _shown(sentences: list[str]) -> str:
    return " … ".join(sentence[:SHOWN] for sentence in sentences[:5])


def _numbers(gone: list[str], come: list[str]) -> list[tuple[str, str]]:
    """Figures that took the place of others, in sentences that are otherwise alike."""
    found: list[tuple[str, str]] = []
    for old in gone[:20]:
        for new in come[:20]:
            first, second = _NUMBER.findall(old), _NUMBER.findall(new)
            if len(first) != len(second) or first == second:
                continue
            likeness = SequenceMatcher(None, _NUMBER.sub("#", old), _NUMBER.sub("#", new), autojunk=False)
            if likeness.quick_ratio() >= ALIKE and likeness.ratio() >= ALIKE:
                found += [(a, b) for a, b in zip(first, second, strict=True) if a != b]
    return found


def record_changes(
    url: str, before: Sequence[Record], after: Sequence[Record], number: int, now: datetime
) -> list[Change]:
    """Records added, removed and changed; they are told apart by whatever leaves the fewest changes."""
    ways = [(_by_key(before, key), _by_key(after, key)) for key in _keys(before, after)]
    old, new = min(ways, key=lambda way: _count(*way), default=({}, {}))
    return _between(url, old, new, ("removed", "added"), number, now)


def people_changes(
    url: str, before: Sequence[Person], after: Sequence[Person], number: int, now: datetime
) -> list[Change]:
    """People who joined or left a list, and those whose title changed."""
    old, new = ({_plain(one.name): {"title": one.title} for one in people} for people in (before, after))
    made = _between(url, old, new, ("left", "joined"), number, now)
    return [one for one in made if one.kind != "changed" or all(one.fields["title"])]


def _between(
    url: str, old: _Items, new: _Items, gone_come: tuple[ChangeKind, ChangeKind], number: int, now: datetime
) -> list[Change]:
    """The items that went, those that came, and those that are there still with other values."""
    gone, come = gone_come
    made = [_item(url, gone, name, {}, number, now) for name in old if name not in new]
    made += [_item(url, come, name, _fields({}, new[name]), number, now) for name in new if name not in old]
    moved = {name: _fields(old[name], values) for name, values in new.items() if name in old}
    return made + [_item(url, "changed", name, fields, number, now) for name, fields in moved.items() if fields]


def row_changes(url: str, found: Iterable[Mapping[str, Any]], number: int, now: datetime) -> list[Change]:
    """Rows of a hidden database that came, went or changed, as its update of that number found them."""
    made = []
    for one in found:
        row, before = ({**one.get(which, {})} for which in ("row", "before"))
        item = str(row.pop("_id"))
        before.pop("_id", None)
        fields = _fields(row, {}) if one["change"] == "removed" else _fields(before, row)
        made.append(_item(url, one["change"], item, fields, number, now))
    return made


def certificate_change(url: str, before: str, after: str, why: str, now: datetime) -> Change:
    """Whether a hidden database is still known to the last row, where that is otherwise than before."""
    kind: ChangeKind = "uncertified" if after == "incomplete" else "certified"
    said = "the certificate no longer holds" if kind == "uncertified" else "the certificate holds again"
    name = url.rpartition("#")[2]
    what = f"{said}: {why}" if why else said
    return Change(fingerprint(url, kind, now), url, kind, now, name, what, name, {"verdict": (before, after)})


def _keys(before: Sequence[Record], after: Sequence[Record]) -> list[str]:
    """What records may be known by: columns that nearly all have and that hold words, the link, the first text."""
    records = (*before, *after)
    values: defaultdict[str, list[str]] = defaultdict(list)
    for record in records:
        for name, value in record.fields.items():
            values[name].append(str(value))
    named = [
        name
        for name, found in values.items()
        if len(found) >= 0.9 * len(records) and sum(map(bool, map(_FIGURE.fullmatch, found))) < 0.5 * len(found)
    ]
    return [*named, *(["(link)"] if all(record.links for record in records) else []), "(first text)"]


def _by_key(records: Sequence[Record], key: str) -> dict[str, dict[str, object]]:
    made: dict[str, dict[str, object]] = {}
    for record in records:
        if key == "(link)":
            name = record.links[0] if record.links else ""
        elif key == "(first text)":
            name = record.texts[0] if record.texts else ""
        else:
            name = str(record.fields.get(key, ""))
        name = _plain(name)
        while name in made:  # the same name twice: told apart by their order
            name += "'"
        made[name] = _values(record)
    return made


def _values(record: Record) -> dict[str, object]:
    """A record's words; addresses are left out, since many lists number them anew."""
    if not record.fields:
        return {str(at): text for at, text in enumerate(record.texts)}
    return {
        name: value for name, value in record.fields.items() if not str(value).startswith(("http://", "https://"))
    }


def _count(old: _Items, new: _Items) -> int:
    """How much there is to explain: a record that changed in most of its fields is rather another one."""
    made = 2 * len(old.keys() ^ new.keys())
    for name in old.keys() & new.keys():
        changed = len(_fields(old[name], new[name]))
        made += OTHER_ONE if 2 * changed > len(new[name]) else bool(changed)
    return made


def _fields(old: Mapping[str, object], new: Mapping[str, object]) -> dict[str, tuple[object, object]]:
    return {
        name: (old.get(name, ""), new.get(name, ""))
        for name in dict.fromkeys((*old, *new))
        if _plain(str(old.get(name, ""))) != _plain(str(new.get(name, "")))
    }


def _item(
    url: str, kind: ChangeKind, item: str, fields: Mapping[str, tuple[object, object]], number: int, now: datetime
) -> Change:
    told = "; ".join(f"{name}: {old or '–'} → {new or '–'}" for name, (old, new) in list(fields.items())[:6])
    what = f"{item} {kind}" + (f" ({told})" if told and kind == "changed" else "")
    return Change(fingerprint(url, kind, item, number), url, kind, now, item, what, item, fields)
