"""Schemathesis: whatever the API's own description allows gives no server error and a described reply."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from motherlode.app.workspace import Workspace
from motherlode.interfaces.rest.app import create_api
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
    schemas = document["components"]["schemas"]
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            place = f"{method} {path}"
            assert operation.get("summary"), f"{place} has no summary"
            assert operation.get("description"), f"{place} says nothing about itself"
            assert operation.get("tags"), f"{place} has no tag"
            success = [reply for code, reply in operation["responses"].items() if code.startswith("2")]
            assert success, f"{place} never succeeds"
            for reply in success:
                assert "204" in operation["responses"] or _shown(reply, schemas), f"{place}: no example, no schema"
            failures = [code for code in operation["responses"] if code[0] in "45"]
            assert failures, f"{place} never fails"
            for code in failures:
                shape = operation["responses"][code]["content"]["application/json"]["schema"]
                assert shape["$ref"].endswith("/ProblemReply"), f"{place}: {code} has another shape"
            body = operation.get("requestBody", {}).get("content", {})
            assert all(_shown({"content": {kind: body[kind]}}, schemas) for kind in body), f"{place}: bare body"


def _shown(reply: dict[str, Any], schemas: dict[str, Any]) -> bool:
    """Whether a reader sees what comes: an example, a described schema, or a kind of file."""
    for kind, content in reply.get("content", {}).items():
        schema = content.get("schema", {})
        named = schema.get("$ref") or schema.get("items", {}).get("$ref") or ""
        properties = schemas.get(named.rpartition("/")[2], {}).get("properties", {})
        bare = kind == "application/json" and not (
            content.get("example") is not None or schema.get("examples") or properties
        )
        if bare and "additionalProperties" not in schema and schema.get("type") != "object":
            return False
        if bare and "example" not in content and not schema.get("examples") and not _typed(schema):
            return False
    return bool(reply.get("content"))


def _typed(schema: dict[str, Any]) -> bool:
    inner = schema.get("additionalProperties")
    return isinstance(inner, dict) and bool(inner)
