"""Step: what the kept articles say: stories, trust, currency, hot topics, evolution."""

from __future__ import annotations

from datetime import timedelta

from motherlode.analyse.keeping import KeptStories
from motherlode.interfaces.demo.tour.step import Line, Stop
from motherlode.recipes.analyse import analyse, keep
from motherlode.recipes.analyse_documents import documents_of_articles


def analyse_articles(stop: Stop) -> Line:
    """Analyses the project's articles as of the day after the newest one."""
    truth = stop.web.truth.news
    now = max(article.moment for article in truth.articles.values()) + timedelta(days=1)
    documents = documents_of_articles(stop.project.store.articles.all(), now)
    found = analyse(documents, stop.project.settings, now, stop.progress, kept=KeptStories(stop.project.engine))
    keep(found, stop.project.store.results, now)
    steps = sum(1 for p in found.evolution.passages if p.kind in ("split", "merge"))
    return Line(
        "analysis",
        f"{len(found.stories.stories)} stories, {sum(t.hot for t in found.hot)} hot, {steps} splits and merges",
        f"the main story has {len(truth.story.sub_stories)} parts, {len(truth.story.steps)} splits and merges",
    )
