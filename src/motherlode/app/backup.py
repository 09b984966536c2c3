"""A project as one file and back: taken while crawls run, checked before anything is put in place.

A crawl writes a page into the archive, then into the store, then into its journal. A backup reads in the opposite
order, so that whatever the journal or the store speak of is in the backup too; what came later is fetched again by
`crawl --resume`, as after a kill.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import sqlite3
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from motherlode.app.project import Project
from motherlode.app.settings import FILE_NAME
from motherlode.errors import InputError, StoreError, StoreUnavailable, UnreadableInput

FORMAT = 1
"""Of the backup; a higher one is of a newer Motherlode and is refused."""

CONTENTS = "backup.json"
"""The last file of a backup: its format, and size and digest of every other one."""

BESIDE = ("-wal", "-shm", "-journal", ".part", ".pid")
"""Endings of files that belong to a running process and are of no use to another."""

_SQLITE = b"SQLite format 3\x00"
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Saved:
    """What a backup holds."""

    file: Path
    files: int
    bytes: int


def backup(project: Project, file: Path) -> Saved:
    """Writes the project into one compressed file; a file that is there already is left alone and refused."""
    if project.store_url != str(project.folder / "store.sqlite"):
        raise StoreError(
            "the store of this project lies outside its folder: keep it with its own tool (pg_dump for PostgreSQL), "
            "and the folder with a copy"
        )
    if file.exists():
        raise InputError(f"{file} is there already; name another file")
    part = file.with_name(file.name + ".part")
    contents: dict[str, tuple[int, str]] = {}
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tarfile.open(part, "w:gz", compresslevel=1) as archive:
            for path, name in _in_order(project.folder, file):
                _add(archive, path, name, contents)
            told = json.dumps({"format": FORMAT, "files": contents}, ensure_ascii=False).encode()
            info = tarfile.TarInfo(CONTENTS)
            info.size = len(told)
            archive.addfile(info, io.BytesIO(told))
        part.replace(file)
    except OSError as error:
        raise StoreUnavailable(f"the backup {file} cannot be written: {error}") from error
    finally:
        part.unlink(missing_ok=True)
    return Saved(file, len(contents), sum(size for size, _ in contents.values()))


def restore(file: Path, folder: Path) -> Saved:
    """Puts a backup into a new folder: all of it, every file as its digest says, or nothing."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(f"{folder} is there already and not empty; name a new folder")
    folder.parent.mkdir(parents=True, exist_ok=True)
    part = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        sizes = _unpacked(file, part)
        if not (part / FILE_NAME).is_file():
            raise UnreadableInput(f"{file} holds no project: {FILE_NAME} is not in it")
        if folder.is_dir():
            folder.rmdir()
        part.chmod(0o755)
        part.rename(folder)
    except (OSError, tarfile.TarError, EOFError, ValueError, KeyError, TypeError) as error:
        raise UnreadableInput(f"{file} is no whole backup of a project: {error}") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return Saved(file, len(sizes), sum(sizes))


def _in_order(folder: Path, own: Path) -> Iterator[tuple[Path, str]]:
    """Journals, then the rest, then databases, then the archive: see the head of this file."""
    found = []
    for at, folders, names in os.walk(folder):
        for name in folders:
            if (Path(at) / name).is_symlink():
                raise InputError(f"{Path(at) / name} leads to another folder, which a backup does not follow")
        for name in names:
            path = Path(at) / name
            if not name.endswith(BESIDE) and path.resolve() != own.resolve():
                found.append((path, path.relative_to(folder).as_posix()))
    return iter(sorted(found, key=lambda each: (_rank(*each), each[1])))


def _rank(path: Path, name: str) -> int:
    if name.endswith(".jsonl"):
        return 0
    if name.startswith("archive/"):
        return 3
    return 2 if _is_sqlite(path) else 1


def _is_sqlite(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            return stream.read(len(_SQLITE)) == _SQLITE
    except OSError:
        return False


def _add(archive: tarfile.TarFile, path: Path, name: str, contents: dict[str, tuple[int, str]]) -> None:
    """One file; a database as SQLite itself copies it, another one up to the length that it has now."""
    try:
        if not _is_sqlite(path):
            with path.open("rb") as stream:
                contents[name] = _added(archive, stream, name, os.fstat(stream.fileno()).st_size)
            return
    except FileNotFoundError:  # a journal that a snapshot has just replaced
        return
    with tempfile.NamedTemporaryFile(prefix=".motherlode-backup-", dir=Path(str(archive.name)).parent) as copy:
        try:
            with (
                closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=30)) as source,
                closing(sqlite3.connect(copy.name)) as target,
            ):
                source.backup(target)
        except sqlite3.Error as error:
            raise StoreUnavailable(f"{path} cannot be copied: {error}") from error
        contents[name] = _added(archive, copy.file, name, Path(copy.name).stat().st_size)


class _Digesting:
    """Reads as many bytes as were promised and takes their digest on the way."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.stream, self.digest = stream, hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        block = self.stream.read(size)
        self.digest.update(block)
        return block


def _added(archive: tarfile.TarFile, stream: IO[bytes], name: str, size: int) -> tuple[int, str]:
    info = tarfile.TarInfo(name)
    info.size, info.mode = size, 0o644
    reader = _Digesting(stream)
    archive.addfile(info, reader)
    return size, reader.digest.hexdigest()


def _unpacked(file: Path, folder: Path) -> list[int]:
    """Every file of a backup below a folder; raises where one is missing, changed, or would lie elsewhere."""
    found: dict[str, list[object]] = {}
    told: dict[str, object] = {}
    with tarfile.open(file, "r:gz") as archive:
        for info in archive:
            stream = archive.extractfile(info) if info.isreg() else None
            if stream is None:
                raise ValueError(f"{info.name[:80]} is no file")
            if info.name == CONTENTS:
                told = json.load(stream)
                continue
            found[info.name] = list(_written(stream, _place(folder, info.name)))
    if not isinstance(told, dict) or "files" not in told:
        raise ValueError("its list of contents is missing; it was cut off")
    if not isinstance(told["format"], int) or told["format"] > FORMAT:
        raise ValueError(f"it has format {told['format']}, this Motherlode knows {FORMAT}; upgrade Motherlode")
    if told["files"] != found:
        raise ValueError("a file in it is not what it was when the backup was made")
    return [int(str(size)) for size, _ in found.values()]


def _place(folder: Path, name: str) -> Path:
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or ".." in parts or "\\" in name or ":" in parts[0]:
        raise ValueError(f"{name[:80]} would lie outside the project")
    path = folder.joinpath(*parts)
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _written(stream: IO[bytes], path: Path) -> tuple[int, str]:
    digest, size = hashlib.sha256(), 0
    with path.open("xb") as target:
        while block := stream.read(_CHUNK):
            digest.update(block)
            target.write(block)
            size += len(block)
    return size, digest.hexdigest()
