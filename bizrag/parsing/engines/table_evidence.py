"""What a docling page tells about a table region: its words and the rules near it (points, from the top left)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.engines.cell_sides import sides_from_top
from bizrag.parsing.engines.grid.types import Rule, Word
from bizrag.parsing.engines.pages.page_evidence import PageEvidence, is_bold_font

if TYPE_CHECKING:
    # loads torch, which text files and office files do without
    from docling.datamodel.base_models import Cluster, Page

# the frame of a table stands a little outside its text
_FRAME_PT = 8.0
# drawing slack
_SLACK_PT = 1.0


def layer_words(page: Page, region: BoundingBox) -> list[Word]:
    """The words of the text layer in the region; none on scans."""
    segmented = page.parsed_page
    if segmented is None:
        return []
    return words_inside(_words((cell for cell in segmented.word_cells if not cell.from_ocr), page), region)


def recognised_words(page: Page, cluster: Cluster) -> list[Word]:
    """The lines that OCR read in the region, each as one word."""
    return _words(cluster.cells, page)


def words_inside(words: Iterable[Word], region: BoundingBox) -> list[Word]:
    """The words whose middle is in the region."""
    return [word for word in words if word.is_in(region)]


def rules_near(evidence: PageEvidence, region: BoundingBox) -> list[Rule]:
    """The rules of the page in the region or right around it, without slivers of shaded rows."""
    rows = [*evidence.horizontal_rules.tolist(), *evidence.vertical_rules.tolist()]
    rules = (Rule(l=left, t=top, r=right, b=bottom) for left, top, right, bottom in rows)
    near = [
        rule
        for rule in rules
        if rule.r >= region.l - _FRAME_PT
        and rule.l <= region.r + _FRAME_PT
        and rule.b >= region.t - _FRAME_PT
        and rule.t <= region.b + _FRAME_PT
    ]
    return [rule for rule in near if rule.is_horizontal or not _is_sliver(rule, near, evidence)]


def boxes_near(evidence: PageEvidence, region: BoundingBox) -> list[BoundingBox]:
    """The drawn boxes that lie in the region or reach a little beyond it."""
    return [
        BoundingBox(l=left, t=top, r=right, b=bottom)
        for left, top, right, bottom in evidence.filled_boxes.tolist()
        if left >= region.l - _FRAME_PT
        and right <= region.r + _FRAME_PT
        and top >= region.t - _FRAME_PT
        and bottom <= region.b + _FRAME_PT
    ]


def _is_sliver(rule: Rule, near: list[Rule], evidence: PageEvidence) -> bool:
    """Whether an upright bar is a narrow cell of a shaded row: as tall as the shading that it touches, and no longer
    line goes on above or below it."""
    boxes = evidence.filled_boxes
    touching = (
        (np.abs(boxes[:, 1] - rule.t) <= _SLACK_PT)
        & (np.abs(boxes[:, 3] - rule.b) <= _SLACK_PT)
        & ((np.abs(boxes[:, 2] - rule.l) <= _SLACK_PT) | (np.abs(boxes[:, 0] - rule.r) <= _SLACK_PT))
    )
    if not touching.any():
        return False
    return not any(
        other is not rule
        and not other.is_horizontal
        and abs(other.x - rule.x) <= _SLACK_PT
        and (abs(other.b - rule.t) <= _SLACK_PT or abs(other.t - rule.b) <= _SLACK_PT)
        for other in near
    )


def _words(cells: Iterable[Any], page: Page) -> list[Word]:
    """Words of docling's cells; blank ones are left out."""
    assert page.size is not None, "docling sets the size of every page that it has read"
    words: list[Word] = []
    for cell in cells:
        text = str(cell.text).strip()
        if text:
            left, top, right, bottom = sides_from_top(cell.rect, page.size.height)
            is_bold = is_bold_font(getattr(cell, "font_name", ""))
            words.append(Word(text=text, l=left, t=top, r=right, b=bottom, is_bold=is_bold))
    return words
