"""The probe: what a site really does, found with few requests before anything is relied on."""

from __future__ import annotations

import numpy as np

from motherlode.errors import DescriptionMismatch
from motherlode.hidden.asking import PastTheEnd, Reach
from motherlode.hidden.domain import check_bounds, close_ends, learn_values, shows_only
from motherlode.hidden.facts import Facts, common_tail
from motherlode.hidden.plan import narrowed, whole
from motherlode.hidden.reading import AnswerPage, at_path
from motherlode.hidden.source import WebSource
from motherlode.model.hidden import NULL, Points, Query

_MOST_PAGES = 1 << 20


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
    await check_bounds(source, points)
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
        for name in sorted(fitting, key=lambda name: name.casefold() != attribute.name.casefold()):
            source.facts.fields[attribute.name] = name
            values = [attribute.at(row.get(name)) for row in page.rows]
            if len(fitting) == 1 or await shows_only(source, axis, sorted(values)[len(values) // 2]):
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
        return await _cap_by_reading(source, root, first)
    shown = {0: [source.name_of(row) for row in first.rows]}
    low, high, again = 0, 1, set[str]()
    while names := await _names(source, root, high):
        if high >= _MOST_PAGES and names != await _names(source, root, high):
            facts.note("no answer has an end; only answers of one page are believed")
            facts.repeats, facts.jumps = True, False
            return facts.page
        if high >= _MOST_PAGES:
            break
        shown[high] = names
        if names in (shown[0], shown[low]):  # past the end the first or the last page is shown again
            again, low = set(names), 0
            break
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        shown[middle] = await _names(source, root, middle)
        if shown[middle] and not set(shown[middle]) <= again:
            low = middle
        else:
            high = middle
    if again:
        facts.repeats, facts.jumps = True, False
        facts.note("past the end of an answer the site shows one of its pages again")
        low = low if again == set(shown[0]) else high
    last = max(len(shown[low]), len(await _names(source, root, low))) if low else len(shown[low])
    return low * facts.page + last


async def _cap_by_reading(source: WebSource, root: Query, page: AnswerPage) -> int:
    """The same where pages can only be read one after the other."""
    facts, pages, rows = source.facts, 1, len(page.rows)
    followed = {page.next}
    while page.rows and pages < _MOST_PAGES and page.more is not False:
        following = await source.page_or_none(root, pages, page)
        if following is None or not following.rows:
            break
        if following.rows == page.rows or (following.next and following.next in followed):
            facts.repeats = True  # the links to the next page lead round in a circle
            break
        followed.add(following.next)
        page, pages, rows = following, pages + 1, rows + len(following.rows)
    return max(rows, facts.page)


async def _names(source: WebSource, root: Query, number: int) -> list[str]:
    """The names of the rows on a page; none past the end."""
    try:
        page = await source.page(root, number)
        page = page if page.rows else await source.page(root, number)
    except PastTheEnd:
        return []
    return [source.name_of(row) for row in page.rows]


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
