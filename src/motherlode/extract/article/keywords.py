"""Title and content divided into words, and the content's keywords (N11)."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from motherlode.model.article import Article
from motherlode.text.words import words

TITLE_BONUS = 2.0
"""What a word of the title counts more; it puts the subject before words that are merely frequent."""


class Divided(NamedTuple):
    """dividedtitle, dividedcontent and contentkeyword of the paper."""

    title: tuple[str, ...]
    content: tuple[str, ...]
    keywords: tuple[str, ...]


def divided(article: Article, keywords: int = 10) -> Divided:
    """The words of an article without stop words, and its `keywords` heaviest ones, the heaviest first."""
    title = words(article.title, language=article.language)
    content = words(article.content, language=article.language)
    counts = Counter(word for word in content if len(word) > 1)
    known = set(title)
    weights = {word: count * (TITLE_BONUS if word in known else 1.0) for word, count in counts.items()}
    heaviest = sorted(weights, key=lambda word: (-weights[word], word))[:keywords]
    return Divided(tuple(title), tuple(content), tuple(heaviest))
