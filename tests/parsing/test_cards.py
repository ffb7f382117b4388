"""Key figures of a page of a PDF: which words are one card, in whatever order they were written."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import DraftText
from bizrag.parsing.slides.cards import card_text, figures_with_labels, find_cards, said_card, segment_text
from bizrag.parsing.text_layers.text_layer import Word

CARDS = (
    ("USD 4.82bn", "Revenue", "+7.9% on 2023"),
    ("23.6%", "EBITDA margin", "2023: 21.7%"),
    ("€ 5.12", "Unit cost, cents", "without fuel"),
    ("71.4%", "On time", "average 53.0%"),
    ("9,840", "Employees", "in nine countries"),
    ("112", "Vessels", "of which 68 owned"),
)
SIZES, DOWN = (28.0, 12.0, 10.0), (0.0, 40.0, 62.0)


def _words(*, is_by_card: bool) -> list[Word]:
    """Two rows of three cards, written card by card, or line by line across them."""
    places = [(card, line) for card in range(len(CARDS)) for line in range(3)]
    if not is_by_card:
        places.sort(key=lambda place: (place[0] // 3, place[1], place[0]))
    words: list[Word] = []
    for number, (card, line) in enumerate(places):
        size, left, top = SIZES[line], 80.0 + 280 * (card % 3), 120.0 + 160 * (card // 3) + DOWN[line]
        # lines of a layer go on across cards where they were written so
        of_line = number if is_by_card else 3 * (card // 3) + line
        for text in CARDS[card][line].split():
            right = left + 0.5 * size * len(text)
            words.append(Word(text, BoundingBox(l=left, t=top, r=right, b=top + size), size, of_line))
            left = right + 0.25 * size
    return words


@pytest.mark.parametrize("is_by_card", [True, False])
def test_a_figure_its_label_and_its_note_are_one_card(is_by_card: bool) -> None:
    found = [tuple(map(segment_text, card)) for card in find_cards(_words(is_by_card=is_by_card))]
    assert sorted(found) == sorted(CARDS)


def test_a_figure_alone_is_no_card() -> None:
    assert find_cards([word for word in _words(is_by_card=True) if word.line < 3]) == []


def _row(texts: Sequence[str], top: float, size: float, line: int) -> list[Word]:
    """Texts in columns, each a line of its own, in words."""
    words: list[Word] = []
    for column, text in enumerate(texts):
        left = 80.0 + 280 * column
        for part in text.split():
            right = left + 0.5 * size * len(part)
            words.append(Word(part, BoundingBox(l=left, t=top, r=right, b=top + size), size, line + column))
            left = right + 0.25 * size
    return words


def test_labels_that_fill_two_lines_and_stand_far_below_are_theirs() -> None:
    words = [
        *_row(("18,500", "29 Mt", "1 in 3"), 100, 24, 0),
        # three sizes of the figures below them
        *_row(("jobs in service and", "of carbon avoided", "homes heated by"), 190, 12, 3),
        *_row(("construction", "Source: own", "2030"), 206, 12, 6),
    ]
    assert [card_text(card) for card in find_cards(words)] == [
        "18,500 – jobs in service and construction",
        "29 Mt – of carbon avoided – Source: own",
        "1 in 3 – homes heated by 2030",
    ]


def test_a_label_of_three_lines_is_whole_beside_shorter_ones() -> None:
    words = [
        *_row(("£ 2.1 bn", "6 of 10", "9 days"), 100, 40, 0),
        *_row(("worth of clothes thrown", "people know no tailor", "is what repairs take"), 160, 14, 3),
        *_row(("away each year that a", "near them", "on the high street"), 178, 14, 6),
        *_row(("tailor could mend",), 196, 14, 9),
    ]
    first, *_ = (card_text(card) for card in find_cards(words))
    assert first == "£ 2.1 bn – worth of clothes thrown away each year that a tailor could mend"


def test_one_label_far_below_several_figures_is_of_none() -> None:
    words = [*_row(("18,500", "29", "12"), 100, 24, 0), *_row(("jobs", "sites"), 190, 12, 3)]
    assert find_cards(words) == []


def test_how_much_a_figure_has_changed_is_said_with_it() -> None:
    """A row of changes is made of figures, too; below it stands no label."""
    words = [
        *_row(("EUR 1.2bn", "11.3 %", "18,420"), 100, 30, 0),
        *_row(("Revenue", "Margin", "Employees"), 140, 14, 3),
        *_row(("+10.1 %", "+1.5 pp", "+620"), 164, 12, 6),
    ]
    assert [card_text(card) for card in find_cards(words)] == [
        "EUR 1.2bn – Revenue – +10.1 %",
        "11.3 % – Margin – +1.5 pp",
        "18,420 – Employees – +620",
    ]


def test_in_a_deck_a_change_has_a_box_of_its_own_below_the_label() -> None:
    texts = (("EUR 1.2bn", "Revenue", "+10.1 %"), ("37", "Countries", "+2"), ("-14 %", "CO2 per tonne", "since 2020"))
    items = [
        DraftText(
            kind=BlockKind.TEXT,
            text=text,
            page_no=1,
            bbox=BoundingBox(l=80 + 280 * card, t=100 + 40 * line, r=280 + 280 * card, b=140 + 40 * line),
        )
        for card, lines in enumerate(texts)
        for line, text in enumerate(lines)
    ]
    assert [said_card(card).text for card in figures_with_labels(items)] == [" – ".join(lines) for lines in texts]


def test_in_a_deck_a_figure_between_its_name_and_a_comparison_is_said_with_both() -> None:
    def item(text: str, left: float, top: float, height: float) -> DraftText:
        box = BoundingBox(l=left, t=top, r=left + 190, b=top + height)
        return DraftText(kind=BlockKind.TEXT, text=text, page_no=1, bbox=box)

    tiles = (("Net sales", "€ 184.6 m", "▲ 7.9 % vs. 2024"), ("Margin", "11.5 %", "▼ 130 bp"))
    rows = ((118.0, 24.0), (145.0, 44.0), (200.0, 26.0))
    items = [
        item(text, 48 + 222 * at, *row) for at, tile in enumerate(tiles) for text, row in zip(tile, rows, strict=True)
    ]
    assert [said_card(card).text for card in figures_with_labels(items)] == [" – ".join(tile) for tile in tiles]
    # a remark without a figure is no comparison: what stands above may be the name of more
    items = [
        item(text, 48 + 222 * at, *row)
        for at in range(2)
        for text, row in zip(("Plus", "€ 68", "per month"), rows, strict=True)
    ]
    assert [said_card(card).text for card in figures_with_labels(items)] == ["€ 68 – per month"] * 2


def test_the_marks_of_an_axis_are_no_cards_of_the_legend_below() -> None:
    names = ("Vehicle", "Energy", "Upkeep", "Taxes")
    for texts, is_card in ((("10", "20", "30", "40"), False), (("12", "20", "31", "40"), True)):
        words = [*_row(texts, 100, 28, 0), *_row(names, 140, 12, 10)]
        assert bool(find_cards(words)) is is_card
