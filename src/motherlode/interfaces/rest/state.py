"""What the routes share: the workspace and the jobs, put on the app when it is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from fastapi import Depends, Path, Query, Request

from motherlode.api.serving import SEARCH, Filter, Jobs, OpenProject, PageReaders, Schedules, Workspace
from motherlode.errors import UsageError

OWNERS = (
    ("project", "allow_private"),
    ("project", "store"),
    ("project", "databases"),
    ("trust", "ratings"),
    ("people", "names_file"),
    ("fetch", "metrics_port"),
    ("annotate", "search_url"),
    ("watch", "webhook"),
    ("watch", "mail_to"),
    ("watch", "mail_server"),
    ("watch", "command"),
    ("watch", "websub"),
)
"""Settings that reach private addresses, other databases or files of the machine, run commands or send letters."""


@dataclass(frozen=True, slots=True)
class State:
    """The server's state."""

    workspace: Workspace
    jobs: Jobs
    schedules: Schedules
    readers: PageReaders = field(default_factory=PageReaders)
    guarded: bool = False
    """Whether the server asks for a token: who calls may be anywhere, and reaches no further than the projects."""

    def check_settings(self, project: OpenProject | None, values: Mapping[str, Mapping[str, Any]]) -> None:
        """Refuses, on a guarded server, settings that lead out of the projects; the file itself may hold them."""
        if not self.guarded:
            return
        before = project.settings.values if project is not None else {}
        for section, name in OWNERS:
            wanted = values.get(section, {}).get(name)
            if wanted and wanted != before.get(section, {}).get(name):
                raise UsageError(
                    f"{name} in [{section}] can be set only in the project's file on the server", key=name
                )

    def check_options(self, options: Mapping[str, Any]) -> None:
        """Refuses, on a guarded server, the same settings as options of a run."""
        for _, name in OWNERS:
            if self.guarded and options.get(name):
                raise UsageError(f"{name} can be set only in the project's file on the server", key=name)


async def get_state(request: Request) -> State:
    """The server's state; like the project it is taken without another thread, which costs more than the taking."""
    state: State = request.app.state.motherlode
    return state


async def get_project(
    request: Request, project: Annotated[str, Path(description="the project's name", examples=["demo"])]
) -> OpenProject:
    """The project named in the address."""
    state: State = request.app.state.motherlode
    return state.workspace.get(project)


StateDep = Annotated[State, Depends(get_state)]
ProjectDep = Annotated[OpenProject, Depends(get_project)]
Offset = Annotated[int, Query(ge=0, le=10**9, description="rows to pass over")]
Limit = Annotated[int, Query(ge=1, le=1000, description="rows at the most")]
Sort = Annotated[str, Query(max_length=64, description="a column; with - in front descending")]
Where = Annotated[
    list[str],
    Query(
        description="conditions: text~words (articles that have all the words), column~text (contains), "
        "column=value, column>=value, column<=value",
        examples=[["title~flood", "relativity>=0.4"]],
    ),
]


def filters(where: list[str]) -> list[Filter]:
    """Conditions as the store takes them."""
    found = []
    for text in where:
        for sign, operator in ((">=", "from"), ("<=", "to"), ("~", "contains"), ("=", "equals")):
            column, present, value = text.partition(sign)
            if present and column.isidentifier():
                if (column, operator) == (SEARCH, "contains"):
                    operator = "search"
                found.append(Filter(column, operator, _value(value, operator)))  # type: ignore[arg-type]
                break
        else:
            raise UsageError(f"'{text[:80]}' is not a condition; write column~text, column=value or column>=value")
    return found


def _value(text: str, operator: str) -> str | float | bool:
    if operator in ("contains", "search"):
        return text
    if text in ("true", "false"):
        return text == "true"
    try:
        return float(text)
    except ValueError:
        return text
