"""The API keeps to its own description: schemathesis asks what the description allows, and what it does not."""

from __future__ import annotations

from typing import Any

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase
from schemathesis.specs.openapi.checks import positive_data_acceptance

from bizrag.settings import Settings
from query import QueryService
from query.http.app import create_app
from tests.serving import serving

pytestmark = pytest.mark.slow

_NUM_EXAMPLES = 5


def operations(url: str) -> list[Any]:
    schema: Any = schemathesis.openapi.from_url(f"{url}/openapi.json")
    return [found.ok() for found in schema.get_all_operations()]


def test_every_operation_answers_as_described(service: QueryService, served_settings: Settings) -> None:
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
                case.call_and_validate(base_url=url, timeout=60, excluded_checks=[positive_data_acceptance])

            asks()


def test_the_description_has_examples_and_typed_answers(service: QueryService, served_settings: Settings) -> None:
    described = create_app(served_settings, service=service).openapi()
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            assert operation["description"] or operation["summary"], f"{method} {path}"
            assert "200" in operation["responses"]
    assert described["components"]["schemas"]["AskRequest"]["examples"]
    assert described["components"]["schemas"]["SearchRequest"]["examples"]
