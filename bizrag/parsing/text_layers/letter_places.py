"""Where the letters of a PDF's text layer stand to each other. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bizrag.model.geometry import BoundingBox

#: left, bottom, right, top of a letter in PDF space, points from the bottom left
Corners = tuple[float, float, float, float]

#: in heights of a letter: the middles of two "l" beside each other are a third of it apart
OVERPRINT = 0.12


def box_of_corners(corners: Sequence[Corners]) -> Corners:
    """The smallest box around letters (at least one)."""
    lefts, bottoms, rights, tops = zip(*corners, strict=True)
    return min(lefts), min(bottoms), max(rights), max(tops)


def halves_of(
    corners: Sequence[Corners], broken_at: int | None, place: Callable[..., BoundingBox], *, is_upright: bool
) -> tuple[BoundingBox, BoundingBox] | None:
    """Where the letters of a word up to its hyphen stand and those behind it; None where they share a line.

    ``is_upright`` where lines run up or down in the space of the page.
    """
    if broken_at is None or len(corners) <= broken_at + 1:
        return None
    first, second = box_of_corners(corners[: broken_at + 1]), box_of_corners(corners[broken_at + 1 :])
    low, high = (0, 2) if is_upright else (1, 3)
    shares_line = min(first[high], second[high]) >= max(first[low], second[low])
    return None if shares_line else (place(*first), place(*second))


def is_overprint(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    """Whether a letter is the one before it drawn again, as outlines and shadows are: on nearly the same place. The
    letters of a ligature are on the very same.
    """
    if one == other:
        return False
    slack = 2 * OVERPRINT * max(one[3] - one[1], other[3] - other[1])
    return abs(one[0] + one[2] - other[0] - other[2]) <= slack and abs(one[1] + one[3] - other[1] - other[3]) <= slack


def place_again(letters: Sequence[str], corners: Sequence[Corners], letter: str, corner: Corners) -> int | None:
    """Which of the letters of a word a further one is drawn over again; None where it is a new one.

    Outlines that are drawn first may be told pair by pair: "2", "2", "6", "8", "6", "8" of "268".
    """
    # asked for every letter of a document
    if letter not in letters:
        return None
    return next(
        (at for at in range(len(letters) - 1, -1, -1) if letters[at] == letter and is_overprint(corners[at], corner)),
        None,
    )
