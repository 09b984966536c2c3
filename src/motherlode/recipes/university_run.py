"""Universities from settings to network: what the command, the REST API and the web page call."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from typing import Any

from motherlode.crawl.params import FetchParams
from motherlode.extract.people import PeopleParams, UnitParams
from motherlode.model.clock import SystemClock
from motherlode.model.ports import Clock, Progress, Silent
from motherlode.network.store import NetworkStore
from motherlode.recipes.browser import Browser
from motherlode.recipes.params import ProjectParams
from motherlode.recipes.polite import PoliteFetcher
from motherlode.recipes.settings import Settings
from motherlode.recipes.university import Tools, University, explore_all
from motherlode.recipes.university_network import facts_of
from motherlode.recipes.university_pages import Memory
from motherlode.recipes.university_params import UniversityParams
from motherlode.text.urls import canonical


def explore_into(
    network: NetworkStore,
    homes: Sequence[str],
    settings: Settings,
    *,
    resume: bool = False,
    browser: bool = False,
    allow_private: bool = False,
    given: Mapping[type, Mapping[str, Any]] | None = None,
    progress: Progress | None = None,
    clock: Clock | None = None,
    stopping: Callable[[], bool] = lambda: False,
) -> list[University]:
    """Explores universities side by side and puts what was found into the network; `given` overrides settings.

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
    over = given or {}

    async def explore() -> list[University]:
        async with AsyncExitStack() as stack:
            fetcher = PoliteFetcher(
                settings.get(FetchParams, **over.get(FetchParams, {})),
                clock,
                allow_private=private,
                user_agent=project.user_agent,
            )
            tools = Tools(
                await stack.enter_async_context(fetcher),
                settings.get(UniversityParams, **over.get(UniversityParams, {})),
                settings.get(PeopleParams),
                settings.get(UnitParams),
                memory=memory,
                progress=progress or Silent(),
                stopping=stopping,
            )
            if browser:
                shown = Browser(allow_private=private, user_agent=project.user_agent)
                tools.renderer = await stack.enter_async_context(shown)
            return await explore_all(addresses, tools)

    found = asyncio.run(explore())
    at = clock.now().isoformat(timespec="seconds")
    for university in found:
        network.insert(facts_of(university, at))
    return found
