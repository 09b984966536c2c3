"""Pictures of the application layer: the evolution graph, hot topics, trust and currency, as SVG or PNG."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from motherlode.errors import UsageError
from motherlode.extras import need
from motherlode.model.documents import Assessment, Evolution, HotTopic

COLOURS = {"continue": "#4c72b0", "split": "#dd8452", "merge": "#55a868"}
MOST_EPISODES = 120
"""More episodes than this cannot be read in one picture; the largest are drawn."""


def _figure(file: Path, width: float, height: float) -> tuple[Any, Any]:
    if file.suffix.lower() not in {".svg", ".png", ".pdf"}:
        raise UsageError(f"--plot {file}: the name must end in .svg, .png or .pdf")
    need("plot")
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    mpl.rcParams["font.sans-serif"] = ["Noto Sans CJK SC", "WenQuanYi Zen Hei", "SimHei", "DejaVu Sans"]
    mpl.rcParams["svg.fonttype"] = "none"
    return plt.subplots(figsize=(width, height), layout="constrained")


def _save(figure: Any, file: Path) -> None:
    import logging
    import warnings

    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
    file.parent.mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph")
        figure.savefig(file, dpi=130)
    from matplotlib import pyplot as plt

    plt.close(figure)


def draw_evolution(evolution: Evolution, file: Path) -> None:
    """Episodes by time slice from left to right, passages as lines coloured by their kind."""
    largest = sorted(evolution.episodes, key=lambda e: -len(e.documents))[:MOST_EPISODES]
    shown = sorted(largest, key=lambda e: (e.slice, e.id))
    lanes: dict[str, int] = {}
    rows: dict[int, set[int]] = defaultdict(set)
    before = {p.target: p.source for p in sorted(evolution.passages, key=lambda p: p.weight)}
    for episode in shown:
        lane = lanes.get(before.get(episode.id, ""), 0)
        while lane in rows[episode.slice]:
            lane += 1
        rows[episode.slice].add(lane)
        lanes[episode.id] = lane
    figure, axes = _figure(file, 16, max(4.0, 0.9 * (max(lanes.values(), default=0) + 2)))
    place = {e.id: (e.start, lanes[e.id]) for e in shown}
    for passage in evolution.passages:
        if passage.source in place and passage.target in place:
            (x1, y1), (x2, y2) = place[passage.source], place[passage.target]
            axes.plot([x1, x2], [y1, y2], color=COLOURS[passage.kind], linewidth=1 + 3 * passage.weight, zorder=1)
    for episode in shown:
        x, y = place[episode.id]
        axes.scatter([x], [y], s=30 + 15 * len(episode.documents), color="#333333", zorder=2)
        axes.annotate(episode.title[:34], (x, y), xytext=(4, 7), textcoords="offset points", fontsize=7)
    for kind, colour in COLOURS.items():
        axes.plot([], [], color=colour, label=kind)
    axes.legend(loc="upper right", fontsize=8)
    axes.set_yticks([])
    axes.set_title("Evolution")
    figure.autofmt_xdate()
    _save(figure, file)


def draw_hot(topics: Sequence[HotTopic], file: Path) -> None:
    """Topics by their score, the hot ones in colour."""
    shown = list(topics[:20])[::-1]
    figure, axes = _figure(file, 10, 1.5 + 0.35 * len(shown))
    axes.barh(
        [f"{t.title[:60]}" for t in shown],
        [t.score for t in shown],
        color=["#c44e52" if t.hot else "#aaa" for t in shown],
    )
    axes.set_xlabel("H = z · ln(1 + sources) · N")
    _save(figure, file)


def draw_degrees(found: Sequence[Assessment], name: str, file: Path) -> None:
    """How the degrees are spread, unknown ones beside them."""
    known = [a.value for a in found if a.value is not None]
    figure, axes = _figure(file, 8, 4)
    axes.hist(known, bins=20, range=(0, 1), color="#4c72b0")
    axes.set_xlabel(f"degree of {name}")
    axes.set_ylabel("documents")
    axes.set_title(f"{len(known)} documents, {len(found) - len(known)} unknown")
    _save(figure, file)
