"""Whether each source of a collection tells a story once."""

from __future__ import annotations

import numpy as np
import pytest

from motherlode.analyse.voices import shared_voices, told_once, voices_of

LEFT = np.arange(0, 60, 2)
RIGHT = LEFT + 1


def test_sources_that_tell_a_story_once_speak_against_one_source() -> None:
    voices = voices_of(["left", "right"] * 30, 60)
    assert told_once(voices, LEFT, RIGHT) < -2


@pytest.mark.parametrize(
    "sources",
    [["one"] * 60, ["left", "left", "right", "right"] * 15, [f"paper {i}" for i in range(60)], [""] * 60],
    ids=["one source", "each source by itself", "all different", "unknown"],
)
def test_elsewhere_sources_say_next_to_nothing(sources: list[str]) -> None:
    assert told_once(voices_of(sources, 60), LEFT, RIGHT) == pytest.approx(0.0, abs=0.05)


def test_the_share_of_one_source_counts_document_pairs() -> None:
    voices = voices_of(["a", "b", "a", ""], 5)
    share = shared_voices(voices, np.array([0, 0, 0, 0]), np.array([1, 2, 3, 4]), np.array([1.0, 1.0, 1.0, 1.0, 3.0]))
    assert share.tolist() == [0.0, 1.0, 0.0, 0.0]
