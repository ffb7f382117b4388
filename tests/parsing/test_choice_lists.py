"""Choices to tick below each other are one line with their question, on pages written out as boxes."""

from __future__ import annotations

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import DraftItem, DraftTable, DraftText
from bizrag.parsing.order.choice_lists import join_choices


def text(said: str, left: float, top: float, kind: BlockKind = BlockKind.TEXT) -> DraftText:
    box = BoundingBox(l=left, t=top, r=left + 5 * len(said), b=top + 10)
    return DraftText(kind=kind, text=said, page_no=1, bbox=box)


def joined(*items: DraftItem) -> list[str]:
    return [item.text if isinstance(item, DraftText) else "table" for item in join_choices(items)]


CHOICES = [
    text(f"{mark} {said}", 180, 100 + 20 * row) for row, (mark, said) in enumerate((("☒", "Paid"), ("☐", "Unpaid")))
]


def test_choices_beside_their_question_are_one_line_with_it() -> None:
    items = join_choices([text("Kind of leave", 60, 100), *CHOICES, text("Stand-in", 60, 160)])
    assert [item.text for item in items if isinstance(item, DraftText)] == [
        "Kind of leave ☒ Paid ☐ Unpaid",
        "Stand-in",
    ]
    assert items[0].bbox == BoundingBox(l=60, t=100, r=220, b=130)


def test_choices_without_a_question_beside_them_stay_as_they_are() -> None:
    own = [choice.text for choice in CHOICES]
    assert joined(*CHOICES) == own
    # above them, in running text, a heading, a table
    assert joined(text("Kind of leave", 60, 60), *CHOICES) == ["Kind of leave", *own]
    long = "Whoever works here may take a leave of one of these two kinds in any year"
    assert joined(text(long, 60, 100), *CHOICES) == [long, *own]
    assert joined(text("Leave", 60, 100, BlockKind.HEADING), *CHOICES) == ["Leave", *own]
    table = DraftTable(num_rows=1, num_cols=1, cells=[], bbox=BoundingBox(l=60, t=100, r=170, b=110))
    assert joined(table, *CHOICES) == ["table", *own]
    # of the next question, which stands right of them
    assert joined(text("Kind", 60, 100), *CHOICES, text("☐ No", 20, 160)) == ["Kind ☒ Paid ☐ Unpaid", "☐ No"]
