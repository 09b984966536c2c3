"""Universities from settings to network: what the command, the REST API and the web page call."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack

from motherlode.app.settings import ProjectParams, Settings
from motherlode.app.university.network import facts_of
from motherlode.extract.people import PeopleParams, UnitParams
from motherlode.fetch.browser import Browser, available
from motherlode.fetch.client import Client
from motherlode.fetch.params import FetchParams
from motherlode.model.clock import SystemClock
from motherlode.model.ports import Clock, Progress, Silent
from motherlode.network.identity import resolve
from motherlode.network.store import NetworkStore
from motherlode.text.urls import canonical
from motherlode.university.explore import Tools, explore_all
from motherlode.university.facts import Memory
from motherlode.university.model import University
from motherlode.university.params import UniversityParams


def explore_into(
    network: NetworkStore,
    homes: Sequence[str],
    settings: Settings,
    *,
    resume: bool = False,
    browser: bool | None = None,
    allow_private: bool = False,
    progress: Progress | None = None,
    clock: Clock | None = None,
    stopping: Callable[[], bool] = lambda: False,
) -> list[University]:
    """Explores universities side by side and puts what was found into the network.

    People whom a homepage or an e-mail address shows to be one become one, with that evidence.

    `browser` None starts one only where a page lacks links or names without it, and one is installed.
    Once `stopping` says so no further page is fetched; what was read stays in memory for a resumed exploration.
    """
    clock = clock or SystemClock()
    addresses = [canonical(home) for home in homes]
    memory = Memory(network.engine)
    if not resume:
        for home in addresses:
            memory.forget(home)
    project = settings.get(ProjectParams)
    private = allow_private or project.allow_private

    async def explore() -> list[University]:
        async with AsyncExitStack() as stack:
            fetcher = Client(
                settings.get(FetchParams),
                clock,
                allow_private=private,
                user_agent=project.user_agent,
            )
            tools = Tools(
                await stack.enter_async_context(fetcher),
                settings.get(UniversityParams),
                settings.get(PeopleParams),
                settings.get(UnitParams),
                memory=memory,
                progress=progress or Silent(),
                stopping=stopping,
            )
            if browser or (browser is None and available()):
                shown = Browser(allow_private=private, user_agent=project.user_agent, fetch=fetcher.fetch)
                tools.renderer = await stack.enter_async_context(shown)
            return await explore_all(addresses, tools)

    found = asyncio.run(explore())
    at = clock.now().isoformat(timespec="seconds")
    for university in found:
        network.insert(facts_of(university, at))
    resolve(network)
    return found
