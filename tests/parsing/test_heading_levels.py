"""How deep headings stand: parts, items and notes of filings, capitals, covers, outlines that name some of them."""

from __future__ import annotations

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import DraftItem, DraftText
from bizrag.parsing.headings.bookmarks import Bookmark, mark_bookmarks
from bizrag.parsing.headings.levels import join_lines, set_levels


def _heading(text: str, letter_pt: float, page_no: int = 2) -> DraftText:
    return DraftText(kind=BlockKind.HEADING, text=text, page_no=page_no, letter_pt=letter_pt)


def _above(items: list[DraftText]) -> dict[str, str]:
    """The heading that each stands below, empty for none."""
    found: dict[str, str] = {}
    stack: list[DraftText] = []
    for item in items:
        stack = [other for other in stack if (other.level or 0) < (item.level or 0)]
        found[item.text] = stack[-1].text if stack else ""
        stack.append(item)
    return found


def test_notes_stand_below_items_and_what_is_as_large_below_notes() -> None:
    items = [
        _heading("PART I. FINANCIAL INFORMATION", 10),
        _heading("ITEM 1. FINANCIAL STATEMENTS", 11),
        _heading("Note 1 - Policies", 11),
        _heading("Estimates", 10),
        _heading("Note 2 - Leases", 11),
        _heading("ITEM 2. DISCUSSION", 11),
        _heading("Recent developments", 11),
        _heading("Demand", 10),
        _heading("PART II. OTHER INFORMATION", 10),
        _heading("ITEM 1A. RISK FACTORS", 11),
    ]
    set_levels(items)
    assert _above(items) == {
        "PART I. FINANCIAL INFORMATION": "",
        "ITEM 1. FINANCIAL STATEMENTS": "PART I. FINANCIAL INFORMATION",
        "Note 1 - Policies": "ITEM 1. FINANCIAL STATEMENTS",
        "Estimates": "Note 1 - Policies",
        "Note 2 - Leases": "ITEM 1. FINANCIAL STATEMENTS",
        "ITEM 2. DISCUSSION": "PART I. FINANCIAL INFORMATION",
        "Recent developments": "ITEM 2. DISCUSSION",
        "Demand": "Recent developments",
        "PART II. OTHER INFORMATION": "",
        "ITEM 1A. RISK FACTORS": "PART II. OTHER INFORMATION",
    }


def test_headings_in_capitals_stand_above_those_of_their_size_where_there_are_several_of_both() -> None:
    items = [
        heading
        for number in range(3)
        for heading in (_heading(f"COVERED SERVICES {number}", 12), _heading(f"Tips for care {number}", 12))
    ]
    set_levels(items)
    assert [item.level for item in items] == [1, 2] * 3
    # an abbreviation among others is one of them
    items = [_heading(text, 12) for text in ("Scope", "GDPR AND CCPA", "Terms", "Fees", "FAQ", "Contact")]
    set_levels(items)
    assert [item.level for item in items] == [1] * 6


def test_sizes_that_stand_on_the_cover_alone_make_no_levels() -> None:
    cover = [_heading(text, size, 1) for text, size in (("ACME", 24), ("Report", 20), ("for 2025", 16), ("Draft", 14))]
    inner = [_heading("Results", 12), _heading("Europe", 10)]
    set_levels([*cover, *inner])
    assert [item.level for item in cover] == [1, 2, 2, 2]
    assert [item.level for item in inner] == [2, 3]


def test_a_bookmark_that_names_nothing_is_above_nothing() -> None:
    items = [
        _heading("Looking forward", 15, 2),
        _heading("Note 5 : Details", 15, 4),
        _heading("Stocks", 13, 4),
        _heading("Segments", 15, 6),
    ]
    outline = [
        ("Looking Forward", 1, 2),
        ("Statements", 1, 3),
        ("Details", 2, 4),
        ("Stocks", 3, 4),
        ("Discussion", 1, 5),
        ("Segments", 2, 6),
    ]
    mark_bookmarks(items, [Bookmark(title=title, level=level, page_no=page) for title, level, page in outline])
    set_levels(items)
    assert [item.level for item in items] == [1, 1, 2, 1]


def test_a_heading_that_goes_on_in_a_second_line_is_one() -> None:
    def line(text: str, top: float, *, letter_pt: float = 12) -> DraftText:
        heading = _heading(text, letter_pt)
        heading.bbox = BoundingBox(l=50, t=top, r=500, b=top + 12)
        return heading

    items: list[DraftItem] = [
        line("ITEM 2. DISCUSSION OF THE RESULTS OF", 100),
        line("OPERATIONS", 114),
        line("Costs of", 200),
        line("Pay", 260),
        line("Terms and", 300),
        line("rent", 313, letter_pt=9),
    ]
    join_lines(items)
    assert [item.text for item in items if isinstance(item, DraftText)] == [
        "ITEM 2. DISCUSSION OF THE RESULTS OF OPERATIONS", "Costs of", "Pay", "Terms and", "rent",
    ]  # fmt: skip
    assert isinstance(items[0], DraftText)
    assert items[0].bbox == BoundingBox(l=50, t=100, r=500, b=126)
