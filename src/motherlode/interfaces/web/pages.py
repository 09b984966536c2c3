"""The pages of the web interface."""

from __future__ import annotations

from fastapi import FastAPI
from nicegui import ui


def mount_pages(app: FastAPI) -> None:
    """Adds the web page to the server; all its files come from this machine."""

    @ui.page("/")
    def home() -> None:
        ui.label("Motherlode")

    ui.run_with(app, title="Motherlode", dark=None, show_welcome_message=False)
