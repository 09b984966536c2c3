"""Whether the columns that no label scores are filled with sense: the five book shops, and the other verticals.

`python -m benchmarks.annotate_plausible --data FOLDER` annotates every site by its ready schema and holds each cell
of a column without labels against two patterns written by hand for that column: what such a value looks like, and
what the text in front of it says. A cell that fails either counts as nonsense, so a true value under a label that the
table below does not know counts against us, too.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

from benchmarks.common import arguments, keep
from benchmarks.swde import schema_for
from motherlode.annotate.detail import annotate_site
from motherlode.annotate.items import read_site
from motherlode.model.schema import AnnotatedPage

_ANY = ""
_MONEY = r"[$€£]|\d"
_DATED = r"\d{4}"
_WORDS = r"[^\W\d]{2}"
EXPECTED: dict[str, dict[str, tuple[str, str]]] = {
    "book": {
        "availability": (r"stock|ship|avail|order|days", _ANY),
        "description": (r".{40}", r"synop|summ|descr|overview|about"),
        "dimensions": (r"\d.*(x|inch|cm|\")", r"dimension|size"),
        "edition": (_WORDS, r"edition"),
        "format": (r"(paper|hard|soft)(back|cover)|audio|e-?book|cd|board|spiral|leather|library|compact", _ANY),
        "isbn_10": (r"^\D{0,8}(\d[- ]?){9}[\dX]$", r"isbn"),
        "language": (r"^[^\W\d]{4,}", r"lang"),
        "pages": (r"^\D{0,8}\d{1,4}\D{0,8}$", r"page|length"),
        "price": (r"[$£€]\s?\d", r"price|pay|only|new|list"),
        "rating": (r"\d|★", r"rat|star|review"),
        "series": (_WORDS, r"series"),
        "subject": (
            r"fiction|children|history|romance|science|biograph|travel|cook|poetry|myster|business|religi|health",
            _ANY,
        ),
        "subtitle": (_WORDS, _ANY),
        "weight": (r"\d.*(lb|oz|pound|ounce|kg|g)", r"weight"),
    },
    "auto": {
        "body": (_WORDS, r"body|style|type"),
        "drivetrain": (r"wd|wheel", r"driv"),
        "invoice": (_MONEY, r"invoice"),
        "horsepower": (r"\d", r"horse|power|hp"),
        "torque": (r"\d", r"torque"),
        "transmission": (_WORDS, r"trans"),
        "make": (_WORDS, _ANY),
        "year": (r"^\D{0,6}(19|20)\d\d\D{0,6}$", _ANY),
        "fuel": (_WORDS, r"fuel|engine type"),
        "warranty": (r"\d", r"warrant"),
        "doors": (r"[2-6]", r"door"),
        "seats": (r"\d", r"seat|passenger"),
        "exterior_color": (_WORDS, r"colou?r|exterior"),
        "odometer": (r"\d", r"mile|odometer"),
        "rating": (r"\d|★", r"rat"),
        "safety_rating": (r"\d|★", r"safe|crash|rat|roll"),
        "vin": (r"\w{17}", _ANY),
    },
    "camera": {
        "availability": (r"stock|avail|order", _ANY),
        "category": (_WORDS, r"type|categ"),
        "color": (_WORDS, r"colou?r"),
        "condition": (r"new|used|refurb|certif", _ANY),
        "description": (r".{40}", _ANY),
        "dimensions": (r"\d.*x.*\d", r"dimension|size|w x h|h x w"),
        "gtin": (r"\d{8}", r"upc|ean|gtin"),
        "list_price": (_MONEY, r"list|original|retail|regular|msrp|was"),
        "model_number": (r"\w\d|\d", r"model|part|mfg|mpn"),
        "rating": (r"\d|★", r"^(?!.*seller).*(rat|star|review)"),
        "reviews": (r"^\D{0,12}\d[\d,]*\D{0,12}$", r"review"),
        "saving": (_MONEY, r"sav|off|discount|rebate"),
        "shipping": (_MONEY, r"ship"),
        "sku": (r"\d", r"sku|item|#"),
        "warranty": (r"\d|year|limited", r"warrant"),
        "weight": (r"\d.*(lb|oz|pound|ounce|kg|g)", r"weight"),
    },
    "job": {
        "contact": (_WORDS, r"contact|recruiter"),
        "education": (_WORDS, r"educat|degree"),
        "email": (r"@", _ANY),
        "employment_type": (r"time|contract|temp|perm|employ|intern", _ANY),
        "experience": (r"\d|year", r"exper|career"),
        "industry": (_WORDS, r"industr|categ|field"),
        "phone": (r"\d{3}", r"phone|tel|call|contact"),
        "reference": (r"\w", r"ref|id|code|number|#"),
        "salary": (r"\d", r"pay|salar|compens|rate|wage"),
        "description": (r".{40}", _ANY),
        "travel": (r"\w", r"travel"),
    },
    "movie": {
        "box_office": (r"\d", r"gross|box"),
        "budget": (r"\d", r"budget|cost"),
        "cast": (r"[A-Z]\w+ [A-Z]", r"cast|star|actor|with"),
        "country": (_WORDS, r"countr|rating|origin|^$"),
        "dvd_release_date": (_DATED, r"dvd|video|disc"),
        "language": (_WORDS, r"lang"),
        "plot": (r".{40}", r"synop|plot|story|summ"),
        "producer": (_WORDS, r"produc"),
        "release_date": (_DATED, r"releas|theat|open"),
        "runtime": (r"\d", r"run|length|time|min"),
        "score": (r"\d", r"scor|rating|meta|critic|user"),
        "studio": (_WORDS, r"distrib|studio|releas|produc"),
        "writer": (r"[A-Z]\w+ [A-Z]", r"writ|screen|story"),
        "year": (_DATED, r"year"),
    },
    "nbaplayer": {
        "age": (r"^\D{0,6}\d\d\D{0,6}$", r"age"),
        "birth_date": (_DATED, r"born|birth"),
        "birth_place": (_WORDS, r"born|birth|from|hometown"),
        "college": (_WORDS, r"college|school|univ|attended"),
        "draft": (r"\d{4}", r"draft"),
        "experience": (r"\d", r"exp|years"),
        "nationality": (_WORDS, r"national|country"),
        "number": (r"\d", r"number|#|no"),
        "position": (r"[A-Z]", _ANY),
        "salary": (r"\$", r"salar"),
    },
    "restaurant": {
        "features": (_WORDS, r"feature|servic|dress|meal|amenit"),
        "hours": (r"\d", r"hour|open"),
        "neighborhood": (_WORDS, r"neighb|area|district"),
        "payment": (r"card|visa|amex|mc|cash|[A-Z]{1,2}, ?[A-Z]", r"card|pay"),
        "price_range": (r"\$", r"price|cost"),
        "rating": (r"\d|★", r"rat|star"),
        "reviews": (r"^\D{0,12}\d[\d,]*\D{0,12}$", r"review|^\D*$"),
        "website": (r"\.\w", _ANY),
    },
    "university": {
        "acceptance_rate": (r"\d", r"accept|admit"),
        "address": (r"\d|, [A-Z]", _ANY),
        "calendar": (r"semester|quarter|trimester|contin|other|\d", r"calend"),
        "city": (_WORDS, r"city|location"),
        "degrees": (r"degree|bachelor|master|doct|certif|assoc|diploma", r"degree|program|award"),
        "email": (r"@", _ANY),
        "fax": (r"\d{3}", r"fax"),
        "founded": (r"1[6-9]\d\d|20\d\d", r"found|establ"),
        "religion": (_WORDS, r"relig|affil"),
        "setting": (r"city|town|urban|rural|suburb|campus", r"setting|campus|locale"),
        "students": (r"\d", r"enrol|undergrad|student"),
        "tuition": (r"\d", r"tuition"),
    },
}
"""For every vertical and column: what a value holds, and what the text in front of it holds, both without case."""


def sensible(page: AnnotatedPage, name: str, expected: tuple[str, str]) -> bool:
    """Whether a cell looks like its column and stands behind a text that says so; a value may say so itself."""
    value, label = expected
    said = re.sub(r"^label “|”$", "", page.evidence[name].detail)
    raw = " ".join(page.raw[name])
    named = bool(re.search(label, said, re.IGNORECASE)) or (
        bool(label) and bool(re.search(label, raw, re.IGNORECASE))
    )
    return bool(re.search(value, page.values[name][0], re.IGNORECASE)) and named


def main() -> None:
    """Counts the sensible cells of every column without labels."""
    given = arguments(str(__doc__)).parse_args()
    rows: list[list[object]] = []
    totals: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for vertical, columns in EXPECTED.items():
        counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        wrong: dict[str, list[str]] = defaultdict(list)
        schema, _ = schema_for(vertical, [])
        for place in sorted((given.data / vertical).iterdir())[: 1 if given.quick else None]:
            pages = [(page.name, page.read_text("utf-8", "replace")) for page in sorted(Path(place).glob("*.htm"))]
            for page in annotate_site(read_site(pages), schema).pages:
                for name in page.values:
                    if name not in columns:
                        continue
                    right = sensible(page, name, columns[name])
                    for tally in (counts[name], totals[vertical], totals["all"]):
                        tally[0] += right
                        tally[1] += 1
                    if not right:
                        wrong[name].append(
                            f"{place.name}: {page.values[name][0][:40]} ({page.evidence[name].detail})"
                        )
        for name, (right, filled) in sorted(counts.items()):
            rows.append([vertical, name, filled, right, round(100 * right / filled, 1), "; ".join(wrong[name][:1])])
    summary = [
        [name, filled, right, round(100 * right / max(1, filled), 1)] for name, (right, filled) in totals.items()
    ]
    keep(
        "annotate_plausible",
        "Columns that no label scores",
        [
            ("Cells by vertical", ["vertical", "filled", "sensible", "per cent"], summary),
            ("Cells by column", ["vertical", "column", "filled", "sensible", "per cent", "a wrong one"], rows),
        ],
        remarks=[
            " ".join(str(__doc__).split("\n\n")[1].split()),
            "The schemas are the ready ones, no page is labelled.",
        ],
    )


if __name__ == "__main__":
    main()
