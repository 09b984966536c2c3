"""`motherlode serve`: REST API and web page."""

from __future__ import annotations

from pathlib import Path

import typer

from motherlode.extras import need
from motherlode.interfaces.cli import talk

app = typer.Typer()


@app.command()
def serve(
    folder: Path = typer.Argument(Path(), metavar="DIR", help="A project, or a folder of projects."),
    host: str = typer.Option("127.0.0.1", "--host", help="Address to listen on; other than loopback needs a token."),
    port: int = typer.Option(8765, "--port", min=0, max=65535, help="Port; 0 takes a free one."),
    token: str = typer.Option("", "--token", envvar="MOTHERLODE_TOKEN", help="Token that every request must carry."),
    users: Path | None = typer.Option(
        None, "--users", help="TOML file of users: name, token, role (reader or editor)."
    ),
) -> None:
    """Serve the REST API and the web page.

    Example: motherlode serve my-topic --port 8765
    """
    need("server")
    from motherlode.interfaces.rest.guard import read_users
    from motherlode.interfaces.web.server import listen, run, token_for

    named = read_users(users) if users is not None else ()
    needed = token if named else token_for(host, token)
    listener = listen(host, port)
    where = f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}/"
    talk.say(f"serving {folder} on {where}{f'?token={needed}' if needed and not token else ''}  (Ctrl-C ends)")
    if not folder.is_dir():
        talk.say(f"{folder} is not there yet; the first project that is made in the web page makes it")
    run(folder, listener, needed, named)
