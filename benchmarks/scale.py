"""Extraction over WARC files and crawling with one worker and with more: how the cost grows.

python -m benchmarks.scale [--pages 20000]
"""

from __future__ import annotations

import os
import resource
import shutil
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.common import arguments, keep
from motherlode.app.shards import extract_shards, make_executor, sources_of
from motherlode.interfaces.demo.site import Request
from motherlode.interfaces.demo.web import SampleWeb
from motherlode.model.pages import Response
from motherlode.pages.archive import Archive

FILES = 40
PRELOAD = ("motherlode.app.shards", "motherlode.app.extract.articles")


def main() -> None:
    parser = arguments(__doc__ or "", needs_data=False)
    parser.add_argument("--pages", type=int, default=20_000)
    given = parser.parse_args()
    pages = 400 if given.quick else given.pages
    folder = Path(tempfile.mkdtemp(prefix="motherlode-scale-"))
    try:
        made = archived(folder / "warc", pages)
        sources = sources_of([str(folder / "warc")])
        rows, alone = [], 0.0
        for name, workers, cluster in (
            ("one process", 1, ""), ("pool", 2, ""), ("pool", 3, ""), ("pool", 4, ""), ("ray", 2, "ray:2"),
        ):  # fmt: skip
            out = folder / f"{name}{workers}"
            begun = time.monotonic()
            with make_executor(workers, cluster, PRELOAD) as executor:
                ready = time.monotonic()
                done = extract_shards("article", sources, out, executor=executor)
                took = time.monotonic() - ready
            alone = alone or took
            assert sum(one.pages for one in done) == made
            rows.append((name, workers, round(took, 1), round(made / took, 1), round(alone / took, 2),
                         round(ready - begun, 1)))  # fmt: skip
            print(rows[-1], f"load {os.getloadavg()[0]:.1f}", flush=True)
        cpu = resource.getrusage(resource.RUSAGE_SELF)
        keep(
            "scale", "Extraction with one worker and with more",
            [(f"{made} pages of the sample web's news sites in {len(sources)} WARC files, articles as JSONL shards",
              ("where", "workers", "seconds", "pages/s", "speed-up", "start-up s"), rows)],
            facts={"pages": made, "cores": os.cpu_count(), "load": os.getloadavg()[0],
                   "cpu_seconds_here": cpu.ru_utime + cpu.ru_stime},
            remarks=[f"{os.cpu_count()} cores, load average at the end {os.getloadavg()[0]:.1f}; wall time."],
        )  # fmt: skip
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def archived(folder: Path, pages: int) -> int:
    """Article pages of the news sites as WARC files; how many."""
    web = SampleWeb(seed=5, news_pages=max(200, min(pages, 4000)), universities=0, entities=10, registry_rows=10)
    sites = {site.host: site for site in web.sites}
    articles = [(a.host, a.path) for a in web.truth.news.articles.values()]
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    made, archive = 0, None
    while made < pages:
        for host, path in articles:
            if made % max(1, pages // FILES) == 0:
                if archive is not None:
                    archive.close()
                archive = Archive(folder / f"{made:06d}")
            reply = sites[host].respond(Request("GET", path))
            url = f"http://{host}.example{path}?copy={made}"
            assert archive is not None
            archive.write(Response(url, url, 200, tuple(reply.headers) or headers, reply.body, datetime.now(UTC)))
            made += 1
            if made >= pages:
                break
    if archive is not None:
        archive.close()
    return made


if __name__ == "__main__":
    main()
