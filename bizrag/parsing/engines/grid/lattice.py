"""Tables whose cells are all drawn (pure): rules and the edges of shaded boxes close every cell.

The lines cut the table into small fields; fields without a line between them are one cell, which gives merged cells
exactly. Where the lines only frame groups of rows or columns (a cell holds rows of its own), there is no lattice and
the words decide.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.engines.grid.columns import covered_length, find_columns
from bizrag.parsing.engines.grid.types import GridCell, Rule, TableGrid, Word, box_of
from bizrag.parsing.engines.grid.words import Segment, is_data, is_year, line_height, segments_of, text_lines, text_of

# lines closer than this are one (points)
_SAME_LINE_PT = 3.0
# a line parts two fields when it runs along this share of their common side
_SIDE_SHARE = 0.6
# a space of typewriter type is no wider, in line heights
_TYPED_SPACE = 1.3
# what is said of all values, across the names of their columns
_UNIT = re.compile(r"^\(.*\)$|\bin (?:thousands|millions|billions|%|per ?cent)\b", re.IGNORECASE)
# a figure with its unit in brackets
_OTHER_UNIT = re.compile(r"\([\d.,]+\s?[^\W\d_]+\)")

Spans = list[tuple[float, float]]
# first row, last row, first column, last column (inclusive)
Rect = tuple[int, int, int, int]


def lattice_grid(words: Sequence[Word], rules: Sequence[Rule], boxes: Sequence[BoundingBox]) -> TableGrid | None:
    """The grid drawn around the words; None when the lines do not close cells that are single."""
    if not words:
        return None
    drawn = _closed_grid(words, rules)
    if boxes and (drawn is None or _are_cut(drawn.cells, boxes)):
        edges = [*rules, *(edge for box in _outermost(boxes) for edge in _edges_of(box, words))]
        drawn = _closed_grid(words, edges) or drawn
    return drawn


def _are_cut(cells: Sequence[GridCell], boxes: Sequence[BoundingBox]) -> bool:
    """Whether boxes end at one height within several cells of the first row: the shade of a head of which only the body
    has lines.
    """
    ends = [
        round(box.b / _SAME_LINE_PT)
        for box in boxes
        for cell in cells
        if (held := cell.bbox) is not None
        and cell.row_start == 0
        and box.l <= held.middle_x <= box.r
        and held.t + held.height / 4 < box.b < held.b - held.height / 4
    ]
    return any(ends.count(end) > 1 for end in ends)


def _closed_grid(words: Sequence[Word], edges: Sequence[Rule]) -> TableGrid | None:
    frame = box_of(list(words))
    assert frame is not None, "there are words"
    ys = _positions([(r.y, r.l, r.r) for r in edges if r.is_horizontal], frame.t, frame.b)
    xs = _positions([(r.x, r.t, r.b) for r in edges if not r.is_horizontal], frame.l, frame.r)
    if len(xs) < 3 or len(ys) < 3:
        return None
    rects = _cells(xs, ys)
    if rects is None:
        return None
    held = _words_by_cell(words, rects, [x for x, _ in xs], [y for y, _ in ys])
    if held is None:
        return None
    parted = _parted(rects, held, [x for x, _ in xs])
    return _to_grid(*parted) if parted is not None and _cells_are_single(parted[1], parted[0]) else None


def _outermost(boxes: Sequence[BoundingBox]) -> list[BoundingBox]:
    """The boxes that lie in no other: the shading of a paragraph inside a cell is no cell."""
    slack = 0.5
    return [
        box
        for number, box in enumerate(boxes)
        if not any(
            number != other_number
            and (other.area, other_number) > (box.area, number)
            and other.l - slack <= box.l
            and other.r + slack >= box.r
            and other.t - slack <= box.t
            and other.b + slack >= box.b
            for other_number, other in enumerate(boxes)
        )
    ]


def _edges_of(box: BoundingBox, words: Sequence[Word]) -> list[Rule]:
    """The sides of a shaded box around words or across the table; other boxes without words are drawings."""
    width = max(w.r for w in words) - min(w.l for w in words)
    if box.width < 0.8 * width and not any(word.is_in(box) for word in words):
        return []
    return [
        Rule(l=box.l, t=box.t, r=box.r, b=box.t),
        Rule(l=box.l, t=box.b, r=box.r, b=box.b),
        Rule(l=box.l, t=box.t, r=box.l, b=box.b),
        Rule(l=box.r, t=box.t, r=box.r, b=box.b),
    ]


def _positions(lines: Sequence[tuple[float, float, float]], low: float, high: float) -> list[tuple[float, Spans]]:
    """Where lines of one direction stand and along which stretches, with the table's outer sides as full lines."""
    groups: list[list[tuple[float, float, float]]] = []
    for line in sorted(lines):
        if groups and line[0] - groups[-1][-1][0] <= _SAME_LINE_PT:
            groups[-1].append(line)
        else:
            groups.append([line])
    everywhere: Spans = [(float("-inf"), float("inf"))]
    found = [(sum(g[0] for g in group) / len(group), [(g[1], g[2]) for g in group]) for group in groups]
    inner = [(at, spans) for at, spans in found if low < at < high]
    first = max((at for at, _ in found if at <= low), default=low - 1)
    last = min((at for at, _ in found if at >= high), default=high + 1)
    return [(first, everywhere), *inner, (last, everywhere)]


