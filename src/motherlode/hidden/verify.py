"""An independent check of a certificate: it shares nothing with the crawler but the model.

The leaves and the unreachable boxes must tile the domain; each leaf must have been read whole; the rows must add up.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from math import prod

from motherlode.errors import CertificateRefused
from motherlode.model.hidden import NO_VALUE, Box, Certificate


def verify(certificate: Certificate, ids: Iterable[str] | None = None) -> list[str]:
    """What was checked, in words; raises CertificateRefused with the first thing that does not hold."""
    checked = [_tiles(certificate), _leaves(certificate), _sum(certificate)]
    if ids is not None:
        checked.append(_rows(certificate, ids))
    return checked


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
        if leaf.count is None and leaf.rows >= most:
            raise CertificateRefused(f"the leaf {leaf.box} shows {leaf.rows} rows, as many as the site shows at most")
        ordered = any("order" in text for text in certificate.assumptions)
        if ((leaf.overflow and leaf.sort is None) or (leaf.descending and leaf.count is None)) and not ordered:
            raise CertificateRefused(f"the leaf {leaf.box} is part of an overflowing answer without a known order")
    return f"each of {len(certificate.leaves)} leaves was read whole"


def _sum(certificate: Certificate) -> str:
    if certificate.count is None:
        return "the site shows no count to compare with"
    hidden = [hole.missing for hole in certificate.unreachable]
    if any(missing is None for missing in hidden):
        raise CertificateRefused("the site shows counts, but an unreachable box has no known size")
    total = certificate.rows + sum(missing or 0 for missing in hidden)
    if total != certificate.count:
        raise CertificateRefused(
            f"{certificate.rows} rows and {total - certificate.rows} unreachable ones make {total}, the site counts"
            f" {certificate.count}"
        )
    return f"rows and unreachable ones add up to the site's count, {certificate.count}"


def _rows(certificate: Certificate, ids: Iterable[str]) -> str:
    names = list(ids)
    if len(set(names)) != len(names):
        raise CertificateRefused("the rows have an id twice")
    if len(names) != certificate.rows:
        raise CertificateRefused(f"{len(names)} rows are given, the certificate speaks of {certificate.rows}")
    found = hashlib.sha256("\n".join(sorted(names)).encode()).hexdigest()
    if certificate.facts.get("digest") not in (None, found):
        raise CertificateRefused("the ids of the rows are not those of the certificate")
    return f"{len(names)} rows have the ids of the certificate"
