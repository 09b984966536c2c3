"""Every regular expression of the package, and strings made to slow each of them down. Run as a module it times them.

Patterns are found two ways: compiled ones in the modules' values, and literal ones in the calls of `re` functions.
"""

from __future__ import annotations

import ast
import importlib
import json
import pkgutil
import re
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from re import _parser  # type: ignore[attr-defined]

import motherlode

LENGTH = 8000
"""Characters of an attack: a quadratic search needs 3·10⁷ steps here, half a second or more."""

BOUND = 0.4
"""CPU seconds one search may take on it."""

CUT = {
    "motherlode.annotate.kinds._COMPILED": 300,
    "motherlode.annotate.normalise": 2000,
}
"""Patterns that only ever see texts cut to this length (in `kinds` and `normalise`): attacked at that length."""

ANCHORED = {"motherlode.pages.warc._CHUNK_SIZE"}
"""Patterns that are only ever asked whether they match at one place."""

CALLS = {"compile", "match", "search", "fullmatch", "sub", "subn", "split", "findall", "finditer"}


def module_names() -> list[str]:
    """Every module of the package but the entry point and the optional Scrapy bridge."""
    found = pkgutil.walk_packages(motherlode.__path__, "motherlode.")
    return [info.name for info in found if "__main__" not in info.name and ".scrapy" not in info.name]


def compiled() -> dict[str, re.Pattern[str] | re.Pattern[bytes]]:
    """Patterns among the values of modules and classes, by where they stand."""
    found: dict[str, re.Pattern[str] | re.Pattern[bytes]] = {}
    for name in module_names():
        module = importlib.import_module(name)
        for key, value in vars(module).items():
            if key.startswith("__"):
                continue
            found.update(_inside(value, f"{name}.{key}", 0))
    return found


def _inside(value: object, place: str, depth: int) -> Iterator[tuple[str, re.Pattern[str] | re.Pattern[bytes]]]:
    if isinstance(value, re.Pattern):
        yield place, value
    elif depth < 4 and isinstance(value, dict):
        for key, item in list(value.items())[:2000]:
            yield from _inside(item, f"{place}[{str(key)[:30]}]", depth + 1)
    elif depth < 4 and isinstance(value, (list, tuple, set, frozenset)):
        for at, item in enumerate(list(value)[:2000]):
            yield from _inside(item, f"{place}[{at}]", depth + 1)
    elif depth == 0 and isinstance(value, type) and value.__module__.startswith("motherlode"):
        for key, item in vars(value).items():
            yield from _inside(item, f"{place}.{key}", depth + 1)


def literal() -> dict[str, re.Pattern[str] | re.Pattern[bytes]]:
    """Patterns written as literals in the calls of `re` functions."""
    found: dict[str, re.Pattern[str] | re.Pattern[bytes]] = {}
    for name in module_names():
        file = Path(str(importlib.import_module(name).__file__))
        if file.suffix != ".py":
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
                continue
            owner, first = node.func.value, node.args[0]
            if not (isinstance(owner, ast.Name) and owner.id == "re" and node.func.attr in CALLS):
                continue
            if isinstance(first, ast.Constant) and isinstance(first.value, (str, bytes)):
                found[f"{name}:{node.lineno}"] = re.compile(first.value, _flags(node))
    return found


def _flags(node: ast.Call) -> int:
    text = ast.unparse(node)
    flags = 0
    for word, flag in (("IGNORECASE", re.IGNORECASE), ("VERBOSE", re.VERBOSE), ("DOTALL", re.DOTALL)):
        if f"re.{word}" in text or f"re.{word[0]}" in text.replace("re.VERBOSE", "re.X").split():
            flags |= flag
    return flags


def patterns() -> dict[str, re.Pattern[str] | re.Pattern[bytes]]:
    """All, each once."""
    once: dict[tuple[object, int], str] = {}
    found = {**literal(), **compiled()}
    for place, pattern in found.items():
        once[pattern.pattern, pattern.flags] = place
    return {place: found[place] for place in sorted(once.values())}


def attacks(pattern: re.Pattern[str] | re.Pattern[bytes]) -> list[str]:
    """Long strings of what the pattern likes to repeat, with an end that it does not like."""
    liked = _characters(pattern)
    pieces = [*liked, *_words(pattern)]
    pieces += [a + b for a in liked[:6] for b in liked[:6] if a != b]
    made = []
    for piece in pieces[:9]:
        run = (piece * (LENGTH // len(piece) + 1))[:LENGTH]
        made.append(run + "\x01")
    for word in _words(pattern)[:2]:
        made += [word + (char * LENGTH) + "\x01" for char in liked[:3]]
    return made


def _characters(pattern: re.Pattern[str] | re.Pattern[bytes]) -> list[str]:  # noqa: C901
    source = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    found: dict[str, None] = {}
    samples = {"category_space": " \t\n", "category_digit": "1", "category_word": "a_", "category_not_space": "a<"}

    def walk(items: object) -> None:  # noqa: C901
        for op, value in items:  # type: ignore[attr-defined]
            name = str(op).lower()
            if name in {"literal", "not_literal"}:
                found[chr(value) if name == "literal" else "a"] = None
            elif name == "any":
                found.update(dict.fromkeys("a <"))
            elif name == "category":
                found.update(dict.fromkeys(samples.get(str(value).lower(), "a ")))
            elif name == "range":
                found[chr(value[0])] = None
            elif name == "negate":
                found.update(dict.fromkeys("a <"))
            elif name == "in":
                walk(value)
            elif name == "branch":
                for branch in value[1]:
                    walk(branch)
            elif name == "subpattern":
                walk(value[3])
            elif name in {"max_repeat", "min_repeat", "possessive_repeat"}:
                walk(value[2])
            elif name in {"assert", "assert_not"}:
                walk(value[1])
            elif name == "atomic_group":
                walk(value)

    walk(_parser.parse(source, pattern.flags & ~re.UNICODE if isinstance(pattern.pattern, bytes) else pattern.flags))
    return list(dict.fromkeys([*"a1 ", *found]))[:40]


def _words(pattern: re.Pattern[str] | re.Pattern[bytes]) -> list[str]:
    source = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    words = re.findall(r"[A-Za-z<>/=\u4e00-\u9fff-]{2,}", source)[:6]
    return words or ["<a"]


class _Late(Exception):
    """The alarm rang inside a search."""


def _ring(*_: object) -> None:
    raise _Late


def slow() -> dict[str, tuple[float, str, str]]:
    """Patterns that took longer than the bound on one string: seconds, pattern, the string's beginning."""
    signal.signal(signal.SIGPROF, _ring)
    found: dict[str, tuple[float, str, str]] = {}
    for place, pattern in patterns().items():
        length = next((cut for start, cut in CUT.items() if place.startswith(start)), 2 * LENGTH)
        ask = pattern.match if place in ANCHORED else pattern.search
        for attack in attacks(pattern):
            attack = attack[:length]
            subject = attack if isinstance(pattern.pattern, str) else attack.encode("utf-8", "replace")
            before = time.process_time()
            signal.setitimer(signal.ITIMER_PROF, 4 * BOUND)
            try:
                ask(subject)  # type: ignore[arg-type]
                took = time.process_time() - before
            except _Late:
                took = time.process_time() - before
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
            if took > BOUND:
                found[place] = (took, str(pattern.pattern)[:300], repr(attack[:20]))
                break
    return found


if __name__ == "__main__":
    count = len(patterns())
    json.dump({"count": count, "slow": slow()}, sys.stdout)
