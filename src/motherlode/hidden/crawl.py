"""Reads a whole hidden database: probe, choice, workers, ledger, what changed meanwhile, certificate (H)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from motherlode.errors import HiddenError
from motherlode.hidden.auditor import Audit, audited
from motherlode.hidden.bounds import lower_bound
from motherlode.hidden.counts import Counts
from motherlode.hidden.estimate import Census, Estimate
from motherlode.hidden.facts import Facts
from motherlode.hidden.ledger import Ledger, digest_of
from motherlode.hidden.paging import BudgetSpent
from motherlode.hidden.params import HiddenParams
from motherlode.hidden.plan import Plan, narrowed, whole
from motherlode.hidden.probe import close_ends, learn_values, probe
from motherlode.hidden.proof import certified
from motherlode.hidden.reading import AnswerPage
from motherlode.hidden.sorted_sweep import OrderBroken, SortedSweep
from motherlode.hidden.source import Answered, WebSource
from motherlode.hidden.strategy import Choice, choose, make_planner
from motherlode.hidden.strays import Strays
from motherlode.model.hidden import NO_VALUE, Box, Certificate, Leaf, Points, Query, Unreachable
from motherlode.model.ports import Progress, Silent

_RESTARTS = 12
"""How often a run begins again because rows showed a value that the axes could not hold."""
_PASSES = 10
"""How often what does not agree is read again: a table that never rests cannot be certified."""


class Relearned(Exception):
    """A row has a value that the axes cannot hold: what was planned so far is void."""


@dataclass(slots=True)
class Report:
    """What a run found and what it cost."""

    rows: int = 0
    queries: int = 0
    requests: int = 0
    rounds: int = 0
    strategy: str = ""
    reason: str = ""
    k: int = 0
    limit_queries: int = 0
    limit_requests: int = 0
    seconds: float = 0.0
    verdict: str = ""
    unreachable: list[Unreachable] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    certificate: Certificate | None = None
    estimate: Estimate | None = None
    stopped: bool = False
    spent: bool = False
    """It was stopped because the requests that were allowed were made."""


class Crawl:
    """One run over a source into a ledger."""

    def __init__(
        self,
        source: WebSource,
        ledger: Ledger,
        params: HiddenParams,
        progress: Progress | None = None,
        stopping: Callable[[], bool] = lambda: False,
    ) -> None:
        """`stopping` is asked before every query: then the answers under way are kept and no more is asked."""
        self.source, self.ledger, self.params, self.stopping = source, ledger, params, stopping
        self.progress = progress or Silent()
        self.depth: dict[Query, int] = {}
        self.rounds = 0
        self.stopped = False
        self.spent = False
        self.choice = Choice("", "")
        self._started = time.monotonic()
        source.pages.most = params.max_requests
        self._clear()

    def _clear(self) -> None:
        """What is known of the boxes: nothing."""
        self.total: int | None = None
        self.unreachable: list[Unreachable] = []
        self.counted: dict[Box, int] = {}
        self.short: list[int] = []
        self.by_order: list[str] = []
        self.audit = Audit()
        self.restless = False
        self.count_refuted = False
        self._early: set[Box] = set()
        self.census = Census(np.zeros((0, len(self.axes)), dtype=np.int64))
        self._planner: Plan | None = None
        self._saved = self._resumed = 0
        self._opened: set[Box] = set()

    @property
    def axes(self) -> tuple[Any, ...]:
        """The axes as they are known now."""
        return self.source.axes

    @property
    def facts(self) -> Facts:
        """What is known of the site now."""
        return self.source.facts

    async def run(self, *, resume: bool = False) -> Report:
        """Reads everything that can be reached; a resumed run asks only for what is missing."""
        self._started = time.monotonic()
        try:
            await self._facts(resume)
            for number in range(_RESTARTS + 1):
                try:
                    await self._all(resume=resume and not number)
                    break
                except Relearned:
                    if number == _RESTARTS:
                        raise HiddenError(
                            "the rows show new values with every reading; widen 'low' and 'high', give 'step' and"
                            " list all 'values' in the description"
                        ) from None
                    await self._begin_again()
        except BudgetSpent:
            self.stopped = self.spent = True
        self.progress.end()
        return self._report()

    async def _facts(self, resume: bool) -> None:
        known = self.ledger.facts() if resume else None
        if known:
            self.source.facts = Facts(**known)
            self.source.pages.cap_known = True
            self.source.learn()
            return
        self.ledger.clear()
        await probe(self.source)
        self._clear()
        self.ledger.begin(asdict(self.facts))

    async def _begin_again(self) -> None:
        """Lays the axes by what was seen and starts with an empty ledger; what the probe found holds on."""
        source = self.source
        self.progress.note(
            f"rows show what the description does not say ({source.surprise}); starting again with that"
        )
        source.learn()
        await learn_values(source)
        await close_ends(source)
        source.sightings.clear()
        self.ledger.clear()
        self.ledger.begin(asdict(self.facts))
        self._clear()

    async def _all(self, *, resume: bool) -> None:
        """One reading of everything, then whatever does not agree is read again."""
        facts = self.facts
        root = await self.source.page(Query(whole(self.axes)), 0)
        self.total = root.count if facts.counts and root.exact else None
        sample = self.source.points(root.rows)
        self.watch()
        self.ledger.see(whole(self.axes), self.source.names(root.rows), root.rows)
        if not facts.counts and not resume:
            sample = await self._look_at_all(root)
        sort_axes = [i for i, axis in enumerate(self.axes) if axis.name in self.source.site.sort.ascending]
        choice = self.choice = choose(facts, self.params.strategy, self.params.cost, sort_axes)
        self.progress.begin("rows", self.total)
        history = self.ledger.history() if resume else None
        self._saved = self._resumed = self.ledger.count() if resume else 0
        self.census = Census(sample)
        for leaf in self.ledger.leaves() if resume else []:
            self.census.add(leaf.box, leaf.rows)
        self.progress.advance(self._saved)
        rows = float(self.total or 40 * facts.k)
        planner = make_planner(
            choice, self.axes, facts, self.params.cost,
            sort_axes=sort_axes, sample=sample, rows=rows, history=history,
        )  # fmt: skip
        await self.work(planner)
        await self._rest(planner)
        if not self.stopped:
            await self._settle()

    async def _look_at_all(self, first: AnswerPage) -> Points:
        """Where no count will tell what is missing, all rows shown of everything are looked at.

        They are the only ones that may lack a value, have one that is not listed, or stand beyond the ends.
        """
        root, pages = Query(whole(self.axes)), [first]
        while sum(len(page.rows) for page in pages) < self.facts.k and pages[-1].rows:
            following = await self.source.page_or_none(root, len(pages), pages[-1])
            if following is None or not following.rows:
                break
            pages.append(following)
        rows = [row for page in pages for row in page.rows]
        points = self.source.points(rows)
        self.watch()
        for axis in range(len(self.axes)):
            self.source.free[axis] += len(rows)
        self.ledger.see(whole(self.axes), self.source.names(rows), rows)
        return points

    async def _settle(self) -> None:
        """Reads again what does not agree; a count that proved wrong is no witness."""
        await self._agree()
        if not self.facts.counts:
            self.total = None

    async def _agree(self) -> None:
        """Until rows and counts agree and random queries show nothing new, a few times at the most."""
        await self._confirm_early()
        for number in range(_PASSES):
            self._adopt()
            moved = await Strays(self).run(last=number == _PASSES - 1)
            if self.facts.counts:
                moved = await Counts(self).run() or moved
            self.watch()
            if moved:
                continue
            if self.witnessed or not self.params.audit or await audited(self):
                return
        self.restless = True

    async def _confirm_early(self) -> None:
        """Leaves that were read before the site was seen to answer short or empty at times are read again."""
        if not self.facts.flaky:
            return
        for box in sorted(self._early):
            if not self.ledger.has(box) or (leaf := self.ledger.leaf(box)).overflow or leaf.descending:
                continue
            answer = await self.source.ask(Query(box))
            self.watch()
            if not answer.seen.overflow and len(answer.ids) > leaf.rows:
                self.keep(replace(leaf, count=answer.seen.count), answer)
        self._early.clear()

    @property
    def witnessed(self) -> bool:
        """Whether the site's own count of everything is the number of rows read."""
        total = self.total if self.facts.counts else None
        return total is not None and self.ledger.count() == total and not self.unreachable

    def watch(self) -> None:
        """Begins anew where an answer showed what the axes cannot hold; keeps rows of answers that are no leaves."""
        if self.source.surprise:
            raise Relearned
        for box, ids, rows, _ in self.source.sightings:
            self.ledger.see(box, ids, rows)
        self.source.sightings.clear()

    async def _rest(self, planner: Plan) -> None:
        """Boxes that a strategy hands on: points above k, or all that is left when an order proves false."""
        boxes = list(getattr(planner, "rest", []))
        if boxes and not self.stopped:
            await self.read(boxes, "what one attribute cannot split")

    async def read(self, boxes: list[Box], why: str) -> None:
        """Reads some boxes by the guided sweep."""
        planner = make_planner(
            Choice("guided", why), self.axes, self.facts, self.params.cost, sort_axes=[],
            sample=np.zeros((0, len(self.axes)), dtype=np.int64), rows=float(self.total or 0), boxes=boxes,
            history=self.ledger.history(),
        )  # fmt: skip
        await self.work(planner)

    # --- the work ---------------------------------------------------------------------------------------------------

    async def work(self, planner: Plan) -> None:
        """Asks what a planner proposes until it is done."""
        tasks: dict[asyncio.Task[Answered], Query] = {}
        depth = self.rounds
        self._planner = planner
        try:
            while True:
                self.stopped = self.stopped or self.stopping()
                room = 0 if self.stopped else self.params.workers - len(tasks)
                for query in planner.propose(room) if room else []:  # type: ignore[attr-defined]
                    self.depth[query] = depth
                    tasks[asyncio.create_task(self.source.ask(query))] = query
                if not tasks:
                    return
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in [task for task in tasks if task in done]:  # a set would give another order each run
                    query = tasks.pop(task)
                    depth = max(depth, self.depth.pop(query) + 1)
                    await self._learn(planner, query, task.result())
        finally:
            self.rounds = max(self.rounds, depth)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _learn(self, planner: Plan, query: Query, answer: Answered) -> None:
        self.watch()
        before, lost = len(planner.leaves), len(planner.unreachable)
        if answer.seen.overflow and answer.seen.count is not None and not answer.doubt:
            self.counted[query.box] = answer.seen.count
        try:
            planner.learn(query, answer.seen)  # type: ignore[attr-defined]
        except OrderBroken as broken:
            await self._order_broken(planner, broken)
            return
        opened = {box: axis for box, axis in planner.splits.items() if box not in self._opened}
        for leaf in planner.leaves[before:]:
            self.keep(leaf, answer, opened=opened)
            self._opened |= opened.keys()
        for hole in planner.unreachable[lost:]:
            await self._rescue(hole, answer)
        if isinstance(planner, SortedSweep) and self.axes[planner.axis].name not in self.by_order:
            self.by_order.append(self.axes[planner.axis].name)

    async def _order_broken(self, planner: Plan, broken: OrderBroken) -> None:
        """Goes on with the guided sweep from where the order broke; what came before was checked by its order."""
        self.progress.note(f"{broken.message}; going on without the order")
        self.facts.note(broken.message)
        for leaf in self.ledger.leaves():
            if leaf.overflow:
                self.ledger.drop(leaf.box)
        self._saved = self.ledger.count()
        planner.leaves.clear()
        planner.at = None  # type: ignore[attr-defined]
        self.by_order.clear()
        further = make_planner(
            Choice("guided", "the order broke"), self.axes, self.facts, self.params.cost,
            sort_axes=[], sample=np.zeros((0, len(self.axes)), dtype=np.int64), rows=float(self.total or 0),
            history=self.ledger.history(),
        )  # fmt: skip
        await self.work(further)

    def keep(
        self, leaf: Leaf, answer: Answered, *, kind: str = "leaf", opened: Mapping[Box, int] | None = None
    ) -> None:
        """A leaf with its rows into the ledger; rows without a value stand apart, outside the domain."""
        kind = "null" if kind == "leaf" and NO_VALUE in leaf.box else kind
        inside = self.inside(leaf.box, answer.seen.points)
        ids = [answer.ids[i] for i in inside]
        made = replace(leaf, rows=len(ids), digest=digest_of(ids))
        rows = [answer.rows[i] for i in inside]
        if self.source.site.results.id and self.facts.keyed and self.ledger.clashing(leaf.box, ids, rows):
            self.facts.keyed = False
            self.facts.note(f"the field '{self.source.site.results.id}' does not name a row: two rows share a value")
            self.source.surprise = "ids"
            raise Relearned
        self.ledger.add(
            made,
            ids,
            rows,
            answer.seen.points[inside],
            kind=kind,
            opened=dict(opened or {}),
        )
        if not self.facts.flaky and leaf.count is None:
            self._early.add(leaf.box)
        self.census.add(leaf.box, len(ids))
        self._saved += len(ids)
        self._show(len(ids))

    def points(self, *kinds: str) -> Points:
        """The coordinates of all rows in leaves, or in what stands beside them in the ledger too."""
        found = [self.ledger.points(leaf.box) for kind in kinds or ("leaf",) for leaf in self.ledger.leaves(kind)]
        return np.concatenate([np.zeros((0, len(self.axes)), dtype=np.int64), *found])

    def inside(self, box: Box, points: Points) -> list[int]:
        """The places of the points that lie in a box."""
        keep = np.ones(len(points), dtype=bool)
        for axis, (low, high) in enumerate(box):
            if (low, high) != self.axes[axis].full:
                keep &= (points[:, axis] >= low) & (points[:, axis] <= high)
        return [int(i) for i in np.flatnonzero(keep)]

    def _show(self, rows: int) -> None:
        facts = self.facts
        limit = max(1, -(-self._saved // max(facts.page, 1)))
        known = self.estimate()
        self.progress.advance(
            rows,
            of=known.words(),
            queries=self.source.queries,
            requests=self.source.requests,
            ratio=f"{self.source.requests / limit:.3f}",
            left=self._left(known.total),
        )

    def estimate(self) -> Estimate:
        """How many rows the site holds: its count, or what the rows read so far tell."""
        if self.total is not None:
            return Estimate(self.total, self.total, self.total, "the site's count")
        return self.census.estimate(self._planner)

    def _left(self, total: int) -> str:
        """The time that the rest will take at the pace so far."""
        fresh = self._saved - self._resumed
        if fresh <= 0:
            return "?"
        seconds = (time.monotonic() - self._started) / fresh * max(0, total - self._saved)
        return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"

    async def _rescue(self, hole: Unreachable, answer: Answered) -> None:
        """A point above k: both ends of every sort order are read; what is still missing is listed."""
        rows = dict(zip(answer.ids, answer.rows, strict=True))
        whole_read = False
        sort = self.source.site.sort
        if len(answer.ids) < self.facts.k and not answer.doubt:
            answer = await self.source.ask(Query(hole.box))
            rows |= dict(zip(answer.ids, answer.rows, strict=True))
        named = bool(self.source.site.results.id)  # equal rows without an id cannot be told apart in two answers
        for number, name in enumerate(self.source.sort_keys if named else ()):
            if name not in sort.ascending or name not in sort.descending:
                continue
            both = [await self.source.ask(Query(hole.box, sort=number, descending=down)) for down in (False, True)]
            whole_read = whole_read or (answer.seen.count is None and _meet(both[0].ids, both[1].ids))
            for one in both:
                rows |= dict(zip(one.ids, one.rows, strict=True))
        count = answer.seen.count
        missing = count - len(rows) if count is not None else None
        points = self.source.points(list(rows.values()))
        leaf = Leaf(hole.box, len(rows), count, sort=0, descending=True)
        if missing == 0 or whole_read or (missing is not None and missing < 0):
            if whole_read:
                self.by_order.append("rows of one value, in both directions")
            if missing is not None and missing < 0:
                leaf = replace(leaf, count=None)
                self.facts.counts = False
            self.ledger.add(leaf, list(rows), list(rows.values()), points)
        else:
            self.ledger.add(leaf, list(rows), list(rows.values()), points, kind="part")
            reason = f"{hole.reason}: {answer.doubt}" if answer.doubt else hole.reason
            self.unreachable.append(replace(hole, missing=missing, reason=reason))
        self._saved += len(rows)
        self._show(len(rows))

    def _adopt(self) -> None:
        """Rows that another answer showed of a box that cannot be read whole are part of it."""
        if not self.unreachable:
            return
        strays = self.ledger.strays()
        points = self.source.points([row for _, _, row in strays])
        parts = {leaf.box: leaf for leaf in self.ledger.leaves("part")}
        for place, hole in enumerate(self.unreachable):
            inside = self.inside(hole.box, points) if hole.box in parts and hole.null_axis is None else []
            if not inside:
                continue
            self.ledger.move([strays[i][0] for i in inside], hole.box)
            left = None if hole.missing is None else max(0, hole.missing - len(inside))
            self.unreachable[place] = replace(hole, missing=left)
        self.unreachable = [hole for hole in self.unreachable if hole.missing != 0 or hole.box not in parts]

    def split(self, leaf: Leaf) -> list[Box]:
        """A leaf that does not show all its rows, in two parts; empty where it is a single point."""
        points = self.ledger.points(leaf.box)
        for axis, (low, high) in enumerate(leaf.box):
            if low >= high or (low, high) == NO_VALUE:
                continue
            kind = self.axes[axis]
            if kind.kind == "category" and not kind.several:
                return [narrowed(leaf.box, axis, value, value) for value in range(low, high + 1)]
            values = points[:, axis]
            values = values[(values >= low) & (values <= high)]
            middle = int(np.clip(np.median(values) if len(values) else (low + high) // 2, low, high - 1))
            return [narrowed(leaf.box, axis, low, middle), narrowed(leaf.box, axis, middle + 1, high)]
        return []

    # --- the end ----------------------------------------------------------------------------------------------------

    def _report(self) -> Report:
        facts = self.facts
        rows = self.ledger.count()
        certificate = certified(self)
        return Report(
            rows=rows,
            queries=self.source.queries,
            requests=self.source.requests,
            rounds=self.rounds,
            strategy=self.choice.name,
            reason=self.choice.reason,
            k=facts.k,
            limit_queries=lower_bound(rows, max(facts.k, 1)),
            limit_requests=lower_bound(rows, max(facts.page, 1)),
            seconds=round(time.monotonic() - self._started, 2),
            verdict=certificate.verdict,
            unreachable=list(certificate.unreachable),
            notes=list(facts.notes),
            certificate=certificate,
            estimate=self._final(rows),
            stopped=self.stopped,
            spent=self.spent,
        )

    def _final(self, rows: int) -> Estimate:
        """After a whole reading the rows are known, but for those in unreachable boxes of unknown size."""
        if self.total is not None or self.stopped:
            return self.estimate()
        known = rows + sum(hole.missing or 0 for hole in self.unreachable)
        open_end = any(hole.missing is None for hole in self.unreachable)
        return Estimate(known, known, None if open_end else known, "every row that can be reached was read")


def _meet(up: list[str], down: list[str]) -> bool:
    """Whether two answers in opposite orders overlap at their ends: then nothing lies between them.

    Answers that are not each other's reverse there, as when all rows tie, prove nothing.
    """
    both = set(up) & set(down)
    common = [name for name in up if name in both]
    return bool(common) and up[-len(common) :] == common and down[-len(common) :] == common[::-1]


def as_json(report: Report) -> dict[str, Any]:
    """The report as the command prints it."""
    from motherlode.model.hidden import Certificate as Kind

    made = {name: getattr(report, name) for name in report.__slots__ if name != "certificate"}
    certificate = report.certificate
    if not isinstance(certificate, Kind):
        raise HiddenError("a report without a certificate")
    return {
        **made,
        "estimate": asdict(report.estimate) if report.estimate else None,
        "unreachable": [asdict(hole) for hole in report.unreachable],
        "certificate": asdict(certificate),
    }
