"""The information network at size: bulk inserts a second, and a three-step path query (U9)."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.common import arguments, keep
from motherlode.model.network import Edge, Facts, ObjectRef, RelationKind
from motherlode.network.gather import Gather
from motherlode.network.language import parse
from motherlode.network.query import run
from motherlode.network.store import NetworkStore
from motherlode.sql.engine import connect

ROLES = ("Professors", "Associate Professors", "Assistant Professors", "Lecturers")


def batches(universities: int) -> Iterator[Facts]:
    """1,110 objects and about 3,300 relationships a university."""
    for u in range(universities):
        gather = Gather()
        university = ObjectRef((("University", f"University {u}"),))
        everybody = []
        for c in range(10):
            college = gather.contain(university, "College", f"College {c}", "colleges")
            for d in range(10):
                department = gather.contain(college, "Department", f"Department {d}", "departments")
                for p in range(10):
                    edge = gather.play(department, "Faculty", ROLES[p % 4], f"Person {p} of {d} in {c}")
                    everybody.append(edge.object)
        for at, one in enumerate(everybody):
            for step in (1, 7):
                other = everybody[(at + step) % len(everybody)]
                gather.add_edge(Edge(RelationKind.NORMAL, "works with", one, other))
        yield gather.facts()


def main() -> None:
    """Builds, inserts, asks."""
    options = arguments(__doc__ or "", needs_data=False).parse_args()
    universities = 30 if options.quick else 900
    with tempfile.TemporaryDirectory() as folder:
        network = NetworkStore(connect(Path(folder) / "network.sqlite"))
        spent = 0.0
        for facts in batches(universities):
            start = time.process_time()
            network.insert(facts)
            spent += time.process_time() - start
        counts = network.counts()
        offered = counts["objects"] + counts["relations"]
        text = (
            f'QUERY University "University {universities // 2}" /contain College ?c '
            '/contain Department "Department 3" '
            "/Faculty Professors ?p CONSTRUCT { college: ?c.name, person: ?p.name }"
        )
        query = parse(text)[0]
        times = []
        for _ in range(20):
            start = time.perf_counter()
            answer = run(network.engine, query)  # type: ignore[arg-type]
            times.append((time.perf_counter() - start) * 1000)
        size = sum(f.stat().st_size for f in Path(folder).iterdir()) / 1e6
    median = sorted(times)[10]
    row = (counts["objects"], counts["relations"], round(offered / spent), round(size), median, len(answer.rows))
    keep(
        "network",
        "The information network at size",
        [
            (
                "SQLite, one process",
                (
                    "objects",
                    "relations",
                    "facts inserted per CPU-second",
                    "file MB",
                    "three-step query ms (median of 20)",
                    "rows",
                ),
                [row],
            )
        ],
        remarks=["Goals: at least 20,000 facts a second in bulk, the query below 100 ms."],
    )


if __name__ == "__main__":
    main()
