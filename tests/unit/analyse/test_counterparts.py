"""Threads that tell the same in different languages, by numbers and times (N15)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from motherlode.analyse.counterparts import counterparts, numbers_of
from motherlode.analyse.evolution import evolution
from motherlode.analyse.params import EvolutionParams
from motherlode.model.documents import Document

BEGIN = datetime(2025, 3, 3, tzinfo=UTC)
DAM = (
    "Engineers found cracks in the dam",
    "工程人员在大坝发现裂缝",
    "the reservoir stands at 237 metres, 18,400 leave",
)
DAM_TOLD = "the concrete of the spillway was poured long ago by prisoners"
EVACUATION = ("Families sleep in shelters", "灾民住进体育馆安置点", "4,215 beds stand ready for 21,735 people")
RESCUE = ("Divers search flooded cellars", "潜水员搜寻地下室", "118 are missing and 26 died on 47 farms")


def _documents(part: tuple[str, str, str], day: float, language: str, extra: str = "") -> list[Document]:
    """Two texts of a part on a day; the Chinese ones have the numbers of the English ones and no word of them."""
    title = part[0] if language == "en" else part[1]
    numbers = "，".join(sorted(numbers_of(Document("n", part[2]))))
    text = f"{part[0]} as {part[2]}. {extra}" if language == "en" else f"{part[1]}，数字为{numbers}。"
    moments = (BEGIN + timedelta(days=day, hours=hour) for hour in (1, 5))
    return [
        Document(f"{title}-{day}-{i}", title, text, moment, language=language) for i, moment in enumerate(moments)
    ]


def _matched(documents: list[Document], threads: list[int]) -> dict[int, tuple[int, ...]]:
    hours = np.array([d.published.timestamp() / 3600 for d in documents if d.published])
    return counterparts(documents, [d.language for d in documents], hours, np.array(threads), 48.0)


def _told(shift: float = 0.0) -> tuple[list[Document], list[int]]:
    parts = [(part, language) for language in ("en", "zh") for part in (DAM, EVACUATION, RESCUE)]
    documents = [_documents(part, shift * (language == "zh"), language) for part, language in parts]
    return [d for found in documents for d in found], [at for at, found in enumerate(documents) for _ in found]


def test_threads_with_the_same_numbers_on_the_same_days_are_counterparts() -> None:
    assert _matched(*_told()) == {0: (3,), 1: (4,), 2: (5,), 3: (0,), 4: (1,), 5: (2,)}


def test_one_language_one_shared_number_or_a_rival_as_near_make_no_counterparts() -> None:
    documents, threads = _told()
    assert not _matched([replace(d, language="en") for d in documents], threads)
    bare = [replace(d, content="237") if d.language == "zh" else d for d in documents]
    assert not _matched(bare, threads)
    twice = [*documents, *(replace(d, id=d.id + "b") for d, at in zip(documents, threads, strict=True) if at == 3)]
    assert set(_matched(twice, [*threads, 6, 6])) == {1, 2, 4, 5}


@pytest.mark.parametrize(("text", "found"), [("1,234,567 or 1.234.567", {"1234567"}), ("3, 20, 5000 and 0.5", set())])
def test_round_numbers_are_left_out_and_thousands_joined(text: str, found: set[str]) -> None:
    assert numbers_of(Document("a", "", text)) == found


def test_what_one_language_shows_is_told_of_the_other() -> None:
    documents = [
        *_documents(DAM, 0, "en", DAM_TOLD), *_documents(RESCUE, 0, "en"), *_documents(EVACUATION, 3, "en", DAM_TOLD),
        *_documents(DAM, 0, "zh"), *_documents(RESCUE, 0, "zh"), *_documents(EVACUATION, 3, "zh"),
    ]  # fmt: skip
    shared = [replace(d, content=f"{d.content} 奥内河谷") if d.language == "zh" else d for d in documents]
    graph = evolution(shared, [], EvolutionParams())
    title = {e.id: e.title for e in graph.episodes}
    passages = {(title[p.source], title[p.target]): p.reason for p in graph.passages}
    assert set(passages) == {(DAM[0], EVACUATION[0]), (DAM[1], EVACUATION[1])}
    assert passages[DAM[1], EVACUATION[1]].endswith("takes up what it told, as read in another language")
    alone = evolution([d for d in shared if d.language == "zh"], [], EvolutionParams())
    assert not alone.passages
