"""Pages written for odd cases: page.html in, expected.json out."""

import json
from pathlib import Path

import pytest

from motherlode.app.extract.articles import article_of
from motherlode.app.inputs import GivenPage

CASES = sorted((Path(__file__).parents[3] / "golden" / "news").iterdir())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_golden(case: Path) -> None:
    article = article_of(GivenPage(case.name, "", (case / "page.html").read_bytes()))
    for name, wanted in json.loads((case / "expected.json").read_text(encoding="utf-8")).items():
        if name == "contains":
            assert [text for text in wanted if text not in article.content] == []
        elif name == "lacks":
            assert [text for text in wanted if text in article.content] == []
        elif name == "markdown":
            assert [text for text in wanted if text not in article.markdown] == []
        elif name == "once":
            assert article.content.count(wanted) == 1
        elif name == "exact":
            assert article.content == wanted
        elif name == "links":
            assert set(wanted) <= {link.url for link in article.links}
        elif name == "authors":
            assert list(article.authors) == wanted
        else:
            assert getattr(article, name) == wanted, name
