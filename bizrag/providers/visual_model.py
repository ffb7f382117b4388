"""Vision checkpoints in this process: how they are found, loaded and put on a device (extra ``visual``).

Belongs here: what the two kinds have in common. What is computed from a page is in ``visual_patches`` (late
interaction) and ``visual_pages`` (one vector). transformers' own classes load the checkpoints, so that no second
library with pins of its own is needed.
"""

from __future__ import annotations

import io
import math
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from bizrag.configuration.embedding import LateInteractionModel, PageModel
from bizrag.errors import BadInputError, ConfigurationError, InvalidOutputError
from bizrag.providers.chat import ImagePart
from bizrag.providers.embedding import Vectors

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["LoadedModel", "VisualModel", "checked_rows", "open_page"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LoadedModel:
    """A checkpoint in memory."""

    model: Any
    # turns images and texts into the model's inputs; for checkpoints with own code their tokenizer
    processor: Any
    device: str

    def moved(self, inputs: Any) -> dict[str, Any]:
        """Inputs on the model's device, numbers in its precision.

        Some processors add labels for training, which a model would take for a wish to compute a loss.
        """
        dtype = self.model.dtype
        return {
            name: value.to(self.device, dtype if value.is_floating_point() else value.dtype)
            for name, value in inputs.items()
            if name != "labels"
        }


# A hub that cannot be reached is tried for minutes: not again for every document of a run. A service tries later.
_FAILED_SECONDS = 300.0


class VisualModel:
    """A checkpoint that is loaded at its first use; one call computes at a time, as a device has one memory.

    One that could not be loaded fails at once for five minutes.
    """

    def __init__(
        self, settings: LateInteractionModel | PageModel, load: Callable[[dict[str, Any]], tuple[Any, Any]]
    ) -> None:
        """``load`` gets the arguments of ``from_pretrained`` and returns the model and its processor."""
        self.settings = settings
        self._load = load
        self._lock = threading.Lock()
        self._loaded: LoadedModel | None = None
        self._failed_at = -math.inf
        self._failure = ""

    @contextmanager
    def computing(self) -> Generator[LoadedModel]:
        """The model, for one computation without gradients. Raises ConfigurationError when it cannot be loaded."""
        with self._lock:
            if self._loaded is None:
                self._loaded = self._opened()
            import torch

            with torch.inference_mode():
                yield self._loaded

    def _opened(self) -> LoadedModel:
        if time.monotonic() - self._failed_at < _FAILED_SECONDS:
            raise ConfigurationError(self._failure)
        try:
            return self._open()
        except ConfigurationError as error:
            self._failed_at, self._failure = time.monotonic(), str(error)
            raise

    def _open(self) -> LoadedModel:
        from bizrag.parsing.engines import torchvision_shim

        # image processors import torchvision, whose wheel does not load beside a CPU build of torch
        torchvision_shim.install()
        try:
            import torch
            import transformers  # noqa: F401
        except ImportError as error:
            raise ConfigurationError(f"vision models need the extra: pip install 'bizrag[visual]' ({error})") from error
        chosen = self.settings.device
        device = ("cuda" if torch.cuda.is_available() else "cpu") if chosen == "auto" else chosen
        place = {"pretrained_model_name_or_path": self.settings.model, "revision": self.settings.revision or "main"}
        try:
            model, processor = self._load(place)
        except (OSError, ValueError, ImportError, KeyError) as error:
            raise ConfigurationError(
                f"the vision model {self.settings.model} cannot be loaded ({_line(error)}): give the folder of a "
                "checkpoint of this kind, or its name on the model hub"
            ) from error
        dtype = getattr(torch, self.settings.precision.value)
        return LoadedModel(model=model.to(device=device, dtype=dtype).eval(), processor=processor, device=device)


def open_page(image: ImagePart, *, max_px: int) -> Image.Image:
    """A page as RGB with its longest side within ``max_px``. Raises BadInputError when the bytes are no image."""
    from PIL import Image

    try:
        with Image.open(io.BytesIO(image.data)) as opened:
            page = opened.convert("RGB")
    except OSError as error:
        raise BadInputError(f"a page image cannot be read: {error}") from error
    page.thumbnail((max_px, max_px), Image.Resampling.LANCZOS)
    return page


def checked_rows(tensor: Any, settings: LateInteractionModel | PageModel) -> Vectors:
    """A tensor [n, dimensions] as float32 with rows of length 1.

    Raises ConfigurationError when the checkpoint makes vectors of another length than the settings say,
    InvalidOutputError for zeros and undefined numbers.
    """
    rows = tensor.float().cpu().numpy()
    if rows.shape[-1] != settings.dimensions:
        raise ConfigurationError(
            f"{settings.model} makes vectors of {rows.shape[-1]} numbers, not of {settings.dimensions}: set this "
            "embedding's dimensions (BIZRAG_PROVIDERS__EMBEDDINGS__<NAME>__DIMENSIONS) to that"
        )
    norms = np.linalg.norm(rows, axis=-1, keepdims=True)
    # an undefined number fails every comparison
    if not bool(((norms > 0) & np.isfinite(norms)).all()):
        raise InvalidOutputError(f"{settings.model} made a vector of zeros, or one with numbers that are undefined")
    return (rows / norms).astype(np.float32)


def _line(error: BaseException) -> str:
    line = " ".join(str(error).split())
    return line if len(line) <= 300 else line[:300] + " ..."
