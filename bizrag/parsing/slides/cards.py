"""Key figures on slides: a figure in large type and its label below or above it are one statement, not two lines.

A PPTX has a box for each (``figures_with_labels``); of a PDF the lines run through all cards (``find_cards``).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.charts.labels import number_of
from bizrag.parsing.diagrams.said import JOINT
from bizrag.parsing.draft import DraftItem, DraftText
from bizrag.parsing.key_figures import is_key_figure
from bizrag.parsing.slides.wrapped_lines import ends_open, is_of_size
from bizrag.parsing.text_layers.text_layer import Word, box_around, lines_of, split_line

_MAX_LABEL_WORDS, _MAX_FIGURE_WORDS = 8, 3
_MAX_LABELS = 2
# of the smaller width; of the larger height
_MIN_COMMON_WIDTH = 0.6
_MAX_GAP, _MAX_OVERLAP = 0.6, 0.5
# cards come in numbers: a figure alone may be anything
_MIN_CARDS = 2
# so many figures one step apart are the marks of an axis
_MIN_MARKS = 4
# in heights of the type: words of one card stand nearer, its lines too; it starts or is centred so near to its figure
_COLUMN_GAP, _LINE_GAP, _ALIGNED = 1.5, 2.0, 2.0
_MANY_CARDS, _FAR_GAP = 3, 4.0
# lines that only the width of a card broke stand nearer, in type of one size
_WRAP_GAP, _SAME_SIZE = 0.6, 0.05
# middles of one row are so near
_LEVEL = 0.3
# figures are so much larger than their labels
_LARGER = 1.3

_CHANGE = re.compile(r"[+\-\u2212\u2013\u00b1\u25b2\u25bc\u2191\u2193]")

# words of one line of one card
Segment = list[Word]


def figures_with_labels(items: Sequence[DraftItem]) -> list[list[DraftText]]:
    """The key figures of a slide, each with the labels in its column behind it."""
    texts = [item for item in items if isinstance(item, DraftText) and item.kind is BlockKind.TEXT and item.bbox]
    figures = [item for item in texts if is_key_figure(item.text)]
    if are_counted([figure.text for figure in figures]):
        return []
    labels = [item for item in texts if item not in figures and len(item.text.split()) <= _MAX_LABEL_WORDS]
    ways = [_own({id(figure): _labels_of(figure, labels, sign) for figure in figures}) for sign in (1, -1)]
    # by how much a figure has changed stands below its label, and has no label of its own
    changes = [figure for figure in figures if _CHANGE.match(figure.text) and not ways[0][id(figure)]]
    below = {id(figure): _labels_of(figure, labels, 1, changes) for figure in figures if figure not in changes}
    ways[0] = _own(below | {id(change): [] for change in changes})
    found = _around_figures(figures, *ways) or max(ways, key=lambda way: sum(map(bool, way.values())))
    cards = [[figure, *found[id(figure)]] for figure in figures if found.get(id(figure))]
    return cards if len(cards) >= _MIN_CARDS else []


def are_counted(texts: Sequence[str]) -> bool:
    """Whether figures count something, and say nothing of it: the steps of a process.

    >>> are_counted(["1", "2", "3"]), are_counted(["3", "1"]), are_counted(["01", "02", "03", "04"])
    (True, False, True)
    """
    numbers = [int(text) for text in texts if text.isdecimal()]
    return len(numbers) == len(texts) >= _MANY_CARDS and sorted(numbers) == list(range(1, len(numbers) + 1))


def _around_figures(
    figures: Sequence[DraftText], below: Mapping[int, Sequence[DraftText]], above: Mapping[int, Sequence[DraftText]]
) -> dict[int, list[DraftText]]:
    """Labels of figures that have a name above and a figure to compare with below; none where some have but one.

    Of rows of cards under each other the label of one stands above the figure of the next.
    """
    if not all(any(map(str.isdigit, label.text)) for labels in below.values() for label in labels):
        return {}
    named = {id(figure): [*above.get(id(figure), ())[:1], *below.get(id(figure), ())] for figure in figures}
    have_both = [bool(above.get(number)) == bool(below.get(number)) for number in named]
    claims = Counter(id(label) for labels in named.values() for label in labels)
    is_clear = all(have_both) and all(count == 1 for count in claims.values())
    return named if is_clear and any(named.values()) else {}


def _own(found: Mapping[int, Sequence[DraftText]]) -> dict[int, list[DraftText]]:
    """Labels by the number of their figure, without those that stand below several: a line below all cards."""
    claims = Counter(id(label) for labels in found.values() for label in labels)
    return {number: [label for label in labels if claims[id(label)] == 1] for number, labels in found.items()}


def _labels_of(
    figure: DraftText, labels: Sequence[DraftText], sign: int, changes: Sequence[DraftText] = ()
) -> list[DraftText]:
    """The labels next to a figure, nearest first: below it (``sign`` 1) or above it (-1); behind them ``changes``."""
    found: list[DraftText] = []
    while len(found) < _MAX_LABELS:
        last = found[-1] if found else figure
        near = [
            label
            for label in (*labels, *(changes if found else ()))
            if label not in found and _is_next(last.bbox, label.bbox, sign)
        ]
        if not near:
            break
        found.append(min(near, key=lambda label: sign * (label.bbox.t if label.bbox else 0.0)))
    return found


def _is_next(box: BoundingBox | None, other: BoundingBox | None, sign: int) -> bool:
    if box is None or other is None or sign * (other.t - box.t) <= 0:
        return False
    common = min(box.r, other.r) - max(box.l, other.l)
    gap = other.t - box.b if sign > 0 else box.t - other.b
    is_near = -_MAX_OVERLAP * other.height <= gap <= _MAX_GAP * max(box.height, other.height)
    return is_near and common >= _MIN_COMMON_WIDTH * min(box.width, other.width)


def said_card(card: Sequence[DraftText]) -> DraftText:
    """A key figure with its labels as one text."""
    figure, *labels = card
    box = figure.bbox
    for label in labels:
        box = box.union(label.bbox) if box is not None and label.bbox is not None else box
    text = JOINT.join(" ".join(item.text.split()) for item in _from_top(figure, labels))
    return DraftText(kind=BlockKind.TEXT, text=text, page_no=figure.page_no, bbox=box)


def _from_top(figure: DraftText, labels: Sequence[DraftText]) -> list[DraftText]:
    """A figure and its labels as they are said: a name that stands above with a remark below goes first."""
    above = [label for label in labels if label.bbox and figure.bbox and label.bbox.t < figure.bbox.t]
    below = [label for label in labels if label not in above]
    return [*above, figure, *below] if above and below else [figure, *labels]


def find_cards(words: Sequence[Word]) -> list[list[Segment]]:
    """The cards of a page of a PDF: for each the words of its figure, then those of its labels, line by line."""
    rows = _rows(words)
    texts = [[segment_text(part) for part in row] for row in rows]
    figures = [row for row, said in zip(rows, texts, strict=True) if _are_figures(said) and not _are_marks(said)]
    figures = [row for row in figures if not _are_changes(row, figures)]
    others = [row for row in rows if row not in figures]
    cards: list[list[Segment]] = []
    for row in figures:
        below, above = (_labels_of_row(row, _up_to_figures(row, others, figures, sign), sign) for sign in (1, -1))
        labels = below or above
        if below and above and len(figures) == 1 and len(above[0]) == len(row):
            # a name above each figure, a remark below
            labels = [above[0], *below]
        others = [other for other in others if other not in labels]
        found = [_in_order(figure, _of_column(figure, row, labels)) for figure in row] if labels else []
        cards += [card for card in found if len(card) > 1]
    return cards


def _in_order(figure: Segment, labels: Sequence[Segment]) -> list[Segment]:
    """A figure and its labels, as ``card_text`` says them: a name that stands above with a remark below goes first."""
    above = [label for label in labels if _middle(label) < _middle(figure)]
    below = [label for label in labels if label not in above]
    return [*above, figure, *below] if above and below else [figure, *labels]


def _are_figures(texts: Sequence[str]) -> bool:
    """Whether a row of cards has figures, most of them alone: "18,500", "29 Mt", "1 in 3"."""
    are_short = all(any(map(str.isdigit, text)) and len(text.split()) <= _MAX_FIGURE_WORDS for text in texts)
    return len(texts) >= _MIN_CARDS and are_short and 2 * sum(map(is_key_figure, texts)) > len(texts)


def _are_marks(texts: Sequence[str]) -> bool:
    """Whether figures are the marks of an axis, one step apart; what counts from 1 may be steps."""
    numbers = [number_of(text) for text in texts]
    steps = {round(other - one, 6) for one, other in pairwise(numbers)}
    return len(numbers) >= _MIN_MARKS and len(steps) == 1 and 0.0 not in steps and numbers[0] != 1


def _are_changes(row: Sequence[Segment], figures: Sequence[Sequence[Segment]]) -> bool:
    """Whether a row of figures says by how much larger ones have changed: "+10.1 %", "-3"."""
    is_smaller = any(_size(row) <= _size(other) / _LARGER for other in figures)
    return is_smaller and all(_CHANGE.match(segment_text(part)) for part in row)


def _rows(words: Sequence[Word]) -> list[list[Segment]]:
    """Segments that stand beside each other: the boxes of cards are often written one after the other."""
    parts = [
        part for line in lines_of(words) for part in split_line(line, gap=_COLUMN_GAP, size=lambda word: word.font_pt)
    ]
    rows: list[list[Segment]] = []
    for part in sorted(parts, key=_middle):
        if rows and _middle(part) - _middle(rows[-1][0]) <= _LEVEL * min(_size([part]), _size(rows[-1][:1])):
            rows[-1].append(part)
        else:
            rows.append([part])
    return [sorted(row, key=lambda part: part[0].bbox.l) for row in rows]


def _middle(segment: Segment) -> float:
    box = box_around(segment)
    return (box.t + box.b) / 2


def segment_text(segment: Segment) -> str:
    """Its words on one line."""
    return " ".join(word.text for word in segment)


def card_text(card: Sequence[Segment]) -> str:
    """A card on one line, its lines parted but where one goes on in the next: "6.8 GW – of storage on line by 2030"."""
    text = segment_text(card[0])
    for above, line in pairwise(card):
        gap = _edge([line], -1) - _edge([above], 1)
        is_next = 0 <= gap + _size([line]) / 2 < 1.5 * _size([line]) and is_of_size(above, line)
        goes_on = above is not card[0] and is_next and (line[0].text[0].islower() or ends_open(above))
        text += (" " if goes_on else JOINT) + segment_text(line)
    return text


def _up_to_figures(
    row: Sequence[Segment], rows: Sequence[list[Segment]], figures: Sequence[Sequence[Segment]], sign: int
) -> list[list[Segment]]:
    """The rows on one side of a row of figures, before the next row of figures: what is behind that is its own."""
    ends = [sign * _middle(other[0]) for other in figures if sign * (_middle(other[0]) - _middle(row[0])) > 0]
    return [other for other in rows if all(sign * _middle(other[0]) < end for end in ends)]


def _labels_of_row(figures: Sequence[Segment], rows: Sequence[list[Segment]], sign: int) -> list[list[Segment]]:
    """The rows of labels next to a row of figures, nearest first: below it (``sign`` 1) or above it (-1)."""
    size = _size(figures)
    edge = _edge(figures, sign)
    labels: list[list[Segment]] = []
    for row in sorted(rows, key=lambda row: sign * _edge(row, -sign)):
        gap = sign * (_edge(row, -sign) - edge)
        if gap < 0 or _size(row) > size / _LARGER:
            continue
        owners = [_owner(segment, figures) for segment in row]
        goes_on = bool(labels) and gap <= _WRAP_GAP * _size(row) and _is_level_size(row, labels[-1])
        # a label under each of several figures is theirs from further away
        reach = _FAR_GAP if len(set(owners)) == len(figures) >= _MANY_CARDS else _LINE_GAP
        if gap > reach * size or (len(labels) >= _MAX_LABELS and not goes_on):
            break
        if None in owners or len(set(owners)) < len(row):
            break
        labels.append(row)
        edge = _edge(row, sign)
    return labels if labels and len(labels[0]) >= _MIN_CARDS else []


def _is_level_size(row: Sequence[Segment], above: Sequence[Segment]) -> bool:
    return abs(_size(row) - _size(above)) <= _SAME_SIZE * _size(row)


def _of_column(figure: Segment, figures: Sequence[Segment], labels: Sequence[list[Segment]]) -> list[Segment]:
    at = next(number for number, other in enumerate(figures) if other is figure)
    return [segment for row in labels for segment in row if _owner(segment, figures) == at]


def _owner(segment: Segment, figures: Sequence[Segment]) -> int | None:
    """The number of the figure that a label starts or is centred under; None where it stands under none."""
    box = box_around(segment)
    boxes = [box_around(figure) for figure in figures]
    shifts = [min(abs(box.l - other.l), abs(box.l + box.r - other.l - other.r) / 2) for other in boxes]
    nearest = min(range(len(shifts)), key=lambda number: shifts[number])
    # a line that runs under several figures is no label of the first
    others = [other for number, other in enumerate(boxes) if number != nearest]
    runs_on = any(box.l < other.l and other.r < box.r for other in others)
    return nearest if shifts[nearest] <= _ALIGNED * _size([segment]) and not runs_on else None


def _size(row: Sequence[Segment]) -> float:
    return max(word.font_pt for segment in row for word in segment)


def _edge(row: Sequence[Segment], sign: int) -> float:
    """The lower edge of a row (``sign`` 1), or its upper edge."""
    box = box_around([word for segment in row for word in segment])
    return box.b if sign > 0 else box.t
