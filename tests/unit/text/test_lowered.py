"""Lower case: the native extension and Python agree on every letter."""

from __future__ import annotations

import sys

from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.text.words import lowered


def test_every_character_has_the_lower_case_that_python_gives_it() -> None:
    for number in range(sys.maxunicode + 1):
        text = f"é{chr(number)}Z"
        assert lowered(text) == text.lower(), hex(number)


@settings(deadline=None)
@given(st.text(st.characters(max_codepoint=0x24F) | st.sampled_from("AZazΣσςİıKẞ三ꭰ\U00010400\ud800"), max_size=100))
def test_texts_of_any_width_are_as_python_makes_them(text: str) -> None:
    found = lowered(text)
    assert found == text.lower()
    assert sys.getsizeof(found) == sys.getsizeof(text.lower())  # as wide as its letters need, not as those before
