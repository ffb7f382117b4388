"""Pages and texts as one vector each, by a vision-language model: VisRAG and its relatives.

Yu et al. 2024, the baseline VisRAG of MM-BizRAG: the last hidden states of all tokens are averaged with weights that
rise by position. ``openbmb/VisRAG-Ret`` brings its own code (MiniCPM-V 2.0) and is asked as that code wants it; other
checkpoints run on transformers' classes, with the pooling that they were trained with.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from bizrag.configuration.embedding import PageModel, Pooling
from bizrag.errors import ConfigurationError
from bizrag.providers.chat import ImagePart, TextPart
from bizrag.providers.embedding import EmbeddingInput, EmbeddingSpace, Vectors
from bizrag.providers.visual_model import LoadedModel, VisualModel, checked_rows, open_page

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["VisualPageEmbedder", "pool"]


class VisualPageEmbedder:
    """A MultimodalEmbedder in this process. Inputs are computed one by one: nothing is padded."""

    def __init__(self, space: EmbeddingSpace, settings: PageModel) -> None:
        self.space = space.name
        self.dimensions = space.dimensions
        self.max_tokens = settings.max_tokens
        self.num_truncated = 0
        self._settings = settings
        self._lock = threading.Lock()
        self._model = VisualModel(settings, self._load)

    def embed(self, inputs: Sequence[EmbeddingInput]) -> Vectors:
        """One L2-normalised row for each input, float32 [len(inputs), dimensions]."""
        if not inputs:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        return np.concatenate([self._vector(_parts(item)) for item in inputs])

    def embed_query(self, text: str) -> Vectors:
        """The vector of a question, float32 [dimensions]."""
        return self._vector((TextPart(text=self._settings.query_prefix + text),))[0]

    def count_tokens(self, text: str) -> int:
        """Tokens of the text by the checkpoint's tokenizer, without special tokens."""
        with self._model.computing() as loaded:
            return len(_tokenizer(loaded).encode(text, add_special_tokens=False))

    def _vector(self, parts: Sequence[TextPart | ImagePart]) -> Vectors:
        """float32 [1, dimensions]."""
        max_px = self._settings.image_max_px
        read = [part.text if isinstance(part, TextPart) else open_page(part, max_px=max_px) for part in parts]
        with self._model.computing() as loaded:
            fitting = self._fit(read, _tokenizer(loaded))
            if self._settings.runs_remote_code:
                states, mask = _ask_remote_code(loaded, fitting)
            else:
                states, mask = _ask(loaded, fitting)
            return checked_rows(pool(states, mask, self._settings.pooling), self._settings)

    def _fit(self, parts: Sequence[str | Image.Image], tokenizer: Any) -> list[str | Image.Image]:
        """The parts with their texts within the window; a cut is counted."""
        room, fitting, was_cut = self.max_tokens - 2, list[Any](), False
        for part in parts:
            if isinstance(part, str):
                ids: list[int] = tokenizer.encode(part, add_special_tokens=False)
                is_cut, was_cut = len(ids) > room, was_cut or len(ids) > room
                fitting.append(tokenizer.decode(ids[:room]) if is_cut else part)
                room = max(room - len(ids), 0)
            else:
                fitting.append(part)
        if was_cut:
            with self._lock:
                self.num_truncated += 1
        return fitting

    def _load(self, place: dict[str, Any]) -> tuple[Any, Any]:
        import transformers

        remote = self._settings.runs_remote_code
        config: Any = transformers.AutoConfig.from_pretrained(**place, trust_remote_code=remote)
        if not remote:
            return transformers.AutoModel.from_pretrained(**place), transformers.AutoProcessor.from_pretrained(**place)
        if not getattr(config, "auto_map", None):
            raise ConfigurationError(f"{self._settings.model} brings no code of its own: leave RUNS_REMOTE_CODE off")
        model = transformers.AutoModel.from_pretrained(**place, trust_remote_code=True)
        return model, transformers.AutoTokenizer.from_pretrained(**place, trust_remote_code=True)


def pool(states: Any, mask: Any, pooling: Pooling) -> Any:
    """The vectors of tokens, tensors [n, tokens, dimensions] and [n, tokens] (1: a token), as one, [n, dimensions].

    VisRAG weighs token i of n by i / (1 + ... + n), so that later tokens, which have seen more, count more.
    """
    weights = mask.float()
    match pooling:
        case Pooling.WEIGHTED_MEAN:
            weights = weights * weights.cumsum(dim=1)
        case Pooling.LAST_TOKEN:
            # the largest position that is a token
            last = (weights.cumsum(dim=1) * weights).argmax(dim=1, keepdim=True)
            weights = weights.new_zeros(weights.shape).scatter(1, last, 1.0)
        case Pooling.MEAN:
            pass
    return (states.float() * weights.unsqueeze(-1)).sum(dim=1) / weights.sum(dim=1, keepdim=True)


def _parts(item: EmbeddingInput) -> tuple[TextPart | ImagePart, ...]:
    if item == ():
        raise ValueError("an input needs a text or an image")
    return (TextPart(text=item),) if isinstance(item, str) else item


def _tokenizer(loaded: LoadedModel) -> Any:
    return getattr(loaded.processor, "tokenizer", loaded.processor)


def _ask(loaded: LoadedModel, parts: Sequence[str | Image.Image]) -> tuple[Any, Any]:
    """Hidden states [1, tokens, dimensions] and mask of one input, through the checkpoint's own chat template."""
    processor = loaded.processor
    if processor.chat_template is not None:
        content = [
            {"type": "text", "text": part} if isinstance(part, str) else {"type": "image", "image": part}
            for part in parts
        ]
        inputs = processor.apply_chat_template(
            [{"role": "user", "content": content}], tokenize=True, return_dict=True, return_tensors="pt"
        )
    else:
        images = [part for part in parts if not isinstance(part, str)]
        text = "".join(part if isinstance(part, str) else str(processor.image_token) for part in parts)
        # some processors insist on an image
        inputs = (
            processor(text=[text], images=images, return_tensors="pt")
            if images
            else _tokenizer(loaded)([text], return_tensors="pt")
        )
    moved = loaded.moved(inputs)
    return loaded.model(**moved).last_hidden_state, moved["attention_mask"]


def _ask_remote_code(loaded: LoadedModel, parts: Sequence[str | Image.Image]) -> tuple[Any, Any]:
    """The same of a model with VisRAG-Ret's code, which takes one text and at most one image, the image first."""
    images = [part for part in parts if not isinstance(part, str)]
    if len(images) > 1:
        raise ConfigurationError("this vision model takes one image in an input: use the variant visrag with it")
    text = "\n".join(part for part in parts if isinstance(part, str))
    output = loaded.model(text=[text], image=[images[0] if images else None], tokenizer=loaded.processor)
    return output.last_hidden_state, output.attention_mask
