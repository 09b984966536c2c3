"""Where a browser drew the nodes of a page: boxes that a rendered page carries in its attributes (U2, E10)."""

from __future__ import annotations

from motherlode.dom.tree import Tree

BOX = "data-ml-box"
"""The attribute a rendered page carries on every visible element: left, top, width, height in pixels."""

Box = tuple[float, float, float, float]


def boxes(tree: Tree) -> dict[int, Box]:
    """The boxes of a rendered page by node; empty for a page that was not rendered.

    >>> from motherlode.dom.tree import parse
    >>> tree = parse('<p data-ml-box="8,20,300,18">x</p>')
    >>> list(boxes(tree).values())
    [(8.0, 20.0, 300.0, 18.0)]
    """
    found: dict[int, Box] = {}
    for node, attributes in enumerate(tree.attributes):
        value = attributes.get(BOX) if attributes else None
        parts = value.split(",") if value else []
        if len(parts) == 4:
            try:
                left, top, width, height = map(float, parts)
            except ValueError:
                continue
            found[node] = (left, top, width, height)
    return found
