"""What most of a page's text looks like: its size, its weight and how far its lines stand apart. Pure."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bizrag.parsing.engines.pages.page_evidence import Floats
from bizrag.parsing.engines.regions.prose import LEADING_SLACK
from bizrag.parsing.engines.regions.rows import Segment
from bizrag.parsing.engines.regions.text_lines import FULL_STOP

# empty height between lines of one paragraph: in font sizes, and as a multiple of what is usual on the page
_LINE_GAP = 0.75
_LINE_GAP_SCALE = 1.35
_MAX_LINE_GAP = 1.2
# the first line of a paragraph may stand so far, in font sizes, to the right
_INDENT = 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """What most of the page's text looks like."""

    size: float
    is_bold: bool
    is_mono: bool
    # largest empty height between two lines of a paragraph, and the usual one where lines stand apart, in font sizes
    line_gap: float
    leading: float

    def is_near(self, last: Segment, new: Segment) -> bool:
        """Whether a line stands no further below another than lines of one paragraph do."""
        gap = new.box[1] - last.box[3]
        if -0.4 * last.size < gap < self.line_gap * max(last.size, self.size):
            return True
        # double spaced: further than that paragraphs stand elsewhere, so that only the indent tells where one begins
        is_usual = self.leading > 0 and abs(gap - self.leading * last.size) < LEADING_SLACK * last.size
        is_indented = new.box[0] - last.box[0] > _INDENT * last.size
        return is_usual and not (is_indented and FULL_STOP.search(last.text))


def body_of(segments: Sequence[Segment], leading: float) -> Body:
    """The body of a page's segments; ``leading`` comes from ``usual_leading``."""
    weights: Floats = np.array([len(segment.text) for segment in segments], dtype=np.float64)
    sizes: Floats = np.array([segment.size for segment in segments], dtype=np.float64)
    order = sizes.argsort()
    reach: Floats = np.add.accumulate(weights[order])
    middle = int(np.searchsorted(reach, float(reach[-1]) / 2))
    bold = weights[[segment.is_bold for segment in segments]].sum()
    return Body(
        size=float(sizes[order][min(middle, len(sizes) - 1)]),
        is_bold=bool(2 * bold > weights.sum()),
        is_mono=is_mono(segments),
        line_gap=max(_LINE_GAP, min(_LINE_GAP_SCALE * _usual_gap(segments), _MAX_LINE_GAP)),
        leading=leading,
    )


def is_mono(segments: Sequence[Segment]) -> bool:
    """Whether the running text of a page is set in typewriter type, or without any most of what stands there.

    Listings may take most of a page of text.
    """
    told = [segment for segment in segments if segment.is_prose] or list(segments)
    return 2 * sum(len(one.text) for one in told if one.is_mono) > sum(len(one.text) for one in told)


def _usual_gap(segments: Sequence[Segment]) -> float:
    """The middle gap between lines of running text that follow each other, in font sizes; 0 without any."""
    prose = [segment for segment in segments if segment.is_prose]
    gaps = [
        (lower.box[1] - upper.box[3]) / upper.size
        for upper, lower in itertools.pairwise(prose)
        if abs(upper.box[0] - lower.box[0]) < upper.size
    ]
    return float(np.median([gap for gap in gaps if 0 <= gap < 2.5] or [0.0]))
