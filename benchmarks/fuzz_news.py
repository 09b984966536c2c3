"""Throws broken pages at the news extractor: cuts, repeats, swaps and flips bytes of the golden pages.

    python -m benchmarks.fuzz_news [--seconds 60] [--seed 0]

Prints the slowest page and stops at the first page that raises anything but a MotherlodeError or takes longer than
the limit; that page is written to fuzz-finding.html, to become a golden case.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

from motherlode.app.extract.articles import article_of
from motherlode.app.inputs import GivenPage
from motherlode.errors import MotherlodeError

LIMIT = 5.0
"""CPU seconds for one page of the size of the golden ones."""


def mutated(body: bytes, rng: random.Random) -> bytes:
    """The page with a few random injuries."""
    for _ in range(rng.randint(1, 6)):
        at, size = rng.randrange(len(body) + 1), rng.randint(1, 200)
        match rng.randrange(5):
            case 0:
                body = body[:at] + body[at + size :]
            case 1:
                body = body[:at] + body[at : at + size] * rng.randint(2, 50) + body[at:]
            case 2:
                body = body[:at] + rng.randbytes(rng.randint(1, 8)) + body[at:]
            case 3:
                other = rng.randrange(len(body) + 1)
                body = body[:at] + body[other : other + size] + body[at:]
            case _:
                body = (
                    body[:at]
                    + rng.choice([b"<", b">", b"&", b'"', b"\x00", b"<!--", b"<script>", b"]]>"])
                    + body[at:]
                )
    return body[:500_000]


def main() -> int:
    """Runs until the time is over or something is found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    pages = [path.read_bytes() for path in sorted(Path("tests/golden/news").glob("*/page.html"))]
    began, count, slowest = time.monotonic(), 0, 0.0
    while time.monotonic() - began < options.seconds:
        body = mutated(rng.choice(pages), rng)
        start = time.process_time()
        try:
            article_of(GivenPage("fuzz", "", body))
        except MotherlodeError:
            pass
        except Exception:
            Path("fuzz-finding.html").write_bytes(body)
            raise
        spent = time.process_time() - start
        slowest, count = max(slowest, spent), count + 1
        if spent > LIMIT:
            Path("fuzz-finding.html").write_bytes(body)
            sys.stderr.write(f"a page took {spent:.1f} s; see fuzz-finding.html\n")
            return 1
    sys.stdout.write(f"{count} pages, slowest {slowest * 1000:.0f} ms of CPU\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
