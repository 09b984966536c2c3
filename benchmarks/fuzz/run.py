"""Coverage-guided fuzzing with atheris, for as long as one likes; the suite runs the same targets for a short time.

python -m benchmarks.fuzz.run tree -runs=20000          (targets: see targets.py; options are libFuzzer's)
Inputs that find new paths are added to benchmarks/fuzz/corpus/TARGET.
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["motherlode"]):
    from benchmarks.fuzz.targets import CORPUS, TARGETS, once


def main() -> None:
    if len(sys.argv) < 2 or sys.argv[1] not in TARGETS:
        sys.exit(f"name a target: {', '.join(TARGETS)}")
    name = sys.argv[1]
    folder = CORPUS / name
    folder.mkdir(parents=True, exist_ok=True)
    atheris.Setup(
        [sys.argv[0], str(folder), "-max_len=4096", "-timeout=20", *sys.argv[2:]], lambda data: once(name, data)
    )
    atheris.Fuzz()


if __name__ == "__main__":
    main()
