"""Vision models in this process, on checkpoints with random weights that the tests write."""

from __future__ import annotations

import io
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from bizrag.configuration.embedding import LateInteractionModel, PageModel, Pooling
from bizrag.errors import BadInputError, ConfigurationError
from bizrag.model.hashing import sha256_bytes
from bizrag.providers import visual_model
from bizrag.providers.chat import ImagePart, TextPart
from bizrag.providers.embedders import embedding_space
from bizrag.providers.visual_pages import VisualPageEmbedder, pool
from bizrag.providers.visual_patches import VisualPatchEmbedder
from tests.providers import tiny_checkpoints as tiny

# importing torch and transformers takes longer than the tests
pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("offline"),
    # PaliGemma's processor in transformers 5.23
    pytest.mark.filterwarnings("ignore:__array__ implementation doesn't accept a copy keyword:DeprecationWarning"),
]


@pytest.fixture(scope="module")
def offline() -> Any:
    patch = pytest.MonkeyPatch()
    patch.setenv("HF_HUB_OFFLINE", "1")
    yield
    patch.undo()


@pytest.fixture(scope="module")
def checkpoints(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from bizrag.parsing.engines import torchvision_shim

    torchvision_shim.install()
    return tmp_path_factory.mktemp("checkpoints")


@pytest.fixture(scope="module")
def colpali(checkpoints: Path) -> Path:
    return tiny.write_colpali(checkpoints / "colpali")


@pytest.fixture(scope="module")
def vlm(checkpoints: Path) -> Path:
    return tiny.write_vlm(checkpoints / "vlm")


@pytest.fixture(scope="module")
def remote_code(checkpoints: Path) -> Path:
    return tiny.write_remote_code(checkpoints / "visrag")


def page(color: str, size: tuple[int, int] = (120, 90)) -> ImagePart:
    buffer = io.BytesIO()
    Image.new("RGB", size, color).save(buffer, "PNG")
    return ImagePart(sha256=sha256_bytes(buffer.getvalue()), data=buffer.getvalue())


def patches(folder: Path, **changes: Any) -> VisualPatchEmbedder:
    fields = {"provider": "colpali", "model": str(folder), "dimensions": 16, "precision": "float32", "device": "cpu"}
    settings = LateInteractionModel.model_validate({**fields, **changes})
    return VisualPatchEmbedder(embedding_space(settings), settings)


def pages(folder: Path, **changes: Any) -> VisualPageEmbedder:
    fields = {"provider": "visrag", "model": str(folder), "dimensions": 32, "precision": "float32", "device": "cpu"}
    settings = PageModel.model_validate({**fields, **changes})
    return VisualPageEmbedder(embedding_space(settings), settings)


# --- late interaction -------------------------------------------------------------------------------------------------


def test_a_page_has_a_vector_for_every_patch_and_word_of_its_prompt(colpali: Path) -> None:
    found = patches(colpali, batch_pages=2).embed_pages([page("red"), page("blue", (40, 400)), page("red")])

    assert [vectors.dtype for vectors in found] == [np.float32] * 3
    # 4 patches; <bos> Describe the image . of the prompt
    assert [vectors.shape for vectors in found] == [(9, 16)] * 3
    assert np.linalg.norm(np.concatenate(found), axis=1) == pytest.approx(1.0, abs=1e-5)
    # batches of two: the third page was computed alone
    assert np.abs(found[0] - found[2]).max() < 1e-5
    assert np.abs(found[0] - found[1]).max() > 1e-3


def test_a_question_has_a_vector_for_every_token(colpali: Path) -> None:
    embedder = patches(colpali)
    short, long = embedder.embed_query("sales"), embedder.embed_query("sales rose by half")
    assert short.shape[1] == long.shape[1] == 16
    assert len(long) == len(short) + 3
    assert np.linalg.norm(long, axis=1) == pytest.approx(1.0, abs=1e-5)


def test_vectors_are_those_of_the_model_itself(colpali: Path) -> None:
    import torch
    from transformers import ColPaliForRetrieval, ColPaliProcessor

    processor: Any = ColPaliProcessor.from_pretrained(colpali)
    model: Any = ColPaliForRetrieval.from_pretrained(colpali)
    with torch.inference_mode():
        wanted = model.eval()(**processor.process_queries(text=["sales rose"])).embeddings[0].numpy()
    assert np.abs(patches(colpali).embed_query("sales rose") - wanted).max() < 1e-5


def test_half_precision_is_another_space_with_nearly_the_same_vectors(colpali: Path) -> None:
    full, half = patches(colpali), patches(colpali, precision="bfloat16")
    assert full.space != half.space
    (exact,), (near,) = full.embed_pages([page("green")]), half.embed_pages([page("green")])
    assert near.dtype == np.float32
    assert 0 < np.abs(exact - near).max() < 0.1


def test_pooled_pages_are_a_space_of_their_own_with_fewer_vectors(colpali: Path) -> None:
    whole, pooled = patches(colpali), patches(colpali, pool_factor=3)
    assert pooled.space == f"{whole.space}/pool3"
    (all_of_it,), (some,) = whole.embed_pages([page("red")]), pooled.embed_pages([page("red")])
    assert (all_of_it.shape, some.shape, some.dtype) == ((9, 16), (3, 16), np.float32)
    assert np.linalg.norm(some, axis=1) == pytest.approx(1.0, abs=1e-5)
    # questions keep all their vectors
    assert np.array_equal(whole.embed_query("sales rose"), pooled.embed_query("sales rose"))


def test_other_dimensions_than_the_settings_say_are_refused(colpali: Path) -> None:
    with pytest.raises(ConfigurationError, match="vectors of 16 numbers, not of 128"):
        patches(colpali, dimensions=128).embed_pages([page("red")])


def test_a_model_without_late_interaction_is_refused(vlm: Path) -> None:
    with pytest.raises(ConfigurationError, match="not a model for late interaction"):
        patches(vlm).embed_query("sales")


def test_a_checkpoint_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be loaded"):
        patches(tmp_path / "nothing").embed_query("sales")


def test_a_checkpoint_that_cannot_be_had_is_not_asked_for_again_at_once(
    colpali: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedder = patches(tmp_path / "later")
    for _ in range(2):
        with pytest.raises(ConfigurationError, match="cannot be loaded"):
            embedder.embed_query("plums")
        # there now, and still not looked for
        shutil.copytree(colpali, tmp_path / "later", dirs_exist_ok=True)
    monkeypatch.setattr(visual_model, "_FAILED_SECONDS", 0.0)
    assert len(embedder.embed_query("plums"))


def test_a_page_that_is_no_image_is_refused(colpali: Path) -> None:
    with pytest.raises(BadInputError, match="page image"):
        patches(colpali).embed_pages([ImagePart(sha256="", data=b"no image")])


def test_nothing_is_loaded_before_it_is_needed(tmp_path: Path) -> None:
    embedder = patches(tmp_path / "nothing")
    assert embedder.embed_pages([]) == []


# --- one vector per page ----------------------------------------------------------------------------------------------


def test_texts_images_and_both_in_turn_have_one_vector_each(vlm: Path) -> None:
    embedder = pages(vlm)
    red, words = page("red"), TextPart(text="sales rose")
    inputs = ["sales rose", (red,), (red, words), (words, red), (words,)]

    vectors = embedder.embed(inputs)

    assert vectors.shape == (5, 32)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-5)
    assert np.abs(vectors[0] - vectors[4]).max() < 1e-6
    for one, other in [(0, 1), (1, 2), (2, 3)]:
        assert np.abs(vectors[one] - vectors[other]).max() > 1e-3
    assert embedder.embed([]).shape == (0, 32)
    with pytest.raises(ValueError, match="text or an image"):
        embedder.embed([()])


def test_a_checkpoint_with_a_chat_template_is_asked_through_it(vlm: Path, checkpoints: Path) -> None:
    chatty = pages(tiny.write_vlm(checkpoints / "chat", template=tiny.TEMPLATE))
    inputs = [(page("red"),), (page("red"), TextPart(text="sales rose"))]
    assert np.abs(chatty.embed(inputs) - pages(vlm).embed(inputs)).max() < 1e-5


def test_a_question_is_read_with_its_prefix(vlm: Path) -> None:
    with_prefix = pages(vlm, query_prefix="Represent this query for retrieving relevant documents: ")
    plain = pages(vlm)
    asked = "Represent this query for retrieving relevant documents: sales rose"
    assert np.abs(with_prefix.embed_query("sales rose") - plain.embed([asked])[0]).max() < 1e-6
    assert np.abs(with_prefix.embed_query("sales rose") - plain.embed_query("sales rose")).max() > 1e-3


def test_a_text_beyond_the_window_is_cut_and_counted(vlm: Path) -> None:
    embedder = pages(vlm, max_tokens=64)
    fits, over = "sales " * 62, "sales " * 62 + "canteen " * 9
    assert embedder.count_tokens(over) == 71
    vectors = embedder.embed([fits, over])
    assert embedder.num_truncated == 1
    assert np.abs(vectors[0] - vectors[1]).max() < 1e-5


def test_code_of_a_checkpoint_runs_only_when_that_is_allowed(remote_code: Path, vlm: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be loaded"):
        pages(remote_code).embed_query("sales")
    with pytest.raises(ConfigurationError, match="no code of its own"):
        pages(vlm, runs_remote_code=True).embed_query("sales")

    embedder = pages(remote_code, runs_remote_code=True)
    red, blue, text = embedder.embed([(page("red"),), (page("blue"),), "sales rose"])
    assert np.abs(red - blue).max() > 1e-3
    assert np.abs(text - embedder.embed_query("sales rose")).max() < 1e-6


def test_the_weights_of_visrag_rise_by_position() -> None:
    import torch

    states = torch.tensor([[[6.0, 0.0], [0.0, 6.0], [9.0, 9.0]]])
    padded = torch.tensor([[1, 1, 0]])
    # (1 * [6, 0] + 2 * [0, 6]) / 3
    assert pool(states, padded, Pooling.WEIGHTED_MEAN).tolist() == [[2.0, 4.0]]
    assert pool(states, padded, Pooling.LAST_TOKEN).tolist() == [[0.0, 6.0]]
    assert pool(states, padded, Pooling.MEAN).tolist() == [[3.0, 3.0]]
    # padding in front, as some tokenizers have it
    assert pool(states.flip(1), padded.flip(1), Pooling.LAST_TOKEN).tolist() == [[6.0, 0.0]]
