"""`/docs`: every operation of the API with its fields and a way to try it, on one page that loads nothing else."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from fastapi import FastAPI
from starlette.responses import HTMLResponse

PATH = "/docs"
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; img-src data:"
)
"""The page may talk to this server and to nobody else."""


@cache
def _page() -> str:
    return files("motherlode.interfaces.rest").joinpath("console.html").read_text(encoding="utf-8")


def install(app: FastAPI) -> None:
    """Adds the page."""

    @app.get(PATH, include_in_schema=False)
    def show_console() -> HTMLResponse:
        return HTMLResponse(_page(), headers={"Content-Security-Policy": POLICY})
