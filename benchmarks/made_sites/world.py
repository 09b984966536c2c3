"""Sites as the engines and habits of several countries make them, each written whole by hand, with its truth.

Unlike the structures of `sites`, which all share one frame, every site here has the markup of its kind: Drupal views,
a Chinese campus engine, Bitrix, SiteVision, TYPO3, tables of the nineties, a page that holds its data as JSON.
"""

from __future__ import annotations

import html
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from benchmarks.made_sites.layouts import LAYOUTS, Entry
from benchmarks.made_sites.sites import MadeSite
from benchmarks.made_sites.speech import Speech

Add = Callable[..., None]


@dataclass(frozen=True, slots=True)
class World:
    """One site: who makes it, in which language, and what the whole should be called."""

    make: Callable[[MadeSite], None]
    speech: Speech
    whole: str
    unit: str = ""
    encoding: str = "utf-8"
    called: str = ""

    @property
    def name(self) -> str:
        """What the site is called in tables and tests."""
        return self.called or self.make.__name__

    def site(self, seed: int = 0) -> MadeSite:
        """The site, the same in every run."""
        made = MadeSite(
            replace(self.speech, encoding=self.encoding), LAYOUTS[0], random.Random(f"{self.name} {seed}")
        )
        self.make(made)
        return made


def page_of(title: str, body: str, charset: str = "utf-8", head: str = "") -> str:
    """A page with its title and encoding."""
    meta = f'<meta http-equiv="Content-Type" content="text/html; charset={charset}">'
    return (
        f"<!DOCTYPE html><html><head>{meta}<title>{html.escape(title)}</title>{head}</head><body>{body}</body></html>"
    )


def titled(site: MadeSite, people: Sequence[Entry], titles: Sequence[str]) -> list[Entry]:
    """The same people with these titles in turn."""
    made = [replace(one, title=titles[n % len(titles)]) for n, one in enumerate(people)]
    site.people.update({one.name: one.title for one in made})
    return made


def adder(site: MadeSite, menu: str, behind: str, foot: str, charset: str = "utf-8") -> Add:
    """A function that adds a page with the site's menu, the end of its title and its foot."""

    def add(path: str, title: str, body: str, *, needed: bool = False) -> None:
        site.pages[path] = page_of(f"{title}{behind}", f"{menu}{body}{foot}", charset)
        if needed:
            site.needed.add(path)

    return add
