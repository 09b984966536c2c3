"""The probe: what a site really does, found with few requests before anything is relied on."""

from __future__ import annotations

import numpy as np

from motherlode.errors import DescriptionMismatch
from motherlode.hidden.asking import Reach
from motherlode.hidden.description import INCLUSIVE, Attribute
from motherlode.hidden.facts import Facts, common_tail
from motherlode.hidden.paging import PastTheEnd
from motherlode.hidden.plan import narrowed, whole
from motherlode.hidden.reading import AnswerPage, at_path
from motherlode.hidden.source import WebSource
from motherlode.model.hidden import NULL, Points, Query

_MOST_PAGES = 1 << 20
_MOST_MOVES = 60
"""How often an end is moved outwards, twice as far each time, before it stays open."""


async def probe(source: WebSource) -> Facts:
    """Asks for everything, then for one value: cap, page size, count, overflow message, bounds, ends, order.

    A description that does not fit the site is refused here, with the name of what is wrong.
    """
    facts = source.facts = Facts(jumps=source.site.paging.kind in {"page", "offset"})
    source.pages.cap_known = False
    root = Query(whole(source.axes))
    first = await source.page(root, 0)
    second = await source.page(root, 0)
    if second.tail and first.tail:
        facts.end_mark = common_tail([first.tail, second.tail])
    first = max(first, second, key=lambda page: len(page.rows))  # a page may be short once
    await _match_fields(source, first)
    points = _check_rows(source, first, await _with_values(source, first))
    root = Query(whole(source.axes))
    facts.page = len(first.rows)
    _check_count(source, first)
    facts.visible = first.overflow
    facts.k = await _cap(source, root, first)
    source.pages.cap_known = True
    await learn_values(source)
    await _check_bounds(source, points)
    await close_ends(source)
    if first.count is not None:
        await _check_counts(source, first, points)
    await _find_order(source, Query(whole(source.axes)), first)
    return facts


async def _with_values(source: WebSource, page: AnswerPage) -> AnswerPage:
    """The page, or one that is asked for the whole range of an attribute of which all its rows lack a value."""
    for axis, attribute in enumerate(source.site.attributes):
        name = source.field_of(attribute)
        if attribute.kind == "category" or attribute.low is None or attribute.high is None or not page.rows:
            continue
        if any(at_path(row, name) not in (None, "") for row in page.rows):
            continue
        other = await source.page(Query(whole(source.axes)), 0, reaches={axis: Reach(*source.axes[axis].full)})
        if any(at_path(row, name) not in (None, "") for row in other.rows):
            return other
    return page


def _check_rows(source: WebSource, first: AnswerPage, page: AnswerPage) -> Points:
    site = source.site
    if not page.rows:
        where = f"at '{site.results.rows}'" if site.results.rows else "by the record extractor"
        raise DescriptionMismatch(
            f"{site.url} shows no rows {where} when asked for everything; check 'rows' in [results]"
        )
    points = source.points(page.rows)
    while source.surprise in {"step", "ends"}:  # the axes are laid by what the rows show
        source.learn()
        points = source.points(page.rows)
    for axis, attribute in enumerate(site.attributes):
        name = source.field_of(attribute)
        unlisted = bool(source.unlisted[attribute.name]) and bool(attribute.values) and not attribute.labels
        empty = any(name in row for row in page.rows) and all(at_path(row, name) in (None, "") for row in page.rows)
        if bool((points[:, axis] == NULL).all()) and not unlisted and not (empty and attribute.kind == "category"):
            known = ", ".join(sorted({key for row in page.rows for key in row}))
            what = "one of the given values" if attribute.kind == "category" else "a value"
            raise DescriptionMismatch(
                f"no row has {what} in field '{name}' of attribute '{attribute.name}'; the rows have: {known}"
            )
    if site.results.id and not any(at_path(row, site.results.id) not in (None, "") for row in page.rows):
        raise DescriptionMismatch(f"no row has the id field '{site.results.id}'; check 'id' in [results]")
    return points if page is first else source.points([*first.rows, *page.rows])


