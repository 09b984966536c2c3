"""Rules in words that say which changes are told: new article in story S, price below 20, person left, hot topic.

What changed is told in the project's own Atom feed, too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from xml.sax.saxutils import escape, quoteattr

from motherlode.errors import UsageError
from motherlode.model.watch import Change, Notification
from motherlode.watch.compare import fingerprint

FORMS = (
    "new article [in story S] [with WORD]", "edited", "corrected", "silent edit", "moved", "vanished", "returned",
    "any change", "record added", "record removed", "record changed", "FIELD below NUMBER", "FIELD above NUMBER",
    "person joined", "person left", "hot topic [WORD]", "new rows [in database D]", "removed rows [in database D]",
    "changed rows [in database D]", "the certificate no longer holds [in database D]",
)  # fmt: skip
"""What a rule may say; each may end with 'on TEXT' for addresses that hold the text."""

_ON = re.compile(r"^(.{1,200}?)\s+on\s+(\S{1,400})$", re.IGNORECASE)
_ARTICLE = re.compile(r"^new articles?(?:\s+in story\s+(\S{1,100}))?(?:\s+with\s+(.{1,200}))?$", re.IGNORECASE)
_LIMIT = re.compile(r"^(.{1,80}?)\s+(below|above)\s+(-?\d{1,15}(?:\.\d{1,9})?)$", re.IGNORECASE)
_HOT = re.compile(r"^hot topics?(?:\s+(.{1,100}))?$", re.IGNORECASE)
_ROWS = re.compile(
    r"^(new rows|removed rows|changed rows|(?:the )?certificate no longer holds)(?:\s+in database\s+([\w-]{1,64}))?$",
    re.IGNORECASE,
)
_VALUE = re.compile(r"-?\d{1,3}(?:[,\u00a0 ]\d{3})+(?:\.\d+)?|-?\d+(?:[.,]\d+)?")
_MONEY = re.compile(r"[$€£¥₹₽]|\b(?:USD|EUR|GBP|CNY|CHF)\b|元")

_PLAIN: dict[str, frozenset[str]] = {
    "edited": frozenset({"edited", "corrected", "silent-edit"}),
    "corrected": frozenset({"corrected"}),
    "silent edit": frozenset({"silent-edit"}),
    "moved": frozenset({"moved"}),
    "vanished": frozenset({"vanished"}),
    "returned": frozenset({"returned"}),
    "any change": frozenset(
        {"edited", "corrected", "silent-edit", "moved", "vanished", "returned", "added", "removed", "changed",
         "joined", "left", "certified", "uncertified"}
    ),
    "record added": frozenset({"added"}),
    "record removed": frozenset({"removed"}),
    "record changed": frozenset({"changed"}),
    "person joined": frozenset({"joined"}),
    "person left": frozenset({"left"}),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule as it was written, and what it asks of a change."""

    text: str
    kinds: frozenset[str]
    on: str = ""
    story: str = ""
    word: str = ""
    field: str = ""
    sign: str = ""
    limit: float = 0.0
    database: str | None = None
    """The hidden database that is meant; empty for any."""

    def wants(self, change: Change) -> bool:
        """Whether the change is told."""
        if change.kind not in self.kinds or (self.on and self.on.lower() not in change.url.lower()):
            return False
        if self.database is not None:
            named = change.url.rpartition("#")
            if not named[1] or self.database.lower() not in ("", named[2].lower()):
                return False
        if self.story and change.item != self.story:
            return False
        if self.word and self.word.lower() not in f"{change.title} {change.what}".lower():
            return False
        return not self.field or self._crossed(change)

    def _crossed(self, change: Change) -> bool:
        """Whether a value came to lie on the wanted side, where it had not been before."""
        for name, (old, new) in change.fields.items():
            money = self.field.lower() == "price" and bool(_MONEY.search(str(new)))
            if self.field.lower() not in name.lower() and not money:
                continue
            before, after = _number(old), _number(new)
            if after is not None and self._beyond(after) and (before is None or not self._beyond(before)):
                return True
        return False

    def _beyond(self, value: float) -> bool:
        return value < self.limit if self.sign == "below" else value > self.limit


def parse(text: str) -> Rule:
    """A rule from its words.

    >>> parse("price below 20 on shop.example").limit
    20.0
    """
    whole = " ".join(text.split())
    ending = _ON.match(whole)
    said, on = (ending[1], ending[2]) if ending else (whole, "")
    plain = _PLAIN.get(said.lower().replace("silently edited", "silent edit"))
    if plain is not None:
        return Rule(whole, plain, on)
    if found := _ARTICLE.match(said):
        return Rule(whole, frozenset({"new"}), on, story=found[1] or "", word=found[2] or "")
    if found := _HOT.match(said):
        return Rule(whole, frozenset({"hot"}), on, word=found[1] or "")
    if found := _ROWS.match(said):
        kinds = {"new": "added", "removed": "removed", "changed": "changed"}
        kind = kinds.get(found[1].lower().split()[0], "uncertified")
        return Rule(whole, frozenset({kind}), on, database=found[2] or "")
    if found := _LIMIT.match(said):
        return Rule(whole, frozenset({"added", "changed"}), on, "", "", found[1], found[2].lower(), float(found[3]))
    raise UsageError(f"the rule '{text[:100]}' cannot be read; a rule is one of: {'; '.join(FORMS)}", key="rules")


def notifications(changes: Sequence[Change], rules: Sequence[Rule], now: datetime) -> list[Notification]:
    """One notification for every change and every rule that wants it."""
    return [
        Notification(
            fingerprint(change.id, rule.text), rule.text, change.id, change.title or change.url, change.what,
            change.url, now,
        )
        for change in changes
        for rule in rules
        if rule.wants(change)
    ]  # fmt: skip


def _number(value: object) -> float | None:
    found = _VALUE.search(str(value))
    if not found:
        return None
    text = found[0].replace("\u00a0", "").replace(" ", "")
    text = text.replace(",", "") if re.search(r",\d{3}(?:\D|$)", text) else text.replace(",", ".")
    return float(text)


def atom(name: str, entries: Sequence[Notification | Change], now: datetime) -> str:
    """The feed as text; an entry's id stays the same, so that readers show it once."""
    moments = [_moment(entry) for entry in entries]
    items = "".join(map(_entry, entries))
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
        f"<title>{_text(name)}</title><id>urn:motherlode:{_text(name)}</id>"
        f"<updated>{_iso(max(moments, default=now))}</updated><author><name>Motherlode</name></author>"
        f"{items}</feed>\n"
    )


def _entry(entry: Notification | Change) -> str:
    text = entry.text if isinstance(entry, Notification) else entry.what
    about = entry.rule if isinstance(entry, Notification) else entry.kind
    return (
        f"<entry><title>{_text(entry.title or entry.url)}</title><id>urn:motherlode:{entry.id}</id>"
        f"<updated>{_iso(_moment(entry))}</updated><link href={quoteattr(_clean(entry.url))}/>"
        f"<category term={quoteattr(_clean(about))}/><summary>{_text(text)}</summary></entry>"
    )


def _moment(entry: Notification | Change) -> datetime:
    return entry.created_at if isinstance(entry, Notification) else entry.seen_at


def _iso(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def _text(text: str) -> str:
    return escape(_clean(text))


def _clean(text: str) -> str:
    """Without characters that XML does not allow."""
    return "".join(
        c for c in text if c in "\t\n\r" or " " <= c < "\ud800" or "\ue000" <= c < "\ufffe" or c > "\uffff"
    )
