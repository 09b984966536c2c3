"""Records on result pages nobody wrote a selector for (E1–E6, E10, U2, U4, U8).

Stage 5 of 8. Takes: the tree of a page (and trees of other pages of its source). Gives: regions, best first.
"""

from motherlode.extract.records.counts import counted, next_page
from motherlode.extract.records.extraction import extract, why_none
from motherlode.extract.records.params import RecordParams
from motherlode.extract.records.wrapper import apply, learn, verify

__all__ = ["RecordParams", "apply", "counted", "extract", "learn", "next_page", "verify", "why_none"]
