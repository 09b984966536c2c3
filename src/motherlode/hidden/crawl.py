"""Reads a whole hidden database: probe, choice, workers, ledger, what changed meanwhile, certificate (H)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from motherlode.errors import HiddenError
from motherlode.hidden.audit import Audit
from motherlode.hidden.bounds import lower_bound
from motherlode.hidden.estimate import Census, Estimate
from motherlode.hidden.ledger import Ledger, digest_of
from motherlode.hidden.params import HiddenParams
from motherlode.hidden.plan import Plan, whole
from motherlode.hidden.probe import probe
from motherlode.hidden.sorted_sweep import OrderBroken, SortedSweep
from motherlode.hidden.source import Answered, Facts, WebSource
from motherlode.hidden.strategy import Choice, choose, make_planner
from motherlode.model.hidden import NO_VALUE, Box, Certificate, Leaf, Points, Query, Unreachable
from motherlode.model.ports import Progress, Silent


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
    unreachable: list[Unreachable] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    certificate: Certificate | None = None
    estimate: Estimate | None = None
    stopped: bool = False


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
        self.axes = source.axes
        self.depth: dict[Query, int] = {}
        self.rounds = 0
        self.total: int | None = None
        self.unreachable: list[Unreachable] = []
        self.assumptions: list[str] = ["the same query gives the same rows while it is read"]
        self.census = Census(np.zeros((0, len(self.axes)), dtype=np.int64))
        self.stopped = False
        self._planner: Plan | None = None
        self._started = time.monotonic()
        self._saved = self._resumed = 0
        self._opened: set[Box] = set()

    async def run(self, *, resume: bool = False) -> Report:
        """Reads everything that can be reached; a resumed run asks only for what is missing."""
        self._started = time.monotonic()
        facts = await self._facts(resume)
        root = await self.source.page(Query(whole(self.axes)), 0)
        self.total = root.count if facts.counts and root.exact else None
        sample = self.source.points(root.rows)
        sort_axes = [i for i, axis in enumerate(self.axes) if axis.name in self.source.site.sort.ascending]
        choice = choose(facts, self.params.strategy, self.params.cost, sort_axes)
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
        await self._work(planner)
        await self._rest(planner, facts, sample, rows)
        if facts.counts and not self.stopped:
            await Audit(self).run()
        self.progress.end()
        return self._report(facts, choice)

    async def _facts(self, resume: bool) -> Facts:
        known = self.ledger.facts() if resume else None
        if known:
            self.source.facts = Facts(**known)
            return self.source.facts
        self.ledger.clear()
        facts = await probe(self.source)
        self.ledger.begin(asdict(facts))
        return facts

    async def _rest(self, planner: Plan, facts: Facts, sample: Points, rows: float) -> None:
        """Boxes that a strategy hands on: points above k, or all that is left when an order proves false."""
        boxes = list(getattr(planner, "rest", []))
        if boxes:
            guided = Choice("guided", "what one attribute cannot split")
            further = make_planner(
                guided, self.axes, facts, self.params.cost, sort_axes=[], sample=sample, rows=rows, boxes=boxes,
                history=self.ledger.history(),
            )  # fmt: skip
            await self._work(further)

    # --- the work ---------------------------------------------------------------------------------------------------

    async def _work(self, planner: Plan) -> None:
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
                for task in done:
                    query = tasks.pop(task)
                    depth = max(depth, self.depth.pop(query) + 1)
                    await self._learn(planner, query, task.result())
        finally:
            self.rounds = max(self.rounds, depth)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _learn(self, planner: Plan, query: Query, answer: Answered) -> None:
        before, lost = len(planner.leaves), len(planner.unreachable)
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
        if isinstance(planner, SortedSweep) and not any("order" in text for text in self.assumptions):
            self.assumptions.append(f"answers stand in order of {self.axes[planner.axis].name}")

    async def _order_broken(self, planner: Plan, broken: OrderBroken) -> None:
        """Goes on with the guided sweep from where the order broke; what came before was checked by its order."""
        self.progress.note(f"{broken.message}; going on without the order")
        self.source.facts.notes.append(broken.message)
        for leaf in self.ledger.leaves():
            if leaf.overflow:
                self.ledger.drop(leaf.box)
        self._saved = self.ledger.count()
        planner.leaves.clear()
        planner.at = None  # type: ignore[attr-defined]
        kept = self.ledger.history()
        further = make_planner(
            Choice("guided", "the order broke"), self.axes, self.source.facts, self.params.cost,
            sort_axes=[], sample=np.zeros((0, len(self.axes)), dtype=np.int64), rows=float(self.total or 0),
            history=kept,
        )  # fmt: skip
        await self._work(further)

    def keep(
        self, leaf: Leaf, answer: Answered, *, kind: str = "leaf", opened: Mapping[Box, int] | None = None
    ) -> None:
        """A leaf with its rows into the ledger; rows without a value stand apart, outside the domain."""
        kind = "null" if kind == "leaf" and NO_VALUE in leaf.box else kind
        inside = self._inside(leaf.box, answer.seen.points)
        ids = [answer.ids[i] for i in inside]
        made = replace(leaf, rows=len(ids), digest=digest_of(ids))
        self.ledger.add(
            made,
            ids,
            [answer.rows[i] for i in inside],
            answer.seen.points[inside],
            kind=kind,
            opened=dict(opened or {}),
        )
        self.census.add(leaf.box, len(ids))
        self._saved += len(ids)
        self._show(len(ids))

    def _inside(self, box: Box, points: Points) -> list[int]:
        keep = np.ones(len(points), dtype=bool)
        for axis, (low, high) in enumerate(box):
            if (low, high) != self.axes[axis].full:
                keep &= (points[:, axis] >= low) & (points[:, axis] <= high)
        return [int(i) for i in np.flatnonzero(keep)]

    def _show(self, rows: int) -> None:
        facts = self.source.facts
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
        if len(answer.ids) < self.source.facts.k:
            answer = await self.source.ask(Query(hole.box))
            rows |= dict(zip(answer.ids, answer.rows, strict=True))
        for number, name in enumerate(self.source.sort_keys):
            if name not in sort.ascending or name not in sort.descending:
                continue
            both = [await self.source.ask(Query(hole.box, sort=number, descending=down)) for down in (False, True)]
            whole_read = whole_read or (answer.seen.count is None and _meet(both[0].ids, both[1].ids))
            for one in both:
                rows |= dict(zip(one.ids, one.rows, strict=True))
        missing = answer.seen.count - len(rows) if answer.seen.count is not None else None
        points = self.source.points(list(rows.values()))
        leaf = Leaf(hole.box, len(rows), answer.seen.count, sort=0, descending=True)
        if missing == 0 or whole_read:
            if whole_read:
                self.assumptions.append("rows of one value stand in a fixed order in both directions")
            self.ledger.add(leaf, list(rows), list(rows.values()), points)
        else:
            self.ledger.add(leaf, list(rows), list(rows.values()), points, kind="part")
            self.unreachable.append(replace(hole, missing=missing))
        self._saved += len(rows)
        self._show(len(rows))

    # --- the end ----------------------------------------------------------------------------------------------------

    def _report(self, facts: Facts, choice: Choice) -> Report:
        rows = self.ledger.count()
        assumptions = [*self.assumptions]
        if not facts.counts:
            assumptions += [
                "rows without a value in a split attribute do not exist, unless the site was asked for them",
                "the table did not change meanwhile",
            ]
        certificate = Certificate(
            axes=self.axes,
            domain=whole(self.axes),
            k=facts.k,
            leaves=(*self.ledger.leaves(), *self.ledger.leaves("null")),
            rows=rows,
            count=self.total,
            unreachable=tuple(self.unreachable),
            assumptions=tuple(dict.fromkeys(assumptions)),
            site=self.source.site.url,
            facts={"digest": digest_of(self.ledger.ids()), "strategy": choice.name},
        )
        return Report(
            rows=rows,
            queries=self.source.queries,
            requests=self.source.requests,
            rounds=self.rounds,
            strategy=choice.name,
            reason=choice.reason,
            k=facts.k,
            limit_queries=lower_bound(rows, facts.k),
            limit_requests=lower_bound(rows, facts.page),
            seconds=round(time.monotonic() - self._started, 2),
            unreachable=self.unreachable,
            notes=list(facts.notes),
            certificate=certificate,
            estimate=self._final(rows),
            stopped=self.stopped,
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
