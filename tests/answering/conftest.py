"""The local answerer with the real embedder."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.providers.local_embedding import LocalEmbedder


@pytest.fixture(scope="session")
def answerer(minilm: LocalEmbedder) -> ExtractiveAnswerer:
    return ExtractiveAnswerer(minilm)
