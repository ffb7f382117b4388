"""What belongs together on a slide in PDF by its place: the words of panels and rows, and the blocks made of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.conservation import margin_kind
from bizrag.parsing.diagrams.said import JOINT
from bizrag.parsing.draft import DraftTable, DraftText
from bizrag.parsing.slides.artifacts import Artifact
from bizrag.parsing.slides.box_columns import find_box_columns
from bizrag.parsing.slides.cards import Segment, find_cards, segment_text
from bizrag.parsing.slides.panels import find_framed, find_panels, find_rows
from bizrag.parsing.slides.pieces import MAX_PIECES, Piece, levels_of
from bizrag.parsing.slides.quadrants import find_quadrants
from bizrag.parsing.slides.said import said_together, under_bold
from bizrag.parsing.slides.text import TYPED_BULLET
from bizrag.parsing.slides.title_bars import find_titled_boxes
from bizrag.parsing.slides.whole_names import whole_names
from bizrag.parsing.slides.whole_rows import whole_rows
from bizrag.parsing.slides.wrapped_lines import join_lines, whole_cells
from bizrag.parsing.text_layers.text_layer import PageLayer, Word, box_around, lines_of, split_line

# between segments of a line, in sizes of the type
_COLUMN_GAP = 1.5
# from a bullet to its text, in sizes of the type
_INDENT = 4.0
_BULLETS = "•·▪◦‣●○■□"
# so many rows of so many texts are no lists beside each other
_MANY_ROWS, _MANY_COLUMNS = 4, 4
# with fewer rows tiles may be quadrants; edges are alike within so many points; gaps take less than the rest
_TILED_ROWS, _TILE_EDGE, _TILED_SHARE = 4, 3.0, 0.95
# so many lines in a frame are a text
_MANY_LINES = 3


def panels_of(words: Sequence[Word], frames: Sequence[BoundingBox], layer: PageLayer) -> list[list[Segment]]:
    """The panels of a slide: for each the words of its head, then those under it, line by line."""
    segments = whole_names(segments_of(words, layer), frames)
    pieces = _pieces(segments, frames)
    found = find_box_columns(pieces)
    found += find_titled_boxes(pieces, frames, {index for column in found for index in column})
    found += find_quadrants(pieces, frames, {index for panel in found for index in panel})
    found += find_panels(pieces, frames, {index for panel in found for index in panel})
    return [[segments[index] for index in panel] for panel in found]


def rows_of(words: Sequence[Word], frames: Sequence[BoundingBox], layer: PageLayer) -> list[list[Segment]]:
    """What stands beside each other as rows of a name and what is said of it; none where other lines stand between."""
    lines = segments_of(words, layer)
    segments = whole_cells(lines)
    pieces = _pieces(segments, frames)
    # what stands in a frame beside rows is none of theirs
    framed = _beside_others(pieces, frames)
    rows = find_rows(pieces, framed)
    framed = framed if rows else set()
    rows = whole_rows(rows or find_rows(pieces), pieces, framed)
    if not rows:
        return []
    # lists beside each other have lines that go on as well, but no names in a style of their own
    are_alike = any(all(pieces[row[0]].is_like(pieces[other]) for other in row) for row in rows)
    is_table = len(rows) >= _MANY_ROWS and all(len(row) >= _MANY_COLUMNS for row in rows)
    if are_alike and len(segments) < len(lines) and not is_table:
        return []
    held = {index for row in rows for index in row}
    around = box_around([word for index in held for word in segments[index]])
    others = (segment for index, segment in enumerate(segments) if index not in held)
    if any(around.holds_centre(box_around(other)) for other in others):
        return []
    return [[segments[index] for index in row] for row in rows]


def _beside_others(pieces: Sequence[Piece], frames: Sequence[BoundingBox]) -> set[int]:
    """Pieces below each other in a frame, where others stand outside of it on their levels."""
    found: set[int] = set()
    for frame in frames:
        held = [index for index, piece in enumerate(pieces) if frame.holds_centre(piece.bbox)]
        num_levels = len(levels_of(held, pieces))
        others = [piece for index, piece in enumerate(pieces) if index not in held]
        if num_levels == len(held) >= _MANY_LINES and sum(_is_beside(other.bbox, frame) for other in others) > 1:
            found.update(held)
    return found


def _is_beside(box: BoundingBox, frame: BoundingBox) -> bool:
    return frame.t <= box.middle_y <= frame.b and (box.r <= frame.l or frame.r <= box.l)


def row_block(row: Sequence[Segment], layer: PageLayer) -> DraftText:
    """A name and what is said of it beside it, on one line."""
    return text_block(JOINT.join(map(segment_text, row)), [word for segment in row for word in segment], layer)


def panel_blocks(panel: Sequence[Segment], frames: Sequence[BoundingBox], layer: PageLayer) -> list[DraftText]:
    """A panel as blocks: one, or its head and the items of its list."""
    head, *lines = panel
    texts = join_lines(lines).split("\n")
    words = [word for line in lines for word in line]
    ends = list(accumulate(len(text.split()) for text in texts))
    places = [words[start:end] for start, end in pairwise([0, *ends])]
    # bullets are set in the plain type of their font
    are_bold = [all(word.is_bold for word in place if any(map(str.isalnum, word.text))) for place in places]
    is_numbered = are_bold[0] and _piece(head, frames).is_badge
    parts = under_bold(are_bold)
    looks = [_piece(place, frames) for place in places]
    are_unlike = not any(one.is_like(other) for one, other in pairwise(looks))
    texts = [JOINT.join((texts[part[0]], *(TYPED_BULLET.sub("", texts[at]) for at in part[1:]))) for part in parts]
    places = [head, *([word for number in part for word in places[number]] for part in parts)]
    said = said_together(segment_text(head), texts, is_numbered=is_numbered, are_unlike=are_unlike)
    # what is said on the first line stands where all does that has no line of its own
    num_first = len(places) - len(said) + 1
    places = [[word for place in places[:num_first] for word in place], *places[num_first:]]
    return [text_block(text, place, layer, kind) for (kind, text), place in zip(said, places, strict=True)]


def framed_panels(words: Sequence[Word], frames: Sequence[BoundingBox], layer: PageLayer) -> list[list[Segment]]:
    """What stands in frames of its own: for each the words of its head, then those under it, line by line."""
    segments = segments_of(words, layer)
    return [[segments[index] for index in panel] for panel in find_framed(_pieces(segments, frames), frames)]


def without_framed(
    cards: Sequence[list[Segment]], words: Sequence[Word], frames: Sequence[BoundingBox], layer: PageLayer
) -> list[list[Segment]]:
    """Key figures with their labels, without those that have part of what stands under the head of a frame, or reach
    into it.
    """
    panels = framed_panels(words, frames, layer)
    held = [{id(word) for segment in panel for word in segment} for panel in panels]

    def is_part(card: Sequence[Segment]) -> bool:
        own = {id(word) for segment in card for word in segment}
        return any(not own.isdisjoint(words) and not words <= own for words in held)

    return [card for card in cards if not is_part(card)]


def without_panels(artifacts: Sequence[Artifact], layer: PageLayer, frames: Sequence[BoundingBox]) -> list[Artifact]:
    """Artifacts without tables most of whose words are key figures with their labels, or boxes with headings."""
    tables = [item for item in artifacts if isinstance(item, DraftTable)]
    if not tables:
        return list(artifacts)
    inside = [word for card in find_cards(layer.words) for part in card for word in part]
    segments = segments_of(layer.words, layer)
    pieces = _pieces(segments, frames)
    framed = find_framed(pieces, frames)
    inside += [word for panel in (*framed, *find_box_columns(pieces)) for index in panel for word in segments[index]]
    taken = set(map(id, inside))
    tiled = [table for table in tables if _is_tiled(table, frames)]
    return [
        item
        for item in artifacts
        if item in tiled or not (isinstance(item, DraftTable) and _is_mostly(taken, item, layer))
    ]


def _is_tiled(table: DraftTable, frames: Sequence[BoundingBox]) -> bool:
    """Whether each cell of a table has a frame, and these touch: boxes and cards stand apart."""
    if table.bbox is None or table.num_rows < _TILED_ROWS:
        return False
    cells = [frame for frame in frames if table.bbox.holds_centre(frame) and 2 * frame.area < table.bbox.area]
    sides = (_num_apart([cell.l for cell in cells]), _num_apart([cell.t for cell in cells]))
    is_grid = sides == (table.num_cols, table.num_rows) and len(cells) == table.num_cols * table.num_rows
    return is_grid and sum(cell.area for cell in cells) > _TILED_SHARE * table.bbox.area


def _num_apart(edges: Sequence[float]) -> int:
    """How many different places some edges have."""
    return len(edges[:1]) + sum(after - before > _TILE_EDGE for before, after in pairwise(sorted(edges)))


def _is_mostly(taken: set[int], table: DraftTable, layer: PageLayer) -> bool:
    inside = [id(word) for word in layer.words if table.bbox is not None and table.bbox.holds_centre(word.bbox)]
    return 2 * len(taken.intersection(inside)) > len(inside)


def _pieces(segments: Sequence[Segment], frames: Sequence[BoundingBox]) -> list[Piece]:
    return [_piece(segment, frames) for segment in segments]


def segments_of(words: Sequence[Word], layer: PageLayer) -> list[Segment]:
    """Lines, parted at wide gaps, without those at the edges of the page; none where there are too many for a slide."""
    inner = [word for word in words if margin_kind(word.bbox, layer.height_pt) is None]
    found = [
        part
        for line in lines_of(inner)
        for part in _with_bullets(split_line(line, gap=_COLUMN_GAP, size=lambda word: word.font_pt))
    ]
    return found if len(found) <= MAX_PIECES else []


def _with_bullets(parts: Sequence[Segment]) -> list[Segment]:
    """Parts of a line, each bullet with what it marks: that may be set far behind it."""
    found: list[Segment] = []
    for part in parts:
        before = found[-1] if found else []
        is_bullet = len(before) == 1 and before[0].text in _BULLETS and any(map(str.isalpha, segment_text(part)))
        if is_bullet and part[0].bbox.l - before[0].bbox.r <= _INDENT * size_of(part):
            found[-1] = [*before, *part]
        else:
            found.append(part)
    return found


def _piece(segment: Segment, frames: Sequence[BoundingBox]) -> Piece:
    set_pt = max(word.em_pt for word in segment)
    around = [number for number, frame in enumerate(frames) if frame.holds_centre(box_around(segment))]
    inner = min(around, key=lambda number: frames[number].area, default=None)
    return Piece(
        segment_text(segment),
        box_around(segment),
        set_pt or size_of(segment),
        is_bold=all(word.is_bold for word in segment),
        is_measured=not set_pt,
        box=inner,
        frame=frames[inner] if inner is not None else None,
    )


def text_block(text: str, words: Sequence[Word], layer: PageLayer, kind: BlockKind = BlockKind.TEXT) -> DraftText:
    """A text where its words stand."""
    return DraftText(kind=kind, text=text, page_no=layer.page_no, bbox=box_around(words))


def size_of(words: Sequence[Word]) -> float:
    """The size of the type of a text: the largest of its words."""
    return max(word.font_pt for word in words)
