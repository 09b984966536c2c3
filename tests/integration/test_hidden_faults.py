"""The fault matrix over real HTTP: the rows equal the truth, or the unreachable list is exactly right."""

from __future__ import annotations

import dataclasses

import pytest

from motherlode.errors import CertificateRefused, DescriptionMismatch
from motherlode.hidden.params import HiddenParams
from motherlode.hidden.verify import verify
from tests.integration.registry_help import AREA, PROVINCE, Faults, describe, read, registry, rows_of

ROWS = 3000

WELL = {
    "well behaved": Faults(cap=300),
    "lower cap than announced": Faults(cap=300, real_cap=175),
    "blind: no count, no message": Faults(cap=300, counts="none", message=False),
    "overflow message only": Faults(cap=300, counts="none"),
    "wrong counts": Faults(cap=300, counts="wrong"),
    "censored counts": Faults(cap=300, counts="censored"),
    "exclusive bounds": Faults(cap=300, exclusive=True),
    "short pages": Faults(cap=300, every_short=9),
    "short pages without count": Faults(cap=300, every_short=9, counts="none"),
    "5 % errors": Faults(cap=300, every_error=20),
    "429 with Retry-After": Faults(cap=300, every_busy=15),
    "insertion order": Faults(cap=300, order="insertion", counts="none"),
    "sorted answers": Faults(cap=300, order="sorted", counts="none", message=False),
    "looks sorted and then is not": Faults(cap=300, order="half-sorted", counts="none", message=False),
    "sort offered": Faults(cap=300, sort=True, counts="none"),
}


@pytest.mark.parametrize("name", WELL)
def test_every_row_is_read_whatever_the_fault(name: str) -> None:
    with registry(ROWS, WELL[name]) as (site, server):
        sort = {"parameter": "sort", "ascending": {"date": "date"}, "descending": {"date": "-date"}}
        values = {"count": ""} if WELL[name].counts == "none" else {}
        cost = "queries" if "sort" in name else "pages"
        described = describe(server, results=values) if not WELL[name].sort else _with_sort(server, sort)
        report, ids = read(described, HiddenParams(cost=cost))
        assert ids == site.truth()
        assert report.requests == site.requests
        assert report.unreachable == []
        assert report.certificate is not None
        verify(report.certificate)
        assert report.k == (WELL[name].real_cap or WELL[name].cap)


def _with_sort(server, sort):
    from motherlode.hidden.description import description_of
    from tests.integration.registry_help import values_for

    values = values_for(server)
    values["results"]["count"] = ""
    return description_of({**values, "sort": sort})


@pytest.mark.parametrize("template", [0, 1, 2])
def test_html_templates_with_selectors(template: int) -> None:
    with registry(1500, Faults(cap=200, template=template)) as (site, server):
        _, ids = read(describe(server, "/search"))
        assert ids == site.truth()


def test_post_form_with_a_session_that_expires() -> None:
    with registry(1500, Faults(cap=200, session_lasts=20)) as (site, server):
        _, ids = read(describe(server, "/post"))
        assert ids == site.truth()


def test_next_links_only() -> None:
    with registry(1500, Faults(cap=200, counts="none", message=False)) as (site, server):
        report, ids = read(
            describe(server, "/search", paging={"kind": "next"}, results={"count": "", "overflow": ""})
        )
        assert ids == site.truth()
        assert report.k == 200


def test_points_above_k_go_to_another_attribute() -> None:
    with registry(4000, Faults(cap=10, page=5)) as (site, server):
        report, ids = read(describe(server, more=(AREA,)), HiddenParams(workers=8))
        assert ids == site.truth()
        assert report.certificate is not None
        verify(report.certificate)


def test_points_above_k_without_another_attribute_are_listed_with_their_size() -> None:
    with registry(4000, Faults(cap=10, page=5)) as (site, server):
        report, ids = read(describe(server), HiddenParams(workers=8))
        assert report.unreachable
        missing = site.truth() - ids
        assert len(missing) == sum(hole.missing or 0 for hole in report.unreachable)
        assert report.certificate is not None
        verify(report.certificate)


