"""`motherlode crawl`: a focused crawl of the web, or of a WARC file."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import typer

import motherlode as ml
from motherlode.api.crawling import crawl_with_workers, crawl_without_project, is_project, queues_of, stop_on_signal
from motherlode.errors import UnreadableInput, UsageError
from motherlode.interfaces.cli import talk
from motherlode.interfaces.cli.options import call_options
from motherlode.model.plain import counted

app = typer.Typer()


@app.command()
@call_options("CrawlOptions")
def crawl(
    folder: Path | None = typer.Argument(None, metavar="DIR", help="Project folder; made where there is none."),
    seed: list[str] = typer.Option([], "--seed", metavar="URL", help="A site to search; kept in the project."),
    keyword: list[str] = typer.Option(
        [], "--keyword", metavar="WORD[:WEIGHT]", help="A word of the topic, with its weight; kept in the project."
    ),
    example: list[str] = typer.Option(
        [], "--example", metavar="URL", help="A page on the topic; kept in the project."
    ),
    replay: Path | None = typer.Option(None, "--replay", help="Take the pages from this WARC file."),
    topics: Path | None = typer.Option(None, "--topics", help="JSON file of topics, with --topic."),
    topic: str = typer.Option("", "--topic", help="The entry of the topics file."),
    fetched: Path | None = typer.Option(None, "--fetched", help="Write the addresses in fetch order to this file."),
    resume: bool = typer.Option(False, "--resume", help="Go on with the crawl that was broken off."),
    cluster: str = typer.Option(
        "", "--cluster", help="Many workers: local:N, ray, ray:N, ray://host:port?workers=N, or join."
    ),
    store: str = typer.Option("", "--store", help="The store that the workers share: postgresql://…"),
    allow_private: bool = typer.Option(
        False, "--allow-private", help="Allow private and loopback addresses; kept in a new project."
    ),
    queues: int = typer.Option(
        0, "--queues", min=0, help="Show so many addresses that wait and pages of the link graph, and end."
    ),
    as_json: bool = typer.Option(False, "--json", help="Print the report as JSON."),
    options: Any = None,
) -> None:
    """Find the pages on a topic: fetch, judge, follow the links that promise most.

    Example: motherlode crawl floods --seed https://news.example/ --keyword flood:2 --max-pages 500

    Example: motherlode crawl floods --cluster local:2 --store postgresql://me@localhost/crawl

    Example: motherlode crawl --replay web.warc.gz --topics topics.json --topic Birds --fetched order.txt
    """
    if queues and folder is not None:
        _show_queues(folder, queues, as_json=as_json)
        return
    _check_usage(folder, replay, topics, topic, cluster, store, fetched)
    with talk.progress(quiet=as_json) as bars, ExitStack() as stack:
        on_fetched = _writer(fetched, stack, append=resume)
        if folder is None:
            assert replay is not None
            assert topics is not None
            report = crawl_without_project(
                replay=replay, topics=topics, topic=topic, on_fetched=on_fetched, options=options, progress=bars
            )
        elif cluster:
            _make(folder, seed, keyword, example, allow_private, bool(topics))
            report = crawl_with_workers(
                folder, cluster=cluster, store=store, topics=topics, topic=topic, resume=resume, options=options,
                progress=bars,
            )  # fmt: skip
        else:
            _make(folder, seed, keyword, example, allow_private, bool(topics))
            with ml.Project(folder, allow_private=True if allow_private else None) as project:
                report = project.crawl(
                    resume=resume, replay=replay, topic=(topics, topic) if topics is not None else None,
                    on_fetched=on_fetched, stop=stop_on_signal(), progress=bars, **options,
                )  # fmt: skip
    if as_json:
        talk.print_json(report.to_dict())
        return
    talk.table("crawl", ("what", "number"), _lines(report.to_dict()))
    if folder is not None:
        talk.say(_next_step(folder, report.kept))


def _show_queues(folder: Path, number: int, *, as_json: bool) -> None:
    """The addresses that wait by their value, and the pages whose links are buffered."""
    found = queues_of(folder, number)
    if as_json:
        talk.print_json(found.to_dict())
        return
    waiting = [(a.url, a.value, a.depth, a.parent) for a in found.first]
    talk.table(f"{found.waiting} addresses wait", ("address", "value", "depth", "met on"), waiting)
    pages = [(page.url, page.links) for page in found.pages]
    talk.table(f"{counted(found.buffered, 'page')} in the link graph", ("page", "addresses first met on it"), pages)


def _check_usage(
    folder: Path | None, replay: Path | None, topics: Path | None, topic: str, cluster: str, store: str,
    fetched: Path | None,
) -> None:  # fmt: skip
    if folder is None and (replay is None or topics is None):
        raise UsageError("name a project folder, or give --replay FILE.warc.gz with --topics FILE.json --topic NAME")
    if (topics is None) != (not topic):
        raise UsageError("--topics and --topic belong together")
    if store and not cluster:
        raise UsageError("--store belongs to --cluster; one process uses the store that motherlode.toml names")
    if cluster and (replay is not None or fetched is not None):
        raise UsageError("--cluster crawls the network; --replay and --fetched belong to one process")


def _make(
    folder: Path, seeds: list[str], keywords: list[str], examples: list[str], allow_private: bool, has_topic: bool
) -> None:
    """Makes the project where there is none, and keeps what the command line says about its topic."""
    if not is_project(folder) and not (seeds or examples or has_topic):
        raise UnreadableInput(
            f"{folder} is not a project folder; make one with: motherlode crawl {folder} --seed URL --keyword WORD"
        )
    with ml.Project(folder, allow_private=True if allow_private else None) as project:
        if seeds or keywords or examples:
            project.add(seeds=seeds, keywords=keywords, examples=examples)


def _writer(file: Path | None, stack: ExitStack, *, append: bool) -> Callable[[str], None]:
    """Writes addresses to the file, each at once, so that an interrupted crawl leaves them."""
    if file is None:
        return lambda url: None
    stream = stack.enter_context(file.open("a" if append else "w", encoding="utf-8"))

    def write(url: str) -> None:
        stream.write(url + "\n")
        stream.flush()

    return write


LABELS = {
    "fetched": "pages fetched",
    "kept": "pages kept",
    "harvest": "share kept (harvest)",
    "links_refused": "links not followed",
    "waiting": "addresses waiting",
    "on_disk": "of these on disk",
    "pages_per_second": "pages a second",
    "bytes": "bytes read",
    "ended": "ended by",
    "left": "pages on the topic left to find (estimate)",
}
"""How the table for people names the facts of a report."""


def _lines(report: dict[str, Any]) -> list[tuple[str, object]]:
    """The report's lines: counts by reason one below the other."""
    lines: list[tuple[str, object]] = []
    for name, value in report.items():
        label = LABELS.get(name, name.replace("_", " "))
        if name == "left" and value:
            lines.append((label, f"about {value['unseen']:.0f} ({value['low']:.0f} to {value['high']:.0f})"))
        elif isinstance(value, dict):
            lines += [(f"{label}: {reason}", count) for reason, count in sorted(value.items(), key=lambda i: -i[1])]
        elif value is not None:  # what could not be estimated has no line
            lines.append((label, value))
    return lines


def _next_step(folder: Path, kept: int) -> str:
    if not kept:
        return f"nothing was kept; to see why, page by page: motherlode serve {folder}"
    return f"to look at what was kept: motherlode serve {folder}; to take it along: motherlode export {folder}"
