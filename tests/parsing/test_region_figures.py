"""Figures that follow each other or stand side by side are a picture each, on written pages (``written_pages``)."""

from __future__ import annotations

from bizrag.parsing.engines.regions.figures import part_figures
from bizrag.parsing.engines.regions.prose import mark_prose
from bizrag.parsing.engines.regions.rows import find_rows
from bizrag.parsing.engines.regions.types import Box
from tests.parsing.written_pages import Text, boxes, page, picture, regions

UPPER, LOWER = (100.0, 100.0, 400.0, 250.0), (100.0, 290.0, 400.0, 440.0)
WHOLE = (100.0, 100.0, 400.0, 440.0)


def _figures(caption: str, *, bitmaps: tuple[Box, ...] = (UPPER, LOWER), filled: tuple[Box, ...] = ()) -> list[Box]:
    texts = [
        Text(x=150, y=262, text=caption),
        Text(x=150, y=452, text="Figure 4: Visitors by month"),
        Text(x=60, y=500, text="The museum opened its new wing in May and was closed for two weeks before that."),
    ]
    return boxes(page(texts, bitmaps=bitmaps, filled=filled), "picture", [picture(WHOLE)])


def test_a_caption_between_two_images_parts_their_picture() -> None:
    upper, lower = _figures("Figure 3: Income by source")
    assert (upper, lower) == ((*UPPER[:3], 262), (LOWER[0], 272, *LOWER[2:]))


def test_what_is_no_caption_parts_nothing() -> None:
    assert _figures("Income by source") == [WHOLE]


def test_a_box_of_a_diagram_with_the_name_of_a_figure_is_no_caption() -> None:
    assert _figures("Figure 3", filled=((140, 258, 260, 276),)) == [WHOLE]


def test_drawings_are_parted_too_and_the_second_line_of_a_caption_is_of_neither() -> None:
    curves = [(x, y, x + 60, y + 120) for y in (110.0, 310.0) for x in (110.0, 180.0, 250.0, 320.0)]
    texts = [
        Text(x=110, y=240, text="Figure 3: Income by source, without gifts and"),
        Text(x=110, y=252, text="the proceeds of the lottery"),
        Text(x=110, y=440, text="Figure 4: Visitors by month"),
    ]
    found = boxes(page(texts, curves=curves), "picture", [picture((105, 105, 385, 435))])
    assert [(round(box[1]), round(box[3])) for box in found] == [(105, 240), (262, 435)]


def test_images_side_by_side_with_a_caption_each_are_two() -> None:
    left, right = (60.0, 100.0, 290.0, 250.0), (310.0, 100.0, 540.0, 262.0)
    texts = [
        Text(x=110, y=255, text="Figure 1: Income"),
        Text(x=370, y=268, text="Figure 2: Spending"),
        Text(x=60, y=300, text="The museum opened its new wing in May and was closed for two weeks before that."),
    ]
    evidence = page(texts, bitmaps=[left, right])
    assert boxes(evidence, "picture", [picture((60, 100, 540, 262))]) == [left, right]
    one_caption = page(texts[1:], bitmaps=[left, right])
    assert boxes(one_caption, "picture", [picture((60, 100, 540, 262))]) == [(60, 100, 540, 262)]


def test_lines_on_a_grid_have_its_marks_the_names_of_the_axis_and_the_legend_below() -> None:
    curves = [(150.0, 170.0 + 40 * at, 430.0, 220.0 + 40 * at) for at in range(4)]
    grid = [(130.0, 150.0 + 50 * at, 450.0, 150.0 + 50 * at) for at in range(5)]
    texts = [
        *(Text(x=112, y=145 + 50 * at, text=str(40 - 10 * at)) for at in range(5)),
        *(Text(x=145 + 70 * at, y=358, text=str(2021 + at)) for at in range(5)),
        *(Text(x=180 + 90 * at, y=384, text=name) for at, name in enumerate(("Oats", "Rye", "Barley"))),
        Text(x=180, y=412, text="Figure 4: Harvest by kind"),
    ]
    evidence = page(texts, curves=curves, horizontal=grid)
    assert boxes(evidence, "picture") == [(112, 145, 450, 394)]
    assert boxes(evidence, "table") == []


