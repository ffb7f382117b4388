"""Lists of terms with paragraphs beside them, on written pages (``written_pages``)."""

from __future__ import annotations

import pytest

from tests.parsing.written_pages import Text, boxes, page, paragraph

FIRST = "Any event in the plant that has led or could have led to harm to"
SECOND = "a person, to damage or to loss."


def _entries(*terms: str, x: float = 200) -> list[Text]:
    """Each term level with a paragraph of two lines; 34 points an entry."""
    texts: list[Text] = []
    for number, term in enumerate(terms):
        y = 100 + 34 * number
        texts += [
            Text(x=50, y=y, text=term),
            Text(x=x, y=y, text=FIRST),
            Text(x=x, y=y + 12, text=SECOND),
        ]
    return texts


def test_terms_with_paragraphs_beside_them_are_a_table() -> None:
    assert boxes(page(_entries("Incident", "Near miss", "Lost time", "Guard")), "table") == [(50, 100, 485, 224)]
    # a heading and text around them stay outside
    texts = [
        Text(x=50, y=60, text="Definitions", is_bold=True),
        *_entries("2022", "2023", "2024"),
        *paragraph(50, 240, 6),
    ]
    assert boxes(page(texts), "table") == [(50, 100, 485, 190)]


def test_terms_in_bold_type_or_with_room_between_them_need_no_paragraphs() -> None:
    facts = (
        ("Policy number", "CL-88-20417"),
        ("Insured", "Korvell Logistics, Quay Road 4"),
        ("Period", "To 1 May"),
    )

    def listed(*, is_bold: bool, step: int) -> list[Text]:
        return [
            one
            for number, (term, fact) in enumerate(facts)
            for one in (
                Text(x=50, y=100 + step * number, text=term, is_bold=is_bold),
                Text(x=200, y=100 + step * number, text=fact),
            )
        ]

    for is_bold in (True, False):
        assert boxes(page(listed(is_bold=is_bold, step=16)), "table") == [(50, 100, 340, 142)]
    # lines as close as those of two texts side by side
    assert boxes(page(listed(is_bold=False, step=11)), "table") == []


@pytest.mark.parametrize("marks", [("1.1", "1.2", "1.3", "1.4"), ("(a)", "(b)", "(c)", "(d)"), ("\uf0b7",) * 4])
def test_numbers_of_clauses_and_bullets_are_no_terms(marks: tuple[str, ...]) -> None:
    assert boxes(page(_entries(*marks, x=80)), "table") == []


def test_two_terms_or_text_that_goes_on_past_the_term_are_no_list() -> None:
    assert boxes(page(_entries("Incident", "Near miss")), "table") == []
    # remarks in the margin of running text stand level with its lines, not with the beginnings of its paragraphs
    margin = [Text(x=50, y=100 + 36 * i, text="see above") for i in range(4)]
    assert boxes(page([*margin, *paragraph(200, 100, 12)]), "table") == []


def _facts(*facts: tuple[str, str], step: int = 16, top: int = 100, is_bold: bool = False) -> list[Text]:
    return [
        one
        for number, (term, fact) in enumerate(facts)
        for one in (
            Text(x=50, y=top + step * number, text=term, is_bold=is_bold),
            Text(x=200, y=top + step * number, text=fact),
        )
    ]


def test_terms_that_are_set_off_may_have_several_paragraphs_beside_them() -> None:
    texts = [
        *_facts(("Facility A:", "Term loan of 120 million."), is_bold=True),
        Text(x=200, y=122, text="Purpose: to repay the old loan."),
        *_facts(("Facility B:", "Term loan of 65 million."), is_bold=True, top=144),
        Text(x=200, y=166, text="Purpose: to buy the sawmill."),
    ]
    assert boxes(page(texts), "table") == [(50, 100, 342, 176)]
    # without a colon two names in bold type may be anything
    plain = [Text(x=text.x, y=text.y, text=text.text.replace(":", ""), is_bold=text.is_bold) for text in texts]
    assert boxes(page(plain), "table") == []


def test_names_with_a_colon_are_terms_of_what_stands_beside_them() -> None:
    facts = (("Trade name:", "Klar 40"), ("Article number of the maker:", "104-220"), ("Revised:", "18 August"))
    assert boxes(page(_facts(*facts, step=11)), "table") == [(50, 100, 242, 132)]


def test_a_list_of_terms_right_below_a_ruled_table_is_none_of_its_rows() -> None:
    cells = [
        Text(x=55 + 145 * col, y=64 + 14 * row, text=text)
        for row, line in enumerate((("Substance", "Limit value"), ("Dust, inhalable", "10 mg")))
        for col, text in enumerate(line)
    ]
    rules = [(50.0, 60.0 + 14 * row, 340.0, 60.0 + 14 * row) for row in range(3)]
    uprights = [(x, 60.0, x, 88.0) for x in (50.0, 195.0, 340.0)]
    facts = _facts(("Hands:", "Nitrile gloves"), ("Eyes:", "Tight goggles"), ("Body:", "An apron"), step=12, top=94)
    found = boxes(page([*cells, *facts], horizontal=rules, vertical=uprights), "table")
    assert sorted(found) == [(50, 60, 340, 88), (50, 94, 268, 128)]
