"""What was found out about a site: by the probe, and by every answer since."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from motherlode.hidden.description import Attribute


@dataclass(slots=True)
class Facts:
    """What the source works by; kept in the ledger, so that a resumed run need not ask again.

    `counts`: the shown counts can be used; those of `count_limit` and above are cut off. `steps`, `ends`, `values`
    and `inclusive` correct the attributes of the description (`takes_ends` names those whose ranges were seen to take
    in both ends); `closed` names ends beyond which an answer showed nothing. `loose` names categories of which a
    search for one value shows others too. `repeats`: past its end an answer shows one of its pages again. `moving`: a
    row was seen to change and to move to another range. `rule` is by which the record extractor finds the rows.
    """

    k: int = 0
    page: int = 0
    counts: bool = False
    count_limit: int | None = None
    visible: bool = False
    jumps: bool = True
    repeats: bool = False
    inclusive: dict[str, str] = field(default_factory=dict)
    fields: dict[str, str] = field(default_factory=dict)
    steps: dict[str, str] = field(default_factory=dict)
    ends: dict[str, list[str]] = field(default_factory=dict)
    closed: dict[str, list[str]] = field(default_factory=dict)
    values: dict[str, list[str]] = field(default_factory=dict)
    refused: dict[str, list[str]] = field(default_factory=dict)
    avoid: list[str] = field(default_factory=list)
    takes_ends: list[str] = field(default_factory=list)
    loose: list[str] = field(default_factory=list)
    sorted_axis: int | None = None
    falling: bool = False
    order: str = "unknown"
    end_mark: str = ""
    keyed: bool = True
    moving: bool = False
    copies: int = 0
    flaky: int = 0
    unsteady: int = 0
    changes: int = 0
    count_misses: int = 0
    count_hits: int = 0
    rule: str = ""
    notes: list[str] = field(default_factory=list)

    def note(self, text: str) -> None:
        """Remembers something worth telling, once."""
        if text not in self.notes:
            self.notes.append(text)

    def learned(self, attribute: Attribute) -> Attribute:
        """The attribute as the site's answers have corrected it."""
        name = attribute.name
        changes: dict[str, object] = {}
        if name in self.steps:
            changes["step"] = self.steps[name]
        if name in self.inclusive:
            changes["inclusive"] = self.inclusive[name]
        if name in self.ends:
            changes["low"], changes["high"] = self.ends[name]
        if self.values.get(name):
            changes["values"] = (*attribute.values, *self.values[name])
            if attribute.labels:
                changes["labels"] = (*attribute.labels, *self.values[name])
        return replace(attribute, **changes) if changes else attribute  # type: ignore[arg-type]


def common_tail(tails: Iterable[str]) -> str:
    """What all pages end with, at least four characters of it: the sign that a page came whole.

    What stands before the end of the body may be a pager, which only some pages have.

    >>> common_tail(["a Next</a></body></html>", "b Next</a></body></html>"])
    '</body></html>'
    >>> common_tail(["a</p><!-- end -->", "b</p><!-- end -->"])
    '</p><!-- end -->'
    """
    first, *others = tails
    same = 0
    while same < len(first) and all(tail.endswith(first[len(first) - same - 1 :]) for tail in others):
        same += 1
    made = first[len(first) - same :]
    end = made.lower().find("</body")
    made = made[end if end >= 0 else max(0, made.lower().find("</html")) :]
    return made if len(made.strip()) >= 4 else ""