def test_bars_that_lie_in_a_figure_are_no_rows_of_a_table_with_the_key_figures_beside_them() -> None:
    shares = (("Shipping lines", 34), ("Terminal operators", 27), ("Freight forwarders", 19), ("Hauliers", 8))
    texts = [Text(x=50, y=300 + 30 * at, text=name) for at, (name, _) in enumerate(shares)]
    texts += [Text(x=155 + 4 * share, y=300 + 30 * at, text=f"{share}%") for at, (_, share) in enumerate(shares)]
    texts += [Text(x=400, y=y, text=name) for y, name in ((300, "61 hours"), (330, "37% late"), (360, "240 m euros"))]
    bars = [(150, 298 + 30 * at, 150 + 4 * share, 312 + 30 * at) for at, (_, share) in enumerate(shares)]
    found = regions(page(texts, filled=bars), [picture((45, 290, 320, 405))])
    assert not [box for kind, box in found if kind == "table"]
    assert len([box for kind, box in found if kind == "picture"]) == 1


def test_curves_have_the_axis_below_them_and_the_names_at_their_ends() -> None:
    places = [100 + 60 * at for at in range(5)]
    curves = [(100, 300, 340, 400), *((100, 320 + 40 * at, 340, 340 + 40 * at) for at in range(2))]
    texts = [Text(x=left - 10, y=436, text=str(year)) for left, year in zip(places, range(2013, 2027, 3), strict=True)]
    texts += [Text(x=346, y=300 + 40 * at, text=f"{17 + at} Take it to a shop") for at in range(3)]
    (found,) = boxes(page(texts, curves=curves, horizontal=[(100, 430, 340, 430)]), "picture")
    assert found[0] <= 90
    assert found[3] >= 446
    assert found[2] >= 430


def test_a_frame_around_a_table_and_the_charts_beside_it_is_neither_their_axes_nor_all_table() -> None:
    names = ("Barley", "Oats", "Rye", "Wheat", "Maize", "Rapeseed", "Beans", "Peas", "Linseed", "Lupins", "Spelt")
    texts = [
        *(Text(x=180 + 60 * at, y=105, text=name) for at, name in enumerate(("Week", "Month", "Year"))),
        *(Text(x=40, y=130 + 25 * row, text=name) for row, name in enumerate(names)),
        *(
            Text(x=180 + 60 * column, y=130 + 25 * row, text=f"{21 + row}.{30 + column}")
            for row in range(len(names))
            for column in range(3)
        ),
    ]
    curves = [(390.0, top + 15 * at, 560.0, top + 30 + 15 * at) for top in (130.0, 290.0) for at in range(4)]
    frame = [(30.0, 100.0, 580.0, 100.0), (30.0, 120.0, 580.0, 120.0), (30.0, 410.0, 580.0, 410.0)]
    uprights = [(x, 100.0, x, 410.0) for x in (30.0, 370.0, 580.0)]
    found = page(texts, curves=curves, horizontal=frame, vertical=uprights)
    assert boxes(found, "table") == [(40, 105, 325, 390)]
    assert boxes(found, "picture") == [(390, 130, 560, 205), (390, 290, 560, 365)]


def test_of_images_among_columns_of_text_each_is_a_picture_and_the_text_and_the_table_stay() -> None:
    upper, right = (51.0, 96.0, 544.0, 343.0), (295.0, 530.0, 544.0, 750.0)
    names = ("Revenue", "EBIT", "Research and development", "Income tax paid")
    column = (
        "The share of women has grown on every",
        "level. On the Supervisory Board it is now",
        "40 %, after the election of Ana Belmonte",
        "in May. Management remains furthest from",
        "the target that was set two years ago.",
    )
    texts = [
        *(Text(x=60, y=365 + 15 * at, text=name, size=9) for at, name in enumerate(names)),
        *(Text(x=x, y=365 + 15 * at, text=f"{at + 3}12", size=9) for x in (300, 400) for at in range(len(names))),
        *(Text(x=51, y=560 + 13 * at, text=line, size=9) for at, line in enumerate(column)),
    ]
    evidence, detected = page(texts, bitmaps=[upper, right]), [picture((40, 89, 555, 748))]
    assert boxes(evidence, "picture", detected) == [upper, right]
    assert [(box[0], box[1]) for box in boxes(evidence, "table", detected)] == [(60, 365)]
    assert [(box[0], box[1]) for box in boxes(evidence, "text", detected)] == [(51, 560)]


