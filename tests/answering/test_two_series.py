"""Two series of a table held against each other: where they are furthest apart, how that moved, one as part of one."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.tables.conditions.attendance import find_attendance
from bizrag.answering.extractive.tables.conditions.conditions import find_meeting
from bizrag.answering.extractive.tables.conditions.signed_rows import find_signed
from bizrag.answering.extractive.tables.conditions.yes_or_no import find_yes_or_no
from bizrag.answering.extractive.tables.reckoned.arithmetic import find_computed, find_in_sentence
from bizrag.answering.extractive.tables.reckoned.extremes import find_extreme
from bizrag.answering.extractive.tables.reckoned.gaps import find_gap_move, find_widest_gap
from bizrag.answering.extractive.tables.reckoned.row_ratios import find_highest_ratio
from bizrag.answering.extractive.tables.reckoned.shares import find_share
from bizrag.answering.extractive.tables.reckoned.year_on_year import find_periods_above
from bizrag.answering.statements.reading import Statement, read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_FAULTS = """Days of warning before the stop
Headers: Fault.
Cage: Sound 13; Vibration 11.
Lubrication: Sound 35; Vibration 4.
Inner race: Sound 29; Vibration 14.
Outer race: Sound 41; Vibration 17."""
_WORK = """Employment rate by sex and age, %
2016: Women 25–54 72.5; Men 25–54 87; Women 55–64 42; Men 55–64 59.5.
2021: Women 25–54 74.5; Men 25–54 85.5; Women 55–64 50; Men 55–64 63.5.
2026: Women 25–54 79.5; Men 25–54 87; Women 55–64 60.5; Men 55–64 69.5."""
_FUNDS = """Fee-based funds, $ million
Headers: Fund.
Water: Revenue 31.4; Spending 30.9; Balance June 30 9.7; Target 8.0.
Waste: Revenue 8.8; Spending 8.9; Balance June 30 1.9; Target 2.2.
Golf: Revenue 2.1; Spending 2.3; Balance June 30 -0.4; Target 0.3."""
_RATED = """Resident survey, satisfied %
Police: 2022 73; 2024 76.
Streets: 2022 46; 2024 49.
Trash: 2022 84; 2024 78.
Snow: 2022 70; 2024 62."""
_SITES = """Sites of the group
Headers: Site.
Ghent: Revenue, € m 40.2; Employees 210.
Malmö: Revenue, € m 18.6; Employees 60.
Porto: Revenue, € m 33.0; Employees 240."""
_BILLS = """Monthly bill by city, $
Values:
Millbrook: Water 44.6; Sewer 41.2; Trash 22.3.
East Haddon: Water 51.3; Sewer 44.8; Trash 24.6.
Tolliver: Water 40.7; Sewer 39.5; Trash 16.9."""
_BRANDS = """Marks by owners
Kestrel: Comfort 7.0; Dealer service 6.4.
Gazette: Comfort 8.5; Dealer service 8.2.
Nordhjul: Comfort 7.9; Dealer service 7.9.
Tillo: Comfort 6.7; Dealer service 5.2."""
_PAID = """Who should pay for transit, %
Headers: Answer.
Mostly from fares: May 2017 33; May 2025 24.
Mostly from taxes: May 2017 15; May 2025 21.
No answer: May 2017 3; May 2025 2."""
_BOARD = """Attendance of directors
Headers: Director.
Lydgate: Role Chair; Board 9/9; Audit -.
Garrick: Role Non-executive; Board 8/9; Audit 6/6.
Delacourt: Role Non-executive; Board 7/9; Audit 5/6."""
_YEARS = """Five years
Dividend per share (pence): 2021 6.4; 2022 6.4; 2023 7.2; 2024 7.9; 2025 8.6.
Shops: 2021 62; 2022 64."""
_ENERGY = "Energy by source\nNatural gas: 12.4 %.\nFuel oil: 2.7 %.\nWind: 11.9 %.\nHydropower: 22.8 %."
_PROJECTS = (
    "Projects\nHeaders: Project.\nMill Street bridge: Cost, $ m 9.6; Grants 7.2.\nTown hall: Cost, $ m 4; Grants 1."
)


def _rows(text: str, kind: ChunkKind = ChunkKind.TABLE) -> list[Statement]:
    return [one for one in read_statements([make_passage(1, make_hit(1, text, kind=kind))]) if one.is_row]


def _sentence(text: str) -> list[Statement]:
    return read_statements([make_passage(1, make_hit(1, text))])


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "For which fault is the gap between sound and vibration the greatest?",
            "Lubrication: Sound 35; Vibration 4; difference 31.",
        ),
        (
            "Which fault has the smallest difference between sound and vibration?",
            "Cage: Sound 13; Vibration 11; difference 2.",
        ),
        # of which series is not said
        ("For which fault is the gap the greatest?", None),
        ("For which fault is the warning by sound the longest?", None),
    ],
)
def test_where_two_series_are_furthest_apart(question: str, expected: str | None) -> None:
    found = find_widest_gap(question, _rows(_FAULTS))
    assert (found.text if found else None) == expected


def test_how_a_gap_moved_between_two_periods() -> None:
    question = "By how many points did the gap between men and women aged 55–64 narrow from 2016 to 2026?"
    found = find_gap_move(question, _rows(_WORK))
    assert found is not None
    assert found.text == (
        "2016: Women 55–64 42; Men 55–64 59.5; difference 17.5; "
        "2026: Women 55–64 60.5; Men 55–64 69.5; difference 9; change -8.5."
    )
    assert find_gap_move("By how much did women aged 55–64 catch up from 2016 to 2026?", _rows(_WORK)) is None


def test_whose_change_is_printed_between_the_years_that_are_asked_for() -> None:
    lines = """Punctuality by line group
