"""The detector's arithmetic, by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bizrag.errors import ConfigurationError
from bizrag.parsing.engines.models.picodet import PicoDet, decode_level, non_maximum_suppression


def test_the_better_of_two_overlapping_boxes_stays() -> None:
    # the first two share 90 of 110 square points (IoU 0.82), the third stands apart
    boxes = np.array([[0, 0, 10, 10], [1, 0, 11, 10], [50, 50, 60, 60]], dtype=np.float32)
    assert non_maximum_suppression(boxes, np.array([0.6, 0.9, 0.5], dtype=np.float32), 0.5) == [1, 2]


def test_boxes_that_overlap_less_than_the_threshold_stay() -> None:
    # 50 of 150 square points: IoU 0.33
    boxes = np.array([[0, 0, 10, 10], [5, 0, 15, 10]], dtype=np.float32)
    assert non_maximum_suppression(boxes, np.array([0.6, 0.9], dtype=np.float32), 0.5) == [1, 0]


def test_even_bins_reach_three_and_a_half_strides() -> None:
    # 13 x 10 cells at stride 64; equal logits give the mean of the bins 0..7 = 3.5 strides = 224 pixels to each side
    boxes = decode_level(np.zeros((130, 32), dtype=np.float32), 64)
    assert boxes.shape == (130, 4)
    assert boxes[0].tolist() == pytest.approx([32 - 224, 32 - 224, 32 + 224, 32 + 224])
    assert boxes[11].tolist() == pytest.approx([96 - 224, 96 - 224, 96 + 224, 96 + 224])


def test_a_missing_model_is_a_configuration_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"nothing\.onnx"):
        PicoDet(str(tmp_path / "nothing.onnx"), num_threads=1)
