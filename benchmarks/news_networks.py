"""How the networks of the block judge learn: gradient steps on pages."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from motherlode.extract.article import judge as model

FEATURE_DROPOUT = 0.12
"""Share of the inputs that each step does without, so that no single sign is trusted."""


class Trainer:
    """A small network trained with Adam on pages: weighted cross-entropy plus one minus the page's soft F1."""

    def __init__(self, size: int, hidden: tuple[int, ...], seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        shape = (size, *hidden, 1)
        self.matrices = [
            (self.rng.standard_normal((a, b)) * np.sqrt(2 / a)).astype(np.float32) for a, b in pairwise(shape)
        ]
        self.offsets = [np.zeros(b, dtype=np.float32) for b in shape[1:]]

    def fit(
        self,
        inputs: list[np.ndarray],
        targets: list[np.ndarray],
        words: list[np.ndarray],
        *,
        epochs: int,
        f1_share: float,
        dropout: float = 0.25,
        rate: float = 0.002,
        decay: float = 1e-3,
        batch: int = 8,
    ) -> None:
        """Trains in place."""
        moments = [[np.zeros_like(w), np.zeros_like(w)] for w in self.matrices + self.offsets]
        step = 0
        total = epochs * (len(inputs) // batch + 1)
        for _ in range(epochs):
            order = self.rng.permutation(len(inputs))
            for begin in range(0, len(order), batch):
                chosen = order[begin : begin + batch]
                step += 1
                speed = rate * 0.5 * (1 + np.cos(np.pi * step / total)) + 1e-5
                self._step([inputs[i] for i in chosen], [targets[i] for i in chosen], [words[i] for i in chosen],
                           moments, step, speed, f1_share, dropout, decay)  # fmt: skip

    def _step(self, inputs, targets, words, moments, step, speed, f1_share, dropout, decay) -> None:  # type: ignore[no-untyped-def]
        x = np.concatenate(inputs)
        x = x * ((self.rng.random(x.shape[1], dtype=np.float32) >= FEATURE_DROPOUT) / (1 - FEATURE_DROPOUT)).astype(
            np.float32
        )
        owner = np.repeat(np.arange(len(inputs)), [len(part) for part in inputs])
        y, w = np.concatenate(targets).astype(np.float32), np.concatenate(words).astype(np.float32) + 1
        pages = len(inputs)
        layers, masks = [x], []
        value = x
        for number, (matrix, offset) in enumerate(zip(self.matrices, self.offsets, strict=True)):
            value = value @ matrix + offset
            if number < len(self.matrices) - 1:
                value = np.maximum(value, 0)
                keep = (self.rng.random(value.shape, dtype=np.float32) >= dropout) / (1 - dropout)
                keep = keep.astype(np.float32)
                value *= keep
                masks.append(keep)
                layers.append(value)
        p = 1 / (1 + np.exp(-np.clip(value[:, 0], -30, 30)))
        damped = np.sqrt(w)
        norm = np.bincount(owner, weights=damped, minlength=pages)
        gradient = (1 - f1_share) * (p - y) * damped / norm[owner]
        tp = np.bincount(owner, weights=p * w * y, minlength=pages)
        got = np.bincount(owner, weights=p * w, minlength=pages)
        gold = np.bincount(owner, weights=w * y, minlength=pages)
        bottom = np.maximum(got + gold, 1)
        slope = -(2 * y * bottom[owner] - 2 * tp[owner]) / bottom[owner] ** 2 * w
        gradient += f1_share * slope * p * (1 - p)
        back = (gradient / pages).astype(np.float32)[:, None]
        grads_m, grads_o = [], []
        for number in range(len(self.matrices) - 1, -1, -1):
            grads_m.insert(0, layers[number].T @ back)
            grads_o.insert(0, back.sum(axis=0))
            if number:
                back = (back @ self.matrices[number].T) * (layers[number] > 0) * masks[number - 1]
        for number, (weight, gradient) in enumerate(
            zip(self.matrices + self.offsets, grads_m + grads_o, strict=True)
        ):
            first, second = moments[number]
            first *= 0.9
            first += 0.1 * gradient
            second *= 0.999
            second += 0.001 * gradient**2
            update = (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
            if weight.ndim == 2:
                weight *= 1 - speed * decay * 100
            weight -= (speed * update).astype(np.float32)

    def network(self) -> model.Network:
        """What was learned."""
        return model.Network(tuple(self.matrices), tuple(self.offsets))


def standardise(tables: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Centre and scale of the columns, which are scaled in place."""
    stacked = np.concatenate(tables)
    centre = stacked.mean(axis=0, dtype=np.float64).astype(np.float32)
    scale = (1 / np.maximum(stacked.std(axis=0, dtype=np.float64), 0.02)).astype(np.float32)
    for table in tables:
        model.scaled(table, centre, scale)
    return centre, scale


def side_by_side(networks: list[model.Network]) -> model.Network:
    """One network whose outputs are those of several with one hidden layer each."""
    hidden = np.concatenate([network.matrices[0] for network in networks], axis=1)
    sizes = [network.matrices[0].shape[1] for network in networks]
    outputs = np.zeros((sum(sizes), len(networks)), dtype=np.float32)
    at = 0
    for column, (network, size) in enumerate(zip(networks, sizes, strict=True)):
        outputs[at : at + size, column] = network.matrices[1][:, 0]
        at += size
    offsets = (
        np.concatenate([network.offsets[0] for network in networks]),
        np.concatenate([network.offsets[1] for network in networks]),
    )
    return model.Network((hidden, outputs), offsets)
