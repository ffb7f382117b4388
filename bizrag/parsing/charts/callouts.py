"""Numbers on a drawing that a list beside it explains: they name its parts, and are no values of a chart. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.parsing.charts.labels import ALIGNED, Label

# so many parts are numbered at least, and at most
_MIN_PARTS, _MAX_PARTS = 3, 40
_NUMBERS = frozenset(map(str, range(1, _MAX_PARTS + 1)))
# of more nothing is told
_MAX_LABELS = 400
# from a number to its text, in sizes of the type
_MAX_INDENT = 4.0
_MIN_WORDS = 2


def without_callouts(labels: Sequence[Label]) -> list[Label]:
    """The labels of a drawing without its numbers from 1, where each of them stands twice: on the drawing, and before
    its text in a list.
    """
    numbers = [label for label in labels if label.text in _NUMBERS]
    if len(labels) > _MAX_LABELS or len(numbers) < 2 * _MIN_PARTS:
        return list(labels)
    texts = [label for label in labels if len(label.text.split()) >= _MIN_WORDS]
    explained = [number for number in numbers if any(_is_behind(text, number) for text in texts)]
    lists = (_counted(first, explained) for first in explained if first.text == "1")
    listed = next(filter(None, lists), list[Label]())
    said = {int(number.text) for number in listed}
    marks = [number for number in numbers if int(number.text) in said and number not in explained]
    is_each_once = len({mark.text for mark in marks}) == len(marks) == len(listed)
    dropped = set(map(id, (*listed, *marks))) if is_each_once else set()
    return [label for label in labels if id(label) not in dropped]


def _counted(first: Label, explained: Sequence[Label]) -> list[Label]:
    """The numbers of a list below its first one, without a gap; empty where they are few."""
    column = [one for one in explained if abs(one.bbox.l - first.bbox.l) <= ALIGNED * first.size and one.y >= first.y]
    column.sort(key=lambda label: label.y)
    is_list = [label.text for label in column] == [str(number + 1) for number in range(len(column))]
    return column if is_list and len(column) >= _MIN_PARTS else []


def _is_behind(text: Label, number: Label) -> bool:
    indent = text.bbox.l - number.bbox.r
    return abs(text.y - number.y) <= number.size and 0 <= indent <= _MAX_INDENT * number.size
