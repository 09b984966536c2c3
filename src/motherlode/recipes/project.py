"""The project folder: settings, store and archive in one place.

my-project/
  motherlode.toml     settings, commented
  store.sqlite        the store, unless [project] store names another
  archive/            pages as WARC files
  hidden/  schemas/   descriptions of hidden databases, schemas of the user
  exports/            what was exported
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from motherlode.errors import InputError, UnreadableInput
from motherlode.recipes.params import ProjectParams
from motherlode.recipes.settings import FILE_NAME, Settings, check, commented, load
from motherlode.store.store import Store

FOLDERS = ("archive", "hidden", "schemas", "exports")


class Project:
    """An opened project; the store is opened when it is first needed."""

    def __init__(self, folder: Path, settings: Settings, store: str = "") -> None:
        self.folder = folder
        self.settings = settings
        self._store_url = store

    @classmethod
    def create(cls, folder: Path, values: Mapping[str, Mapping[str, Any]] | None = None) -> Project:
        """A new project in `folder`; an existing one is left as it is and refused."""
        file = folder / FILE_NAME
        if file.exists():
            raise InputError(f"{file} is there already; open it, or choose another folder")
        check(values or {})
        folder.mkdir(parents=True, exist_ok=True)
        for name in FOLDERS:
            (folder / name).mkdir(exist_ok=True)
        given = {"project": {"name": folder.resolve().name}, **(values or {})}
        file.write_text(commented(given), encoding="utf-8")
        return cls.open(folder)

    @classmethod
    def open(cls, folder: Path, *, store: str = "") -> Project:
        """The project in `folder`, with another store than its own if one is named; raises UnreadableInput."""
        if not folder.is_dir():
            raise UnreadableInput(f"{folder} is not a project folder; make one with: motherlode init {folder}")
        return cls(folder, load(folder / FILE_NAME), store)

    @property
    def params(self) -> ProjectParams:
        """Name, store and what may be reached."""
        return self.settings.get(ProjectParams)

    @property
    def store_url(self) -> str:
        """Where the store is: the settings' address, or a file in the folder."""
        return self._store_url or self.params.store or str(self.folder / "store.sqlite")

    @cached_property
    def store(self) -> Store:
        """The store, made or upgraded where needed."""
        return Store.at(self.store_url)

    @property
    def engine(self) -> Engine:
        """The store's engine, for stages that keep tables of their own."""
        return self.store.engine

    @property
    def archive_folder(self) -> Path:
        """Where the pages lie as WARC files."""
        return self.folder / "archive"

    def write_settings(self, values: Mapping[str, Mapping[str, Any]]) -> None:
        """Writes the settings file anew; refused, and the old one kept, when a value is wrong."""
        check(values)
        file = self.folder / FILE_NAME
        part = file.with_suffix(".toml.part")
        part.write_text(commented(values), encoding="utf-8")
        part.replace(file)
        self.settings = load(file)

    def close(self) -> None:
        """Closes the store if it was opened."""
        if "store" in self.__dict__:
            self.store.close()
