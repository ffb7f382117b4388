"""What the regions of a page are: the model's boxes, corrected by what the PDF knows. Pure decisions, no docling.

The model takes borderless tables of filings for figures (40-78 % of their numbers vanish with the picture), so a
region without bitmap and without drawing is never a picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from bizrag.parsing.engines.page_evidence import Boxes, PageEvidence

# lines wholly in this share of the page at the top or bottom are page furniture
MARGIN_BAND = 0.065
_MIN_PICTURE_BITMAP = 0.2


class RegionLabel(StrEnum):
    """What a region is; the values are docling's labels."""

    TEXT = "text"
    HEADING = "section_header"
    LIST_ITEM = "list_item"
    CAPTION = "caption"
    FORMULA = "formula"
    TABLE = "table"
    PICTURE = "picture"
    PAGE_HEADER = "page_header"
    PAGE_FOOTER = "page_footer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """A labelled box in points from the top left corner: left, top, right, bottom."""

    label: RegionLabel
    score: float
    box: tuple[float, float, float, float]


def decide_regions(evidence: PageEvidence, detected: Sequence[Region]) -> list[Region]:
    """The regions of a page with a text layer."""
    regions = [_without_false_picture(evidence, region) for region in detected]
    return _with_furniture(evidence, regions)


def share_inside(boxes: Boxes, box: tuple[float, float, float, float]) -> np.ndarray:
    """The share of each box's area [n] that lies inside ``box``."""
    wide = np.clip(np.minimum(boxes[:, 2], box[2]) - np.maximum(boxes[:, 0], box[0]), 0, None)
    tall = np.clip(np.minimum(boxes[:, 3], box[3]) - np.maximum(boxes[:, 1], box[1]), 0, None)
    areas = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    return wide * tall / np.maximum(areas, 1e-6)


def _without_false_picture(evidence: PageEvidence, region: Region) -> Region:
    if region.label is not RegionLabel.PICTURE:
        return region
    left, top, right, bottom = region.box
    areas = (evidence.bitmap_boxes[:, 2] - evidence.bitmap_boxes[:, 0]) * (
        evidence.bitmap_boxes[:, 3] - evidence.bitmap_boxes[:, 1]
    )
    covered = float((share_inside(evidence.bitmap_boxes, region.box) * areas).sum())
    inside = evidence.line_boxes[share_inside(evidence.line_boxes, region.box) > 0.5]
    if len(inside) < 3 or covered >= _MIN_PICTURE_BITMAP * (right - left) * (bottom - top):
        return region
    num_rows = 1 + int((np.diff(np.sort(inside[:, 3])) > 3).sum())
    label = RegionLabel.TABLE if len(inside) > 1.5 * num_rows else RegionLabel.TEXT
    return replace(region, label=label)


def _with_furniture(evidence: PageEvidence, regions: Sequence[Region]) -> list[Region]:
    upper, lower = MARGIN_BAND * evidence.height, (1 - MARGIN_BAND) * evidence.height
    body = [region for region in regions if region.box[3] >= upper and region.box[1] <= lower]
    furniture: list[Region] = []
    for box in evidence.line_boxes:
        if box[3] < upper or box[1] > lower:
            label = RegionLabel.PAGE_HEADER if box[3] < upper else RegionLabel.PAGE_FOOTER
            left, top, right, bottom = (float(value) for value in box)
            furniture.append(Region(label=label, score=1.0, box=(left, top, right, bottom)))
    return body + furniture
