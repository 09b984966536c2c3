"""Two runs side by side: what was asked of them, what they came to, how they went."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nicegui import ui

from motherlode.api.serving import OpenProject, Run
from motherlode.interfaces.web import charts, frame, tables
from motherlode.interfaces.web.words import t

CHARTS = (
    ("Pages a second", "pages_per_s"),
    ("Harvest rate", "harvest"),
    ("Threshold", "threshold"),
    ("Kept", "kept"),
)


def compared(project: OpenProject, left: Run, right: Run) -> None:
    """Options and figures in one table, what differs first; each chart with both lines."""
    ui.link(f"← {t('All runs')}", frame.address(project.folder.name, "run"))
    frame.title(t("Run {n} and run {m}").format(n=left.id, m=right.id))
    rows = []
    for number, (name, one, other) in enumerate(
        [(t("Kind"), left.kind, right.kind), (t("State"), t(left.state), t(right.state)), *_pairs(left, right)]
    ):
        shown = [frame.short(one), frame.short(other)]
        rows.append(
            {"at": number, "name": name, "left": shown[0], "right": shown[1], "same": shown[0] == shown[1],
             "change": _change(one, other)}
        )  # fmt: skip
    rows.sort(key=lambda row: bool(row["same"]))
    named = (("name", "Figure"), ("left", f"#{left.id}"), ("right", f"#{right.id}"), ("change", "Change"))
    tables.table(rows, named, key="at", mark="compared", size=50)
    for title, name in CHARTS:
        _chart(title, name, left, right)


def _pairs(left: Run, right: Run) -> list[tuple[str, Any, Any]]:
    """Figures of both by name: the options, then what the reports say, then what was shown last."""
    found: dict[str, tuple[Any, Any]] = {}
    for one, other in (
        (left.options, right.options), (left.report, right.report),
        (left.progress.get("facts", {}), right.progress.get("facts", {})),
    ):  # fmt: skip
        first, second = _flat(one), _flat(other)
        for name in [*first, *(name for name in second if name not in first)]:
            found.setdefault(name, (first.get(name), second.get(name)))
    told = {name.partition(": ")[0] for name in found if ": " in name}  # by reason, so that the sum need not be said
    return [(name, *both) for name, both in found.items() if name not in told]


def _flat(values: Mapping[str, Any]) -> dict[str, Any]:
    """Names in words; one level of tables is counted out by name: `dropped: unrelated`."""
    found: dict[str, Any] = {}
    for name, value in values.items():
        words = t("estimate" if name == "left" else name).replace("_", " ")
        if isinstance(value, Mapping):
            found |= {f"{words}: {t(inner)}": each for inner, each in value.items()}
        else:
            found[words] = value
    return found


def _change(one: Any, other: Any) -> str:
    try:
        before, after = float(one), float(other)
    except (TypeError, ValueError):
        return ""
    if before == after:
        return ""
    share = f" ({(after - before) / before:+.0%})" if before else ""
    return f"{after - before:+,.10g}{share}"


def _chart(title: str, name: str, left: Run, right: Run) -> None:
    lines: list[dict[str, Any]] = [
        {"name": f"#{run.id}", "type": "line", "showSymbol": False,
         "data": [[p["seconds"], p[name]] for p in run.progress.get("history", []) if name in p]}
        for run in (left, right)
    ]  # fmt: skip
    if not any(len(each["data"]) > 1 for each in lines):
        return
    options = {
        "color": list(charts.COLOURS),
        "legend": {"textStyle": {"color": charts.INK}, "top": 0},
        "grid": {"left": 8, "right": 20, "top": 34, "bottom": 8, "containLabel": True},
        "xAxis": charts.axis("value", label={"formatter": "{value} s"}),
        "yAxis": charts.axis("value", scale=True),
        "series": lines,
        "tooltip": {"trigger": "axis", "confine": True},
        "animation": False,
    }
    with frame.card(t(title)):
        ui.echart(options).classes("w-full").style("height: 220px")
