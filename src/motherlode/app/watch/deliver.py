"""Notifications to their receivers: webhook, e-mail, command, and the project's Atom feed.

A notification is marked as delivered after its receiver took it. A kill between the two sends it once more with the
same id (Idempotency-Key, Message-ID, MOTHERLODE_ID), by which the receiver knows it.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import shlex
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from urllib.parse import quote

from motherlode.app.project import Project
from motherlode.errors import FetchError, MotherlodeError, UsageError
from motherlode.fetch.client import Client
from motherlode.fetch.mail import send_mail
from motherlode.fetch.params import FetchParams
from motherlode.model.ports import Clock
from motherlode.model.watch import Notification
from motherlode.store.watch import WatchStore
from motherlode.watch.compare import fingerprint
from motherlode.watch.params import WatchParams
from motherlode.watch.rules import atom

FIRST_RETRY, LONGEST_RETRY = timedelta(minutes=1), timedelta(hours=6)
"""Until a failed delivery is tried again; doubled each time."""

LOOK_EVERY = 30.0
"""Seconds between two looks at what waits, while nothing new came."""

COMMAND_SECONDS = 60.0
FEED_ENTRIES = 100
LEASE = timedelta(days=5)
"""For how long a hub is asked to tell of news."""


class Deliveries:
    """Sends what waits in the outbox of a project."""

    def __init__(self, project: Project, params: WatchParams, store: WatchStore, clock: Clock) -> None:
        self._project, self._params, self._store, self._clock = project, params, store, clock
        named = {"webhook": params.webhook, "mail": params.mail_to, "command": params.command}
        self.channels = tuple(channel for channel, target in named.items() if target)
        self._new, self._looked = True, float("-inf")

    def heard(self) -> None:
        """Something changed: the feed is written anew, and there may be something to send."""
        self._new = True

    async def send(self) -> int:
        """Sends what is due by every channel; how many notifications reached their receiver."""
        moment = self._clock.monotonic()
        if not self._new and moment - self._looked < LOOK_EVERY:
            return 0
        if self._new:
            self._write_feed()
        self._new, self._looked = False, moment
        sent = 0
        for channel in self.channels:
            now = self._clock.now()
            for told in self._batches(self._store.waiting(channel, now, self._before(now))):
                sent += await self._sent(channel, told, now)
        return sent

    def _before(self, now: datetime) -> datetime | None:
        """A digest holds what came before the present hour or day began."""
        return None if self._params.digest == "at once" else self._period(now)

    def _period(self, moment: datetime) -> datetime:
        hour = moment.replace(minute=0, second=0, microsecond=0)
        return hour if self._params.digest == "hour" else hour.replace(hour=0)

    def _batches(self, waiting: Sequence[Notification]) -> Iterator[list[Notification]]:
        if self._params.digest == "at once":
            yield from ([each] for each in waiting)
            return
        for _, told in groupby(waiting, key=lambda each: self._period(each.created_at)):
            yield list(told)

    async def _sent(self, channel: str, told: list[Notification], now: datetime) -> int:
        identity = told[0].id if len(told) == 1 else fingerprint(*(each.id for each in told))
        try:
            await getattr(self, f"_by_{channel}")(told, identity)
        except MotherlodeError as error:
            wait = min(LONGEST_RETRY, FIRST_RETRY * 2 ** min(12, self._store.attempts(channel, told[0].id)))
            self._store.undelivered(channel, told, error.message, now + wait)
            return 0
        self._store.delivered(channel, told)
        return len(told)

    def _body(self, told: list[Notification], identity: str) -> bytes:
        made = {
            "id": identity,
            "project": self._project.params.name,
            "notifications": [one.to_dict() for one in told],
        }
        return json.dumps(made, ensure_ascii=False).encode()

    def _client(self) -> Client:
        """Asks no robots.txt and leaves no gaps: the receiver is the user's own."""
        fetch = FetchParams(robots=False, delay=0.0, retries=0)
        params = self._project.params
        return Client(fetch, self._clock, allow_private=params.allow_private, user_agent=params.user_agent)

    async def _by_webhook(self, told: list[Notification], identity: str) -> None:
        headers = {"Content-Type": "application/json", "Idempotency-Key": identity}
        reply = await self._client().send(self._params.webhook, self._body(told, identity), headers)
        if not 200 <= reply.status < 300:
            raise FetchError(f"the webhook answered {reply.status}", reason=f"http-{reply.status}")

    async def _by_mail(self, told: list[Notification], identity: str) -> None:
        subject = told[0].title if len(told) == 1 else f"{len(told)} changes in {self._project.params.name}"
        text = "\n\n".join(f"{one.title}\n{one.text}\n{one.url}\n({one.rule})" for one in told)
        params = self._params
        await send_mail(
            params.mail_server, params.mail_from, params.mail_to, subject, text, identity=identity, clock=self._clock
        )

    async def _by_command(self, told: list[Notification], identity: str) -> None:
        try:
            process = await asyncio.create_subprocess_exec(
                *shlex.split(self._params.command), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL, env={**os.environ, "MOTHERLODE_ID": identity},
            )  # fmt: skip
        except (OSError, ValueError) as error:
            raise UsageError(f"the command '{self._params.command[:80]}' cannot be run: {error}") from error
        try:
            await asyncio.wait_for(process.communicate(self._body(told, identity)), COMMAND_SECONDS)
        except TimeoutError as error:
            process.kill()
            await process.wait()
            raise FetchError(f"the command took more than {COMMAND_SECONDS:.0f} s", reason="timeout") from error
        if process.returncode:
            raise FetchError(f"the command ended with {process.returncode}", reason="command")

    def _write_feed(self) -> None:
        """The Atom feed as a file."""
        folder = self._project.folder / "exports"
        folder.mkdir(exist_ok=True)
        part = folder / "changes.atom.part"
        part.write_text(feed_text(self._project, self._store, self._clock.now()), encoding="utf-8")
        part.replace(folder / "changes.atom")

    async def subscribe(self, hubs: Mapping[str, tuple[str, str]]) -> None:
        """Asks hubs to tell this project's server of news in feeds (WebSub); subscriptions that hold are left."""
        now = self._clock.now()
        for url, (hub, topic) in hubs.items():
            held = self._store.subscription(url)
            if held is not None and held.hub == hub and held.until > now.isoformat():
                continue
            secret = secrets.token_hex(20)
            base, _, token = self._params.websub.partition("?")
            back = f"{base.rstrip('/')}/api/projects/{quote(self._project.folder.name)}/watch/push"
            form = [
                ("hub.mode", "subscribe"), ("hub.topic", topic), ("hub.secret", secret),
                ("hub.callback", f"{back}?feed={quote(url, safe='')}{'&' + token if token else ''}"),
                ("hub.lease_seconds", str(int(LEASE.total_seconds()))),
            ]  # fmt: skip
            self._store.subscribe(url, hub, secret, now + LEASE * 0.8)
            try:
                await self._client().send(hub, form)
            except MotherlodeError:
                self._store.subscribe(url, hub, secret, now + timedelta(hours=1))


def feed_text(project: Project, store: WatchStore, now: datetime) -> str:
    """The project's Atom feed: its notifications, or all changes where no rules are set."""
    if project.settings.get(WatchParams).rules:
        return atom(project.params.name, store.notifications(FEED_ENTRIES), now)
    return atom(project.params.name, store.changes(limit=FEED_ENTRIES)[0], now)
