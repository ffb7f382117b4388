"""In which order the items of a page are read, on pages written out as boxes of 600 x 800 points."""

from __future__ import annotations

import itertools
import random

import pytest

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import DraftItem, DraftPicture, DraftTable, DraftText
from bizrag.parsing.order.reading_order import mend_order


def text(name: str, box: tuple[float, float, float, float] | None, kind: BlockKind = BlockKind.TEXT) -> DraftText:
    bbox = None if box is None else BoundingBox(l=box[0], t=box[1], r=box[2], b=box[3])
    return DraftText(kind=kind, text=name, page_no=1, bbox=bbox)


def table(box: tuple[float, float, float, float]) -> DraftTable:
    return DraftTable(num_rows=1, num_cols=1, cells=[], bbox=BoundingBox(l=box[0], t=box[1], r=box[2], b=box[3]))


def order(*items: DraftItem) -> list[str]:
    return [item.text if isinstance(item, DraftText) else "table" for item in mend_order(items)]


TITLE = text("title", (250, 60, 350, 80))
LEFT = [text(f"left {n}", (50, 100 + 100 * n, 290, 190 + 100 * n)) for n in range(3)]
RIGHT = [text(f"right {n}", (310, 100 + 100 * n, 550, 190 + 100 * n)) for n in range(3)]


def test_a_centred_title_comes_before_the_text_below_it() -> None:
    body = [text("first", (50, 100, 260, 115)), text("second", (50, 120, 550, 300))]
    assert order(body[0], body[1], TITLE) == ["first", "title", "second"]
    wide = text("first", (50, 100, 330, 115))
    assert order(wide, body[1], TITLE) == ["title", "first", "second"]


def test_a_column_is_read_downwards_and_columns_stay_in_their_order() -> None:
    in_order = [*LEFT, *RIGHT]
    assert mend_order(in_order) == in_order
    torn = [*LEFT, RIGHT[2], RIGHT[0], RIGHT[1]]
    assert mend_order(torn) == in_order


def test_what_spans_the_columns_parts_them() -> None:
    across = text("across", (50, 292, 550, 298))
    assert order(*LEFT, *RIGHT[:2], across, RIGHT[2]) == [
        *("left 0", "left 1", "right 0", "right 1"),
        "across",
        *("left 2", "right 2"),
    ]


def test_of_two_columns_of_text_the_left_one_is_read_first_wherever_the_right_one_begins() -> None:
    words = "so many words that this is a paragraph of running text and no label"
    left = [text(f"{n} {words}", (50, 130 + 100 * n, 290, 220 + 100 * n)) for n in range(2)]
    right = [text(f"{n + 2} {words}", (310, 130 + 100 * n, 550, 220 + 100 * n)) for n in range(2)]
    heading = text("heading", (50, 110, 120, 125))
    title = text("title", (100, 60, 500, 80))
    assert order(title, table((330, 100, 530, 125)), *right, heading, *left) == [
        *("title", "heading", left[0].text, left[1].text),
        *("table", right[0].text, right[1].text),
    ]
    # what spans both parts the page
    across = text("across", (50, 222, 550, 228))
    assert order(right[0], left[0], across, right[1], left[1]) == [
        *(left[0].text, right[0].text, "across", left[1].text, right[1].text),
    ]


def test_a_caption_stays_before_what_it_names() -> None:
    caption = text("caption", (50, 400, 290, 410), BlockKind.CAPTION)
    after = text("after", (50, 420, 290, 500))
    assert order(after, caption, table((50, 300, 290, 395))) == ["caption", "table", "after"]


def test_furniture_and_what_has_no_place_stay_where_they_are() -> None:
    footer = text("footer", (50, 20, 550, 30), BlockKind.PAGE_FOOTER)
    assert order(text("nowhere", None), *RIGHT[:1], footer) == ["nowhere", "right 0", "footer"]
    assert order() == []


@pytest.mark.slow
def test_a_page_of_thousands_of_pieces_stays_as_it_is() -> None:
    pieces = [text(str(n), (50, 10 + n / 10, 60, 10.05 + n / 10)) for n in range(3001, 0, -1)]
    assert mend_order(pieces) == pieces
    assert mend_order(pieces[1:]) != pieces[1:]


