"""The rule learned for a source: entity item and semantic items, stored and applied to its next pages (E6).

A rule names the record's root by tag, class names and the steps above it, the descendant every record has, how many
siblings belong to a record, and the leaf paths records share. It is written as XPath and CSS a person can paste.
"""

from __future__ import annotations

from dataclasses import asdict

from motherlode.dom.tree import Tree
from motherlode.errors import ExtractError
from motherlode.extract.records.assembly import assemble
from motherlode.extract.records.counts import counted
from motherlode.extract.records.learning import learn_rule
from motherlode.extract.records.matching import cut
from motherlode.extract.records.pointed import shaped
from motherlode.extract.records.rule import css_of, rule_of, xpath_of
from motherlode.model.evidence import Verdict
from motherlode.model.records import Region, Wrapper

MOST_COUNTED, LACKING = 500, 0.05
"""The count of a page is believed up to here, and this share of it (or one record) may be lacking: advertisements are
counted by some sites."""
LEAST_FILLED = 0.5
"""A column that was always filled and now in less than this share of the records is missing."""
ALWAYS = 0.9
"""Share of the records of the first page from which a column counts as always filled; a list inside of records never
does, since its parts may come once a record on another page."""
MOST_MISSING = 1 / 3
"""Parts that a page of ten records always had may be optional all the same: one in three may be missing, the first
column never, since it names the record."""


def learn(tree: Tree, region: Region, source: str = "") -> Wrapper:
    """The rule that gives exactly a region's records back on its own page; raises ExtractError where none does."""
    if not region.records:
        raise ExtractError("a wrapper cannot be learned from a list without records")
    rule = learn_rule(tree, region)
    items = tuple(column for column in region.columns)
    return Wrapper(
        source=source,
        entity_xpath=xpath_of(rule),
        entity_css=css_of(rule),
        items=items,
        rule=asdict(rule),
    )


def apply(wrapper: Wrapper, tree: Tree, url: str = "") -> Region:
    """The records a wrapper finds on a page; none where the page does not fit."""
    rule = rule_of(wrapper)
    roots, ranges = cut(tree, rule)
    found = assemble(tree, ranges, roots, 1.0, url, wrapper.items, path=wrapper.entity_xpath, method="wrapper")
    return shaped(tree, found, wrapper.rule)


def verify(wrapper: Wrapper, region: Region, tree: Tree) -> Verdict:
    """Whether what a wrapper found can be right: the page's own count, and the columns that were always filled."""
    found = len(region.records)
    if found == 0:
        return Verdict(False, "empty", f"{wrapper.entity_css} finds nothing on this page")
    said = counted(tree).on_page
    if said is not None and found < said <= MOST_COUNTED and said - found > max(1, LACKING * said):
        return Verdict(False, "count", f"the page says it shows {said} records, the rule finds {found}")
    filled = {column.name: column.filled for column in region.columns}
    required = [column for column in wrapper.items if column.filled >= ALWAYS and column.type != "list"]
    missing = [column for column in required if filled.get(column.name, 0.0) < LEAST_FILLED * column.filled]
    if missing and (missing[0] is required[0] or len(missing) > MOST_MISSING * len(required)):
        names = ", ".join(f"'{column.name}'" for column in missing[:5])
        return Verdict(False, "column", f"the site has changed: {names} was always filled and now is not")
    return Verdict(True, "fits", f"{found} records, {len(required) - len(missing)} of {len(required)} columns filled")
