"""NewsSet and UrlSet by hand or from a file or a database, as the REST API and the web page take them (N1)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from motherlode.errors import InputError, UnreadableInput, UsageError
from motherlode.sources.tables import Addresses, Rows, addresses_of, database_rows, excel_rows, text_rows
from motherlode.text.urls import canonical

EXCEL = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
ANSWER_SECONDS = 10
"""Seconds that a database may take to answer before it is given up."""


def pasted(lines: Iterable[str]) -> Addresses:
    """Lines written by a person: each is an address or is refused with the reason; blank ones are passed over."""
    urls: dict[str, None] = {}
    refused = []
    for line in lines:
        text = line.strip()
        if not text:
            continue
        try:
            urls[_address(text)] = None
        except InputError as error:
            refused.append(f"{text[:200]}: {error.message}")
    return Addresses(tuple(urls), tuple(refused))


def _address(text: str) -> str:
    if "://" in text or text.partition(":")[0].lower() in ("javascript", "data", "file", "mailto"):
        return canonical(text)
    if "." not in text and not text.startswith("localhost"):
        raise InputError("no address in it; write something like news.example or http://news.example/")
    return canonical(f"http://{text}")


def from_file(body: bytes, name: str, sheet: str = "") -> Addresses:
    """The addresses in a text file or, by its ending, in an Excel workbook."""
    shown = Path(name).name[:120] or "the file"
    if shown.lower().endswith(EXCEL):
        return addresses_of(excel_rows(body, shown, sheet))
    return addresses_of(text_rows(body, shown))


def from_excel(body: bytes, name: str, sheet: str = "") -> Addresses:
    """The addresses in an Excel workbook, whatever it is called."""
    return addresses_of(excel_rows(body, Path(name).name[:120] or "the file", sheet))


def from_database(url: str, query: str, *, inside: Path | None = None, seconds: int = ANSWER_SECONDS) -> Addresses:
    """The addresses that a query gives; a SQLite file must be there, and with `inside` lie below that folder."""
    if not query.strip():
        raise UsageError("give a query, such as: select url from sites")
    return addresses_of(_rows(url.strip(), query, inside, seconds))


def _rows(url: str, query: str, inside: Path | None, seconds: int) -> Rows:
    if not url:
        raise UsageError("give the database's address, such as postgresql://user@host/name or sqlite:///sites.sqlite")
    try:
        made = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise UsageError("this is not a database address; write postgresql://user@host/name") from error
    if made.get_backend_name() == "sqlite":
        file = Path(made.database or "").resolve()
        if inside is not None and not file.is_relative_to(inside.resolve()):
            raise UsageError("this server reads only SQLite files that lie in its own projects")
        if not file.is_file():
            raise UnreadableInput(f"there is no SQLite file {file}")
    if made.get_backend_name() == "postgresql":
        url = made.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)
    return database_rows(url, query, seconds)
