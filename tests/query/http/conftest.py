"""The HTTP service over the small corpus, on a real socket."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from bizrag.settings import Settings
from query import QueryService
from query.http.app import create_app
from tests.serving import running


@pytest.fixture
def address(service: QueryService, settings: Settings) -> Iterator[str]:
    """Where the service listens."""
    with running(create_app(settings, service=service)) as url:
        yield url


@pytest.fixture
def client(address: str) -> Iterator[httpx.Client]:
    """A client of the service."""
    with httpx.Client(base_url=address, timeout=30) as client:
        yield client
