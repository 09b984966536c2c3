"""NewsSet, UrlSet and TopKeyWordSet from text files and Excel sheets (N1); databases have a module of their own.

Every reader gives plain rows of text; `addresses_of` and `keywords_of` make addresses and weighted keywords of them
and say of every row that is neither why not.
"""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from motherlode.errors import InputError, LimitExceeded, UnreadableInput
from motherlode.extras import need
from motherlode.model.topic import Keyword
from motherlode.text.urls import canonical

MAX_ROWS = 1_000_000
MAX_LINE = 100_000
MAX_FILE = 64 * 1024 * 1024
MAX_UNPACKED = 512 * 1024 * 1024
"""Bytes that an Excel file may unpack to: larger ones are bombs or belong into a database."""

EXCEL_SECONDS = 60

Rows = list[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Addresses:
    """Addresses in their one form, and the rows that are none, each with the reason."""

    urls: tuple[str, ...]
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Keywords:
    """Weighted keywords, and the rows that are none, each with the reason."""

    words: tuple[Keyword, ...]
    refused: tuple[str, ...] = ()


def text_rows(body: bytes, name: str = "the text") -> Rows:
    """Rows of a text file: one entry a line, columns by tab, semicolon or comma."""
    if len(body) > MAX_FILE:
        raise LimitExceeded(f"{name} has more than {MAX_FILE // 2**20} MB")
    if b"\0" in body[:4096] and not body.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UnreadableInput(f"{name} is not a text file")
    decoded = _decoded(body)
    lines = [line for line in decoded.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    separator = next((s for s in ("\t", ";") if any(s in line for line in lines[:20])), ",")
    rows: Rows = []
    for number, line in enumerate(lines[:MAX_ROWS], 1):
        if len(line) > MAX_LINE:
            raise LimitExceeded(f"line {number} of {name} has {len(line)} characters; {MAX_LINE} are allowed")
        if "://" in line and separator == ",":
            rows.append((line.strip(),))  # a comma may be part of an address
        else:
            rows.append(tuple(cell.strip() for cell in next(csv.reader(io.StringIO(line), delimiter=separator))))
    return rows


def _decoded(body: bytes) -> str:
    for encoding in ("utf-8-sig", "utf-16" if body.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8", "gb18030"):
        try:
            return body.decode(encoding)
        except UnicodeDecodeError:
            continue
    return body.decode("latin-1")


def excel_rows(body: bytes, name: str = "the file", sheet: str = "") -> Rows:
    """Rows of an Excel workbook's first (or named) sheet.

    Read in a process of its own with bounded memory: a workbook of a few bytes may claim billions of cells.
    """
    need("excel")
    _refuse_bomb(body, name)
    command = [sys.executable, "-I", str(Path(__file__).with_name("excel_process.py")), sheet, str(MAX_ROWS)]
    try:
        run = subprocess.run(command, input=body, capture_output=True, timeout=EXCEL_SECONDS, check=False)  # noqa: S603
    except subprocess.TimeoutExpired as error:
        raise LimitExceeded(f"{name} takes more than {EXCEL_SECONDS} s to read; save it as CSV") from error
    if run.returncode:
        raise LimitExceeded(f"{name} needs more memory than an Excel file may; save the rows you need as CSV")
    answer = json.loads(run.stdout)
    if "error" in answer:
        raise UnreadableInput(f"{name} {answer['error']}")
    return [tuple(row) for row in answer["rows"]]


def _refuse_bomb(body: bytes, name: str) -> None:
    if len(body) > MAX_FILE:
        raise LimitExceeded(f"{name} has more than {MAX_FILE // 2**20} MB")
    if not body.startswith(b"PK"):
        return
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as packed:
            size = sum(entry.file_size for entry in packed.infolist())
    except zipfile.BadZipFile as error:
        raise UnreadableInput(f"{name} is not an Excel file that can be read: {error}") from error
    if size > MAX_UNPACKED:
        raise LimitExceeded(f"{name} unpacks to {size // 2**20} MB; {MAX_UNPACKED // 2**20} MB are allowed")


def _cell(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip() if value is not None else ""


def addresses_of(rows: Iterable[Sequence[str]]) -> Addresses:
    """The first cell of each row that is an address; a header row is passed over."""
    urls: dict[str, None] = {}
    refused = []
    for number, row in enumerate(rows):
        found, reason = _address(row)
        if found:
            urls[found] = None
        elif number > 0 or len([c for c in row if c]) > 1 or "." in "".join(row):
            refused.append(f"{' '.join(row)[:200]}: {reason}")
    return Addresses(tuple(urls), tuple(refused))


def _address(row: Sequence[str]) -> tuple[str, str]:
    reason = "no address in it"
    for cell in row:
        if not cell:
            continue
        try:
            looks = "://" in cell or ("." in cell and " " not in cell)
            if looks:
                return canonical(cell if "://" in cell else f"http://{cell}"), ""
        except InputError as error:
            reason = error.message
    return "", reason


def keywords_of(rows: Iterable[Sequence[str]]) -> Keywords:
    """Word and weight of each row; a word without a weight has 1, a header row is passed over."""
    words: dict[str, Keyword] = {}
    refused = []
    for number, row in enumerate(rows):
        cells = [cell for cell in row if cell]
        if not cells:
            continue
        weight = 1.0
        if len(cells) > 1:
            try:
                weight = float(cells[1].replace(",", "."))
            except ValueError:
                if number > 0:
                    refused.append(f"{' '.join(cells)[:200]}: the weight {cells[1]!r} is not a number")
                continue
        words[cells[0]] = Keyword(cells[0], weight)
    return Keywords(tuple(words.values()), tuple(refused))
