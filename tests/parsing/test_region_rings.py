"""Key figures in rings, each with its name below the ring, on written pages (``written_pages``)."""

from __future__ import annotations

from bizrag.parsing.engines.regions.types import Box
from tests.parsing.written_pages import Text, boxes, page

_NAMES = (("Green power", "Water reused", "Sites audited"), ("Women leading", "Fleet renewed", "Staff trained"))
_SHARES = (("83%", "61%", "94%"), ("36%", "52%", "88%"))


def _rings(*, side: float = 90, lift: float = 0) -> tuple[list[Text], list[Box]]:
    """Two rows of three rings of a side with the names below, and what is drawn; figures that much above the middle."""
    texts: list[Text] = []
    rings: list[Box] = []
    for row, (names, shares) in enumerate(zip(_NAMES, _SHARES, strict=True)):
        for column, (name, share) in enumerate(zip(names, shares, strict=True)):
            x, y = 120.0 + 180 * column, 200.0 + 180 * row
            rings.append((x - side / 2, y - side / 2, x + side / 2, y + side / 2))
            texts.append(Text(x=x - 15, y=y - 10 - lift, text=share, size=20))
            texts.append(Text(x=x - 2.5 * len(name), y=y + 55, text=name))
            texts.append(Text(x=x - 30, y=y + 70, text="Target 2030"))
    return texts, rings


def test_each_row_of_rings_is_a_table_with_the_names_below() -> None:
    texts, rings = _rings()
    evidence = page(texts, curves=rings)
    assert boxes(evidence, "table") == [(75, 155, 525, 280), (75, 335, 525, 460)]
    assert boxes(evidence, "picture") == []


def test_what_is_drawn_around_something_else_is_no_ring() -> None:
    texts, rings = _rings(lift=24)
    assert (75, 155, 525, 280) not in boxes(page(texts, curves=rings), "table")
    wide = [(left - 60, top, right + 30, bottom) for left, top, right, bottom in _rings()[1]]
    assert (75, 155, 525, 280) not in boxes(page(_rings()[0], curves=wide), "table")
