"""Every target of benchmarks/fuzz on its kept corpus and on mutations of it: a result or an error of ours.

A run of the suite tries the same mutations every time, so that a red test is a change of the code. `make fuzz` tries
many more, under a seed of its own; the seed is told with what it found, and the input goes into the corpus.
"""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

import pytest
from benchmarks.fuzz.targets import CORPUS, TARGETS, once

SEED = os.environ.get("MOTHERLODE_FUZZ_SEED", "0")
TRIES = int(os.environ.get("MOTHERLODE_FUZZ_TRIES", "150"))
"""Mutations for each target: with them all targets together take a few seconds."""

LONGEST = 5.0
"""CPU seconds for one input of a few kilobytes; the slowest takes hundredths."""

PIECES = (
    b"\x00", b"\xff", b"\xed\xa0\x80", b"<", b">", b"</", b"<!--", b"<![CDATA[", b"&#x110000;", b"{", b"[", b'"',
    b"\\u", b"0" * 40, b"-1", b"1e999", b"\r\n\r\n", b"Content-Length: 99999999999\r\n", b"WARC/1.1\r\n",
    b"\x1f\x8b", b";", b":",
)  # fmt: skip


def kept(name: str) -> list[bytes]:
    return [file.read_bytes() for file in sorted((CORPUS / name).iterdir())]


def mutated(chance: random.Random, corpus: list[bytes]) -> bytes:
    """One of the corpus, changed in one to eight places: bytes flipped, cut, repeated, moved, or pieces put in."""
    data = bytearray(chance.choice(corpus))
    for _ in range(chance.randint(1, 8)):
        at, to = sorted(chance.randint(0, len(data)) for _ in range(2))
        match chance.randrange(6):
            case 0:
                data[at:at] = chance.choice(PIECES)
            case 1:
                del data[at : min(to, at + 64)]
            case 2:
                data[at:at] = data[at:to][:256] * chance.choice((1, 2, 16))
            case 3 if at < len(data):
                data[at] ^= 1 << chance.randrange(8)
            case 4:
                data[at:to] = chance.choice(corpus)[:512]
            case _:
                data[at:at] = chance.randbytes(chance.randint(1, 8))
    return bytes(data[:8192])


def run(name: str, data: bytes, why: str, folder: Path) -> None:
    """One input; one that breaks the target is kept in a file, whose name is told."""
    file = folder / f"{name}-input"
    begun = time.process_time()
    try:
        once(name, data)
    except Exception:
        file.write_bytes(data)
        pytest.fail(f"{why} broke {name}; the input is in {file}", pytrace=True)
    assert time.process_time() - begun < LONGEST, f"{why} took {name} too long: {data[:200]!r}"


@pytest.mark.parametrize("name", TARGETS)
def test_the_corpus_and_its_mutations_give_results_or_our_errors(name: str, tmp_path: Path) -> None:
    corpus = kept(name)
    assert corpus
    for number, data in enumerate(corpus):
        run(name, data, f"input {number} of the corpus", tmp_path)
    chance = random.Random(f"{name} {SEED}")
    for number in range(TRIES):
        run(name, mutated(chance, corpus), f"mutation {number} of MOTHERLODE_FUZZ_SEED={SEED}", tmp_path)


def test_a_target_that_breaks_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The harness itself: an error that is not ours fails the run and leaves the input."""
    monkeypatch.setitem(TARGETS, "tree", lambda data: {}[data])
    with pytest.raises(pytest.fail.Exception, match="broke tree"):
        run("tree", b"x", "this", tmp_path)
    assert (tmp_path / "tree-input").read_bytes() == b"x"
