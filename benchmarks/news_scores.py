"""How titles and authors are compared."""

from __future__ import annotations

import re
import unicodedata


def fold(text: str) -> str:
    """Case and punctuation folded."""
    return re.sub(r"\W+", " ", unicodedata.normalize("NFKC", text or "").lower()).strip()


def author_f1(predicted: str, gold: str) -> float:
    """F1 of the name tokens."""
    drop = {"by", "and", "von", "par"}
    a, b = set(fold(predicted).split()) - drop, set(fold(gold).split()) - drop
    return 2 * len(a & b) / (len(a) + len(b)) if a and b else 0.0
