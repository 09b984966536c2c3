"""The topic as the kept pages show it: which words keep them, and in how many."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from motherlode.app.project import Project
from motherlode.store.query import Filter
from motherlode.text.words import whole_words

PAGES, TEXTS = 300, 200
"""Kept pages whose reasons are added up, the most relevant first, and texts in which whole words are looked up."""

WORD = "word of the topic"


@dataclass(frozen=True, slots=True)
class ProfileWord:
    """A word of the topic: how much of the kept pages' relevance it makes up, and in how many of them it stands."""

    word: str
    share: float
    pages: int


def topic_profile(project: Project, number: int = 30) -> list[ProfileWord]:
    """The words that keep pages, the weightiest first; nothing where nothing was kept yet."""
    kept, _ = project.store.pages.list(limit=PAGES, filters=[Filter("kept", "equals", True)])
    weights: dict[str, float] = {}
    pages: Counter[str] = Counter()
    for page in kept:
        for term in page.terms:
            if term.reason == WORD and term.contribution > 0:
                weights[term.name] = weights.get(term.name, 0.0) + term.contribution
                pages[term.name] += 1
    total = sum(weights.values()) or 1.0
    best = sorted(weights, key=lambda stem: -weights[stem])[:number]
    items, _ = project.store.articles.list(limit=TEXTS)
    given = " ".join(keyword.word for keyword in project.store.topics.keywords())
    whole = whole_words(best, given)
    for language in {item.article.language for item in items}:
        told = [item.article for item in items if item.article.language == language]
        text = " ".join(f"{article.title} {article.content[:2000]}" for article in told)
        whole |= {stem: word for stem, word in whole_words(best, text, language).items() if word != stem}
    return [ProfileWord(whole[stem], weights[stem] / total, pages[stem]) for stem in best]
