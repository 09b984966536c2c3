"""Authors in the lines of Chinese pages: 作者, 记者, 执笔人, 责任编辑 and signatures (N4)."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from motherlode.extract.article.blocks import Blocks
from motherlode.extract.article.fields import votes
from motherlode.extract.article.fields.author_names import HAN_EDITOR, HAN_REPORTER, HAN_WRITER, SURNAMES, han_names
from motherlode.extract.article.fields.votes import Add
from motherlode.extract.article.page import HAN, Page

_HAN_NAMES = r"[\u4e00-\u9fff·]{2,4}(?![\u4e00-\u9fff&])(?:[\s、，,　]+[\u4e00-\u9fff·]{2,4}(?![\u4e00-\u9fff：:]))*"


class Patterns(NamedTuple):
    """What names are found by; compiled for the first Chinese line, which takes longer than many a page."""

    rules: tuple[tuple[str, re.Pattern[str]], ...]
    closing: re.Pattern[str]
    source_name: re.Pattern[str]
    alone: re.Pattern[str]
    signed: re.Pattern[str]


def _spaced(entries: tuple[str, ...]) -> str:
    """A pattern of entries; old pages put a space into those of two characters."""
    return "|".join(r"\s?".join(entry) if len(entry) == 2 else entry for entry in sorted(entries, key=len)[::-1])


@cache
def patterns() -> Patterns:
    """The patterns of Chinese lines."""
    writer, reporter, editor = map(_spaced, (HAN_WRITER, HAN_REPORTER, HAN_EDITOR))
    rules = (
        (
            "作者",
            re.compile(
                rf"(?:{writer})\s*[:：/丨|]\s*(?P<name>{_HAN_NAMES}|[\w·&\-]{{2,20}}(?!\s*=))"
                rf"|文\s*[:：/丨|]\s*(?P<han>{_HAN_NAMES})"
            ),
        ),
        (
            "记者",
            re.compile(rf"(?:{reporter})\s{{0,20}}[:：/丨|]?[\s　]{{0,20}}(?P<name>{_HAN_NAMES})"),
        ),
        ("张贴", re.compile(r"由\s{0,9}(?P<name>[\w·&\-]{2,12}?)\s{0,9}(?:张贴|張貼)")),
        ("发表于", re.compile(r"^(?:.{0,40}\n)?(?P<name>[\w·&\-]{2,20})\s*(?:发表于|發表於)")),
        (
            "责任编辑",
            re.compile(rf"(?:{editor})\s{{0,20}}[:：/]?\s{{0,20}}(?P<name>{_HAN_NAMES}|[\w·]{{2,10}})"),
        ),
        (
            "name beside the time",
            re.compile(rf"\d{{1,2}}:\d\d(?::\d\d)?\s{{0,9}}[\[［【]\s{{0,9}}(?P<name>{_HAN_NAMES})\s{{0,9}}[\]］】]"),
        ),
    )
    return Patterns(
        rules,
        closing=re.compile(rf"[（(]\s*(?P<name>{_HAN_NAMES})\s*(?:[\u4e00-\u9fff]{{2,6}}报道)?\s*[）)]\s*$"),
        source_name=re.compile(r"^来源\s*[:：]\s*(?P<name>[\u4e00-\u9fff]{2,3})$"),
        alone=re.compile(r"^[\u4e00-\u9fff·]{2,4}$"),
        signed=re.compile(
            rf"^[\u4e00-\u9fff]{{0,10}}(?:{reporter})"
            rf"\s{{0,20}}[:：/丨|]?[\s　]{{1,20}}(?P<name>{_HAN_NAMES})\s*$"
        ),
    )


_NAMED = frozenset(("作者", "发表于", "张贴"))
"""Rules whose name need not begin with a surname: people sign as they like."""

_NO_PERSON = re.compile(r"[网报社台部局院会站刊日]$")
SIGNATURES = 14
"""Blocks of the content in which a line of its own may name the reporters: after a summary or a picture."""


def chinese_lines(page: Page, near: range, add: Add) -> None:
    """Names in the lines around the content; `near` are the rows near the headline."""
    blocks, signs, first, last, count = page.blocks, page.signs, page.first, page.last, len(page.blocks)
    chosen = {
        *range(max(first - 10, 0), min(first + 3, count)),
        *range(max(last - 4, 0), min(last + 6, count)),
        *near,
    }
    for row in sorted(chosen):
        text = blocks.texts[row]
        if signs[row] & HAN:
            _line(blocks, row, text, last, add)
            if row in near[:6] and patterns().alone.match(text):
                rule = "name beside the title"
                add(han_names(text, signed=True), rule, votes.HAN_AUTHOR[rule], int(blocks.starts[row]))
    rows = range(max(first - 4, 0), min(first + SIGNATURES, last + 1))
    _signatures(blocks, [row for row in rows if signs[row] & HAN], add)


def _line(blocks: Blocks, row: int, text: str, last: int, add: Add) -> None:
    place = int(blocks.starts[row])
    share = votes.HAN_AUTHOR["share of a line below the content"] if row > last else 1.0
    samples = (text[:200] if len(text) < 1000 else text[:80], text[-60:])
    for rule, pattern in patterns().rules:
        match = pattern.search(samples[0]) or pattern.search(samples[1])
        if match:
            signed = rule not in _NAMED and not re.search(r"[:：]\s*$", match[0][: -len(_name(match))])
            add(han_names(_name(match), signed=signed), rule, votes.HAN_AUTHOR[rule] * share, place)
    if row < last - 2:
        return
    closing = patterns().closing.search(samples[1])
    if closing:
        add(han_names(_name(closing), signed=True), "name at the end", votes.HAN_AUTHOR["name at the end"], place)
    source = patterns().source_name.match(text)
    if source and source["name"][0] in SURNAMES and not _NO_PERSON.search(source["name"]):
        add([source["name"]], "name as source", votes.HAN_AUTHOR["name as source"], place)


def _signatures(blocks: Blocks, rows: list[int], add: Add) -> None:
    """Reporters, trainees and correspondents on lines of their own belong together."""
    names: list[str] = []
    place = -1
    for row in rows:
        text = blocks.texts[row]
        match = patterns().signed.match(text) if len(text) < 60 else None
        if match:
            names += han_names(match["name"], signed=True)
            place = int(blocks.starts[row]) if place < 0 else place
    if names:
        add(list(dict.fromkeys(names)), "signature", votes.HAN_AUTHOR["signature"], place)


def _name(match: re.Match[str]) -> str:
    return match["name"] or match.groupdict().get("han") or ""
