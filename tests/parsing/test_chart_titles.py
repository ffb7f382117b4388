"""What a chart of one series measures, told by the text above it."""

from __future__ import annotations

import pytest

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.charts.chart_tables import ChartValues
from bizrag.parsing.charts.labels import Label, Table
from bizrag.parsing.charts.titles import title_above, title_in, with_title

# values stand in this part of a slide of 960 by 540 points
PLOT = BoundingBox(l=120, t=180, r=480, b=420)
NAMES = ("Lyon", "Milan", "Antwerp")


def _text(text: str, left: float, top: float, size: float = 12) -> Label:
    return Label(text=text, bbox=BoundingBox(l=left, t=top, r=left + 0.5 * size * len(text), b=top + size), size=size)


HEADLINE = _text("Costs keep falling in every depot", 60, 40, 24)
SUBTITLE = _text("Operating cost per drop, EUR", 60, 120)


@pytest.mark.parametrize(
    ("texts", "title"),
    [
        pytest.param([HEADLINE, SUBTITLE], "Operating cost per drop, EUR", id="the nearest, not the largest"),
        pytest.param([HEADLINE], "Costs keep falling in every depot", id="the headline where there is none"),
        pytest.param(
            [SUBTITLE, _text("EUR million", 110, 160)], "Operating cost per drop, EUR, EUR million", id="unit"
        ),
        pytest.param([_text("EUR million", 110, 160)], "", id="a unit alone says nothing"),
        pytest.param([_text("(b) Costs per drop", 130, 150), SUBTITLE], "Costs per drop", id="one panel of several"),
        pytest.param([_text("(without weekends)", 130, 150), SUBTITLE], SUBTITLE.text, id="a note"),
        pytest.param(
            [
                _text("What keeps people from learning", 110, 100, 20),
                _text(f"Figure 5 Reasons for taking no course, in per cent of {'all the ' * 6}people", 110, 140, 8),
            ],
            f"Reasons for taking no course, in per cent of {'all the ' * 6}people",
            id="a long caption, and no heading above it",
        ),
        pytest.param([_text("Share of parcels", 560, 150), SUBTITLE], SUBTITLE.text, id="the chart's beside it"),
        pytest.param([_text("Query (s)", 20, 160), SUBTITLE], SUBTITLE.text, id="what ends left of it"),
        pytest.param(
            [SUBTITLE, _text("Milan", 200, 150), _text("Source: own", 130, 150)], SUBTITLE.text, id="no titles"
        ),
        pytest.param([_text("Costs fell as planned.", 130, 150), SUBTITLE], SUBTITLE.text, id="a sentence"),
        pytest.param(
            [_text("One in twelve gave up looking for", 130, 150), SUBTITLE], SUBTITLE.text, id="a line of one"
        ),
        pytest.param([_text("• Two depots closed", 130, 150), SUBTITLE], SUBTITLE.text, id="an item of a list"),
        pytest.param([_text("plot(costs, col = 2) +", 130, 150), SUBTITLE], SUBTITLE.text, id="a program"),
        pytest.param([_text("word " * 17, 130, 150), SUBTITLE], SUBTITLE.text, id="a text"),
        pytest.param([_text("Depots in 2024", 130, 440)], "", id="below"),
        pytest.param([], "", id="nothing"),
    ],
)
def test_the_title_of_a_chart_stands_right_above_it(texts: list[Label], title: str) -> None:
    assert title_above(PLOT, texts, NAMES) == title
    assert title_above(PLOT, texts[::-1], NAMES) == title


def test_titles_on_one_line_are_those_of_the_charts_below_them() -> None:
    titles = [_text("By channel, 2023", 130, 120), _text("By line of business, 2023", 560, 121)]
    beside = BoundingBox(l=540, t=180, r=900, b=420)
    assert [title_above(plot, titles, NAMES) for plot in (PLOT, beside)] == [title.text for title in titles]


def test_a_title_above_another_chart_or_in_it_is_not_its_own() -> None:
    other = BoundingBox(l=60, t=90, r=500, b=170)
    assert title_above(PLOT, [_text("Visits a day", 70, 60)], NAMES, [other]) == ""
    assert title_above(PLOT, [_text("Visits a day", 70, 120)], NAMES, [other]) == ""


def test_a_title_starts_where_the_names_beside_the_bars_do() -> None:
    names = [_text(name, 20, 200 + 80 * number) for number, name in enumerate(NAMES)]
    title = _text("Cost", 20, 140)
    assert title_above(PLOT, [title, *names], NAMES) == "Cost"
    assert title_above(PLOT, [title], NAMES) == ""


def test_the_name_of_a_bar_whose_value_was_not_read_is_no_title() -> None:
    names = [_text(name, 20, 200 + 80 * number) for number, name in enumerate(NAMES)]
    title, name = _text("Cost per drop, EUR", 20, 60), _text("Derby", 20, 120)
    assert title_above(PLOT, [title, name, *names], NAMES) == "Cost per drop, EUR"


def test_captions_lose_their_number_and_what_follows_the_first_sentence() -> None:
    assert title_in("Chart 1.3: Exports (units; f = forecast). Own data.") == "Exports (units, f = forecast)"
    assert title_in("Figure C. How customers booked in 2024") == "How customers booked in 2024"
    assert (
        title_in("Twenty-two stops were not planned. " + "Fewer than half of them were caused by the seals. " * 2) == ""
    )


def test_a_caption_names_the_values_of_one_series_and_no_others() -> None:
    rows = "| --- | --- |\n| 2023 | 14% |\n| 2024 | 19% |"
    assert with_title(f"|  |  |\n{rows}", "Figure 2. Share of renewals").splitlines()[0] == "|  | Share of renewals |"
    assert with_title(f"|  | Share |\n{rows}", "Figure 2. Renewals") == f"|  | Share |\n{rows}"
    # key figures measure one thing each
    mixed = "|  |  |\n| --- | --- |\n| Sales | €4m |\n| Margin | 12% |"
    assert with_title(mixed, "Figure 3. The year") == mixed
    assert with_title("", "Figure 4. A photograph") == ""
    # names of shapes and files, which office formats give where nobody wrote a caption
    assert with_title(f"|  |  |\n{rows}", "Content Placeholder 3") == f"|  |  |\n{rows}"


def _panel(left: float, rows: dict[str, dict[str, str]]) -> Table:
    """The values of a chart that begins there."""
    return {
        name: {series: _text(value, left + 40 * number, 200) for number, (series, value) in enumerate(row.items())}
        for name, row in rows.items()
    }


def test_panels_with_the_same_names_and_series_keep_their_values() -> None:
    harbour = _panel(100, {"2023": {"Minor": "2.1", "Major": "0.6"}, "2024": {"Minor": "1.8", "Major": "0.5"}})
    hilltop = _panel(500, {"2023": {"Minor": "1.6", "Major": "0.4"}, "2024": {"Minor": "1.7", "Major": "0.3"}})
    values = ChartValues(tables=[harbour, hilltop], series=["Minor", "Major"])
    told = values.markdown(lambda table: "Harbour" if table is harbour else "Hilltop")
    assert told.splitlines() == [
        "|  | Harbour, Minor | Harbour, Major | Hilltop, Minor | Hilltop, Major |",
        "| --- | --- | --- | --- | --- |",
        "| 2023 | 2.1 | 0.6 | 1.6 | 0.4 |",
        "| 2024 | 1.8 | 0.5 | 1.7 | 0.3 |",
    ]
    # one title over both, as that of a chart with two axes has
    assert values.markdown(lambda _: "Faults").splitlines()[0] == "|  | Minor | Major |"
