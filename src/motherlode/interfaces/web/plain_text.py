"""A plain text field that stays quick with a hundred thousand lines: what is long is kept, but not drawn."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable

from nicegui import events, ui
from nicegui.elements.mixins.text_element import TextElement

from motherlode.interfaces.web.words import t

SHOWN_LINES = 2000
"""Lines drawn; browsers stall for seconds while they lay out many more."""

LARGE_PASTE = 100_000
"""Characters from which pasted text goes straight to the server."""

PART = 300_000
"""Characters of one message: the page's connection takes a megabyte at most."""

_ON_PASTE = f"""(event) => {{
  const text = event.clipboardData.getData('text');
  if (text.length <= {LARGE_PASTE}) return;
  event.preventDefault();
  for (let at = 0; at < text.length; at += {PART})
    emit({{text: text.slice(at, at + {PART}), last: at + {PART} >= text.length}});
}}"""

STARTED = 2000
"""Characters that are sent while somebody writes: enough to tell what it will be."""

_ON_INPUT = f"(event) => emit(event.target.value.slice(0, {STARTED}))"
_ON_ENTER = """(event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  event.target.dispatchEvent(new Event('change'));
  emit();
}"""


class PlainText:
    """The browser's own text field; `text` is what stands in it since it was last left, and what is not drawn."""

    def __init__(
        self, text: str, label: str, name: str, rows: int = 8, *, wraps: bool = False,
        live: Callable[[str], None] | None = None, entered: Callable[[], Awaitable[None]] | None = None,
    ) -> None:  # fmt: skip
        """`live` is told the first characters while somebody writes; `entered` is called by Enter without Shift."""
        self._parts: list[str] = []
        self.field = TextElement(tag="textarea", text="").classes("ml-textarea w-full")
        self.field.props(f'rows={rows} spellcheck=false aria-label="{label}" data-testid="{name}"')
        self.field.props["wrap"] = "soft" if wraps else "off"
        if live is not None:
            self.field.on("input", lambda event: live(str(event.args or "")), js_handler=_ON_INPUT, throttle=0.25)
        if entered is not None:
            self.field.on("keydown", entered, js_handler=_ON_ENTER)
        self.field.props["placeholder"] = label
        self.field.on("change", self._changed, js_handler="(event) => emit(event.target.value)")
        self.field.on("paste", self._pasted, js_handler=_ON_PASTE)
        self.name = name
        self.note = ui.label().classes("text-caption ml-quiet").props(f'data-testid="{name}-more"')
        self._divide(text)
        self.field.set_text(self._shown)

    @property
    def text(self) -> str:
        """All lines, drawn or not."""
        return "\n".join([self._shown, *self._more]) if self._more else self._shown

    def _changed(self, event: events.GenericEventArguments) -> None:
        self._shown = str(event.args or "")

    def _pasted(self, event: events.GenericEventArguments) -> None:
        self._parts.append(str(event.args["text"]))
        if event.args["last"]:
            pasted, self._parts = "".join(self._parts), []
            self.write("\n".join(part for part in (self.text, pasted) if part))

    def write(self, text: str) -> None:
        """Puts another text into the field. The browser holds it, so that no redrawing of the page resets it."""
        self._divide(text)
        ui.run_javascript(
            f"document.querySelector({json.dumps(f'[data-testid={self.name}]')}).value = {_js(self._shown)}"
        )

    def _divide(self, text: str) -> None:
        lines = text.splitlines()
        self._shown, self._more = "\n".join(lines[:SHOWN_LINES]), lines[SHOWN_LINES:]
        self.note.set_text(t("+ {n} lines that are not drawn").format(n=len(self._more)) if self._more else "")
        self.note.set_visibility(bool(self._more))


def _js(text: str) -> str:
    """A text as a JavaScript string that cannot end the script it stands in."""
    return json.dumps(text).replace("<", "\\u003c")
