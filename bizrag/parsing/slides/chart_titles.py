"""Titles of charts on a slide in PDF: what stands right over one chart is its caption, and told with it. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.model.words import tokens
from bizrag.parsing.draft import DraftItem, DraftPicture, DraftText

# of a line of the title: how far over what is drawn it may stand
_FAR_LINES = 4.0
# of the width of what is drawn: a title begins no further in from its left edge, or has its middle so near to that
_ASIDE = 0.1
# a title and what it is measured in
_MAX_BLOCKS = 2


def link_titles(blocks: Sequence[DraftText], items: Sequence[DraftItem]) -> None:
    """Give the charts of a slide the titles that were found over them as captions; their blocks become captions.

    What is over several charts is of none of them, nor is what stands nearer to the title of the slide.
    """
    charts = [item for item in items if isinstance(item, DraftPicture) and item.title and not item.caption]
    found = {id(chart): _blocks_of(chart, blocks) for chart in charts}
    num_charts = Counter(id(block) for titles in found.values() for block in titles)
    heads = [block.bbox for block in blocks if block.kind is BlockKind.HEADING and block.bbox is not None]
    for chart in charts:
        titles = found[id(chart)]
        if not titles or any(num_charts[id(block)] > 1 for block in titles) or _is_under(heads, titles, chart):
            continue
        chart.caption = ", ".join(" ".join(block.text.split()) for block in titles)
        for block in titles:
            block.kind = BlockKind.CAPTION


def _blocks_of(chart: DraftPicture, blocks: Sequence[DraftText]) -> list[DraftText]:
    """The texts over a chart that say its title and nothing else, from the top; none where part of it is left."""
    said = set(tokens(chart.title))
    found = [
        block
        for block in blocks
        if block.kind is BlockKind.TEXT
        and not block.text[:1].islower()
        and set(tokens(block.text)) <= said
        and _is_over(block.bbox, chart.bbox, _line_pt(block))
    ]
    told = {token for block in found for token in tokens(block.text)}
    return sorted(found, key=_top) if told == said and len(found) <= _MAX_BLOCKS else []


def _is_over(box: BoundingBox | None, chart: BoundingBox | None, line_pt: float) -> bool:
    """Whether a text stands over a chart and close to it, where a title does: others are remarks on a part of it."""
    if box is None or chart is None or not (box.l < chart.r and box.r > chart.l):
        return False
    aside = min(box.l - chart.l, abs(box.middle_x - chart.middle_x))
    return aside <= _ASIDE * chart.width and box.middle_y <= chart.t <= box.b + _FAR_LINES * line_pt


def _is_under(heads: Sequence[BoundingBox], titles: Sequence[DraftText], chart: DraftPicture) -> bool:
    """Whether titles stand nearer to a heading above them than to their chart."""
    top, bottom = _top(titles[0]), max(block.bbox.b for block in titles if block.bbox is not None)
    gap = chart.bbox.t - bottom if chart.bbox is not None else 0.0
    return any(head.t < top and top - head.b < gap for head in heads)


def _line_pt(block: DraftText) -> float:
    return block.bbox.height / len(block.text.split("\n")) if block.bbox is not None else 0.0


def _top(block: DraftText) -> float:
    return block.bbox.t if block.bbox is not None else 0.0
