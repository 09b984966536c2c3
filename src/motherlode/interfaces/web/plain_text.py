"""A plain text field that stays quick with a hundred thousand lines: the text is sent once, when it is left."""

from __future__ import annotations

from nicegui import events, ui


class PlainText:
    """The browser's own text field; `text` is what stands in it since it was last left."""

    def __init__(self, text: str, label: str, name: str) -> None:
        self.text = text
        self.field = ui.element("textarea").classes("ml-textarea w-full")
        self.field.props(f'rows=8 spellcheck=false wrap=off aria-label="{label}" data-testid="{name}"')
        self.field.props["placeholder"] = label
        self.field.props["value"] = text
        self.field.on("change", self._changed, js_handler="(event) => emit(event.target.value)")

    def _changed(self, event: events.GenericEventArguments) -> None:
        self.text = str(event.args or "")

    def write(self, text: str) -> None:
        """Puts another text into the field."""
        self.text = text
        self.field.props["value"] = text
        self.field.update()
