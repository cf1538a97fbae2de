"""Whatever its own OpenAPI description allows, and much that it does not: every answer is one that it describes."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from card_envs.core.game import GAMES, get_game
from tests.service.client import Server

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
BOTS = [{}, {"bot": "greedy"}, {"bot": "expert"}, {"bot": "search:5"}]  # any name at all, and some that there are
PLAIN, ASKED = ["/games", "/tables"], [f"/games/{game}/bots/{{bot}}/move" for game in GAMES]


@pytest.fixture(scope="module")
def description(server: Server) -> schemathesis.BaseSchema:
    return schemathesis.openapi.from_url(f"http://{server.address}/api/v1/openapi.json")


def test_every_path_is_fuzzed(description: schemathesis.BaseSchema) -> None:
    assert {f"/api/v1{path}" for path in PLAIN + ASKED} == set(description)


@pytest.mark.parametrize("path", PLAIN + ASKED)
def test_answers_to_what_is_allowed(description: schemathesis.BaseSchema, path: str) -> None:
    fuzz(description, path, GenerationMode.POSITIVE)


@pytest.mark.parametrize("path", PLAIN[1:] + ASKED)
def test_answers_to_what_is_not_allowed(description: schemathesis.BaseSchema, path: str) -> None:
    fuzz(description, path, GenerationMode.NEGATIVE)


def fuzz(description: schemathesis.BaseSchema, path: str, mode: GenerationMode) -> None:
    """Assert that every answer is one that is described."""
    (operation,) = description[f"/api/v1{path}"].values()

    @settings(max_examples=25, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(data=st.data())
    def ask(data: st.DataObject) -> None:
        fixed = data.draw(st.sampled_from(BOTS)) if path in ASKED else {}
        case = data.draw(operation.as_strategy(generation_mode=mode, path_parameters=fixed or None))
        case.call_and_validate(checks=CHECKS)

    ask()


@pytest.mark.parametrize("game", GAMES)
def test_the_view_that_is_described_is_the_layout(server: Server, game: str) -> None:
    """Every block and no more, all of them required, with its meaning; and the bots that there are."""
    described = server.get("/api/v1/openapi.json")
    view, layout = described["components"]["schemas"][f"{game.capitalize()}View"], get_game(game).layout
    assert set(view["required"]) == set(view["properties"])
    assert view["additionalProperties"] is False
    meanings = {block.name: block.meaning for block in layout.blocks}
    assert {name: block["description"] for name, block in view["properties"].items()} == meanings
    (bot,) = described["paths"][f"/api/v1/games/{game}/bots/{{bot}}/move"]["post"]["parameters"]
    assert "greedy, expert" in bot["description"]


def test_quantities_are_described_with_bounds_and_names(server: Server) -> None:
    schemas = server.get("/api/v1/openapi.json")["components"]["schemas"]
    assert schemas["TapeoView"]["properties"]["picks"] == {
        "type": "integer",
        "minimum": 0,
        "maximum": 10,
        "title": "Picks",
        "description": "picks revealed in this round",
    }
    assert schemas["TapeoView"]["properties"]["hand"]["propertyNames"]["enum"][:2] == ["tortilla", "croqueta"]
    assert schemas["EnviteView"]["properties"]["phase"]["anyOf"][0]["enum"] == ["declining", "betting", "playing"]
