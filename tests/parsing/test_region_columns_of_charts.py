"""Charts and ruled tables in the columns of a paper: text between them is text, and each is one of its own."""

from __future__ import annotations

from bizrag.parsing.engines.regions.rules import find_slide_tables
from bizrag.parsing.engines.regions.types import Box, Region, RegionLabel
from tests.parsing.written_pages import Text, page, regions

_WORDS = "the sensors were fitted to every unit and read each week"


def _prose(x: float, y: float, num_lines: int) -> list[Text]:
    return [Text(x=x, y=y + 12 * line, text=_WORDS) for line in range(num_lines)]


def _bars(left: float, top: float, bottom: float, num_bars: int = 5) -> list[Box]:
    return [(left + 30 * at, top + 10 * at, left + 30 * at + 18, bottom) for at in range(num_bars)]


def _pictures(found: list[tuple[str, Box]]) -> list[Box]:
    return [box for label, box in found if label == "picture"]


def _tables(found: list[tuple[str, Box]]) -> list[Box]:
    return [box for label, box in found if label == "table"]


def test_charts_of_two_columns_are_no_drawing_with_the_text_between_them() -> None:
    # they stand closer than parts of one chart may
    left, right = _bars(60, 100, 230, 8), _bars(320, 240, 360, 8)
    texts = [*_prose(40, 245, 14), *_prose(310, 60, 14), *_prose(310, 400, 10)]
    found = regions(page(texts, filled=[*left, *right]))
    assert [(box[0] < 300, box[2] < 310) for box in _pictures(found)] == [(True, True), (False, False)]
    assert sum(label in ("text", "list_item") for label, _ in found) >= 3


def test_a_caption_in_a_column_parts_two_charts_though_text_stands_beside_it() -> None:
    upper, lower = _bars(60, 100, 180), _bars(60, 215, 290)
    caption = Text(x=40, y=190, text="Figure 9: Faults by age of the unit")
    found = _pictures(regions(page([caption, *_prose(330, 60, 40)], filled=[*upper, *lower])))
    assert sorted((box[1] < 190, box[3] > 200) for box in found) == [(False, True), (True, False)]


def _ruled(x: float, y: float) -> tuple[list[Text], list[Box]]:
    """Names of columns, five rows and a total that a rule parts off, as LaTeX sets them."""
    rows = [("Line", "Units", "Alarms"), *((f"M{at} north", str(20 + at), str(9 + at)) for at in range(5))]
    rows.append(("Total", "115", "55"))
    texts = [
        Text(x=x + 70 * column, y=y + 4 + 15 * at, text=text)
        for at, row in enumerate(rows)
        for column, text in enumerate(row)
    ]
    heights = (y, y + 16, y + 91, y + 106)
    return texts, [(x - 4, height, x + 190, height) for height in heights]


def test_a_total_below_a_rule_of_its_own_is_of_the_table() -> None:
    texts, rules = _ruled(44, 200)
    found = _tables(regions(page([*texts, *_prose(330, 60, 40)], horizontal=rules)))
    assert found == [(40, 200, 234, 306)]


def test_rules_and_the_model_together_show_a_table_beside_figures() -> None:
    texts, rules = _ruled(44, 400)
    marks = [Text(x=330, y=200 + 20 * at, text=str(5 * at)) for at in range(16)]
    seen = [Region(label=RegionLabel.TABLE, score=0.97, box=(41, 398, 236, 508))]
    evidence = page([*texts, *marks], horizontal=rules)
    assert _tables(regions(evidence, seen)) == [(40, 400, 234, 506)]


def test_shaded_rows_and_the_bars_of_a_chart_above_them_are_no_one_table() -> None:
    texts, rules = _ruled(44, 400)
    bars = [(50 + 24 * at, 300 - 10 * at, 66 + 24 * at, 340) for at in range(7)]
    marks = [Text(x=44, y=240 + 25 * at, text=str(100 - 10 * at)) for at in range(5)]
    names = [Text(x=52 + 24 * at, y=344, text="JFMAMJJ"[at]) for at in range(7)]
    shades = [(40, 400 + 15 * at, 234, 415 + 15 * at) for at in range(0, 7, 2)]
    # behind all of the column
    ground = [(40, 230, 110, 507), (110, 230, 180, 507), (180, 230, 234, 507)]
    seen = [
        Region(label=RegionLabel.TABLE, score=0.97, box=(41, 398, 236, 508)),
        Region(label=RegionLabel.PICTURE, score=0.95, box=(38, 232, 236, 358)),
    ]
    evidence = page([*texts, *marks, *names], horizontal=rules, filled=[*bars, *shades, *ground])
    found = _tables(regions(evidence, seen))
    assert found
    assert all(box[1] >= 358 for box in found)


def test_numbers_on_a_drawing_are_no_rows_of_the_list_below_its_caption() -> None:
    marks = [Text(x=396, y=294, text="13"), *(Text(x=90 + 75 * at, y=300, text=str(8 + at)) for at in range(3))]
    marks += [Text(x=288, y=306, text="11"), Text(x=333, y=306, text="12")]
    caption = Text(x=48, y=322, text="Fig. 2-1 Left side with the squeegee lowered")
    names = (
        "Handle",
        "Panel",
        "Lid of the tank",
        "Filler cap",
        "Clean water",
        "Level tube",
        "Splash guard",
        "Disc brush",
    )
    listed = [
        Text(x=x, y=340 + 14 * row, text=text)
        for row, name in enumerate(names)
        for x, text in ((48, str(row + 1)), (90, name), (300, str(row + 9)), (340, f"{name} right"))
    ]
    (table,) = _tables(regions(page([*marks, caption, *listed])))
    assert table[1] >= 338


def test_labels_around_a_ring_on_a_slide_are_no_columns_of_the_table_beside_it() -> None:
    ring = [(100, 200, 180, 290), (180, 200, 270, 290), (180, 290, 270, 375), (100, 290, 180, 375)]
    labels = [
        Text(x=62, y=210, text="Asia 11 %"),
        Text(x=262, y=250, text="Iberia 18 %"),
        Text(x=62, y=330, text="Africa 9 %"),
    ]
    labels += [Text(x=150, y=182, text="Nordics 7 %"), Text(x=170, y=285, text="€1,023m")]
    rows = (("Line", "Q4", "H1", "H2"), ("Pumps", "392", "418", "231"), ("Water", "148", "196", "171"))
    rows += (("Digital", "71", "93", "48"), ("Service", "187", "156", "101"))
    cells = [
        Text(x=350 + 60 * column, y=210 + 40 * at, text=text)
        for at, row in enumerate(rows)
        for column, text in enumerate(row)
    ]
    evidence = page([*labels, *cells], curves=ring)
    assert all(table[0] >= 340 for table in find_slide_tables(evidence))
    assert find_slide_tables(page(cells))