def _runs_along(spans: Spans, start: float, end: float) -> bool:
    return covered_length(spans, start, end) >= _SIDE_SHARE * (end - start)


def _cells(xs: Sequence[tuple[float, Spans]], ys: Sequence[tuple[float, Spans]]) -> list[Rect] | None:
    """The cells as rectangles of fields; None when some cell is no rectangle."""
    num_rows, num_cols = len(ys) - 1, len(xs) - 1
    owner = {(r, c): (r, c) for r in range(num_rows) for c in range(num_cols)}

    def root(field: tuple[int, int]) -> tuple[int, int]:
        while owner[field] != field:
            field = owner[field]
        return field

    for r in range(num_rows):
        for c in range(num_cols):
            if c + 1 < num_cols and not _runs_along(xs[c + 1][1], ys[r][0], ys[r + 1][0]):
                owner[root((r, c + 1))] = root((r, c))
            if r + 1 < num_rows and not _runs_along(ys[r + 1][1], xs[c][0], xs[c + 1][0]):
                owner[root((r + 1, c))] = root((r, c))
    members: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for field in owner:
        members.setdefault(root(field), []).append(field)
    rects: list[Rect] = []
    for fields in members.values():
        rows, cols = [r for r, _ in fields], [c for _, c in fields]
        rect = (min(rows), max(rows), min(cols), max(cols))
        if len(fields) != (rect[1] - rect[0] + 1) * (rect[3] - rect[2] + 1):
            return None
        rects.append(rect)
    return sorted(rects)


def _words_by_cell(
    words: Sequence[Word], rects: Sequence[Rect], xs: Sequence[float], ys: Sequence[float]
) -> list[list[Word]] | None:
    """The words of each cell; None when words stand across the lines."""
    held: list[list[Word]] = [[] for _ in rects]
    num_across = 0
    for word in words:
        for number, (top, bottom, left, right) in enumerate(rects):
            if xs[left] <= word.middle_x <= xs[right + 1] and ys[top] <= word.middle_y <= ys[bottom + 1]:
                held[number].append(word)
                slack = 0.3 * word.height
                num_across += word.l < xs[left] - slack or word.r > xs[right + 1] + slack
                break
        else:
            return None
    return held if num_across <= 0.02 * len(words) else None


def _parted(
    rects: Sequence[Rect], held: Sequence[list[Word]], xs: Sequence[float]
) -> tuple[list[Rect], list[list[Word]]] | None:
    """Cells and their words, bands across columns that name each of them taken apart: often only the body has lines.

    The names of the columns of values may stand alone; a unit that is written across them ("in thousands") goes to the
    column of labels. None where a name stands over several columns: which, the lines do not say.
    """
    parted: list[tuple[Rect, list[Word]]] = []
    for (top, bottom, left, right), words in zip(rects, held, strict=True):
        across, names = _across_and_below(words, xs[left + 1 : right + 1])
        columns = [[word for word in names if xs[c] <= word.middle_x < xs[c + 1]] for c in range(left, right + 1)]
        is_head_of_values = left == 0 and len(columns) > 2 and not columns[0] and all(columns[1:])
        if right > left and ((all(columns) and not across) or is_head_of_values):
            is_unit = not across or _UNIT.search(text_of(across)) is not None
            if not is_unit or not all(_are_aligned(column) for column in columns[1:]):
                return None
            columns[0] = [*across, *columns[0]]
            parted += [((top, bottom, left + at, left + at), column) for at, column in enumerate(columns) if column]
        elif right > left and len(_pieces(across)) > len(text_lines(across)):
            return None
        else:
            parted.append(((top, bottom, left, right), words))
    parted.sort(key=lambda cell: cell[0])
    return [rect for rect, _ in parted], [words for _, words in parted]


def _are_aligned(words: Sequence[Word]) -> bool:
    """Whether the lines of a cell begin, end or have their middle at one place, as those of one name do."""
    ends = [(min(word.l for word in line), max(word.r for word in line)) for line in text_lines(words)]
    places = zip(*((left, right, (left + right) / 2) for left, right in ends), strict=True)
    return any(max(place) - min(place) < _SAME_LINE_PT for place in places)


def _across_and_below(words: Sequence[Word], borders: Sequence[float]) -> tuple[list[Word], list[Word]]:
    """The words of a cell down to the last line that stands across a border, and those below it."""
    lines = text_lines(words)
    last = max((number for number, line in enumerate(lines) if _crosses(line, borders)), default=-1)
    return [word for line in lines[: last + 1] for word in line], [word for line in lines[last + 1 :] for word in line]


