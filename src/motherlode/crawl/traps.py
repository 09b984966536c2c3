"""Addresses not worth asking for: outside the scope, or traps. Each refusal has a reason."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from motherlode.crawl.params import CrawlParams
from motherlode.text.patterns import user_pattern
from motherlode.text.urls import domain_of, host_of

MAX_LENGTH = 2000
MAX_SEGMENTS = 20
MAX_REPEATS = 3
"""A path segment standing more often than this in one address marks a loop of relative links."""

MAX_PARAMETERS = 12
CALENDAR_LIMIT = 400
"""Dated addresses of one shape below one host before a calendar is assumed: more than a year of days."""

VARIANT_LIMIT = 3000
"""Addresses of one path that differ in their parameters only, before they are taken for endless."""

_DATE = re.compile(r"(?:19|20)\d{2}[-/](?:0?[1-9]|1[0-2])(?:[-/](?:0?[1-9]|[12]\d|3[01]))?(?=/|$|[?&])")
_CALENDAR = re.compile(r"calendar|[?&](?:month|date|day|year|week)=", re.IGNORECASE)


class Scope:
    """Where links may lead, by the first addresses and the user's patterns."""

    def __init__(self, seeds: Sequence[str], params: CrawlParams) -> None:
        self._kind = params.scope
        hosts = {host_of(url) for url in seeds}
        self._hosts = hosts
        self._domains = {domain_of(host) for host in hosts} if params.scope == "domains" else set()
        self._include = [user_pattern(pattern, "include of [crawl]") for pattern in params.include]
        self._exclude = [user_pattern(pattern, "exclude of [crawl]") for pattern in params.exclude]

    def refusal(self, url: str) -> str:
        """Why an address is out of scope, or an empty string."""
        host = host_of(url)
        if self._kind == "hosts" and host not in self._hosts:
            return "other-host"
        if self._kind == "domains" and host not in self._hosts and domain_of(host) not in self._domains:
            return "other-domain"
        if self._include and not any(pattern.search(url) for pattern in self._include):
            return "not-included"
        if any(pattern.search(url) for pattern in self._exclude):
            return "excluded"
        return ""


class Traps:
    """Finds endless address spaces by their shape and by counting."""

    def __init__(self) -> None:
        self._dated: Counter[str] = Counter()
        self._variants: Counter[str] = Counter()

    def refusal(self, url: str) -> str:
        """Why an address looks like a trap, or an empty string; call once for every new address."""
        return self.refusal_and_if_counted(url)[0]

    def refusal_and_if_counted(self, url: str) -> tuple[str, bool]:
        """The same, and whether it depends on how often this and like addresses were asked about."""
        calendar = _CALENDAR.search(url) is not None
        return self._refusal(url, calendar), calendar or "?" in url

    def _refusal(self, url: str, calendar: bool) -> str:
        if len(url) > MAX_LENGTH:
            return "url-too-long"
        path, _, query = url.partition("?")
        segments = path.split("/")[3:]
        if len(segments) > MAX_SEGMENTS:
            return "too-deep-path"
        if len(segments) > len(set(segments)) + MAX_REPEATS - 1 and (
            max(Counter(filter(None, segments)).values(), default=0) > MAX_REPEATS
        ):
            return "repeating-path"
        if query:
            if query.count("&") >= MAX_PARAMETERS:
                return "too-many-parameters"
            self._variants[path] += 1
            if self._variants[path] > VARIANT_LIMIT:
                return "exploding-parameters"
        if calendar:
            shape = re.sub(r"\d+", "#", url)
            self._dated[shape] += 1
            if self._dated[shape] > CALENDAR_LIMIT:
                return "calendar"
        return ""
