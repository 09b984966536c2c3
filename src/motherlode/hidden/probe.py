"""The probe: what a site really does, found with few requests before anything is relied on."""

from __future__ import annotations

import numpy as np

from motherlode.errors import DescriptionMismatch
from motherlode.hidden.description import INCLUSIVE
from motherlode.hidden.plan import narrowed, whole
from motherlode.hidden.reading import AnswerPage
from motherlode.hidden.source import Facts, PastTheEnd, WebSource
from motherlode.model.hidden import NULL, Points, Query

_MOST_PAGES = 1 << 20


async def probe(source: WebSource) -> Facts:
    """Asks for everything, then for one value: cap, page size, count, overflow message, bounds, order.

    A description that does not fit the site is refused here, with the name of what is wrong.
    """
    facts = source.facts = Facts(jumps=source.site.paging.kind in {"page", "offset"})
    root = Query(whole(source.axes))
    first = await source.page(root, 0)
    second = await source.page(root, 0)
    first = max(first, second, key=lambda page: len(page.rows))  # a page may be short once
    await _match_fields(source, first)
    points = _check_rows(source, first)
    facts.page = len(first.rows)
    _check_count(source, first)
    facts.visible = first.overflow
    facts.k = await _cap(source, root, first)
    await _check_bounds(source, points)
    if first.count is not None:
        await _check_counts(source, first, points)
    await _find_order(source, root, first)
    return facts


def _check_rows(source: WebSource, page: AnswerPage) -> Points:
    site = source.site
    if not page.rows:
        where = f"at '{site.results.rows}'" if site.results.rows else "by the record extractor"
        raise DescriptionMismatch(
            f"{site.url} shows no rows {where} when asked for everything; check 'rows' in [results]"
        )
    points = source.points(page.rows)
    for axis, attribute in enumerate(site.attributes):
        if bool((points[:, axis] == NULL).all()):
            name = source.field_of(attribute)
            known = ", ".join(sorted({key for row in page.rows for key in row}))
            what = "one of the given values" if attribute.kind == "category" else "a value"
            raise DescriptionMismatch(
                f"no row has {what} in field '{name}' of attribute '{attribute.name}'; the rows have: {known}"
            )
    if site.results.id and not any(row.get(site.results.id) for row in page.rows):
        raise DescriptionMismatch(f"no row has the id field '{site.results.id}'; check 'id' in [results]")
    return points


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
                source.facts.notes.append(f"the values of {attribute.name} stand in the column '{name}'")
                break
            del source.facts.fields[attribute.name]


def _fits(source: WebSource, axis: int, cells: list[object]) -> bool:
    """Whether all cells of a column can be values of an attribute."""
    low, high = source.axes[axis].full
    try:
        values = [source.site.attributes[axis].at(cell) for cell in cells]
    except (ValueError, TypeError, OverflowError):
        return False
    return all(low <= value <= high for value in values)


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
        while page.rows and page.next and pages < _MOST_PAGES:
            page = await source.page(root, pages, page.next)
            pages, rows = pages + 1, rows + len(page.rows)
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


async def _check_bounds(source: WebSource, points: Points) -> None:
    """Whether a range takes in its ends: asked for one value that the site has shown."""
    for axis, attribute in enumerate(source.site.attributes):
        if attribute.kind == "category":
            continue
        values = points[:, axis][points[:, axis] != NULL]
        low, high = source.axes[axis].full
        if ((values < low) | (values > high)).any():
            bad = attribute.text(int(values[(values < low) | (values > high)][0]))
            raise DescriptionMismatch(
                f"the site has a row with {attribute.name} {bad}, outside low … high of the description; widen them"
            )
        value = int(np.sort(values)[len(values) // 2])
        tried = [attribute.inclusive, *(name for name in INCLUSIVE if name != attribute.inclusive)]
        for inclusive in tried:
            source.facts.inclusive[attribute.name] = inclusive
            if await _shows_only(source, axis, value):
                break
        else:
            raise DescriptionMismatch(
                f"asked for {attribute.name} = {attribute.text(value)}, which it has shown before, the site shows"
                f" nothing or others; check {attribute.low_parameter}, {attribute.high_parameter}, format and step"
            )
        if source.facts.inclusive[attribute.name] != attribute.inclusive:
            source.facts.notes.append(
                f"bounds of {attribute.name} are inclusive: {inclusive}, not {attribute.inclusive}"
            )


async def _shows_only(source: WebSource, axis: int, value: int) -> bool:
    box = narrowed(whole(source.axes), axis, value, value)
    page = await source.page(Query(box), 0)
    try:
        column = source.points(page.rows)[:, axis]
    except DescriptionMismatch:
        return False
    return bool(len(column)) and bool((column == value).all())


async def _check_counts(source: WebSource, first: AnswerPage, points: Points) -> None:
    """Whether the shown count is exact: a small answer is read to its end and its rows are counted."""
    facts, notes = source.facts, source.facts.notes
    if not first.exact:
        notes.append("the count is cut off above a limit; it is used only where it is exact")
    for axis, attribute in enumerate(source.site.attributes):
        if attribute.kind == "category":
            continue
        values = np.sort(points[:, axis][points[:, axis] != NULL])
        for value in dict.fromkeys((int(values[0]), int(values[-1]), int(values[len(values) // 2]))):
            query = Query(narrowed(whole(source.axes), axis, value, value))
            page = await source.page(query, 0)
            if page.count is None or not page.exact or page.count > min(facts.k, 40 * facts.page):
                continue
            answer = await source.ask(query)  # without counts: the rows speak
            if answer.seen.overflow:
                continue
            facts.counts = len(answer.ids) == page.count
            if not facts.counts:
                notes.append(f"the shown count is wrong ({page.count} for {len(answer.ids)} rows); it is not used")
            return
    facts.counts = first.exact
    notes.append("the shown count could not be checked on a small answer")


async def _find_order(source: WebSource, root: Query, first: AnswerPage) -> None:
    """Whether answers stand in order of an attribute without being asked to."""
    facts = source.facts
    rows = list(first.rows)
    if facts.jumps:
        for number in (1, 2):
            if (number + 1) * facts.page <= facts.k:
                rows += (await source.page(root, number)).rows
    points = source.points(rows)
    for axis in range(points.shape[1]):
        values = points[:, axis]
        if source.site.attributes[axis].kind == "category" or (values == NULL).any():
            continue
        if len(np.unique(values)) >= 3 and bool((np.diff(values) >= 0).all()):
            low, last = source.axes[axis].full[0], int(values[-1])
            answer = await source.ask(Query(narrowed(whole(source.axes), axis, low, last - 1)))
            if not answer.seen.overflow and len(answer.ids) == int((values < last).sum()):
                facts.sorted_axis, facts.order = axis, f"sorted by {source.axes[axis].name}"
                return
            facts.notes.append(f"answers look sorted by {source.axes[axis].name}, but rows are missing between")
