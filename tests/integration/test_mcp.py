"""A dialogue of the SDK's own client with `motherlode mcp`, over standard input and output and over HTTP."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="the extra mcp is not installed: pip install 'motherlode[mcp]'")
from mcp import Client, StdioServerParameters

from motherlode.interfaces.demo.server import serve
from motherlode.interfaces.demo.web import SampleWeb
from tests.conftest import free_port

pytestmark = pytest.mark.filterwarnings("ignore")
SOURCE = str(Path(__file__).parents[2] / "src")


@pytest.fixture(scope="module")
def web() -> Iterator[dict[str, str]]:
    made = SampleWeb(0, news_pages=200, universities=1, entities=24, registry_rows=100, crawl_delay=0)
    story = next(page for page in made.truth.news.articles.values() if page.host == "gazette" and "Dam" in page.title)
    with serve(made.sites, 0) as server:
        yield {
            "site": server.url("gazette"), "story": server.url("gazette", story.path), "title": story.title,
        }  # fmt: skip


def command(folder: Path, *more: str) -> list[str]:
    return [sys.executable, "-m", "motherlode", "mcp", str(folder), "--max-pages", "20", *more]


async def asked(client: Client, tool: str, **arguments: Any) -> Any:
    answer = await client.call_tool(tool, arguments)
    assert not answer.is_error, answer
    structured = answer.structured_content or {}
    return structured.get("result", structured)


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    answer = await client.call_tool(tool, arguments)
    assert answer.is_error
    return " ".join(getattr(block, "text", "") for block in answer.content)


async def dialogue(client: Client, web: dict[str, str]) -> None:
    """What a model would do: look around, read a page, crawl, search."""
    tools = {tool.name for tool in (await client.list_tools()).tools}
    assert tools == {
        "read_page", "find_records", "find_people", "list_projects", "start_crawl", "watch_crawl", "search_articles",
        "ask_network",
    }  # fmt: skip
    page = await asked(client, "read_page", address=web["story"], max_characters=400)
    assert page["title"] == web["title"]
    assert 0 < len(page["markdown"]) <= 400
    run = await asked(
        client, "start_crawl", project="dam", seeds=[web["site"]],
        keywords={"dam": 2.0, "spillway": 1.0, "reservoir": 1.0}, examples=[web["story"]],
        max_pages=20,
    )  # fmt: skip
    for _ in range(20):
        run = await asked(client, "watch_crawl", project="dam", run=run["run"], seconds=5)
        if run["state"] not in ("starting", "running"):
            break
    assert run["state"] == "done", run
    found = await asked(client, "search_articles", project="dam", text="dam", limit=3)
    assert 0 < len(found) <= 3
    assert "dam" in json.dumps(found).lower()
    assert await asked(client, "list_projects") == ["dam"]
    resource = await client.read_resource("motherlode://projects/dam")
    assert json.loads(resource.contents[0].text)["keywords"]["dam"] == 2.0  # type: ignore[union-attr]
    assert "no class 'University'" in await refused(client, "ask_network", project="dam", query="University ?u")


async def limits(client: Client) -> None:
    """What a model must not do."""
    assert "files of this machine" in await refused(client, "read_page", address="/etc/passwd")
    assert "files of this machine" in await refused(client, "find_records", address="file:///etc/passwd")
    assert "allows 1 to 20" in await refused(
        client, "start_crawl", project="p", seeds=["http://a.example/"], max_pages=5000
    )
    assert "cannot name a project" in await refused(client, "search_articles", project="../../etc", text="x")


@pytest.mark.timeout(170)
async def test_over_standard_input_and_output(web: dict[str, str], tmp_path: Path) -> None:
    line = command(tmp_path, "--allow-private")
    parameters = StdioServerParameters(
        command=line[0], args=line[1:], env={**os.environ, "PYTHONPATH": SOURCE}, cwd=tmp_path
    )
    async with Client(parameters) as client:
        await dialogue(client, web)
        await limits(client)


@pytest.fixture
def listening(tmp_path: Path) -> Iterator[str]:
    port = free_port()
    process = subprocess.Popen(
        command(tmp_path, "--http", "--port", str(port)), env={**os.environ, "PYTHONPATH": SOURCE}
    )
    address = f"http://127.0.0.1:{port}/mcp"
    for _ in range(300):
        try:
            urllib.request.urlopen(address, timeout=1)
        except urllib.error.HTTPError:
            break
        except OSError:
            time.sleep(0.2)
    yield address
    process.terminate()
    process.wait()


@pytest.mark.timeout(170)
async def test_over_http_and_private_addresses_are_refused(listening: str, web: dict[str, str]) -> None:
    async with Client(listening) as client:
        assert len((await client.list_tools()).tools) == 8
        assert "private address" in await refused(client, "read_page", address=web["story"])
        await limits(client)


def test_other_hosts_than_loopback_are_refused(tmp_path: Path) -> None:
    done = subprocess.run(
        command(tmp_path, "--http", "--host", "0.0.0.0"), capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": SOURCE},
    )  # fmt: skip
    assert done.returncode == 2
    assert "127.0.0.1" in done.stderr
