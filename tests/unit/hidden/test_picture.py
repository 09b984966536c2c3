"""The picture of the covered ranges names days by their dates, numbers and categories by their values."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date
from pathlib import Path

import matplotlib as mpl
import pytest

from motherlode.app.hidden.ranges import _name_steps, draw, ranges_of
from motherlode.hidden.report import Report
from motherlode.hidden.verify import in_words
from motherlode.model.hidden import Axis, Certificate, Leaf, Unreachable

mpl.use("Agg")
FIRST, LAST = date(2013, 1, 1).toordinal(), date(2013, 12, 31).toordinal()


@pytest.mark.parametrize(
    ("axis", "step", "name"),
    [
        (Axis("day", "date", FIRST, LAST), FIRST + 31, "2013-02-01"),
        (Axis("use", "category", values=("industrial", "water")), 1, "water"),
        (Axis("carat", low=20, high=500, step="0.01"), 70, "0.70"),
        (Axis("at", "time", 0, 9, step="3600"), 2, "1970-01-01 02:00:00"),
    ],
)
def test_steps_are_named(axis, step, name) -> None:
    from matplotlib import pyplot as plt

    figure, plot = plt.subplots()
    plot.plot(list(axis.full), [0, 1])
    _name_steps(plot, axis)
    assert plot.xaxis.get_major_formatter()(step, 0) == name
    plt.close(figure)


def test_the_picture_of_a_date_axis_is_drawn(tmp_path: Path) -> None:
    axis = Axis("day", "date", FIRST, LAST)
    leaves = (Leaf(((FIRST, FIRST + 99),), 40), Leaf(((FIRST + 100, LAST),), 60))
    certificate = Certificate((axis,), (axis.full,), 100, leaves, 100)
    draw(Report(rows=100, certificate=certificate), tmp_path / "ranges.png")
    assert (tmp_path / "ranges.png").stat().st_size > 5000


def test_a_hole_is_told_in_the_values_of_its_column() -> None:
    axis = Axis("carat", low=20, high=500, step="0.01")
    leaves = (Leaf(((20, 69),), 40), Leaf(((71, 500),), 60))
    hole = Unreachable(((70, 70),), "more than 50 rows cannot be told apart", 1)
    certificate = Certificate((axis,), (axis.full,), 50, leaves, 100, unreachable=(hole,))
    assert in_words(certificate)[1] == "missing: 1 row in carat 0.70: more than 50 rows cannot be told apart"
    told = ranges_of({"certificate": asdict(certificate)}).ranges
    assert [(each.low, each.high) for each in told] == [("0.20", "0.69"), ("0.70", "0.70"), ("0.71", "5.00")]


def test_a_hole_of_a_certificate_that_does_not_tell_its_steps_is_told_in_steps() -> None:
    """Certificates of older versions: the 70 must not be taken for a value."""
    axis = Axis("carat", low=20, high=500)
    hole = Unreachable(((70, 75),), "nothing splits them", 1)
    certificate = Certificate((axis,), (axis.full,), 50, (Leaf(((20, 69),), 40),), 40, unreachable=(hole,))
    assert in_words(certificate)[1] == "missing: 1 row in carat 70 … 75 (steps): nothing splits them"
