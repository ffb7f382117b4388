"""What connectors of a PPTX slide join: who reports to whom, which step follows which.

Lines that are glued to two shapes say so in the file; a line that is merely drawn between them does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.slides.shapes import DRAWING, Placed

#: where a connector begins and ends, in its file: what it is glued to, and how that end is drawn
ENDS, HEADS = ("stCxn", "endCxn"), ("headEnd", "tailEnd")
#: between what hangs together, in what is said of it
ARROW = " → "

# shape ids: from, to
Link = tuple[int, int]


def read_links(placed: Sequence[Placed]) -> list[Link]:
    """The pairs of shapes that connectors join, each once: along the arrow; without one downwards, or to the right."""
    boxes = {entry.shape.shape_id: entry.bbox for entry in placed if entry.bbox is not None}
    found: dict[Link, None] = {}
    for entry in placed:
        element = entry.shape._element  # noqa: SLF001 - python-pptx tells no glued ends
        ends = glued_ends(element)
        if len(ends) != len(ENDS):
            continue
        start, end = ends
        if start != end and start in boxes and end in boxes:
            found[(end, start) if is_back(element, boxes[start], boxes[end]) else (start, end)] = None
    return list(found)


def say_links(links: Iterable[Link], labels: Mapping[int, str]) -> list[tuple[str, list[int]]]:
    """What the links say, with the shapes that each line names: chains on one line, else a line for each beginning.

    >>> say_links([(1, 2), (2, 3)], {1: "Notify", 2: "Assess", 3: "Pay"})
    [('Notify → Assess → Pay', [1, 2, 3])]
    >>> [line for line, _ in say_links([(1, 2), (1, 3)], {1: "Solheim", 2: "Brandt", 3: "Diallo"})]
    ['Solheim → Brandt; Diallo']
    """
    after: dict[int, list[int]] = {}
    num_before: dict[int, int] = {}
    for start, end in links:
        if labels.get(start) and labels.get(end):
            after.setdefault(start, []).append(end)
            num_before[end] = num_before.get(end, 0) + 1
    lines: list[tuple[str, list[int]]] = []
    said: set[int] = set()
    for start in sorted(after, key=lambda node: num_before.get(node, 0)):
        if start in said:
            continue
        chain = [start]
        while len(after.get(chain[-1], ())) == 1 and num_before[after[chain[-1]][0]] == 1 and chain[-1] not in said:
            said.add(chain[-1])
            chain.append(after[chain[-1]][0])
        if len(chain) > 1:
            lines.append((ARROW.join(labels[node] for node in chain), chain))
        ends = after.get(chain[-1], []) if chain[-1] not in said else []
        if ends:
            said.add(chain[-1])
            lines.append((f"{labels[chain[-1]]}{ARROW}{'; '.join(labels[node] for node in ends)}", [chain[-1], *ends]))
    return lines


def glued_ends(element: Any) -> list[int]:
    """The ids of the shapes that a connector is glued to."""
    return [int(node.get("id")) for name in ENDS for node in element.iter(f"{DRAWING}{name}")]


def is_back(element: Any, start: BoundingBox, end: BoundingBox) -> bool:
    """Whether a connector leads from its end to its start."""
    heads = [next(element.iter(f"{DRAWING}{name}"), None) for name in ("headEnd", "tailEnd")]
    at_start, at_end = (node is not None and node.get("type") not in (None, "none") for node in heads)
    if at_start != at_end:
        return at_start
    if end.b <= start.t or start.b <= end.t:
        return end.b <= start.t
    return end.r <= start.l
