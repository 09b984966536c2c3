"""Titles (U7): ranks, what modifies them, and administrative roles, in the languages of many universities.

>>> find("Visiting Assistant Professor of Computer Science").rank
'assistant professor'
>>> find("Catedrática de Universidad").rank, find("副教授").rank, find("Associate Professors").rank
('professor', 'associate professor', 'associate professor')
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from motherlode.lang import section, words

RANKS = (
    "associate professor", "assistant professor", "professor", "lecturer", "reader", "instructor", "fellow",
    "researcher", "doctoral student",
)  # fmt: skip
"""The ranks of the tables of languages; where two overlap, the earlier one holds."""

ROLES = (
    "dean", "chair", "head", "director", "rector", "coordinator", "secretary", "administrator", "technician",
    "assistant",
)  # fmt: skip
MODIFIERS = (
    "emeritus", "adjunct", "visiting", "research", "teaching", "clinical", "of practice", "distinguished", "senior",
    "honorary", "acting",
)  # fmt: skip
_DENSE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Letters of scripts without spaces, whose forms are found anywhere."""


def _patterns(kind: str, names: tuple[str, ...]) -> list[tuple[str, re.Pattern[str]]]:
    """The forms of every rank, role or modifier in all languages; words first, then scripts without spaces."""
    tables = [table.get(kind, {}) for table in section("titles").values()]
    found: list[tuple[str, re.Pattern[str]]] = []
    for start, dense in ((r"(?<!\w)", False), ("", True)):
        for name in names:
            forms = [form for table in tables for form in table.get(name, ()) if bool(_DENSE.search(form)) == dense]
            if forms:
                found.append((name, re.compile(f"{start}(?:{'|'.join(forms)})", re.IGNORECASE)))
    return found


_RANKS = _patterns("ranks", RANKS)
_ROLES = _patterns("roles", ROLES)
_MODIFIERS = _patterns("modifiers", MODIFIERS)

_POSITION = "|".join(words("titles", "labels"))
"""What the column or the line of people's positions is called."""

_LABEL = re.compile(rf"^\W*(?:{_POSITION})(?:\s*[:：–]|\s+-|-(?=\s))\s*", re.IGNORECASE)
"""A label and its mark; a hyphen with no space beside it is inside a word: "Post-doc"."""

_LABEL_ALONE = re.compile(rf"^\W*(?:{_POSITION})\W*$", re.IGNORECASE)
_SENTENCE = re.compile(
    r"\b(?:is|was|were|has|have|had|are|received|earned|teaches|taught|joined|serves|served|works|worked|obtained|holds"
    r"|ist|war|hat|est|es|fue|является|работа[ею]т|окончил\w?|принима[ею]т|име[ею]тся|вед[её]тся|осуществля\w+|провод[ия]т\w*|участву[ею]т"
    r"|возглавля[ею]т|защитил\w?|преподаёт|преподает|ведёт|ведет|arbeitet|leitet|lehrt|wurde|enseigne|dirige|imparte"
    r"|his|her|their|our|we|you|will|who|he|she)\b",
    re.IGNORECASE,
)
_EDGE = " \t\xa0,;:|/·•–—-*>«»、，；："
_CUT = re.compile(
    r"\S{1,64}@\S+|https?://\S+|(?:e-?mail|tel|phone|fax|office|room|电话|邮箱|тел)\b\s*[.:：].*", re.IGNORECASE
)
_BRACKETS = re.compile(r"^[(（\[]((?:[^()（）\[\]]|\([^()]{1,60}\)){1,160})[)）\]]$")
_HAN = re.compile(r"[\u3400-\u9fff]")
_CALL = re.compile(
    r"(?i)[\s,;|>»–—-]{0,9}\b(?:(?:view|see|read|full|ver|más|more|visit|go to)\s+)?(?:(?:my |full )?(?:profile"
    r"|perfil|bio|biography|cv|web ?page|home ?page|details|información|info|more))\s*[>»→]*$"
)
"""The link to a profile that stands behind a title on its line."""

