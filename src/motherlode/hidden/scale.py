"""Values of an attribute as whole steps and back: numbers of any step, days, moments below a day."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal, InvalidOperation
from typing import Any

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|[-+]?\.\d+")
MOST_DIGITS = 12
"""Decimals that a step may have: beyond them a binary fraction is noise."""


def decimal_of(value: Any) -> Decimal:
    """A number as it was written; thousands separators, currency signs and units beside it are passed over.

    >>> decimal_of("€ 1,234.50")
    Decimal('1234.50')
    """
    if isinstance(value, bool):
        raise ValueError(f"{value} is no number")  # noqa: TRY004 - callers ask whether a text is a number
    if isinstance(value, (int, Decimal)):
        return Decimal(value)
    text = repr(value) if isinstance(value, float) else str(value).replace(",", "").replace("\u00a0", "").strip()
    try:
        made = Decimal(text)
    except InvalidOperation:
        found = _NUMBER.findall(text.replace(" ", ""))
        if len(found) != 1:
            raise ValueError(f"{value!r} is no number") from None
        made = Decimal(found[0])
    if not made.is_finite():
        raise ValueError(f"{value!r} is no number")
    return made


def decimals_of(value: Any) -> int:
    """How many decimals a number needs.

    >>> decimals_of("2.50"), decimals_of(7)
    (1, 0)
    """
    if isinstance(value, int):
        return 0
    exponent = decimal_of(value).normalize().as_tuple().exponent
    return min(MOST_DIGITS, max(0, -int(exponent)))


def number_at(value: Any, step: Decimal) -> int:
    """The step nearest to a number."""
    if step == 1 and type(value) is int:
        return value
    return int((decimal_of(value) / step).to_integral_value())


def number_text(steps: Decimal, step: Decimal) -> str:
    """A number of steps as a site wants it: plain digits, no exponent.

    >>> number_text(Decimal(25), Decimal("0.1"))
    '2.5'
    """
    made = (steps * step).normalize()
    return f"{made:f}"


def day_at(value: object, pattern: str) -> int:
    """The proleptic number of a day."""
    if isinstance(value, datetime):
        return value.date().toordinal()
    if isinstance(value, date):
        return value.toordinal()
    text = str(value).strip()
    try:
        return date.fromisoformat(text[:10]).toordinal()
    except ValueError:
        return datetime.strptime(text, pattern).date().toordinal()  # noqa: DTZ007 - a day has no zone


def moment_at(value: object, pattern: str, step: Decimal) -> int:
    """The step since 1970 in which a moment lies; numbers are seconds, or milliseconds where they are that large."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        seconds = Decimal(str(value)) / (1000 if abs(value) > 1e11 else 1)
        return int((seconds / step).to_integral_value("ROUND_FLOOR"))
    made = value if isinstance(value, datetime) else _parsed(str(value).strip(), pattern)
    made = made if made.tzinfo else made.replace(tzinfo=UTC)
    micro = (made - _EPOCH) // timedelta(microseconds=1)
    return int((Decimal(micro) / 1_000_000 / step).to_integral_value("ROUND_FLOOR"))


def _parsed(text: str, pattern: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return datetime.strptime(text, pattern)  # noqa: DTZ007 - a moment without a zone is taken as UTC


def moment_text(steps: int, pattern: str, step: Decimal) -> str:
    """A moment as a site wants it; the pattern "epoch" gives seconds, "epoch_ms" milliseconds."""
    seconds = Decimal(steps) * step
    if pattern == "epoch":
        return number_text(seconds, Decimal(1))
    if pattern == "epoch_ms":
        return number_text(seconds * 1000, Decimal(1))
    made = _EPOCH + timedelta(microseconds=int(seconds * 1_000_000))
    return made.strftime(pattern)
