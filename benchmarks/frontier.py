"""The frontier at five million addresses: memory, adding, re-prioritising, popping.

python -m benchmarks.frontier [--urls 5000000]
"""

from __future__ import annotations

import resource
import time

import numpy as np

from benchmarks.common import arguments, keep
from motherlode.crawl.frontier import Frontier

BATCH = 1000
HOSTS = 2000


def main() -> None:
    """Fills, re-scores, pops; keeps the figures."""
    parser = arguments(__doc__ or "", needs_data=False)
    parser.add_argument("--urls", type=int, default=5_000_000)
    options = parser.parse_args()
    count = 200_000 if options.quick else options.urls
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    frontier, random = Frontier(), np.random.default_rng(0)
    start = time.process_time()
    for first in range(0, count, BATCH):
        urls = [f"http://host{n % HOSTS}.example/section/{n % 97}/page-{n}.html" for n in range(first, first + BATCH)]
        numbers, _ = frontier.number(urls)
        frontier.push(numbers, random.random(BATCH, dtype=np.float32).tolist())
    filling = time.process_time() - start
    waiting = frontier.waiting_numbers()
    scores = random.random(len(waiting), dtype=np.float32)
    start = time.process_time()
    frontier.reprioritise(waiting, scores)
    sorting = time.process_time() - start
    start = time.process_time()
    pops = [frontier.pop() for _ in range(20_000)]
    popping = time.process_time() - start
    assert np.all(np.diff(scores[pops]) <= 1e-6), "pops come in the order of the priorities"
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    rows = [
        ["addresses", count, ""],
        ["memory of the process at its highest, MB", round(memory), "≤ 1000"],
        ["of it before the first address, MB", round(before), ""],
        ["all re-prioritised, s", round(sorting, 2), "≤ 2"],
        ["added per second", round(count / filling), ""],
        ["popped per second", round(len(pops) / popping), ""],
    ]
    remarks = ["CPU time of one core; addresses of 45 characters on 2,000 hosts."]
    title = "The frontier at five million addresses"
    keep("frontier", title, [("Figures", ["what", "measured", "goal"], rows)], remarks=remarks)


if __name__ == "__main__":
    main()
