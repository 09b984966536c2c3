"""Headlines as mean word vectors, from the files of the extra `embed`, for what shared words cannot tell.

Two English headlines of one event often share no word but its name. The package `wordllama` carries a static vector
for each of 32,000 pieces of words. None of its code runs here: its own loader asks the network for a file that lies
in the wheel. The two files are found by the package's record, held to their digests, and read as data.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from motherlode.analyse.background import spread
from motherlode.analyse.features import languages
from motherlode.analyse.vectors import Array, Matrix
from motherlode.errors import UnreadableInput
from motherlode.extras import load, need
from motherlode.model.documents import Document

PACKAGE = "wordllama"
VECTORS = "wordllama/weights/l2_supercat_256.safetensors"
PIECES = "wordllama/tokenizers/l2_supercat_tokenizer_config.json"
DIGESTS = {
    VECTORS: "64b47a2dc493cb8e85944076601189739852d7b64e0e1eedcb1937a251cd9fd5",
    PIECES: "93248f2a9ec36c7b35f700a033d5f36228aae48db61aee31007fa49062cdeb68",
}
"""SHA-256 of both files of release 0.4.0.post1: the weights of the evidence were learned with these vectors."""
LANGUAGE = "en"
"""The language of the vectors. With them Vietnamese and Russian lost what English won."""
NEIGHBOURS = 5
"""Nearest by meaning that are candidates besides the nearest by words."""
FEW = 100.0
"""Documents against which the mean vector of a collection is weighed before it is taken away."""
USUAL_MEAN, USUAL_DEVIATION = 0.0, 0.1
"""Mean and deviation of the likeness of two headlines: the medians of five labelled sets, 0.00 and 0.10."""
SAMPLE = 500
"""Headlines that stand for the whole collection."""


@dataclass(frozen=True, slots=True)
class Meanings:
    """A row of length one for every headline, zeros for other documents, and which are headlines."""

    rows: Array
    meant: Array


def meanings(documents: Sequence[Document]) -> Meanings:
    """The English headlines among the documents as vectors, without what the collection has in common.

    Documents with a text are left out: there words, names and numbers know better which of two like events it is.
    """
    vectors, pieces = _model()
    chosen = [
        place
        for place, (document, language) in enumerate(zip(documents, languages(documents), strict=True))
        if language == LANGUAGE and document.title and not document.content
    ]
    rows = np.zeros((len(documents), vectors.shape[1]))
    meant = np.zeros(len(documents))
    for place, read in zip(chosen, _cut(pieces, [documents[place].title for place in chosen]), strict=True):
        if read:
            rows[place], meant[place] = _unit(vectors[read].mean(axis=0, dtype=np.float64)), 1.0
    count = meant.sum()
    if count:
        rows -= meant[:, None] * rows.sum(axis=0) / (count + FEW)
    return Meanings(_unit(rows), meant)


def usual(found: Meanings) -> tuple[Array, Array]:
    """Mean and deviation of each headline's likeness to the others, filled up with usual ones."""
    there = np.flatnonzero(found.meant)
    if len(there) > SAMPLE:
        there = np.sort(np.random.default_rng(0).choice(there, SAMPLE, replace=False))
    product = found.rows @ found.rows[there].T
    product[there, np.arange(len(there))] = 0.0
    others = max(len(there) - 1.0, 0.0)
    return spread(product.sum(axis=1), (product**2).sum(axis=1), others, USUAL_MEAN, USUAL_DEVIATION)


def nearest_meaning(found: Meanings, width: int) -> Matrix:
    """The nearest headlines of each headline, in a square matrix of so many rows."""
    there = np.flatnonzero(found.meant)
    kept = min(NEIGHBOURS, len(there) - 1)
    if kept < 1:
        return sparse.csr_matrix((width, width))
    inside = found.rows[there]
    best = np.empty((len(there), kept), dtype=np.int64)
    for start in range(0, len(there), SAMPLE):
        product = inside[start : start + SAMPLE] @ inside.T
        product[np.arange(len(product)), np.arange(start, start + len(product))] = -np.inf
        best[start : start + SAMPLE] = np.argpartition(product, -kept, axis=1)[:, -kept:]
    left = np.repeat(there, kept)
    return sparse.csr_matrix((np.ones(len(left)), (left, there[best.ravel()])), shape=(width, width))


@cache
def _model() -> tuple[Array, Any]:
    """A vector for every piece, and what cuts a text into pieces."""
    need("embed")
    found = distribution(PACKAGE)
    contents = {name: checked(Path(str(found.locate_file(name))), digest) for name, digest in DIGESTS.items()}
    raw = contents[VECTORS]
    start = 8 + int.from_bytes(raw[:8], "little")
    told = json.loads(raw[8:start])["embedding.weight"]
    first, last = told["data_offsets"]
    vectors = np.frombuffer(raw[start + first : start + last], dtype="<f2").reshape(told["shape"])
    pieces = load("tokenizers", "embed").Tokenizer.from_str(contents[PIECES].decode("utf-8"))
    return vectors.astype(np.float32), pieces


def checked(file: Path, digest: str) -> bytes:
    """The bytes of a file with this SHA-256; raises UnreadableInput for a file that is another one, or none."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise UnreadableInput(
            f"cannot read {file}: {error.strerror}; install {PACKAGE} again", file=str(file)
        ) from error
    if hashlib.sha256(content).hexdigest() != digest:
        raise UnreadableInput(
            f"{file} is not the file that the weights were learned with; install {PACKAGE}==0.4.0.post1",
            file=str(file),
            wanted=digest,
        )
    return content


def _cut(pieces: Any, titles: list[str]) -> list[list[int]]:
    return [one.ids for one in pieces.encode_batch(titles, add_special_tokens=False)]


def _unit(rows: Array) -> Array:
    lengths = np.linalg.norm(rows, axis=-1, keepdims=True)
    return np.asarray(rows / np.where(lengths > 0, lengths, 1.0))
