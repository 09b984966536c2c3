"""Stories, trust, currency, hot topics and evolution of a project's articles (N12–N15)."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from motherlode.api.results import Results
from motherlode.errors import UsageError
from motherlode.model.clock import SystemClock
from motherlode.model.documents import Assessment, Document, Evolution, HotTopic, Placement, Stories, Story
from motherlode.model.plain import plain
from motherlode.model.ports import Progress

if TYPE_CHECKING:
    from motherlode.app.project import Project


class StoryResults(Results[Story]):
    """The stories, the largest first; `placements` says for every document where it belongs and why."""

    def __init__(self, found: Stories) -> None:
        super().__init__(found.stories)
        self.placements: Results[Placement] = Results(found.placements)


def documents_of(project: Project, now: datetime) -> list[Document]:
    """A project's articles as documents; raises UsageError while there are none."""
    from motherlode.app.analyse_documents import documents_of_articles

    documents = documents_of_articles(project.store.articles.all(), now)
    if not documents:
        raise UsageError("the project has no articles yet; crawl first")
    return documents


def _gathered(project: Project, documents: list[Document], progress: Progress) -> Stories:
    from motherlode.analyse.keeping import KeptStories
    from motherlode.analyse.params import StoryParams
    from motherlode.app.analyse import continue_stories

    return continue_stories(documents, KeptStories(project.engine), project.settings.get(StoryParams), progress)


def stories_of(project: Project, progress: Progress) -> StoryResults:
    """Every article in a story; kept in the project."""
    now = SystemClock().now()
    found = _gathered(project, documents_of(project, now), progress)
    results = project.store.results
    results.replace("stories", {story.id: plain(story) for story in found.stories}, now)
    results.replace("placements", {placement.id: plain(placement) for placement in found.placements}, now)
    return StoryResults(found)


def trust_of(project: Project, progress: Progress) -> Results[Assessment]:
    """A degree of trust for every article; kept in the project."""
    from motherlode.analyse.params import TrustParams
    from motherlode.analyse.trust import trust
    from motherlode.app.analyse import ratings_of

    now, params = SystemClock().now(), project.settings.get(TrustParams)
    documents = documents_of(project, now)
    found = trust(documents, _gathered(project, documents, progress).placements, params, ratings_of(params))
    project.store.results.replace("trust", {each.id: plain(each) for each in found}, now)
    return Results(found)


def currency_of(project: Project, progress: Progress, at: datetime | None) -> Results[Assessment]:
    """A degree of currency for every article at a moment; kept in the project."""
    from motherlode.analyse.currency import currency
    from motherlode.analyse.params import CurrencyParams

    now = at or SystemClock().now()
    documents = documents_of(project, now)
    placements = _gathered(project, documents, progress).placements
    found = currency(documents, placements, project.settings.get(CurrencyParams), now)
    project.store.results.replace("currency", {each.id: plain(each) for each in found}, now)
    return Results(found)


def hot_of(project: Project, progress: Progress, at: datetime | None) -> Results[HotTopic]:
    """The topics that burst against their own history at a moment; kept in the project."""
    from motherlode.analyse.hot import hot_topics
    from motherlode.analyse.params import HotParams

    now = at or SystemClock().now()
    documents = documents_of(project, now)
    found = hot_topics(documents, _gathered(project, documents, progress), project.settings.get(HotParams), now)
    project.store.results.replace("hot", {topic.story: plain(topic) for topic in found}, now)
    return Results(found)


def evolution_of(project: Project, progress: Progress, story: str) -> Evolution:
    """How the topics of a project, or one story of it, developed; kept in the project."""
    from motherlode.analyse.evolution import evolution
    from motherlode.analyse.params import EvolutionParams

    now = SystemClock().now()
    documents = documents_of(project, now)
    placements = _gathered(project, documents, progress).placements
    inside = {placement.id for placement in placements if placement.story == story or not story}
    if not inside:
        raise UsageError(f"there is no story {story}; see the names with Project.stories()")
    chosen = [document for document in documents if document.id in inside]
    found = evolution(chosen, placements, project.settings.get(EvolutionParams))
    project.store.results.replace("evolution", {"graph": plain(found)}, now)
    return found
