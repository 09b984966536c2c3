import os
import signal
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

import motherlode


def test_the_sample_web_runs_as_a_process_of_its_own() -> None:
    command = [
        sys.executable,
        "-m",
        "motherlode.interfaces.demo",
        "--news-pages",
        "200",
        "--names",
        "address",
        "--warm",
    ]
    environment = os.environ | {"PYTHONPATH": str(Path(motherlode.__file__).parents[1])}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        lines = []
        while not lines or lines[-1] != "ready":
            lines.append(process.stdout.readline().strip())
            assert lines[-1], "the process ended before it was ready"
        address, port = lines[0].removeprefix("http://").rstrip("/").split(":")
        assert address == "127.0.1.1"
        connection = HTTPConnection(address, int(port), timeout=10)
        connection.request("GET", "/")
        assert b"The Halvern Gazette" in connection.getresponse().read()
        connection.close()
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=30) == 0