@pytest.mark.parametrize("more", [(AREA,), ()], ids=["another attribute", "date alone"])
def test_rows_without_a_date(more) -> None:
    with registry(ROWS, Faults(cap=300, nulls=0.02)) as (site, server):
        report, ids = read(describe(server, more=more))
        assert report.certificate is not None
        verify(report.certificate)
        if more:
            assert ids == site.truth()
        else:
            assert [hole.missing for hole in report.unreachable] == [site.null_rows()]
            assert len(site.truth() - ids) == site.null_rows()


def test_categories_that_do_not_partition() -> None:
    with registry(ROWS, Faults(cap=300, hidden_province=True)) as (site, server):
        given = {**PROVINCE, "values": PROVINCE["values"][:-6]}
        values = describe(server, more=(given,))
        values = dataclasses.replace(values, attributes=values.attributes[1:])
        report, ids = read(values)
        assert report.certificate is not None
        verify(report.certificate)
        hidden = sum(hole.missing or 0 for hole in report.unreachable)
        assert len(site.truth() - ids) == hidden > 0


@pytest.mark.parametrize(("seed", "changes"), [(0, 12), (1, 12), (2, 40), (3, 40)])
def test_rows_that_come_and_go_during_the_crawl(seed: int, changes: int) -> None:
    """Every row present throughout is found; one that came or went meanwhile may be found or not; no other row is."""
    with registry(ROWS, Faults(cap=300, change_every=7, changes=changes), seed=seed) as (site, server):
        report, ids = read(describe(server))
        assert site.always() <= ids <= site.ever()
        assert len(site.always()) < len(site.ever())
        assert report.certificate is not None
        if changes == 12:  # the table rests before the end; with 40 it changes with the last request still
            assert report.certificate.count == len(site.truth())


def test_a_certificate_is_refused_where_rows_are_missing() -> None:
    with registry(1500, Faults(cap=200)) as (_, server):
        report, rows = rows_of(describe(server))
    certificate = report.certificate
    assert certificate is not None
    assert certificate.verdict == "complete"
    verify(certificate, rows)
    with pytest.raises(CertificateRefused, match="rows are given"):
        verify(certificate, rows[1:])
    with pytest.raises(CertificateRefused, match="a value was changed"):
        verify(certificate, [{**rows[0], "price": 1}, *rows[1:]])
    with pytest.raises(CertificateRefused, match="leave out"):
        verify(dataclasses.replace(certificate, leaves=certificate.leaves[1:]))
    short = dataclasses.replace(certificate.leaves[0], rows=certificate.leaves[0].rows - 1)
    with pytest.raises(CertificateRefused, match="the site counts"):
        verify(dataclasses.replace(certificate, leaves=(short, *certificate.leaves[1:])))
    with pytest.raises(CertificateRefused, match="the site counts"):
        verify(dataclasses.replace(certificate, rows=certificate.rows - 1))
    with pytest.raises(CertificateRefused, match="overlap"):
        verify(dataclasses.replace(certificate, leaves=(*certificate.leaves, certificate.leaves[0])))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"results": {"rows": "rows"}}, "no list at 'rows'"),
        ({"results": {"count": "number"}}, "no count can be read"),
        ({"results": {"id": "key"}}, "no row has the id field 'key'"),
        ({"site": {"format": "html"}, "results": {"rows": ".deal"}}, "no rows"),
    ],
)
def test_a_description_that_does_not_fit_is_named(changes, words: str) -> None:
    with registry(500, Faults(cap=100)) as (_, server), pytest.raises(DescriptionMismatch, match=words):
        read(describe(server, **changes))


def test_an_unknown_parameter_is_named() -> None:
    with registry(500, Faults(cap=100)) as (_, server), pytest.raises(DescriptionMismatch, match="signed_from"):
        described = describe(server)
        wrong = dataclasses.replace(described.attributes[0], low_parameter="signed_from", high_parameter="signed_to")
        read(dataclasses.replace(described, attributes=(wrong,)))
