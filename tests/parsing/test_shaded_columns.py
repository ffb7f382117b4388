"""Columns of tables that are shaded cell by cell, on written pages (``written_pages``)."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.parsing.engines.grid.shaded_columns import without_shaded_columns
from bizrag.parsing.engines.regions.types import Box
from tests.parsing.written_pages import Text, boxes, page

YEARS = (260.0, 340.0, 420.0)
SECTIONS = (
    ("Income statement", ("Net sales", "Operating profit", "Net income")),
    ("Balance sheet", ("Equity", "Net debt", "Total assets")),
)


def summary() -> tuple[list[Text], list[Box], list[Box]]:
    """Texts, shades of the first year and rules of a summary in two sections; the names of these have no shade."""
    texts = [Text(x=x, y=100, text=year, is_bold=True) for x, year in zip(YEARS, ("2025", "2024", "2023"), strict=True)]
    shades: list[Box] = [(240, 96, 300, 114)]
    rules: list[Box] = [(40, 114, 460, 115)]
    y = 100.0
    for section, names in SECTIONS:
        y += 18
        texts.append(Text(x=42, y=y, text=section, is_bold=True))
        rules.append((40, y + 14, 460, y + 14.5))
        for at, name in enumerate(names):
            y += 18
            texts += row(y, name, at)
            shades.append((240, y - 4, 300, y + 14))
            rules.append((40, y + 14, 460, y + 14.5))
    return texts, shades, rules


def row(y: float, name: str, at: int) -> list[Text]:
    values = [Text(x=x, y=y, text=f"{at + 2},{at}{number}5") for number, x in enumerate(YEARS)]
    return [Text(x=42, y=y, text=name), *values]


def kept(filled: Sequence[Box], texts: Sequence[Text]) -> int:
    return len(without_shaded_columns(page(texts, filled=filled)).filled_boxes)


def test_a_table_with_one_shaded_column_is_one_table_with_its_head() -> None:
    texts, shades, rules = summary()
    evidence = page(texts, filled=shades, horizontal=rules)
    # the shades alone part it by its sections, and the years are no head
    assert len(boxes(evidence, "table")) != 1 or boxes(evidence, "picture")
    left, top, right, bottom = boxes(without_shaded_columns(evidence), "table")[0]
    assert len(boxes(without_shaded_columns(evidence), "table")) == 1
    assert not boxes(without_shaded_columns(evidence), "picture")
    assert (left <= 42, top <= 100, right >= 440, bottom >= 226) == (True,) * 4


def test_bars_and_boxes_to_fill_in_are_no_shades() -> None:
    texts, shades, _ = summary()
    # a form has nothing beside its boxes but their names
    form = [text for text in texts if text.x in (42, 260)]
    assert kept(shades, form) == len(shades)
    # bars that lie end at different places
    bars = [(240, top, 280 + 5 * at, bottom) for at, (_, top, _, bottom) in enumerate(shades)]
    assert kept(bars, texts) == len(bars)
    # where all cells are shaded they are a grid
    grid = [(left, top, right, bottom) for _, top, _, bottom in shades for left, right in ((38, 240), (240, 300))]
    grid += [(left, top, left + 80, bottom) for _, top, _, bottom in shades for left in (320, 400)]
    assert kept(grid, texts) == len(grid)
