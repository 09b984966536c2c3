"""Integration of many records from five sources: time, memory, growth, and how many duplicates are found.

Records are made, not collected: titles of invented words, spelled a little differently by every source.
"""

from __future__ import annotations

import argparse
import random
import resource
import time

from benchmarks.common import keep
from motherlode.annotate.integrate import integrate
from motherlode.annotate.schema_files import ready_schema
from motherlode.model.schema import Entity, SourceRecord

SYLLABLES = [
    "ka",
    "lo",
    "mi",
    "ren",
    "tas",
    "vo",
    "chi",
    "del",
    "fur",
    "gan",
    "hes",
    "ist",
    "jor",
    "kel",
    "lum",
    "nor",
    "pra",
    "qui",
    "ros",
    "sha",
    "tel",
    "und",
    "vir",
    "wol",
    "xen",
    "yar",
    "zim",
]
SOURCES = ("aurora", "borealis", "cumulus", "dunes", "estuary")


def word(rng: random.Random) -> str:
    """An invented word."""
    return "".join(rng.choice(SYLLABLES) for _ in range(rng.randint(2, 3)))


def make(count: int, seed: int = 0) -> tuple[list[SourceRecord], dict[tuple[str, str], int]]:
    """`count` records of five sources over count / 2.5 books, and which book each record is."""
    rng = random.Random(seed)
    vocabulary = [word(rng) for _ in range(max(2000, count // 10))]
    surnames = [word(rng).title() for _ in range(3000)]
    records: list[SourceRecord] = []
    truth: dict[tuple[str, str], int] = {}
    book = 0
    while len(records) < count:
        title = " ".join(rng.choice(vocabulary) for _ in range(rng.randint(2, 6))).title()
        authors = [f"{word(rng).title()} {rng.choice(surnames)}" for _ in range(rng.randint(1, 3))]
        isbn = _isbn(book)
        year = rng.randint(1950, 2020)
        for source in rng.sample(SOURCES, rng.choice((1, 2, 2, 3, 4))):
            record = _told(rng, source, book, title, authors, isbn, year)
            truth[record.source, record.id] = book
            records.append(record)
        book += 1
    rng.shuffle(records)
    return records[:count], truth


def _told(
    rng: random.Random, source: str, book: int, title: str, authors: list[str], isbn: str, year: int
) -> SourceRecord:
    if rng.random() < 0.2:
        title = title.upper()
    if rng.random() < 0.1:
        place = rng.randrange(len(title))
        title = title[:place] + title[place + 1 :]
    if rng.random() < 0.3:
        authors = [", ".join(reversed(author.split(" ", 1))) for author in authors]
    values = {
        "title": (title,),
        "author": tuple(authors),
        "publication_date": (str(year),),
        "price": (f"${rng.randint(5, 60)}.{rng.randint(0, 99):02}",),
    }
    if rng.random() < 0.6:
        values["isbn_13"] = (isbn,)
    return SourceRecord(source, f"{book}-{rng.randrange(10**6)}", values)


def _isbn(number: int) -> str:
    digits = f"978{number:09}"
    check = -sum(int(d) * (3 if i % 2 else 1) for i, d in enumerate(digits)) % 10
    return f"{digits}{check}"


def pair_scores(
    entities: list[Entity], truth: dict[tuple[str, str], int], used: set[tuple[str, str]]
) -> tuple[float, float]:
    """Precision and recall of the pairs put together."""
    sizes: dict[int, int] = {}
    for key in used:
        sizes[truth[key]] = sizes.get(truth[key], 0) + 1
    wanted = sum(n * (n - 1) // 2 for n in sizes.values())
    made = right = 0
    for entity in entities:
        books = [truth[key] for key in entity.records]
        made += len(books) * (len(books) - 1) // 2
        right += sum(books.count(b) * (books.count(b) - 1) // 2 for b in set(books))
    return right / max(1, made), right / max(1, wanted)


def _same_again(records: list[SourceRecord], entities: list[Entity]) -> str:
    """Whether giving every record twice, in another order, changes nothing."""
    return "yes" if integrate([*reversed(records), *records], ready_schema("books")) == entities else "NO"


def main() -> None:
    """Measures 25,000, 50,000 and 100,000 records."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--data", help="not needed")
    quick = parser.parse_args().quick
    schema = ready_schema("books")
    rows = []
    for count in (2000, 4000) if quick else (25_000, 50_000, 100_000):
        records, truth = make(count)
        start = time.process_time()
        entities = integrate(records, schema)
        seconds = time.process_time() - start
        used = {(r.source, r.id) for r in records}
        precision, recall = pair_scores(entities, truth, used)
        again = _same_again(records, entities) if not rows else "not run"
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        rows.append(
            [count, len(entities), round(seconds, 1), round(1e6 * seconds / count), round(peak),
             round(100 * precision, 2), round(100 * recall, 2), again]
        )  # fmt: skip
        print(rows[-1], flush=True)
    if not quick:
        keep(
            "integrate",
            "Integration of 100,000 records from five sources",
            [
                (
                    "Books told by five sources",
                    [
                        "records",
                        "entities",
                        "CPU s",
                        "µs a record",
                        "peak MB",
                        "pair precision %",
                        "pair recall %",
                        "twice changes nothing",
                    ],
                    rows,
                )
            ],
            remarks=[
                (
                    "Made records: 20 % of the titles in capitals, 10 % with a lost letter, 30 % of the authors as "
                    "`Last, First`, 40 % without ISBN. Peak memory is that of the process, records included."
                )
            ],
        )


if __name__ == "__main__":
    main()
