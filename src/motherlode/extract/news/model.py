"""The learned judge of blocks: small networks whose numbers ship with the package, run with numpy alone."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motherlode.extract.news.blocks import Floats
from motherlode.extract.news.features import Lexicon

WEIGHTS = Path(__file__).parent / "weights"


SMALL = 250_000
"""Multiplications up to which the matrix library stays on one thread; waking others costs more than it saves."""


def _product(values: NDArray[np.float32], matrix: NDArray[np.float32]) -> NDArray[np.float32]:
    """values @ matrix, in pieces small enough for one thread."""
    rows = max(1, SMALL // max(matrix.size, 1))
    if len(values) <= rows or matrix.shape[1] == 1:
        return values @ matrix
    return np.concatenate([values[i : i + rows] @ matrix for i in range(0, len(values), rows)])


@dataclass(frozen=True, slots=True)
class Network:
    """Layers of a small network: inputs are centred and scaled, then matrix, offset, max(0, ·), …, sigmoid."""

    centre: Floats
    scale: Floats
    matrices: tuple[NDArray[np.float32], ...]
    offsets: tuple[NDArray[np.float32], ...]

    def judge(self, features: Floats) -> Floats:
        """The probability of being content for every row."""
        return self.judge_scaled(self.scaled(features))

    def scaled(self, features: Floats) -> NDArray[np.float32]:
        """The features as the network wants them: centred, scaled, without outliers."""
        scaled = features - self.centre
        scaled *= self.scale
        np.maximum(scaled, -4.0, out=scaled)
        np.minimum(scaled, 4.0, out=scaled)
        return scaled.astype(np.float32)

    def judge_scaled(self, values: NDArray[np.float32]) -> Floats:
        """As `judge`, from scaled features."""
        last = len(self.matrices) - 1
        for number, (matrix, offset) in enumerate(zip(self.matrices, self.offsets, strict=True)):
            values = _product(values, matrix) + offset
            if number < last:
                np.maximum(values, 0, out=values)
        probabilities: Floats = 1 / (1 + np.exp(-np.clip(values[:, 0].astype(np.float64), -30, 30)))
        return probabilities


@dataclass(frozen=True, slots=True)
class Judge:
    """Two judgements: `first` sees each block, `second` also what the first thought of its surroundings."""

    lexicon: Lexicon
    first: Network
    second: tuple[Network, ...]

    def judge_again(self, features: Floats) -> Floats:
        """The mean of the second judgements; networks that scale alike share the scaled features."""
        judged: list[Floats] = []
        before: Network | None = None
        for network in self.second:
            if before is None or not (
                np.array_equal(before.centre, network.centre) and np.array_equal(before.scale, network.scale)
            ):
                values = network.scaled(features)
            before = network
            judged.append(network.judge_scaled(values))
        mean: Floats = np.mean(judged, axis=0)
        return mean


def write(judge: Judge, folder: Path = WEIGHTS) -> None:
    """Puts the numbers into `folder`: the networks as half-precision arrays, the lexicon as JSON."""
    folder.mkdir(parents=True, exist_ok=True)
    arrays: dict[str, Floats] = {}
    for number, network in enumerate((judge.first, *judge.second)):
        arrays[f"{number}.centre"] = network.centre.astype(np.float32)
        arrays[f"{number}.scale"] = network.scale.astype(np.float32)
        for layer, (matrix, offset) in enumerate(zip(network.matrices, network.offsets, strict=True)):
            arrays[f"{number}.matrix{layer}"] = matrix.astype(np.float16)
            arrays[f"{number}.offset{layer}"] = offset.astype(np.float16)
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
    networks: list[Network] = []
    with np.load(folder / "blocks.npz") as arrays:
        while f"{len(networks)}.centre" in arrays:
            prefix = f"{len(networks)}."
            layers = sum(name.startswith(prefix + "matrix") for name in arrays.files)
            networks.append(
                Network(
                    arrays[prefix + "centre"],
                    arrays[prefix + "scale"],
                    tuple(arrays[f"{prefix}matrix{layer}"].astype(np.float32) for layer in range(layers)),
                    tuple(arrays[f"{prefix}offset{layer}"].astype(np.float32) for layer in range(layers)),
                )
            )
    return Judge(Lexicon(classes=words["classes"], texts=words["texts"]), networks[0], tuple(networks[1:]))
