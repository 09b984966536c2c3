"""`motherlode mcp`: tools for programs that talk to language models, over stdio or HTTP."""

from __future__ import annotations

from pathlib import Path

import typer

from motherlode.errors import UsageError
from motherlode.extras import need
from motherlode.interfaces.cli import talk

app = typer.Typer()
LOOPBACK = ("127.0.0.1", "localhost", "::1")


@app.command()
def mcp(
    folder: Path = typer.Argument(Path(), metavar="DIR", help="A project, or a folder of projects."),
    http: bool = typer.Option(False, "--http", help="Listen on HTTP instead of standard input and output."),
    host: str = typer.Option("127.0.0.1", "--host", help="Address to listen on; loopback only."),
    port: int = typer.Option(8766, "--port", min=1, max=65535, help="Port for --http."),
    max_pages: int = typer.Option(1000, "--max-pages", min=1, help="Pages that one crawl may fetch at the most."),
    allow_private: bool = typer.Option(False, "--allow-private", help="Private and loopback addresses may be read."),
) -> None:
    """Serve tools over the Model Context Protocol: read pages, find records, crawl, search, ask the network.

    Example: motherlode mcp my-projects

    Example: motherlode mcp my-projects --http --port 8766
    """
    need("mcp")
    if host not in LOOPBACK:
        raise UsageError(f"--host {host}: the server knows no token; listen on 127.0.0.1, behind a proxy that does")
    from motherlode.interfaces.mcp import make_server

    server = make_server(folder, allow_private=allow_private, max_pages=max_pages)
    if not http:
        server.run("stdio")
        return
    talk.say(f"serving {folder} on http://{host}:{port}/mcp  (Ctrl-C ends)")
    server.run("streamable-http", host=host, port=port)
