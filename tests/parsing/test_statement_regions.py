"""Where a financial statement begins and ends: titles above it, totals set off, long labels. On written pages."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.parsing.engines.regions.rows import find_rows
from bizrag.parsing.engines.regions.types import Region, RegionLabel
from tests.parsing.written_pages import Text, boxes, page, paragraph, picture


def _rows(y: float, labels: Sequence[str], *, step: float = 12) -> list[Text]:
    """Rows with two figures each, at 300 and 400."""
    return [
        text
        for row, label in enumerate(labels)
        for text in (
            Text(x=50, y=y + step * row, text=label),
            Text(x=300, y=y + step * row, text=f"{row + 1},234"),
            Text(x=400, y=y + step * row, text=f"{row + 2},567"),
        )
    ]


_YEARS = [Text(x=300, y=300, text="2025"), Text(x=400, y=300, text="2024")]


def test_a_total_that_is_indented_and_set_off_stays_in_its_table() -> None:
    total = [
        Text(x=100, y=372, text="Total assets"),
        Text(x=300, y=372, text="9,876"),
        Text(x=400, y=372, text="8,765"),
    ]
    more = _rows(384, ("Loans", "Bonds", "Payables"))
    found = boxes(page([*_YEARS, *_rows(312, ("Cash", "Shares", "Plant", "Land")), *total, *more]), "table")
    assert [(top, bottom) for _, top, _, bottom in found] == [(300, 418)]


def test_a_label_of_two_long_lines_does_not_end_its_table() -> None:
    long = [
        Text(x=50, y=348, text="Common stock, 4,216 issued and outstanding (4,137 as"),
        Text(x=50, y=360, text="of June 2024)"), Text(x=300, y=360, text="9,876"), Text(x=400, y=360, text="8,765"),
    ]  # fmt: skip
    texts = [*_YEARS, *_rows(312, ("Cash", "Shares", "Plant")), *long, *_rows(372, ("Reserves", "Total"))]
    assert [(top, bottom) for _, top, _, bottom in boxes(page(texts), "table")] == [(300, 394)]


def test_a_sentence_between_two_tables_parts_them() -> None:
    sentence = Text(x=50, y=354, text="The following shows our costs for both of the years:")
    texts = [*_YEARS, *_rows(312, ("Cash", "Shares", "Plant")), sentence]
    more = [Text(x=300, y=378, text="2025"), Text(x=400, y=378, text="2024"), *_rows(390, ("Pay", "Rent", "Power"))]
    assert len(boxes(page([*texts, *more]), "table")) == 2


def test_lines_in_the_middle_of_a_table_above_its_figures_are_its_title() -> None:
    # the table runs from 50 to 425, its figures begin at 300
    titles = [Text(x=195, y=264, text="BALANCE SHEETS"), Text(x=200, y=276, text="(in millions)")]
    texts = [*titles, Text(x=300, y=290, text="2025"), Text(x=400, y=290, text="2024")]
    found = boxes(page([*texts, *_rows(302, ("Cash", "Shares", "Plant", "Land"))]), "table")
    assert [(top, bottom) for _, top, _, bottom in found] == [(290, 348)]


def test_the_indented_line_that_announces_a_table_is_above_it() -> None:
    lead = Text(x=65, y=288, text="Other income was as follows:")
    texts = [lead, *_YEARS, *_rows(312, ("Interest", "Rent", "Fees", "Total"))]
    found = boxes(page(texts), "table", [picture((40, 280, 440, 370))])
    assert [(top, bottom) for _, top, _, bottom in found] == [(300, 358)]


def test_names_in_lines_that_overlap_stay_above_their_columns() -> None:
    xs = (200, 280, 360, 440)
    head = [
        *(Text(x=x, y=300, text="June", is_bold=True) for x in xs[:2]),
        *(Text(x=x + 2.5, y=309, text="29,", is_bold=True) for x in xs[:2]),
        *(Text(x=x, y=304, text=sign, is_bold=True) for x, sign in zip(xs[2:], "$%", strict=True)),
        *(Text(x=x, y=318, text="2023", is_bold=True) for x in xs[:2]),
        *(Text(x=x, y=314, text="Change", is_bold=True) for x in xs[2:]),
    ]
    body = [
        text
        for row, label in enumerate(("Compute", "Graphics", "Total"))
        for text in (
            Text(x=50, y=334 + 12 * row, text=label),
            *(Text(x=x, y=334 + 12 * row, text=f"{row}{at}5") for at, x in enumerate(xs)),
        )
    ]
    assert [(top, bottom) for _, top, _, bottom in boxes(page([*head, *body]), "table")] == [(300, 368)]


def test_a_day_goes_on_with_its_year_in_a_stretched_line() -> None:
    line = [
        Text(x=50, y=100, text="ended June"), Text(x=106, y=100, text="30,"), Text(x=127, y=100, text="2022 or later"),
    ]  # fmt: skip
    (row,) = find_rows(page(line))
    assert len(row.segments) == 1


def test_a_stretched_line_alone_is_one_piece() -> None:
    words = "The following table summarizes information pertaining to our revenue"
    x, texts = 50.0, []
    for word in words.split():
        texts.append(Text(x=x, y=100, text=word))
        x += 5 * len(word) + 12
    (row,) = find_rows(page(texts))
    assert [segment.text for segment in row.segments] == [words]
    assert len(find_rows(page([*texts, *paragraph(50, 200, 3)]))) == 4


def test_names_above_the_table_that_the_detector_sees_are_its_own() -> None:
    names = [Text(x=300, y=352, text="Quarter"), Text(x=400, y=352, text="Half year")]
    years = [Text(x=300, y=364, text="2025"), Text(x=400, y=364, text="2025")]
    texts = [*_YEARS, *_rows(312, ("Cash", "Shares", "Plant")), *names, *years, *_rows(376, ("Pay", "Rent", "Power"))]
    table = Region(label=RegionLabel.TABLE, box=(45, 362, 440, 412), score=0.9)
    upper = Region(label=RegionLabel.TABLE, box=(45, 298, 440, 350), score=0.9)
    found = boxes(page(texts), "table", [upper, table])
    assert [(top, bottom) for _, top, _, bottom in found] == [(300, 346), (352, 410)]


def test_a_head_above_the_table_that_the_detector_sees_is_its_own() -> None:
    label = Text(x=50, y=312, text="Cash from:")
    texts = [*_YEARS, label, *_rows(324, ("Operations", "Investments", "Loans"))]
    table = Region(label=RegionLabel.TABLE, box=(45, 322, 440, 362), score=0.9)
    head = Region(label=RegionLabel.TABLE, box=(45, 298, 440, 321), score=0.9)
    assert [(top, bottom) for _, top, _, bottom in boxes(page(texts), "table", [head, table])] == [(300, 358)]


def test_a_heading_in_the_middle_of_a_statement_does_not_end_it() -> None:
    heading = Text(x=180, y=378, text="LIABILITIES AND EQUITY:")
    lower = _rows(396, ("Payables", "Loans", "Capital", "Total"))
    texts = [*_YEARS, *_rows(312, ("Cash", "Shares", "Plant", "Land")), heading, *lower]
    assert [(top, bottom) for _, top, _, bottom in boxes(page(texts), "table")] == [(300, 442)]


def test_a_heading_over_columns_at_other_places_ends_the_table() -> None:
    heading = Text(x=180, y=378, text="LIABILITIES AND EQUITY:")
    lower = [
        text
        for row, label in enumerate(("Payables", "Loans", "Capital", "Total"))
        for text in (
            Text(x=50, y=396 + 12 * row, text=label),
            Text(x=240, y=396 + 12 * row, text="1,234"),
            Text(x=350, y=396 + 12 * row, text="5,678"),
        )
    ]
    texts = [*_YEARS, *_rows(312, ("Cash", "Shares", "Plant", "Land")), heading, *lower]
    assert len(boxes(page(texts), "table")) == 2


def test_values_below_others_go_on_where_the_detector_sees_two_tables() -> None:
    label = Text(x=50, y=360, text="Denominator:")
    texts = [*_YEARS, *_rows(312, ("Numerator", "Net income", "Profit")), label, *_rows(372, ("Basic", "Diluted"))]
    upper = Region(label=RegionLabel.TABLE, box=(45, 298, 440, 348), score=0.9)
    lower = Region(label=RegionLabel.TABLE, box=(45, 370, 440, 396), score=0.9)
    assert [(top, bottom) for _, top, _, bottom in boxes(page(texts), "table", [upper, lower])] == [(300, 394)]


def test_a_label_whose_lines_are_set_closer_than_rows_is_one() -> None:
    long = [
        Text(x=50, y=354, text="Reclassification adjustment for losses included in other income and"),
        Text(x=50, y=365, text="$(10)"), Text(x=420, y=365, text="9,876"), Text(x=500, y=365, text="8,765"),
    ]  # fmt: skip
    upper = [
        text
        for row, label in enumerate(("Cash", "Shares", "Plant"))
        for text in (
            Text(x=50, y=306 + 16 * row, text=label),
            Text(x=420, y=306 + 16 * row, text="1,234"),
            Text(x=500, y=306 + 16 * row, text="5,678"),
        )
    ]
    lower = [Text(x=text.x, y=text.y + 75, text=text.text) for text in upper]
    years = [Text(x=420, y=290, text="2025"), Text(x=500, y=290, text="2024")]
    assert len(boxes(page([*years, *upper, *long, *lower]), "table")) == 1


def test_bold_labels_that_stand_off_their_figures_stay_beside_them() -> None:
    labels = ("Assets of the year", "Derivative assets", "Total assets", "Liabilities", "Loans taken", "Total loans")
    off = (1.2, 0, -1.2, 1.2, 0, -1.2)
    rows = [
        text
        for row, label in enumerate(labels)
        for text in (
            Text(x=50, y=312 + 12 * row + off[row], text=label),
            Text(x=300, y=312 + 12 * row, text=f"{row + 1},234"),
            Text(x=400, y=312 + 12 * row, text=f"{row + 2},567"),
        )
    ]
    (found,) = boxes(page([*_YEARS, *rows]), "table")
    assert found[0] == 50


def test_one_row_below_periods_is_a_table() -> None:
    row, days = [Text(x=50, y=324, text="Long-term debt")], [Text(x=50, y=312, text="(In Millions)")]
    names = [
        Text(x=50, y=300, text="Line item of the balance sheet"),
        Text(x=380, y=300, text="Carrying amount of item"),
    ]
    for x, amount, day in ((380, "(11,236)", "Oct 1, 2025"), (480, "(12,772)", "Dec 25, 2024")):
        row.append(Text(x=x, y=324, text=amount))
        days.append(Text(x=x, y=312, text=day))
    assert len(boxes(page([*paragraph(50, 100, 5), *names, *days, *row]), "table")) == 1
