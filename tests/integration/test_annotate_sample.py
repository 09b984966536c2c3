"""Floors on the sample web: three sources each become one table (E9)."""

import pytest
from benchmarks.annotate_sample import mapping_scores, pair_scores, sources_of, value_scores

from motherlode.annotate.schema_files import ready_schema
from motherlode.app.annotate.run import annotate_and_integrate
from motherlode.interfaces.demo.web import SampleWeb

FLOOR = 0.98
PAGES = 25


@pytest.fixture(scope="module")
def web():
    return SampleWeb(seed=0, news_pages=200, universities=0, entities=40)


@pytest.mark.parametrize("name", ["books", "papers", "products"])
def test_three_sources_become_one_table(web, name):
    domain = next(domain for domain in web.truth.domains if domain.domain == name)
    sources = sources_of(web, domain, PAGES)
    result = annotate_and_integrate(sources, ready_schema(name), kind="detail")
    right, wrong, missed, trouble = mapping_scores(result, domain, PAGES)
    assert right / (right + wrong) >= FLOOR, trouble.most_common(5)
    assert right / (right + missed) >= FLOOR, trouble.most_common(5)
    precision, recall = pair_scores(result, domain, PAGES)
    assert precision >= FLOOR
    assert recall >= FLOOR
    good, total, wrong_values = value_scores(result, domain, PAGES)
    assert good / total >= FLOOR, wrong_values.most_common(5)
