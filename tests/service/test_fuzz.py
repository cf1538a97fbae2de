"""Whatever its own OpenAPI description allows, and much that it does not: every answer is one that it describes."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.service.client import Server

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def description(server: Server) -> schemathesis.BaseSchema:
    random_alone = schemathesis.Config.from_dict({"phases": {"coverage": {"enabled": False}}})
    return schemathesis.openapi.from_url(f"http://{server.address}/api/v1/openapi.json", config=random_alone)


described = schemathesis.pytest.from_fixture("description")


@described.parametrize()
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_answer_is_as_described(case: schemathesis.Case) -> None:
    case.call_and_validate(checks=CHECKS)


def test_every_quantity_of_a_view_is_described(server: Server) -> None:
    described = server.get("/api/v1/openapi.json")
    view = described["components"]["schemas"]["TapeoView"]
    assert view["properties"]["picks"] == {
        "type": "integer",
        "minimum": 0,
        "maximum": 10,
        "title": "Picks",
        "description": "picks revealed in this round",
    }
    assert set(view["required"]) == set(view["properties"])
    assert view["additionalProperties"] is False
    assert view["properties"]["hand"]["propertyNames"]["enum"][:2] == ["tortilla", "croqueta"]
