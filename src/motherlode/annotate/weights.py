"""Learned weights: small files of numbers, made by benchmarks/train_annotate.py and read with numpy alone."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.floating]


@dataclass(frozen=True, slots=True)
class Linear:
    """A logistic model: features are centred and scaled, then weighed.

    Names of entities, values of a strict type and other values have weights of their own beside the common ones, so
    `weights` holds three numbers for each feature.
    """

    names: tuple[str, ...]
    mean: Numbers
    scale: Numbers
    weights: Numbers
    bias: float

    def logits(self, features: Numbers) -> Numbers:
        """The log-odds for features whose last axis has the model's names."""
        common, name, strict = (self.weights / np.tile(self.scale, 3)).reshape(3, -1)
        found: Numbers = features @ common + (self.bias - float(self.mean @ common))
        found += features[..., self.names.index("is_name")] * (features @ name - float(self.mean @ name))
        found += features[..., self.names.index("is_strict")] * (features @ strict - float(self.mean @ strict))
        return found

    def parts(self, features: Numbers) -> Numbers:
        """What each feature adds to the log-odds of one row."""
        found: Numbers = (expanded(features, self) * self.weights).reshape(3, -1).sum(axis=0)
        return found


def expanded(features: Numbers, scaling: Linear) -> Numbers:
    """Scaled features three times: for all attributes, for names of entities, for strict types."""
    name = features[..., [scaling.names.index("is_name")]]
    strict = features[..., [scaling.names.index("is_strict")]]
    scaled = (features - scaling.mean) / scaling.scale
    return np.concatenate([scaled, scaled * name, scaled * strict], axis=-1)


@dataclass(frozen=True, slots=True)
class Model:
    """The four judgements: an item or a leaf, with or without labelled pages of another site."""

    item: Linear
    leaf: Linear
    item_taught: Linear
    leaf_taught: Linear


def model_from(given: dict[str, dict[str, object]]) -> Model:
    """A model from its JSON form."""
    return Model(**{name: linear_from(facts) for name, facts in given.items()})


def linear_from(facts: dict[str, object]) -> Linear:
    """One judgement from its JSON form."""

    def numbers(key: str) -> Numbers:
        return np.asarray(facts[key], dtype=np.float32)

    names = tuple(str(name) for name in facts["names"])  # type: ignore[attr-defined]
    return Linear(names, numbers("mean"), numbers("scale"), numbers("weights"), float(facts["bias"]))  # type: ignore[arg-type]


@lru_cache(maxsize=1)
def shipped() -> Model:
    """The model that ships with the package."""
    source = files("motherlode.annotate") / "weights" / "detail.json"
    return model_from(json.loads(source.read_text(encoding="utf-8")))
