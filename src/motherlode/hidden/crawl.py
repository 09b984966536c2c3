"""Reads a whole hidden database: probe, choice, workers, ledger, what changed meanwhile, certificate (H)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from motherlode.errors import HiddenError
from motherlode.hidden.asking import ReadingEnds
from motherlode.hidden.auditor import Audit
from motherlode.hidden.counts import Update
from motherlode.hidden.domain import close_ends, learn_values
from motherlode.hidden.facts import Facts
from motherlode.hidden.ledger import Ledger, digest_of
from motherlode.hidden.params import HiddenParams
from motherlode.hidden.plan import Plan, whole
from motherlode.hidden.probe import probe
from motherlode.hidden.reading import AnswerPage
from motherlode.hidden.report import Census, Estimate, Report, report_of
from motherlode.hidden.settle import rescue, settle, shared_or_moved
from motherlode.hidden.sorted_sweep import OrderBroken, SortedSweep
from motherlode.hidden.source import Answered, WebSource
from motherlode.hidden.strategy import Choice, choose, make_planner
from motherlode.model.hidden import NO_VALUE, Box, Leaf, Points, Query, Unreachable
from motherlode.model.ports import Progress, Silent

_RESTARTS = 12
"""How often a run begins again because rows showed a value that the axes could not hold."""


class Relearned(Exception):
    """A row has a value that the axes cannot hold: what was planned so far is void."""


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
        self.rounds = self.began = 0
        self.stopped = False
        self.ended = ""
        self.updating = self._comparing = False
        self.choice = Choice("", "")
        self.started = time.monotonic()
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
        self.update = Update(self)
        self.restless = False
        self.count_refuted = False
        self.early: set[Box] = set()
        self.deserted: set[Box] = set()
        self._clashing: list[tuple[str, Box, Box]] = []
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

    @property
    def all_earlier(self) -> bool:
        """Whether an earlier run had read every row, so that a resumed one asked for none again."""
        return 0 < self._resumed == self._saved and not self.updating

    async def run(self, *, resume: bool = False, update: bool = False) -> Report:
        """Reads everything that can be reached; a resumed run asks only for what is missing.

        An update reads by difference what an earlier run has read; afterwards the ledger tells what changed.
        """
        self.started = time.monotonic()
        self.updating = update and self.ledger.remember()
        resume = resume or self.updating
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
        except ReadingEnds as end:
            self.stopped, self.ended = True, end.message
            for box in self.source.empty:  # answers that nothing confirmed since
                self.ledger.drop(box)
        self.progress.end()
        if self.updating and not self.stopped:
            self.ledger.compared()
        return report_of(self)

    async def _facts(self, resume: bool) -> None:
        known = self.ledger.facts() if resume else None
        if known:
            self.source.facts = Facts(**known)
            self.source.pages.cap_known = True
            self.source.learn()
            await self._find_rows_again()
            await self._close_ends_again()
            return
        self.ledger.clear()
        await probe(self.source)
        self._clear()
        self._keep_facts()

    def _keep_facts(self) -> None:
        if self.source.pages.records is not None:
            self.facts.rule = self.source.pages.records.rule
        self.ledger.begin(asdict(self.facts))

    async def _find_rows_again(self) -> None:
        """Reads rows by the rule of the earlier run; a ledger that keeps none has a page with many rows teach one."""
        records = self.source.pages.records
        if records is None or self.source.site.results.rows:
            return
        records.rule = self.facts.rule
        if not records.rule:
            await self.source.page(Query(whole(self.axes)), 0)

    async def _close_ends_again(self) -> None:
        """Asks anew what lies beyond the ends, where tables grow; what was asked without an axis still is."""
        before = self.axes
        self.facts.closed.clear()
        await close_ends(self.source)
        self._clear()
        for number, (old, new) in enumerate(zip(before, self.axes, strict=True)):
            if old.full != new.full:
                self.ledger.widen(number, old.full, new.full)
        self._keep_facts()

    async def _begin_again(self) -> None:
        """Lays the axes by what was seen and starts with an empty ledger; what the probe found holds on."""
        source = self.source
        self.progress.note(
            f"rows show what the description does not say ({source.surprise}); starting again with that"
        )
        if self._clashing and not self._comparing:  # else the row may have moved from a range that was taken over
            await shared_or_moved(self, self._clashing)
        source.learn()
        await learn_values(source)
        await close_ends(source)
        source.sightings.clear()
        self.ledger.clear()
        self._keep_facts()
        self._clear()

    async def _all(self, *, resume: bool) -> None:
        """One reading of everything, then whatever does not agree is read again."""
        self._comparing = resume and self.updating
        self.began, self.source.pages.most_repairs = self.source.requests, 0
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
        if self._comparing and not self.stopped:
            await self.update.run()
        if not self.stopped:
            await settle(self)

    async def _look_at_all(self, first: AnswerPage) -> Points:
        """Where no count will tell what is missing, all rows shown of everything are looked at.

        They are the only ones that may lack a value, have one that is not listed, or stand beyond the ends.
        """
        root, pages = Query(whole(self.axes)), [first]
        while sum(len(page.rows) for page in pages) < self.facts.k and pages[-1].rows:
            following = await self.source.following(root, pages)
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

    async def read(self, boxes: list[Box] | None, why: str) -> None:
        """Reads some boxes by the guided sweep, or all that the ledger does not hold."""
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
            await rescue(self, hole, answer)
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
        await self.read(None, "the order broke")

    def keep(self, leaf: Leaf, answer: Answered, *, opened: Mapping[Box, int] | None = None) -> None:
        """A leaf with its rows into the ledger; rows without a value stand apart, outside the domain."""
        inside = self.inside(leaf.box, answer.seen.points)
        ids = [answer.ids[i] for i in inside]
        made = replace(leaf, rows=len(ids), digest=digest_of(ids))
        rows = [answer.rows[i] for i in inside]
        if self.source.site.results.id and self.facts.keyed:
            clashing = self.ledger.clashing(leaf.box, ids, rows)
            if clashing and not self.facts.moving:
                self._clashing = [(name, where, leaf.box) for name, where in clashing.items()]
                self.source.surprise = "ids"
                raise Relearned
            self.deserted |= set(clashing.values())
        kind = "null" if NO_VALUE in leaf.box else "leaf"
        self.ledger.add(made, ids, rows, answer.seen.points[inside], kind=kind, opened=opened or {})
        if not self.facts.flaky and leaf.count is None:
            self.early.add(leaf.box)
        self.census.add(leaf.box, len(ids))
        self.saved(len(ids))

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

    def saved(self, rows: int) -> None:
        """So many further rows are kept: the progress shows it."""
        self._saved += rows
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
        seconds = (time.monotonic() - self.started) / fresh * max(0, total - self._saved)
        return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"