def _crosses(words: Sequence[Word], borders: Sequence[float]) -> bool:
    """Whether a piece of text of a cell stands across a line that would part it."""
    return any(segment.l < x < segment.r for segment in _pieces(words) for x in borders)


def _pieces(words: Sequence[Word]) -> list[Segment]:
    return segments_of(text_lines(words), line_height(words), []) if words else []


def _cells_are_single(held: Sequence[list[Word]], rects: Sequence[Rect]) -> bool:
    """Whether no cell holds columns or rows of its own, and there are cells enough to be a table."""
    filled = [(words, rect) for words, rect in zip(held, rects, strict=True) if words]
    if len({rect[0] for _, rect in filled}) < 2 or len({rect[2] for _, rect in filled}) < 2:
        return False
    starts: dict[tuple[int, int], list[float]] = {}
    for words, (top, bottom, _, _) in filled:
        lines = text_lines(words)
        height = line_height(words)
        segments = segments_of(lines, height, [])
        by_line = [
            1 if _is_evenly_spaced(line, height) else sum(s.line == number for s in segments)
            for number, line in enumerate(lines)
        ]
        if len(lines) == 1 and by_line[0] > 2:
            return False
        if sum(count > 1 for count in by_line) >= 2 and find_columns(segments, height, []):
            return False
        if _is_stack(lines):
            return False
        ys = _paragraph_starts(lines)
        others = starts.setdefault((top, bottom), [])
        # paragraphs that begin side by side are rows
        if any(abs(y - other) <= 0.4 * height for y in ys for other in others):
            return False
        others.extend(ys)
    return True


def _is_stack(lines: Sequence[Sequence[Word]]) -> bool:
    """Whether a cell holds a number on each line, as rows do.

    A list of numbers goes on behind a comma, and "(250 mg)" below "5 ml" is the same in another unit.
    """
    texts = [text_of(line) for line in lines]
    goes_on = any(text.endswith(",") for text in texts[:-1]) or any(map(_OTHER_UNIT.fullmatch, texts[1:]))
    return len(texts) > 1 and all(map(is_data, texts)) and not goes_on


def _is_evenly_spaced(line: Sequence[Word], height: float) -> bool:
    """Whether the words of a line stand apart by one and the same space, as typewriters set it: no columns."""
    gaps = [word.l - before.r for before, word in itertools.pairwise(line)]
    are_words = not any(is_data(word.text) for word in line)
    return are_words and len(gaps) > 1 and max(gaps) <= min(_TYPED_SPACE * height, 1.5 * min(gaps))


def _paragraph_starts(lines: Sequence[Sequence[Word]]) -> list[float]:
    """The y of lines that stand clearly further below the line above than usual in this cell."""
    ys = [max(line, key=lambda w: w.height).middle_y for line in lines]
    steps = [lower - upper for upper, lower in itertools.pairwise(ys)]
    return [y for y, step in zip(ys[1:], steps, strict=True) if step > 1.3 * min(steps)]


def _to_grid(rects: Sequence[Rect], held: Sequence[list[Word]]) -> TableGrid:
    """Cells with words, on the rows and columns in which some cell with words begins."""
    filled = [(rect, words) for rect, words in zip(rects, held, strict=True) if words]
    rows = sorted({rect[0] for rect, _ in filled})
    cols = sorted({rect[2] for rect, _ in filled})
    head = _count_head_rows(filled, rows, cols)
    cells = [
        GridCell(
            text=text_of(words),
            row_start=rows.index(top),
            row_end=sum(r <= bottom for r in rows),
            col_start=cols.index(left),
            col_end=sum(c <= right for c in cols),
            is_header=rows.index(top) < head,
            bbox=box_of(words),
        )
        for (top, bottom, left, right), words in filled
    ]
    return TableGrid(num_rows=len(rows), num_cols=len(cols), cells=tuple(cells), confidence=1.0)


def _count_head_rows(filled: Sequence[tuple[Rect, list[Word]]], rows: Sequence[int], cols: Sequence[int]) -> int:
    """The first row, and those that share its names: under a name over several columns, beside a tall one."""
    texts = [(rect, text_of(words)) for rect, words in filled if rect[2] > cols[0]]
    with_data = [rect[0] for rect, text in texts if is_data(text) and not is_year(text)]
    first_data = rows.index(min(with_data)) if with_data else len(rows)
    top = [rect for rect, _ in filled if rect[0] == rows[0]]
    wide = any(sum(left <= c <= right for c in cols) > 1 for _, _, left, right in top)
    tall = max(sum(r <= bottom for r in rows) for _, bottom, _, _ in top)
    head = max(2 if wide else 1, tall)
    return min(head, first_data, len(rows) - 1)
