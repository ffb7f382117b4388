"""Where the paragraphs of a PPTX shape stand and how they look, as far as the file tells without a layout engine."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import pairwise
from typing import Any

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.diagrams.said import JOINT, say_links
from bizrag.parsing.draft import DraftItem, DraftText
from bizrag.parsing.slides.box_columns import find_box_columns
from bizrag.parsing.slides.cards import figures_with_labels, said_card
from bizrag.parsing.slides.drawn_bars import find_bar_values
from bizrag.parsing.slides.framed_rows import find_named_figures
from bizrag.parsing.slides.links import read_links
from bizrag.parsing.slides.loose_links import loose_links
from bizrag.parsing.slides.panels import find_panels, find_rows
from bizrag.parsing.slides.pieces import MAX_PIECES, Piece
from bizrag.parsing.slides.plans import Drawn, read_plan
from bizrag.parsing.slides.quadrants import find_quadrants
from bizrag.parsing.slides.said import said_together, under_bold
from bizrag.parsing.slides.shapes import EMU_PER_PT, Placed
from bizrag.parsing.slides.title_bars import find_titled_boxes
from bizrag.parsing.slides.whole_rows import whole_rows

# what PowerPoint takes where nothing else is said: size of text boxes, margins inside of boxes (points)
_USUAL_PT, _SIDE_PT, _TOP_PT = 18.0, 7.2, 3.6
# of the size of the type: width of a letter, height of a line
_LETTER, _LINE = 0.5, 1.2
# names of groups stand over groups: so often panels are looked for
_ROUNDS = 2
# so many paragraphs of a shape name it
_MAX_LABEL = 3
_FILLS = ("solidFill", "gradFill", "pattFill", "blipFill")


@dataclass(frozen=True, slots=True)
class WrittenText:
    """A paragraph of a slide as an item, and how it looks there."""

    item: DraftText
    piece: Piece
    shape_id: int
    # whether it is the head or an item of a list by what stands around it
    is_listed: bool = False


def read_looks(entry: Placed, items: Sequence[DraftItem]) -> list[WrittenText]:
    """The paragraphs of a shape with their looks; ``items`` are what was read of it, one for each that has text."""
    texts = [item for item in items if isinstance(item, DraftText)]
    if entry.bbox is None or len(texts) != len(items):
        return []
    lines = [line for line in entry.shape.text_frame.paragraphs if str(line.text).strip()]
    if len(lines) != len(texts):
        return []
    pieces = _pieces(entry, entry.bbox, lines)
    return [WrittenText(item, piece, entry.shape.shape_id) for item, piece in zip(texts, pieces, strict=True)]


def join_rows(
    items: Sequence[DraftItem], texts: Sequence[WrittenText], frames: Sequence[BoundingBox]
) -> tuple[list[DraftItem], list[WrittenText]]:
    """Items and texts of a slide, the key figures that stand beside their names or over them said with them."""
    pieces = [text.piece for text in texts]
    rows = find_bar_values(pieces) or find_named_figures(pieces, frames)
    return _replaced(items, texts, [(row, [_in_a_row([texts[index] for index in row])]) for row in rows])


def join_figures(items: Sequence[DraftItem], texts: Sequence[WrittenText]) -> tuple[list[DraftItem], list[WrittenText]]:
    """Items and texts of a slide, key figures said with their labels; they may be of a card that has more texts."""
    places = {id(text.item): index for index, text in enumerate(texts)}
    cards = [card for card in figures_with_labels(items) if all(id(item) in places for item in card)]
    return _replaced(items, texts, [([places[id(item)] for item in card], [said_card(card)]) for card in cards])


def join_texts(
    items: Sequence[DraftItem], texts: Sequence[WrittenText], frames: Sequence[BoundingBox]
) -> list[DraftItem]:
    """Items of a slide in reading order; what belongs together by its place is said where the first of it was.

    ``frames``: boxes that are drawn around texts or behind them.
    """
    here = set(map(id, items))
    texts = [text for text in texts if id(text.item) in here]
    # a box of several paragraphs is no cell of a row
    num_lines = Counter(text.shape_id for text in texts)
    several = {id(text.item) for text in texts if num_lines[text.shape_id] > 1}
    drawn = list({text.item.bbox for text in texts if text.item.bbox is not None and text.piece.is_filled})
    # what was said on one line may stand under a head of its own
    for _ in range(_ROUNDS):
        pieces = [text.piece for text in texts]
        taken = {index for index, text in enumerate(texts) if text.is_listed}
        groups = find_titled_boxes(pieces, drawn, taken)
        groups += find_quadrants(pieces, frames, taken.union(*groups))
        groups += find_panels(pieces, frames, taken.union(*groups))
        groups += _lead_ins(texts, taken.union(*groups))
        groups += find_box_columns(pieces, taken.union(*groups))
        said = [(group, _said([texts[index] for index in group])) for group in groups]
        several |= {id(item) for group, lines in said if len({texts[i].shape_id for i in group}) == 1 for item in lines}
        items, texts = _replaced(items, texts, said)
    taken = {index for index, text in enumerate(texts) if text.is_listed or id(text.item) in several}
    pieces = [text.piece for text in texts]
    rows = whole_rows(find_rows(pieces, taken), pieces, taken)
    return _replaced(items, texts, [(row, [_in_a_row([texts[index] for index in row])]) for row in rows])[0]


def _lead_ins(texts: Sequence[WrittenText], taken: set[int]) -> list[list[int]]:
    """Paragraphs of a shape (indices) that a short bold one before them names: the first, or each of several."""
    shapes: dict[int, list[int]] = {}
    for index, text in enumerate(texts):
        shapes.setdefault(text.shape_id, []).append(index)
    found: list[list[int]] = []
    parts = (
        [indices[number] for number in part]
        for indices in shapes.values()
        for part in _under_heads([texts[index].piece for index in indices])
    )
    for indices in parts:
        head, *others = (texts[index].piece for index in indices)
        is_lead_in = bool(others) and head.is_short and head.is_bold and not any(other.is_bold for other in others)
        if is_lead_in and taken.isdisjoint(indices) and all(other.size_pt <= head.size_pt for other in others):
            found.append(indices)
    return found


def _under_heads(pieces: Sequence[Piece]) -> list[list[int]]:
    """The paragraphs of a shape by their bold heads; all in one where it has not several."""
    parts = under_bold([piece.is_bold for piece in pieces])
    are_named = len(parts) < len(pieces) and all(pieces[part[0]].is_short for part in parts)
    return parts if are_named else [list(range(len(pieces)))]


def _replaced(
    items: Sequence[DraftItem], texts: Sequence[WrittenText], said: Sequence[tuple[Sequence[int], Sequence[DraftText]]]
) -> tuple[list[DraftItem], list[WrittenText]]:
    """Items and texts, with what some of the texts (indices) say together where the first of them was."""
    joined = {id(texts[group[0]].item): lines for group, lines in said}
    moved = {id(texts[index].item) for group, _ in said for index in group[1:]}
    groups = {group[0]: ([texts[index] for index in group], lines) for group, lines in said}
    items = [one for item in items if id(item) not in moved for one in joined.get(id(item), [item])]
    texts = [
        one
        for number, text in enumerate(texts)
        if id(text.item) not in moved
        for one in (_written(*groups[number]) if number in groups else [text])
    ]
    return items, texts


def _written(group: Sequence[WrittenText], lines: Sequence[DraftText]) -> list[WrittenText]:
    """What was said of a group as texts again: one where it is one line, else each as it was."""
    if len(lines) > 1:
        # the first line may be of two of them
        parts = _parts(group)[-len(lines) :]
        return [replace(part[0], item=line, is_listed=True) for part, line in zip(parts, lines, strict=True)]
    box = reduce(BoundingBox.union, (text.piece.bbox for text in group))
    return [
        replace(group[0], item=line, piece=replace(group[0].piece, text=line.text, bbox=box, is_joined=True))
        for line in lines
    ]


def with_plan(items: Sequence[DraftItem], texts: Sequence[WrittenText], placed: Sequence[Placed]) -> list[DraftItem]:
    """Items of a slide; the names of a plan that is drawn on it are said with the periods of their bars."""
    if len(placed) > MAX_PIECES:
        return list(items)
    written = {text.shape_id: text for text in texts}
    labels: dict[int, Drawn] = {}
    bars: dict[int, Drawn] = {}
    for number, entry in ((entry.shape.shape_id, entry) for entry in placed):
        text = written.get(number)
        if entry.bbox is None or (text is not None and not text.piece.is_short):
            continue
        if text is not None:
            labels[number] = Drawn(text.piece.text, entry.bbox)
        if is_filled(entry.shape):
            bars[number] = Drawn(text.piece.text if text is not None else "", entry.bbox)
    plan = read_plan(list(labels.values()), list(bars.values()))
    if plan is None:
        return list(items)
    joined: dict[int, DraftItem] = {}
    dropped: set[int] = set()

    def items_at(places: Sequence[Drawn]) -> list[DraftText]:
        boxes = {place.bbox for place in places}
        return [written[number].item for number, label in labels.items() if label.bbox in boxes]

    for line, places in plan.lines:
        first, *others = items_at(places)
        box = reduce(BoundingBox.union, (place.bbox for place in places))
        joined[id(first)] = replace(first, kind=BlockKind.TEXT, text=line, bbox=box)
        dropped |= set(map(id, others))
    return [joined.get(id(item), item) for item in items if id(item) not in dropped]


def link_lines(texts: Sequence[WrittenText], placed: Sequence[Placed]) -> list[DraftItem]:
    """What the connectors of a slide say, a line for each chain and for each shape that several others hang on."""
    links = read_links(placed)
    links += loose_links(placed, links) if len(placed) <= MAX_PIECES else []
    by_shape: dict[int, list[WrittenText]] = {}
    for text in texts:
        by_shape.setdefault(text.shape_id, []).append(text)
    labels = {number: JOINT.join(text.piece.text for text in held[:_MAX_LABEL]) for number, held in by_shape.items()}
    return [
        replace(
            by_shape[numbers[0]][0].item,
            kind=BlockKind.TEXT,
            text=line,
            bbox=_around([by_shape[number][0].item.bbox for number in numbers]),
        )
        for line, numbers in say_links(links, labels)
    ]


def is_filled(shape: Any) -> bool:
    """Whether a shape has a colour of its own behind its text."""
    properties = next((child for child in shape._element if _name(child) == "spPr"), None)  # noqa: SLF001
    fills = [_name(child) for child in properties] if properties is not None else []
    if "noFill" in fills:
        return False
    return any(fill in fills for fill in _FILLS) or any(_name(child) == "style" for child in shape._element)  # noqa: SLF001


def _said(panel: Sequence[WrittenText]) -> list[DraftText]:
    (head,), *parts = _parts(panel)
    lines = [JOINT.join(map(_line, part)) for part in parts]
    are_unlike = not any(one[0].piece.is_like(other[0].piece) for one, other in pairwise(parts))
    said = said_together(head.piece.text, lines, is_numbered=_is_numbered(panel), are_unlike=are_unlike)
    boxes = [_around([text.item.bbox for text in part]) for part in ([head], *parts)]
    # what is said on the first line stands where all does that has no line of its own
    num_first = len(boxes) - len(said) + 1
    boxes = [_around(boxes[:num_first]), *boxes[num_first:]]
    return [replace(head.item, kind=kind, text=text, bbox=box) for (kind, text), box in zip(said, boxes, strict=True)]


def _is_numbered(panel: Sequence[WrittenText]) -> bool:
    return panel[0].piece.is_badge and panel[1].piece.is_bold


def _parts(panel: Sequence[WrittenText]) -> list[list[WrittenText]]:
    """The head of a panel, and its texts under the bold ones that name them."""
    head, *others = panel
    return [[head], *([others[number] for number in part] for part in under_bold([x.piece.is_bold for x in others]))]


def _in_a_row(row: Sequence[WrittenText]) -> DraftText:
    line = JOINT.join(_line(text).removeprefix("- ") for text in row)
    return replace(row[0].item, kind=BlockKind.TEXT, text=line, bbox=_around([text.item.bbox for text in row]))


def _line(text: WrittenText) -> str:
    """A paragraph with what the author marked it with; that it is one of several is no mark."""
    written = text.item.text.strip()
    return text.piece.text if written == f"- {text.piece.text}" else written


def _around(boxes: Sequence[BoundingBox | None]) -> BoundingBox | None:
    known = [box for box in boxes if box is not None]
    return reduce(BoundingBox.union, known) if known else None


def _pieces(entry: Placed, bbox: BoundingBox, lines: Sequence[Any]) -> Iterator[Piece]:
    """Paragraphs from the top, broken to the width of their box; in its middle or at its foot where anchored so."""
    room = max(bbox.width - 2 * _SIDE_PT, 1.0)
    looks = [(_size(line), _is_bold(line), " ".join(str(line.text).split())) for line in lines]
    widths = [_LETTER * size * len(text) for size, _, text in looks]
    heights = [_LINE * size * math.ceil(width / room) for (size, _, _), width in zip(looks, widths, strict=True)]
    left_over = bbox.height - 2 * _TOP_PT - sum(heights)
    top = bbox.t + _TOP_PT + {"ctr": 0.5, "b": 1.0}.get(_anchor(entry.shape), 0.0) * left_over
    filled = is_filled(entry.shape)
    frame = bbox if filled and len(lines) == 1 else None
    for line, (size, is_bold, text), width, height in zip(lines, looks, widths, heights, strict=True):
        shift = {"ctr": 0.5, "r": 1.0}.get(_alignment(line), 0.0) * max(room - width, 0.0)
        left = bbox.l + _SIDE_PT + shift
        box = BoundingBox(l=left, t=top, r=left + min(width, room), b=top + height)
        piece = Piece(text, box, size, is_bold=is_bold, is_filled=filled)
        yield replace(piece, box=entry.shape.shape_id, frame=frame, shape=bbox)
        top += height


def _size(line: Any) -> float:
    sizes = [run.font.size for run in line.runs if run.font.size] or [line.font.size]
    return max((size / EMU_PER_PT for size in sizes if size), default=_USUAL_PT)


def _is_bold(line: Any) -> bool:
    runs = [run for run in line.runs if run.text.strip()]
    return bool(runs) and all(run.font.bold or (run.font.bold is None and line.font.bold) for run in runs)


def _anchor(shape: Any) -> str:
    body = shape.text_frame._txBody.bodyPr  # noqa: SLF001 - python-pptx knows no anchor that is not set
    return str(body.get("anchor") or "t")


def _alignment(line: Any) -> str:
    properties = line._p.pPr  # noqa: SLF001 - as above
    return str(properties.get("algn") or "l") if properties is not None else "l"


def _name(element: Any) -> str:
    return str(element.tag).rsplit("}", 1)[-1]
