"""SLANet-plus: the structure of a table from its image alone, for scans and where words and rules do not decide.

Source: Li et al., "PP-StructureV2: A Stronger Document Analysis System" (arXiv 2210.05391), section 3.3; the weights
are ``slanet-plus.onnx`` of RapidTable. The network reads a square picture and writes HTML tokens with a box per cell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bizrag.errors import ConfigurationError
from bizrag.model.geometry import BoundingBox
from bizrag.parsing.engines.grid.types import CellFrame

if TYPE_CHECKING:
    from PIL.Image import Image

# side of the network's input in pixels; smaller pictures are padded right and below
INPUT_SIDE_PX = 488
# the normalisation the network was trained with, applied to the channels in the order B, G, R
MEAN = np.array([0.485, 0.456, 0.406], dtype=np.float32)
STD = np.array([0.229, 0.224, 0.225], dtype=np.float32)

CELL_STARTS = frozenset(("<td></td>", "<td", "<td>"))
SPAN = re.compile(r"(col|row)span=\"(\d+)\"")

PixelBox = tuple[float, float, float, float]


class SlanetModel:
    """The network in an ONNX session; one per process."""

    def __init__(self, model_path: Path, *, num_threads: int) -> None:
        import onnxruntime as ort

        if not model_path.is_file():
            raise ConfigurationError(f"table model {model_path} is missing: run 'bizrag up' to fetch the weights")
        runtime: Any = ort
        options = runtime.SessionOptions()
        # the graph carries shape hints that onnxruntime warns about on every run
        options.log_severity_level = 4
        options.intra_op_num_threads = num_threads
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._session: Any = runtime.InferenceSession(str(model_path), options, providers=["CPUExecutionProvider"])
        characters = self._session.get_modelmeta().custom_metadata_map["character"].splitlines()
        self._tokens = token_list(characters)

    def predict(self, image: Image, region: BoundingBox) -> list[CellFrame]:
        """The cells of the table shown by ``image``, the picture of ``region`` (points) at any scale."""
        tokens, boxes = self._run(image)
        frames: list[CellFrame] = []
        sx, sy = region.width / image.width, region.height / image.height
        for place, (left, top, right, bottom) in zip(place_cells(tokens), boxes, strict=True):
            box = BoundingBox(
                l=region.l + left * sx, t=region.t + top * sy, r=region.l + right * sx, b=region.t + bottom * sy
            )
            row, rows, col, cols, is_header = place
            frames.append(
                CellFrame(
                    row_start=row, row_end=row + rows, col_start=col, col_end=col + cols, is_header=is_header, bbox=box
                )
            )
        return frames

    def _run(self, image: Image) -> tuple[list[str], list[PixelBox]]:
        """Tokens, and one box in image pixels for every token that starts a cell."""
        locations, scores = self._session.run(None, {"x": network_input(image)})
        tokens: list[str] = []
        boxes: list[PixelBox] = []
        # The boxes are relative to the padded square, not to the picture.
        scale = float(max(image.width, image.height))
        for step, best in enumerate(scores[0].argmax(axis=1)):
            tag = self._tokens[int(best)]
            if tag == "eos" and step > 0:
                break
            if tag in ("sos", "eos"):
                continue
            if tag in CELL_STARTS:
                corners = locations[0, step] * scale
                xs, ys = corners[0::2], corners[1::2]
                boxes.append((float(xs.min()), float(ys.min()), float(xs.max()), float(ys.max())))
            tokens.append(tag)
        return tokens, boxes


def token_list(characters: Sequence[str]) -> list[str]:
    """The network's vocabulary in the order of its outputs, from the model's ``character`` metadata."""
    tokens = list(characters)
    if "<td></td>" not in tokens:
        tokens.append("<td></td>")
    if "<td>" in tokens:
        tokens.remove("<td>")
    return ["sos", *tokens, "eos"]


def network_input(image: Image) -> np.ndarray[Any, Any]:
    """The picture as float32 [1, 3, 488, 488], channels B, G, R, normalised, zero where padded."""
    import cv2

    pixels = np.asarray(image.convert("RGB"))[:, :, ::-1]
    height, width = pixels.shape[:2]
    scale = INPUT_SIDE_PX / max(height, width)
    pixels = cv2.resize(pixels, (max(1, int(width * scale)), max(1, int(height * scale))))
    padded = np.zeros((INPUT_SIDE_PX, INPUT_SIDE_PX, 3), np.float32)
    padded[: pixels.shape[0], : pixels.shape[1]] = (pixels.astype(np.float32) / 255 - MEAN) / STD
    return padded.transpose(2, 0, 1)[None]


def place_cells(tokens: Sequence[str]) -> list[tuple[int, int, int, int, bool]]:
    """Where each cell stands: (row, row span, column, column span, is header), skipping places taken by earlier spans.

    >>> place_cells(["<tr>", "<td", ' rowspan="2"', ">", "</td>", "<td></td>", "</tr>", "<tr>", "<td></td>", "</tr>"])
    [(0, 2, 0, 1, False), (0, 1, 1, 1, False), (1, 1, 1, 1, False)]
    """
    placed: list[tuple[int, int, int, int, bool]] = []
    taken: set[tuple[int, int]] = set()
    for row, rows, cols, is_header in _read_cells(tokens):
        col = 0
        while (row, col) in taken:
            col += 1
        taken.update((row + i, col + j) for i in range(rows) for j in range(cols))
        placed.append((row, rows, col, cols, is_header))
    return placed


def _read_cells(tokens: Sequence[str]) -> list[list[Any]]:
    """[row, row span, column span, is header] of every cell, in the order of the tokens."""
    cells: list[list[Any]] = []
    row, is_header = -1, False
    for tag in tokens:
        if tag in ("<thead>", "</thead>"):
            is_header = tag == "<thead>"
        elif tag == "<tr>":
            row += 1
        elif tag in CELL_STARTS:
            cells.append([max(row, 0), 1, 1, is_header])
        elif cells and (span := SPAN.search(tag)):
            cells[-1][2 if span.group(1) == "col" else 1] = int(span.group(2))
    return cells
