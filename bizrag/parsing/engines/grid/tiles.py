"""Key figures and facts side by side (pure): each, with its name in smaller type above or below it, is a row."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from bizrag.parsing.engines.grid.types import GridCell, TableGrid, Word, box_of
from bizrag.parsing.engines.grid.words import is_year, text_lines, text_of
from bizrag.parsing.key_figures import are_key_figures

_MIN_TILES = 2
# figures are so much larger than their names
_LARGER = 1.3
# facts in running type are less so
_FACT_LARGER, _MIN_PAIRS = 1.1, 2
# words of one tile stand nearer, in heights of the larger
_GAP = 1.2
# a name starts, or has its middle, so near to its figure's; in heights of the name
_ALIGNED = 1.8

Piece = list[Word]


def tile_grid(words: Sequence[Word]) -> TableGrid | None:
    """Name, figure and, where names stand above, the remark below it, a row for each figure; None for other words."""
    lines = [_pieces(line) for line in text_lines(words)]
    level = next((at for at, line in enumerate(lines) if _are_figures(line, lines)), None)
    if level is None:
        return None
    figures = lines[level]
    above, below = (_by_figure(part, figures) for part in (lines[:level], lines[level + 1 :]))
    if above is None or below is None or not (all(above) or all(below)):
        return None
    # "Stage" over "1", "2" and "3" is part of the name
    are_counted = all(below) and len({text_of(name) for name in above}) == 1
    rows = [
        ([[*name, *figure], remark] if are_counted else [name, figure, remark]) if all(above) else [remark, figure, []]
        for name, figure, remark in zip(above, figures, below, strict=True)
    ]
    return _grid(rows)


def card_grid(words: Sequence[Word]) -> TableGrid | None:
    """Name and fact, a row for each fact, where lines of names in smaller type stand over facts by turns.

    None for other words. A fact may have several lines.
    """
    lines = [_pieces(line) for line in text_lines(words)]
    rows: list[list[Piece]] = []
    at = num_groups = 0
    while at < len(lines):
        if not _are_named(lines[at], lines[at + 1] if at + 1 < len(lines) else []):
            return None
        names, facts = lines[at], [list(fact) for fact in lines[at + 1]]
        at += 2
        while at < len(lines) and (owners := _owners(lines[at], names)) is not None:
            for piece, owner in zip(lines[at], owners, strict=True):
                facts[owner] += piece
            at += 1
        rows += [[name, fact] for name, fact in zip(names, facts, strict=True)]
        num_groups += 1
    return _grid(rows) if num_groups >= _MIN_PAIRS else None


def figures_by_turns(words: Sequence[Word]) -> TableGrid | None:
    """Name and figure, a row for each figure, where lines of figures in larger type stand over their names by turns.

    None for other words.
    """
    lines = [_pieces(line) for line in text_lines(words)]
    pairs = list(zip(lines[::2], lines[1::2], strict=False))
    is_by_turns = len(lines) == 2 * len(pairs) and len(pairs) >= _MIN_PAIRS
    if not is_by_turns or not all(_are_named(names, figures, _LARGER) for figures, names in pairs):
        return None
    told = [text_of(figure) for figures, _ in pairs for figure in figures]
    if not are_key_figures(told) or all(map(is_year, told)):
        return None
    return _grid([[name, figure] for figures, names in pairs for figure, name in zip(figures, names, strict=True)])


def _owners(line: Sequence[Piece], names: Sequence[Piece]) -> list[int] | None:
    """At which name each piece of a further line of facts stands; None where one stands at none or is a name."""
    owners: list[int] = []
    for piece in line:
        shifts = [_shift(name, piece) for name in names]
        owner = shifts.index(min(shifts))
        is_fact = _height(piece) >= _FACT_LARGER * _height(names[owner])
        if not is_fact or shifts[owner] > _ALIGNED * _height(names[owner]):
            return None
        owners.append(owner)
    return owners


def _grid(rows: Sequence[Sequence[Piece]]) -> TableGrid:
    cells = [
        GridCell(text=text_of(part), row_start=row, row_end=row + 1, col_start=col, col_end=col + 1, bbox=box_of(part))
        for row, parts in enumerate(rows)
        for col, part in enumerate(parts)
        if part
    ]
    num_cols = max(cell.col_end for cell in cells)
    return TableGrid(num_rows=len(rows), num_cols=num_cols, cells=tuple(cells), confidence=1.0)


def _are_named(names: Sequence[Piece], facts: Sequence[Piece], larger: float = _FACT_LARGER) -> bool:
    """Whether a line has the names of what stands in the line beside it, whose type is so many times as large."""
    if not _MIN_TILES <= len(names) == len(facts):
        return False
    is_larger = min(map(_height, facts)) >= larger * max(map(_height, names))
    pairs = zip(names, facts, strict=True)
    return is_larger and all(_shift(name, fact) <= _ALIGNED * _height(name) for name, fact in pairs)


def _pieces(line: Sequence[Word]) -> list[Piece]:
    pieces: list[Piece] = []
    for word in sorted(line, key=lambda word: word.l):
        if pieces and word.l - pieces[-1][-1].r <= _GAP * max(word.height, pieces[-1][-1].height) / 2:
            pieces[-1].append(word)
        else:
            pieces.append([word])
    return pieces


def _are_figures(line: Sequence[Piece], lines: Sequence[Sequence[Piece]]) -> bool:
    """Whether a line has figures only, larger than all other lines; years name columns."""
    others = [_height(piece) for other in lines if other is not line for piece in other]
    texts = [text_of(piece) for piece in line]
    are_figures = len(line) >= _MIN_TILES and are_key_figures(texts) and not all(map(is_year, texts))
    return are_figures and bool(others) and min(map(_height, line)) >= _LARGER * max(others)


def _by_figure(lines: Sequence[Sequence[Piece]], figures: Sequence[Piece]) -> list[Piece] | None:
    """The words of the lines at each figure; None where a piece stands at none of them."""
    found: list[Piece] = [[] for _ in figures]
    for piece in itertools.chain.from_iterable(lines):
        shifts = [_shift(piece, figure) for figure in figures]
        if min(shifts) > _ALIGNED * _height(piece):
            return None
        found[shifts.index(min(shifts))] += piece
    return found


def _shift(piece: Piece, other: Piece) -> float:
    left, right = min(word.l for word in piece), max(word.r for word in piece)
    other_left, other_right = min(word.l for word in other), max(word.r for word in other)
    return min(abs(left - other_left), abs(left + right - other_left - other_right) / 2)


def _height(piece: Piece) -> float:
    return max(word.height for word in piece)
