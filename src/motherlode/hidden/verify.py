"""An independent check of a certificate: it shares nothing with the crawler but the model.

The leaves and the unreachable boxes must tile the domain; each leaf must have been read whole; the rows must add
up; and every assumption that completeness needs must be named.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from math import prod
from typing import Any

from motherlode.errors import CertificateRefused
from motherlode.model.hidden import NO_VALUE, NULL, Axis, Box, Certificate
from motherlode.model.plain import counted

EXIT_CODES = {"complete": 0, "complete if": 3, "incomplete": 4}
"""What `motherlode hidden verify` ends with for each verdict."""

NEEDED = {
    "nulls": "no row lacks a value of an attribute that was split on",
    "values": "a category has no other values than those asked for",
    "ends": "no row lies beyond the ends of an attribute",
    "step": "no value lies between two steps",
    "cap": "an answer below the cap is whole",
    "rest": "the table did not change",
    "order": "overflowing answers stand in order",
    "copies": "equal rows are different rows",
    "replaced": "no row was replaced or changed in a range whose count did not move",
}
"""The kinds of assumptions."""


def verify(certificate: Certificate, rows: Iterable[Mapping[str, Any]] | None = None) -> list[str]:
    """What was checked, in words; raises CertificateRefused with the first thing that does not hold."""
    checked = []
    if any(hole.box == certificate.domain and hole.missing is None for hole in certificate.unreachable):
        checked.append("it says itself that an unknown number of rows may be missing anywhere")
    else:
        tiles = "" if certificate.facts.get("stopped") else _tiles(certificate)
        checked += [tiles, _leaves(certificate), _sum(certificate), _counted(certificate), _named(certificate)]
    if rows is not None:
        checked.append(_rows(certificate, rows))
    return [line for line in checked if line]


def _volume(box: Box) -> int:
    return prod(high - low + 1 for low, high in box)


def _overlap(one: Box, other: Box) -> bool:
    return all(a <= d and c <= b for (a, b), (c, d) in zip(one, other, strict=True))


def _tiles(certificate: Certificate) -> str:
    boxes = [leaf.box for leaf in certificate.leaves]
    boxes += [hole.box for hole in certificate.unreachable if hole.null_axis is None]
    apart: dict[tuple[int, ...], list[Box]] = {(): []}
    for box in boxes:  # rows without a value are asked for beside the domain, along the axes that are left
        none = tuple(axis for axis, span in enumerate(box) if span == NO_VALUE)
        apart.setdefault(none, []).append(tuple(span for axis, span in enumerate(box) if axis not in none))
    for none, found in apart.items():
        domain = tuple(span for axis, span in enumerate(certificate.domain) if axis not in none)
        if not none:
            _tile(domain, found)
        elif domain and sum(_volume(box) for box in found) > 0:
            _inside(domain, found)
    return f"{len(boxes)} boxes tile the domain"


def _inside(domain: Box, boxes: list[Box]) -> None:
    """No box lies outside the domain or over another one."""
    for box in boxes:
        if any(low > high or low < a or high > b for (low, high), (a, b) in zip(box, domain, strict=True)):
            raise CertificateRefused(f"the leaf {box} does not lie in the domain")
    ordered = sorted(boxes)
    for number, box in enumerate(ordered):
        for other in ordered[number + 1 :]:
            if other[0][0] > box[0][1]:
                break
            if _overlap(box, other):
                raise CertificateRefused(f"the leaves {box} and {other} overlap")


def _tile(domain: Box, boxes: list[Box]) -> None:
    _inside(domain, boxes)
    missing = _volume(domain) - sum(_volume(box) for box in boxes)
    if missing:
        raise CertificateRefused(f"the leaves leave out {missing} points of the domain")


def _leaves(certificate: Certificate) -> str:
    for leaf in certificate.leaves:
        if leaf.count is not None and leaf.rows != leaf.count:
            raise CertificateRefused(f"the leaf {leaf.box} has {leaf.rows} rows, the site counts {leaf.count}")
        most = 2 * certificate.k if leaf.descending else certificate.k  # from both ends of an order
        if leaf.count is None and leaf.rows >= most and not _has(certificate, "cap", f"of {leaf.rows} rows is whole"):
            raise CertificateRefused(f"the leaf {leaf.box} shows {leaf.rows} rows, as many as the site shows at most")
        by_order = (leaf.overflow and leaf.sort is None) or (leaf.descending and leaf.count is None)
        said = _has(certificate, "order") or bool(certificate.facts.get("read_by_order"))
        if by_order and not said and not _proved(certificate):
            raise CertificateRefused(f"the leaf {leaf.box} is part of an overflowing answer without a known order")
    return f"each of {len(certificate.leaves)} leaves was read whole"


def _has(certificate: Certificate, kind: str, words: str = "", axis: int | None = None) -> bool:
    return any(
        one.kind == kind and words in one.text and (axis is None or one.axis == axis)
        for one in certificate.assumptions
    )


def _proved(certificate: Certificate) -> bool:
    """Whether the site's own count of everything is the number of rows read."""
    return certificate.count is not None and certificate.count == certificate.rows and not certificate.unreachable


