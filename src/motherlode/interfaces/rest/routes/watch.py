"""Watching: how fresh a project is, what changed, which visits were made and come next, and what hubs push."""

from __future__ import annotations

import hashlib
import hmac
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import PlainTextResponse, Response

from motherlode.api.serving import WatchStore, feed_text, freshness
from motherlode.errors import UnreadableInput
from motherlode.interfaces.rest.answers import example, other
from motherlode.interfaces.rest.routes.results import Slice
from motherlode.interfaces.rest.state import Limit, Offset, ProjectDep, Sort, Where, filters
from motherlode.model.clock import SystemClock
from motherlode.model.plain import plain

router = APIRouter(tags=["watch"])
Address = Annotated[str, Query(max_length=8192, description="the page's address")]


@router.get("/projects/{project}/watch", responses=example({"stale": 0.04, "age_hours": 3.2, "next": []}))
def get_freshness(project: ProjectDep, number: Limit = 20) -> dict[str, Any]:
    """How fresh the project is: places by kind, mean age, expected share of stale ones, next visits with reasons.

    Watching itself is a run of kind `watch`.
    """
    return freshness(project, SystemClock().now(), number)


@router.get("/projects/{project}/changes")
def list_changes(
    project: ProjectDep,
    offset: Offset = 0,
    limit: Limit = 100,
    sort: Sort = "-seen_at",
    where: Where = [],  # noqa: B006
) -> Slice:
    """What watching saw change: new articles, edits, corrections, moved and vanished pages, records, people."""
    found, total = WatchStore(project.engine).changes(offset=offset, limit=limit, sort=sort, filters=filters(where))
    return Slice(total=total, offset=offset, next="", rows=[plain(change) for change in found])


@router.get("/projects/{project}/visits")
def list_visits(
    project: ProjectDep,
    offset: Offset = 0,
    limit: Limit = 100,
    sort: Sort = "-at",
    where: Where = [],  # noqa: B006
) -> Slice:
    """Visits with what was expected and what was found."""
    found, total = WatchStore(project.engine).visits(offset=offset, limit=limit, sort=sort, filters=filters(where))
    return Slice(total=total, offset=offset, next="", rows=[plain(visit) for visit in found])


@router.get("/projects/{project}/notifications")
def list_notifications(project: ProjectDep, limit: Limit = 100) -> Slice:
    """The newest notifications."""
    store = WatchStore(project.engine)
    rows = [plain(each) for each in store.notifications(limit)]
    return Slice(total=store.counts()["notifications"], offset=0, next="", rows=rows)


@router.get(
    "/projects/{project}/versions", responses=example([{"number": 2, "seen_at": "2026-03-01T10:00:00+00:00"}])
)
def list_versions(project: ProjectDep, url: Address) -> list[dict[str, Any]]:
    """The kept versions of an article, the newest first."""
    found = WatchStore(project.engine).history(url)
    if not found:
        raise UnreadableInput(f"no version of {url[:200]} is kept")
    return [plain(kept.version) | {"number": kept.number, "seen_at": kept.seen_at} for kept in found]


@router.get("/projects/{project}/changes.atom", response_class=Response, responses=other("application/atom+xml"))
def changes_feed(project: ProjectDep) -> Response:
    """The project as an Atom feed: its notifications, or all changes where no rules are set."""
    text = feed_text(project, WatchStore(project.engine), SystemClock().now())
    return Response(text, media_type="application/atom+xml")


@router.get("/projects/{project}/watch/push", response_class=PlainTextResponse, responses=other("text/plain"))
def confirm_push(
    project: ProjectDep,
    feed: Address,
    mode: Annotated[str, Query(alias="hub.mode", max_length=32)] = "",
    challenge: Annotated[str, Query(alias="hub.challenge", max_length=1000)] = "",
) -> PlainTextResponse:
    """A hub asks whether a subscription is wanted (WebSub); only those that the project asked for are confirmed."""
    if WatchStore(project.engine).subscription(feed) is None:
        raise UnreadableInput(f"this project asked no hub about {feed[:200]}")
    return PlainTextResponse(challenge if mode == "subscribe" else "")


@router.post("/projects/{project}/watch/push", status_code=204)
async def take_push(project: ProjectDep, request: Request, feed: Address) -> None:
    """A hub says that a feed has something new: it is visited next. Its words are signed; others are not believed."""
    body = await request.body()
    store = WatchStore(project.engine)
    held = store.subscription(feed)
    signature = request.headers.get("x-hub-signature", "")
    method, _, given = signature.partition("=")
    if held is None or method not in {"sha1", "sha256", "sha384", "sha512"}:
        return
    wanted = hmac.new(held.secret.encode(), body, getattr(hashlib, method)).hexdigest()
    if hmac.compare_digest(given, wanted):
        store.push(feed, SystemClock().now())
