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
