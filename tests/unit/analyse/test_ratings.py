"""Ratings in the user's hands, the moment of an old collection, and too little history."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from motherlode.analyse.hot import history_remark
from motherlode.analyse.keeping import KeptRatings
from motherlode.analyse.params import HotParams, TrustParams
from motherlode.analyse.sources import Ratings, one_rating
from motherlode.analyse.trust import trust
from motherlode.app.analyse.run import moment_of, ratings_of
from motherlode.errors import UsageError
from motherlode.model.documents import Document, Placement
from motherlode.sql.engine import connect

DAY = datetime(2026, 3, 1, tzinfo=UTC)


def test_ratings_are_kept_replaced_and_forgotten(tmp_path: Path) -> None:
    kept = KeptRatings(connect(f"sqlite:///{tmp_path / 'kept.sqlite'}"))
    assert kept.add(Ratings({"a.example": 0.2, "b.example": 0.5}, {"a.example": "group"})) == 2
    kept.add(one_rating("https://www.A.example/page", 0.9))
    assert kept.read().values == {"a.example": 0.9, "b.example": 0.5}
    assert kept.remove("b.example")
    assert not kept.remove("b.example")
    document = Document("d", "Dam cracks", "Cracks were found.", DAY, url="https://a.example/d")
    (degree,) = trust([document], [Placement("d", "s")], TrustParams(), ratings_of(TrustParams(), kept))
    assert degree.state == "known"
    with pytest.raises(UsageError, match="between 0 and 1"):
        one_rating("a.example", 3)


def test_an_old_collection_is_judged_at_its_newest_article() -> None:
    documents = [Document("a", "x", published=DAY), Document("b", "y", published=DAY + timedelta(days=2))]
    assert moment_of(documents, DAY + timedelta(days=3)) == (DAY + timedelta(days=3), "")
    moment, remark = moment_of(documents, DAY + timedelta(days=300))
    assert moment == DAY + timedelta(days=2)
    assert "2026-03-03" in remark
    assert moment_of([Document("c", "z")], DAY) == (DAY, "")


def test_too_little_history_is_said() -> None:
    documents = [Document("a", "x", published=DAY)]
    assert "too little history" in history_remark(documents, DAY + timedelta(days=2), HotParams())
    assert history_remark(documents, DAY + timedelta(days=8), HotParams()) == ""
    assert "no document has a date" in history_remark([Document("a", "x")], DAY, HotParams())
