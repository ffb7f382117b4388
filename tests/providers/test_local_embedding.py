"""The local embedder: its vectors, its window and its independence of batches."""

from pathlib import Path

import numpy as np
import pytest

from bizrag.providers.local_embedding import LocalEmbedder

pytestmark = pytest.mark.slow

SENTENCE = "Net sales rose by 4 percent."


@pytest.fixture(scope="module")
def folder(minilm: LocalEmbedder) -> Path:
    """The weights of this machine; ``tests/weights`` fetches them anew."""
    return minilm.folder


@pytest.fixture
def embedder(folder: Path) -> LocalEmbedder:
    return LocalEmbedder(lambda: folder)


def test_vectors_equal_those_of_the_torch_model(embedder: LocalEmbedder) -> None:
    """The first four numbers that transformers' BertModel gives, mean-pooled and normalised."""
    vector = embedder.embed([SENTENCE])[0]

    assert vector[:4] == pytest.approx([0.07824, -0.07042, 0.02149, -0.04638], abs=1e-4)
    assert vector.dtype == np.float32


def test_a_question_is_nearest_to_the_passage_that_answers_it(embedder: LocalEmbedder) -> None:
    question, *passages = embedder.embed(
        [
            "How much did we sell?",
            "The canteen is open from noon to two.",
            "Net sales were $94,836 million in the quarter.",
            "The auditor signed on the first of March.",
        ]
    )

    assert int(np.argmax([passage @ question for passage in passages])) == 1


def test_vectors_have_length_one_and_keep_the_order_of_the_texts(embedder: LocalEmbedder) -> None:
    texts = ["word " * number for number in (90, 1, 40, 2)]

    vectors = embedder.embed(texts)

    assert vectors.shape == (4, 384)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-5)
    for text, vector in zip(texts, vectors, strict=True):
        assert np.abs(embedder.embed([text])[0] - vector).max() < 1e-5


def test_a_vector_depends_on_its_text_alone(folder: Path, embedder: LocalEmbedder) -> None:
    texts = [SENTENCE, *("long words and numbers 12,345 " * number for number in range(1, 40, 4))]

    # and many of about one length, which share calls
    texts += [f"{'Sales rose again. ' * (number % 5)}Plant {number} made {number * 7} pumps." for number in range(60)]
    together = embedder.embed(texts)
    alone = LocalEmbedder(lambda: folder, threads=1)

    assert np.array_equal(together, alone.embed(texts))
    assert np.array_equal(together, np.concatenate([alone.embed([text]) for text in texts]))


def test_no_texts_give_no_rows(embedder: LocalEmbedder) -> None:
    assert embedder.embed([]).shape == (0, 384)


def test_an_empty_text_has_a_vector(embedder: LocalEmbedder) -> None:
    assert np.linalg.norm(embedder.embed([""])) == pytest.approx(1.0, abs=1e-5)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        # rose, by, 4, percent, the stop
        ("rose by 4 percent.", 5),
        # beyond the 128 tokens at which the tokenizer's file cuts
        ("word " * 300, 300),
    ],
)
def test_tokens_are_counted_without_special_tokens(embedder: LocalEmbedder, text: str, tokens: int) -> None:
    assert embedder.count_tokens(text) == tokens


def test_254_tokens_fit_the_window_and_255_are_cut_and_counted(embedder: LocalEmbedder) -> None:
    full, over = "word " * 254, "word " * 255

    embedder.embed([full])
    assert embedder.num_truncated == 0

    vectors = embedder.embed([full, over])
    assert embedder.num_truncated == 1
    assert np.abs(vectors[0] - vectors[1]).max() < 1e-5


def test_the_whole_window_is_embedded(embedder: LocalEmbedder) -> None:
    """The tokenizer's file cuts at 128 tokens; the end of a longer text must still count."""
    start = "word " * 200
    vectors = embedder.embed([start + "revenue", start + "giraffe"])

    assert np.abs(vectors[0] - vectors[1]).max() > 1e-3