def _charts(places: tuple[tuple[float, float], ...]) -> list[Box]:
    """Four bars of each chart with its left edge and its foot."""
    return [
        (left + 40 * at, foot - 30 - 20 * at, left + 40 * at + 24, foot) for left, foot in places for at in range(4)
    ]


def test_captions_side_by_side_part_the_picture_below_them_and_the_one_above() -> None:
    texts = [
        Text(x=60, y=90, text="Figure 1 Stages"),
        Text(x=60, y=290, text="Figure 2 Months"),
        Text(x=60, y=302, text="by size of company"),
        Text(x=320, y=290, text="Figure 3 Reasons"),
        *(Text(x=x + 40 * at, y=442, text=name) for x in (70, 330) for at, name in enumerate(("Q1", "Q2", "Q3", "Q4"))),
        Text(x=60, y=500, text="The museum opened its new wing in May and was closed for two weeks before that."),
    ]
    evidence = page(texts, filled=_charts(((70, 270), (70, 436), (330, 436))))
    found = boxes(evidence, "picture", [picture((55, 110, 520, 456))])
    assert [(round(box[0]) < 200, round(box[1]) < 200) for box in found] == [
        (True, True),
        (True, False),
        (False, False),
    ]
    upper, left, right = found
    assert upper[3] <= 290
    assert left[1] >= 312
    assert left[2] <= right[0] < 330


def test_a_picture_begins_below_its_own_caption_though_the_next_one_stands_right_below_it() -> None:
    texts = [
        Text(x=60, y=104, text="Figure 5 Shares by vendor"),
        *(Text(x=70 + 110 * at, y=150, text=f"Vendor {at} 2{at} %") for at in range(2)),
        Text(x=60, y=280, text="Figure 6 Prices"),
    ]
    evidence = page(texts, filled=[(60, 125, 180, 265), (185, 125, 290, 265)])
    assert part_figures(evidence, [(55, 102, 300, 270)], find_rows(evidence)) == [(55, 114, 300, 270)]


def test_boxes_of_text_above_a_figure_are_no_picture() -> None:
    lines = (
        "The model was tested by forecasting ten",
        "years from what was known then, and it",
        "erred by three per cent in the sum of",
    )
    texts = [
        *(Text(x=x, y=120 + 12 * at, text=line) for x in (72, 302) for at, line in enumerate(lines * 2)),
        Text(x=60, y=204, text="Figure 5 Flows"),
    ]
    marks = [(x, 112.0, x + 2, 190.0) for x in (60.0, 290.0)]
    flows = [(70.0 + 60 * at, 230.0, 110.0 + 60 * at, 330.0) for at in range(5)]
    evidence = page(texts, filled=[*marks, *flows])
    rows = find_rows(evidence)
    mark_prose(rows)
    (found,) = part_figures(evidence, [(58, 110, 512, 390)], rows)
    assert found[1] >= 204


def test_a_rule_below_the_text_under_a_chart_is_no_line_of_its_grid() -> None:
    words = "The investment needed differs less than one might think and is partly offset by imports avoided each year"
    texts = [
        *(Text(x=50, y=352 + 11 * at, text=words) for at in range(3)),
        *(Text(x=60 + 90 * at, y=322, text=str(2024 + 4 * at)) for at in range(5)),
    ]
    curves = [(60.0, 150.0 + 40 * at, 540.0, 220.0 + 40 * at) for at in range(3)]
    rules = [(50.0, 120.0, 545.0, 120.0), (50.0, 390.0, 545.0, 390.0)]
    (chart,) = boxes(page(texts, curves=curves, filled=[(50, 120, 545, 336)], horizontal=rules), "picture")
    assert chart[3] < 352
