"""What the server is delivered with: image, composition, unit, bill of materials, pinned digests."""

from __future__ import annotations

import ast
import importlib.util
import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from motherlode.interfaces.cli.app import app

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def instructions() -> list[tuple[str, str]]:
    """The lines of the Dockerfile: (instruction, rest), continued ones joined."""
    text = re.sub(r"\\\n", " ", (DEPLOY / "Dockerfile").read_text())
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in lines)]


def assert_is_a_command_of_ours(words: list[str]) -> None:
    """The command exists, and so does every option."""
    told = CliRunner().invoke(app, [words[0], "--help"])
    assert told.exit_code == 0
    for word in words[1:]:
        if word.startswith("--"):
            assert word in told.output


def assert_is_the_health_check(code: str) -> None:
    ast.parse(code)
    assert "/api/health" in code


def test_the_image_is_built_from_what_is_there_and_runs_without_rights() -> None:
    made = instructions()
    last = max(at for at, (name, _) in enumerate(made) if name == "FROM")
    for name, rest in made:
        if name == "COPY" and not rest.startswith("--from"):
            assert all((ROOT / source).exists() for source in rest.split()[:-1])
    (user,) = (rest for name, rest in made[last:] if name == "USER")
    assert int(user) > 0
    assert any(name == "VOLUME" and rest == "/data" for name, rest in made[last:])
    (installed,) = (rest for name, rest in made if "pip install" in rest)
    extras = re.search(r"\.\[([\w,]+)\]", installed)
    assert extras is not None
    assert set(extras[1].split(",")) <= set(PROJECT["optional-dependencies"])


def test_the_image_starts_a_command_that_exists_and_asks_for_its_health() -> None:
    made = dict(instructions())
    assert json.loads(made["ENTRYPOINT"]) == ["motherlode"]
    assert_is_a_command_of_ours(json.loads(made["CMD"]))
    check = json.loads(made["HEALTHCHECK"].partition("CMD ")[2])
    assert check[:2] == ["python", "-c"]
    assert_is_the_health_check(check[2])


def test_the_composition_gives_no_rights_and_waits_for_the_database() -> None:
    composed: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    server, database = composed["services"]["motherlode"], composed["services"]["database"]
    assert (DEPLOY / server["build"]["context"] / server["build"]["dockerfile"]).is_file()
    assert int(server["user"]) > 0
    assert server["cap_drop"] == ["ALL"]
    for service in (server, database):
        assert service["read_only"] is True
        assert "no-new-privileges:true" in service["security_opt"]
        assert set(service["networks"]) <= set(composed["networks"])
        for place in service["volumes"]:
            assert place.partition(":")[0] in composed["volumes"]
    assert all(port.startswith("127.0.0.1:") for port in server["ports"])
    assert ":?" in server["environment"]["MOTHERLODE_TOKEN"], "no token, no start"
    assert server["depends_on"]["database"]["condition"] == "service_healthy"
    assert "pg_isready" in database["healthcheck"]["test"][1]
    assert "ports" not in database
    assert composed["networks"]["inside"]["internal"] is True


def test_the_unit_starts_a_command_that_exists(tmp_path: Path) -> None:
    text = (DEPLOY / "motherlode.service").read_text()
    (start,) = re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
    program, *words = shlex.split(start)
    assert_is_a_command_of_ours(words)
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed: the unit was read, not verified")
    unit = tmp_path / "motherlode.service"
    unit.write_text(text.replace(program, sys.executable))
    verify = ["systemd-analyze", "verify", str(unit)]
    found = subprocess.run(verify, check=False, capture_output=True, text=True, timeout=60)
    assert found.returncode == 0, found.stderr
    assert "motherlode.service" not in found.stderr


def script(name: str) -> ModuleType:
    described = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert described is not None
    assert described.loader is not None
    made = importlib.util.module_from_spec(described)
    described.loader.exec_module(made)
    return made


def test_the_bill_of_materials_names_everything_that_is_needed() -> None:
    sbom = script("make_sbom")
    bill = sbom.bill(["all"])
    names = {sbom.key(part["name"]) for part in bill["components"]}
    direct = {sbom.key(re.split(r"[\s<>=;\[]", line)[0]) for line in PROJECT["dependencies"]}
    direct |= {"fastapi", "nicegui", "psycopg", "playwright", "mcp", "pyarrow"}
    assert direct <= names
    references = {part["bom-ref"] for part in bill["components"]} | {bill["metadata"]["component"]["bom-ref"]}
    assert {ref for each in bill["dependencies"] for ref in (each["ref"], *each["dependsOn"])} == references
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert len(sbom.bill([])["components"]) < len(bill["components"])
    assert bill == sbom.bill(["all"])


def test_the_pinned_list_has_a_digest_for_every_package_and_agrees_with_the_constraints() -> None:
    lines = [line for line in (ROOT / "requirements-dev.txt").read_text().splitlines() if not line.startswith("#")]
    pinned = {}
    for line in lines:
        found = re.fullmatch(r"([a-z0-9.-]+)==(\S+) --hash=sha256:[0-9a-f]{64}", line)
        assert found is not None, line
        pinned[found[1].replace(".", "-")] = found[2]
    constraints = dict(
        line.split("==") for line in (ROOT / "constraints.txt").read_text().splitlines() if "==" in line
    )
    known = {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in constraints.items()}
    assert {name: version for name, version in pinned.items() if name in known and known[name] != version} == {}
    wanted = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]]
    names = {re.sub(r"[-_.]+", "-", re.split(r"[\s<>=;\[]", line)[0]).lower() for line in wanted}
    assert names <= set(pinned), "run: make hashes"