Headers: Line group.
Inner city: Punctual 2018 85.1%; Punctual 2019 80.4%; Change -4.7.
Coaches: Punctual 2018 79.8%; Punctual 2019 81.2%; Change +1.4.
Tram: Punctual 2018 90.7%; Punctual 2019 91.3%; Change +0.6."""
    found = find_signed("List the line groups whose punctuality got better between 2018 and 2019.", _rows(lines))
    assert found is not None
    assert found.text == "Coaches: Change +1.4. Tram: Change +0.6."
    # of other years the change says nothing
    assert find_signed("Which line groups got better in punctuality between 2016 and 2017?", _rows(lines)) is None


@pytest.mark.parametrize(
    ("text", "question", "names"),
    [
        # "target" is a column by its whole name, "balance" the rest of what is said
        (_FUNDS, "Which services will end the year below their target balance?", ["Waste", "Golf"]),
        (_RATED, "Which services did residents rate worse in 2024 than in the survey before?", ["Trash", "Snow"]),
        (_RATED, "Which services were rated better in 2024 than in 2022?", ["Police", "Streets"]),
    ],
)
def test_rows_whose_one_column_is_below_another(text: str, question: str, names: list[str]) -> None:
    found = find_meeting(question, _rows(text))
    assert found is not None
    assert [part.partition(": ")[0] for part in found.text.split(". ")] == names


def test_of_what_is_bad_more_is_worse() -> None:
    accidents = "Accidents per million hours\nYstad: 2023 4.8; 2024 5.3.\nOslo: 2023 3.1; 2024 2.6."
    found = find_meeting("At which sites was the accident rate worse in 2024 than in 2023?", _rows(accidents))
    assert found is not None
    assert found.text == "Ystad: 2024 5.3; 2023 4.8."


def test_most_of_one_for_each_of_another_is_reckoned_where_no_column_tells_it() -> None:
    found = find_highest_ratio("Which site has the highest revenue per employee?", _rows(_SITES))
    assert found is not None
    assert found.text == "Malmö: Revenue, € m 18.6; Employees 60; ratio 0.31 (31%)."
    printed = _SITES.replace("Employees", "Revenue per employee")
    assert find_highest_ratio("Which site has the highest revenue per employee?", _rows(printed)) is None


def test_of_rows_that_are_called_alike_the_cell_that_names_it_is_told() -> None:
    programmes = """Programmes
