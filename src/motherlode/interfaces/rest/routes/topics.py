"""What the project is about: NewsSet, UrlSet, keywords (N1, N2)."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Body
from pydantic import BaseModel, Field

from motherlode.errors import InputError
from motherlode.interfaces.rest.state import ProjectDep
from motherlode.model.topic import Keyword
from motherlode.text.urls import canonical

router = APIRouter(tags=["topic"])
Kind = Literal["newsset", "urlset"]
MAX_LINES = 200_000


class Sources(BaseModel):
    """Addresses, and lines that are none, with the reason."""

    urls: list[str] = Field(examples=[["http://news.example/"]])
    refused: list[str] = Field(default_factory=list, description="line: reason")


class KeywordModel(BaseModel):
    """A keyword of the topic."""

    word: str = Field(min_length=1, max_length=200, examples=["flood"])
    weight: float = Field(1.0, ge=-1000, le=1000, allow_inf_nan=False)
    origin: Literal["user", "learned"] = "user"
    why: str = Field("", max_length=1000)


def checked(lines: list[str]) -> Sources:
    """Addresses in their one form; lines that are none are told, not lost silently."""
    urls: dict[str, None] = {}
    refused = []
    for line in lines:
        text = line.strip()
        if not text:
            continue
        try:
            urls[canonical(text if "://" in text else f"http://{text}")] = None
        except InputError as error:
            refused.append(f"{text[:200]}: {error.message}")
    return Sources(urls=list(urls), refused=refused)


@router.get("/projects/{project}/sources/{kind}")
def get_sources(project: ProjectDep, kind: Kind) -> Sources:
    """NewsSet (sites to search) or UrlSet (example articles)."""
    return Sources(urls=project.store.topics.sources(kind))


@router.put("/projects/{project}/sources/{kind}")
def put_sources(
    project: ProjectDep,
    kind: Kind,
    lines: Annotated[list[str], Body(max_length=MAX_LINES, examples=[["http://news.example/", "news.example.org"]])],
) -> Sources:
    """Replaces NewsSet or UrlSet; lines that are no addresses are given back with the reason."""
    found = checked(lines)
    project.store.topics.set_sources(kind, found.urls)
    return found


@router.get("/projects/{project}/keywords")
def get_keywords(project: ProjectDep) -> list[KeywordModel]:
    """TopKeyWordSet and the learned SearchKeyWordSet, the weightiest first."""
    return [
        KeywordModel(word=k.word, weight=k.weight, origin="learned" if k.origin == "learned" else "user", why=k.why)
        for k in project.store.topics.keywords()
    ]


@router.put("/projects/{project}/keywords")
def put_keywords(
    project: ProjectDep, words: Annotated[list[KeywordModel], Body(max_length=MAX_LINES)]
) -> list[KeywordModel]:
    """Replaces all keywords."""
    unique = {w.word.strip(): w for w in words if w.word.strip()}
    project.store.topics.set_keywords([Keyword(name, w.weight, w.origin, w.why) for name, w in unique.items()])
    return get_keywords(project)
