"""The project's own Atom feed: what changed, for any feed reader."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from xml.sax.saxutils import escape, quoteattr

from motherlode.model.watch import Change, Notification


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