_YEARS = re.compile(
    r"\s{0,9}[(\[](?:since |from |seit |с )?(?:19|20)\d\d(?:\s?[-–—]\s?(?:(?:19|20)?\d\d|present|now)?)?[)\]]"
)
_TAIL = re.compile(
    r"(?i)[\s.;,|/–—-]{1,9}(?:research (?:interests?|areas?|focus|fields?)|(?:areas?|fields?) of (?:interest|research"
    r"|expertise|specialization|specialisation)|interests?|specializations?|specialisations?|qualifications?|education|experience"
    r"|expertise|office hours|publications|courses)\b\s*[:：–—-].*$"
)
"""What describes a person behind the title and is none."""

_DEGREE_FRONT = re.compile(
    r"(?i)^(?:(?:кандидат|доктор)\w*\s+(?:[\w-]+\s+){1,3}наук|[кд]\.?\s?(?:[\w-]{1,8}\.?\s?){1,2}н\.|ph\.?\s?d\.?)\s*,\s*(?=\w)"
)
"""A degree before the title: "Candidate of Economic Sciences, Docent"."""

_DEGREE_BEHIND = re.compile(
    r"(?i),\s*(?:(?:кандидат|доктор)\w*\s+(?:[\w-]+\s+){1,3}наук|канд\.\s?(?:[\w-]+\.?\s?){1,3}наук|ph\.?\s?d\.?"
    r"|[кд]\.\s?(?:[\w-]{1,8}\.?\s?){1,2}н\.)$"
)
"""A degree behind the title: "Docent, Candidate of Geographical Sciences"."""

_PLURAL = re.compile(
    r"(?i)(?<!\w)(?:\w++ )*+(?:professors|lecturers|instructors|teachers|researchers|преподавател(?:и|ей)|доценты"
    r"|профессор[аоы]\w*|profesores|docentes|professores|professeurs|enseignants|dozenten|professoren|studenten)$"
)
"""Ranks in the plural, which begin a sentence about all of them and no person's title."""

_STOP = re.compile(
    r"(?i)(?<!зав)(?<!проф)(?<!dept)(?<!prof)(?<!asst)(?<!assoc)(?<!hon)(?<=[^\W\d_]{3})[.](?:\s+(?=[^\W\d_])|$)"
    r"|;\s|\s•\s"
)
"""The end of a position phrase: a sentence ends, or another thing begins."""

_COUNTED = re.compile(r"\b\d+\s+\w+")
MAX_HAN_TITLE = 20
"""Characters of a Chinese title with what belongs to it."""

MAX_TITLE = 160
"""Characters; longer lines are descriptions. The longest labelled title has 114."""


@dataclass(frozen=True, slots=True)
class Title:
    """A title in a text: where it stands and what it says."""

    text: str
    rank: str
    modifiers: tuple[str, ...]
    roles: tuple[str, ...]
    start: int
    end: int

    @property
    def academic(self) -> bool:
        """Whether it names an academic rank and not only an administrative role."""
        return bool(self.rank)


@lru_cache(maxsize=50_000)
def find(text: str) -> Title | None:
    """The first title in the text with its rank, or nothing."""
    taken: list[tuple[int, int, str]] = []
    for name, pattern in _RANKS:
        match = pattern.search(text)
        met = [one for one in taken if match and match.start() < one[1] and one[0] < match.end()]
        # What holds others whole says more than they do: "profesor substituto" is no professor.
        if match and all(match.start() <= s and e <= match.end() and match.span() != (s, e) for s, e, _ in met):
            taken = [one for one in taken if one not in met] + [(match.start(), match.end(), name)]
    first = min(taken, default=None)
    spans = [first[:2]] if first else []
    rank = first[2] if first else ""
    roles = []
    for role, pattern in _ROLES:
        match = pattern.search(text)
        if match and not any(match.start() < end and start < match.end() for start, end, _ in taken):
            roles.append(role)
            spans.append(match.span())
    if not spans:
        return None
    modifiers = tuple(name for name, pattern in _MODIFIERS if pattern.search(text))
    return Title(text, rank, modifiers, tuple(roles), min(s for s, _ in spans), max(e for _, e in spans))


def labels(text: str) -> bool:
    """Whether a text is the label of positions: the head of their column, or what stands before one."""
    return len(text) < 60 and _LABEL_ALONE.match(" ".join(text.split())) is not None


def labelled(line: str) -> bool:
    """Whether a line says itself that it gives a position: "Designation: Lecturer"."""
    return _LABEL.match(line) is not None


