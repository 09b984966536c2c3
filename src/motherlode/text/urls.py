"""Addresses: joined, canonical, and what may be read off them.

>>> canonical("HTTP://Example.com:80/a/../b/?utm_source=x&b=2&a=1#top")
'http://example.com/b/?b=2&a=1'
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any

import ada_url

from motherlode.errors import InputError

MAX_URL = 8192
"""Longer addresses are refused: no server in the wild needs them, and traps make them."""

_TRACKING = re.compile(
    r"^(utm_\w+|fbclid|gclid|dclid|gbraid|wbraid|msclkid|yclid|igshid|mc_cid|mc_eid|_ga|_gl|spm|ref_src|"
    r"phpsessid|jsessionid|sessionid|session_id|sid|aspsessionid\w*|cfid|cftoken)$",
    re.IGNORECASE,
)
PLAIN_PATH = r"(?:/[A-Za-z0-9_~-][A-Za-z0-9_~.-]*)+/?|/"
PLAIN_QUERY = r"\?([A-Za-z0-9_.~-]+=[A-Za-z0-9_.~-]*(?:&[A-Za-z0-9_.~-]+=[A-Za-z0-9_.~-]*)*)"
"""Paths and queries that are canonical as they stand, if no name of the query is a tracking one."""

_PLAIN = re.compile(rf"(https?://[a-z0-9.:-]+)(?:{PLAIN_PATH})(?:{PLAIN_QUERY})?")
"""Addresses that are canonical as they stand if their origin is: most that a crawl meets."""

_PLAIN_ORIGIN = re.compile(r"https?://[A-Za-z0-9.:_-]+(?=/)")
"""What stands before the path where nothing else can be meant."""

_MARKED = re.compile(r"[#@?;]")
"""What stands before the parts of an address that may have to go."""

_PATH_SESSION = re.compile(r";(jsessionid|phpsessid|sid)=[^/?#;]*", re.IGNORECASE)


def canonical(url: str, base: str = "") -> str:
    """The address in one form: host folded, default port, fragment, session ids and tracking parameters gone.

    Raises InputError for what is not an http(s) address.
    """
    if len(url) > MAX_URL:
        raise InputError(f"the address has {len(url)} characters; {MAX_URL} are allowed", reason="url-too-long")
    plain = _PLAIN.fullmatch(url)
    if plain is not None and origin_of(plain[1]) == plain[1] and (plain[2] is None or not is_tracking(plain[2])):
        return url
    try:
        href: str = ada_url.join_url(base, url.strip()) if base else ada_url.URL(url.strip()).href
    except ValueError as error:
        raise InputError(f"not an address: {url[:200]!r}", reason="bad-url") from error
    if not href.startswith(("http://", "https://")):  # the parser gives none of these without a host
        raise InputError(f"not an http(s) address: {url[:200]!r}", reason="scheme")
    if _MARKED.search(href) is None:
        return href
    parsed = ada_url.URL(href)
    if "#" in href:
        parsed.hash = ""
    if "@" in href:
        parsed.username = parsed.password = ""
    if "?" in href and parsed.search:
        kept = [p for p in parsed.search[1:].split("&") if p and not _TRACKING.match(p.partition("=")[0])]
        parsed.search = "&".join(kept)
    if ";" in href and ";" in parsed.pathname:
        parsed.pathname = _PATH_SESSION.sub("", parsed.pathname)
    return str(parsed.href).removesuffix("?")


def is_tracking(query: str) -> bool:
    """Whether one of the names of a query does not tell what is asked for: a session, where somebody came from."""
    return any(_TRACKING.match(pair.partition("=")[0]) for pair in query.split("&"))


def host_of(url: str) -> str:
    """Host with port where it is not the default one; an empty string for what is no address."""
    plain = _PLAIN_ORIGIN.match(url)
    return _host(plain[0] if plain is not None else url)


def origin_of(url: str) -> str:
    """Scheme and host with its port ('https://example.com'), an empty string for what is no address."""
    plain = _PLAIN_ORIGIN.match(url)
    return _origin(plain[0] if plain is not None else url)


@lru_cache(maxsize=65536)
def _host(url: str) -> str:
    return _origin(url).partition("//")[2]


@lru_cache(maxsize=65536)
def _origin(url: str) -> str:
    try:
        parsed = ada_url.URL(url)
    except ValueError:
        return ""
    return f"{parsed.protocol}//{parsed.host}"


@cache
def _suffixes() -> Any:
    """The list of public suffixes; an eighth of a second to load, which what needs no domains need not wait for."""
    import tldextract

    return tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)


@lru_cache(maxsize=65536)
def domain_of(host: str) -> str:
    """The registered domain of a host ('news.example.co.uk' → 'example.co.uk'); an IP address stays itself."""
    name = host.rsplit(":", 1)[0] if ":" in host and not host.startswith("[") else host
    found = _suffixes()(name)
    return ".".join(part for part in (found.domain, found.suffix) if part) or name
