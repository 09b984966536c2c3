"""The land registry: its table, its search forms and result lists in three templates, and its description.

The table has signed deals of 1989–2016 with growth, seasons, quiet weekends and month-end peaks (H, figure 2).
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from html import escape
from importlib.resources import files
from urllib.parse import urlencode

import numpy as np
from numpy.typing import NDArray

PAPER_ROWS = 1_578_826
"""Rows of the paper's table."""

FIRST_DAY = date(1989, 1, 1)
LAST_DAY = date(2016, 12, 31)

PROVINCES = (
    "Anhui", "Beijing", "Chongqing", "Fujian", "Gansu", "Guangdong", "Guangxi", "Guizhou", "Hainan", "Hebei",
    "Heilongjiang", "Henan", "Hubei", "Hunan", "Inner Mongolia", "Jiangsu", "Jiangxi", "Jilin", "Liaoning",
    "Ningxia", "Qinghai", "Shaanxi", "Shandong", "Shanghai", "Shanxi", "Sichuan", "Tianjin", "Tibet", "Xinjiang",
    "Yunnan", "Zhejiang",
)  # fmt: skip
USES = ("residential", "industrial", "commercial", "public", "transport", "water", "special", "mixed")

_GROWTH = {1989: 0.4, 1995: 2.0, 2000: 7.0, 2005: 28.0, 2009: 62.0, 2013: 100.0, 2015: 82.0, 2017: 70.0}
_MONTHS = (0.92, 0.62, 0.95, 0.96, 1.0, 1.08, 0.95, 0.94, 1.08, 0.92, 1.12, 1.45)
_WEEKDAYS = (0.97, 1.05, 1.03, 1.04, 1.0, 0.11, 0.06)
_DAILY_NOISE, _WEEKLY_NOISE, _WEEKLY_MEMORY = 0.25, 0.10, 0.8
_BURST_SHARE = 0.012


@dataclass(frozen=True, slots=True)
class LandTable:
    """The rows as columns; days count from FIRST_DAY, rows stand in the order of their insertion."""

    days: NDArray[np.int32]
    provinces: NDArray[np.int8]
    uses: NDArray[np.int8]
    areas: NDArray[np.int32]
    prices: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.days)


def deals_per_day(rows: int = PAPER_ROWS, seed: int = 0) -> NDArray[np.int64]:
    """How many deals were signed on each day; the sum is `rows`."""
    rng = np.random.default_rng([seed, 1])
    days = [FIRST_DAY + timedelta(days=i) for i in range((LAST_DAY - FIRST_DAY).days + 1)]
    years = np.array([d.year + (d.timetuple().tm_yday - 1) / 365.25 for d in days])
    rate = np.exp(np.interp(years, list(_GROWTH), np.log(list(_GROWTH.values()))))
    rate *= np.array([_MONTHS[d.month - 1] * _WEEKDAYS[d.weekday()] * _calendar_peak(d) for d in days])
    rate *= np.array([_holiday(d) for d in days])
    weeks = np.arange(len(days)) // 7
    drift = np.zeros(weeks[-1] + 1)
    steps = rng.normal(0.0, _WEEKLY_NOISE * np.sqrt(1 - _WEEKLY_MEMORY**2), len(drift))
    for week in range(1, len(drift)):
        drift[week] = _WEEKLY_MEMORY * drift[week - 1] + steps[week]
    rate *= np.exp(drift[weeks] + rng.normal(0.0, _DAILY_NOISE, len(days)))
    bursts = rng.random(len(days)) < _BURST_SHARE
    rate[bursts] *= rng.uniform(2.0, 4.0, int(bursts.sum()))
    return rng.multinomial(rows, rate / rate.sum()).astype(np.int64)


def land_table(rows: int = PAPER_ROWS, seed: int = 0) -> LandTable:
    """The whole table in insertion order: a deal enters the registry some weeks after its signing."""
    rng = np.random.default_rng([seed, 2])
    counts = deals_per_day(rows, seed)
    days = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
    entered = days + rng.gamma(1.5, 15.0, rows)
    days = days[np.argsort(entered, kind="stable")]
    weights = 1.0 / (1.0 + np.arange(len(PROVINCES))) ** 0.6
    provinces = rng.choice(len(PROVINCES), rows, p=rng.permutation(weights) / weights.sum()).astype(np.int8)
    uses = rng.choice(len(USES), rows, p=np.array([34, 25, 16, 10, 7, 4, 1, 3]) / 100).astype(np.int8)
    areas = np.clip(np.exp(rng.normal(8.8, 1.4, rows)), 10, 5_000_000).astype(np.int32)
    prices = np.clip(areas / 10_000 * np.exp(rng.normal(5.5, 1.2, rows)), 1, 2_000_000).astype(np.int32)
    return LandTable(days, provinces, uses, areas, prices)