@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_lost_and_nothing_is_read_upwards(seed: int) -> None:
    draw = random.Random(seed)
    items: list[DraftItem] = []
    for number in range(40):
        left, top = draw.uniform(0, 500), draw.uniform(0, 700)
        box = (left, top, left + draw.uniform(1, 300), top + draw.uniform(1, 60))
        items.append(text(str(number), box) if draw.random() < 0.9 else table(box))
    items.append(DraftPicture())
    found = mend_order(items)
    assert sorted(map(id, found)) == sorted(map(id, items))
    for earlier, later in itertools.combinations([item.bbox for item in found if item.bbox is not None], 2):
        shared = min(earlier.r, later.r) - max(earlier.l, later.l)
        assert later.b > earlier.t or shared <= 0.5 * min(earlier.r - earlier.l, later.r - later.l)


def test_choices_to_tick_stay_with_the_question_beside_them() -> None:
    names = [text("Kind of leave", (60, 250, 130, 260)), text("Stand-in", (60, 340, 110, 350))]
    choices = [text(f"{mark} choice", (180, y, 280, y + 10)) for mark, y in (("☒", 250), ("☐", 272), ("☐", 294))]
    value = text("Piotr Lind", (180, 340, 240, 350))
    found = order(names[0], choices[0], names[1], *choices[1:], value)
    assert found == ["Kind of leave", "☒ choice", "☐ choice", "☐ choice", "Stand-in", "Piotr Lind"]


def test_the_heading_of_what_spans_two_columns_is_read_after_both() -> None:
    heading = text("heading", (50, 400, 160, 416), BlockKind.HEADING)
    wide = text("wide", (50, 424, 550, 460))
    assert order(*LEFT, heading, *RIGHT, wide) == [
        "left 0", "left 1", "left 2", "right 0", "right 1", "right 2", "heading", "wide"
    ]  # fmt: skip
    # over text of its own column it stays there
    narrow = text("narrow", (50, 424, 290, 460))
    assert order(*LEFT, heading, narrow, *RIGHT)[3:5] == ["heading", "narrow"]


def test_signatures_below_two_columns_are_read_after_both() -> None:
    words = "so many words that this is a paragraph of running text and no label"
    left = [text(f"{n} {words}", (50, 130 + 100 * n, 290, 220 + 100 * n)) for n in range(2)]
    right = [text(f"{n + 2} {words}", (310, 130 + 100 * n, 550, 220 + 100 * n)) for n in range(2)]
    rest = text("the rest of a sentence", (310, 322, 450, 332))
    signed = [text("Lessor", (50, 360, 100, 370)), text("Name: Ann", (50, 372, 120, 382))]
    accepted = [text("Lessee", (310, 360, 360, 370)), text("Name: Bo", (310, 372, 380, 382))]
    in_order = [*left, *right, rest, *signed, *accepted]
    assert mend_order([*left, *signed, *right, rest, *accepted]) == in_order
    # what stands lower in one column only goes on with it
    assert mend_order([*left, *signed, *right, rest]) == [*left, *signed, *right, rest]


def test_a_table_level_with_a_heading_of_the_other_column_stays_in_its_own() -> None:
    words = "so many words that this is a paragraph of running text and no label"
    left = [text(f"{n} {words}", (50, 130 + 100 * n, 290, 220 + 100 * n)) for n in range(2)]
    right = [text(f"{n + 2} {words}", (310, 130 + 100 * n, 550, 220 + 100 * n)) for n in range(2)]
    items = table((80, 340, 260, 420))
    sources = text("Sources", (310, 341, 380, 352), BlockKind.HEADING)
    first = text("[1] Berg, 2021", (310, 356, 500, 366))
    assert mend_order([*left, *right, items, sources, first]) == [*left, items, *right, sources, first]


def test_what_stands_in_a_panel_is_read_together_and_panels_side_by_side_before_what_is_below() -> None:
    panels = [BoundingBox(l=left, t=100, r=left + 150, b=160) for left in (50, 220, 390)]
    inside = [
        text(f"{name} {left}", (left + 5, 105 + 20 * at, left + 90, 120 + 20 * at))
        for at, name in enumerate(("name", "value"))
        for left in (50, 220, 390)
    ]
    below = text("below", (50, 180, 120, 195), BlockKind.HEADING)
    above = text("above", (50, 60, 120, 75), BlockKind.HEADING)
    ordered = [
        item.text
        for item in mend_order([*inside[:4], below, *inside[4:], above], panels)
        if isinstance(item, DraftText)
    ]
    assert ordered == ["above", *(f"{name} {left}" for left in (50, 220, 390) for name in ("name", "value")), "below"]


