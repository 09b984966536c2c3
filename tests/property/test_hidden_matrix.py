"""A part of the matrix of hidden databases: the output is complete, or the certificate says that it may not be."""

from __future__ import annotations

import pytest
from tests.hidden_sites.matrix import FAULTS, broken_assumptions, site_of
from tests.hidden_sites.running import read_site

SEEDS = range(7000, 7008)
"""Eight seeds for every fault; `python -m benchmarks.hidden_matrix` runs thousands."""


@pytest.mark.parametrize("fault", FAULTS)
def test_the_output_is_complete_or_the_certificate_says_that_it_may_not_be(fault: str) -> None:
    for seed in SEEDS:
        site = site_of(seed, fault=fault)
        found = read_site(site)
        assert not found.lies, f"seed {seed}: complete, but {found.missing} rows are missing"
        if found.verdict == "complete if" and (found.missing or found.extra):
            assert broken_assumptions(site, found), f"seed {seed}: {found.missing} rows are missing, {found.kinds}"


def test_honest_sites_that_count_are_read_whole_and_certified() -> None:
    for seed in range(7100, 7112):
        site = site_of(seed, fault="", lie="", count="exact", order="random", nulls=0.0, ids=True, shared_ids=False)
        found = read_site(site)
        assert found.missing == 0, seed
        assert found.verdict in {"complete", "incomplete"}  # a value with more rows than k cannot be cut
