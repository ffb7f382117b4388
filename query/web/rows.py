"""Which rows of a table a quote tells: descriptions say a row in words that stand nowhere in the table as such.

``Net sales: 2023 $5; 2022 $4.`` tells the row whose cells are ``Net sales``, ``$5`` and ``$4``. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from query.web.markup import table_rows


def quoted_rows(markdown: str, quote: str) -> tuple[int, ...]:
    """The rows of a markdown table that a quote tells, its header being row 0; none where no row is told whole.

    >>> quoted_rows("| | 2023 |\\n| --- | --- |\\n| Sales | $5 |\\n| Net sales | $4 |", "Net sales: 2023 $4.")
    (2,)
    """
    rows = table_rows(markdown)
    told = {number for line in quote.splitlines() for number in _told(rows, " ".join(line.split()))}
    return tuple(sorted(told))


def _told(rows: Sequence[Sequence[str]], line: str) -> list[int]:
    """The rows all of whose cells a line has; of several those that have most in it."""
    scores = dict(_scores(rows, line))
    best = max(scores.values(), default=None)
    return [number for number, score in scores.items() if score == best]


def _scores(rows: Sequence[Sequence[str]], line: str) -> Iterator[tuple[int, tuple[bool, int, int, bool]]]:
    """By told row: whether it is none of labels, its cells, their characters, whether the label above stands there."""
    label = ""
    for number, row in enumerate(rows):
        cells = list(dict.fromkeys(cell for cell in row if cell))
        if cells and all(_has(line, cell) for cell in cells):
            yield number, (number > 0, len(cells), sum(map(len, cells)), bool(label) and _has(line, label))
        # a row of one text stands above the rows below it
        label = cells[0] if len(cells) == 1 < len(row) else label


def _has(line: str, cell: str) -> bool:
    """Whether a cell's text stands in a line as a whole: the 5 of "15" is none.

    >>> _has("Net sales: 2023 $15.", "5"), _has("Net sales: 2023 $15.", "$15"), _has("Notes: 1 (a).", "(a)")
    (False, True, True)
    """
    text = re.escape(cell.removesuffix(":"))
    return re.search(rf"(?<!\w)(?<!\d[.,]){text}(?!\w)(?![.,]\d)", line) is not None
