"""Texts right below the boxes of a row, one below each: they are said with their boxes. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.parsing.charts.labels import Label, whole_names
from bizrag.parsing.diagrams.boxes import Node

# so many boxes stand in a row, with edges that differ by less (of their height)
_MIN_BOXES, _LEVEL = 3, 0.1
# a text begins so near below its box, in sizes of its type, and stands off its middle by less (of its width)
_NEAR, _CENTRED = 1.5, 0.15


def texts_below(nodes: Sequence[Node], loose: Sequence[Label]) -> dict[int, tuple[str, list[Label]]]:
    """The text below each box (its number from 1), with the labels that it is made of; none of a row where one of its
    boxes has no text below it.
    """
    whole = whole_names(loose)
    found: dict[int, tuple[str, list[Label]]] = {}
    for row in _rows(nodes):
        below = {number: [text for text in whole if _is_below(text, nodes[number - 1])] for number in row}
        if len(row) >= _MIN_BOXES and all(len(texts) == 1 for texts in below.values()):
            found |= {
                number: (text.text, [one for one in loose if text.bbox.holds_centre(one.bbox)])
                for number, (text,) in below.items()
            }
    return found


def _rows(nodes: Sequence[Node]) -> list[list[int]]:
    """The numbers of boxes that begin and end at one height."""
    rows: list[list[int]] = []
    for number, node in enumerate(nodes, start=1):
        slack = _LEVEL * node.bbox.height
        for row in rows:
            first = nodes[row[0] - 1].bbox
            if max(abs(first.t - node.bbox.t), abs(first.b - node.bbox.b)) <= slack:
                row.append(number)
                break
        else:
            rows.append([number])
    return rows


def _is_below(text: Label, node: Node) -> bool:
    box = node.bbox
    is_near = 0 <= text.bbox.t - box.b + text.size / 2 <= _NEAR * text.size
    return is_near and abs(text.x - (box.l + box.r) / 2) <= _CENTRED * box.width
