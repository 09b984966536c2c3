"""Writes requirements-dev.txt: every package of the development environment with its version and its digest.

python scripts/pin_hashes.py            (make hashes)

The digests are those of the files that pip chooses here, so the list serves this kind of machine and Python alone;
what is installed from it is byte for byte what was tested: pip install --require-hashes -r requirements-dev.txt
"""

from __future__ import annotations

import json
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "requirements-dev.txt"
WANTED = ".[all,dev]"


def report() -> list[dict[str, Any]]:
    """What pip would install into an empty environment."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "report.json"
        command = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--quiet",
            "--disable-pip-version-check",
            "--dry-run",
        ]
        command += ["--ignore-installed", "--report", str(file), "-c", "constraints.txt", WANTED]
        subprocess.run(command, cwd=ROOT, check=True)
        found: list[dict[str, Any]] = json.loads(file.read_text())["install"]
    return found


def lines(found: list[dict[str, Any]]) -> list[str]:
    """One requirement with its digest a line; our own package is left out."""
    made = []
    for each in found:
        name, version = each["metadata"]["name"], each["metadata"]["version"]
        if name.lower() == "motherlode":
            continue
        digest = each["download_info"]["archive_info"]["hashes"]["sha256"]
        made.append(f"{name.lower().replace('_', '-')}=={version} --hash=sha256:{digest}")
    return sorted(made)


def main() -> None:
    """Writes the list."""
    made = lines(report())
    head = (
        f"# Made by scripts/pin_hashes.py for {platform.python_implementation()} "
        f"{'.'.join(platform.python_version_tuple()[:2])} on {platform.system()} {platform.machine()}.\n"
        "# pip install --require-hashes -r requirements-dev.txt, then: pip install --no-deps -e .\n"
    )
    TARGET.write_text(head + "\n".join(made) + "\n", encoding="utf-8")
    print(f"{len(made)} packages in {TARGET.name}")


if __name__ == "__main__":
    main()
