"""Ends what a test process started when that process is gone, however it ended: python guard.py FOLDER.

It waits for a word or the end of its standard input, whose other end the test process holds; then it stops the
PostgreSQL server in FOLDER, if one is still there, and removes the folder.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path


def end_postgres(folder: Path) -> None:
    """The server of a data folder, asked first and then killed."""
    with suppress(OSError, ValueError, IndexError):
        process = int((folder / "data" / "postmaster.pid").read_text().splitlines()[0])
        for way in (signal.SIGQUIT, signal.SIGKILL):
            os.kill(process, way)
            for _ in range(100):
                time.sleep(0.1)
                os.kill(process, 0)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.stdin.buffer.read(1)
    end_postgres(Path(sys.argv[1]))
    shutil.rmtree(sys.argv[1], ignore_errors=True)
