"""`motherlode crawl`: a focused crawl of the web, or of a WARC file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from motherlode.crawl.cluster.params import ClusterParams
from motherlode.crawl.params import CrawlParams, FetchParams, GeneParams, PathParams
from motherlode.errors import UsageError
from motherlode.interfaces.cli import talk
from motherlode.interfaces.cli.options import params_options
from motherlode.topic.params import ThresholdParams, TopicParams

app = typer.Typer()


@app.command()
@params_options(CrawlParams, FetchParams, ClusterParams, TopicParams, ThresholdParams, GeneParams, PathParams)
def crawl(
    folder: Path | None = typer.Argument(None, metavar="DIR", help="Project folder."),
    replay: Path | None = typer.Option(None, "--replay", help="Take the pages from this WARC file."),
    topics: Path | None = typer.Option(None, "--topics", help="JSON file of topics, with --topic."),
    topic: str = typer.Option("", "--topic", help="The entry of the topics file."),
    fetched: Path | None = typer.Option(None, "--fetched", help="Write the addresses in fetch order to this file."),
    resume: bool = typer.Option(False, "--resume", help="Go on with the crawl that was broken off."),
    cluster: str = typer.Option(
        "", "--cluster", help="Many workers: local:N, ray, ray:N, ray://host:port?workers=N, or join."
    ),
    store: str = typer.Option("", "--store", help="The store that the workers share: postgresql://…"),
    as_json: bool = typer.Option(False, "--json", help="Print the report as JSON."),
    given: Any = None,
) -> None:
    """Find the pages on a topic: fetch, judge, follow the links that promise most.

    Example: motherlode crawl my-project --max-pages 500

    Example: motherlode crawl my-project --cluster local:2 --store postgresql://me@localhost/crawl

    Example: motherlode crawl --replay web.warc.gz --topics topics.json --topic Birds --fetched order.txt
    """
    if folder is None and (replay is None or topics is None):
        raise UsageError("name a project folder, or give --replay FILE.warc.gz with --topics FILE.json --topic NAME")
    if (topics is None) != (not topic):
        raise UsageError("--topics and --topic belong together")
    if store and not cluster:
        raise UsageError("--store belongs to --cluster; one process uses the store that motherlode.toml names")
    from motherlode.recipes import crawl_command

    with talk.progress(quiet=as_json) as bars:
        report = crawl_command.run(
            folder=folder, replay=replay, topics=topics, topic=topic, fetched=fetched, resume=resume,
            given=given, progress=bars, cluster=cluster, store=store,
        )  # fmt: skip
    if as_json:
        talk.print_json(report)
        return
    talk.table("crawl", ("what", "number"), [(name, value) for name, value in flat(report)])


def flat(report: dict[str, Any]) -> list[tuple[str, object]]:
    """The report's lines: counts by reason one below the other."""
    lines: list[tuple[str, object]] = []
    for name, value in report.items():
        if isinstance(value, dict):
            lines += [(f"{name}: {reason}", count) for reason, count in sorted(value.items(), key=lambda i: -i[1])]
        else:
            lines.append((name, value))
    return lines
