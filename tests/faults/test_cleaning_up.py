"""A test process that is killed leaves nothing running: no PostgreSQL server, no `motherlode serve`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from tests.conftest import _postgres_binaries

ROOT = Path(__file__).parents[2]
STARTS = textwrap.dedent("""
    import sys, tempfile, time
    from pathlib import Path
    from tests.conftest import PostgresServer, _postgres_binaries, tied
    folder = Path(tempfile.mkdtemp(prefix="motherlode-pg-"))
    server = PostgresServer(_postgres_binaries(), folder)
    server.start()
    with tied([sys.executable, "-m", "motherlode", "serve", sys.argv[1], "--port", "0"]) as serving:
        pid = int((folder / "data" / "postmaster.pid").read_text().splitlines()[0])
        print(folder, pid, serving.pid, flush=True)
        time.sleep(100)
""")


def is_alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.mark.postgres
@pytest.mark.skipif(sys.platform != "linux", reason="processes are tied together by Linux alone")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_what_a_killed_test_process_started_ends_with_it(how: signal.Signals, tmp_path: Path) -> None:
    if _postgres_binaries() is None:
        pytest.skip("PostgreSQL is not installed: install Debian's postgresql package to run this test")
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    worker = subprocess.Popen(
        [sys.executable, "-c", STARTS, str(tmp_path)], env=environment, stdout=subprocess.PIPE, text=True,
        stderr=subprocess.DEVNULL, cwd=tmp_path,
    )  # fmt: skip
    assert worker.stdout is not None
    folder, *started = worker.stdout.readline().split()
    processes = [int(number) for number in started]
    assert all(map(is_alive, processes))
    worker.send_signal(how)
    worker.wait(20)
    worker.stdout.close()
    until = time.monotonic() + 40
    while (any(map(is_alive, processes)) or Path(folder).exists()) and time.monotonic() < until:
        time.sleep(0.1)
    assert not any(map(is_alive, processes))
    assert not Path(folder).exists()
