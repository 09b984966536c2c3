"""Records on result pages nobody wrote a selector for (E1–E6, E10, U2, U4, U8).

Stage 5 of 8. Takes: the tree of a page (and trees of other pages of its source). Gives: regions, best first.
"""

from motherlode.extract.regions.extraction import extract
from motherlode.extract.regions.params import RecordParams

__all__ = ["RecordParams", "extract"]
