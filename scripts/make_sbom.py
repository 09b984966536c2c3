"""Writes a bill of materials of what Motherlode needs, as CycloneDX 1.6 JSON, from what is installed here.

python scripts/make_sbom.py [--extra server --extra postgres …] > sbom.json            (make sbom)
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from packaging.requirements import Requirement

OWN = "motherlode"
MOST_LICENCE = 100
"""Characters of a licence's name; longer ones are its whole text."""


def key(name: str) -> str:
    """A package's name as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def needed(name: str, extras: Iterable[str]) -> dict[str, tuple[Distribution, set[str]]]:
    """Every installed package that a package needs, itself first, each with the names of what it needs directly."""
    found: dict[str, tuple[Distribution, set[str]]] = {}
    waiting = [(name, frozenset(extras))]
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        name, wanted = waiting.pop()
        if (key(name), wanted) in seen:
            continue
        seen.add((key(name), wanted))
        try:
            package = distribution(name)
        except PackageNotFoundError:  # of another platform or Python
            continue
        _, direct = found.setdefault(key(name), (package, set()))
        for text in package.requires or ():
            required = Requirement(text)
            places = [{"extra": extra} for extra in wanted] or [{"extra": ""}]
            if required.marker is None or any(required.marker.evaluate(place) for place in places):
                direct.add(key(required.name))
                waiting.append((required.name, frozenset(required.extras)))
    return found


def reference(package: Distribution) -> str:
    """The address by which tools know a package."""
    return f"pkg:pypi/{key(package.metadata['Name'])}@{package.version}"


def component(package: Distribution, kind: str = "library") -> dict[str, Any]:
    """A package as CycloneDX writes it."""
    facts = package.metadata
    made: dict[str, Any] = {
        "type": kind, "bom-ref": reference(package), "name": facts["Name"], "version": package.version,
        "purl": reference(package),
    }  # fmt: skip
    if facts.get("Summary"):
        made["description"] = facts["Summary"]
    if licence := facts.get("License-Expression"):
        made["licenses"] = [{"expression": licence}]
    elif names := [line.rpartition(" :: ")[2] for line in facts.get_all("Classifier") or () if "License ::" in line]:
        made["licenses"] = [{"license": {"name": name}} for name in names]
    elif (told := (facts.get("License") or "").strip()) and len(told) <= MOST_LICENCE:
        made["licenses"] = [{"license": {"name": told}}]
    return made


def bill(extras: Iterable[str]) -> dict[str, Any]:
    """The whole bill: the same for the same environment."""
    found = needed(OWN, extras)
    own, _ = found[OWN]
    references = sorted(reference(package) for package, _ in found.values())
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid5(NAMESPACE_URL, ' '.join(references))}",
        "version": 1,
        "metadata": {"component": component(own, "application")},
        "components": [component(package) for name, (package, _) in sorted(found.items()) if name != OWN],
        "dependencies": [
            {
                "ref": reference(package),
                "dependsOn": sorted(reference(found[name][0]) for name in direct if name in found),
            }
            for _, (package, direct) in sorted(found.items())
        ],
    }


def main() -> None:
    """Prints the bill."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--extra", action="append", default=[], help="an extra to count in; 'all' by default")
    json.dump(bill(parser.parse_args().extra or ["all"]), sys.stdout, indent=1, ensure_ascii=False)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
