"""Lines on slides: which go on in the next one."""

from __future__ import annotations

import pytest

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.slides.wrapped_lines import join_lines
from bizrag.parsing.text_layers.text_layer import Word


def _lines(*texts: str, size: float = 12, first_size: float | None = None) -> list[list[Word]]:
    """Lines of type in which each letter is half as wide as high; '  ' leaves a column free."""
    lines: list[list[Word]] = []
    for number, text in enumerate(texts):
        high = first_size if first_size and not number else size
        line: list[Word] = []
        left = 40.0
        for part in text.split(" "):
            right = left + 0.5 * high * len(part)
            if part:
                line.append(Word(part, BoundingBox(l=left, t=20 * number, r=right, b=20 * number + high), high, number))
            left = right + (0.25 if part else 2.5) * high
        lines.append(line)
    return lines


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        pytest.param(
            ["Twelve members, chaired by Moira", "Tregenza"], "Twelve members, chaired by Moira Tregenza", id="a name"
        ),
        pytest.param(
            ["• Filed in the US on 4", "December 2024", "• Launch planned"],
            "• Filed in the US on 4 December 2024\n• Launch planned",
            id="a bullet goes on until the next",
        ),
        pytest.param(
            ["Queues form because of changes of", "1 demand over the day,", "2 supply of any kind."],
            "Queues form because of changes of\n1 demand over the day,\n2 supply of any kind.",
            id="counted items",
        ),
        pytest.param(["Payment within 3", "working days"], "Payment within 3 working days", id="small letters"),
        pytest.param(["Route live from", "August"], "Route live from August", id="the end of a phrase is missing"),
        pytest.param(["Marta Kowalczyk", "Chief Officer"], "Marta Kowalczyk\nChief Officer", id="a name and an office"),
        pytest.param(["Brokers", "38%"], "Brokers\n38%", id="a label and its value"),
        pytest.param(
            ["Two new indications next year", "Pen for children", "Twelve more countries"],
            "Two new indications next year\nPen for children\nTwelve more countries",
            id="items of a list, the first as wide as the box",
        ),
        pytest.param(
            ["The dividend stays at 3 pence.", "Shares are bought back"],
            "The dividend stays at 3 pence.\nShares are bought back",
            id="a sentence that ends",
        ),
        pytest.param(
            ["Northmere  412  447  2,180", "Severnside  386  409"],
            "Northmere 412 447 2,180\nSevernside 386 409",
            id="rows of a table",
        ),
        pytest.param(["One line"], "One line", id="one"),
    ],
)
def test_lines_go_on_where_only_the_width_broke_them(lines: list[str], text: str) -> None:
    assert join_lines(_lines(*lines)) == text


def test_a_title_does_not_go_on_in_the_text_below_it() -> None:
    title = "A record year for the group"
    assert join_lines(_lines(title, "Annual results", first_size=24)) == f"{title}\nAnnual results"
