"""Sites of the world written as text, each a few lines of its own HTML with its truth (`sixth.txt`, `seventh.txt`).

### name language encoding | the whole | the unit, where the site is one
the docstring of the site
:menu, :behind, :foot    what all pages have: before the body, behind the title, after the body
+ Department of X < College of Y    a unit that should be found, and its parent
== /path* | title        a page; the star says that it is needed; "=!" gives a page or file without menu and frame
%6 Professor; Lecturer % <li>{name}, {title}</li>    six people with these titles in turn, a line each
%6:key Professor % ...   the same, remembered; "%:key % ..." shows them again
%:key == /p{n}.html* | {name} % ...    a page for each of them
%6 - % ...               names of people who do not work there
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.made_sites.layouts import Entry
from benchmarks.made_sites.sites import MadeSite
from benchmarks.made_sites.speech import ALL, MORE
from benchmarks.made_sites.world import World, page_of, titled

_PEOPLE = re.compile(r"^%(\d*)(?::(\w+))?\s*([^%=]*)(?:==\s*([^%]*))?%(.*)$")
SPEECH = {speech.code: speech for speech in (*ALL, *MORE)}


@dataclass(slots=True)
class Writer:
    """Makes the pages of one site from its lines."""

    lines: Sequence[str]
    charset: str
    groups: dict[str, list[Entry]] = field(default_factory=dict)
    always: dict[str, str] = field(default_factory=dict)

    def __call__(self, site: MadeSite) -> None:
        """Writes the site."""
        path, body = "", list[str]()
        self.always = {"menu": "", "behind": "", "foot": ""}
        for line in [*self.lines, "== |"]:
            if line.startswith(("==", "=!")):
                self._keep(site, path, body)
                path, body = line, []
            elif line.startswith(":") and not path:
                name, _, text = line[1:].partition(" ")
                self.always[name] += text
            elif line.startswith("+ "):
                name, _, parent = line[2:].partition(" < ")
                site.unit(name.strip(), parent.strip())
            elif match := _PEOPLE.match(line):
                body += self._people(site, match)
            else:
                body.append(line)

    def _keep(self, site: MadeSite, head: str, body: Sequence[str]) -> None:
        path, _, title = (part.strip() for part in head[2:].partition("|"))
        if not path:
            return
        if path.endswith("*"):
            path = path[:-1]
            site.needed.add(path)
        text = "\n".join(body)
        always = self.always
        framed = page_of(title + always["behind"], f"{always['menu']}{text}{always['foot']}", self.charset)
        site.pages[path] = text if head.startswith("=!") else framed

    def _people(self, site: MadeSite, match: re.Match[str]) -> Iterator[str]:
        count, key, titles, page, form = match.groups()
        if count and titles.strip() == "-":
            people = [Entry(name, "") for name in site.outsiders(int(count))]
        elif count:
            people = titled(site, site.staff(int(count)), [title.strip() for title in titles.split(";")])
        else:
            people = self.groups[key]
        if key:
            self.groups[key] = people
        for n, one in enumerate(people):
            family = 0 if site.speech.pattern.startswith("{family}") else -1
            words = one.name.split()
            facts = {name: getattr(one, name) for name in ("name", "title", "mail", "phone", "room", "interest")}
            facts |= {
                "n": str(n),
                "family": words[family],
                "given": " ".join(words[1:] if not family else words[:-1]),
            }
            facts["upper"] = words[family].upper()
            text = re.sub(r"\{(\w+)\}", lambda m, facts=facts: facts[m[1]], form.strip())
            if page:
                self._keep(site, "==" + re.sub(r"\{(\w+)\}", lambda m, facts=facts: facts[m[1]], page), [text])
            else:
                yield text


def written(part: str) -> tuple[World, ...]:
    """The sites of one file."""
    text = (Path(__file__).parent / f"{part}.txt").read_text(encoding="utf-8")
    return tuple(_world(piece) for piece in re.split(r"(?m)^### ", text)[1:])


def _world(piece: str) -> World:
    head, _told, *lines = piece.strip().split("\n")
    facts, whole, unit = (part.strip() for part in head.split("|"))
    name, language, encoding = facts.split()
    make = Writer(lines, encoding)
    return World(make, SPEECH[language], whole, unit, encoding, name)
