"""Events of a time line that stand above and below it by turns: they are read along the line. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.diagrams.said import JOINT
from bizrag.parsing.draft import DraftItem, DraftText
from bizrag.parsing.slides.dates import is_date

# fewer by turns are a coincidence
_MIN_EVENTS = 4
# steps along a line are no shorter than this share of the longest; cards in rows stand below each other
_EVEN = 0.25


def in_time_order(items: Sequence[DraftItem]) -> list[DraftItem]:
    """The items of a slide, with events that alternate between two levels from the left, where the first was."""
    places = [(number, item.bbox) for number, item in enumerate(items) if _is_event(item) and item.bbox is not None]
    along = sorted(places, key=lambda place: place[1].middle_x)
    if len(along) < _MIN_EVENTS or not _alternate([box for _, box in along]):
        return list(items)
    numbers = {number for number, _ in along}
    events = [items[number] for number, _ in along]
    first = min(numbers)
    return [
        one
        for number, item in enumerate(items)
        if number not in numbers or number == first
        for one in (events if number == first else [item])
    ]


def _is_event(item: DraftItem) -> bool:
    return isinstance(item, DraftText) and JOINT in item.text and is_date(item.text.partition(JOINT)[0])


def _alternate(boxes: Sequence[BoundingBox]) -> bool:
    """Whether each is wholly above or below the one before it, by turns, and further along the line."""
    along = [other.middle_x - one.middle_x for one, other in pairwise(boxes)]
    steps = [(one.b <= other.t) - (other.b <= one.t) for one, other in pairwise(boxes)]
    is_along = min(along) >= _EVEN * max(along)
    return is_along and 0 not in steps and all(step != other for step, other in pairwise(steps))
