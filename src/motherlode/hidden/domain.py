"""What the axes hold, found by asking: values that no list names, ends that ranges take in, what lies beyond them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from motherlode.errors import DescriptionMismatch
from motherlode.hidden.asking import FormFetcher, Reach
from motherlode.hidden.description import INCLUSIVE, Attribute, Description
from motherlode.hidden.plan import narrowed, whole
from motherlode.hidden.source import WebSource
from motherlode.model.hidden import NULL, Points, Query

_MOST_MOVES = 60
"""How often an end is moved outwards, twice as far each time, before it stays open."""


async def learn_values(source: WebSource) -> None:
    """Values of a category that rows have and the description does not list join it, if they can be asked for."""
    facts = source.facts
    for attribute in source.site.attributes:
        for value in list(source.unlisted[attribute.name]):
            if value in facts.values.get(attribute.name, ()) or value in facts.refused.get(attribute.name, ()):
                continue
            facts.values.setdefault(attribute.name, []).append(value)
            source.learn()
            axis = [a.name for a in source.site.attributes].index(attribute.name)
            if await shows_only(source, axis, source.axes[axis].high):
                facts.note(f"{attribute.name} has the value '{value}', which the description does not list")
                continue
            facts.values[attribute.name].remove(value)
            facts.refused.setdefault(attribute.name, []).append(value)
            facts.note(f"{attribute.name} has the value '{value}', but the site cannot be asked for it")
        source.unlisted[attribute.name].clear()
    source.learn()


async def check_bounds(source: WebSource, points: Points) -> None:
    """Whether a range takes in its ends: asked for one value that the site has shown."""
    for axis, attribute in enumerate(source.attributes):
        if attribute.kind == "category":
            continue
        values = np.sort(points[:, axis][points[:, axis] != NULL])
        wanted = list(dict.fromkeys(int(values[len(values) * part // 4]) for part in (2, 1, 3)))
        for inclusive in _to_try(attribute):
            source.facts.inclusive[attribute.name] = inclusive
            source.learn()
            value = await _first_shown(source, axis, wanted)
            if value is not None:
                break
        else:
            raise DescriptionMismatch(
                f"asked for {attribute.name} = {attribute.text(wanted[0])}, which it has shown before, the site shows"
                f" nothing or others; check {attribute.low_parameter}, {attribute.high_parameter}, format and step"
            )
        await _between_steps(source, axis, value, finer=value != wanted[0])
        if inclusive != attribute.inclusive:
            source.facts.note(f"bounds of {attribute.name} are inclusive: {inclusive}, not {attribute.inclusive}")
    source.learn()


def _to_try(attribute: Attribute) -> list[str]:
    """The ways in which bounds may be meant, the likeliest first; bounds between two steps last, for rounded numbers.

    Moments are asked for with ranges that overlap by a step, since a site may cut off fractions of a second.
    """
    if attribute.kind == "time" and attribute.inclusive == "both":
        return ["overlap", "low", "both", "high", "none"]
    usable = [name for name in INCLUSIVE if name != "half" or attribute.kind == "number"]
    return [attribute.inclusive, *(name for name in usable if name != attribute.inclusive)]


async def _first_shown(source: WebSource, axis: int, wanted: list[int]) -> int | None:
    """The first of some values that the site shows alone when it is asked for it; None if it shows none so."""
    for value in wanted:
        if await shows_only(source, axis, value):
            return value
    return None


async def _between_steps(source: WebSource, axis: int, value: int, *, finer: bool) -> None:
    """Ranges that leave no gap for values finer than they are shown, where the site allows such ranges.

    Numbers are asked for with bounds between two steps, days with hours up to the next day. `finer` says that a value
    which the site has shown is not found by itself.
    """
    attribute, facts = source.attributes[axis], source.facts
    found = attribute.inclusive
    if attribute.kind == "number" and (finer or "." in attribute.text(1)):
        facts.inclusive[attribute.name] = "half"
        source.learn()
        if not await shows_only(source, axis, value):
            facts.inclusive[attribute.name] = found
    elif found == "overlap":
        facts.inclusive[attribute.name] = "both"
        source.learn()
        if await shows_only(source, axis, value):  # from a moment to itself: both ends are taken in
            facts.takes_ends.append(attribute.name)
        facts.inclusive[attribute.name] = found
    elif attribute.kind == "date" and found == "both" and (finer or await _has_hours(source, axis, value)):
        facts.takes_ends.append(attribute.name)
        facts.inclusive[attribute.name] = "overlap"
        facts.note(f"{attribute.name} has hours that are not shown; ranges are asked for up to the next day")
    source.learn()


async def _has_hours(source: WebSource, axis: int, value: int) -> bool:
    """Whether a day shows more rows when it is asked for up to the next day: then it has hours that are not shown."""
    facts, name = source.facts, source.attributes[axis].name
    box = narrowed(whole(source.axes), axis, value, value)
    found = []
    for inclusive in ("both", "overlap"):
        facts.inclusive[name] = inclusive
        source.learn()
        page = await source.page(Query(box), 0)
        found.append(int((source.points(page.rows)[:, axis] == value).sum()))
    facts.inclusive[name] = "both"
    return found[1] > found[0]


async def shows_only(source: WebSource, axis: int, value: int) -> bool:
    """Whether asked for one value the site shows it, and nothing that its bounds do not explain."""
    box = narrowed(whole(source.axes), axis, value, value)
    try:
        page = await source.page(Query(box), 0)
        page = page if page.rows else await source.page(Query(box), 0)  # an empty answer is confirmed
        column = source.points(page.rows)[:, axis]
    except DescriptionMismatch:
        return False
    below, above = source.attributes[axis].slack
    if source.attributes[axis].kind == "category" and len(column) and source.loose(axis, column, value, value):
        return True
    return bool((column == value).any()) and bool(((column >= value - below) & (column <= value + above)).all())


async def close_ends(source: WebSource) -> None:
    """Asks what lies beyond the ends of each range; where rows are shown the end is moved, until nothing is."""
    facts = source.facts
    for axis, attribute in enumerate(source.site.attributes):
        if attribute.kind == "category":
            continue
        for side in ("low", "high"):
            if side not in facts.closed.get(attribute.name, ()) and await _closed(source, axis, side):
                facts.closed.setdefault(attribute.name, []).append(side)


async def _closed(source: WebSource, axis: int, side: str) -> bool:
    name = source.axes[axis].name
    reach_out = 1
    for _ in range(_MOST_MOVES):
        low, high = source.axes[axis].full
        shown = await _beyond(source, axis, low, high, side)
        if shown is None:
            return False
        if not len(shown):
            return True
        edge = int(shown.min()) - reach_out if side == "low" else int(shown.max()) + reach_out
        reach_out *= 2
        attribute = source.attributes[axis]
        low, high = (min(low, edge), high) if side == "low" else (low, max(high, edge))
        try:
            source.facts.ends[name] = [attribute.text(low), attribute.text(high)]
        except (ValueError, OverflowError):
            return False
        source.facts.note(f"{name} has rows {'below' if side == 'low' else 'above'} what the description says")
        source.learn()
    return False


async def _beyond(source: WebSource, axis: int, low: int, high: int, side: str) -> Points | None:
    """The values shown beyond an end, None where the site cannot be asked for that."""
    attribute = source.attributes[axis]
    reach = Reach(None, low - 1) if side == "low" else Reach(high + 1, None)
    below, above = attribute.slack
    box = narrowed(whole(source.axes), axis, *((NULL, low - 1) if side == "low" else (high + 1, -NULL)))
    for _ in range(2):  # an empty answer is confirmed
        try:
            page = await source.page(Query(box), 0, reaches={axis: reach})
            source.surprise = ""
            closed, ends = dict(source.facts.closed), dict(source.facts.ends)
            values = source.points(page.rows)[:, axis]
            source.facts.closed, source.facts.ends, source.surprise = closed, ends, ""
        except (DescriptionMismatch, ValueError, OverflowError):
            return None
        values = values[values != NULL]
        if len(values) < len(page.rows):
            return None  # rows without a value are shown too: this is no range
        outside = values[values < low] if side == "low" else values[values > high]
        inside = values[values >= low] if side == "low" else values[values <= high]
        allowed = (inside <= low - 1 + above) if side == "low" else (inside >= high + 1 - below)
        if not bool(allowed.all()):
            return None
        if len(outside):
            return np.asarray(outside)
    return np.zeros(0, dtype=np.int64)


_TRIES = 5


async def with_values(site: Description, fetcher: FormFetcher) -> Description:
    """The description with the values of every category that names none, read from the options of the form."""
    if all(attribute.kind != "category" or attribute.values for attribute in site.attributes):
        return site
    from selectolax.lexbor import LexborHTMLParser

    address = site.form or site.session or site.url
    for _ in range(_TRIES):
        reply = await fetcher.send(address)
        if reply.status not in {429, 503}:  # the fetcher lets a busy site rest
            break
    if reply.status >= 300:
        raise DescriptionMismatch(f"the form {address} answers with status {reply.status}; check 'form' in [site]")
    tree = LexborHTMLParser(reply.body.decode("utf-8", "replace"))
    return replace(site, attributes=tuple(_filled(attribute, tree, address) for attribute in site.attributes))


def _filled(attribute: Attribute, tree: Any, address: str) -> Attribute:
    if attribute.kind != "category" or attribute.values:
        return attribute
    found = _options(tree, attribute.parameter)
    found.pop(attribute.null_value, None)
    if not found:
        raise DescriptionMismatch(
            f"{address} has no options for '{attribute.parameter}'; name the 'values' of '{attribute.name}', or the"
            " page with the search form as 'form' in [site]"
        )
    return replace(attribute, values=tuple(found), labels=tuple(found.values()))


def _options(tree: Any, name: str) -> dict[str, str]:
    """The values that a form offers for a field, with the words beside them; an empty value means any."""
    found: dict[str, str] = {}
    for select in tree.css("select"):
        if select.attributes.get("name") == name:
            for option in select.css("option"):
                text = option.text(strip=True)
                found.setdefault(option.attributes.get("value", text) or "", text)
    for node in tree.css("input[type=radio], input[type=checkbox]"):
        if node.attributes.get("name") == name:
            value = node.attributes.get("value") or ""
            found.setdefault(value, value)
    found.pop("", None)
    return found
