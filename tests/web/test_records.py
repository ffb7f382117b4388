"""Blocks as pages show them: a list item has one marker."""

from __future__ import annotations

import pytest

from query.web.records import ShownBlock


@pytest.mark.parametrize(
    ("kind", "text", "shown", "is_numbered"),
    [
        ("list_item", "- Ingrid: chair", "Ingrid: chair", False),
        ("list_item", "  • Marcus", "Marcus", False),
        ("list_item", "2. Sign the form", "2. Sign the form", True),
        ("list_item", "(iv) other costs", "(iv) other costs", True),
        ("list_item", "-5 degrees at night", "-5 degrees at night", False),
        ("list_item", "Mrs. Farnham", "Mrs. Farnham", False),
        ("text", "- Ingrid", "- Ingrid", False),
    ],
)
def test_a_bullet_is_drawn_by_the_page_and_a_number_stays(kind: str, text: str, shown: str, is_numbered: bool) -> None:
    block = ShownBlock(ordinal=0, kind=kind, text=text, page_no=None, bbox=None, level=None)
    assert (block.shown_text, block.is_numbered) == (shown, is_numbered)
