"""The learned judge of blocks: small networks whose numbers ship with the package, run with numpy alone."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motherlode.dom.tree import Tree
from motherlode.extract.news.blocks import Blocks, Floats
from motherlode.extract.news.context import CONTEXT, context_in_kernel, context_in_python
from motherlode.extract.news.features import (
    LOCAL,
    PageFacts,
    Table,
    layout_in_python,
    layout_of,
    local_in_kernels,
    local_in_python,
)
from motherlode.extract.news.kernel import judging
from motherlode.extract.news.lexicon import Lexicon

WEIGHTS = Path(__file__).parent / "weights"
OUTLIER = 4.0
"""Standard deviations from which a number says no more."""

SMALL = 250_000
"""Multiplications up to which the matrix library stays on one thread; waking others costs more than it saves."""

ONE_THREAD = os.environ.get("OPENBLAS_NUM_THREADS") == "1"


def _product(values: Table, matrix: Table) -> Table:
    """values @ matrix, in pieces small enough for one thread."""
    rows = max(1, SMALL // max(matrix.size, 1)) if not ONE_THREAD else len(values)
    if len(values) <= rows or matrix.shape[1] == 1:
        return values @ matrix
    product = np.empty((len(values), matrix.shape[1]), dtype=np.float32)
    for first in range(0, len(values), rows):
        np.matmul(values[first : first + rows], matrix, out=product[first : first + rows])
    return product


@dataclass(frozen=True, slots=True)
class Network:
    """Layers: matrix, offset, max(0, ·), …; the outputs' sigmoids are averaged."""

    matrices: tuple[Table, ...]
    offsets: tuple[NDArray[np.float32], ...]

    def judge(self, values: Table) -> Floats:
        """The probability of being content for every row of scaled numbers."""
        last = len(self.matrices) - 1
        for number, (matrix, offset) in enumerate(zip(self.matrices, self.offsets, strict=True)):
            values = _product(values, matrix)
            values += offset
            if number < last:
                np.maximum(values, 0, out=values)
        probabilities = 1 / (1 + np.exp(-np.clip(values.astype(np.float64), -30, 30)))
        mean: Floats = probabilities.mean(axis=1)
        return mean


@dataclass(frozen=True, slots=True)
class Judge:
    """Two judgements: `first` sees each block, `second` also what the first thought of its surroundings."""

    lexicon: Lexicon
    centre: NDArray[np.float32]
    scale: NDArray[np.float32]
    """Of all numbers: the local ones, then those of the context."""
    first: Network
    second: Network
    _compiled: list[Any] = field(init=False, repr=False, compare=False, default_factory=list)

    def judge(self, tree: Tree, blocks: Blocks, facts: PageFacts) -> Floats:
        """The probability of being content for every block."""
        kernels = judging()
        if kernels is None or not len(blocks):
            return self.judge_in_python(tree, blocks, facts)
        layout = layout_of(tree, blocks)
        table = np.zeros((len(blocks), LOCAL + CONTEXT), dtype=np.float32)
        local_in_kernels(kernels, tree, blocks, facts, self.lexicon, layout, table)
        first, second = self.compiled(kernels.network)
        judged: Floats = np.frombuffer(first.judge(table), dtype=np.float64)
        context_in_kernel(kernels, tree, blocks, layout, judged, table[:, LOCAL:])
        return np.frombuffer(second.judge(table), dtype=np.float64)

    def compiled(self, kernel: ModuleType) -> tuple[Any, Any]:
        """The two networks as the kernel computes them; made once."""
        if not self._compiled:
            for network in (self.first, self.second):
                size = len(network.matrices[0])
                self._compiled.append(
                    kernel.Network(
                        np.ascontiguousarray(self.centre[:size], dtype=np.float32),
                        np.ascontiguousarray(self.scale[:size], dtype=np.float32),
                        OUTLIER,
                        tuple(
                            (np.ascontiguousarray(matrix, np.float32), np.ascontiguousarray(offset, np.float32))
                            for matrix, offset in zip(network.matrices, network.offsets, strict=True)
                        ),
                    )
                )
        first, second = self._compiled
        return first, second

    def judge_in_python(self, tree: Tree, blocks: Blocks, facts: PageFacts) -> Floats:
        """The same by numpy alone."""
        layout = layout_in_python(tree, blocks)
        table = np.zeros((len(blocks), LOCAL + CONTEXT), dtype=np.float32, order="F")
        local = table[:, :LOCAL]
        local_in_python(tree, blocks, facts, self.lexicon, layout, local)
        scaled(local, self.centre[:LOCAL], self.scale[:LOCAL])
        context_in_python(tree, blocks, layout, self.first.judge(local), table[:, LOCAL:])
        scaled(table[:, LOCAL:], self.centre[LOCAL:], self.scale[LOCAL:])
        return self.second.judge(table)


def scaled(table: Table, centre: NDArray[np.float32], scale: NDArray[np.float32]) -> None:
    """Centres and scales the columns in place, without outliers."""
    table -= centre
    table *= scale
    np.clip(table, -OUTLIER, OUTLIER, out=table)


def write(judge: Judge, folder: Path = WEIGHTS) -> None:
    """Puts the numbers into `folder`: the networks as half-precision arrays, the lexicon as JSON."""
    folder.mkdir(parents=True, exist_ok=True)
    arrays: dict[str, NDArray[np.floating]] = {"centre": judge.centre, "scale": judge.scale}
    for name, network in (("first", judge.first), ("second", judge.second)):
        for layer, (matrix, offset) in enumerate(zip(network.matrices, network.offsets, strict=True)):
            arrays[f"{name}.matrix{layer}"] = matrix.astype(np.float16)
            arrays[f"{name}.offset{layer}"] = offset.astype(np.float16)
    np.savez_compressed(folder / "blocks.npz", **arrays)  # type: ignore[arg-type]
    lexicon = {
        "classes": dict(sorted(judge.lexicon.classes.items())),
        "texts": dict(sorted(judge.lexicon.texts.items())),
    }
    (folder / "lexicon.json").write_text(json.dumps(lexicon, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


@cache
def shipped(folder: Path = WEIGHTS) -> Judge:
    """The judge that ships with the package."""
    words = json.loads((folder / "lexicon.json").read_text(encoding="utf-8"))
    with np.load(folder / "blocks.npz") as arrays:
        networks = []
        for name in ("first", "second"):
            layers = sum(key.startswith(f"{name}.matrix") for key in arrays.files)
            networks.append(
                Network(
                    tuple(arrays[f"{name}.matrix{layer}"].astype(np.float32) for layer in range(layers)),
                    tuple(arrays[f"{name}.offset{layer}"].astype(np.float32) for layer in range(layers)),
                )
            )
        centre, scale = arrays["centre"], arrays["scale"]
    return Judge(Lexicon(classes=words["classes"], texts=words["texts"]), centre, scale, *networks)
