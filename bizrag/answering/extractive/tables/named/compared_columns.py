"""Two things that have a column each, told row by row: "What is the difference between Team and Pro?" Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.terms import terms

# what is compared is called so in any question
_KINDS = frozenset(
    terms("plan model version edition variant option type tariff package difference differ compare comparison")
)
_MIN_ROWS, _MIN_SHARE = 2, 0.5
_MAX_ROWS = 16
_COMPARED = re.compile(
    r"\b(?:differences? between|compar(?:e|ison of)|distinguish(?:es)?(?: between)?) (?P<one>[^?]+?)"
    r" (?:and|with|to|from) (?:(?:that|those) (?:of|for) )?(?P<other>[^?]+?)\W*$"
    r"|\bhow (?:do|does|is|are) (?P<this>[^?]+?)"
    r" (?:and (?P<and>[^?]+?) differ\b|differ(?:s|ent)? from (?P<from>[^?]+?)\W*$)",
    re.IGNORECASE,
)
_LETTER = re.compile(r"[^\W\d_]")


def find_compared_columns(question: str, statements: Sequence[Statement]) -> tuple[list[Statement], list[str]] | None:
    """The rows of the table that has a column for each of two things, where their cells differ, with these two cells.

    None where a question compares nothing, or asks for one measure of both, or no table has both columns.
    """
    names = _compared_names(question)
    if len(names) != 2:
        return None
    tables = [one for one in statements if one.is_row and one.hit.kind in (ChunkKind.TABLE, ChunkKind.SLIDE)]
    for _, of_chunk in groupby(tables, key=lambda one: one.hit.chunk_no):
        rows = list(of_chunk)
        pairs = [(row, _cells_of(row, names)) for row in rows]
        both = [(row, cells) for row, cells in pairs if cells is not None]
        if len(both) < max(_MIN_ROWS, _MIN_SHARE * len(rows)) or not _is_about(names, both[0]):
            continue
        told = [(row, cells) for row, cells in both if cells[0][1] != cells[1][1]][:_MAX_ROWS]
        if told:
            return [row for row, _ in told], [_said(row, cells) for row, cells in told]
    return None


def _compared_names(question: str) -> list[str]:
    """The two things that a question compares; empty where it compares nothing."""
    compared = _COMPARED.search(question)
    return [name for name in compared.groups() if name] if compared else []


_Cells = tuple[tuple[str, str], tuple[str, str]]


def _cells_of(row: Statement, names: Sequence[str]) -> _Cells | None:
    """The name of the column and the value of each of two things in a row; None where one of them has none."""
    _, _, said = " ".join(row.said.split()).removesuffix(".").partition(": ")
    cells = said.split("; ")
    found = [_cell_of(cells, name) for name in names]
    if found[0] is None or found[1] is None or found[0][0] == found[1][0]:
        return None
    return found[0], found[1]


def _cell_of(cells: Sequence[str], name: str) -> tuple[str, str] | None:
    """The longest beginning of a cell that a name has, as the name of its column, with the rest of the cell."""
    asked = f" {' '.join(name.casefold().split())} "
    best: tuple[str, str] | None = None
    for cell in cells:
        words = cell.split()
        for size in range(1, len(words)):
            column = " ".join(words[:size])
            is_named = f" {column.casefold()} " in asked and _LETTER.search(column)
            if is_named and (best is None or len(column) > len(best[0])):
                best = column, " ".join(words[size:])
    return best


def _is_about(names: Sequence[str], row: tuple[Statement, _Cells]) -> bool:
    """Whether a question has no word but those of both columns, of what they are called and of the document."""
    statement, cells = row
    hit = statement.hit
    known = set(terms(" ".join((hit.doc.replace("_", " "), hit.title, *hit.headings, *(name for name, _ in cells)))))
    asked = set(terms(without_function_words(" ".join(names))))
    return asked <= known | _KINDS


def _said(row: Statement, cells: _Cells) -> str:
    label = " ".join(row.said.split()).partition(": ")[0]
    return f"{label}: " + "; ".join(f"{name} {value}" for name, value in cells) + "."
