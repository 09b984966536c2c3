"""Step: what the kept articles say: stories, trust, currency, hot topics, evolution."""

from __future__ import annotations

from datetime import timedelta

from motherlode.analyse.keeping import KeptRatings, KeptStories
from motherlode.analyse.params import EvolutionParams
from motherlode.app.analyse.documents import documents_of_articles
from motherlode.app.analyse.run import analyse, keep, moment_of
from motherlode.interfaces.demo.tour.step import Line, Stop, key_of
from motherlode.interfaces.demo.truth.evolution import hold_against


def analyse_articles(stop: Stop) -> Line:
    """Analyses the project's articles at the time of the newest one."""
    truth = stop.web.truth.news
    latest = max(article.moment for article in truth.articles.values()) + timedelta(days=30)
    documents = documents_of_articles(stop.project.store.articles.all(), latest)
    now, _ = moment_of(documents, latest)
    found = analyse(
        documents, stop.project.settings, now, stop.progress,
        kept=KeptStories(stop.project.engine), rated=KeptRatings(stop.project.engine),
    )  # fmt: skip
    keep(found, stop.project.store.results, now)
    keys = {document.id: key_of(document.id) for document in documents}
    articles = {name: truth.articles[key] for name, key in keys.items() if key in truth.articles}
    reach = stop.project.settings.get(EvolutionParams).reach
    turns = hold_against(found.evolution, truth.story, articles, reach)
    return Line(
        "analysis",
        f"{len(found.stories.stories)} stories, {sum(t.hot for t in found.hot)} hot, "
        f"{turns.told} splits and merges of {len(found.evolution.episodes)} episodes",
        f"the main story has {len(truth.story.sub_stories)} parts in two languages; these articles show {turns.there} "
        f"splits and merges: {len(turns.missed)} missed, {len(turns.false)} false",
    )
