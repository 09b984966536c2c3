"""Makes the name lexicon of the people extractor from packages with fitting licences.

usage: python -m benchmarks.lexicon_people

It needs Faker, mimesis, names and symspellpy (benchmarks/requirements.txt).

A line of the result is a folded word and its marks: g given name, f family name, w<0-9> an ordinary English word with
its frequency class. Sources and licences stand in src/motherlode/extract/people/data/README.md.
"""

from __future__ import annotations

import gzip
import importlib
import json
import math
import pkgutil
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

from benchmarks.common import ROOT
from motherlode.extract.people.lexicon import fold_word

TARGET = ROOT / "src" / "motherlode" / "extract" / "people" / "data" / "names.txt.gz"
CENSUS_FAMILY_NAMES = 12_000
"""The commonest of the census' 88,799; the rare ones are mostly ordinary words in other contexts."""

ENGLISH_WORDS = 25_000
"""The commonest of 82,765 words; rarer ones seldom stand on a university's page."""


def flat(value: Any) -> Iterator[str]:
    """All strings of a nested list or mapping."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from flat(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from flat(item)


def faker_names() -> tuple[set[str], set[str]]:
    """Given and family names of all locales of Faker (MIT)."""
    person = importlib.import_module("faker.providers.person")
    given: set[str] = set()
    family: set[str] = set()
    for module in pkgutil.iter_modules(person.__path__):
        provider = importlib.import_module(f"faker.providers.person.{module.name}").Provider
        for name, value in vars(provider).items():
            if name.startswith(("first_name", "middle_name", "first_romanized", "last_name", "last_romanized")):
                words = list(flat(list(value) if isinstance(value, dict) else value))
                (family if name.startswith("last") else given).update(words)
    return given, family


def mimesis_names() -> tuple[set[str], set[str]]:
    """Given and family names of all locales of mimesis (MIT)."""
    given: set[str] = set()
    family: set[str] = set()
    for folder in Path(str(files("mimesis"))).glob("datasets/*/person.json"):
        facts = json.loads(folder.read_text(encoding="utf-8"))
        given.update(flat(facts.get("names", [])))
        family.update(flat(facts.get("surnames", [])))
    return given, family


def census_names() -> tuple[set[str], set[str]]:
    """Names of the US census of 1990 (public domain), as packed by `names` (MIT)."""
    folder = Path(str(files("names")))
    read = lambda name: [line.split()[0] for line in (folder / name).read_text().splitlines() if line.strip()]  # noqa: E731
    given = set(read("dist.female.first")) | set(read("dist.male.first"))
    return given, set(read("dist.all.last")[:CENSUS_FAMILY_NAMES])


def english_words() -> dict[str, int]:
    """Ordinary words with a frequency class 0 (rare) to 9 (commonest), from symspellpy's dictionary."""
    lines = (
        (Path(str(files("symspellpy"))) / "frequency_dictionary_en_82_765.txt").read_text("utf-8-sig").splitlines()
    )
    counts = {line.split()[0]: int(line.split()[1]) for line in lines[:ENGLISH_WORDS]}
    low, high = math.log(min(counts.values())), math.log(max(counts.values()))
    return {word: min(9, int(10 * (math.log(count) - low) / (high - low))) for word, count in counts.items()}


def main() -> int:
    """Writes the lexicon."""
    marks: dict[str, set[str]] = {}
    for given, family in (faker_names(), mimesis_names(), census_names()):
        for names, mark in ((given, "g"), (family, "f")):
            for name in names:
                for word in name.replace("-", " ").split():
                    folded = fold_word(word)
                    if len(folded) > 1 or not folded.isascii():
                        marks.setdefault(folded, set()).add(mark)
    for word, level in english_words().items():
        marks.setdefault(fold_word(word), set()).add(f"w{level}")
    lines = "".join(f"{word}\t{''.join(sorted(found))}\n" for word, found in sorted(marks.items()) if word)
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    with TARGET.open("wb") as raw, gzip.GzipFile(fileobj=raw, mode="wb", mtime=0) as packed:
        packed.write(lines.encode())
    sys.stdout.write(f"{len(marks)} words, {TARGET.stat().st_size} bytes in {TARGET}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
