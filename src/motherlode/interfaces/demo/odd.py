"""The odd site: redirects, slow and broken replies, wrong encodings, traps and monstrous pages, all on purpose."""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Callable
from functools import cache
from html import escape

from motherlode.interfaces.demo import site
from motherlode.interfaces.demo.site import HTML, Reply, Request
from motherlode.interfaces.demo.truth import OddPage, OddTruth

HOST, NO_ROBOTS = "odd", "shaky"
PRIVATE = "http://10.255.255.1/internal"
"""Where the private redirect leads: an address that a crawler must refuse."""
FAILURES = 2
"""So often the flaky page fails before it answers."""
CHINESE = "岚江上游的水文站今天上午公布了新的观测数据，专家认为水位正在缓慢下降。" * 4
RUSSIAN = "Сегодня утром жители города увидели над рекой большую стаю белых птиц. " * 4
JAPANESE = "今朝、川の上流にある観測所は新しい水位の記録を発表しました。" * 4
TAIWANESE = "今天上午，河流上游的觀測站公布了新的水位紀錄，專家認為水位正在下降。" * 4

# name: text, encoding of the bytes, charset of the header (None for none), charset of the meta element
ENCODINGS: dict[str, tuple[str, str, str | None, str | None]] = {
    "header-lies": (CHINESE, "gbk", "utf-8", "gbk"),
    "meta-lies": (CHINESE, "utf-8", "utf-8", "gb2312"),
    "both-lie": (CHINESE, "gb18030", "iso-8859-1", "utf-8"),
    "silent-gbk": (CHINESE, "gbk", None, None),
    "silent-utf8": (CHINESE, "utf-8", None, None),
    "big5": (TAIWANESE, "big5", None, "big5"),
    "silent-big5": (TAIWANESE, "big5", None, None),
    "shift-jis": (JAPANESE, "shift_jis", None, "shift_jis"),
    "windows-1251": (RUSSIAN, "windows-1251", "windows-1251", None),
    "latin1-lies": (RUSSIAN, "windows-1251", "iso-8859-1", None),
    "utf-16": (CHINESE, "utf-16", None, None),
}
WORDS = "The page at the end of the redirect"


