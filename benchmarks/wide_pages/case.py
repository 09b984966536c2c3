"""One page to be made: its language, its truth, and the pieces that templates put together."""

from __future__ import annotations

import random
import zlib
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from pathlib import Path

TONGUES = Path(__file__).with_name("tongues.txt")
ARABIC = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
PERSIAN = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")
REIWA = date(2019, 5, 1)
SITES = (
    "Riverside Courier",
    "Nordlicht",
    "Vallebruna",
    "The Lantern",
    "Kupferhof",
    "Marisma",
    "Zelena",
    "Orbis Forum",
)
SEPARATORS = (" | ", " – ", " - ", " — ", " · ", " » ", " : ", " • ")
"""Between a title and the site's name; the halves of the templates use every other."""


@dataclass(frozen=True, slots=True)
class Tongue:
    """How a language writes; the lists of tongues.txt."""

    code: str
    values: dict[str, list[str]]

    def __getitem__(self, key: str) -> list[str]:
        return self.values[key]


@cache
def tongues() -> tuple[Tongue, ...]:
    """All languages of tongues.txt."""
    found: list[Tongue] = []
    for line in TONGUES.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            found.append(Tongue(line.strip("[]"), {}))
        elif line and not line.startswith("#"):
            key, _, value = line.partition(": ")
            found[-1].values[key] = [value] if key in ("lastmod", "ago") else value.split("|")
            if key == "clock":
                found[-1].values[key] = _clocks(value)
    return tuple(found)


def _clocks(value: str) -> list[str]:
    """The ways of writing a clock, in some of which a bar stands between day and clock."""
    return [part.replace("\x00", " | ") for part in value.replace(" | ", "\x00").split("|")]


def half_of(name: str) -> int:
    """The half of a template: 0 for mending, 1 for watching. By its name alone."""
    return zlib.crc32(name.encode()) & 1