def test_what_stands_below_headings_side_by_side_is_read_with_its_heading() -> None:
    heads = [text(name, (left, 100, left + 60, 112), BlockKind.HEADING) for name, left in (("one", 50), ("two", 300))]
    facts = [text(f"of {name}", (left, 120, left + 180, 200)) for name, left in (("one", 50), ("two", 300))]
    assert order(*heads, *facts) == ["one", "of one", "two", "of two"]


@pytest.mark.parametrize("seed", range(20))
def test_with_panels_nothing_is_lost(seed: int) -> None:
    chance = random.Random(seed)

    def box(width: float, height: float) -> tuple[float, float, float, float]:
        left, top = chance.uniform(0, 600 - width), chance.uniform(0, 800 - height)
        return left, top, left + width, top + height

    panels = [BoundingBox(l=one[0], t=one[1], r=one[2], b=one[3]) for one in (box(150, 90) for _ in range(6))]
    kinds = (BlockKind.TEXT, BlockKind.HEADING)
    items = [text(str(at), box(60, chance.choice((1, 10, 30))), chance.choice(kinds)) for at in range(60)]
    assert sorted(item.text for item in mend_order(items, panels) if isinstance(item, DraftText)) == sorted(
        map(str, range(60))
    )


def test_a_box_that_text_flows_around_comes_before_the_headings_beside_it() -> None:
    article = text("article", (50, 60, 550, 80), BlockKind.HEADING)
    about = text("about", (50, 100, 350, 180))
    life = text("life", (50, 190, 120, 205), BlockKind.HEADING)
    born = text("born", (50, 210, 350, 290))
    later = text("later", (50, 300, 550, 380))
    box = table((370, 100, 550, 280))
    assert order(article, about, life, born, box, later) == ["article", "about", "table", "life", "born", "later"]
    # a column of its own is read after the left one
    column = text("column", (370, 290, 550, 380))
    narrow = text("narrow", (50, 300, 350, 380))
    assert order(article, about, life, born, narrow, box, column)[-2:] == ["table", "column"]


def test_the_grounds_of_pictures_in_columns_side_by_side_part_no_columns() -> None:
    columns = [
        [text(f"{name} {n}", (left, 100 + 200 * n, left + 180, 160 + 200 * n)) for n in range(3)]
        for name, left in (("left", 20), ("middle", 210), ("right", 400))
    ]
    for texts in columns:
        for item in texts:
            item.text += " with as many words as a paragraph of a column has, twelve or more"
    grounds = [BoundingBox(l=left, t=180, r=left + 180, b=280) for left in (210, 400)]
    shown = [DraftPicture(bbox=ground, page_no=1) for ground in grounds]
    items = [*columns[0], *columns[1][:1], shown[0], *columns[1][1:], *columns[2][:1], shown[1], *columns[2][1:]]
    found = [item.text.split(" with")[0] for item in mend_order(items, grounds) if isinstance(item, DraftText)]
    assert found == [f"{name} {n}" for name in ("left", "middle", "right") for n in range(3)]


def test_a_panel_in_a_panel_is_read_inside_that() -> None:
    outer, inner = BoundingBox(l=300, t=100, r=560, b=300), BoundingBox(l=400, t=150, r=540, b=250)
    marks = [text(f"mark {n}", (310, 160 + 40 * n, 380, 175 + 40 * n)) for n in range(2)]
    values = [text(f"value {n}", (410, 160 + 40 * n, 480, 175 + 40 * n)) for n in range(2)]
    head = text("head", (310, 110, 550, 125), BlockKind.HEADING)
    beside = text("beside", (50, 170, 250, 190), BlockKind.HEADING)
    below = text("below", (300, 320, 560, 340))
    ordered = mend_order([beside, head, *values, *marks, below], [outer, inner])
    names = [item.text for item in ordered if isinstance(item, DraftText)]
    assert names[0] == "beside"
    assert {*names[1:6]} == {"head", "value 0", "value 1", "mark 0", "mark 1"}


def test_panels_side_by_side_are_read_from_the_left_though_one_begins_higher() -> None:
    panels = [BoundingBox(l=left, t=top, r=left + 150, b=160) for left, top in ((50, 106), (220, 106), (390, 98))]
    steps = [text(f"step {at}", (panel.l + 5, panel.t + 6, panel.l + 90, 140)) for at, panel in enumerate(panels)]
    ordered = mend_order([steps[2], *steps[:2]], panels)
    assert [item.text for item in ordered if isinstance(item, DraftText)] == ["step 0", "step 1", "step 2"]
