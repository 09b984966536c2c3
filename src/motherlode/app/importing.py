"""NewsSet and UrlSet by hand or from a file or a database, as the REST API and the web page take them (N1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from motherlode.errors import InputError
from motherlode.sources.databases import database_rows
from motherlode.sources.tables import Addresses, Keywords, addresses_of, excel_rows, keywords_of, text_rows
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


def keywords_from_file(body: bytes, name: str) -> Keywords:
    """The keywords in a text file or, by its ending, in an Excel workbook."""
    return keywords_of((excel_rows if name.lower().endswith(EXCEL) else text_rows)(body, name))


def from_file(body: bytes, name: str, sheet: str = "") -> Addresses:
    """The addresses in a text file or, by its ending, in an Excel workbook."""
    shown = Path(name).name[:120] or "the file"
    if shown.lower().endswith(EXCEL):
        return addresses_of(excel_rows(body, shown, sheet))
    return addresses_of(text_rows(body, shown))


def from_excel(body: bytes, name: str, sheet: str = "") -> Addresses:
    """The addresses in an Excel workbook, whatever it is called."""
    return addresses_of(excel_rows(body, Path(name).name[:120] or "the file", sheet))


def from_database(
    url: str, query: str, *, inside: Path | None = None, seconds: int = ANSWER_SECONDS, allowed: Sequence[str] = ()
) -> Addresses:
    """The addresses that a query gives; see `sources.databases` for what may be asked."""
    return addresses_of(database_rows(url, query, seconds, inside=inside, allowed=allowed))
