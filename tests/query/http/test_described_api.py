"""The API keeps to its own description: schemathesis asks what the description allows, and what it does not."""

from __future__ import annotations

from typing import Any

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase
from schemathesis.checks import CHECKS

from bizrag.settings import Settings
from query import QueryService
from query.http.app import create_app
from tests.serving import running

pytestmark = pytest.mark.slow

#: a text of the caller may stand in any of these: they are about what a cache or a proxy would be told
_NUM_EXAMPLES = 12


def operations(url: str) -> list[Any]:
    schema = schemathesis.openapi.from_url(f"{url}/openapi.json")
    return [found.ok() for found in schema.get_all_operations()]


def test_every_operation_answers_as_described(service: QueryService, served_settings: Settings) -> None:
    with running(create_app(served_settings, service=service)) as url:
        for operation in operations(url):

            @hypothesis.seed(20_26)
            @hypothesis.settings(
                max_examples=_NUM_EXAMPLES,
                deadline=None,
                database=None,
                phases=[Phase.explicit, Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @hypothesis.given(case=operation.as_strategy())
            def asks(case: Any) -> None:
                case.call_and_validate(base_url=url, timeout=60)

            asks()


def test_the_description_has_examples_and_typed_answers(service: QueryService, served_settings: Settings) -> None:
    described = create_app(served_settings, service=service).openapi()
    assert len(CHECKS.get_all()) > 5
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            assert operation["description"] or operation["summary"], f"{method} {path}"
            assert "200" in operation["responses"]
    assert described["components"]["schemas"]["AskRequest"]["examples"]
    assert described["components"]["schemas"]["SearchRequest"]["examples"]
