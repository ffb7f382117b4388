"""What was embedded a moment ago is not embedded again."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from bizrag.providers.embedding import Vectors
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.providers.remembered_vectors import RememberedVectors

TEXTS = ["Net sales rose.", "The canteen opens at noon.", "Leave is 26 weeks."]


class Counting(LocalEmbedder):
    """The packaged embedder, with the texts of each call."""

    def __init__(self, minilm: LocalEmbedder) -> None:
        super().__init__(lambda: minilm.folder, threads=1)
        self.calls: list[list[str]] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.calls.append(list(texts))
        return super().embed(texts)


@pytest.fixture
def counting(minilm: LocalEmbedder) -> Counting:
    return Counting(minilm)


@pytest.mark.slow
def test_only_new_texts_are_embedded_each_once_and_come_in_the_order_asked_for(counting: Counting) -> None:
    remembered = RememberedVectors(counting)
    first = remembered.embed(TEXTS[:2])
    again = remembered.embed([TEXTS[2], TEXTS[1], TEXTS[2], TEXTS[0]])
    assert counting.calls == [TEXTS[:2], [TEXTS[2]]]
    np.testing.assert_array_equal(again[[3, 1]], first)
    np.testing.assert_allclose(
        again, LocalEmbedder(lambda: counting.folder).embed([TEXTS[at] for at in (2, 1, 2, 0)]), atol=1e-6
    )


def test_the_texts_that_nobody_asked_for_longest_go_first(counting: Counting) -> None:
    remembered = RememberedVectors(counting, most=2)
    remembered.embed(TEXTS[:2])
    remembered.embed(TEXTS[:1])
    remembered.embed(TEXTS[2:])
    remembered.embed(TEXTS[:1])
    assert counting.calls == [TEXTS[:2], TEXTS[2:]]
    remembered.embed(TEXTS[1:2])
    assert counting.calls[2:] == [TEXTS[1:2]]


def test_no_texts_have_no_vectors(counting: Counting) -> None:
    assert RememberedVectors(counting).embed([]).shape == (0, 384)
