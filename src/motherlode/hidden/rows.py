"""The rows of a described site: their names, their coordinates, and what they show that no description says."""

from __future__ import annotations

import hashlib
import json
from collections import Counter

import numpy as np

from motherlode.errors import DescriptionMismatch
from motherlode.hidden.description import Attribute, Description
from motherlode.hidden.facts import Facts
from motherlode.hidden.reading import Row, at_path
from motherlode.hidden.scale import decimal_of, decimals_of
from motherlode.model.hidden import NULL, Axis, Points


class SiteRows:
    """Rows as names and points on the axes; a value that the axes cannot hold is a surprise, and remembered."""

    def __init__(self, site: Description) -> None:
        self.site = site
        self.facts = Facts()
        self.surprise = ""
        self.unlisted: dict[str, Counter[str]] = {attribute.name: Counter() for attribute in site.attributes}
        self.attributes: tuple[Attribute, ...] = site.attributes
        self.axes: tuple[Axis, ...] = site.axes

    def learn(self) -> None:
        """Makes attributes and axes anew by what the facts say now."""
        self.attributes = tuple(self.facts.learned(attribute) for attribute in self.site.attributes)
        self.axes = tuple(attribute.axis() for attribute in self.attributes)
        self.surprise = ""

    def name_of(self, row: Row) -> str:
        """The name of a row: its id field, or a digest of all its values; both where ids do not tell rows apart."""
        given = at_path(row, self.site.results.id) if self.site.results.id else None
        if given in (None, "") or "\0" in str(given):  # a database keeps no such character
            return digest(row)
        return str(given) if self.facts.keyed else f"{given}~{digest(row)[:8]}"

    def names(self, rows: list[Row]) -> list[str]:
        """The names of an answer's rows; equal rows without an id are counted: the second is named …~2."""
        made: list[str] = []
        met: Counter[str] = Counter()
        for row in rows:
            name = self.name_of(row)
            met[name] += 1
            has_id = self.site.results.id and at_path(row, self.site.results.id) not in (None, "")
            if met[name] > 1 and not has_id:
                self.facts.copies += 1
                name = f"{name}~{met[name]}"
            made.append(name)
        return made

    def field_of(self, attribute: Attribute) -> str:
        """The field of a row in which an attribute's value stands: as described, or as the probe found it."""
        return attribute.field or self.facts.fields.get(attribute.name, attribute.name)

    def points(self, rows: list[Row]) -> Points:
        """The rows as coordinates; NULL where a value is missing. Values that the axes cannot hold are remembered."""
        made = np.full((len(rows), len(self.axes)), NULL, dtype=np.int64)
        for axis, attribute in enumerate(self.attributes):
            name = self.field_of(attribute)
            for number, row in enumerate(rows):
                value = row[name] if name in row else at_path(row, name)
                if isinstance(value, list):
                    value = value[0] if len(value) == 1 else None
                try:
                    place = attribute.at(value)
                except (ValueError, TypeError, OverflowError, ArithmeticError) as error:
                    raise DescriptionMismatch(
                        f"the value {value!r} in field '{name}' is no {attribute.kind};"
                        f" check field and format of attribute '{attribute.name}'"
                    ) from error
                if place == NULL and value not in (None, "") and attribute.kind == "category":
                    self._not_listed(attribute, str(value).strip())
                elif attribute.kind == "number" and type(value) is not int and place != NULL:
                    self._finer(attribute, value, place)
                made[number, axis] = place
            self._beyond(axis, attribute, made[:, axis])
        return made

    def _not_listed(self, attribute: Attribute, value: str) -> None:
        if value and value not in self.facts.refused.get(attribute.name, ()):
            self.unlisted[attribute.name][value] += 1
            self.surprise = self.surprise or "values"

    def _finer(self, attribute: Attribute, value: object, place: int) -> None:
        """A number between two steps: the step is measured anew."""
        if decimal_of(value) == place * attribute.width:
            return
        digits = decimals_of(value)
        step = f"1e-{digits}" if digits else "1"
        if attribute.width > type(attribute.width)(step):
            self.facts.steps[attribute.name] = step
            self.surprise = "step"

    def _beyond(self, axis: int, attribute: Attribute, column: Points) -> None:
        """A value outside low … high: the ends are moved."""
        if attribute.kind == "category" or not len(column):
            return
        values = column[column != NULL]
        if not len(values):
            return
        low, high = self.axes[axis].full
        least, most = int(values.min()), int(values.max())
        given = attribute.low is not None and attribute.high is not None
        if given and low <= least and most <= high:
            return
        low, high = (min(low, least), max(high, most)) if given else (least, most)
        self.facts.ends[attribute.name] = [attribute.text(low), attribute.text(high)]
        self.facts.closed.pop(attribute.name, None)
        self.surprise = "ends"


def digest(row: Row) -> str:
    """Twenty letters that stand for all values of a row."""
    return hashlib.sha256(json.dumps(row, sort_keys=True, default=str).encode()).hexdigest()[:20]
