"""Names of months in many languages, whole and short, with and without accents, from the tables of languages."""

from __future__ import annotations

import unicodedata

from motherlode.lang import section, table


def key_of(name: str) -> str:
    """A name as the table has it, whatever its case: 'NİSAN', 'KASIM' and 'ſept' too."""
    return name.casefold().replace("\u0307", "").replace("ı", "i")


def _plain(name: str) -> str:
    """A name of Latin or Greek letters without accents, as in capitals and on old pages."""
    parts = unicodedata.normalize("NFD", name)
    latin_or_greek = all(ord(letter) < 0x400 for letter in parts)
    return "".join(part for part in parts if not unicodedata.combining(part)) if latin_or_greek else name


NUMBERS: dict[str, int] = {}
"""Keys of names → the month."""

_NAMES: dict[str, None] = {}
_ONLY_HERE: dict[str, dict[str, int]] = {}
"""By language, names that mean another month elsewhere: listopad is November in Polish and October in Croatian."""

for _code, _table in section("dates").items():
    for _row in _table["months"]:
        for _number, _name in enumerate(_row, 1):
            for _form in (_name, _plain(_name)):
                if _name in _table.get("only_here", ()):
                    _ONLY_HERE.setdefault(_code, {})[key_of(_form)] = _number
                else:
                    NUMBERS.setdefault(key_of(_form), _number)
                _NAMES[_form] = None

MONTHS: dict[str, int] = {name: NUMBERS[key_of(name)] for name in _NAMES if key_of(name) in NUMBERS}
"""Names in lower case → the month."""


def month_of(name: str, language: str) -> int | None:
    """The number of a month; None for what is no name of one."""
    key = key_of(name)
    return _ONLY_HERE.get(language[:2], {}).get(key) or NUMBERS.get(key)


def named(*codes: str, short: bool = True) -> dict[str, int]:
    """The names that some languages have, in lower case → the month; without short ones if these say too little."""
    rows = [row for code in codes for row in table(code)["dates"]["months"][: None if short else 1]]
    return {form: number for row in rows for number, name in enumerate(row, 1) for form in (name, _plain(name))}
