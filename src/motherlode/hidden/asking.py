"""How a query becomes a request: parameters, templates, JSON bodies, headers, the way to a further page."""

from __future__ import annotations

import json
import os
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import quote, urlencode, urljoin

from motherlode.errors import SettingsError
from motherlode.hidden.description import SLOT, Attribute, Description
from motherlode.model.hidden import NO_VALUE, Axis, Query
from motherlode.model.pages import Response

Pairs = list[tuple[str, str]]
_VARIABLE = re.compile(r"\$\{(\w+)\}")


class FormFetcher(Protocol):
    """Sends a GET, or a POST of form fields or of a text; keeps cookies, takes turns and lets a busy site rest."""

    async def send(
        self,
        url: str,
        form: Sequence[tuple[str, str]] | bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Response:
        """The response of any status, redirects followed; raises FetchError where none comes."""
        ...


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page stands in its answer: its number from 0, and what the page before gave (link, cursor, fields)."""

    number: int = 0
    link: str = ""
    state: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sending:
    """A request that is ready to go."""

    url: str
    form: Pairs | bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reach:
    """A span of an axis as it is asked for: None leaves an end open."""

    low: int | None
    high: int | None


def with_environment(text: str) -> str:
    """A text with ${NAME} replaced by variables of the environment, so that no secret stands in a description."""

    def value(found: re.Match[str]) -> str:
        if found[1] not in os.environ:
            raise SettingsError(
                f"the description names ${{{found[1]}}}, but the environment has no variable {found[1]}"
            )
        return os.environ[found[1]]

    return _VARIABLE.sub(value, text)


class Asker:
    """Makes the requests of one site."""

    def __init__(self, site: Description) -> None:
        self.site = site
        self.headers = {name: with_environment(value) for name, value in site.headers.items()}
        self.fixed = {name: with_environment(value) for name, value in site.fixed.items()}
        self.hidden_fields: dict[str, str] = {}

    def request(
        self,
        query: Query,
        place: Place,
        attributes: Sequence[Attribute],
        axes: Sequence[Axis],
        sort_keys: Sequence[str],
        page_size: int,
        reaches: Mapping[int, Reach] | None = None,
    ) -> Sending:
        """The request for one page of a query; `reaches` replaces spans of axes, to ask beyond the domain."""
        site, paging = self.site, self.site.paging
        if place.link and paging.kind in {"next", "link"}:
            return Sending(urljoin(site.url, place.link), None, self.headers)
        slots: defaultdict[str, list[str]] = defaultdict(list)
        pairs: Pairs = []
        escape = _json_text if site.body else str
        for number, (attribute, axis, span) in enumerate(zip(attributes, axes, query.box, strict=True)):
            reach = (reaches or {}).get(number)
            if reach is None and span == axis.full and span != NO_VALUE:
                continue
            low, high = (reach.low, reach.high) if reach else span
            if attribute.into:
                slots[attribute.into].append(attribute.clause(low, high, escape))
            pairs += attribute.parameters(low, high)
        self._order(query, sort_keys, slots, pairs)
        self._paging(place, page_size, slots, pairs)
        return self._sent(slots, pairs)

    def _order(self, query: Query, keys: Sequence[str], slots: defaultdict[str, list[str]], pairs: Pairs) -> None:
        sort = self.site.sort
        wanted = sort.default
        if query.sort is not None:
            wanted = (sort.descending if query.descending else sort.ascending)[keys[query.sort]]
        if not wanted:
            return
        if sort.into:
            slots[sort.into].append(wanted)
        else:
            pairs.append((sort.parameter, wanted))

    def _paging(self, place: Place, size: int, slots: defaultdict[str, list[str]], pairs: Pairs) -> None:
        paging = self.site.paging
        per_page = paging.size or size
        slots["size"].append(str(per_page))
        slots["page"].append(str(place.number + paging.first))
        slots["offset"].append(str(place.number * per_page + (paging.first if paging.kind == "offset" else 0)))
        slots["cursor"].append(place.link)
        if paging.size_parameter and paging.size:
            pairs.append((paging.size_parameter, str(paging.size)))
        value = ""
        if paging.kind == "page" and (place.number or paging.first):
            value = slots["page"][0]
        elif paging.kind == "offset":
            value = slots["offset"][0]
        elif paging.kind == "cursor":
            value = place.link
        elif paging.kind == "postback" and place.number:
            value = (paging.template or "{page}").replace("{page}", slots["page"][0])
            pairs += paging.fixed.items()
        if not value:
            return
        if paging.into:
            made = paging.template or "{" + paging.kind + "}"
            slots[paging.into].append(SLOT.sub(lambda found: "".join(slots.get(found[1], [found[0]])), made))
        elif paging.parameter and not self._placed(paging.kind):
            pairs.append((paging.parameter, value))
        if paging.kind == "postback":
            pairs[:0] = [(name, text) for name, text in place.state.items() if name not in dict(pairs)]

    def _placed(self, slot: str) -> bool:
        """Whether a slot stands in the templates of the site."""
        wanted = "{" + slot + "}"
        return wanted in self.site.body or any(wanted in text for text in (self.site.url, *self.fixed.values()))

    def _sent(self, slots: Mapping[str, list[str]], pairs: Pairs) -> Sending:
        site = self.site
        joined = {name: self._joint(name).join(parts) for name, parts in slots.items()}

        def fill(text: str, quoted: bool = False) -> str:
            def put(found: re.Match[str]) -> str:
                value = joined.get(found[1], "")
                return quote(value, safe="") if quoted else value

            return SLOT.sub(put, text)

        own = dict(pairs)
        hidden = {name: text for name, text in self.hidden_fields.items() if name not in own}
        made = [(name, fill(text)) for name, text in {**hidden, **self.fixed}.items() if name not in own]
        # a parameter that is nothing but an empty slot is left out
        made = [pair for pair in made if pair[1] or not SLOT.fullmatch(self.fixed.get(pair[0], ""))] + pairs
        url = fill(site.url, quoted=True)
        if site.body:
            headers = {"Content-Type": "application/json", **self.headers}
            joint = "&" if "?" in url else "?"
            return Sending(url + (joint + urlencode(made) if made else ""), fill(site.body).encode(), headers)
        if site.method.upper() == "POST":
            return Sending(url, made, self.headers)
        joint = "&" if "?" in url else "?"
        return Sending(url + (joint + urlencode(made) if made else ""), None, self.headers)

    def _joint(self, slot: str) -> str:
        return self.site.join.get(slot, "," if self.site.body else " ")


def _json_text(text: str) -> str:
    """A text as it stands between the quotes of a JSON string."""
    return json.dumps(text, ensure_ascii=False)[1:-1]
