"""Whole saved sites explored: units, parents, people and titles, with the judgement learned on the other sites.

usage: python -m benchmarks.university_sites --data DIR --scorer score_site.py
(DIR holds university and university-sites; the scorer prints what it finds right)
"""

from __future__ import annotations

import asyncio
import json
import mimetypes
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean
from unittest.mock import patch
from urllib.parse import unquote, urlsplit

from benchmarks.common import arguments, keep
from benchmarks.site_pages import golds, learn, samples, site_files
from motherlode.extract.people import PeopleParams, UnitParams
from motherlode.model.pages import Response
from motherlode.model.plain import plain
from motherlode.university.explore import Tools, explore
from motherlode.university.model import UniversityParams

HOME = "http://127.0.0.1/"
METHODS = {
    "ours": (UniversityParams(), PeopleParams(), UnitParams()),
    "paper": (
        UniversityParams(strategy="paper"),
        PeopleParams(strategy="paper"),
        UnitParams(strategy="paper", match_rate=0.65),
    ),
}


@dataclass(slots=True)
class Saved:
    """A Fetcher over a saved site, as a server of folders and files would answer."""

    files: dict[str, bytes]
    hosts: tuple[str, ...]

    async def fetch(self, url: str, /) -> Response:
        """The page of the address, or a 404."""
        path = unquote(urlsplit(url).path).lstrip("/")
        place = next(
            (p for p in (path, f"{path.rstrip('/')}/index.html".lstrip("/"), f"{path}.html") if p in self.files), ""
        )
        final = (
            url
            if place == path or (place.endswith(".html") and not place.endswith("/index.html"))
            else url.rstrip("/") + "/"
        )
        body = self.files.get(place, b"")
        for host in self.hosts:
            body = re.sub(
                rb"https?://" + re.escape(host.encode()) + rb"(?=[/\"'?#])", HOME.rstrip("/").encode(), body
            )
        kind = mimetypes.guess_type(place)[0] or "text/html"
        status = 200 if place else 404
        return Response(url, final, status, (("content-type", kind),), body, datetime.now(UTC))


def main() -> int:
    """Explores every site with every method and writes the page."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--scorer", type=Path, required=True, help="the script that scores a found university")
    options = parser.parse_args()
    pages = samples(options.data)
    rows: list[list[object]] = []
    for site, gold in golds(options.data).items():
        saved = Saved(site_files(options.data / "university-sites" / f"{site}.tar.gz"), tuple(gold.get("hosts", ())))
        weights = learn([page for page in pages if page.site != site])
        home = HOME + ("" if gold["home"] == "index.html" else gold["home"])
        units = {unit["path"] for unit in gold["units"] if unit.get("path") and unit.get("page_in_copy", True)}
        pages_needed = units | set(gold["people_pages"]) | {gold["home"]}
        needed, with_profiles = len(pages_needed), len(pages_needed | set(gold.get("profiles") or ()))
        for method, (params, people, unit) in METHODS.items():
            with patch("motherlode.extract.people.scoring.page_weights", lambda weights=weights: weights):
                found = asyncio.run(explore(home, Tools(saved, params, people, unit)))
            told = _score(options.scorer, options.data / "university-sites" / f"gold_{site}.json", plain([found]))
            missing = sum(problem.code == "status" for problem in found.problems)
            profiles = {page.removesuffix("index.html") for page in gold.get("profiles") or ()}
            read = sum(url.removeprefix(HOME).removesuffix("index.html") in profiles for url in found.fetched)
            rows.append([site, method, *told, len(found.fetched), missing, read, needed, with_profiles])
    columns = [
        "site",
        "method",
        "units F",
        "right parent",
        "people F",
        "titles",
        "pages fetched",
        "not in the copy",
        "profiles",
        "needed",
        "with profiles",
    ]
    keep(
        "university_sites",
        "Whole university sites",
        [(f"{len(rows) // len(METHODS)} saved sites", columns, rows)],
        remarks=[
            (
                "The judgement of pages was learned without the site that is scored; words and rules were "
                "chosen with all four sites in view, so these are development figures."
            ),
            (
                "Needed: the home page, the pages of the labelled units and the labelled lists of people; "
                "with profiles: also the labelled profiles, which are read where a list has no titles."
            ),
            _times(rows),
        ],
    )
    return 0


def _times(rows: list[list[object]]) -> str:
    """Pages fetched for each page needed, by three ways of counting, mean over the sites."""
    ours = [[int(str(value)) for value in row[6:]] for row in rows if row[1] == "ours"]
    plain = fmean(fetched / needed for fetched, _, _, needed, _ in ours)
    profiles = fmean(fetched / needed for fetched, _, _, _, needed in ours)
    had = fmean((fetched - missing - read) / needed for fetched, missing, read, needed, _ in ours)
    return (
        f"Fetched for each page needed, mean over the sites: {plain:.1f} ×, {profiles:.1f} × where profiles count as "
        f"needed, {had:.1f} × without profiles and without addresses that the copies do not hold."
    )


def _score(scorer: Path, gold: Path, found: object) -> list[object]:
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump(found, file, ensure_ascii=False)
        file.flush()
        told = subprocess.run(
            [sys.executable, scorer, gold, file.name], capture_output=True, text=True, check=True
        ).stdout
    units = re.search(r"^units .*F ([\d.]+).*right parent (\d+ of \d+)", told, re.MULTILINE)
    people = re.search(r"^people P.*F ([\d.]+)", told, re.MULTILINE)
    titles = re.search(r"^titles of found people (\d+ of \d+)", told, re.MULTILINE)
    if units is None or people is None or titles is None:
        raise SystemExit(f"the scorer said something unknown:\n{told}")
    return [float(units[1]), units[2], float(people[1]), titles[1]]


if __name__ == "__main__":
    sys.exit(main())
