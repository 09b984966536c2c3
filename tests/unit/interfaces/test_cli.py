import subprocess
import sys


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "motherlode", *arguments], capture_output=True, text=True, check=False
    )


def test_help_lists_commands_and_version_is_printed() -> None:
    assert "reproduce" in run("--help").stdout
    version = run("--version").stdout
    assert version.startswith("motherlode ")
    assert "native extension" in version


def test_wrong_usage_ends_with_2_and_without_a_traceback() -> None:
    done = run("reproduce", "hidden-cots")
    assert done.returncode == 2
    assert "hidden-cost" in done.stderr
    assert "Traceback" not in done.stderr
