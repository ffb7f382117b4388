"""Texts of a slide that say one thing by where they stand: a role under a name, what happens under its date, the items
under the heading of a column. Pure.

Heads look alike and unlike what stands under them: that is how an author shows what belongs together.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.key_figures import is_key_figure
from bizrag.parsing.slides.dates import is_date
from bizrag.parsing.slides.panel_names import with_names
from bizrag.parsing.slides.pieces import MAX_PIECES, Piece, levels_of

# in sizes of the type: tops of one level; edges or middles of one column; gaps between a head and what is its
_LEVEL, _ALIGNED = 0.4, 2.0
_NEAR, _PAIR_GAP, _ROW_GAP, _DATES_GAP = 1.0, 2.0, 4.0, 8.0
# from one line of a text to the next
_LINE_PITCH = 1.4
_MANY = 3
# of the heads in a style so many have something under them
_HEADED_SHARE = 0.7
# a row of a table is so far from the next as the first is from the head, or nearer
_TABLE_GAP = 1.5


def find_panels(
    pieces: Sequence[Piece], frames: Sequence[BoundingBox] = (), taken: Collection[int] = ()
) -> list[list[int]]:
    """Indices of pieces that belong together: each list is a head and what stands under it, from the top.

    ``frames``: boxes that are drawn around texts or behind them, but for those of most of the page. No piece is in two
    panels, and no one of those ``taken`` in any.
    """
    if len(pieces) > MAX_PIECES:
        return []
    found = find_framed(pieces, frames, taken)
    taken = {*taken, *(index for panel in found for index in panel)}
    for heads in _styles(pieces):
        free = [index for index in heads if index not in taken]
        for panels in (_below(free, pieces, taken), _beside_dates(free, pieces, taken)):
            if panels:
                found += panels
                taken |= {index for panel in panels for index in panel}
                break
    return with_names(found, pieces, taken)


def find_rows(pieces: Sequence[Piece], taken: Collection[int] = ()) -> list[list[int]]:
    """Indices of pieces that stand beside each other as rows, each from the left; ``taken`` pieces are left out.

    There are three at least with the same columns, which differ in style or in what they hold.
    """
    if len(pieces) > MAX_PIECES:
        return []
    levels = levels_of([index for index in range(len(pieces)) if index not in taken], pieces)
    groups: list[list[list[int]]] = []
    for level in levels:
        tables = (rows for rows in groups if _are_columns(level, rows[0], pieces))
        if (rows := next(tables, None)) is not None:
            rows.append(level)
        elif len(level) > 1:
            groups.append([level])
    return [row for rows in groups if len(rows) >= _MANY and _differ(rows, pieces) for row in rows]


def _are_columns(level: Sequence[int], row: Sequence[int], pieces: Sequence[Piece]) -> bool:
    """Whether pieces begin, or have their middles, where those of a row do."""

    def is_below(one: Piece, other: Piece) -> bool:
        shifts = abs(one.bbox.l - other.bbox.l), abs(one.bbox.middle_x - other.bbox.middle_x)
        return min(shifts) <= _ALIGNED * other.size_pt

    return len(level) == len(row) and all(
        is_below(pieces[one], pieces[other]) for one, other in zip(level, row, strict=True)
    )


def _differ(rows: Sequence[Sequence[int]], pieces: Sequence[Piece]) -> bool:
    """Whether the first column names what the others say: it is short, and another one looks or reads otherwise."""
    first, *others = ([pieces[index] for index in column] for column in zip(*rows, strict=True))
    if not all(piece.is_short for piece in first):
        return False
    return any(
        not column[0].is_like(first[0])
        or _are_figures(column) != _are_figures(first)
        or not all(piece.is_short for piece in column)
        for column in others
    )


def _are_figures(column: Sequence[Piece]) -> bool:
    return 2 * sum(any(map(str.isdigit, piece.text)) for piece in column) > len(column)


def find_framed(pieces: Sequence[Piece], frames: Sequence[BoundingBox], taken: Collection[int] = ()) -> list[list[int]]:
    """Panels in frames of their own: the first text alone in its style at the top, the others below it."""
    found: list[list[int]] = []
    taken = set(taken)
    for frame in sorted(frames, key=lambda frame: frame.area):
        held = [index for index, piece in enumerate(pieces) if frame.holds_centre(piece.bbox)]
        panel = sorted(held, key=lambda index: pieces[index].bbox.t)
        # what frames panels is no panel
        if len(panel) > 1 and taken.isdisjoint(panel) and _has_head(panel, pieces):
            found.append(panel)
            taken.update(panel)
    return found if len(found) > 1 else []


def _has_head(panel: Sequence[int], pieces: Sequence[Piece]) -> bool:
    head, *texts = (pieces[index] for index in panel)
    is_column = len(levels_of(panel, pieces)) == len(panel)
    return is_column and head.is_short and not any(text.is_like(head) for text in texts)


def _styles(pieces: Sequence[Piece]) -> Iterator[list[int]]:
    """Short pieces that may be heads of one kind: dates, then those of each style, the strongest first."""
    short = [index for index, piece in enumerate(pieces) if piece.is_short]
    dates = [index for index in short if is_date(pieces[index].text) and not _ends_text(pieces[index], pieces)]
    if len(dates) >= _MANY:
        yield dates
    styles: list[list[int]] = []
    for index in sorted(short, key=lambda index: (-pieces[index].size_pt, not pieces[index].is_bold)):
        style = next((style for style in styles if pieces[style[0]].is_like(pieces[index])), None)
        if style is None:
            styles.append([index])
        else:
            style.append(index)
    yield from (sorted(style) for style in styles if len(style) > 1)


def _ends_text(piece: Piece, pieces: Sequence[Piece]) -> bool:
    """Whether a piece is the last line of the text right above it, in the same style."""
    return any(
        other.is_like(piece)
        and _share_columns(other, piece)
        and not is_date(other.text)
        and abs(piece.bbox.t - other.bbox.b) <= _LEVEL * piece.size_pt
        for other in pieces
    )


def _below(heads: Sequence[int], pieces: Sequence[Piece], taken: set[int]) -> list[list[int]]:
    """Panels of heads with what stands under them; none where too many heads have nothing."""
    are_dates = all(is_date(pieces[head].text) for head in heads)
    panels: list[list[int]] = []
    bare: list[list[int]] = []
    for row in levels_of(heads, pieces):
        # events may hang far below the line that their dates stand on
        far = _DATES_GAP if are_dates else _ROW_GAP
        reach = far if len(row) >= _MANY else _PAIR_GAP if len(row) > 1 else _NEAR
        found = [_column(head, row, heads, pieces, taken, reach, are_dates=are_dates) for head in row]
        if all(len(panel) > 1 for panel in found) and not _is_table(found, heads, pieces):
            panels += found
        elif all(len(panel) == 1 for panel in found):
            bare.append(row)
    panels += [panel for row in bare if panels for panel in _above(row, heads, pieces, taken)]
    return panels if len(panels) > 1 and len(panels) >= _HEADED_SHARE * len(heads) else []


def _above(row: Sequence[int], heads: Sequence[int], pieces: Sequence[Piece], taken: set[int]) -> list[list[int]]:
    """Panels of heads with what stands above them, as below the line of a cause and effect diagram; none where one of
    them has nothing.
    """
    turned = [
        replace(piece, bbox=BoundingBox(l=piece.bbox.l, t=-piece.bbox.b, r=piece.bbox.r, b=-piece.bbox.t))
        for piece in pieces
    ]
    found = [_column(head, row, heads, turned, taken, _PAIR_GAP, are_dates=False) for head in row]
    if len(row) < 2 or not all(len(panel) > 1 for panel in found):
        return []
    return [[panel[0], *reversed(panel[1:])] for panel in found]


def _beside_dates(heads: Sequence[int], pieces: Sequence[Piece], taken: set[int]) -> list[list[int]]:
    """Panels of dates along a line with texts above and below it by turns, one for each."""
    if len(heads) < _MANY or not all(is_date(pieces[head].text) for head in heads):
        return []
    panels: list[list[int]] = []
    for row in levels_of(heads, pieces):
        owned: dict[int, list[int]] = {head: [] for head in row}
        for index, piece in enumerate(pieces):
            owner = _owner(piece, row, pieces)
            if owner is None or index in heads or index in taken:
                continue
            gap = max(piece.bbox.t - pieces[owner].bbox.b, pieces[owner].bbox.t - piece.bbox.b)
            if -_LEVEL <= gap / pieces[owner].size_pt <= _DATES_GAP:
                owned[owner].append(index)
        if len(row) >= _MANY and all(len(texts) == 1 for texts in owned.values()):
            panels += [[head, *texts] for head, texts in owned.items()]
    return panels


def _column(
    head: int,
    row: Sequence[int],
    heads: Sequence[int],
    pieces: Sequence[Piece],
    taken: set[int],
    reach: float,
    *,
    are_dates: bool,
) -> list[int]:
    """A head and the pieces under it, each close below the one above it; a head alone where there is none."""
    panel = [head]
    under = sorted(
        (index for index, piece in enumerate(pieces) if _is_under(piece, pieces[head])),
        key=lambda index: pieces[index].bbox.t,
    )
    for index in under:
        piece, last = pieces[index], pieces[panel[-1]]
        owner = _owner(piece, row, pieces)
        goes_on = len(panel) > 1 and abs(piece.bbox.l - last.bbox.l) <= _LEVEL * last.size_pt
        if owner is None and not goes_on and _share_columns(piece, last):
            break
        if owner != head and not (owner is None and goes_on):
            continue
        size = pieces[head].size_pt if len(panel) == 1 else last.size_pt
        near = _PAIR_GAP if len(row) >= _MANY else _NEAR
        is_far = piece.bbox.t - last.bbox.b > (reach if len(panel) == 1 else near) * size
        if len(panel) == 1 and reach == _ROW_GAP:
            is_far = is_far and not _is_below_box(piece, last)
        is_other = index in heads or index in taken or (piece.is_like(pieces[head]) and not are_dates)
        if is_far or is_other:
            break
        panel.append(index)
    return panel


def _is_under(piece: Piece, head: Piece) -> bool:
    return piece.bbox.t > head.bbox.b - _LEVEL * head.size_pt and piece.bbox.t > head.bbox.t


def _is_below_box(piece: Piece, head: Piece) -> bool:
    """Whether a piece, or the shape that it is written in, stands close below the box around a head."""
    box, own = head.frame, piece.shape or piece.bbox
    gap = own.t - box.b if box is not None else math.inf
    return -_LEVEL * head.size_pt <= gap <= _PAIR_GAP * head.size_pt


def _share_columns(one: Piece, other: Piece) -> bool:
    return one.bbox.l < other.bbox.r and other.bbox.l < one.bbox.r


def _owner(piece: Piece, row: Sequence[int], pieces: Sequence[Piece]) -> int | None:
    """The head of a row between the sides of whose box a piece stands, that it starts or is centred under, or in whose
    column it stands; None where in none's.
    """
    box = piece.bbox
    frames = ((head, pieces[head].frame) for head in row)
    over = [head for head, frame in frames if frame is not None and frame.l <= box.l and box.r <= frame.r]
    if len(over) == 1:
        return over[0]

    def shift(head: int) -> float:
        other = pieces[head].bbox
        return min(abs(box.l - other.l), abs(box.middle_x - other.middle_x))

    if sum(_share_columns(piece, pieces[head]) for head in row) > 1:
        # a line that runs under several is of none
        return None
    nearest = min(row, key=shift)
    size = max(piece.size_pt, pieces[nearest].size_pt)
    if shift(nearest) <= _ALIGNED * size and _share_columns(piece, pieces[nearest]):
        return nearest
    if len(row) < _MANY:
        return None
    middles = [pieces[head].bbox.middle_x for head in row]
    edges = [(one + other) / 2 for one, other in pairwise(middles)]
    edges = [2 * middles[0] - edges[0], *edges, 2 * middles[-1] - edges[-1]]
    columns = zip(row, edges, edges[1:], strict=False)
    return next((head for head, left, right in columns if left <= box.l and box.r <= right), None)


def _is_table(panels: Sequence[Sequence[int]], heads: Sequence[int], pieces: Sequence[Piece]) -> bool:
    """Whether many columns under their heads are rows of a table: as long, at the same levels, two rows of them in one
    style (under dates further apart than lines of one text); or going on below.
    """
    own = [{pieces[index].box for index in panel[1:]} for panel in panels]
    # what stands in a box of its own under each head
    if len(panels) < _MANY or (all(len(boxes) == 1 for boxes in own) and len(set().union(*own) - {None}) == len(own)):
        return False
    levels = [[pieces[index].bbox.t for index in panel[1:]] for panel in panels]
    are_dates = all(is_date(pieces[panel[0]].text) for panel in panels)
    pairs = [(pieces[one], pieces[other]) for panel in panels for one, other in pairwise(panel[1:])]
    are_alike = any(upper.is_like(lower) and not (are_dates and _is_next_line(upper, lower)) for upper, lower in pairs)
    is_grid = are_alike and all(
        len(tops) == len(levels[0])
        and all(
            abs(one - other) <= _LEVEL * pieces[panels[0][0]].size_pt
            for one, other in zip(tops, levels[0], strict=True)
        )
        for tops in levels[1:]
    )
    return is_grid or 2 * sum(_goes_on(panel, heads, pieces) for panel in panels) > len(panels)


def _is_next_line(upper: Piece, lower: Piece) -> bool:
    """Whether two pieces are lines of words as close as those of one text."""
    are_words = not is_key_figure(upper.text) and not is_key_figure(lower.text)
    return are_words and lower.bbox.b - upper.bbox.b <= _LINE_PITCH * lower.size_pt


def _goes_on(panel: Sequence[int], heads: Sequence[int], pieces: Sequence[Piece]) -> bool:
    """Whether what follows below a panel stands no further from it than its first text from its head."""
    first, last = pieces[panel[1]], pieces[panel[-1]]
    gap = first.bbox.t - pieces[panel[0]].bbox.b
    below = [
        (piece.bbox.t, index)
        for index, piece in enumerate(pieces)
        if index not in panel and _is_under(piece, last) and _share_columns(piece, last)
    ]
    if not below:
        return False
    top, index = min(below)
    return index not in heads and pieces[index].is_like(first) and top - last.bbox.b <= _TABLE_GAP * max(gap, 0.0)
