"""Tells a diagram: the texts of its boxes, and which box leads to which."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.charts.colours import Pixels
from bizrag.parsing.charts.labels import Label, on_image
from bizrag.parsing.diagrams.boxes import Drawing, find_boxes
from bizrag.parsing.diagrams.lines import End, Line, find_lines, texts_beside
from bizrag.parsing.diagrams.said import JOINT, Link, say_links
from bizrag.parsing.diagrams.texts_below import texts_below

# what joins fewer boxes by fewer lines may be anything; a drawing with more texts is no diagram
_MIN_NODES, _MIN_LINKS, _MAX_LABELS = 3, 2, 150
# so many boxes hang on a trunk
_MIN_TRUNK = 4
# a text beside a line has no more words
_MAX_WORDS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagram:
    """What a diagram says, a line each: texts of boxes, texts beside them, and how boxes hang together."""

    texts: tuple[str, ...] = ()
    links: tuple[str, ...] = ()


def find_diagram(labels: Sequence[Label], image: Image.Image) -> Diagram:
    """What the boxes and lines on an image say; nothing where lines do not join several boxes.

    Args:
        labels: its texts, boxes in pixels of ``image``.
        image: what is drawn.
    """
    labels = on_image(labels, width=image.width, height=image.height)
    if not _MIN_NODES <= len(labels) <= _MAX_LABELS:
        return Diagram()
    pixels: Pixels = np.asarray(image.convert("RGB")).astype(np.int16)
    drawing = find_boxes(labels, pixels)
    if len(drawing.nodes) < _MIN_NODES:
        return Diagram()
    links = _links(drawing)
    nodes = {node for link in links for node in link}
    if len(nodes) < _MIN_NODES or len(links) < _MIN_LINKS:
        return Diagram()
    names = {number: node.label for number, node in enumerate(drawing.nodes, start=1)}
    beside = {text for text in links.values() if text}
    loose = [text for text in drawing.loose if text.text not in beside]
    below = texts_below(drawing.nodes, loose)
    under = {id(label) for _, labels in below.values() for label in labels}
    # a question is said with what follows
    told = [
        f"{name}{JOINT}{below[number][0]}" if number in below else name
        for number, name in names.items()
        if number in below or not (name.endswith("?") and number in nodes)
    ]
    return Diagram(
        texts=(*told, *(text.text for text in loose if id(text) not in under)),
        # a question mark would end a sentence
        links=tuple(line for line, _ in say_links(links, {n: name.rstrip("? ") for n, name in names.items()}, links)),
    )


def say_diagram(labels: Sequence[Label], image: Image.Image) -> str:
    """What a diagram says, a line each; empty where there is none. See ``find_diagram``."""
    diagram = find_diagram(labels, image)
    return "\n".join((*diagram.texts, *diagram.links))


def _links(drawing: Drawing) -> dict[Link, str]:
    """The pairs of boxes (numbers) that lines join, each with the text beside its line."""
    lines = find_lines(drawing)
    found: dict[Link, str] = {}
    beside = _texts_of_lines(lines, drawing.loose)
    for number, line in enumerate(lines):
        starts, ends = _directions(line.ends, drawing)
        if len(starts) != 1 and len(ends) != 1:
            continue
        parted = ends if len(ends) > 1 else starts
        for start in starts:
            for end in ends:
                own = end if len(ends) > 1 else start
                texts = [
                    text.text
                    for text, place in beside.get(number, ())
                    if len(parted) == 1 or _nearest(place, parted) is own
                ]
                if start.node != end.node and (end.node, start.node) not in found:
                    found.setdefault((start.node, end.node), " ".join(texts))
    # in the order in which boxes are read
    return dict(sorted(found.items()))


def _texts_of_lines(
    lines: Sequence[Line], texts: Sequence[Label]
) -> dict[int, list[tuple[Label, tuple[float, float]]]]:
    """The texts beside each line (its number), with the nearest place on it: a text is that of the nearest line."""
    best: dict[Label, tuple[float, int, tuple[float, float]]] = {}
    short = [text for text in texts if len(text.text.split()) <= _MAX_WORDS]
    for number, line in enumerate(lines):
        for text, place, away in texts_beside(line, short):
            if text not in best or away < best[text][0]:
                best[text] = away, number, place
    found: dict[int, list[tuple[Label, tuple[float, float]]]] = {}
    for text, (_, number, place) in sorted(best.items(), key=lambda entry: (entry[0].y, entry[0].x)):
        found.setdefault(number, []).append((text, place))
    return found


def _nearest(place: tuple[float, float], ends: Sequence[End]) -> End:
    return min(ends, key=lambda end: (end.x - place[0]) ** 2 + (end.y - place[1]) ** 2)


def _directions(ends: Sequence[End], drawing: Drawing) -> tuple[list[End], list[End]]:
    """Where a line begins and where it ends: at heads, else downwards, else to the right.

    Of a box above several others on one trunk, what looks like a head at one of them is where the trunk turns.
    """
    heads = [end for end in ends if end.has_head]
    others = [end for end in ends if not end.has_head]
    top = _first(ends, drawing, _is_above)
    if len(heads) == 1 and len(ends) >= _MIN_TRUNK and top is not None and not top.has_head:
        return [top], [end for end in ends if end is not top]
    if heads and others:
        return others, heads
    first = top or _first(ends, drawing, _is_left_of)
    return ([first], [end for end in ends if end is not first]) if first is not None else ([], [])


def _first(ends: Sequence[End], drawing: Drawing, before: Callable[[BoundingBox, BoundingBox], bool]) -> End | None:
    """The only end whose box stands before those of all others."""
    boxes = {end: drawing.nodes[end.node - 1].bbox for end in ends}
    first = [end for end in ends if all(before(boxes[end], boxes[other]) for other in ends if other is not end)]
    return first[0] if len(first) == 1 else None


def _is_above(one: BoundingBox, other: BoundingBox) -> bool:
    return one.b <= other.t


def _is_left_of(one: BoundingBox, other: BoundingBox) -> bool:
    return one.r <= other.l
