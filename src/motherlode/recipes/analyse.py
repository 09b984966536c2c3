"""The application layer as a program: documents in, stories, trust, currency, hot topics and evolution out."""

from __future__ import annotations

from collections.abc import Sequence

from motherlode.analyse.book import StoryBook
from motherlode.analyse.describe import describe
from motherlode.analyse.params import StoryParams
from motherlode.analyse.stories import Embedder, grow
from motherlode.model.documents import Document, Stories
from motherlode.model.ports import Progress


def find_stories(
    documents: Sequence[Document],
    params: StoryParams | None = None,
    *,
    book: StoryBook | None = None,
    embedder: Embedder | None = None,
    progress: Progress | None = None,
) -> Stories:
    """Every document in a story (N14); with a book of earlier days the stories of those days are continued."""
    placements = grow(
        book if book is not None else StoryBook(),
        documents,
        params or StoryParams(),
        embedder=embedder,
        progress=progress,
    )
    return describe(documents, placements)