@dataclass
class Case:
    """What a template is given; templates set those of the truth that they show differently."""

    template: str
    number: int
    tongue: Tongue
    rng: random.Random = field(init=False)
    half: int = field(init=False)

    def __post_init__(self) -> None:
        self.half = half_of(self.template)
        self.rng = rng = random.Random(f"{self.template} {self.tongue.code} {self.number}")
        self.day = date(rng.randint(2002, 2023), rng.randint(1, 12), rng.randint(1, 28))
        self.later = self.day + timedelta(days=rng.randint(1, 40))
        self.hour, self.minute = rng.randint(6, 22), rng.randint(10, 59)
        self.title = rng.choice(self.tongue["titles"])
        self.site = rng.choice(SITES)
        self.host = self.site.lower().replace("the ", "").replace(" ", "-") + ".example"
        self.authors = rng.sample(self.tongue["names"], 2 if rng.random() < 0.25 else 1)
        self.style = self.pick("styles")
        self.clock = self.pick("clock")
        self.local_digits = rng.random() < 0.5
        slug = f"{self.tongue.code}-{rng.randint(100, 99999)}"
        self.url = f"https://{self.host}/news/{slug}"
        self.published: date | None = self.day
        self.updated: date | None = None
        self.head = ""

    def pick(self, key: str) -> str:
        """One of those ways of a language to write something that are of the template's half."""
        listed = self.tongue[key]
        return self.rng.choice(listed[self.half :: 2] or listed)

    @property
    def region(self) -> str:
        """The language as a page declares it."""
        return self.tongue["region"][0]

    def local(self, text: str) -> str:
        """A text with the digits of the language."""
        kind = self.tongue.values.get("digits", [""])[0] if self.local_digits else ""
        return text.translate(ARABIC if kind == "arabic" else PERSIAN) if kind else text

    def date(self, day: date | None = None, *, clock: bool | None = None, style: str = "") -> str:
        """A day as the language writes it, here and there with a clock."""
        day = day or self.day
        text = (style or self.style).format(**self._fields(day))
        if clock if clock is not None else self.rng.random() < 0.4:
            twelve = f"{(self.hour - 1) % 12 + 1}:{self.minute:02d} {'am' if self.hour < 12 else 'pm'}"
            text = self.clock.format(style=text, h=f"{self.hour:02d}", mi=f"{self.minute:02d}", twelve=twelve)
        return self.local(text)

    def _fields(self, day: date) -> dict[str, object]:
        suffix = "th" if 10 < day.day < 20 else {1: "st", 2: "nd", 3: "rd"}.get(day.day % 10, "th")
        era = f"令和{day.year - 2018}" if day >= REIWA else f"平成{day.year - 1988}"
        return {
            "d": day.day, "dd": f"{day.day:02d}", "m": day.month, "mm": f"{day.month:02d}", "y": day.year,
            "yy": f"{day.year % 100:02d}", "M": self.tongue["months"][day.month - 1],
            "A": self.tongue["short"][day.month - 1].rstrip("." if "{A}." in self.style else ""),
            "W": self.tongue["days"][day.weekday()], "o": f"{day.day}{suffix}", "be": day.year + 543, "era": era,
        }  # fmt: skip

    def iso(self, day: date | None = None, zone: str = "+01:00") -> str:
        """A day and the case's clock as machines write them."""
        return f"{(day or self.day).isoformat()}T{self.hour:02d}:{self.minute:02d}:00{zone}"

    def names(self) -> str:
        """The authors in a row."""
        joiner = self.tongue["and"][0]
        if len(joiner) == 1 and self.tongue.code in ("ja", "zh", "ko"):
            return joiner.join(self.authors)
        if self.tongue.code in ("ar", "he", "fa"):
            return " ו".join(self.authors) if self.tongue.code == "he" else " و ".join(self.authors)
        return f" {joiner} ".join(self.authors)

    def byline(self) -> str:
        """The authors after a word for 'by', now and then with a role or a place behind."""
        by = self.pick("by")
        gap = "" if by.endswith(("：", "/", "＝", " ")) else " "
        return f"{by}{gap}{self.names()}"

    def page_title(self) -> str:
        """The title with the site's name as heads have it."""
        mark = self.rng.choice(SEPARATORS[self.half :: 2])
        kind = self.rng.random()
        if kind < 0.12:
            return f"{self.site}{mark}{self.title}"
        if kind < 0.24:
            return f"{self.title}{mark}{self.tongue['about'][-1]}{mark}{self.site}"
        if kind < 0.3:
            return f"{self.title}{mark}{self.site}{mark}{self.site}"
        return f"{self.title}{mark}{self.site}"

    def paragraphs(self, count: int = 5) -> list[str]:
        """Texts of the article."""
        listed = self.tongue["text"]
        gap = "" if self.tongue.code in ("ja", "zh", "th") else " "
        return [gap.join(self.rng.sample(listed, 4)) for _ in range(count)]

    def body(self, count: int = 5) -> str:
        """The article's paragraphs."""
        return "\n".join(f"<p>{text}</p>" for text in self.paragraphs(count))

    def other_days(self, count: int = 3) -> list[tuple[str, str]]:
        """Headlines of other articles with their days, all later than this one's."""
        return [
            (title, self.date(self.day + timedelta(days=self.rng.randint(50, 400)), clock=False))
            for title in self.tongue["other"][:count]
        ]

    def menu(self) -> str:
        """Links that every page of a site has."""
        items = "".join(f'<li><a href="/{n}">{text}</a></li>' for n, text in enumerate(self.tongue["about"]))
        return f'<ul class="menu">{items}</ul>'

    def footer(self) -> str:
        """A copyright line, which has years and no date."""
        return f'<div id="footer"><p>© 1998–{self.day.year + 1} {self.site}. {" · ".join(self.tongue["about"][:3])}</p></div>'

    def slug(self) -> str:
        """A name for the address that has no date."""
        return f"{self.tongue.code}-story-{self.number + 11}"

    def page(self, body: str, *, head: str = "", title: str = "", attributes: str = "") -> str:
        """A whole page."""
        return (
            f'<!DOCTYPE html><html lang="{self.region}"{attributes}><head><meta charset="utf-8">'
            f"<title>{title or self.page_title()}</title>{head}{self.head}"
            '<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style.css?v=20190411">'
            "<script>var expires='Thu, 01 Jan 2037 00:00:00 GMT';dataLayer=[{'v':'2.1'}];</script></head>"
            f"<body>{body}</body></html>"
        )
