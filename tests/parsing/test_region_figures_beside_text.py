"""Figures with a column of text beside them, bars in the cells of tables, and what stands over the head of a table."""

from __future__ import annotations

from bizrag.parsing.engines.grid.grid import build_grid
from bizrag.parsing.engines.regions.types import Region, RegionLabel
from tests.parsing.set_tables import across
from tests.parsing.set_tables import page as set_page
from tests.parsing.written_pages import Text, boxes, page, picture

PROSE = [
    Text(x=330, y=330 + 14 * at, text=line)
    for at, line in enumerate(
        (
            "Loopd sells the second largest number of",
            "devices and loses money on them, since it",
            "buys at auction and has to take mixed lots.",
            "Technicians are scarce: the dealers had open",
            "posts in June, and no end of it is in sight.",
        )
    )
]


def test_a_caption_level_with_a_heading_parts_figures_and_leaves_the_column_beside_them() -> None:
    upper = [(x, 110.0, x + 40, 250.0) for x in (80.0, 160.0, 240.0, 320.0, 400.0)]
    lower = [(x, y, x + 40, y + 40) for x in (80.0, 160.0, 230.0) for y in (320.0, 370.0)]
    texts = [
        Text(x=70, y=290, text="Figure 8. Size alone"),
        Text(x=330, y=306, text="Scale or skill?", is_bold=True),
        Text(x=330, y=290, text="What it means", is_bold=True),
        *PROSE,
    ]
    found = boxes(page(texts, curves=[*upper, *lower]), "picture", [picture((60, 100, 560, 440))])
    assert len(found) == 2
    assert max(box[2] for box in found if box[1] > 280) < 330
    assert not any(box[0] < 350 < box[2] and box[1] < 340 < box[3] for box in found)


COUNTRIES = ("Finland", "Sweden", "Norway", "Denmark")


def _scorecard() -> list[Text]:
    texts = [Text(x=62, y=198, text="Country"), Text(x=215, y=198, text="Share"), Text(x=316, y=198, text="Sales")]
    texts += [Text(x=467, y=198, text="Tax")]
    for at, name in enumerate(COUNTRIES):
        y = 216 + 18 * at
        texts += [Text(x=62, y=y, text=name), Text(x=145, y=y, text=f"1{at}.8"), Text(x=316, y=y, text=f"1.9{at}")]
        texts += [Text(x=474, y=y, text=f"2{at} %")]
    return texts


def test_bars_in_the_cells_of_a_table_that_was_seen_are_no_chart() -> None:
    bars = [(184.0, 217.0 + 18 * at, 200.0 + 20 * at, 225.0 + 18 * at) for at in range(len(COUNTRIES))]
    seen = Region(label=RegionLabel.TABLE, score=0.9, box=(54, 178, 544, 290))
    evidence = page(_scorecard(), filled=bars)
    assert boxes(evidence, "picture", [seen]) == []
    (found,) = boxes(evidence, "table", [seen])
    assert found[0] <= 62
    assert found[2] >= 490


def test_a_table_between_rules_begins_below_its_caption_and_what_that_says_of_when_it_is() -> None:
    # the first lines of names
    names = ((183, "Refurbished part,"), (300, "Units a head"), (440, "Rate of"))
    texts = [
        Text(x=57, y=161, text="Table 2. The north is ahead of the south; neighbours trail"),
        Text(x=57, y=175, text="2024 or latest year", size=8.5),
        *(Text(x=x, y=188, text=text) for x, text in names),
        *_scorecard(),
    ]
    rules = [(57.0, y, 538.0, y) for y in (158.0, 211.0, 229.0, 247.0, 265.0, 290.0)]
    (found,) = boxes(page(texts, horizontal=rules), "table")
    assert found[1] > 184


def test_names_of_groups_over_days_are_of_their_table() -> None:
    texts = [Text(x=319, y=496, text="Carrying amount"), Text(x=488, y=496, text="Return, %")]
    heads = ((320, "30 June 2025"), (405, "31 Dec 2024"), (482, "1H25"), (527, "1H24"))
    texts += [Text(x=x, y=515, text=text) for x, text in heads]
    for at, name in enumerate(("Government bonds", "Covered bonds", "Corporate bonds", "Listed equities")):
        y = 531 + 15 * at
        texts += [
            Text(x=61, y=y, text=name),
            Text(x=339, y=y, text=f"1,96{at}.7"),
            Text(x=428, y=y, text=f"1,88{at}.1"),
        ]
        texts += [Text(x=489, y=y, text=f"1.{at}"), Text(x=535, y=y, text=f"0.{at}")]
    (found,) = boxes(page(texts), "table")
    assert found[1] <= 496


def _spans(
    grid_words: list[tuple[float, float, str]], rules: list[tuple[float, float, float]]
) -> dict[str, tuple[int, int]]:
    grid = build_grid(set_page(*grid_words), [across(*rule) for rule in rules])
    return {cell.text: (cell.col_start, cell.col_end) for cell in grid.cells if cell.row_start == 0}


def test_names_over_one_rule_have_the_columns_next_to_them() -> None:
    heads = [(280.0, 0.0, "Six months ended 30 June"), (520.0, 0.0, "Full year")]
    names = [
        (60.0, 14.0, "EUR"),
        (260.0, 14.0, "2025"),
        (320.0, 14.0, "2024"),
        (372.0, 14.0, "Change"),
        (540.0, 14.0, "2024"),
    ]
    rows = [
        (x, 28.0 + 14 * at, text)
        for at, label in enumerate(("Revenue", "Expenses", "Result"))
        for x, text in (
            (60.0, label),
            (260.0, f"1,8{at}"),
            (320.0, f"1,7{at}"),
            (380.0, f"+7.{at}"),
            (540.0, f"3,5{at}"),
        )
    ]
    spans = _spans([*heads, *names, *rows], [(12.0, 250.0, 570.0), (26.0, 60.0, 570.0)])
    assert spans["Six months ended 30 June"] == (1, 4)
    assert spans["Full year"] == (4, 5)


def test_a_name_off_the_one_below_it_is_of_the_group_in_whose_middle_it_stands() -> None:
    columns = (150.0, 228.0, 280.0, 345.0, 431.0, 475.0)
    # figures end where the names of their columns do
    names = [
        (right - 5 * len(text), 14.0, text) for right, text in zip(columns, ("Macro-F1", "AP", "FA") * 2, strict=True)
    ]
    # from the left of "Macro-F1" to the right of "FA"
    groups = [(195.0 - 24, 0.0, "All labels"), (390.0 - 32, 0.0, "10 % of labels")]
    rows = [
        (right - 20, 28.0 + 14 * at, f"{number + at}.4")
        for at in range(4)
        for number, right in zip((58, 55, 19, 51, 47, 26), columns, strict=True)
    ]
    labels = [(0.0, 28.0 + 14 * at, text) for at, text in enumerate(("Wavelets", "Forest", "ResNet", "Former"))]
    spans = _spans([(0.0, 14.0, "Method"), *groups, *names, *labels, *rows], [])
    assert spans["All labels"] == (1, 4)
    assert spans["10% of labels"] == (4, 7)
