"""One crawl at a time in a project's folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from motherlode.app.crawl.parts import CrawlSettings
from motherlode.app.crawl.run import crawl_project
from motherlode.app.project import Project
from motherlode.crawl.journal import held
from motherlode.errors import InputError
from motherlode.fetch.params import FetchParams
from motherlode.model.topic import Topic

HOLDS = """
import sys, time
from pathlib import Path
from motherlode.crawl.journal import held
with held(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(600)
"""


def test_a_second_crawl_is_told_of_the_first_and_may_begin_when_that_was_killed(tmp_path: Path) -> None:
    project = Project.create(tmp_path / "dam")
    first = subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(project.folder / "crawl")], stdout=subprocess.PIPE, text=True
    )
    try:
        assert first.stdout is not None
        assert first.stdout.readline() == "held\n"
        topic = Topic(name="dam", seeds=("http://127.0.0.1:9/",))
        with pytest.raises(InputError, match=f"process {first.pid}.*wait for it, or stop it"):
            crawl_project(project, CrawlSettings(), FetchParams(), topic=topic)
    finally:
        first.kill()
        first.wait()
        first.stdout.close()
        project.close()
    with held(tmp_path / "dam" / "crawl"):
        pass
