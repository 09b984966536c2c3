"""Stories while they happen: new articles join them, and topics that became hot are told (N14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from motherlode.analyse.keeping import KeptRatings, KeptStories
from motherlode.app.analyse.documents import documents_of_project
from motherlode.app.analyse.run import analyse, keep
from motherlode.app.project import Project
from motherlode.app.watch.places import hours_of
from motherlode.model.ports import Clock
from motherlode.model.watch import Change
from motherlode.store.query import Filter
from motherlode.store.watch import Step, WatchStore
from motherlode.watch.compare import fingerprint
from motherlode.watch.params import WatchParams
from motherlode.watch.rules import Rule, notifications


class LiveStories:
    """Judges stories and hot topics again when articles came or changed."""

    def __init__(
        self, project: Project, params: WatchParams, store: WatchStore, rules: Sequence[Rule], clock: Clock
    ) -> None:
        self._project, self._params, self._store, self._clock = project, params, store, clock
        self._rules = [rule for rule in rules if rule.story]
        self._looked = hours_of(clock.now())
        self._new = False

    def heard(self, changes: Sequence[Change]) -> None:
        """Articles that came or changed make a further look worth while."""
        self._new |= any(change.kind in ("new", "edited", "corrected", "silent-edit") for change in changes)

    def look(self) -> Iterator[Step]:
        """What the look found to tell, when it is time for one."""
        hour = hours_of(self._clock.now())
        if not self._new or not self._params.analyse_every or hour - self._looked < self._params.analyse_every:
            return
        self._new, self._looked = False, hour
        yield self.now()

    def now(self) -> Step:
        """Gathers stories and judges hot topics, trust and currency; what is new about them."""
        now = self._clock.now()
        results = self._project.store.results
        placed = set(results.get("placements"))
        hot_before = {story for story, topic in results.get("hot").items() if topic.get("hot")}
        documents = documents_of_project(self._project, now)
        if not documents:
            return Step()
        engine = self._project.engine
        found = analyse(documents, self._project.settings, now, kept=KeptStories(engine), rated=KeptRatings(engine))
        step = Step()
        for topic in found.hot:
            if topic.hot and topic.story not in hot_before:
                name = fingerprint("hot", topic.story, now.date())
                step.changes.append(
                    Change(name, "", "hot", now, topic.title, f"hot: {topic.reason}", item=topic.story)
                )
        stories = {
            placement.id: placement.story for placement in found.stories.placements if placement.id not in placed
        }
        step.notifications += notifications(self._placed(stories), self._rules, now)
        keep(found, results, now)
        return step

    def _placed(self, stories: dict[str, str]) -> list[Change]:
        """New articles with the story that they were placed in."""
        if not self._rules or not stories:
            return []
        made = []
        for url, story in stories.items():
            filters = [Filter("url", "equals", url), Filter("kind", "equals", "new")]
            changes, _ = self._store.changes(limit=1, filters=filters)
            made += [replace(change, item=story) for change in changes]
        return made
