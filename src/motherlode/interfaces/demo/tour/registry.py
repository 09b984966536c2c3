"""Step: the land registry behind its search form, emptied and certified."""

from __future__ import annotations

from motherlode.interfaces.demo.tour.step import Line, Stop
from motherlode.recipes.hidden_project import keep_description, read_site

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
    keep_description(stop.project, "registry", DESCRIPTION.format(url=stop.server.url("registry", "/api")))
    report = read_site(stop.project, "registry", stop.progress)
    proof = "not complete" if report["unreachable"] else "certified"
    return Line(
        "hidden database",
        f"{report['rows']} rows in {report['queries']} queries, {report['requests']} requests; {proof}",
        f"{stop.registry_rows} rows; no fewer than {report['limit_requests']} requests are possible",
    )
