"""Settings of the news extractor; light, so that the command line starts quickly."""

from __future__ import annotations

from dataclasses import dataclass

from motherlode.model.params import Params, param


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsParams(Params):
    """News elements: how sure a block must be, and a site's own selectors."""

    keep: float = param(0.5, "probability from which a block is content", low=0.05, high=0.95)
    keywords: int = param(10, "words kept as contentkeyword", low=0, high=100)
    links: bool = param(True, "read the page's links with anchor and context")
    description: bool = param(True, "take the page's own description where it has no readable content")
    selectors: dict[str, str] = param(  # noqa: RUF009
        {},
        "CSS selectors for a field of a site, such as {'example.org title' = 'h2.head'}; "
        "fields: title, published, source, authors, content, remove",
    )
