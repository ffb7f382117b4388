"""The API keeps to its own description: schemathesis asks what the description allows, and what it does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase
from schemathesis.specs.openapi.checks import positive_data_acceptance
from sqlalchemy import text

from bizrag.model.access import Role
from bizrag.settings import Settings
from bizrag.store.keys import add_key
from query import QueryService
from query.http.app import create_app
from tests.serving import serving

pytestmark = pytest.mark.slow

_NUM_EXAMPLES = 5


@pytest.fixture
def owner(service: QueryService) -> Iterator[str]:
    """A key that may see everything. At the end there never was one."""
    yield add_key(service.engine, "owner", role=Role.OWNER)
    with service.engine.begin() as conn:
        conn.execute(text("DELETE FROM api_key"))


def operations(url: str) -> list[Any]:
    schema: Any = schemathesis.openapi.from_url(f"{url}/openapi.json")
    return [found.ok() for found in schema.get_all_operations()]


def test_every_operation_answers_as_described(service: QueryService, served_settings: Settings, owner: str) -> None:
    headers = {"Authorization": f"Bearer {owner}"}
    with serving(create_app(served_settings, service=service)) as url:
        for operation in operations(url):

            @hypothesis.seed(20_26)
            @hypothesis.settings(
                max_examples=_NUM_EXAMPLES,
                deadline=None,
                database=None,
                phases=[Phase.explicit, Phase.generate],
                suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
            )
            @hypothesis.given(case=operation.as_strategy())
            def asks(case: Any) -> None:
                # a description cannot say that a question is more than blanks, or that a range ends after it begins
                case.call_and_validate(
                    base_url=url, timeout=60, headers=headers, excluded_checks=[positive_data_acceptance]
                )

            asks()


def test_the_description_has_examples_and_typed_answers(service: QueryService, served_settings: Settings) -> None:
    described = create_app(served_settings, service=service).openapi()
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            assert operation["description"] or operation["summary"], f"{method} {path}"
            assert "200" in operation["responses"]
            is_open = path in ("/health", "/ready")
            assert operation.get("security", []) == ([] if is_open else [{"key": []}]), f"{method} {path}"
            told = {"401", "429"} | ({"403", "413"} if method == "post" else set())
            assert is_open or told <= set(operation["responses"]), f"{method} {path}"
    assert described["components"]["securitySchemes"]["key"]["scheme"] == "bearer"
    for path in ("/ask", "/v1/chat/completions"):
        assert "502" in described["paths"][path]["post"]["responses"]
    assert described["components"]["schemas"]["AskRequest"]["examples"]
    assert described["components"]["schemas"]["SearchRequest"]["examples"]
