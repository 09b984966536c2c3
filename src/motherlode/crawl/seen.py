"""Every address met, once: a table from 64-bit digests to numbers, and the addresses in one block of bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

_START = 1 << 12
FEW = 64
"""Up to so many digests are looked up one by one: numpy's calls take longer than the looks."""

_FULL = 0.6
"""Share of taken slots at which the table doubles: linear probing stays near two looks."""


def digest(url: str) -> int:
    """64 bits of an address; among 100 million addresses one collision is expected in 3,700 crawls."""
    return int.from_bytes(hashlib.blake2b(url.encode("utf-8", "replace"), digest_size=8).digest(), "little") or 1


class Seen:
    """Digests → numbers in open addressing, two numpy columns: 12 bytes a slot."""

    def __init__(self) -> None:
        self._keys: NDArray[np.uint64] = np.zeros(_START, dtype=np.uint64)
        self._values: NDArray[np.int32] = np.full(_START, -1, dtype=np.int32)
        self.size = 0

    def find(self, keys: NDArray[np.uint64]) -> NDArray[np.int32]:
        """The numbers of these digests, −1 for new ones."""
        mask = np.uint64(len(self._keys) - 1)
        slots = (keys & mask).astype(np.int64)
        found = np.full(len(keys), -1, dtype=np.int32)
        open_ = np.arange(len(keys))
        while len(open_):
            held = self._keys[slots[open_]]
            same = held == keys[open_]
            found[open_[same]] = self._values[slots[open_[same]]]
            open_ = open_[~same & (held != 0)]
            slots[open_] = (slots[open_] + 1) & int(mask)
        return found

    def find_one(self, key: int) -> int:
        """The number of one digest, −1 for a new one: for a few of them quicker than `find`."""
        held, mask = self._keys, len(self._keys) - 1
        slot = key & mask
        while (other := int(held[slot])) != key:
            if not other:
                return -1
            slot = (slot + 1) & mask
        return int(self._values[slot])

    def add(self, keys: NDArray[np.uint64], values: NDArray[np.int32]) -> None:
        """Enters new digests (each must be new and different)."""
        if self.size + len(keys) > _FULL * len(self._keys):
            self._grow(self.size + len(keys))
        self._place(keys, values)
        self.size += len(keys)

    def add_one(self, key: int, value: int) -> None:
        """Enters a new digest."""
        if self.size + 1 > _FULL * len(self._keys):
            self._grow(self.size + 1)
        mask = len(self._keys) - 1
        slot = key & mask
        while self._keys[slot]:
            slot = (slot + 1) & mask
        self._keys[slot], self._values[slot] = key, value
        self.size += 1

    def _place(self, keys: NDArray[np.uint64], values: NDArray[np.int32]) -> None:
        mask = len(self._keys) - 1
        slots = (keys & np.uint64(mask)).astype(np.int64)
        left = np.arange(len(keys))
        while len(left):
            free = self._keys[slots[left]] == 0
            tried = left[free]
            _, first = np.unique(slots[tried], return_index=True)
            placed = tried[first]
            self._keys[slots[placed]] = keys[placed]
            self._values[slots[placed]] = values[placed]
            done = np.zeros(len(keys), dtype=bool)
            done[placed] = True
            left = left[~done[left]]
            slots[left] = (slots[left] + 1) & mask

    def _grow(self, needed: int) -> None:
        size = len(self._keys)
        while needed > _FULL * size:
            size *= 2
        keys, values = self._keys, self._values
        taken = keys != 0
        self._keys = np.zeros(size, dtype=np.uint64)
        self._values = np.full(size, -1, dtype=np.int32)
        self._place(keys[taken], values[taken])


class Addresses:
    """Addresses by number, in one growing block of bytes."""

    def __init__(self) -> None:
        self._block = bytearray()
        self._ends: NDArray[np.int64] = np.zeros(_START, dtype=np.int64)
        self.count = 0

    def append(self, urls: Sequence[str]) -> None:
        """Takes new addresses under the next numbers."""
        if self.count + len(urls) > len(self._ends):
            self._ends = np.resize(self._ends, max(2 * len(self._ends), self.count + len(urls)))
        encoded = [url.encode("utf-8", "replace") for url in urls]
        ends = list(accumulate(map(len, encoded), initial=len(self._block)))[1:]
        self._ends[self.count : self.count + len(urls)] = ends
        self._block += b"".join(encoded)
        self.count += len(urls)

    def __getitem__(self, number: int) -> str:
        start = int(self._ends[number - 1]) if number else 0
        return self._block[start : int(self._ends[number])].decode("utf-8")

    def lines(self) -> bytes:
        """All addresses in their order, a line break between them."""
        block, ends = bytes(self._block), self._ends[: self.count].tolist()
        return b"\n".join([block[start:end] for start, end in zip([0, *ends], ends, strict=False)])

    def __len__(self) -> int:
        return self.count