def _calendar_peak(day: date) -> float:
    left = monthrange(day.year, day.month)[1] - day.day
    peak = 1.9 if left == 0 else 1.4 if left <= 2 else 1.0
    if day.month == 12 and day.day > 20:
        peak *= 1.0 + (day.day - 20) / 11
    return peak


def _holiday(day: date) -> float:
    if (day.month == 10 and day.day <= 7) or (day.month == 5 and day.day <= 3) or (day.month == 1 and day.day <= 2):
        return 0.12
    new_year = date(day.year, 1, 22) + timedelta(days=(day.year * 19) % 30)  # moves like the Spring Festival
    return 0.06 if 0 <= (day - new_year).days < 8 else 1.0


def description(url: str) -> str:
    """The description of the registry whose API is at `url`."""
    return files("motherlode.interfaces.demo").joinpath("registry.toml").read_text("utf-8").format(url=url)


def form_page(post: bool, token: str, cap: int, *, hide_last: bool = False) -> str:
    """The search form: by GET, or by POST with a hidden token that belongs to the session."""
    method, action = ("post", "/post") if post else ("get", "/search")
    hidden = f'<input type="hidden" name="token" value="{token}">' if post else ""
    provinces = "".join(f'<option value="{name}">{name}</option>' for name in PROVINCES[: len(PROVINCES) - hide_last])
    uses = "".join(f'<option value="{name}">{name}</option>' for name in USES)
    return f"""<!DOCTYPE html><html lang="en"><head><title>Land registry</title></head><body>
<h1>Land registry</h1><p>Search signed deals. At most {cap} results are shown for a search.</p>
<form method="{method}" action="{action}">{hidden}
<label>Signed from <input type="date" name="from" min="1989-01-01" max="2016-12-31"></label>
<label>to <input type="date" name="to" min="1989-01-01" max="2016-12-31"></label>
<label>Province <select name="province"><option value="">any</option>{provinces}</select></label>
<label>Use <select name="use"><option value="">any</option>{uses}</select></label>
<label>Area from <input type="number" name="area_min" min="10" max="5000000"></label>
<label>to <input type="number" name="area_max" min="10" max="5000000"></label>
<button type="submit">Search</button></form></body></html>"""  # noqa: S608 - a page, no SQL


def result_page(
    items: Sequence[Mapping[str, object]],
    count: str | None,
    over: bool,
    cap: int,
    page: int,
    more: bool,
    fields: Mapping[str, str],
    template: int,
) -> str:
    """One page of results: a table, a list of cards, or nested blocks."""
    head = f'<p class="count">{count} results</p>' if count is not None else ""
    if over:
        head += f'<p class="notice">Too many results: only the first {cap} are shown. Please narrow your search.</p>'
    rows = "".join((_table_row, _card, _block)[template](item) for item in items)
    body = (
        f'<table class="results"><thead><tr><th>No.</th><th>Signed</th><th>Province</th><th>Use</th>'
        f"<th>Area m²</th><th>Price</th></tr></thead><tbody>{rows}</tbody></table>"
        if template == 0
        else f'<ul class="results">{rows}</ul>'
        if template == 1
        else f'<div class="results">{rows}</div>'
    )
    following = ""
    if more:
        query = escape(urlencode({**fields, "page": str(page + 1)}))
        following = f'<a class="next" rel="next" href="?{query}">next page</a>'
    return (
        f'<!DOCTYPE html><html lang="en"><head><title>Results</title></head><body><header><a href="/">Land registry'
        f"</a></header><main>{head}{body}</main><nav>{following}</nav><footer>Land registry of the sample web"
        "</footer></body></html>"
    )


def _text(value: object) -> str:
    return "" if value is None else escape(str(value))


def _table_row(item: Mapping[str, object]) -> str:
    cells = "".join(
        f'<td class="{name}">{_text(item[name])}</td>' for name in ("id", "date", "province", "use", "area", "price")
    )
    return f'<tr class="deal">{cells}</tr>'


def _card(item: Mapping[str, object]) -> str:
    return (
        f'<li class="deal"><h3 class="id">{_text(item["id"])}</h3><p>Signed <time class="date">{_text(item["date"])}'
        f'</time> in <b class="province">{_text(item["province"])}</b></p><p><span class="use">{_text(item["use"])}'
        f'</span>, <span class="area">{_text(item["area"])}</span> m², <span class="price">{_text(item["price"])}'
        "</span></p></li>"
    )


def _block(item: Mapping[str, object]) -> str:
    return (
        f'<div class="deal"><div class="row"><span class="label">No.</span> <span class="id">{_text(item["id"])}</span>'
        f'</div><div class="row"><span class="label">Signed</span> <span class="date">{_text(item["date"])}</span></div>'
        f'<div class="row"><span class="province">{_text(item["province"])}</span> <span class="use">'
        f'{_text(item["use"])}</span></div><div class="row"><span class="area">{_text(item["area"])}</span> '
        f'<span class="price">{_text(item["price"])}</span></div></div>'
    )
