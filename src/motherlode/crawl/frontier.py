"""The frontier: addresses in compact columns, a queue for every host, priorities that may change (D2, D3).

Per host the waiting addresses stand in a run sorted at the last re-scoring and a small heap of what came since.
A pop looks at both and corrects what has become stale, so that a change of priority costs nothing until it matters.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from motherlode.crawl.seen import FEW, Addresses, Seen, digest
from motherlode.text.urls import host_of

WAITING, TAKEN, DONE, REFUSED = 0, 1, 2, 3
_START = 1 << 12
_EMPTY_RUN: NDArray[np.int32] = np.zeros(0, dtype=np.int32)
MAX_RECENT = 50_000
"""Addresses whose numbers are at hand without a look into the table: links of a site come again on every page."""

MANY = 1000
"""More addresses than a page has links come from a list, and hardly again."""

_LONG_HEAP = 256
"""Entries from which a heap goes into the sorted run: an entry costs 130 bytes in a heap and 4 in a run."""

Floats = NDArray[np.float32]


@dataclass(slots=True)
class HostQueue:
    """What waits for one host: a sorted run of numbers and a heap of (−priority, order, number)."""

    run: NDArray[np.int32] = field(default_factory=lambda: _EMPTY_RUN)
    at: int = 0
    heap: list[tuple[float, int, int]] = field(default_factory=list)


class Frontier:
    """Everything that was met: number → address, host, priority, depth, parent, state."""

    def __init__(self) -> None:
        self.addresses = Addresses()
        self._seen = Seen()
        self._recent: dict[str, int] = {}
        self.priority: Floats = np.zeros(_START, dtype=np.float32)
        self.host: NDArray[np.int32] = np.zeros(_START, dtype=np.int32)
        self.depth: NDArray[np.uint16] = np.zeros(_START, dtype=np.uint16)
        self.parent: NDArray[np.int32] = np.full(_START, -1, dtype=np.int32)
        self.state: NDArray[np.uint8] = np.zeros(_START, dtype=np.uint8)
        self.hosts: list[str] = []
        self._host_numbers: dict[str, int] = {}
        self._queues: list[HostQueue] = []
        self._by_origin: dict[str, int] = {}
        self._ready: list[tuple[float, int]] = []
        self._claims: list[float] = []
        """For every host a priority at or below its best entry in `_ready`: only better ones enter anew."""
        self._resting: set[int] = set()
        self._order = 0
        self.waiting = 0

    def __len__(self) -> int:
        return len(self.addresses)

    def number_of(self, url: str) -> int:
        """An address's number, −1 when it was never met."""
        number = self._recent.get(url)
        return self._seen.find_one(digest(url)) if number is None else number

    def number(self, urls: Sequence[str], *, parent: int = -1, depth: int = 0) -> tuple[list[int], list[int]]:
        """The numbers of these addresses, and which of them are new; new ones are not queued yet."""
        if len(urls) > MANY:
            return self._numbered(urls, parent, depth)
        recent = self._recent
        numbers = [recent.get(url, -1) for url in urls]
        missing = [at for at, number in enumerate(numbers) if number < 0]
        if not missing:
            return numbers, []
        unknown = [urls[at] for at in missing]
        found, new = self._numbered(unknown, parent, depth)
        for at, number in zip(missing, found, strict=True):
            numbers[at] = number
        if len(recent) + len(unknown) > MAX_RECENT:
            recent.clear()
        recent.update(zip(unknown, found, strict=True))
        return numbers, new

    def _numbered(self, urls: Sequence[str], parent: int, depth: int) -> tuple[list[int], list[int]]:
        """`number` by the table of digests."""
        keys = [digest(url) for url in urls]
        few = len(keys) <= FEW
        numbers: list[int] = (
            [self._seen.find_one(key) for key in keys]
            if few
            else self._seen.find(np.array(keys, dtype=np.uint64)).tolist()
        )
        first: dict[int, int] = {}
        new_urls: list[str] = []
        start = len(self.addresses)
        for at, number in enumerate(numbers):
            if number < 0:
                key = keys[at]
                if key not in first:
                    first[key] = start + len(new_urls)
                    new_urls.append(urls[at])
                numbers[at] = first[key]
        if not new_urls:
            return numbers, []
        end = start + len(new_urls)
        self._grow(end)
        self.addresses.append(new_urls)
        if few:
            for key, number in first.items():
                self._seen.add_one(key, number)
        else:
            self._seen.add(
                np.fromiter(first, dtype=np.uint64, count=len(first)), np.arange(start, end, dtype=np.int32)
            )
        self.host[start:end] = [self._host_number(url) for url in new_urls]
        self.depth[start:end] = min(depth, 65535)
        self.parent[start:end] = parent
        self.state[start:end] = REFUSED
        return numbers, list(range(start, end))

    def push(self, numbers: Sequence[int], priorities: Sequence[float]) -> None:
        """Queues addresses that are not waiting yet, or raises the priority of those that are."""
        at = np.asarray(numbers, dtype=np.int64)
        values = np.asarray(priorities, dtype=np.float32)
        if len(at) != len(values):
            raise ValueError(f"{len(at)} addresses, {len(values)} priorities")
        states = self.state[at]
        # Most links of a page were met before: those that are fetched, or wait with as high a priority, are left out.
        at_once = (states == REFUSED) | ((states == WAITING) & (values > self.priority[at]))
        if not at_once.all():
            at, values, states = at[at_once], values[at_once], states[at_once]
        columns = (at.tolist(), values.tolist(), states.tolist(), self.host[at].tolist())
        for number, priority, state, host in zip(*columns, strict=True):
            if state != WAITING and self.state[number] != WAITING:
                self.state[number] = WAITING
                self.waiting += 1
            elif priority <= self.priority[number]:
                continue
            self.priority[number] = priority
            self._enter(number, host, priority)

    def _enter(self, number: int, host: int, priority: float) -> None:
        self._order += 1
        queue = self._queues[host]
        heapq.heappush(queue.heap, (-priority, self._order, number))
        if len(queue.heap) > _LONG_HEAP + (len(queue.run) - queue.at) // 8:
            self._settle(queue)
        if priority > self._claims[host] and host not in self._resting:
            self._claim(host, -priority)

    def _settle(self, queue: HostQueue) -> None:
        """Puts a long heap into the sorted run, equal priorities in the order in which they came."""
        came = [number for _, _, number in sorted(queue.heap, key=lambda entry: entry[1])]
        both = np.concatenate([queue.run[queue.at :], np.array(came, dtype=np.int32)])
        both = both[self.state[both] == WAITING]
        _, first = np.unique(both, return_index=True)
        both = both[np.sort(first)]
        queue.run, queue.at = both[np.argsort(-self.priority[both], kind="stable")], 0
        queue.heap.clear()

    def _claim(self, host: int, below: float) -> None:
        """The host stands in the order of hosts with this priority (its negative)."""
        self._claims[host] = -below
        heapq.heappush(self._ready, (below, host))

    def _unclaim(self) -> None:
        """The first of the order of hosts leaves it."""
        _, host = heapq.heappop(self._ready)
        self._claims[host] = -np.inf

    def _reclaim(self, host: int, below: float) -> None:
        """The first of the order of hosts stands in it with a lower priority from now on."""
        self._claims[host] = -below
        heapq.heapreplace(self._ready, (below, host))

    def pop(self) -> int:
        """The number of the best waiting address among the hosts that are not resting, −1 when there is none."""
        while self._ready:
            claimed, host = self._ready[0]
            if host in self._resting:
                self._unclaim()
                continue
            best = self._head(host)
            if best is None:
                self._unclaim()
                continue
            if -best[0] < -claimed - 1e-6:
                self._reclaim(host, best[0])
                continue
            number = self._take(host)
            following = self._head(host)
            if following is None:
                self._unclaim()
            else:
                self._reclaim(host, following[0])
            self.state[number] = TAKEN
            self.waiting -= 1
            return number
        return -1

    def take(self, number: int) -> bool:
        """Takes a waiting address out of the order; False when its host rests."""
        if self.state[number] != WAITING or int(self.host[number]) in self._resting:
            return False
        self.state[number] = TAKEN
        self.waiting -= 1
        return True

    def _head(self, host: int) -> tuple[float, int] | None:
        """(−priority, source) of a host's best waiting address; stale entries are put right on the way."""
        queue = self._queues[host]
        while queue.at < len(queue.run):
            number = int(queue.run[queue.at])
            if self.state[number] == WAITING:
                break
            queue.at += 1
        heap = queue.heap
        while heap:
            priority, _, number = heap[0]
            if self.state[number] != WAITING:
                heapq.heappop(heap)
                continue
            now = float(self.priority[number])
            if -priority > now + 1e-6:
                heapq.heapreplace(heap, (-now, heap[0][1], number))
                continue
            break
        from_run = -float(self.priority[queue.run[queue.at]]) if queue.at < len(queue.run) else None
        if heap and (from_run is None or heap[0][0] <= from_run):
            return heap[0][0], 1
        return None if from_run is None else (from_run, 0)

    def _take(self, host: int) -> int:
        queue = self._queues[host]
        head = self._head(host)
        assert head is not None
        if head[1]:
            return heapq.heappop(queue.heap)[2]
        number = int(queue.run[queue.at])
        queue.at += 1
        return number

    def rest(self, host: int) -> None:
        """No address of this host is given out until `wake`."""
        self._resting.add(host)

    def wake(self, host: int) -> None:
        """The host may be asked again."""
        self._resting.discard(host)
        best = self._head(host)
        if best is not None and -best[0] > self._claims[host]:
            self._claim(host, best[0])

    def done(self, number: int, *, refused: bool = False) -> None:
        """The address is settled."""
        if self.state[number] == WAITING:
            self.waiting -= 1
        self.state[number] = REFUSED if refused else DONE

    def waiting_numbers(self) -> NDArray[np.int64]:
        """All waiting addresses."""
        return np.flatnonzero(self.state[: len(self)] == WAITING)

    def reprioritise(self, numbers: NDArray[np.int64], priorities: Floats) -> None:
        """Gives many addresses new priorities and sorts every host's queue anew (N9: the queue is re-sorted)."""
        self.priority[numbers] = priorities
        self.resort()

    def resort(self) -> None:
        """Every host's queue in the order of the priorities as they are now."""
        for queue in self._queues:
            queue.run, queue.at, queue.heap = _EMPTY_RUN, 0, []
        waiting = self.waiting_numbers().astype(np.int32)
        # One sort for all hosts: host number above, the priority's order-keeping bits below.
        key = self.host[waiting].astype(np.int64)
        key <<= 32
        key |= descending_bits(self.priority[waiting])
        ranked = waiting[np.argsort(key, kind="stable")]
        del key, waiting
        ranked_hosts = self.host[ranked]
        cuts = np.flatnonzero(np.diff(ranked_hosts)) + 1
        starts = np.concatenate(([0], cuts, [len(ranked)])).astype(np.int64)
        self._ready, self._claims = [], [-np.inf] * len(self.hosts)
        if len(ranked):
            for start, end in zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True):
                host = int(ranked_hosts[start])
                self._queues[host].run = ranked[start:end]
                if host not in self._resting:
                    self._claims[host] = float(self.priority[ranked[start]])
                    self._ready.append((-self._claims[host], host))
        heapq.heapify(self._ready)

    def queue_by_host(self, number: int = 10) -> list[tuple[str, int]]:
        """The hosts with the longest queues."""
        counts = np.bincount(self.host[self.waiting_numbers()], minlength=len(self.hosts))
        best = np.argsort(-counts)[:number]
        return [(self.hosts[host], int(counts[host])) for host in best if counts[host]]

    def columns(self) -> dict[str, NDArray[np.generic]]:
        """The columns, cut to what is used, for a snapshot."""
        size = len(self)
        return {
            "priority": self.priority[:size],
            "depth": self.depth[:size],
            "parent": self.parent[:size],
            "state": self.state[:size],
        }

    def restore(self, urls: Sequence[str], columns: dict[str, NDArray[np.generic]]) -> None:
        """Fills an empty frontier from a snapshot; what was taken but not done waits again."""
        for start in range(0, len(urls), 10_000):
            self.number(urls[start : start + 10_000])
        size = len(urls)
        self.priority[:size] = columns["priority"]
        self.depth[:size] = columns["depth"]
        self.parent[:size] = columns["parent"]
        state = columns["state"].astype(np.uint8)
        state[state == TAKEN] = WAITING
        self.state[:size] = state
        self.waiting = int((state == WAITING).sum())
        self.resort()

    def _host_number(self, url: str) -> int:
        """The number of an address's host; the part before the path is read once for each host."""
        end = url.find("/", url.find("//") + 2)
        origin = url[:end] if end > 0 else url
        number = self._by_origin.get(origin)
        if number is None:
            host = host_of(url)
            number = self._host_numbers.get(host)
            if number is None:
                number = self._host_numbers[host] = len(self.hosts)
                self.hosts.append(host)
                self._queues.append(HostQueue())
                self._claims.append(-np.inf)
            self._by_origin[origin] = number
        return number

    def _grow(self, size: int) -> None:
        if size <= len(self.priority):
            return
        larger = max(size, int(1.5 * len(self.priority)))
        for name in ("priority", "host", "depth", "parent", "state"):
            column = getattr(self, name)
            setattr(self, name, np.concatenate([column, np.zeros(larger - len(column), dtype=column.dtype)]))


def descending_bits(priorities: Floats) -> NDArray[np.uint32]:
    """Unsigned numbers that sort as the priorities do, the highest first."""
    bits = np.ascontiguousarray(priorities, dtype=np.float32).view(np.uint32)
    # A float's bits sort as numbers once the sign is turned over, and for negative ones every other bit too.
    flipped = np.where(bits >> 31, np.uint32(0xFFFFFFFF), np.uint32(0x80000000))
    flipped ^= bits
    return np.invert(flipped, out=flipped)
