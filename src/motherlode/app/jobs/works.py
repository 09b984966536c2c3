"""The kinds of runs: thin adapters from a run's options to the recipe, and from its result to the run's report."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from motherlode.app.crawl.command import refuse_unknown
from motherlode.app.jobs.control import StoppableProgress
from motherlode.app.project import Project
from motherlode.errors import UsageError
from motherlode.model.clock import SystemClock
from motherlode.model.evidence import Verdict
from motherlode.model.params import describe, unknown_name
from motherlode.model.ports import Progress

Options = Mapping[str, Any]
Result = Mapping[str, Any]
Stopping = Callable[[], bool]
Work = Callable[[Project, Options, Progress, Stopping], Result]
"""project, options, progress, stopping → report. `options["resume"]` is true when an earlier try is taken up."""

PRIVATE = "private-address"
REMEDIES = {
    PRIVATE: ("are private addresses", "allow them for this project"),
    "robots": ("are closed to robots by their site", "choose other pages, or ask the site"),
    "timeout": ("did not answer in time", "try again later, or give them more time (timeout in [fetch])"),
    "host-given-up": ("lie on hosts that were given up", "look at the log for what the hosts answered"),
    "not-a-page": ("are files, not pages", "give addresses of pages"),
    "not-archived": ("are not in the archive", "crawl without the archive to fetch them"),
    "redirect-loop": ("lead in a circle", "open them in a browser and give where they end"),
    "bad-compression": ("answered with bytes that cannot be unpacked", "try again later"),
}
"""Reason of a failed fetch → what happened to so many addresses, and the next step."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """So many addresses of a run failed for one reason."""

    code: str
    number: int
    text: str
    remedy: str


def troubles(report: Mapping[str, Any]) -> list[Trouble]:
    """The failures that a crawl's report counts, the most frequent first."""
    failed = report.get("failed")
    found = failed if isinstance(failed, Mapping) else {}
    return [
        Trouble(code, int(number), *_words(code))
        for code, number in sorted(found.items(), key=lambda item: -int(item[1]))
        if number
    ]


def _words(code: str) -> tuple[str, str]:
    if code.startswith("http-"):
        return f"answered {code.removeprefix('http-')}", "open one of them in a browser to see why"
    return REMEDIES.get(code, ("could not be fetched", "look at the log for the reason of each"))


def nothing_fetched(report: Mapping[str, Any]) -> str:
    """Why a crawl that fetched nothing at all did so; empty where it fetched something."""
    found = troubles(report)
    lost = sum(each.number for each in found)
    if not found or report.get("kept") or sum(report.get("dropped", {}).values()) or report.get("fetched", 0) > lost:
        return ""
    said = "; ".join(f"{each.number} {each.text}: {each.remedy}" for each in found)
    return f"none of the {lost} addresses could be fetched; {said}"


def crawl(project: Project, options: Options, progress: Progress, stopping: Stopping) -> Result:
    """The focused crawl; options by the names of the crawl's parameters."""
    from motherlode.app.crawl.command import as_dict, project_settings
    from motherlode.app.crawl.run import CrawlCallbacks, crawl_project

    settings, fetch = project_settings(project, options)
    callbacks = CrawlCallbacks(
        progress,
        stopping,
        resume=bool(options.get("resume")),
        on_decision=lambda url, verdict: progress.note(_decision(url, verdict)),
        on_queue=lambda hosts: progress.advance(0, hosts=hosts),
    )
    report = as_dict(crawl_project(project, settings, fetch, callbacks=callbacks))
    trouble = "" if stopping() else nothing_fetched(report)
    return {"error": trouble, **report} if trouble else report


def _decision(url: str, verdict: Verdict) -> str:
    """A line of the log: kept or not, the address, why."""
    sign = "+" if verdict.kept else "-"
    return f"{sign} {url[:200]}  {verdict.code}: {verdict.reason}"[:400]


def learn(project: Project, options: Options, progress: Progress, stopping: Stopping) -> Result:
    """Keywords from the example pages."""
    from motherlode.app.learn import learn_keywords

    refuse_unknown(options, ())
    return {"keywords": len(learn_keywords(project, progress, stopping))}


