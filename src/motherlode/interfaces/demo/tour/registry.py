"""Step: the land registry behind its search form, emptied and certified."""

from __future__ import annotations

import asyncio
from dataclasses import asdict

from motherlode.hidden.description import read_description
from motherlode.hidden.params import HiddenParams
from motherlode.interfaces.demo.tour.step import Line, Stop
from motherlode.model.clock import SystemClock
from motherlode.recipes.hidden import read_hidden, write_rows

DESCRIPTION = """# The land registry of the sample web: a JSON API that answers at most 5,000 deals a query.
[site]
name = "registry"
url = "{url}"
format = "json"

[[attributes]]
name = "date"
kind = "date"
low = "1989-01-01"
high = "2016-12-31"
low_parameter = "from"
high_parameter = "to"

[paging]
kind = "page"
parameter = "page"
next = "more"

[results]
rows = "results"
id = "id"
count = "total"
overflow = "notice"
"""


def empty_registry(stop: Stop) -> Line:
    """Every deal of the registry, with the certificate kept beside them."""
    file = stop.project.folder / "hidden" / "registry.toml"
    file.write_text(DESCRIPTION.format(url=stop.server.url("registry", "/api")), encoding="utf-8")
    params = stop.project.settings.get(HiddenParams)
    site = read_description(file)
    report, ledger = asyncio.run(
        read_hidden(site, stop.project.engine, params, allow_private=True, progress=stop.progress)
    )
    write_rows(ledger, stop.project.folder / "exports" / "registry.jsonl")
    now = SystemClock().now()
    stop.project.store.results.replace("hidden", {"registry": asdict(report)}, now)
    proof = "certified" if report.certificate is not None and not report.unreachable else "not complete"
    return Line(
        "hidden database",
        f"{report.rows} rows in {report.queries} queries, {report.requests} requests; {proof}",
        f"{stop.registry_rows} rows; no fewer than {report.limit_requests} requests are possible",
    )
