"""Which cells of a row answer: those of the columns that a question names, or all of them. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.statements.asked import in_column_words, wanted_cells
from bizrag.model.periods import asks_over_time
from bizrag.model.terms import terms
from bizrag.model.words import MONTH

# asks for two things of a row, of which it may name one: "What does E15 mean and what should I do?"
_ASKS_TWICE = re.compile(
    r"\band (?:(?:with|for|in|at|to|from|on|by|against) )?(?:what|how|why|when|whom?|whose|where|which)\b"
    r"|\band (?:(?:is|are|was|were|does|did|has|have|can) (?:it|they|he|she|there))\b",
    re.IGNORECASE,
)
# a row explains its label with all that it says: "What does E15 mean?"
_ASKS_MEANING = re.compile(r"\bwhat (?:does|do|did)\b.*\bmean\b", re.IGNORECASE)
_FEW_CELLS = 4
# compares the cell that it names with others of the row: "How far was EBITDA off the budget?"
_COMPARES = re.compile(
    r"\b(?:(?<!days )(?<!day )(?<!time )off|against|versus|vs|compared (?:to|with)|variances?|deviat\w+|miss(?:ed)?)\b"
    r"|\b(?:under|over|above|below|ahead of|behind) (?:the |its |their )?(?:budget|plan|target|forecast|goal)\b",
    re.IGNORECASE,
)
_COMPARED_CELLS = 6
# the cell that says in what the others are
_UNIT = re.compile(r"(?:units?|uom|einheit|unité|unidad)\b", re.IGNORECASE)
_FIGURE = re.compile(r"\d")
#: between the cells of a row; no semicolon in brackets: "(m. 2006; div. 2013)"
CELL_END = re.compile(r"; (?![^()]*\))")
# the page of an entry of contents has no name
_ASKS_PAGE = re.compile(r"\bpages?\b", re.IGNORECASE)
_ASKS_NAME = re.compile(r"\b(?:which|what|who|whose|list|name)\b", re.IGNORECASE)
_ASKS_WHO = re.compile(r"^\W*(?:who|whom|whose)\b", re.IGNORECASE)
# the label of an entry in a book or statement: "03 May", "2024-05-03"
_DAY = re.compile(rf"\d{{1,2}}\.? {MONTH}(?: \d{{2,4}})?|\d{{1,4}}[./-]\d{{1,2}}(?:[./-]\d{{1,4}})?\.?", re.IGNORECASE)
# a second thing of the same row
_ASKS_BESIDE = re.compile(r"\band (?:what|which|how (?:much|many)) (?:was|were|is|are|had|has)\b", re.IGNORECASE)
# what cells of so many other rows begin with is the name of a column
_MIN_ROWS = 2


def cells_of(said: str, others: Sequence[str]) -> list[str]:
    """The cells of a row. One that has more than each of the ``other`` rows has a semicolon in a cell, behind which no
    column is named.

    >>> cells_of("Colour pink; Packs 30 in blisters; 100 in a bottle", ["10 mg: Colour red; Packs 30 in blisters."])
    ['Colour pink', 'Packs 30 in blisters; 100 in a bottle']
    """
    cells = CELL_END.split(said)
    rows = [CELL_END.split(line.removesuffix(".").partition(": ")[2]) for line in others if "; " in line]
    num_more = len(cells) - max(map(len, rows), default=len(cells))
    firsts = {cell.partition(" ")[0] for row in rows for cell in row}
    whole: list[str] = []
    for cell in cells:
        if num_more > 0 and whole and cell.partition(" ")[0] not in firsts and not cell[:1].isupper():
            whole[-1] += f"; {cell}"
            num_more -= 1
        else:
            whole.append(cell)
    return whole


def column_names(cells: Sequence[str], others: Sequence[str]) -> list[str]:
    """What each cell of a row begins with that cells of two ``other`` rows do, too; empty where none does.

    >>> column_names(["Task Fire drill", "Due 3 May"], ["A2: Task Tools; Due 4 May.", "A3: Task Doors; Due 1 June."])
    ['Task', 'Due']
    """
    said = [line.removesuffix(".").partition(": ")[2] for line in others if "; " in line]
    rows = [[cell.split() for cell in cells.split("; ")] for cells in said]
    least = max(1, min(_MIN_ROWS, len(rows)))
    names: list[str] = []
    for words in map(str.split, cells):
        size = next(
            (
                size
                for size in range(len(words) - 1, 0, -1)
                if sum(any(cell[:size] == words[:size] for cell in row) for row in rows) >= least
            ),
            0,
        )
        names.append(" ".join(words[:size]))
    return names


def asked_cells(row: re.Match[str], cells: list[str], question: str, columns: Sequence[str], *, is_alone: bool) -> str:
    """A row with the cells whose columns the question names: ``Net sales: 2023 $94,836.``; else the whole row, as where
    it asks for a trend, or names what cells say and none of the columns.

    Where other rows have its label, its first cell tells it apart from them and stays.
    """
    if asks_over_time(question) or _ASKS_PAGE.search(question):
        return row[0]
    asked = set(terms(in_column_words(question))) - set(terms(_kind_before(row["label"], question) + row["label"]))
    named = [asked & set(terms(cell)) for cell in cells]
    # A cell goes when it names nothing, or only what another cell names besides more, but where both are asked for:
    # "How many were done in 2024, and what was the target?"
    asks_both = _ASKS_BESIDE.search(question) is not None
    whole = [asks_both and bool(column) and set(terms(column)) <= asked for column in columns]
    kept = [
        bool(names) and (is_whole or not any(names < others for others in named))
        for names, is_whole in zip(named, whole, strict=True)
    ]
    if not any(kept):
        return row[0]
    if len(cells) <= _FEW_CELLS and (_ASKS_TWICE.search(question) or _ASKS_MEANING.search(question)):
        return row[0]
    names_column = any(
        names & set(terms(column)) for names, column, is_kept in zip(named, columns, kept, strict=True) if is_kept
    )
    wanted = wanted_cells(question, cells, kept)
    if all(columns) and not names_column and wanted == kept:
        return row[0]
    kept = wanted
    if sum(kept) == 1 and len(cells) <= _COMPARED_CELLS and _COMPARES.search(question):
        # a cell of the variance says itself how far off it is
        return (
            row[0] if not _COMPARES.search(cells[kept.index(True)]) else f"{row['label']}: {cells[kept.index(True)]}."
        )
    asks_name = _ASKS_NAME.search(question) is not None
    kept[0] |= not is_alone or (asks_name and _is_numbered(row["label"], cells[0]))
    # who is told by the words of an entry, whatever numbers are among them
    kept[0] |= _ASKS_WHO.search(question) is not None and _DAY.fullmatch(row["label"]) is not None
    kept = _with_unit(cells, kept)
    said = [cell for cell, is_kept in zip(cells, kept, strict=True) if is_kept]
    return f"{row['label']}: {'; '.join(said)}." if len(said) < len(cells) else row[0]


def _is_numbered(label: str, first: str) -> bool:
    """Whether a row begins with a year or number: what it is says its first cell."""
    return not any(map(str.isalpha, label)) and len(first.split()) > 1 and not any(map(str.isdigit, first))


def _with_unit(cells: Sequence[str], kept: Sequence[bool]) -> list[bool]:
    """The cells kept, and the one that says in what their figures are."""
    is_figure = any(is_kept and _FIGURE.search(cell) for cell, is_kept in zip(cells, kept, strict=True))
    return [is_kept or (is_figure and _UNIT.match(cell) is not None) for cell, is_kept in zip(cells, kept, strict=True)]


def _kind_before(label: str, question: str) -> str:
    """What a question calls a code right before it: of "finding F1" no column of findings is asked for."""
    found = re.search(rf"([^\W\d_]+ ){re.escape(label)}(?!\w)", question) if any(map(str.isdigit, label)) else None
    return found[1] if found else ""
