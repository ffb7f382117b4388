"""What belongs together on a slide by its place: panels, rows, plans, what connectors join; as PPTX and as PDF."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.draft import DraftTable, DraftText
from bizrag.parsing.slides.panels import find_panels, find_rows
from bizrag.parsing.slides.pdf_slides import slide_blocks
from bizrag.parsing.slides.pieces import Piece
from bizrag.parsing.slides.plans import Drawn, read_plan
from bizrag.parsing.slides.shapes import DRAWING
from bizrag.parsing.text_layers.text_layer import PageLayer, Word, open_pdf, read_page
from tests.parsing.slide_words import slide_words
from tests.parsing.written_decks import WrittenDeck

# left, top, width, height in points
Place = tuple[float, float, float, float]


@pytest.fixture
def deck(tmp_path: Path) -> WrittenDeck:
    return WrittenDeck(tmp_path)


def test_roles_stand_with_the_names_above_them(deck: WrittenDeck) -> None:
    people = (("Olga Petrenko", "Chief Executive"), ("Ravi Menon", "Head of Finance"), ("Sara Lund", "Operations"))
    for number, (name, role) in enumerate(people):
        deck.write((50 + 220 * number, 200, 200, 30), name, size=16)
        deck.write((50 + 220 * number, 232, 200, 24), role, size=12)
    assert deck.texts() == [f"{name} – {role}" for name, role in people]


def test_what_hangs_on_a_box_is_said_after_it(deck: WrittenDeck) -> None:
    top = deck.draw((250, 60, 200, 60), "Ingrid Solheim", "Sponsor")
    below = [
        deck.draw((60 + 220 * number, 200, 200, 60), name, role)
        for number, (name, role) in enumerate((("Tomas Brandt", "Technology"), ("Amara Diallo", "Change")))
    ]
    for box in below:
        deck.join(top, box)
    assert deck.texts() == [
        "Ingrid Solheim – Sponsor",
        "Tomas Brandt – Technology",
        "Amara Diallo – Change",
        "Ingrid Solheim – Sponsor → Tomas Brandt – Technology; Amara Diallo – Change",
    ]


def test_steps_that_follow_each_other_are_one_line_along_the_arrows(deck: WrittenDeck) -> None:
    boxes = [
        deck.draw((40 + 220 * number, 100, 160, 50), name) for number, name in enumerate(("Notify", "Assess", "Pay"))
    ]
    for start, end in pairwise(boxes):
        # glued the wrong way round, with the arrow at its beginning
        line = deck.join(end, start).line._get_or_add_ln()
        line.append(line.makeelement(f"{DRAWING}headEnd", {"type": "arrow"}))
    assert deck.texts()[-1] == "Notify → Assess → Pay"


def test_a_damaged_connector_costs_no_text(deck: WrittenDeck) -> None:
    boxes = [deck.draw((40, 100 * number, 160, 50), name) for number, name in enumerate(("Notify", "Assess"))]
    connector = deck.join(*boxes)._element
    connector.find(f".//{DRAWING}stCxn").set("id", "none")
    draft = deck.read()
    assert [item.text for item in draft.items if isinstance(item, DraftText)] == ["Notify", "Assess"]
    assert len(draft.warnings) == 1


def test_lists_stand_under_the_headings_of_their_boxes(deck: WrittenDeck) -> None:
    deck.draw((40, 60, 300, 120), "Strengths", "Own terminals", "Long contracts", "Loyal crews")
    deck.draw((360, 60, 300, 120), "Weaknesses", "Ageing fleet", "Thin margins", "One port")
    assert deck.texts() == [
        "Strengths:",
        "- Own terminals",
        "- Long contracts",
        "- Loyal crews",
        "Weaknesses:",
        "- Ageing fleet",
        "- Thin margins",
        "- One port",
    ]


def test_boxes_of_the_same_kind_stay_apart(deck: WrittenDeck) -> None:
    for number, text in enumerate(("Rail", "Road", "Port", "Air", "Barge", "Pipe")):
        deck.draw((40 + 220 * (number % 3), 60 + 100 * (number // 3), 200, 60), text)
    assert deck.texts() == ["Rail", "Road", "Port", "Air", "Barge", "Pipe"]


def test_a_label_and_what_stands_beside_it_are_a_row(deck: WrittenDeck) -> None:
    for number, (name, state, note) in enumerate(
        (("Infrastructure", "Green", "On plan"), ("Data", "Amber", "Two weeks late"), ("Training", "Red", "No trainer"))
    ):
        deck.write((40, 100 + 60 * number, 200, 30), name)
        deck.draw((280, 100 + 60 * number, 80, 30), state, size=11)
        deck.write((400, 100 + 60 * number, 280, 30), note)
    assert deck.texts() == [
        "Infrastructure – Green – On plan",
        "Data – Amber – Two weeks late",
        "Training – Red – No trainer",
    ]


def test_bars_of_a_bridge_are_said_with_their_names(deck: WrittenDeck) -> None:
    bars = (("EBIT 2022", "300", 120), ("Price", "–46", 120), ("Churn", "–71", 180), ("EBIT 2025", "183", 260))
    for at, (_, figure, top) in enumerate(bars):
        deck.draw((60 + 120 * at, top + 20, 80, 400 - top))
        deck.write((60 + 120 * at, top, 80, 18), figure, size=12)
    for at, (name, _, _) in enumerate(bars):
        deck.write((60 + 120 * at, 430, 80, 18), name, size=11)
    assert deck.texts() == [f"{name} – {figure}" for name, figure, _ in bars]


def test_bars_say_from_when_to_when(deck: WrittenDeck) -> None:
    for number, letter in enumerate("NDJFM"):
        deck.draw((200 + 60 * number, 80, 60, 24), letter, size=11)
    deck.write((200, 50, 60, 24), "2025", size=11)
    deck.write((320, 50, 60, 24), "2026", size=11)
    deck.write((30, 120, 160, 30), "Design")
    deck.draw((200, 122, 120, 24))
    deck.write((30, 160, 160, 30), "Build")
    deck.draw((260, 162, 180, 24), "two teams", size=10)
    deck.write((30, 200, 160, 30), "Go-live")
    deck.draw((465, 204, 16, 16))
    assert deck.texts() == [
        "2025",
        "2026",
        "Nov 2025 Dec 2025 Jan 2026 Feb 2026 Mar 2026",
        "Design – Nov 2025 to Dec 2025",
        "Build – Dec 2025 to Feb 2026 (two teams)",
        "Go-live – Mar 2026",
    ]


def test_a_year_in_the_middle_of_its_months_is_that_of_all_of_them() -> None:
    months = ("Oct", "Nov", "Dec", "Jan", "Feb")
    scale = [Drawn(name, BoundingBox(l=100 + 50 * at, t=30, r=130 + 50 * at, b=42)) for at, name in enumerate(months)]
    years = [Drawn("2025", BoundingBox(l=160, t=10, r=190, b=22)), Drawn("2026", BoundingBox(l=280, t=10, r=310, b=22))]
    names = [Drawn(name, BoundingBox(l=10, t=top, r=60, b=top + 12)) for name, top in (("Plan", 60), ("Build", 90))]
    bars = [Drawn("", BoundingBox(l=100, t=60, r=150, b=72)), Drawn("", BoundingBox(l=200, t=90, r=300, b=102))]
    plan = read_plan([*years, *scale, *names], bars)
    assert plan is not None
    assert [row.text for row in plan.rows] == ["Plan – Oct 2025", "Build – Dec 2025 to Jan 2026"]


def test_names_in_the_middle_of_their_columns_are_told_by_the_bars() -> None:
    periods = [
        Drawn(f"Q{number + 1}", BoundingBox(l=140 + 100 * number, t=10, r=160 + 100 * number, b=22))
        for number in range(4)
    ]
    names = [Drawn(name, BoundingBox(l=10, t=top, r=60, b=top + 12)) for name, top in (("Plan", 40), ("Build", 70))]
    bars = [
        Drawn("", BoundingBox(l=100, t=36, r=200, b=56)),
        Drawn("", BoundingBox(l=200, t=66, r=400, b=86)),
    ]
    plan = read_plan([*periods, *names], bars)
    assert plan is not None
    assert [row.text for row in plan.rows] == ["Plan – Q1", "Build – Q2 to Q3"]
    assert read_plan(names, bars) is None


def test_names_of_a_chart_beside_the_scale_of_another_one_are_no_rows_of_a_plan() -> None:
    periods = [
        Drawn(f"Q{number + 1}", BoundingBox(l=340 + 60 * number, t=10, r=360 + 60 * number, b=22))
        for number in range(4)
    ]
    names = [
        Drawn(name, BoundingBox(l=20 + 60 * at, t=200, r=64 + 60 * at, b=212))
        for at, name in enumerate(("Capex", "Leases", "Tax"))
    ]
    # bars of a chart below the scale, on the level of those names
    bars = [Drawn("", BoundingBox(l=330 + 60 * at, t=190, r=370 + 60 * at, b=214)) for at in range(4)]
    assert read_plan([*periods, *names], bars) is None


def test_quarters_with_two_digits_of_their_year_are_a_scale() -> None:
    periods = [
        Drawn(name, BoundingBox(l=100 + 50 * at, t=10, r=130 + 50 * at, b=22))
        for at, name in enumerate(("Q3 17", "Q4 17", "Q1 18"))
    ]
    names = [Drawn(name, BoundingBox(l=10, t=top, r=60, b=top + 12)) for name, top in (("Plan", 40), ("Build", 70))]
    bars = [Drawn("", BoundingBox(l=100, t=40, r=150, b=52)), Drawn("", BoundingBox(l=150, t=70, r=250, b=82))]
    plan = read_plan([*periods, *names], bars)
    assert plan is not None
    assert [row.text for row in plan.rows] == ["Plan – Q3 17", "Build – Q4 17 to Q1 18"]


def _piece(text: str, left: float, top: float, *, size: float = 12, bold: bool = False) -> Piece:
    box = BoundingBox(l=left, t=top, r=left + 0.5 * size * len(text), b=top + size)
    return Piece(text, box, size, is_bold=bold)


def test_dates_along_a_line_have_their_texts_above_and_below_by_turns() -> None:
    pieces = [
        *(_piece(text, 50 + 200 * number, 100) for number, text in enumerate(("Jan 2026", "Q3 2026", "2027"))),
        _piece("Pilot in Gdansk", 50, 60),
        _piece("Go-live", 250, 130),
        _piece("Remaining sites", 450, 62),
    ]
    assert find_panels(pieces) == [[0, 3], [1, 4], [2, 5]]


def test_columns_of_a_table_are_no_panels() -> None:
    """Three bold heads over rows of the same pitch; and the same rows close together."""
    for pitch in (30, 16):
        pieces = [
            _piece(f"{name} {row}", 50 + 150 * column, 100 + pitch * row, bold=row == 0)
            for row in range(4)
            for column, name in enumerate(("Site", "Owner", "State"))
        ]
        assert find_panels(pieces) == []


def test_a_head_without_anything_under_it_makes_no_panels() -> None:
    row = [
        _piece(name, 50 + 200 * number, 100, bold=True) for number, name in enumerate(("People", "Product", "Planet"))
    ]
    assert find_panels([*row, _piece("Hire 40 engineers", 50, 116)]) == []


def test_tiles_in_a_grid_are_no_rows() -> None:
    assert find_rows([_piece(f"Tile {at}", 50 + 150 * (at % 3), 50 + 60 * (at // 3)) for at in range(9)]) == []


def test_pillars_of_a_pdf_whose_lines_run_through_all_columns() -> None:
    words = slide_words("Three pillars", 50, 40, 0, size=28)
    rows = (
        (("People", "Product", "Planet"), 120, 18, True),
        (("Hire forty engineers and", "Ship the new controller before", "Halve waste"), 146, 12, False),
        (("open an academy", "the summer", ""), 160, 12, False),
    )
    for line, (cells, top, size, bold) in enumerate(rows, 1):
        for column, cell in enumerate(cells):
            words += slide_words(cell, 50 + 300 * column, top, line, size=size, bold=bold)
    blocks = slide_blocks(PageLayer(page_no=1, width_pt=960, height_pt=540, words=tuple(words)))
    assert [block.text for block in blocks if isinstance(block, DraftText)] == [
        "Three pillars",
        "People – Hire forty engineers and open an academy",
        "Product – Ship the new controller before the summer",
        "Planet – Halve waste",
    ]


def test_boxes_with_headings_are_no_table() -> None:
    words: list[Word] = []
    frames: list[BoundingBox] = []
    for number, (name, role) in enumerate(
        (("Piet Vos", "Integration"), ("Nora Lind", "Servers"), ("Kenji Mori", "Data"))
    ):
        left = 60.0 + 250 * number
        words += slide_words(name, left, 200, 2 * number, bold=True) + slide_words(role, left + 20, 216, 2 * number + 1)
        frames.append(BoundingBox(l=left - 20, t=190, r=left + 150, b=240))
    blocks = slide_blocks(PageLayer(page_no=1, width_pt=960, height_pt=540, words=tuple(words)), (), frames)
    said = [block.text for block in blocks if isinstance(block, DraftText)]
    assert said == ["Piet Vos – Integration", "Nora Lind – Servers", "Kenji Mori – Data"]


def test_the_text_under_each_of_several_names_is_told_with_it() -> None:
    words = slide_words("How it works", 50, 40, 0, size=28)
    names = ("Choose", "Ask", "Plug in")
    texts = ("Photo of the balcony", "Our lawyers write", "App shows the yield")
    line = 1
    for column, (name, text) in enumerate(zip(names, texts, strict=True)):
        left = 60 + 280 * column
        words += slide_words(str(column + 1), left + 50, 150, line, size=24)
        words += slide_words(name, left + 30, 220, line + 1, size=16, bold=True)
        words += slide_words(text, left, 270, line + 2)
        line += 3
    words += slide_words("The second step takes longest.", 60, 420, line)
    blocks = slide_blocks(PageLayer(page_no=1, width_pt=960, height_pt=540, words=tuple(words)))
    assert [block.text for block in blocks if isinstance(block, DraftText)] == [
        "How it works",
        "1 – Choose – Photo of the balcony",
        "2 – Ask – Our lawyers write",
        "3 – Plug in – App shows the yield",
        "The second step takes longest.",
    ]


def test_the_years_of_a_line_that_rises_are_told_with_what_stands_below_each() -> None:
    words = slide_words("The road to 2030", 50, 40, 0, size=28)
    steps = (("2019", "First footprint"), ("2023", "Linen on request"), ("2027", "New boiler"))
    for number, (year, text) in enumerate(steps):
        centre, top = 150 + 250 * number, 380 - 90 * number
        words += slide_words(year, centre - 22, top, 2 * number + 1, size=18)
        words += slide_words(text, centre - 3.2 * len(text), top + 60, 2 * number + 2)
    blocks = slide_blocks(PageLayer(page_no=1, width_pt=960, height_pt=540, words=tuple(words)))
    said = {block.text for block in blocks if isinstance(block, DraftText)}
    assert {"2019 – First footprint", "2023 – Linen on request", "2027 – New boiler"} <= said


def test_a_figure_with_a_name_above_and_a_remark_below_is_told_with_both() -> None:
    words = slide_words("Our year", 50, 40, 0, size=28)
    cards = (("Carbon per night", "8.7 kg", "down 21 %"), ("Water per night", "164 l", "down 9 %"))
    for column, (name, figure, remark) in enumerate(cards):
        left = 80 + 300 * column
        words += slide_words(figure, left, 170, 2 * column + 1, size=30)
        words += slide_words(remark, left, 220, 2 * column + 2)
        # names run through all cards, as one line
        words += slide_words(name, left, 140, 9)
    # starts under the first figure and runs under both
    words += slide_words(
        "Only water is behind plan, the goal for the year was 150 litres per guest night.", 80, 250, 10
    )
    blocks = slide_blocks(PageLayer(page_no=1, width_pt=960, height_pt=540, words=tuple(words)))
    said = [block.text for block in blocks if isinstance(block, DraftText)]
    assert "Carbon per night – 8.7 kg – down 21 %" in said
    assert "Water per night – 164 l – down 9 %" in said


def test_a_layer_knows_sizes_and_weights_of_its_type() -> None:
    document = open_pdf(Path("samples/docs/strategy_deck.pdf"))
    try:
        words = read_page(document, 2).words
    finally:
        document.close()
    looks = {(round(word.em_pt), word.is_bold) for word in words}
    # title, text, footer
    assert looks == {(28, True), (19, False), (10, False)}


def test_cards_with_a_box_of_lines_under_each_heading_stay_apart(deck: WrittenDeck) -> None:
    plans = (
        ("Basic – €19", "No service credit", "Answer in 2 days"),
        ("Plus – €49", "5% service credit", "Answer in 8 hours"),
        ("Premium – €199", "15% service credit", "Answer in 1 hour"),
    )
    for number, (name, *lines) in enumerate(plans):
        deck.draw((40 + 220 * number, 80, 200, 40), name, size=16)
        deck.write((40 + 220 * number, 124, 200, 90), *lines, size=12)
    assert deck.texts() == [" – ".join(plan) for plan in plans]


def test_events_may_hang_far_below_their_dates(deck: WrittenDeck) -> None:
    events = (
        ("12 Feb 2026", "Permit"),
        ("18 May 2026", "First racks"),
        ("24 Aug 2026", "Move"),
        ("30 Oct 2026", "Hand-over"),
    )
    for number, (date, event) in enumerate(events):
        deck.write((40 + 160 * number, 200, 150, 24), date, size=13)
        deck.write((40 + 160 * number, 280, 150, 24), event, size=13)
    assert deck.texts() == [f"{date} – {event}" for date, event in events]


def test_a_table_whose_cells_have_a_frame_each_is_no_lists_side_by_side() -> None:
    words = slide_words("Whom to call", 50, 40, 0, size=28)
    rows = (
        ("Subject", "Who", "Extension"),
        ("Desk lead", "Dana Prewitt", "4100"),
        ("Shift lead", "Kofi Adeyemi", "4111"),
        ("Duty manager", "see roster", "4199"),
        ("Payroll", "Ivy Thackeray", "4308"),
    )
    frames: list[BoundingBox] = []
    for at, row in enumerate(rows):
        for column, text in enumerate(row):
            left, top = 40 + 160 * column, 100 + 36 * at
            words += slide_words(text, left + 8, top + 8, 3 * at + column + 1, bold=0 in (at, column))
            frames.append(BoundingBox(l=left, t=top, r=left + 160, b=top + 36))
    table = DraftTable(num_rows=5, num_cols=3, cells=[], page_no=1, bbox=BoundingBox(l=40, t=100, r=520, b=280))
    layer = PageLayer(page_no=1, width_pt=960, height_pt=540, words=tuple(words))
    assert table in slide_blocks(layer, [table], frames)
    # cards stand apart
    apart = [BoundingBox(l=one.l + 6, t=one.t + 4, r=one.r - 6, b=one.b - 4) for one in frames]
    assert table not in slide_blocks(layer, [table], apart)


def test_of_a_roadmap_each_box_is_told_with_its_periods() -> None:
    names = ("Q1 FY25", "Q2 FY25", "H1 FY26", "FY27")
    periods = [
        Drawn(name, BoundingBox(l=200 + 100 * at, t=10, r=290 + 100 * at, b=30)) for at, name in enumerate(names)
    ]
    lanes = [
        Drawn(name, BoundingBox(l=10, t=top, r=150, b=top + 40)) for name, top in (("Data", 50), ("Security", 110))
    ]
    boxes = [
        ("Kafka beta", 200, 390, 52),
        ("Kafka GA", 400, 490, 52),
        ("SOC 24/7", 200, 290, 112),
        ("TLS", 500, 590, 112),
    ]
    bars = [Drawn(text, BoundingBox(l=left, t=top, r=right, b=top + 36)) for text, left, right, top in boxes]
    plan = read_plan([*periods, *lanes], bars)
    assert plan is not None
    assert [row.text for row in plan.rows] == [
        "Data – Kafka beta Q1 FY25 to Q2 FY25; Kafka GA H1 FY26",
        "Security – SOC 24/7 Q1 FY25; TLS FY27",
    ]
