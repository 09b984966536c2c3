"""Schemathesis: whatever the API's own description allows gives no server error and a described reply."""

from __future__ import annotations

from pathlib import Path

import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from motherlode.interfaces.rest.app import create_api
from motherlode.recipes.workspace import Workspace
from tests.integration.rest.serving import serving


def test_whatever_the_description_allows_gives_a_described_reply(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    workspace.create("demo")
    workspace.close()
    checks = [not_a_server_error, status_code_conformance, response_schema_conformance]
    tried = 0
    with serving(tmp_path) as client:
        schema = schemathesis.openapi.from_url(f"{client.base_url}openapi.json")
        for found in schema.exclude(path_regex="/runs").exclude(method="DELETE").get_all_operations():
            operation = found.ok()

            @settings(max_examples=8, deadline=None, database=None, suppress_health_check=list(HealthCheck))
            @given(case=operation.as_strategy())
            def call(case: schemathesis.Case) -> None:
                if "project" in (case.path_parameters or {}):
                    case.path_parameters["project"] = "demo"
                case.call_and_validate(checks=checks)

            call()
            tried += 1
    assert tried > 15


def test_every_operation_is_described() -> None:
    document = create_api(Workspace(Path("nowhere"))).openapi()
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            assert operation.get("description"), f"{method} {path} says nothing about itself"
            assert operation.get("tags"), f"{method} {path} has no tag"
