"""What every benchmark shares: arguments, CPU time, and results kept as JSON and as a page in docs/."""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results"
PAGES = ROOT / "docs" / "benchmarks"
IMAGES = ROOT / "docs" / "images"


def arguments(description: str, *, needs_data: bool = True) -> argparse.ArgumentParser:
    """The options all benchmarks take."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--data", type=Path, required=needs_data, help="folder of the labelled data")
    parser.add_argument("--quick", action="store_true", help="a small part, to see that it runs")
    return parser


def cpu_ms(work: Callable[[], Any]) -> tuple[float, Any]:
    """CPU milliseconds of one call, and what it gave."""
    start = time.process_time()
    result = work()
    return (time.process_time() - start) * 1000, result


def median_p95(values: Sequence[float]) -> tuple[float, float]:
    """Median and 95th percentile."""
    ordered = sorted(values)
    return statistics.median(ordered), ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]


def markdown_table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A Markdown table."""
    lines = ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    lines += ["| " + " | ".join(_cell(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def _cell(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def keep(
    name: str,
    title: str,
    tables: Sequence[tuple[str, Sequence[str], Sequence[Sequence[object]]]],
    *,
    facts: dict[str, Any] | None = None,
    remarks: Sequence[str] = (),
) -> None:
    """Writes benchmarks/results/NAME.json and docs/benchmarks/NAME.md, and prints the tables.

    `tables` is a list of (heading, columns, rows).
    """
    RESULTS.mkdir(parents=True, exist_ok=True)
    PAGES.mkdir(parents=True, exist_ok=True)
    made = datetime.now(UTC).strftime("%Y-%m-%d")
    result = {
        "benchmark": name,
        "made": made,
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
        "tables": [
            {"heading": heading, "columns": list(columns), "rows": [list(row) for row in rows]}
            for heading, columns, rows in tables
        ],
        "facts": facts or {},
        "remarks": list(remarks),
    }
    (RESULTS / f"{name}.json").write_text(json.dumps(result, indent=1, ensure_ascii=False, default=str) + "\n")
    parts = [f"# {title}", "", f"Made on {made} with `make bench NAME={name}`.", ""]
    for heading, columns, rows in tables:
        parts += [f"## {heading}", "", markdown_table(columns, rows), ""]
    parts += [f"- {remark}" for remark in remarks]
    text = "\n".join(parts).rstrip() + "\n"
    (PAGES / f"{name}.md").write_text(text)
    sys.stdout.write(text)


def picture(name: str, title: str, curves: Sequence[tuple[str, Sequence[float], Sequence[float]]], unit: str) -> str:
    """Draws curves over minutes as docs/images/NAME.png; gives the Markdown that shows them on a page of docs/."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 3.2), layout="constrained")
    for label, seconds, values in curves:
        axes.plot([second / 60 for second in seconds], values, label=label, linewidth=1)
    axes.set(title=title, xlabel="minutes", ylabel=unit)
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    if len(curves) > 1:
        axes.legend()
    IMAGES.mkdir(parents=True, exist_ok=True)
    figure.savefig(IMAGES / f"{name}.png", dpi=80)
    plt.close(figure)
    return f"![{title}](../images/{name}.png)"
