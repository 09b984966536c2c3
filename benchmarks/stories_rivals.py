"""The simple rivals of story grouping: single pass, graph communities, and BERTopic in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import sparse

from benchmarks.stories_sets import NOW, bcubed
from motherlode.model.documents import Document

THRESHOLDS = (0.15, 0.2, 0.25, 0.3, 0.4)
FADING = 72.0
"""Hours in which the single pass lets likeness fall to 1/e, where it is told to."""
NEIGHBOURS = 10
BERTOPIC = """
import json, sys
from bertopic import BERTopic
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.preprocessing import normalize
from umap import UMAP
for line in sys.stdin:
    texts = json.loads(line)
    rows = TfidfVectorizer(sublinear_tf=True, min_df=2, max_df=0.5).fit_transform(texts)
    vectors = normalize(TruncatedSVD(min(100, rows.shape[1] - 1), random_state=0).fit_transform(rows))
    plane = UMAP(n_neighbors=15, n_components=5, min_dist=0.0, metric='cosine', random_state=0)
    model = BERTopic(min_topic_size=3 if len(texts) < 1000 else 10, umap_model=plane)
    topics, _ = model.fit_transform(texts, embeddings=vectors)
    print(json.dumps([int(t) for t in topics]), flush=True)
"""


def tfidf(documents: Sequence[Document]) -> sparse.csr_matrix:
    """Plain TF-IDF rows of title and text; characters in pairs where the script has no spaces."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    texts = [f"{d.title} {d.content}" for d in documents]
    return sparse.csr_matrix(TfidfVectorizer(sublinear_tf=True, min_df=2, max_df=0.5).fit_transform(texts))


def single_pass(rows: sparse.csr_matrix, documents: Sequence[Document], threshold: float, fading: bool) -> list[int]:
    """Each document joins the nearest centre above the threshold or begins one, in the order of time."""
    hours = np.array([d.published.timestamp() / 3600 if d.published else 0.0 for d in documents])
    count = rows.shape[0]
    centres = np.zeros((count, rows.shape[1]), dtype=np.float32)
    lengths, last, labels, known = np.zeros(count), np.zeros(count), [0] * count, 0
    for i in sorted(range(count), key=lambda i: documents[i].published or NOW):
        inside = slice(rows.indptr[i], rows.indptr[i + 1])
        columns, values = rows.indices[inside], rows.data[inside]
        near = (centres[:known, columns] @ values) / np.maximum(lengths[:known], 1e-9)
        if fading and documents[i].published:
            near = near * np.exp(-np.abs(last[:known] - hours[i]) / FADING)
        best = int(near.argmax()) if known else 0
        if not known or near[best] < threshold:
            best, known = known, known + 1
        centres[best, columns] += values
        lengths[best] = np.linalg.norm(centres[best])
        last[best], labels[i] = hours[i], best
    return labels


def graph_communities(rows: sparse.csr_matrix, threshold: float) -> list[int]:
    """Communities (Louvain, networkx) of the graph of ten nearest neighbours above a threshold."""
    import networkx as nx  # type: ignore[import-untyped]

    product = sparse.csr_matrix(rows @ rows.T)
    graph = nx.Graph()
    graph.add_nodes_from(range(rows.shape[0]))
    for i in range(rows.shape[0]):
        inside = slice(product.indptr[i], product.indptr[i + 1])
        others, values = product.indices[inside], product.data[inside]
        for at in np.argsort(-values)[: NEIGHBOURS + 1]:
            if others[at] != i and values[at] >= threshold:
                graph.add_edge(i, int(others[at]), weight=float(values[at]))
    labels = [0] * rows.shape[0]
    for number, members in enumerate(nx.community.louvain_communities(graph, seed=0)):
        for member in members:
            labels[member] = number
    return labels


def tuned_on_half(gold: Sequence[str], tried: dict[float, list[int]]) -> float:
    """B³ F1 of each half of the stories with the threshold that is best on the other half, the mean of both."""
    names = sorted(set(gold))
    first = set(np.random.default_rng(0).permutation(names)[: len(names) // 2].tolist())
    halves = [[i for i, story in enumerate(gold) if (story in first) == side] for side in (True, False)]
    scores = [
        {t: bcubed([gold[i] for i in half], [labels[i] for i in half])[2] for t, labels in tried.items()}
        for half in halves
    ]
    best = [max(scores[1 - side], key=scores[1 - side].__getitem__) for side in (0, 1)]
    return float(np.mean([scores[side][best[side]] for side in (0, 1)]))


def bertopic(sets: Sequence[Sequence[Document]]) -> list[list[Any]]:
    """BERTopic on every set, over TF-IDF vectors of 100 dimensions, so that no model is downloaded.

    Each outlier is a topic of its own, as it leaves them.
    """
    text = "\n".join(json.dumps([f"{d.title} {d.content}" for d in documents]) for documents in sets)
    done = subprocess.run(
        [sys.executable, "-c", BERTOPIC], input=text, capture_output=True, text=True, check=True, timeout=3000,
        env={**os.environ, "NUMBA_NUM_THREADS": "1"},
    )  # fmt: skip
    found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("[")]
    return [[t if t >= 0 else f"alone-{i}" for i, t in enumerate(topics)] for topics in found]
