import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from motherlode.app.crawl.command import added
from motherlode.app.jobs.manager import Jobs
from motherlode.app.project import Project
from motherlode.errors import InputError, UsageError
from motherlode.model.clock import SystemClock


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project.create(tmp_path / "p")


@pytest.fixture
def jobs() -> Jobs:
    return Jobs(SystemClock())


def test_a_run_works_in_its_own_process_and_reports(project: Project, jobs: Jobs) -> None:
    run = jobs.start(project, "echo", {"steps": 3, "pause": 0.01})
    done = jobs.wait(project, run.id, 60)
    assert (done.state, done.report, done.progress["done"]) == ("done", {"counted": 3}, 3)
    assert done.ended_at


def test_pause_resume_and_stop(project: Project, jobs: Jobs) -> None:
    run = jobs.start(project, "echo", {"steps": 10_000, "pause": 0.01})
    with pytest.raises(InputError, match="pause or stop it first"):
        jobs.start(project, "echo", {})
    jobs.pause(project, run.id)
    assert jobs.wait(project, run.id, 60).state == "paused"
    jobs.resume(project, run.id)
    jobs.stop(project, run.id)
    stopped = jobs.wait(project, run.id, 60)
    assert stopped.state == "stopped"
    assert stopped.options["resume"] is True


def test_what_a_run_told_before_a_pause_is_still_told_after_it(project: Project, jobs: Jobs) -> None:
    run = jobs.start(project, "echo", {"steps": 10_000, "pause": 0.01})
    while jobs.get(project, run.id).progress.get("done", 0) < 20:
        time.sleep(0.05)
    jobs.pause(project, run.id)
    before = jobs.wait(project, run.id, 60).progress
    jobs.resume(project, run.id)
    while (now := jobs.get(project, run.id).progress)["done"] <= before["done"]:
        time.sleep(0.05)
    jobs.stop(project, run.id)
    jobs.wait(project, run.id, 60)
    assert now["history"][: len(before["history"])] == before["history"]
    assert now["history"][-1]["seconds"] >= before["history"][-1]["seconds"]


def test_the_report_of_a_resumed_crawl_adds_up_its_parts() -> None:
    first = {
        "fetched": 30, "kept": 10, "harvest": 0.3333, "dropped": {"unrelated": 18, "duplicate": 1},
        "failed": {"robots": 1}, "links_refused": {"depth": 4}, "waiting": 50, "on_disk": 0,
        "seconds": 3.0, "searching_seconds": 1.5,
        "extracting_seconds": 1.0, "pages_per_second": 10.0, "bytes": 900, "ended": "stopped", "left": None,
    }  # fmt: skip
    last = first | {
        "fetched": 10, "kept": 6, "dropped": {"unrelated": 5, "duplicate": -1}, "failed": {}, "waiting": 0,
        "seconds": 2.0, "ended": "nothing left",
    }  # fmt: skip
    whole = added(first, last)
    assert (whole["fetched"], whole["kept"], whole["harvest"], whole["pages_per_second"]) == (40, 16, 0.4, 8.0)
    assert (whole["dropped"], whole["failed"]) == ({"unrelated": 23}, {"robots": 1})
    assert (whole["waiting"], whole["ended"], whole["parts"]) == (0, "nothing left", 2)
    assert added(whole, last)["parts"] == 3
    failed = added(first, {"error": "the store is away"})
    assert (failed["error"], failed["kept"], failed["parts"]) == ("the store is away", 10, 2)
    assert "error" not in added({"error": "the store is away"}, last)


def test_a_killed_run_is_seen_as_interrupted_and_can_be_resumed(project: Project, jobs: Jobs) -> None:
    run = jobs.start(project, "echo", {"steps": 100_000, "pause": 0.01})
    pid = int((project.folder / "runs" / f"{run.id}.pid").read_text().split()[0])
    os.kill(pid, signal.SIGKILL)
    assert jobs.wait(project, run.id, 60).state == "interrupted"
    project.store.runs.update(run.id, options={"steps": 1, "pause": 0})
    assert jobs.resume(project, run.id).report in ({"parts_killed": 1}, {"counted": 1})
    assert jobs.wait(project, run.id, 60).state == "done"


def test_a_run_outlives_the_process_that_started_it(project: Project, jobs: Jobs) -> None:
    program = (
        "import sys; from pathlib import Path; from motherlode.model.clock import SystemClock\n"
        "from motherlode.app.jobs.manager import Jobs; from motherlode.app.project import Project\n"
        "print(Jobs(SystemClock()).start(Project.open(Path(sys.argv[1])), 'echo', {'steps': 5, 'pause': 0.2}).id)"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3] / "src")}
    made = subprocess.run(
        [sys.executable, "-c", program, str(project.folder)],
        env=environment,
        capture_output=True,
        check=True,
        text=True,
    )
    assert jobs.wait(project, int(made.stdout), 60).state == "done"


def test_an_unknown_kind_is_refused(project: Project, jobs: Jobs) -> None:
    with pytest.raises(UsageError, match="did you mean 'echo'"):
        jobs.start(project, "ecoh", {})


def test_a_failing_run_says_why(project: Project, jobs: Jobs) -> None:
    run = jobs.start(project, "echo", {"steps": "many"})
    failed = jobs.wait(project, run.id, 60)
    assert failed.state == "failed"
    assert "ValueError" in failed.report["error"]