def clean(line: str) -> str:
    """A title line without its label, bullets, e-mail and phone."""
    text = _LABEL.sub("", line)
    text = _YEARS.sub("", _TAIL.sub("", _CUT.sub("", text)))
    text = _CALL.sub("", text) if len(text) < MAX_TITLE else text
    text = _DEGREE_FRONT.sub("", text)
    text = re.sub(r"^[^\w(]+", "", text)
    text = _BRACKETS.sub(r"\1", text.strip(_EDGE))
    return _DEGREE_BEHIND.sub("", " ".join(text.split()).strip(_EDGE))


@lru_cache(maxsize=50_000)
def of_line(line: str) -> Title | None:
    """The title that a line as a whole gives: short, no sentence, a rank or role in it."""
    if len(line) > 3 * MAX_TITLE:
        return None
    text = clean(line)
    if _HAN.search(text):
        return _of_han_line(text)
    text = _position(text)
    if not text or len(text) > MAX_TITLE or len(_COUNTED.findall(text)) > 1:
        return None
    found = find(text)
    if found is None or (found.start > 60 and not found.academic) or found.start > 90:
        return None
    if _PLURAL.match(text[found.start : found.end]) and len(text) > found.end + 25:
        return None
    if _SENTENCE.search(text) and (len(text.split()) > 6 or found.start > 25):
        return None
    return found


def _position(text: str) -> str:
    """The text up to the end of its position phrase: a sentence behind it is cut, a long line at its next mark."""
    found = find(text)
    if found is None:
        return text
    stop = _STOP.search(text, found.end)
    if stop and find(text[stop.end() :]) is None:
        text = text[: stop.start()]
    if len(text) > MAX_TITLE:
        first = re.match(r".{3,300}?(?=[,;(]|\s[-–—]\s)", text)
        text = first[0] if first and find(first[0]) else text
    return text.strip(_EDGE)


def _of_han_line(text: str) -> Title | None:
    """The clause of a Chinese line that is a title: "许若川，教授，硕士生导师。主持…" gives 教授."""
    first = re.split(r"[。；;]", text, maxsplit=1)[0]
    if len(text) <= MAX_HAN_TITLE and first == text and not re.search(r"[，,.．]", text):
        return find(text)
    for clause in re.split(r"[，,、\s：:.．]", first):
        if (
            0 < len(clause) <= MAX_HAN_TITLE
            and (found := find(clause)) is not None
            and (found.academic or len(clause) < 8)
        ):
            return found
    return None


MOST_OF_IT = 0.6
"""Share of a heading that a post must fill."""

_POSTS = frozenset({"dean", "chair", "head", "director", "secretary", "coordinator", "technician"})


def _is_post(found: Title, text: str) -> bool:
    """Whether a heading is a post and little else: "Workshop Superintendents", and not "Head office and visitors"."""
    return bool(_POSTS.intersection(found.roles)) and found.end - found.start > MOST_OF_IT * len(text)


def of_heading(line: str, *, posts: bool = True) -> Title | None:
    """The title that a section's heading gives to the names under it, in the singular: "Lecturers" → "Lecturer".

    Without `posts` it must be a rank: a bold line or a column's head may name a post that is not the people's own.
    """
    text = re.sub(r"\s{0,20}\(\d{1,9}\)\s{0,20}$", "", " ".join(line.split())).strip(_EDGE + "()")
    if not text or len(text) > 80:
        return None
    single = re.sub(r"(?i)^(?:our|list of|all|the)\s+", "", singular(text))
    found = find(single) or find(text)
    if found is None or _SENTENCE.search(text) or not (found.academic or (posts and _is_post(found, text))):
        return None
    return found


@lru_cache(maxsize=1)
def _singulars() -> dict[str, str]:
    return {many: one for table in section("titles").values() for many, one in table.get("singular", {}).items()}


def singular(text: str) -> str:
    """A heading's words for several as the word for one: "Maîtres de conférences" → "Maître de conférences"."""

    def one(match: re.Match[str]) -> str:
        word = _singulars().get(match[0].casefold(), "")
        return (word.capitalize() if match[0][0].isupper() else word) or match[0]

    return re.sub(r"[^\W\d_]+", one, text)
