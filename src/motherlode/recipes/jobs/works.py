"""Recipes as runs: thin adapters from a run's options to the recipe, and from its result to the run's report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from motherlode.errors import UsageError
from motherlode.model.clock import SystemClock
from motherlode.model.evidence import Verdict
from motherlode.model.ports import Progress
from motherlode.recipes.jobs.control import Listening
from motherlode.recipes.jobs.kinds import Stopping
from motherlode.recipes.project import Project

Options = Mapping[str, Any]
Result = Mapping[str, Any]


def crawl(project: Project, options: Options, progress: Progress, stopping: Stopping) -> Result:
    """The focused crawl; options by the names of the crawl's parameters."""
    from motherlode.recipes.crawl import Wishes, crawl_project
    from motherlode.recipes.crawl_command import as_dict, project_settings

    settings, fetch = project_settings(project, options)
    wishes = Wishes(
        progress,
        stopping,
        resume=bool(options.get("resume")),
        on_decision=lambda url, verdict: progress.note(_decision(url, verdict)),
        on_queue=lambda hosts: progress.advance(0, hosts=hosts),
    )
    return as_dict(crawl_project(project, settings, fetch, wishes=wishes))


def _decision(url: str, verdict: Verdict) -> str:
    """A line of the log: kept or not, the address, why."""
    sign = "+" if verdict.kept else "-"
    return f"{sign} {url[:200]}  {verdict.code}: {verdict.reason}"[:400]


def learn(project: Project, options: Options, progress: Progress, stopping: Stopping) -> Result:
    """Keywords from the example pages."""
    from motherlode.recipes.learn import learn_keywords

    return {"keywords": len(learn_keywords(project, progress, stopping))}


def university(project: Project, options: Options, progress: Progress, stopping: Stopping) -> Result:
    """Universities into the network; option `homes`: their home pages."""
    from motherlode.network.store import NetworkStore
    from motherlode.recipes.university_run import explore_into

    homes = [str(home) for home in options.get("homes", ())]
    if not homes:
        raise UsageError("give the home pages of the universities as the option 'homes'")
    found = explore_into(
        NetworkStore(project.engine), homes, project.settings, resume=True, progress=progress, clock=SystemClock(),
        stopping=stopping,
    )  # fmt: skip
    return {
        "universities": len(found),
        "departments": sum(len(each.all_departments()) for each in found),
        "people": sum(each.people for each in found),
    }


def analyse(project: Project, options: Options, progress: Progress, stopping: Stopping) -> Result:
    """Stories, trust, currency, hot topics and evolution of the project's articles."""
    from motherlode.analyse.keeping import KeptStories
    from motherlode.recipes import analyse as recipe
    from motherlode.recipes.analyse_documents import documents_of_articles

    now = SystemClock().now()
    documents = documents_of_articles(project.store.articles.all(), now)
    if not documents:
        raise UsageError("the project has no articles yet; crawl first")
    told = Listening(progress, stopping)
    found = recipe.analyse(documents, project.settings, now, told, kept=KeptStories(project.engine))
    recipe.keep(found, project.store.results, now)
    return {"documents": len(documents), "stories": len(found.stories.stories), "hot": sum(t.hot for t in found.hot)}


def hidden(project: Project, options: Options, progress: Progress, stopping: Stopping) -> Result:
    """A hidden database of the project; option `site`: the name of its description."""
    from motherlode.recipes.hidden_project import read_site

    name = str(options.get("site", ""))
    if not name:
        raise UsageError("give the name of the description as the option 'site'")
    return read_site(project, name, progress, resume=bool(options.get("resume")), stopping=stopping)
