"""Two kills of a crawl with pages that fail, and of an exploration; benchmarks/kills.py does it with twenty."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from benchmarks.kills import KINDS, compared, sample

from motherlode.interfaces.demo.server import Server


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with sample() as made:
        yield made


@pytest.mark.parametrize("kind", ["crawl", "university"])
def test_a_run_that_is_killed_gives_what_an_undisturbed_one_gives(kind: str, server: Server, tmp_path: Path) -> None:
    struck, same, _ = compared(KINDS[kind], tmp_path, server, 2, random.Random(kind))
    assert struck == 2
    assert same
