"""A schema: recipes."""

from __future__ import annotations

_TEXT = """
description = "Recipes"

[attributes.name]
type = "name"
synonyms = ["recipe", "dish"]

[attributes.servings]
type = "number"
synonyms = ["serves", "yield"]
"""


def recipes() -> str:
    """The text of the schema."""
    return _TEXT
