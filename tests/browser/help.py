"""What the browser tests share."""

from __future__ import annotations

from typing import Any

HOSTILE = "<script>window.hurt = 1</script><img src=x onerror='window.hurt = 1'> flood in the valley"
"""Text of a page that would like to run."""


def at(page: Any, name: str) -> Any:
    """The element of that mark."""
    return page.locator(f'[data-testid="{name}"]').first


def fill(page: Any, name: str, text: str) -> None:
    """Writes into the field of that mark."""
    found = at(page, name)
    written = found.evaluate("e => ['INPUT', 'TEXTAREA'].includes(e.tagName)")
    (found if written else found.locator("input, textarea")).first.fill(text)
