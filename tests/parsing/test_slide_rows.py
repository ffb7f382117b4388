"""Rows, columns of boxes and labels of boxes on slides in PDF; footers that count the slides."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import Draft, DraftPage, DraftText
from bizrag.parsing.slides.pdf_slides import slide_blocks
from bizrag.parsing.slides.repeated_lines import mark_repeated
from bizrag.parsing.slides.text_boxes import box_label
from bizrag.parsing.text_layers.text_layer import PageLayer, Word
from tests.parsing.slide_words import slide_words


def _texts(words: Sequence[Word], frames: Sequence[BoundingBox] = ()) -> list[str]:
    layer = PageLayer(page_no=1, width_pt=960, height_pt=540, words=tuple(words))
    return [item.text for item in slide_blocks(layer, frames=frames) if isinstance(item, DraftText)]


def _frame(left: float, top: float, width: float, height: float) -> BoundingBox:
    return BoundingBox(l=left, t=top, r=left + width, b=top + height)


AREAS = (("Scope", "Returns are accepted"), ("Schedule", "Tests are late"), ("Quality", "Eleven defects are open"))


def _areas() -> tuple[list[Word], list[BoundingBox]]:
    words = slide_words("Status at a glance", 40, 30, 0, size=28)
    for number, (area, text) in enumerate(AREAS):
        top = 120.0 + 62 * number
        words += slide_words(area, 48, top, 2 * number + 1, size=14, bold=True)
        words += slide_words(text, 260, top, 2 * number + 2, size=14)
    return words, [_frame(40, 108 + 62 * number, 150, 48) for number in range(len(AREAS))]


def test_what_stands_beside_the_box_of_its_name_is_said_with_it() -> None:
    words, frames = _areas()
    assert _texts(words, frames) == ["Status at a glance", *(" – ".join(area) for area in AREAS)]


def test_a_text_beside_a_name_in_a_style_of_its_own_goes_on_below() -> None:
    words, frames = _areas()
    words += slide_words("and will stay so", 260, 136, 99, size=14)
    name, text = AREAS[0]
    assert f"{name} – {text} and will stay so" in _texts(words, frames)


def test_a_name_and_its_figure_in_one_style_have_a_remark_that_goes_on_below() -> None:
    markets = (("TAM", "£ 3.4 bn", "all repairs in", "Europe"), ("SAM", "£ 860 m", "ten cities in the", "south"))
    words: list[Word] = []
    for row, (name, figure, *lines) in enumerate((*markets, ("SOM", "£ 45 m", "what we reach"))):
        top, number = 150.0 + 100 * row, 10 * row
        words += slide_words(name, 480, top, number, size=20, bold=True)
        words += slide_words(figure, 560, top, number + 1, size=20, bold=True)
        for line, text in enumerate(lines):
            words += slide_words(text, 700, top + 3 + 17 * line, number + 2 + line, size=14)
    said = [f"{name} – {figure} – {first} {last}" for name, figure, first, last in markets]
    assert _texts(words) == [*said, "SOM – £ 45 m – what we reach"]


def test_names_over_panels_are_said_with_them() -> None:
    steps = (
        ("Apply", "day 0", "online form"),
        ("Talk", "by day 4", "with a recruiter"),
        ("Trial", "by day 21", "paid"),
    )
    words = slide_words("First day", 40, 30, 0, size=28)
    frames: list[BoundingBox] = []
    for column, (name, day, text) in enumerate(steps):
        left, number = 60.0 + 260 * column, 10 * (column + 1)
        frames.append(_frame(left - 20, 90, 240, 50))
        words += slide_words(name, left, 105, number, size=17, bold=True)
        words += slide_words(day, left, 180, number + 1, size=15, bold=True)
        words += slide_words(text, left, 205, number + 2, size=14)
    assert _texts(words, frames)[1:] == [" – ".join(step) for step in steps]


def test_names_over_dates_are_said_with_what_happens_then() -> None:
    waves = (("Prove", "Jan 2027", "Uppsala"), ("Scale", "Oct 2027", "Stockholm"), ("Complete", "Jul 2028", "North"))
    words = slide_words("The programme runs in three waves", 40, 30, 0, size=28)
    frames = [_frame(50 + 260 * column, 130, 240, 40) for column in range(3)]
    for column, (name, date, place) in enumerate(waves):
        left, number = 60.0 + 260 * column, 10 * (column + 1)
        words += slide_words(name, left + 50, 140, number, size=16, bold=True)
        words += slide_words(date, left, 196, number + 1, size=13, bold=True)
        words += slide_words(f"• {place}", left, 232, number + 2, size=14)
        words += slide_words(f"• {place} depot", left, 250, number + 3, size=14)
    texts = "\n".join(_texts(words, frames)[1:]).splitlines()
    assert [texts.index(f"{name}:") for name, _, _ in waves] == [0, 4, 8]


def test_lists_beside_each_other_whose_lines_go_on_below_are_no_rows() -> None:
    lists = (
        ("10 pickers in training", "3 jobs", "No wave plan"),
        ("Old slotting rules", "Mixed pallets", "Old labels"),
    )
    words: list[Word] = []
    for column, texts in enumerate(lists):
        for line, text in enumerate(texts):
            words += slide_words(text, 40 + 300 * column, 120 + 62 * line, 10 * column + line, size=14)
    words += slide_words("from one supplier", 340, 198, 99, size=14)
    assert not any(" – " in text for text in _texts(words))


@pytest.mark.parametrize("gap", [0.0, 2.8])
def test_a_bar_on_top_of_a_box_names_what_stands_in_it(gap: float) -> None:
    blocks = (("Definition", "A gap is a run of two", "missing values."), ("Loss", "We minimise the", "pinball loss."))
    words, frames = slide_words("Method", 40, 30, 0, size=28), list[BoundingBox]()
    for number, (head, *lines) in enumerate(blocks):
        left = 40.0 + 440 * number
        frames += [_frame(left, 90, 420, 24), _frame(left, 114 + gap, 420, 60)]
        words += slide_words(head, left + 8, 95, 10 + number, size=14)
        for line, text in enumerate(lines):
            words += slide_words(text, left + 8, 122 + 18 * line, 20 + 2 * line + number, size=14)
    assert _texts(words, frames) == [
        "Method",
        "Definition – A gap is a run of two missing values.",
        "Loss – We minimise the pinball loss.",
    ]


def test_the_end_of_a_line_is_no_date_with_something_under_it() -> None:
    sides = {
        "Until 31 December 2026": ("• Days are carried over until", "March", "• Days are not for sale"),
        "From 1 January 2027": ("• Days are carried over until", "June", "• Five days are for sale"),
    }
    words = slide_words("What changes", 40, 30, 0, size=28)
    for number, (head, lines) in enumerate(sides.items()):
        left = 40.0 + 440 * number
        words += slide_words(head, left, 100, 10 + number, size=20, bold=True)
        for line, text in enumerate(lines):
            words += slide_words(text, left + 12 * (line == 1), 140 + 20 * line, 20 + 3 * line + number, size=16)
    assert _texts(words)[1:] == [
        "Until 31 December 2026:",
        "- Days are carried over until March",
        "- Days are not for sale",
        "From 1 January 2027:",
        "- Days are carried over until June",
        "- Five days are for sale",
    ]


def test_lines_of_one_text_under_each_date_are_no_rows_of_a_table() -> None:
    events = (
        ("15.09.2026", "New prices for the", "regulator"),
        ("01.10.2026", "Start of the portal", "for customers"),
        ("12.11.2026", "Plan of the year to", "the board"),
    )
    words = slide_words("Next steps", 40, 30, 0, size=28)
    for column, (date, *lines) in enumerate(events):
        left = 60.0 + 290 * column
        words += slide_words(date, left, 195, 10 + column, size=18, bold=True)
        for line, text in enumerate(lines):
            words += slide_words(text, left, 252 + 18 * line, 20 + 3 * line + column, size=15)
    assert _texts(words)[1:] == [f"{date} – {first} {second}" for date, first, second in events]


def test_a_name_below_a_quotation_is_said_before_it() -> None:
    words = slide_words("What delights", 40, 30, 0, size=28)
    words += slide_words("“Nobody has ever called back so fast.”", 300, 300, 1, size=16)
    words += slide_words("Mrs E. Thwaite, Carlisle", 360, 324, 2, size=11)
    assert _texts(words) == ["What delights", "Mrs E. Thwaite, Carlisle: “Nobody has ever called back so fast.”"]


def test_a_bullet_far_before_its_text_is_told_with_it() -> None:
    items = ("Returns are accepted", "Tests are late", "Eleven defects are open")
    words = [word for n, text in enumerate(items) for word in slide_words(text, 128, 200 + 24 * n, n)]
    bullets = [word for n in range(3) for word in slide_words("•", 100, 200 + 24 * n, n, size=9)]
    lines = sorted([*bullets, *words], key=lambda word: (word.line, word.bbox.l))

    assert "\n".join(_texts(lines)).splitlines() == [f"• {item}" for item in items]


def test_drawn_bullets_part_the_items_of_a_list() -> None:
    items = (
        "Having to repeat the account number",
        "Engineers who come later than the slot",
        "Bills that change at once",
    )
    words, frames = slide_words("What annoys", 40, 30, 0, size=28), list[BoundingBox]()
    for line, text in enumerate(items):
        words += slide_words(text, 80, 140 + 28 * line, 1 + line, size=16)
        frames.append(_frame(66, 146 + 28 * line, 4, 4))
    (said,) = _texts(words, frames)[1:]
    assert said == "\n".join(f"• {text}" for text in items)


def test_tariffs_in_frames_are_said_with_their_price_and_what_they_hold() -> None:
    tariffs = (
        ("Basic", "£ 12", "per month", "One user", "Mail support"),
        ("Plus", "£ 29", "per month", "Ten users", "Calls"),
    )
    words, frames = slide_words("Prices", 40, 30, 0, size=28), list[BoundingBox]()
    for number, (name, *lines) in enumerate(tariffs):
        left = 60.0 + 300 * number
        frames.append(_frame(left, 100, 260, 260))
        words += slide_words(name, left + 20, 110, 10 + number, size=18, bold=True)
        for line, text in enumerate(lines):
            top, size = ((150, 40), (200, 12), (250, 15), (275, 15))[line]
            words += slide_words(text, left + 20, top, 20 + 4 * line + number, size=size)
    said = [[f"{name}:", *(f"- {line}" for line in lines)] for name, *lines in tariffs]
    assert _texts(words, frames)[1:] == [text for part in said for text in part]


def test_tiles_below_tiles_are_said_each_alone() -> None:
    tiles = (
        (("Sales", "148 m", "up 6 %"), ("Profit", "7.9 m", "plan: 7.4 m"), ("Spending", "21 m", "on heat: 9 m")),
        (("Staff", "412", "18 posts free"), ("Outages", "11 min", "others: 12 min"), ("Mark", "2.1", "of 1,240 asked")),
    )
    words, frames = slide_words("At a glance", 40, 30, 0, size=28), list[BoundingBox]()
    for row, line in enumerate(tiles):
        for column, tile in enumerate(line):
            left, top, number = 60.0 + 290 * column, 110.0 + 190 * row, 10 * (3 * row + column + 1)
            frames.append(_frame(left - 10, top - 10, 270, 170))
            words += slide_words(tile[0], left, top, number, size=15, bold=True)
            words += slide_words(tile[1], left, top + 40, number + 1, size=34, bold=True)
            words += slide_words(tile[2], left, top + 110, number + 2, size=13)
    said = _texts(words, frames)[1:]
    assert sorted(said) == sorted(" – ".join(tile) for line in tiles for tile in line)


def test_lines_under_bold_ones_in_a_column_are_said_with_them() -> None:
    words, frames = slide_words("Roadmap", 40, 30, 0, size=28), list[BoundingBox]()
    plan = {"Now": ("One login", "done by July", "New rota", "trial in Cardiff"), "Next": ("Map", "May", "Bot", "June")}
    for number, (head, lines) in enumerate(plan.items()):
        left = 40.0 + 440 * number
        frames += [_frame(left, 90, 420, 30), _frame(left, 120, 420, 200)]
        words += slide_words(head, left + 8, 95, 10 + number, size=18, bold=True)
        for line, text in enumerate(lines):
            top = 130.0 + 20 * line + 8 * (line // 2)
            words += slide_words(text, left + 8, top, 20 + 2 * line + number, size=12, bold=line % 2 == 0)
    assert _texts(words, frames)[1:] == [
        "Now:",
        "- One login – done by July",
        "- New rota – trial in Cardiff",
        "Next:",
        "- Map – May",
        "- Bot – June",
    ]


def test_boxes_under_each_other_belong_to_the_box_over_them() -> None:
    sides = {"Today": ("Sites: 34", "Quotes: 3 days"), "Then": ("Sites: 42", "Quotes: 4 hours")}
    words, frames = slide_words("Where we go", 40, 30, 0, size=28), list[BoundingBox]()
    for number, (head, texts) in enumerate(sides.items()):
        left = 40.0 + 440 * number
        frames += [_frame(left, 90, 420, 40), *(_frame(left, 145 + 70 * line, 420, 56) for line in range(2))]
        words += slide_words(head, left + 180, 100, 10 + number, size=20, bold=True)
        for line, text in enumerate(texts):
            words += slide_words(text, left + 8, 165 + 70 * line, 20 + 2 * line + number, size=14)
    assert _texts(words, frames) == ["Where we go", *(" – ".join((head, *texts)) for head, texts in sides.items())]


def test_the_label_of_a_box_is_parted_where_its_lines_had_room() -> None:
    box = _frame(0, 0, 150, 60)
    wrapped = [slide_words("Temperature", 10, 10, 0, size=14), slide_words("release of pallets", 10, 28, 1, size=14)]
    assert box_label(wrapped, box) == "Temperature – release of pallets"
    assert box_label(wrapped, _frame(0, 0, 120, 60)) == "Temperature release of pallets"
    role = [slide_words("Lucia Ferro", 10, 10, 0, size=14, bold=True), slide_words("Quality", 10, 28, 1, size=14)]
    assert box_label(role, _frame(0, 0, 90, 60)) == "Lucia Ferro – Quality"
    assert box_label([], box) == ""


def test_a_footer_that_counts_the_slides_is_one_at_two_digits_too() -> None:
    draft = Draft()
    for page_no in range(8, 12):
        draft.pages.append(DraftPage(page_no=page_no, width_pt=960, height_pt=540))
        box = _frame(40, 512, 300, 12)
        draft.items.append(DraftText(kind=BlockKind.TEXT, text=f"Results {page_no}", page_no=page_no, bbox=box))
    mark_repeated(draft)
    assert {item.kind for item in draft.items if isinstance(item, DraftText)} == {BlockKind.PAGE_FOOTER}


def test_many_rows_in_one_style_are_rows_though_their_lines_go_on() -> None:
    table = (("Code", "Meaning", "Cause", "Remedy"), ("E1", "No water", "Closed tap", "Open it"))
    table += (("E2", "Too hot", "Stuck valve", "Replace it"), ("E3", "No soap", "Empty can", "Fill it"))
    words: list[Word] = []
    for row, texts in enumerate(table):
        for column, text in enumerate(texts):
            words += slide_words(text, 40 + 220 * column, 150 + 60 * row, 10 * row + column, size=14)
    words += slide_words("or filter", 480, 227, 99, size=14)
    assert "E1 – No water – Closed tap or filter – Open it" in _texts(words)


def test_names_centred_in_boxes_below_each_other_are_those_of_rows() -> None:
    tasks = (
        ("Daily", "clean the filters"),
        ("Every six months", "calibrate the pumps"),
        ("Yearly", "replace the hoses"),
    )
    words: list[Word] = []
    frames: list[BoundingBox] = []
    for row, (period, task) in enumerate(tasks):
        top = 120.0 + 80 * row
        frames.append(_frame(40, top - 20, 200, 54))
        words += slide_words(period, 140 - 3.5 * len(period), top, 2 * row, size=14, bold=True)
        words += slide_words(task, 300, top, 2 * row + 1, size=14)
    assert _texts(words, frames) == [" – ".join(task) for task in tasks]


def test_a_large_figure_below_a_name_is_no_title() -> None:
    words = [*slide_words("The problem", 40, 40, 0, size=28), *slide_words("141 Mt", 40, 110, 1, size=80)]
    words += slide_words("of packaging are thrown away", 40, 220, 2, size=18)
    layer = PageLayer(page_no=1, width_pt=960, height_pt=540, words=tuple(words))
    texts = [block for block in slide_blocks(layer) if isinstance(block, DraftText)]
    assert [text.text for text in texts if text.kind is BlockKind.HEADING] == ["The problem"]


def test_bars_with_names_over_cards_are_said_with_them() -> None:
    levers = (("Malt", "€9.5 m", "Two suppliers"), ("Glass", "€8.2 m", "Pool bottle"), ("Cans", "€6.4 m", "Contract"))
    words = slide_words("Procurement is the largest lever", 40, 30, 0, size=28)
    frames: list[BoundingBox] = []
    for at, (name, figure, note) in enumerate(levers):
        left = 60.0 + 200 * at
        words += slide_words(name, left + 60, 200, 3 * at + 1, size=14)
        words += slide_words(figure, left + 40, 230, 3 * at + 2, size=24, bold=True)
        words += slide_words(note, left + 40, 270, 3 * at + 3, size=12)
        frames += [_frame(left, 192, 160, 28), _frame(left, 222, 160, 40)]
    assert _texts(words, frames)[1:] == [" – ".join(lever) for lever in levers]