def _sum(certificate: Certificate) -> str:
    if certificate.count is None:
        return "the site shows no count of everything that could be relied on"
    hidden = [hole.missing for hole in certificate.unreachable]
    if any(missing is None for missing in hidden):
        return f"the site counts {certificate.count} rows, {certificate.rows} were read"
    total = certificate.rows + sum(missing or 0 for missing in hidden)
    if total != certificate.count:
        raise CertificateRefused(
            f"{certificate.rows} rows and {total - certificate.rows} unreachable ones make {total}, the site counts"
            f" {certificate.count}"
        )
    return f"rows and unreachable ones add up to the site's count, {certificate.count}"


def _counted(certificate: Certificate) -> str:
    """Counts of wider ranges that consist of whole leaves must be the sum of their rows.

    Where every row is said to be read, a count may only be larger by rows that stand in no leaf of the domain.
    """
    inside_domain = [leaf for leaf in certificate.leaves if NO_VALUE not in leaf.box]
    beside = certificate.rows - sum(leaf.rows for leaf in inside_domain)
    overlapping: Any = certificate.facts.get("overlapping") or ()
    checked = 0
    for box, count in certificate.counted:
        inside = [leaf for leaf in inside_domain if _overlap(leaf.box, box)]
        whole = all(
            a <= low and high <= b for leaf in inside for (low, high), (a, b) in zip(leaf.box, box, strict=True)
        )
        if not whole or not inside or certificate.facts.get("changes"):
            continue
        rows = sum(leaf.rows for leaf in inside)
        wider = any(
            axis.name in overlapping and span != axis.full for axis, span in zip(certificate.axes, box, strict=True)
        )
        if rows > count or (_proved(certificate) and not wider and count > rows + beside):
            raise CertificateRefused(f"the leaves in {box} hold {rows} rows, the site counted {count} there")
        checked += rows == count
    return f"{checked} counts of wider ranges are the sums of their leaves" if checked else ""


def _named(certificate: Certificate) -> str:
    """Every assumption that is needed must be named."""
    if certificate.facts.get("copies") and not _has(certificate, "copies"):
        raise CertificateRefused("equal rows were kept, but the certificate does not say that they may be one row")
    if certificate.facts.get("taken_over") and not _has(certificate, "replaced"):
        raise CertificateRefused(
            f"ranges of an earlier reading were taken over, but it is not said that {NEEDED['replaced']}"
        )
    if certificate.unreachable:
        return f"every hole is listed, {len(certificate.unreachable)} in all"
    if _proved(certificate):
        if certificate.facts.get("changes") and not _has(certificate, "rest"):
            raise CertificateRefused("the table changed while it was read, but the certificate does not say so")
        return "the site's own count of everything is the number of rows read"
    for kind in ("cap", "rest"):
        if not _has(certificate, kind):
            raise CertificateRefused(f"no count confirms the rows, but it is not said that {NEEDED[kind]}")
    for number, axis in enumerate(certificate.axes):
        for kind in _needed_of(certificate, number):
            if not _has(certificate, kind, axis=number):
                raise CertificateRefused(f"it is not said of {axis.name} that {NEEDED[kind]}")
    return f"every assumption that is needed is named: {len(certificate.assumptions)}"


