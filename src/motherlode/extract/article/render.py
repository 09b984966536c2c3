"""Kept blocks as plain paragraphs and as Markdown with headings, lists, quotes, tables and code."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from motherlode.dom.tree import TEXT, Tree
from motherlode.extract.article.blocks import Blocks
from motherlode.extract.article.elements import SPAN_TAGS

PRE, ITEM, QUOTE, BULLETS, NUMBERS = map(SPAN_TAGS.index, ("pre", "li", "blockquote", "ul", "ol"))
_MARKS = np.asarray((PRE, ITEM, QUOTE, BULLETS, NUMBERS))
MARKED_TAGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "td", "th"))
"""Tags that Markdown marks, besides those that surround a block."""

_ESCAPED = re.compile(r"^([#>*+-]|\d+\.)(?=\s)")


def rendered(tree: Tree, blocks: Blocks, rows: NDArray[np.int64]) -> tuple[str, str]:
    """The rows as plain text and as Markdown."""
    return plain_text(tree, blocks, rows), markdown(tree, blocks, rows)


def plain_text(tree: Tree, blocks: Blocks, rows: NDArray[np.int64]) -> str:
    """Paragraphs, one a line, a blank line between them; cells of a table row and items of a list stand together."""
    parts: list[str] = []
    last_row = -1
    for row, code in zip(rows.tolist(), blocks.around.spans[rows, PRE].tolist(), strict=True):
        text, tag = _preformatted(tree, blocks, row) if code else blocks.texts[row], blocks.tags[row]
        table_row = _enclosing(tree, int(blocks.boxes[row]), "tr") if tag in ("td", "th") else -1
        if table_row >= 0 and table_row == last_row:
            parts[-1] += f" | {text}"
        elif tag == "li" and parts:
            parts.append(
                ("\n" if parts[-1].startswith("- ") or parts[-1].startswith("\n- ") else "\n\n") + f"- {text}"
            )
        else:
            parts.append(("\n\n" if parts else "") + text)
        last_row = table_row
    return "".join(parts)


def markdown(tree: Tree, blocks: Blocks, rows: NDArray[np.int64]) -> str:
    """The same blocks as Markdown."""
    parts: list[str] = []
    last_kind = ""
    numbers: dict[int, dict[int, int]] = {}
    last_row = -1
    boxes, spans, marked = blocks.boxes[rows].tolist(), *_spans(blocks, rows)
    for row, box, its, known in zip(rows.tolist(), boxes, spans, marked, strict=True):
        tag, text = blocks.tags[row], blocks.texts[row]
        if not known and tag not in MARKED_TAGS:
            line = _ESCAPED.sub(r"\\\1", text) if text[0] in "#>*+-" or text[0].isdecimal() else text
            parts.append(f"\n\n{line}" if parts else line)
            last_kind, last_row = "paragraph", -1
            continue
        code, listed, quoted, bullets, numbered = its
        kind = "paragraph"
        table_row = -1
        if tag[0] == "h" and len(tag) == 2 and tag[1].isdigit():
            line, kind = f"{'#' * int(tag[1])} {text}", "heading"
        elif code:
            line, kind = f"```\n{_preformatted(tree, blocks, row)}\n```", "code"
        elif tag in ("td", "th") and (table_row := _enclosing(tree, box, "tr")) >= 0:
            kind, line = "cell", text.replace("|", "\\|")
            if table_row == last_row:
                parts[-1] += f" {line} |"
                last_kind = kind
                continue
            line = f"| {line} |"
        elif listed:
            item = _enclosing(tree, box, "li")
            ordered = item >= 0 and tree.tags[tree.parents[item]] == "ol"
            depth = max(0, int(bullets + numbered) - 1)
            number = _number(tree, item, numbers=numbers) if ordered else 0
            mark = f"{number}." if ordered else "-"
            line, kind = f"{'  ' * min(depth, 6)}{mark} {text}", "item"
        elif quoted:
            line, kind = f"> {text}", "quote"
        else:
            line = _ESCAPED.sub(r"\\\1", text) if text[0] in "#>*+-" or text[0].isdecimal() else text
        together = kind == last_kind and kind in ("item", "cell")
        if kind == "quote" and last_kind == "quote":
            parts.append("\n>\n" + line)
        else:
            parts.append(("" if not parts else "\n" if together else "\n\n") + line)
        last_kind, last_row = kind, table_row
    return _with_rules("".join(parts))


def _spans(blocks: Blocks, rows: NDArray[np.int64]) -> tuple[list[list[float]], list[bool]]:
    """How many elements of the kinds that Markdown marks surround each row, and whether any does."""
    counts = blocks.around.spans[rows[:, None], _MARKS]
    return counts.tolist(), counts.any(axis=1).tolist()


def _with_rules(text: str) -> str:
    """Puts the rule under the first line of every table."""
    if "| " not in text:
        return text
    lines, inside = [], False
    for line in text.split("\n"):
        lines.append(line)
        row = line.startswith("| ")
        if row and not inside:
            lines.append("|" + " --- |" * max(1, len(re.findall(r"(?<!\\)\|", line)) - 1))
        inside = row
    return "\n".join(lines)


def _number(tree: Tree, item: int, *, numbers: dict[int, dict[int, int]]) -> int:
    """The item's number in its list; each list is counted once."""
    parent = tree.parents[item]
    if parent not in numbers:
        items = [child for child in tree.children(parent) if tree.tags[child] == "li"]
        numbers[parent] = {child: number for number, child in enumerate(items, 1)}
    return numbers[parent][item]


def _enclosing(tree: Tree, node: int, tag: str) -> int:
    while node >= 0 and tree.tags[node] != tag:
        node = tree.parents[node]
    return node


def _preformatted(tree: Tree, blocks: Blocks, row: int) -> str:
    """The text with its line breaks, as it stands in <pre>."""
    parts = [
        tree.texts[i] if tree.tags[i] == TEXT else "\n"
        for i in range(int(blocks.starts[row]), int(blocks.ends[row]))
        if tree.tags[i] in (TEXT, "br")
    ]
    lines = [line.rstrip() for line in "".join(parts).replace("\r\n", "\n").split("\n")]
    return "\n".join(" ".join(line.splitlines()) for line in lines).strip("\n")
