"""Bullets that are drawn, on a page that a browser prints as well as by their corners."""

from __future__ import annotations

import math

from bizrag.parsing.engines.drawn_bullets import find_bullets

Box = tuple[float, float, float, float]


def disc(x: float, y: float, side: float = 4.0) -> list[tuple[float, float]]:
    turns = [2 * math.pi * at / 24 for at in range(24)]
    return [(x + side / 2 * (1 + math.cos(turn)), y + side / 2 * (1 + math.sin(turn))) for turn in turns]


LINES: list[Box] = [(62, 100 + 14 * at, 200, 112 + 14 * at) for at in range(3)]


def test_discs_below_each_other_with_a_line_beside_each_are_bullets() -> None:
    found = find_bullets([("black", disc(50, 104 + 14 * at)) for at in range(3)], LINES)
    assert [round(box[1]) for box in found] == [104, 118, 132]


def test_one_disc_and_discs_of_several_colours_are_none() -> None:
    assert find_bullets([("black", disc(50, 104))], LINES) == []
    assert find_bullets([(colour, disc(50, 104 + 14 * at)) for at, colour in enumerate("rgb")], LINES) == []


def test_discs_without_text_beside_them_or_as_large_as_letters_are_none() -> None:
    assert find_bullets([("black", disc(300, 104 + 14 * at)) for at in range(3)], LINES) == []
    small: list[Box] = [(62, 104 + 14 * at, 200, 109 + 14 * at) for at in range(3)]
    assert find_bullets([("black", disc(50, 104 + 14 * at)) for at in range(3)], small) == []
    assert find_bullets([("black", disc(40, 104 + 14 * at, side=12)) for at in range(3)], LINES) == []
