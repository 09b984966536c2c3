"""The improved TF-IDF of the paper, eq. (1), the standard vector and its cosine, eq. (2): N2, N3, N5.

>>> vector = standard_vector([["crash", "missile"], ["crash", "missile", "match"]], [["football", "match"]])
>>> vector.weights["missile"] > vector.weights["match"]
True
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from motherlode.model.topic import Keyword, StandardVector


def class_weight(inside: int, pages_inside: int, outside: int, pages_outside: int) -> float:
    """W(w, class): how concentrated a word is in the topic's class (N3).

    The paper leaves it open; here it is the share of the word's density that falls into the class, so that a word
    that only the topic's pages have gets 1 and a word spread evenly over all classes gets 1/2.
    """
    density_in = (inside + 0.5) / (pages_inside + 1)
    density_out = (outside + 0.5) / (pages_outside + 1)
    return density_in / (density_in + density_out)


def improved_tf_idf(
    page: Sequence[str], document_counts: Mapping[str, int], documents: int, class_weights: Mapping[str, float]
) -> dict[str, float]:
    """Eq. (1): F(w,d) · log(N/n + 0.01) · W(w,class), normalised to length 1 (N3)."""
    weights = {
        word: count * math.log(documents / max(1, document_counts.get(word, 1)) + 0.01) * class_weights.get(word, 1.0)
        for word, count in Counter(page).items()
    }
    weights = {word: weight for word, weight in weights.items() if weight > 0}
    length = math.sqrt(sum(weight * weight for weight in weights.values()))
    return {word: weight / length for word, weight in weights.items()} if length else {}


def standard_vector(
    examples: Sequence[Sequence[str]],
    background: Sequence[Sequence[str]],
    keywords: Mapping[str, float] | None = None,
) -> StandardVector:
    """The topic's standard vector: the mean of the examples' weights, the user's keywords on top (N2, N3)."""
    inside = Counter(word for page in examples for word in set(page))
    outside = Counter(word for page in background for word in set(page))
    both = inside + outside
    # A corpus of examples alone would give every word of all of them the weight 0: one empty page stands in.
    documents = len(examples) + max(1, len(background))
    classes = {
        word: class_weight(count, len(examples), outside[word], len(background)) for word, count in inside.items()
    }
    total: Counter[str] = Counter()
    for page in examples:
        total.update(improved_tf_idf(page, both, documents, classes))
    merged = {word: weight / max(1, len(examples)) for word, weight in total.items()}
    strongest = max(merged.values(), default=1.0)
    for word, weight in (keywords or {}).items():
        merged[word] = max(merged.get(word, 0.0), weight * strongest)
    return StandardVector(_unit(merged))


def cosine(page: Mapping[str, float], standard: StandardVector) -> float:
    """Content relativity, eq. (2): the cosine of a page's vector with the standard vector (N5)."""
    small, large = sorted((page, standard.weights), key=len)
    dot = sum(weight * large[word] for word, weight in small.items() if word in large)
    length = math.sqrt(sum(w * w for w in page.values())) * math.sqrt(sum(w * w for w in standard.weights.values()))
    return dot / length if length else 0.0


def search_keywords(standard: StandardVector, user: Sequence[Keyword], number: int) -> tuple[Keyword, ...]:
    """SearchKeyWordSet: the user's keywords and the weightiest learned ones, to be looked at and edited (N2)."""
    chosen = {keyword.word: keyword for keyword in user}
    ranked = sorted(standard.weights.items(), key=lambda item: (-item[1], item[0]))
    strongest = ranked[0][1] if ranked else 1.0
    for word, weight in ranked:
        if len(chosen) >= len(user) + number:
            break
        why = f"improved TF-IDF {weight:.4f} over the example pages"
        chosen.setdefault(word, Keyword(word, round(weight / strongest, 4), "learned", why))
    return tuple(chosen.values())


def _unit(weights: Mapping[str, float]) -> dict[str, float]:
    length = math.sqrt(sum(weight * weight for weight in weights.values()))
    return {word: weight / length for word, weight in weights.items() if weight > 0} if length else {}
