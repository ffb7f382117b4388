"""Tables in plain text: columns that blanks line up, as reports of old programs, logs and extracts have them.

Each letter has a place on a page of equal letters; what finds tables in PDFs then finds them here, rules of dashes too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bizrag.parsing.draft import DraftTable
from bizrag.parsing.engines.grid.grid import build_grid
from bizrag.parsing.engines.grid.types import Rule, Word
from bizrag.parsing.engines.pages.page_evidence import PageEvidence, as_boxes
from bizrag.parsing.engines.regions.drawings import rule_levels
from bizrag.parsing.engines.regions.prose import mark_prose
from bizrag.parsing.engines.regions.rows import find_rows
from bizrag.parsing.engines.regions.table_hints import TableHints
from bizrag.parsing.engines.regions.tables import find_tables
from bizrag.parsing.engines.regions.text_columns import TextColumns
from bizrag.parsing.engines.regions.types import to_box
from bizrag.parsing.plain_text.columns import ColumnBlock, read_columns
from bizrag.parsing.tables.grids import cells_of

# A letter is 6 wide, type is 10 high and lines stand 12 apart. Words reach a unit further on both sides: one blank (4)
# is a space also between figures, two (10) part columns.
_LETTER, _SIZE, _LINE, _REACH = 6.0, 10.0, 12.0, 1.0
_GAP = re.compile(r"\S(?: {2,}|\t+)\S")
_WORD = re.compile(r"[^\s|]+")
_RULE = re.compile(r"[-=_─━═+|]{3,}")
# letters that only draw; a line of nothing else is a rule
_DRAWN = re.compile(r"[\s|+\-=_─━═┼┬┴├┤│╪╬]+")
# A table has so many lines of columns, no longer than this. A log of any length is read in pieces of so many lines.
_MIN_LINES = 3
_MAX_LETTERS = 500
_MAX_LINES = 5_000
_TAB = 8
# Names over several columns stand in lines right above, set in by so many letters.
_INDENT = 5
_MAX_NAMES = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class TextTable:
    """A table and the lines that it stands in: ``lines[start:end]``."""

    start: int
    end: int
    table: DraftTable


def find_text_tables(lines: Sequence[str]) -> list[TextTable]:
    """The tables in lines of text that no blank line parts, from top to bottom."""
    found: list[TextTable] = []
    for first, raw in _pieces(lines):
        piece = _without_tabs(raw)
        if sum(_GAP.search(line) is not None or line.count("|") > 1 for line in piece) < _MIN_LINES:
            continue
        is_drawn = any(is_rule(line) or line.count("|") > 1 for line in piece)
        block = None if is_drawn else read_columns(piece)
        tables = _tables_in(piece) if block is None else [(block.start, block.end, _as_table(block))]
        found += [TextTable(start=first + start, end=first + end, table=table) for start, end, table in tables]
    return found


def _as_table(block: ColumnBlock) -> DraftTable:
    return DraftTable(num_rows=block.num_rows, num_cols=block.num_cols, cells=block.cells)


def _pieces(lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Runs of lines that may be a table's, each with the place of its first."""
    piece: list[str] = []
    for number, line in enumerate(lines):
        if len(line) > _MAX_LETTERS or len(piece) == _MAX_LINES:
            yield number - len(piece), piece
            piece = []
        if len(line) <= _MAX_LETTERS:
            piece.append(line)
    yield len(lines) - len(piece), piece


def _without_tabs(lines: Sequence[str]) -> list[str]:
    """Lines with blanks for their tabs: cells under each other where each line has as many tabs, else to the stops."""
    cells = [line.split("\t") for line in lines]
    counts = {len(parts) for parts in cells if len(parts) > 1}
    if len(counts) != 1:
        return [line.expandtabs(_TAB) for line in lines]
    widths = [max(map(len, column)) + 2 for column in zip(*(parts for parts in cells if len(parts) > 1), strict=True)]
    return [
        "".join(part.ljust(width) for part, width in zip(parts, widths, strict=False)).rstrip()
        if len(parts) > 1
        else parts[0]
        for parts in cells
    ]


