"""Coverage-guided fuzzing of parser-facing code with atheris: any bytes give a result or a MotherlodeError.

python -m benchmarks.fuzz.run tree -runs=20000          (targets: see TARGETS; options are libFuzzer's)
The corpus lies in benchmarks/fuzz/corpus/TARGET; inputs that find new paths are added to it.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["motherlode"]):
    from motherlode.app.extract_records import load_wrapper
    from motherlode.dom.tree import parse
    from motherlode.errors import MotherlodeError
    from motherlode.extract.article import extract as article_of
    from motherlode.network.language.parse import parse as statements
    from motherlode.pages.decode import decode
    from motherlode.pages.view import view
    from motherlode.pages.warc import responses
    from motherlode.sources.feeds import feed, is_feed, sitemap

CORPUS = Path(__file__).parent / "corpus"


def text(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass" if data[:1] == b"\xed" else "replace")


def tree(data: bytes) -> None:
    html = text(data)
    parse(html)
    view(html, "http://a.example/")


def decoding(data: bytes) -> None:
    decode(data[1:], ("", "text/html; charset=gbk", "text/html; charset=utf-16", "x;charset=")[data[:1][0] % 4])


def warc(data: bytes) -> None:
    with tempfile.NamedTemporaryFile(suffix=".warc.gz") as file:
        file.write(data)
        file.flush()
        for _ in responses(Path(file.name)):
            pass


def feeds(data: bytes) -> None:
    sitemap(data)
    is_feed(data, "application/xml")
    feed(data)


def language(data: bytes) -> None:
    list(statements(text(data)))


def jsonld(data: bytes) -> None:
    page = f'<title>t</title><script type="application/ld+json">{text(data)}</script><p>{"words " * 60}'
    article_of(parse(page), "http://a.example/2026/01/01/x")


def wrapper(data: bytes) -> None:
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        file.write(data)
        file.flush()
        load_wrapper(Path(file.name))


TARGETS: dict[str, Callable[[bytes], None]] = {
    "tree": tree, "decode": decoding, "warc": warc, "feeds": feeds, "language": language, "jsonld": jsonld,
    "wrapper": wrapper,
}  # fmt: skip


def main() -> None:
    if len(sys.argv) < 2 or sys.argv[1] not in TARGETS:
        sys.exit(f"name a target: {', '.join(TARGETS)}")
    target = TARGETS[sys.argv[1]]

    def once(data: bytes) -> None:
        if data:
            try:
                target(data)
            except MotherlodeError:
                return

    folder = CORPUS / sys.argv[1]
    folder.mkdir(parents=True, exist_ok=True)
    atheris.Setup([sys.argv[0], str(folder), "-max_len=4096", "-timeout=20", *sys.argv[2:]], once)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
