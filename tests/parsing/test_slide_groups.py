"""What a PPTX slide says by rows, boxes and shading: scorecards, names over groups, columns of boxes, plans."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pptx.dml.color import RGBColor
from pptx.enum.shapes import MSO_SHAPE
from pptx.util import Pt

from bizrag.parsing.draft import DraftText
from bizrag.parsing.slides.said import said_together
from tests.parsing.written_decks import WrittenDeck

SCORES = {
    "Service": (("On-time dispatch", "97.2 %", "Target 98.5 %"), ("Claims", "46", "Target below 40")),
    "Productivity": (("Pallets per hour", "24.6", "Target 25.0"), ("Overtime", "1,870 h", "Target 1,500 h")),
}
MONTHS = ("Jan", "Feb", "Mar", "Apr")


@pytest.fixture
def deck(tmp_path: Path) -> WrittenDeck:
    return WrittenDeck(tmp_path)


def test_a_figure_beside_its_name_is_said_with_it_under_the_name_of_its_frame(deck: WrittenDeck) -> None:
    for number, (head, rows) in enumerate(SCORES.items()):
        left = 20 + 350 * number
        deck.draw((left, 60, 340, 140))
        deck.write((left + 10, 66, 320, 26), head, size=16, bold=True)
        for line, (name, figure, target) in enumerate(rows):
            top = 100 + 44 * line
            deck.write((left + 10, top + 4, 130, 30), name, size=12)
            deck.write((left + 140, top, 90, 34), figure, size=20, bold=True)
            deck.write((left + 235, top + 6, 100, 26), target, size=11)
    said = ((f"{head}:", *(f"- {' – '.join(row)}" for row in rows)) for head, rows in SCORES.items())
    assert deck.texts() == [text for part in said for text in part]


def test_the_name_over_a_group_is_said_with_the_group(deck: WrittenDeck) -> None:
    pillars = (
        ("Closer", "8 new sites", "within 150 km"),
        ("Colder", "4 frozen hubs", "at –70 °C"),
        ("Cleaner", "half the carbon", "by 2029"),
    )
    for number, (name, aim, detail) in enumerate(pillars):
        left = 40 + 220 * number
        deck.draw((left, 100, 200, 36), name, size=18)
        deck.write((left, 145, 200, 30), aim, size=22, bold=True)
        deck.write((left, 180, 200, 24), detail, size=12)
    assert deck.texts() == [" – ".join(pillar) for pillar in pillars]


def test_a_row_holds_what_was_said_together_in_its_middle(deck: WrittenDeck) -> None:
    steps = (
        ("Sign the contract", "Legal", "Weeks 1–2"),
        ("Prepare chamber 9", "Quality", "Weeks 3–5"),
        ("Move", "Transport", "Week 6"),
    )
    for number, (name, owner, time) in enumerate(steps):
        top = 60 + 80 * number
        deck.draw((20, top, 50, 50), str(number + 1), size=22)
        deck.write((90, top, 300, 28), name, size=16, bold=True)
        deck.write((90, top + 28, 300, 24), owner, size=12)
        deck.draw((420, top + 10, 150, 34), time, bold=False)
    assert deck.texts() == [f"{number} – {' – '.join(step)}" for number, step in enumerate(steps, 1)]


def test_a_bold_first_line_names_what_follows_in_its_box(deck: WrittenDeck) -> None:
    deck.draw((40, 60, 300, 150), "You provide", "List of batches", "Insurance value per pallet", "Quality contact")
    said = ["You provide:", "- List of batches", "- Insurance value per pallet", "- Quality contact"]
    assert deck.texts() == said
    deck.draw((400, 60, 250, 80), "None of this is bold", "and neither is this", bold=False)
    assert deck.texts() == [*said, "- None of this is bold", "- and neither is this"]


def test_a_figure_is_said_on_one_line_with_its_labels() -> None:
    assert [text for _, text in said_together("97 %", ["of parcels", "the best figure since we began to count"])] == [
        "97 % – of parcels – the best figure since we began to count"
    ]
    assert [text for _, text in said_together("2028", ["Sites: 42", "Systems: one", "Quotes in 4 hours"])] == [
        "2028:",
        "- Sites: 42",
        "- Systems: one",
        "- Quotes in 4 hours",
    ]


def test_boxes_under_each_other_belong_to_the_box_over_them(deck: WrittenDeck) -> None:
    sides = {"Today": ("Sites: 34", "Quotes: 3 days"), "2028": ("Sites: 42", "Quotes: 4 hours")}
    for number, (head, texts) in enumerate(sides.items()):
        left = 20 + 350 * number
        deck.draw((left, 60, 340, 40), head, size=20)
        for line, text in enumerate(texts):
            deck.draw((left, 115 + 70 * line, 340, 56), text, size=16, bold=False)
    assert deck.texts() == ["Today – Sites: 34 – Quotes: 3 days", "2028 – Sites: 42 – Quotes: 4 hours"]


def _plan(deck: WrittenDeck, shaded: dict[int, tuple[int, int]]) -> Any:
    table = deck.slide.shapes.add_table(4, 5, Pt(20), Pt(60), Pt(600), Pt(160)).table
    for column, month in enumerate(MONTHS, 1):
        table.cell(0, column).text = month
    for row, name in enumerate(("Data migration", "Training", "Roll-out"), 1):
        table.cell(row, 0).text = name
        for column in range(*shaded[row]):
            fill = table.cell(row, column).fill
            fill.solid()
            fill.fore_color.rgb = RGBColor(0x1F, 0x8A, 0x8C)
    return table


def test_shaded_cells_of_a_plan_say_from_when_to_when(deck: WrittenDeck) -> None:
    _plan(deck, {1: (1, 3), 2: (2, 3), 3: (3, 5)})
    assert [item.text for item in deck.read().items if isinstance(item, DraftText)] == [
        "Data migration – Jan to Feb",
        "Training – Feb",
        "Roll-out – Mar to Apr",
    ]


def test_a_table_that_is_shaded_all_over_is_no_plan(deck: WrittenDeck) -> None:
    _plan(deck, {1: (1, 5), 2: (1, 5), 3: (1, 5)})
    assert deck.texts() == []


def test_names_below_the_line_of_a_diagram_have_their_causes_above_them(deck: WrittenDeck) -> None:
    causes = {
        "People": ("Pickers in training", "Open jobs"),
        "Method": ("Old slotting rules", "No wave planning"),
        "Machine": ("Trucks down", "Dock door broken"),
        "Material": ("Mixed pallets", "Labels unreadable"),
    }
    for number, (name, texts) in enumerate(causes.items()):
        left, is_below = 60 + 330 * (number % 2), number > 1
        deck.draw((left, 420 if is_below else 100, 160, 32), name)
        for line, text in enumerate(texts):
            deck.write((left + 5, (360 if is_below else 138) + 24 * line, 220, 22), text, size=12)
    assert deck.texts() == [" – ".join((name, *texts)) for name, texts in causes.items()]


def test_a_price_is_said_among_what_its_tariff_holds(deck: WrittenDeck) -> None:
    tariffs = (
        ("Pay as you go", "£ 0", "15 % commission", "Pick-up £ 3.90"),
        ("Plus", "£ 7.99", "Free pick-up", "No fee"),
    )
    for number, (name, price, *items) in enumerate(tariffs):
        left = 40 + 300 * number
        deck.draw((left, 60, 260, 300))
        deck.draw((left, 60, 260, 40), name, size=18)
        deck.write((left, 110, 260, 60), price, size=40, bold=True)
        deck.write((left, 165, 260, 24), "per month", size=13)
        deck.write((left + 20, 220, 220, 100), *items, size=16)
    assert deck.texts() == [
        text
        for name, price, *items in tariffs
        for text in (f"{name}:", f"- {price} – per month", *(f"- {item}" for item in items))
    ]


def test_numbers_of_steps_are_said_with_the_name_and_the_text_below(deck: WrittenDeck) -> None:
    steps = (
        ("Snap", "Take a photo of the damage in the app"),
        ("Quote", "Three tailors make an offer"),
        ("Wear", "Back at home"),
    )
    for number, (name, text) in enumerate(steps):
        left = 40 + 220 * number
        deck.draw((left, 100, 50, 50), str(number + 1), size=20, shape=MSO_SHAPE.OVAL)
        deck.write((left, 160, 200, 36), name, size=20, bold=True)
        deck.write((left, 200, 200, 80), text, size=15)
    assert deck.texts() == [f"{number} – {name} – {text}" for number, (name, text) in enumerate(steps, 1)]


def test_lines_in_several_styles_under_each_of_a_team_are_no_table(deck: WrittenDeck) -> None:
    team = (
        ("MÓ", "Maeve Daly", "CEO", "built a hub"),
        ("KA", "Kofi Asante", "CTO", "led dispatch"),
        ("RP", "Rhys", "COO", "rode"),
    )
    for number, (initials, name, role, past) in enumerate(team):
        left = 40 + 220 * number
        deck.draw((left + 50, 80, 100, 100), initials, size=24, bold=False, shape=MSO_SHAPE.OVAL)
        deck.write((left, 190, 200, 30), name, size=17, bold=True)
        deck.write((left, 222, 200, 30), role, size=14)
        deck.write((left, 254, 200, 30), past, size=12)
    assert deck.texts() == [" – ".join((*person[:2], *person[2:])) for person in team]


def test_a_bar_names_the_box_of_several_lines_below_it(deck: WrittenDeck) -> None:
    for number, (head, items) in enumerate(
        (("Chances", ("Grants of 8 m", "Waste heat")), ("Risks", ("Less gas", "A claim")))
    ):
        left = 40 + 320 * number
        deck.draw((left, 80, 300, 40), head, size=18)
        deck.draw((left, 120, 300, 150), *(f"• {item}" for item in items), size=16, bold=False)
    assert deck.texts() == ["Chances:", "- Grants of 8 m", "- Waste heat", "Risks:", "- Less gas", "- A claim"]


def test_each_bold_line_of_a_box_names_those_below_it(deck: WrittenDeck) -> None:
    box = deck.write((40, 80, 400, 200), "Leeds", "Dogs on Fridays", "Canteen", "Utrecht", "Dogs never", "Terrace")
    for number in (0, 3):
        box.text_frame.paragraphs[number].runs[0].font.bold = True
    assert deck.texts() == ["Leeds – Dogs on Fridays – Canteen", "Utrecht – Dogs never – Terrace"]


def test_boxes_that_touch_without_being_drawn_are_no_bars(deck: WrittenDeck) -> None:
    for number, (first, second, head) in enumerate(
        (("Ten in training", "Three jobs", "People"), ("Old rules", "No plan", "Method"))
    ):
        left = 40 + 320 * number
        deck.write((left, 80, 300, 30), first, size=12)
        deck.write((left, 110, 300, 30), second, size=12)
        deck.draw((left, 150, 300, 30), head, size=16)
    assert "Ten in training – Three jobs" not in deck.texts()


def test_a_long_remark_in_a_style_of_its_own_is_said_on_the_line_of_its_head(deck: WrittenDeck) -> None:
    for number, name in enumerate(("Closer", "Colder")):
        left = 40 + 320 * number
        deck.draw((left, 80, 300, 40), name, size=18)
        deck.draw((left, 120, 300, 100))
        deck.write((left, 125, 300, 40), "Eight sites", size=22, bold=True)
        deck.write((left, 170, 300, 40), "95 % of all customers within 150 km", size=12)
    assert deck.texts() == [
        f"{name} – Eight sites – 95 % of all customers within 150 km" for name in ("Closer", "Colder")
    ]


@pytest.mark.parametrize("bold", [False, True])
def test_the_text_under_each_of_a_row_of_tall_steps_is_told_with_it(deck: WrittenDeck, *, bold: bool) -> None:
    steps = {"Screening": ("2 months", "Energy audit"), "Permits": ("9 months", "Water law"), "Run-in": ("1 month",)}
    for number, (step, lines) in enumerate(steps.items()):
        left = 20 + 216 * number
        deck.draw((left, 115, 222, 88), step, size=11, shape=MSO_SHAPE.CHEVRON)
        deck.write((left + 12, 212, 196, 120), *lines, size=17, bold=bold)
    assert deck.texts()[:3] == [" – ".join((step, *lines)) for step, lines in steps.items()]


def test_texts_in_the_middle_of_boxes_under_steps_are_told_with_them(deck: WrittenDeck) -> None:
    steps = ("Screening", "Permits", "Run-in")
    for number, step in enumerate(steps):
        left = 20 + 216 * number
        deck.draw((left, 115, 196, 60), step, size=16)
        deck.draw((left, 185, 196, 120), f"{number + 2} months", f"Owner {number}", size=12, bold=False)
    assert deck.texts()[:3] == [
        f"{step} – {number} months – Owner {number - 2}" for number, step in enumerate(steps, 2)
    ]