def _needed_of(certificate: Certificate, number: int) -> list[str]:
    """The assumptions about one attribute that a reading without a count of everything needs."""
    axis = certificate.axes[number]
    if all(leaf.box[number] == certificate.domain[number] for leaf in certificate.leaves):
        return []
    gapless: Any = certificate.facts.get("gapless") or ()
    needed = ["values"] if axis.kind == "category" else []
    if not any(leaf.box[number] == NO_VALUE for leaf in certificate.leaves):
        needed.append("nulls")
    if axis.kind != "category" and not all(f"{axis.name} {side}" in certificate.closed for side in ("low", "high")):
        needed.append("ends")
    if axis.kind != "category" and axis.name not in gapless:
        needed.append("step")
    return needed


def _rows(certificate: Certificate, rows: Iterable[Mapping[str, Any]]) -> str:
    digests, names = [], set()
    for row in rows:
        digests.append(_digest(row))
        names.add(row.get("_id"))
    if len(names) != len(digests):
        raise CertificateRefused("the rows have an id twice")
    if len(digests) != certificate.rows:
        raise CertificateRefused(f"{len(digests)} rows are given, the certificate speaks of {certificate.rows}")
    if hashlib.sha256(b"".join(sorted(digests))).hexdigest() != certificate.facts.get("digest"):
        raise CertificateRefused("the rows are not those of the certificate: a value was changed, or a row exchanged")
    return f"{len(digests)} rows are those of the certificate, value for value"


def _digest(row: Mapping[str, Any]) -> bytes:
    cells = []
    for name, value in row.items():
        if value is not None and not isinstance(value, str):
            value = json.dumps(value, ensure_ascii=False, sort_keys=True)
        if value:
            cells.append((name, value))
    return hashlib.sha256(json.dumps(sorted(cells), ensure_ascii=False).encode("utf-8", "surrogatepass")).digest()


def in_words(certificate: Certificate) -> list[str]:
    """The certificate for a person: what it says, each hole with its size, each assumption with its evidence."""
    made = [f"{certificate.verdict}: {counted(certificate.rows, 'row')}"]
    if certificate.verdict == "complete":
        made[0] += ", as many as the site counts in all"
    for hole in certificate.unreachable:
        size = counted(hole.missing, "row") if hole.missing is not None else "an unknown number of rows"
        where = "" if hole.null_axis is not None else f" in {box_words(certificate, hole.box)}"
        made.append(f"missing: {size}{where}: {hole.reason}")
    made += [
        f"if: {one.text} ({one.evidence})" if one.evidence else f"if: {one.text}" for one in certificate.assumptions
    ]
    return made


def box_words(certificate: Certificate, box: Box) -> str:
    """A box in words: the attributes that it narrows."""
    parts = []
    for axis, span in zip(certificate.axes, box, strict=True):
        if span == axis.full:
            continue
        if span == NO_VALUE:
            parts.append(f"{axis.name} without a value")
        else:
            first, last = (step_words(axis, end) for end in span)
            unit = "" if axis.step or axis.kind in {"category", "date"} else " (steps)"
            parts.append(f"{axis.name} {first}" + (f" … {last}" if first != last else "") + unit)
    return ", ".join(parts) or "everything"


def step_words(axis: Axis, step: int) -> str:
    """The value of an attribute at a step, as a person would write it; "none" stands for no value.

    Where the certificate does not tell how much a step is, the number of the step stands for the value.

    >>> step_words(Axis("carat", step="0.01"), 70)
    '0.70'
    """
    if axis.kind == "category":
        return axis.values[step] if 0 <= step < len(axis.values) else "none"
    if axis.kind == "time" and not axis.step:
        return str(step)
    try:
        if axis.kind == "date":
            return date.fromordinal(step).isoformat()
        if axis.kind == "time":
            moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=float(step * Decimal(axis.step)))
            return f"{moment:%Y-%m-%d %H:%M:%S}"
    except (ValueError, OverflowError):  # rows without a value stand outside of the calendar
        return "none"
    return "none" if step == NULL else f"{step * Decimal(axis.step or 1):f}"
