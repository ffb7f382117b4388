"""Labels of rows that stand further right than that of their group: where they step back, the group ends. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.model.parses import TableCell

# so much further right (points) is indented
_INDENT_PT = 2.5
_BULLET = re.compile(r"\s*[•·◦▪‣]")
_SUM = re.compile(r"(?:sub|grand )?totals?\b|sum\b|gesamt|summe\b|insgesamt\b|total\b", re.IGNORECASE)


def steps_back(group: TableCell, members: Sequence[TableCell], label: TableCell) -> bool:
    """Whether a row is none of its group, whose rows are all indented or have bullets: its label stands where that of
    the group does, or has none.

    The sum of a group may stand there, too. Cells without boxes tell nothing.
    """
    if not members or _SUM.match(label.text.strip()):
        return False
    if all(_BULLET.match(cell.text) for cell in members):
        return not _BULLET.match(label.text)
    edges = [_left(cell) for cell in (group, *members, label)]
    if None in edges:
        return False
    first, *inner, own = (edge for edge in edges if edge is not None)
    return min(inner) > first + _INDENT_PT and abs(own - first) < _INDENT_PT


def _left(cell: TableCell) -> float | None:
    return cell.bbox.l if cell.bbox is not None else None
