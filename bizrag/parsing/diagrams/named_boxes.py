"""Whether values that a chart is said to have stand in boxes of a diagram under the names of other boxes. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bizrag.parsing.diagrams.said import ARROW

_NUMBER = re.compile(r"\d[\d.,]*\d|\d")
_BETWEEN = re.compile(rf"\n|; |{ARROW}")
_LETTERS = re.compile(r"[^\W\d_]{3}")


def are_of_other_boxes(values: str, diagram: str) -> bool:
    """Whether a markdown table gives the value in a box of a diagram to the name that stands in another one.

    >>> diagram = "Panels 327 kt\\nLandfill 33 kt\\nMills → Landfill 33 kt"
    >>> table = "|  | {} |\\n| --- | --- |\\n| kt | 33 |"
    >>> [are_of_other_boxes(table.format(name), diagram) for name in ("Panels", "Landfill", "2025")]
    [True, False, False]
    """
    boxes = [text for text in _BETWEEN.split(diagram) if _LETTERS.search(text)]
    for name, number in _named_numbers(values):
        own = [box for box in boxes if number in _NUMBER.findall(box)]
        if own and any(name in box for box in boxes) and not any(name in box for box in own):
            return True
    return False


def _named_numbers(values: str) -> Iterator[tuple[str, str]]:
    """Each number of a markdown table with the name of its row, and with that of its column."""
    rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in values.split("\n")]
    # the first cell of a head is empty
    heads = [cell.strip() for cell in values.partition("\n")[0].strip().strip("|").split("|")]
    for label, *cells in rows[2:]:
        for head, cell in zip(heads[1:], cells, strict=False):
            for number in _NUMBER.findall(cell):
                yield from ((name, number) for name in (label, head) if _LETTERS.search(name))
