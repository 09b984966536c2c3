"""What does not fit into the queue's memory waits on disk, the best first back: nothing is thrown away (D3)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from motherlode.errors import StoreUnavailable


class Overflow:
    """A file of (priority, depth, address), appended to while the queue is full."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._memory: list[str] = []
        self.count = sum(1 for _ in self._lines()) if file is not None and file.exists() else 0

    def clear(self) -> None:
        """Forgets everything."""
        self.count, self._memory = 0, []
        if self._file is not None:
            self._file.unlink(missing_ok=True)

    def put(self, urls: Sequence[str], priorities: Sequence[float], depths: Sequence[int]) -> None:
        """Puts addresses aside."""
        rows = [json.dumps([p, depth, url]) for p, depth, url in zip(priorities, depths, urls, strict=True)]
        self.count += len(rows)
        if self._file is None:
            self._memory += rows
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.open("a", encoding="utf-8") as stream:
                stream.write("".join(row + "\n" for row in rows))
        except OSError as error:
            raise StoreUnavailable(f"{self._file} cannot be written: {error}") from error

    def take(self, number: int) -> list[tuple[float, int, str]]:
        """The best `number` addresses; they no longer wait here."""
        rows = []
        for line in self._lines():
            try:
                priority, depth, *_, url = json.loads(line)
            except ValueError:  # the last line of a killed process
                continue
            rows.append((float(priority), int(depth), str(url)))
        rows.sort(key=lambda row: -row[0])
        best, rest = rows[:number], rows[number:]
        self.count = len(rest)
        lines = [json.dumps(list(row)) for row in rest]
        if self._file is None:
            self._memory = lines
        else:
            part = self._file.with_suffix(".part")
            try:
                part.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
                part.replace(self._file)
            except OSError as error:
                raise StoreUnavailable(f"{self._file} cannot be written: {error}") from error
        return best

    def _lines(self) -> list[str]:
        if self._file is None:
            return self._memory
        if not self._file.exists():
            return []
        return self._file.read_text(encoding="utf-8", errors="replace").splitlines()
