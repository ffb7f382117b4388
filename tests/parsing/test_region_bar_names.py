"""Names left of lying bars are of their chart, also years and where no axis is drawn."""

from __future__ import annotations

import pytest

from tests.parsing.written_pages import Text, boxes, page

STACKS = ((21, 13, 18, 48), (22, 16, 19, 43), (21, 19, 21, 39), (20, 22, 24, 34))


@pytest.mark.parametrize("names", [("2008", "2013", "2018", "2023"), ("North", "South", "East", "West")])
def test_names_of_lying_stacks_without_an_axis_are_in_their_picture(names: tuple[str, ...]) -> None:
    texts = [Text(x=60, y=100, text="How people get about", is_bold=True)]
    bars: list[tuple[float, float, float, float]] = []
    for at, (name, parts) in enumerate(zip(names, STACKS, strict=True)):
        y, x = 140.0 + 44 * at, 110.0
        texts.append(Text(x=97 - 5 * len(name), y=y + 8, text=name))
        for value in parts:
            bars.append((x, y, x + 3 * value, y + 26))
            texts.append(Text(x=x + 1.5 * value - 5, y=y + 8, text=str(value)))
            x += 3 * value
    (found,) = boxes(page(texts, filled=bars), "picture")
    assert found[0] <= 77


def test_names_left_of_bars_on_both_sides_stand_far_from_those_that_rise() -> None:
    texts = [Text(x=60, y=100, text="Promoters minus detractors", is_bold=True)]
    bars: list[tuple[float, float, float, float]] = []
    scores = {"Oldbank": 41, "Coopbank": 27, "Harbour": 22, "Savings": 9, "Credit": -13, "River": -18}
    for at, (name, score) in enumerate(scores.items()):
        y, zero = 140.0 + 24 * at, 240.0
        texts.append(Text(x=150 - 5 * len(name), y=y + 4, text=name))
        end = zero + 2 * score
        bars.append((min(zero, end), y, max(zero, end), y + 16))
        texts.append(Text(x=end + 4 if score > 0 else end - 20, y=y + 4, text=f"{score:+d}"))
    (found,) = boxes(page(texts, filled=bars), "picture")
    assert found[0] <= 115
