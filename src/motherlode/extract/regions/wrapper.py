"""The rule learned for a source: entity item and semantic items, stored and applied to its next pages (E6).

A rule names the record's root by tag, class names and the steps above it, the descendant every record has, how many
siblings belong to a record, and the leaf paths records share. It is written as XPath and CSS a person can paste.
"""

from __future__ import annotations

from dataclasses import asdict

from motherlode.dom.tree import Tree
from motherlode.errors import ExtractError
from motherlode.extract.regions.assembly import assemble
from motherlode.extract.regions.counts import counted
from motherlode.extract.regions.learning import learn_rule
from motherlode.extract.regions.matching import cut
from motherlode.extract.regions.rule import css_of, rule_of, xpath_of
from motherlode.model.evidence import Verdict
from motherlode.model.records import Region, Wrapper

LEAST_FILLED = 0.5
"""A column that was filled in nine of ten records and now in less than this share of that means drift."""


def learn(tree: Tree, region: Region, source: str = "") -> Wrapper:
    """The rule that finds a region's records again, checked on the page it was learned from."""
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
    return assemble(tree, ranges, roots, 1.0, url, wrapper.items, path=wrapper.entity_xpath, method="wrapper")


def verify(wrapper: Wrapper, region: Region, tree: Tree) -> Verdict:
    """Whether what a wrapper found can be right: the page's own count, and the columns that were always filled."""
    found = len(region.records)
    if found == 0:
        return Verdict(False, "empty", f"{wrapper.entity_css} finds nothing on this page")
    said = counted(tree).on_page
    if said is not None and said <= 500 and found < said and abs(said - found) > max(1, 0.05 * said):
        return Verdict(False, "count", f"the page says it shows {said} records, the rule finds {found}")
    filled = {column.name: column.filled for column in region.columns}
    for column in wrapper.items:
        if column.filled >= 0.9 and filled.get(column.name, 0.0) < LEAST_FILLED * column.filled:
            return Verdict(False, "column", f"the column '{column.name}' was always filled and now is not")
    return Verdict(True, "fits", f"{found} records, all required columns filled")
