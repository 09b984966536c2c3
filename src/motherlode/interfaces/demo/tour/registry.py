"""Step: the land registry behind its search form, emptied and certified."""

from __future__ import annotations

from motherlode.app.hidden.project import keep_description, read_site
from motherlode.interfaces.demo.registry.described import description
from motherlode.interfaces.demo.tour.step import Line, Stop


def empty_registry(stop: Stop) -> Line:
    """Every deal of the registry, with the certificate kept beside them."""
    keep_description(stop.project, "registry", description(stop.server.url("registry", "/api")))
    report = read_site(stop.project, "registry", stop.progress)
    proof = "not complete" if report["unreachable"] else "certified"
    return Line(
        "hidden database",
        f"{report['rows']} rows in {report['queries']} queries, {report['requests']} requests; {proof}",
        f"{stop.registry_rows} rows; no fewer than {report['limit_requests']} requests are possible",
    )
