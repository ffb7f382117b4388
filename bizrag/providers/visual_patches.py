"""Pages as vectors of their image patches, questions as vectors of their tokens: ColPali and its relatives.

Faysse et al. 2024, the baseline ColPali of MM-BizRAG. Any checkpoint that transformers has a retrieval class for:
ColPali (``vidore/colpali-v1.3-hf``), ColQwen2, ColModernVBERT. Scores are in ``bizrag/retrieval/late_interaction``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bizrag.configuration.embedding import LateInteractionModel
from bizrag.errors import ConfigurationError
from bizrag.model.token_pooling import pool_vectors
from bizrag.providers.chat import ImagePart
from bizrag.providers.embedding import EmbeddingSpace, Vectors
from bizrag.providers.visual_model import LoadedModel, VisualModel, checked_rows, open_page

__all__ = ["VisualPatchEmbedder"]


class VisualPatchEmbedder:
    """A MultiVectorEmbedder in this process."""

    def __init__(self, space: EmbeddingSpace, settings: LateInteractionModel) -> None:
        self.space = space.name
        self.dimensions = space.dimensions
        self._settings = settings
        self._model = VisualModel(settings, _load)

    def embed_pages(self, images: Sequence[ImagePart]) -> list[Vectors]:
        """For each page float32 [vectors of the page, dimensions], rows L2-normalised; pooled as the settings say."""
        size = self._settings.batch_pages
        return [
            pool_vectors(page, factor=self._settings.pool_factor)
            for start in range(0, len(images), size)
            for page in self._embed_batch(images[start : start + size])
        ]

    def embed_query(self, text: str) -> Vectors:
        """One row for each token of the question and of what the processor adds, float32 [tokens, dimensions]."""
        with self._model.computing() as loaded:
            return self._rows(loaded, loaded.processor.process_queries(text=[text]))[0]

    def _embed_batch(self, images: Sequence[ImagePart]) -> list[Vectors]:
        pages = [open_page(image, max_px=self._settings.image_max_px) for image in images]
        with self._model.computing() as loaded:
            return self._rows(loaded, loaded.processor.process_images(images=pages))

    def _rows(self, loaded: LoadedModel, inputs: Any) -> list[Vectors]:
        """The vectors of each input; those of padding are left out."""
        moved = loaded.moved(inputs)
        vectors = loaded.model(**moved).embeddings
        return [
            checked_rows(rows[mask.bool()], self._settings)
            for rows, mask in zip(vectors, moved["attention_mask"], strict=True)
        ]


def _load(place: dict[str, Any]) -> tuple[Any, Any]:
    import transformers

    config: Any = transformers.AutoConfig.from_pretrained(**place)
    (name, *_) = config.architectures or [""]
    model_class: Any = getattr(transformers, name, None) if name.endswith("ForRetrieval") else None
    if model_class is None:
        raise ConfigurationError(
            f"{place['pretrained_model_name_or_path']} is a {name or config.model_type}, not a model for late "
            "interaction: take one for transformers, like vidore/colpali-v1.3-hf or vidore/colqwen2-v1.0-hf"
        )
    return model_class.from_pretrained(**place), transformers.AutoProcessor.from_pretrained(**place)
