"""Where the page draws the episodes of an evolution."""

from __future__ import annotations

from motherlode.interfaces.web.modules.analysis_evolution import _places


def test_two_episodes_of_one_slice_share_no_lane_even_where_one_grew_out_of_the_other() -> None:
    episodes = [{"id": "new", "slice": 0}, {"id": "old", "slice": 0}, {"id": "next", "slice": 1}]
    passages = [
        {"source": "old", "target": "new", "weight": 0.0},
        {"source": "new", "target": "next", "weight": 0.5},
    ]
    assert _places(episodes, passages) == {"new": (0, 0), "next": (1, 0), "old": (0, 1)}
