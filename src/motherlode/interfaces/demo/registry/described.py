"""The site description of the sample web's land registry: what the tour and the tests read it by."""

from __future__ import annotations

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


def description(url: str) -> str:
    """The description of the registry whose API is at `url`."""
    return DESCRIPTION.format(url=url)
