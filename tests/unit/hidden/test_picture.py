"""The picture of the covered ranges names days by their dates and categories by their values."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import matplotlib as mpl
import pytest

from motherlode.app.hidden.ranges import _name_steps, draw
from motherlode.hidden.report import Report
from motherlode.model.hidden import Axis, Certificate, Leaf

mpl.use("Agg")
FIRST, LAST = date(2013, 1, 1).toordinal(), date(2013, 12, 31).toordinal()


@pytest.mark.parametrize(
    ("axis", "step", "name"),
    [
        (Axis("day", "date", FIRST, LAST), FIRST + 31, "2013-02-01"),
        (Axis("use", "category", values=("industrial", "water")), 1, "water"),
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