def is_rule(line: str) -> bool:
    """Whether a line only draws.

    >>> is_rule("=========="), is_rule("--- | ---"), is_rule("- item"), is_rule("")
    (True, True, False, False)
    """
    return _RULE.search(line) is not None and _DRAWN.fullmatch(line) is not None


def _tables_in(lines: Sequence[str]) -> list[tuple[int, int, DraftTable]]:
    evidence = _as_page(lines)
    rows = find_rows(evidence)
    columns = TextColumns.of(mark_prose(rows), rows, evidence.horizontal_rules)
    hints = TableHints(rules=tuple(rule_levels(evidence)), columns=columns)
    found: list[tuple[int, int, DraftTable]] = []
    for box in sorted(find_tables(rows, hints), key=lambda table: table[1]):
        floor = found[-1][1] if found else 0
        start, end = round(box[1] / _LINE), round((box[3] - _SIZE) / _LINE) + 1
        start -= _num_names(lines[floor:start])
        table = _table(evidence, start, end)
        if table is not None and start >= floor:
            found.append((start, end, table))
    return found


def _num_names(above: Sequence[str]) -> int:
    """How many of the lines right above a table name several of its columns."""
    near = list(reversed(above[-_MAX_NAMES:]))
    return next((at for at, line in enumerate(near) if len(line) - len(line.lstrip()) < _INDENT), len(near))


def _as_page(lines: Sequence[str]) -> PageEvidence:
    """Lines of text as a page of equal letters."""
    words: list[tuple[float, float, float, float]] = []
    texts: list[str] = []
    of_line: list[int] = []
    shown: list[tuple[float, float, float, float]] = []
    shown_texts: list[str] = []
    rules: list[tuple[float, float, float, float]] = []
    for number, line in enumerate(lines):
        top = number * _LINE
        if is_rule(line):
            rules += [
                (dash.start() * _LETTER, top + _SIZE / 2, dash.end() * _LETTER, top + _SIZE / 2)
                for dash in re.finditer(r"[^\s|]+", line)
            ]
            continue
        found = list(_WORD.finditer(line))
        if not found:
            continue
        for word in found:
            words.append((word.start() * _LETTER - _REACH, top, word.end() * _LETTER + _REACH, top + _SIZE))
            texts.append(word[0])
            of_line.append(len(shown))
        shown.append((found[0].start() * _LETTER, top, found[-1].end() * _LETTER, top + _SIZE))
        shown_texts.append(" ".join(word[0] for word in found))
    return PageEvidence(
        width=max(map(len, lines)) * _LETTER,
        height=len(lines) * _LINE,
        line_boxes=as_boxes(shown),
        line_texts=tuple(shown_texts),
        line_is_mono=np.zeros(len(shown), dtype=np.bool_),
        line_sizes=np.full(len(shown), _SIZE),
        word_boxes=as_boxes(words),
        word_texts=tuple(texts),
        word_is_bold=np.zeros(len(words), dtype=np.bool_),
        word_lines=np.array(of_line, dtype=np.int64),
        bitmap_boxes=as_boxes([]),
        horizontal_rules=as_boxes(rules),
        vertical_rules=as_boxes([]),
        filled_boxes=as_boxes([]),
        curve_boxes=as_boxes([]),
    )


def _table(evidence: PageEvidence, start: int, end: int) -> DraftTable | None:
    """The table in some of the lines; None where it has one row or column."""
    top, bottom = start * _LINE, end * _LINE
    words = [
        Word(text=text, l=left, t=upper, r=right, b=lower)
        for text, (left, upper, right, lower) in zip(evidence.word_texts, map(to_box, evidence.word_boxes), strict=True)
        if top <= upper < bottom
    ]
    rules = [
        Rule(l=left, t=upper, r=right, b=lower)
        for left, upper, right, lower in map(to_box, evidence.horizontal_rules)
        if top <= upper < bottom
    ]
    grid = build_grid(words, rules)
    if grid.num_rows < 2 or grid.num_cols < 2:
        return None
    # the page of equal letters is no place in the file
    cells = [replace(cell, bbox=None) for cell in cells_of(grid)]
    return DraftTable(num_rows=grid.num_rows, num_cols=grid.num_cols, cells=cells)
