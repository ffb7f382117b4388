"""The real embedder, its weights fetched once for this folder's tests."""

from __future__ import annotations

import pytest

from bizrag.providers.embedding import LocalEmbedder, local_embedder
from bizrag.settings import Settings


@pytest.fixture(scope="session")
def minilm(tmp_path_factory: pytest.TempPathFactory) -> LocalEmbedder:
    return local_embedder(Settings.model_validate({"home": tmp_path_factory.mktemp("home")}))
