"""Every error that Motherlode raises on purpose.

    MotherlodeError                 exit 1
    ├── UsageError                  exit 2: the command or call was put wrongly
    ├── MissingExtra                an optional package is not installed; the message has the command
    ├── SettingsError               motherlode.toml: file, line and key
    ├── InputError                  a file, page or value from outside cannot be used
    │   ├── UnreadableInput         not the format it claims to be, empty, or not there
    │   └── LimitExceeded           larger, deeper or longer than the limits allow
    ├── FetchError                  an address could not be fetched; `reason` is a short stable word
    │   ├── AddressRefused          private or loopback address, or a scheme other than http(s)
    │   └── RobotsRefused           robots.txt does not allow it
    ├── StoreError                  the project store
    │   ├── StoreTooNew             written by a newer version; left untouched
    │   └── StoreUnavailable        disk full, locked, or the database connection is lost
    ├── HiddenError                 hidden databases
    │   ├── DescriptionMismatch     the site description does not fit the site
    │   └── CertificateRefused      the proof of completeness does not hold
    ├── ExtractError                a page was read, but what was asked for cannot be taken from it
    ├── SchemaError                 a schema or mapping file
    └── NetworkError                the information network
        └── StatementError          a statement with the place of the mistake

The message tells the next step; the facts are attributes, so that a program need not read the message.
"""

from __future__ import annotations

from typing import ClassVar


class MotherlodeError(Exception):
    """The root. Catch this to catch everything that Motherlode raises on purpose."""

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, **facts: object) -> None:
        super().__init__(message)
        self.message = message
        self.facts = facts


class UsageError(MotherlodeError):
    """The command or call was put wrongly."""

    exit_code = 2


class MissingExtra(MotherlodeError):
    """An optional package is not installed; facts: extra, module. The message has the command that installs it."""


class SettingsError(MotherlodeError):
    """A settings file with a mistake; facts: file, line, key."""


class InputError(MotherlodeError):
    """Something from outside cannot be used."""


class UnreadableInput(InputError):
    """Not the format it claims to be, empty, or not there."""


class LimitExceeded(InputError):
    """Larger, deeper or longer than the limits allow."""


class FetchError(MotherlodeError):
    """An address could not be fetched; fact `reason` is a short stable word for counting."""

    @property
    def reason(self) -> str:
        """A short stable word: dns, refused, timeout, reset, too-large, redirect-loop, bad-response …"""
        return str(self.facts.get("reason", "fetch-error"))


class AddressRefused(FetchError):
    """Private or loopback address, or a scheme other than http and https."""


class RobotsRefused(FetchError):
    """robots.txt does not allow it."""


class StoreError(MotherlodeError):
    """The project store."""


class StoreTooNew(StoreError):
    """Written by a newer version of Motherlode; left untouched."""


class StoreUnavailable(StoreError):
    """Disk full, locked, or the database connection is lost."""


class HiddenError(MotherlodeError):
    """Hidden databases."""


class DescriptionMismatch(HiddenError):
    """The site description does not fit the site."""


class CertificateRefused(HiddenError):
    """The proof of completeness does not hold."""


class ExtractError(MotherlodeError):
    """A page was read, but what was asked for cannot be taken from it."""


class SchemaError(MotherlodeError):
    """A schema or mapping file with a mistake."""


class NetworkError(MotherlodeError):
    """The information network."""


class StatementError(NetworkError):
    """A statement of the network's language with the place of the mistake; facts: line, column."""