class OddSite:
    """One host of trouble."""

    def __init__(self, *, slow: float = 0.2, private_redirect: bool = False) -> None:
        self.host = HOST
        self._slow = slow
        self._private = private_redirect
        self._asked: Counter[str] = Counter()
        self._fixed = self._replies()

    def truth(self) -> OddTruth:
        """What is odd where."""
        made = [
            OddPage("/redirect/301", "redirect", WORDS, leads_to="/end"),
            OddPage("/redirect/302", "redirect", WORDS, leads_to="/end"),
            OddPage("/redirect/chain/5", "redirect", WORDS, leads_to="/end"),
            OddPage("/redirect/loop", "redirect-loop"),
            OddPage("/redirect/empty", "bad-redirect"),
            OddPage("/slow", "slow", "slow but here"),
            OddPage("/flaky", "flaky", "third time lucky"),
            OddPage("/error/429", "retry-later"),
            OddPage("/error/500", "server-error"),
            OddPage("/error/410", "gone"),
            OddPage("/reset", "reset"),
            OddPage("/cut", "cut"),
            OddPage("/endless", "endless"),
            OddPage("/bomb", "bomb"),
            OddPage("/bad-gzip", "bad-gzip"),
            OddPage("/empty", "empty"),
            OddPage("/binary", "binary"),
            OddPage("/no-type", "no-type", "A page without a content type"),
            OddPage("/many-links", "many-links"),
            OddPage("/long-url", "long-url"),
            OddPage("/deep", "deep"),
            OddPage("/huge", "huge"),
            OddPage("/trap/a", "path-trap"),
            OddPage("/sort?by=name", "parameter-trap"),
            OddPage("/session", "session-ids"),
            *(
                OddPage(f"/encoding/{name}", "encoding", text.strip(), encoding)
                for name, (text, encoding, _, _) in ENCODINGS.items()
            ),
        ]
        if self._private:
            made.append(OddPage("/redirect/private", "private-redirect", leads_to=PRIVATE))
        return OddTruth(HOST, tuple(made), NO_ROBOTS)

    def respond(self, request: Request) -> Reply:
        """Trouble, as ordered."""
        path = request.path
        fixed = self._fixed.get(path)
        if fixed is not None:
            return fixed()
        if path.startswith("/redirect/chain/") and path[16:].isdigit():
            left = int(path[16:])
            return site.redirect(f"/redirect/chain/{left - 1}" if left > 1 else "/end", 302)
        if path.startswith("/encoding/") and path[10:] in ENCODINGS:
            return encoded(*ENCODINGS[path[10:]])
        if path == "/flaky":
            self._asked[path] += 1
            if self._asked[path] <= FAILURES:
                return Reply(503, b"later", (("Content-Type", "text/plain"), ("Retry-After", "0")))
            return site.plain("Flaky", "third time lucky")
        if path.startswith("/trap/"):
            return _links(path, [f"{path.rstrip('/')}/a", f"{path.rstrip('/')}/b", "/"])
        if path == "/sort":
            keys = ("name", "date", "size", "owner")
            return _links(f"Sorted by {request.query}", [f"/sort?{request.query}&by={key}" for key in keys])
        if path == "/session":
            self._asked[path] += 1
            return _links(
                "A page with session ids", [f"/session?PHPSESSID={self._asked[path]:032x}&item={n}" for n in range(3)]
            )
        return site.missing()

    def _replies(self) -> dict[str, Callable[[], Reply]]:
        error = ("Content-Type", "text/plain")
        made: dict[str, Callable[[], Reply]] = {
            "/": lambda: _links("The odd site", [page.path for page in self.truth().pages]),
            "/robots.txt": lambda: Reply(200, b"User-agent: *\nDisallow: /private/\n", (error,)),
            "/end": lambda: site.plain("End", WORDS),
            "/redirect/301": lambda: site.redirect("/end", 301),
            "/redirect/302": lambda: site.redirect("/end", 302),
            "/redirect/loop": lambda: site.redirect("/redirect/again", 302),
            "/redirect/again": lambda: site.redirect("/redirect/loop", 302),
            "/redirect/empty": lambda: Reply(302, b"", (("Location", ""),)),
            "/slow": lambda: Reply(200, b"<title>Slow</title><p>slow but here</p>", delay=self._slow),
            "/error/429": lambda: Reply(429, b"too many", (error, ("Retry-After", "1"))),
            "/error/500": lambda: Reply(500, b"broken", (error,)),
            "/error/410": lambda: Reply(410, b"gone", (error,)),
            "/reset": lambda: Reply(200, b"<p>half of a " * 4000, cut=40_000, reset=True),
            "/cut": lambda: Reply(200, b"<p>half of a page " * 4000, cut=40_000),
            "/endless": lambda: Reply(200, b"<p>and on it goes</p>\n" * 50, endless=True),
            "/bomb": lambda: Reply(200, bomb(), (*HTML, ("Content-Encoding", "gzip"))),
            "/bad-gzip": lambda: Reply(200, b"this is not gzip" * 100, (*HTML, ("Content-Encoding", "gzip"))),
            "/empty": lambda: Reply(200, b""),
            "/binary": lambda: Reply(200, bytes(range(256)) * 64),
            "/no-type": lambda: Reply(200, b"<title>No type</title><p>A page without a content type</p>", ()),
            "/many-links": lambda: _links("10,000 links", [f"/none/{n}" for n in range(10_000)]),
            "/long-url": lambda: _links("A long address", ["/none/" + "x" * 100_000]),
            "/deep": lambda: Reply(
                200, b"<title>Deep</title>" + b"<div>" * 20_000 + b"deep down" + b"</div>" * 20_000
            ),
            "/huge": lambda: Reply(200, b"<title>Huge</title><p>" + b"many words here " * 400_000 + b"</p>"),
        }
        if self._private:
            made["/redirect/private"] = lambda: site.redirect(PRIVATE, 302)
        return made


class NoRobotsSite:
    """A host whose robots.txt fails."""

    host = NO_ROBOTS

    def respond(self, request: Request) -> Reply:
        """An error for robots.txt, one page for the rest."""
        if request.path == "/robots.txt":
            return Reply(500, b"broken", (("Content-Type", "text/plain"),))
        return (
            site.plain("Shaky", "A site whose robots.txt cannot be read") if request.path == "/" else site.missing()
        )


def encoded(text: str, encoding: str, header: str | None, meta: str | None) -> Reply:
    """A page whose bytes, header and meta element need not agree."""
    declared = f'<meta http-equiv="Content-Type" content="text/html; charset={meta}">' if meta else ""
    html = f"<html><head>{declared}<title>{text[:12]}</title></head><body><p>{text.strip()}</p></body></html>"
    stated = f"text/html; charset={header}" if header else "text/html"
    return Reply(200, html.encode(encoding), (("Content-Type", stated),))


@cache
def bomb() -> bytes:
    """Fifty megabytes in fifty kilobytes."""
    return gzip.compress(bytes(50_000_000), 6, mtime=0)


def _links(title: str, hrefs: list[str]) -> Reply:
    items = "".join(f'<li><a href="{escape(href)}">{escape(href[:60])}</a></li>' for href in hrefs)
    return site.page(f"<!DOCTYPE html><title>{escape(title)}</title><h1>{escape(title)}</h1><ul>{items}</ul>")