async def _match_fields(source: WebSource, page: AnswerPage) -> None:
    """Finds the columns of attributes that name no field and have no column of their name: by what the cells can be.

    Where several columns fit, the site is asked for a value of each: only the right one shows that value alone.
    """
    columns = list(dict.fromkeys(key for row in page.rows for key in row))
    for axis, attribute in enumerate(source.site.attributes):
        if attribute.field or attribute.name in columns or not page.rows:
            continue
        fitting = [name for name in columns if _fits(source, axis, [row.get(name) for row in page.rows])]
        for name in fitting:
            source.facts.fields[attribute.name] = name
            values = [attribute.at(row.get(name)) for row in page.rows]
            if len(fitting) == 1 or await _shows_only(source, axis, sorted(values)[len(values) // 2]):
                source.facts.note(f"the values of {attribute.name} stand in the column '{name}'")
                break
            del source.facts.fields[attribute.name]


def _fits(source: WebSource, axis: int, cells: list[object]) -> bool:
    """Whether all cells of a column can be values of an attribute."""
    low, high = source.axes[axis].full
    attribute = source.site.attributes[axis]
    try:
        values = [attribute.at(cell) for cell in cells]
    except (ValueError, TypeError, OverflowError, ArithmeticError):
        return False
    free = attribute.kind != "category" and (attribute.low is None or attribute.high is None)
    return all((free and value != NULL) or low <= value <= high for value in values)


def _check_count(source: WebSource, page: AnswerPage) -> None:
    if source.site.results.count and page.count is None:
        raise DescriptionMismatch(
            f"no count can be read at '{source.site.results.count}'; check 'count' in [results], or leave it out"
        )


async def _cap(source: WebSource, root: Query, first: AnswerPage) -> int:
    """k: the rows that the site really shows of an answer, whatever it announces."""
    facts = source.facts
    if not facts.jumps:
        pages, rows, page = 1, len(first.rows), first
        while page.rows and pages < _MOST_PAGES and page.more is not False:
            following = await source.page_or_none(root, pages, page)
            if following is None or not following.rows:
                break
            page, pages, rows = following, pages + 1, rows + len(following.rows)
        return max(rows, facts.page)
    low, high = 0, 1
    lengths = {0: len(first.rows)}
    while (lengths.setdefault(high, await _length(source, root, high))) and high < _MOST_PAGES:
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        lengths[middle] = await _length(source, root, middle)
        if lengths[middle]:
            low = middle
        else:
            high = middle
    last = max(lengths[low], await _length(source, root, low)) if low else lengths[low]
    return low * facts.page + last


async def _length(source: WebSource, root: Query, number: int) -> int:
    try:
        page = await source.page(root, number)
        return len(page.rows) or len((await source.page(root, number)).rows)
    except PastTheEnd:
        return 0


# --- what the axes hold --------------------------------------------------------------------------------------------


async def learn_values(source: WebSource) -> None:
    """Values of a category that rows have and the description does not list join it, if they can be asked for."""
    facts = source.facts
    for attribute in source.site.attributes:
        for value in source.unlisted[attribute.name]:
            if value in facts.values.get(attribute.name, ()) or value in facts.refused.get(attribute.name, ()):
                continue
            facts.values.setdefault(attribute.name, []).append(value)
            source.learn()
            axis = [a.name for a in source.site.attributes].index(attribute.name)
            if await _shows_only(source, axis, source.axes[axis].high):
                facts.note(f"{attribute.name} has the value '{value}', which the description does not list")
                continue
            facts.values[attribute.name].remove(value)
            facts.refused.setdefault(attribute.name, []).append(value)
            facts.note(f"{attribute.name} has the value '{value}', but the site cannot be asked for it")
        source.unlisted[attribute.name].clear()
    source.learn()


async def _check_bounds(source: WebSource, points: Points) -> None:
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
        if await _shows_only(source, axis, value):
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
        if not await _shows_only(source, axis, value):
            facts.inclusive[attribute.name] = found
    elif found == "overlap":
        facts.inclusive[attribute.name] = "both"
        source.learn()
        if await _shows_only(source, axis, value):  # from a moment to itself: both ends are taken in
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


async def _shows_only(source: WebSource, axis: int, value: int) -> bool:
    """Whether asked for one value the site shows it, and nothing that its bounds do not explain."""
    box = narrowed(whole(source.axes), axis, value, value)
    try:
        page = await source.page(Query(box), 0)
        page = page if page.rows else await source.page(Query(box), 0)  # an empty answer is confirmed
        column = source.points(page.rows)[:, axis]
    except DescriptionMismatch:
        return False
    below, above = source.attributes[axis].slack
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


# --- counts and order ----------------------------------------------------------------------------------------------


async def _check_counts(source: WebSource, first: AnswerPage, points: Points) -> None:
    """Whether the shown count is exact: a small answer is read to its end and its rows are counted."""
    facts = source.facts
    if not first.exact:
        facts.note("the count is cut off above a limit; it is used only where it is exact")
    if first.count is not None and first.count <= facts.k:
        facts.count_limit = first.count  # as many as are shown at most: more may not be counted either
    for axis, attribute in enumerate(source.attributes):
        values = np.sort(points[:, axis][points[:, axis] != NULL])
        if attribute.kind == "category" or not len(values):
            continue
        for value in dict.fromkeys((int(values[0]), int(values[-1]), int(values[len(values) // 2]))):
            query = Query(narrowed(whole(source.axes), axis, value, value))
            page = await source.page(query, 0)
            if page.count is None or not page.exact or page.count > min(facts.k, 40 * facts.page):
                continue
            for _ in range(2):  # a page may be short once: two readings must say that the count is wrong
                answer = await source.ask(query)  # without counts: the rows speak
                if answer.seen.overflow or len(answer.ids) + answer.beside == page.count:
                    break
            if answer.seen.overflow:
                continue
            facts.counts = len(answer.ids) + answer.beside == page.count
            if not facts.counts:
                facts.note(f"the shown count is wrong ({page.count} for {len(answer.ids)} rows); it is not used")
            return
    facts.counts = first.exact
    facts.note("the shown count could not be checked on a small answer")


async def _find_order(source: WebSource, root: Query, first: AnswerPage) -> None:
    """Whether answers stand in order of an attribute, up or down, without being asked to."""
    facts = source.facts
    rows = list(first.rows)
    if facts.jumps:
        for number in (1, 2):
            if (number + 1) * facts.page <= facts.k:
                rows += (await source.page(root, number)).rows
    points = source.points(rows)
    for axis in range(points.shape[1]):
        values = points[:, axis]
        if source.site.attributes[axis].kind == "category" or (values == NULL).any() or len(np.unique(values)) < 3:
            continue
        steps = np.diff(values)
        for falling in (False, True):
            if not bool((steps <= 0 if falling else steps >= 0).all()):
                continue
            last = int(values[-1])
            low, high = source.axes[axis].full
            span = (last + 1, high) if falling else (low, last - 1)
            answer = await source.ask(Query(narrowed(whole(source.axes), axis, *span)))
            if not answer.seen.overflow and len(answer.ids) == int((values != last).sum()):
                facts.sorted_axis, facts.falling = axis, falling
                facts.order = f"sorted by {source.axes[axis].name}{', falling' if falling else ''}"
                return
            facts.note(f"answers look sorted by {source.axes[axis].name}, but rows are missing between")