Headers: Degree.
BA: Programme Design; Places 36; Applicants 477.
BA: Programme Business; Places 128; Applicants 903.
MSc: Programme Data; Places 45; Applicants 562."""
    found = find_highest_ratio("Which programme has the most applicants per place?", _rows(programmes))
    assert found is not None
    assert found.text == "BA: Programme Design; Applicants 477; Places 36; ratio 13.25 (1,325%)."


def test_the_largest_whole_of_what_a_chart_stacks() -> None:
    rows = _rows(_BILLS, ChunkKind.PICTURE)
    found = find_extreme("Which city has the dearest combined bill?", rows)
    assert found is not None
    assert found.text == "East Haddon: Water 51.3; Sewer 44.8; Trash 24.6; sum 120.7."
    # a part is asked for
    assert find_extreme("Which city has the highest total sewer bill?", rows).text == "East Haddon: Sewer 44.8."  # type: ignore[union-attr]


def test_how_far_the_last_is_behind_the_first_is_told_with_it() -> None:
    question = "Which brand gets the worst mark for dealer service, and how far behind the best is it?"
    found = find_extreme(question, _rows(_BRANDS))
    assert found is not None
    assert found.text == "Tillo: Dealer service 5.2; Gazette 8.2; difference 3."


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "Did more people in May 2025 choose mostly from taxes than mostly from fares?",
            "No: Mostly from taxes: May 2025 21; Mostly from fares: May 2025 24.",
        ),
        (
            "Fewer people in May 2025 chose mostly from taxes than mostly from fares?",
            "Yes: Mostly from taxes: May 2025 21; Mostly from fares: May 2025 24.",
        ),
        # of which year is not said; what rose more is another matter
        ("Did more people choose mostly from taxes than mostly from fares?", None),
        ("Which was larger in May 2025 than mostly from fares?", None),
        # a denial, and how much more, are asked in other words
        ("Did no more people in May 2025 choose mostly from taxes than mostly from fares?", None),
        ("Was mostly from taxes in May 2025 not higher than mostly from fares?", None),
        ("In May 2017, was mostly from fares more than 20 points higher than mostly from taxes?", None),
        ("Did mostly from taxes rise by more in May 2025 than mostly from fares?", None),
    ],
)
def test_whether_one_is_more_than_another(question: str, expected: str | None) -> None:
    found = find_yes_or_no(question, _rows(_PAID))
    assert (found.text if found else None) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which directors missed at least one Board meeting?", "Garrick: Board 8/9. Delacourt: Board 7/9."),
        ("How many directors attended every Board meeting?", "1 of 3: Lydgate: Board 9/9."),
        ("Which directors joined the Board?", None),
        # no marks out of nine
        ("Which directors missed their target?", None),
    ],
)
def test_who_missed_meetings(question: str, expected: str | None) -> None:
    found = find_attendance(question, _rows(_BOARD))
    assert (found.text if found else None) == expected


def test_how_often_something_was_above_the_year_before() -> None:
    question = "In how many of the years from 2022 to 2025 was the dividend per share higher than the year before?"
    found = find_periods_above(question, _rows(_YEARS))
    assert found is not None
    assert found.text == "3 of 4: Dividend per share (pence): 2023 7.2; 2024 7.9; 2025 8.6."
    assert find_periods_above("In how many years was the dividend per share paid in May?", _rows(_YEARS)) is None


def test_two_rows_taken_together_are_named_by_the_last_words_of_their_names() -> None:
    found = find_computed("What percentage of the energy came from fossil gas and oil together?", _rows(_ENERGY))
    assert found is not None
    assert found.text == "Natural gas: 12.4 %; Fuel oil: 2.7 %; sum 15.1 %."


def test_the_share_of_one_column_in_another_of_a_row_that_is_named() -> None:
    found = find_share("What share of the cost of the Mill Street bridge is covered by grants?", _rows(_PROJECTS))
    assert found is not None
    assert found.text == "Mill Street bridge: Grants 7.2; Cost, $ m 9.6; share 75%."


def test_what_one_of_two_columns_exceeds_the_other_by() -> None:
    fares = """Cost and fares by mode, $ m
Bus: Operating cost 43.9; Fare revenue 16.1.
Light rail: Operating cost 11.2; Fare revenue 6.8."""
    found = find_computed("By how much did operating cost of light rail exceed its fare income?", _rows(fares))
    assert found is not None
    assert found.text == "Light rail: Operating cost 11.2; Fare revenue 6.8; difference 4.4."


@pytest.mark.parametrize(
    ("question", "sentence", "told"),
    [
        (
            "By how much was the price of carbon put up?",
            "The price was raised from SEK 900 to SEK 1,250 per tonne on 1 January.",
            ": change SEK 350 (38.89%).",
        ),
        ("How many weeks faster is delivery?", "It cuts delivery from 26 to 19 weeks.", ": change -7 (-26.92%)."),
        (
            "How many hours earlier does it start?",
            "The start was moved to 7 hours from 9 hours.",
            ": change -2 (-22.22%).",
        ),
        # years are no amounts, and of two courses nothing tells which
        ("By how much did it grow?", "It grew from 2019 to 2023.", None),
        ("By how much did it grow?", "Oslo grew from 2 to 3, and Bergen from 4 to 5.", None),
        ("When was it raised?", "The price was raised from SEK 900 to SEK 1,250.", None),
    ],
)
def test_what_a_sentence_says_something_went_from_and_to(question: str, sentence: str, told: str | None) -> None:
    found = find_in_sentence(question, _sentence(sentence))
    assert (found.text if found else None) == (f"{sentence.removesuffix('.')}{told}" if told else None)
