"""Users of a server: each with a token of their own, and what they may do; named in a file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from motherlode.errors import SettingsError, UnreadableInput

Role = Literal["reader", "editor"]
"""A reader looks and takes away; an editor does everything that the server's callers may do."""

SHORTEST = 16
"""Characters of a token, at the least: a short one can be guessed."""


@dataclass(frozen=True, slots=True)
class User:
    """Somebody who may call."""

    name: str
    token: str
    role: Role


def read_users(file: Path) -> tuple[User, ...]:
    """The users that a TOML file names as [[users]] with name, token and role; a mistake is named."""
    try:
        values: Mapping[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableInput(f"the file of users {file} cannot be read: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{file}: {error}", file=str(file)) from error
    given = values.get("users")
    if not isinstance(given, list) or not given or set(values) != {"users"}:
        raise SettingsError(
            f"{file}: name each user in a section [[users]] with name, token and role", file=str(file)
        )
    users = tuple(_user(file, each) for each in given)
    if len({user.token for user in users}) < len(users):
        raise SettingsError(f"{file}: two users have the same token", file=str(file))
    return users


def _user(file: Path, given: Any) -> User:
    if not isinstance(given, dict) or set(given) != {"name", "token", "role"}:
        raise SettingsError(f"{file}: a user has a name, a token and a role, and nothing else", file=str(file))
    name, token, role = (str(given[key]) for key in ("name", "token", "role"))
    if role not in get_args(Role):
        raise SettingsError(f"{file}: the role of {name} is '{role}'; it must be reader or editor", file=str(file))
    if len(token) < SHORTEST or not token.isascii() or any(sign in token for sign in ' ;,"&='):
        raise SettingsError(
            f"{file}: the token of {name} must have at least {SHORTEST} letters, digits or hyphens",
            file=str(file),
        )
    return User(name, token, "reader" if role == "reader" else "editor")
