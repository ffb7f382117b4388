"""Whether the values that a chart is said to have stand in the boxes of a diagram, each with its name. Pure."""

from __future__ import annotations

import re

from bizrag.parsing.diagrams.said import ARROW

_NUMBER = re.compile(r"\d[\d.,]*\d|\d")
_BETWEEN = re.compile(rf"\n|; |{ARROW}")
_LETTERS = re.compile(r"[^\W\d_]{3}")


def are_of_boxes(values: str, diagram: str) -> bool:
    """Whether each value of a markdown table stands with a name in a box of a diagram, whose lines tell them already.

    >>> table = "|  | kt |\\n| --- | --- |\\n| Panels | 33 |"
    >>> are_of_boxes(table, "Landfill 33 kt\\nMills → Landfill 33 kt"), are_of_boxes(table, "33\\nMills → Landfill")
    (True, False)
    """
    cells = [cell for row in values.split("\n")[2:] for cell in row.strip("| ").split("|")[1:]]
    numbers = {number for cell in cells for number in _NUMBER.findall(cell)}
    boxes = [text for text in _BETWEEN.split(diagram) if _LETTERS.search(text)]
    told = {number for text in boxes for number in _NUMBER.findall(text)}
    return bool(numbers) and numbers <= told
