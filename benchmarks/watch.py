"""Watching on thirty simulated days of the moving web: how late, against which rules, what of the changes, and kills.

    make bench NAME=watch                                  # everything, some minutes of CPU time
    make bench NAME=watch BENCH_ARGS="--parts rules"       # rules | engine | kills

rules    the choice of the next visit against fixed intervals, Nutch's rule and feeds alone, at the same requests
engine   the whole of `motherlode watch`: pages fetched, read, judged, compared, told, on a simulated clock
kills    a watching process killed twenty times, with a webhook on loopback that counts
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.common import RESULTS, arguments, keep
from benchmarks.watch_engine import run, summary
from benchmarks.watch_kills import kill_often
from benchmarks.watch_simulation import Lists, Seen, rules, simulate
from motherlode.watch.params import WatchParams

SEEN, LEFT_OUT = (0,), (21, 22)
"""Webs on which the constants were chosen, and webs that had no part in that."""

ARTICLES, PER_HOUR, ENGINE_PER_HOUR, KILLS = 1000, 20.0, 15.0, 20
RULE_COLUMNS = (
    "web", "rule", "mean delay h", "median h", "within an hour", "never seen", "changes seen", "change delay h",
    "requests", "closest s",
)  # fmt: skip

IN_THE_PROGRAM = ("ours", "fixed intervals", "fixed intervals, lists first", "Nutch's rule")
"""Rules that the whole program is run with."""

Table = tuple[str, tuple[str, ...], list[list[object]]]


def rules_part(quick: bool) -> list[Table]:
    """Every rule on every web."""
    rows: list[list[object]] = []
    sums: dict[str, dict[str, list[Seen]]] = {"seen": {}, "left out": {}}
    for group, seeds in (("seen", SEEN), ("left out", LEFT_OUT[:1] if quick else LEFT_OUT)):
        for seed in seeds:
            lists = Lists(seed, ARTICLES)
            for name, (rule, everything) in rules().items():
                made = simulate(lists, rule, WatchParams(per_hour=PER_HOUR), everything=everything)
                sums[group].setdefault(name, []).append(made)
                sys.stderr.write(f"{seed} {name} {made.mean:.3f}\n")
        rows += [[group, name, *_figures(found)] for name, found in sums[group].items()]
    return [("Rules at the same requests, list by list", RULE_COLUMNS, rows)]


def _figures(found: list[Seen]) -> list[object]:
    delays = [delay for each in found for delay in each.delays]
    late = [delay for each in found for delay in each.change_delays]
    return [
        round(statistics.fmean(delays), 3), round(statistics.median(delays), 3),
        round(sum(delay <= 1 for delay in delays) / len(delays), 4), sum(each.unseen for each in found),
        f"{sum(each.changes_seen for each in found)} of {sum(each.changes for each in found)}",
        round(statistics.fmean(late), 2) if late else "–", sum(each.requests for each in found),
        round(min(each.closest for each in found), 1),
    ]  # fmt: skip


def engine_part(quick: bool) -> list[Table]:
    """The whole program on a web that was left out, with our choice of the next visit and with the rivals'."""
    told: dict[str, dict[str, object]] = {}
    hours = {"first_day": 12.0, "hours": 48.0} if quick else {}
    for name in IN_THE_PROGRAM:
        rule, _ = rules()[name]
        with tempfile.TemporaryDirectory() as folder:
            made = run(Path(folder), LEFT_OUT[0], articles=ARTICLES, per_hour=ENGINE_PER_HOUR, rule=rule, **hours)
        told[name] = summary(made)
        sys.stderr.write("\n".join((name, json.dumps(told[name]), *made.wrong)) + "\n")
    rows: list[list[object]] = [[figure, *(each[figure] for each in told.values())] for figure in told["ours"]]
    return [("The whole program", ("figure", *told), rows)]


def kills_part(quick: bool) -> list[Table]:
    """Kills at random moments."""
    with tempfile.TemporaryDirectory() as folder:
        made = kill_often(Path(folder), 3 if quick else KILLS)
    columns = ("kills", "changes", "notifications", "posts to the webhook", "lost", "doubled")
    row: list[object] = [made.kills, len(made.wanted), len(made.outbox), made.sent, made.lost, made.doubled]
    return [("Kills of the process", columns, [row])]


PARTS = {"rules": rules_part, "engine": engine_part, "kills": kills_part}


def main() -> None:
    """Keeps the tables."""
    parser = arguments(__doc__ or "", needs_data=False)
    parser.add_argument("--parts", default=",".join(PARTS), help="which parts to run; the others stay as they were")
    given = parser.parse_args()
    wanted = given.parts.split(",")
    tables: list[Any] = []
    for name, part in PARTS.items():
        file = RESULTS / f"watch-{name}.json"
        if name in wanted:
            file.write_text(json.dumps(part(given.quick), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        if file.is_file():
            tables += json.loads(file.read_text(encoding="utf-8"))
    keep("watch", "Watching the moving web", tables, remarks=REMARKS)


REMARKS = (
    f"Thirty simulated days, {ARTICLES} articles on six sites over eighty days; {PER_HOUR:g} requests an hour,",
    f"of the whole program {ENGINE_PER_HOUR:g}.",
    "Delay: from publication to the fetch of an article of the main story; one never seen counts until the end.",
    "The last day is left out, since what happens there may still be seen.",
    "All rules take up new addresses by our chance of being on the topic, except those marked 'everything'.",
    "'Ours by number' counts expected items instead of hours of waiting.",
    "The constants (patience, half_life, the weights of kinds and hosts) were chosen on web 0, change_value and what",
    "lists know of each other on webs 0 and 1.",
    "Changes told and right: edits, corrections, moved and vanished articles, of those that were held.",
    "The judge of relevance begins with twelve example pages of another web; early articles are found late.",
)


if __name__ == "__main__":
    main()