def university(project: Project, options: Options, progress: Progress, stopping: Stopping) -> Result:
    """Universities into the network; option `homes`: their home pages."""
    from motherlode.app.university import explore_into
    from motherlode.network.store import NetworkStore

    refuse_unknown(options, ("homes",))
    homes = [str(home) for home in options.get("homes", ())]
    if not homes:
        raise UsageError("give the home pages of the universities as the option 'homes'")
    found = explore_into(
        NetworkStore(project.engine), homes, project.settings, resume=True, progress=progress, clock=SystemClock(),
        stopping=stopping,
    )  # fmt: skip
    return {
        "universities": len(found),
        "units": sum(1 for each in found for _ in each.units()),
        "people": sum(each.found for each in found),
    }


def analyse(project: Project, options: Options, progress: Progress, stopping: Stopping) -> Result:
    """Stories, trust, currency, hot topics and evolution of the project's articles."""
    from motherlode.analyse.keeping import KeptRatings, KeptStories
    from motherlode.app.analyse import run as recipe
    from motherlode.app.analyse.documents import documents_of_project

    refuse_unknown(options, ())
    now = SystemClock().now()
    documents = documents_of_project(project, now)
    if not documents:
        raise UsageError("the project has no articles yet; crawl first")
    told = StoppableProgress(progress, stopping)
    moment, remark = recipe.moment_of(documents, now)
    found = recipe.analyse(
        documents, project.settings, moment, told,
        kept=KeptStories(project.engine), rated=KeptRatings(project.engine),
    )  # fmt: skip
    recipe.keep(found, project.store.results, now)
    return {
        "documents": len(documents),
        "stories": len(found.stories.stories),
        "hot": sum(t.hot for t in found.hot),
        "remarks": "; ".join(filter(None, (remark, *found.remarks, *found.stories.remarks))),
    }


def hidden(project: Project, options: Options, progress: Progress, stopping: Stopping) -> Result:
    """A hidden database of the project; option `site`: the name of its description."""
    from motherlode.app.hidden.project import read_site

    refuse_unknown(options, ("site",))
    name = str(options.get("site", ""))
    if not name:
        raise UsageError("give the name of the description as the option 'site'")
    return read_site(project, name, progress, resume=bool(options.get("resume")), stopping=stopping)


def watch(project: Project, options: Options, progress: Progress, stopping: Stopping) -> Result:
    """Watching, until it is stopped; options by the names of [watch], and `hours`."""
    from motherlode.app.watch.watcher import watch_projects
    from motherlode.watch.params import WatchParams

    names = {info.name for info in describe(WatchParams)}
    refuse_unknown(options, {*names, "hours"})
    given = {name: value for name, value in options.items() if name in names}
    project.settings = project.settings.over({"watch": given})
    hours = float(options["hours"]) if options.get("hours") else None
    (report,) = asyncio.run(watch_projects([project], hours=hours, progress=progress, stopping=stopping))
    return report.as_dict()


def echo(project: Project, options: Options, progress: Progress, stopping: Stopping) -> Result:
    """Only counts to `steps`, `pause` seconds each: for trying the machinery and for health checks."""
    steps, pause = int(options.get("steps", 10)), float(options.get("pause", 0.1))
    progress.begin("counting", steps)
    done = 0
    while done < steps and not stopping():
        time.sleep(pause)
        done += 1
        progress.advance(1, counted=done)
    progress.end()
    return {"counted": done}


KINDS: dict[str, Work] = {
    "crawl": crawl,
    "learn": learn,
    "hidden": hidden,
    "university": university,
    "analyse": analyse,
    "watch": watch,
    "echo": echo,
}
"""The kinds of runs by their names."""


def load(kind: str) -> Work:
    """The function of a kind."""
    if kind not in KINDS:
        raise UsageError(unknown_name(kind, list(KINDS)).replace("setting", "kind of run", 1))
    return KINDS[kind]
