"""What meets a condition: which questions set one, and which rows, columns and courses of a table meet it."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.tables.conditions.conditions import find_meeting
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

_SITES = """# Clinics of the group
[TABLE START]
Clinic | Beds | Occupancy | Day-case share (%)
Alder | 140 | 91% | 30
Birch | 64 | 78% | 45
Cedar | 212 | 83% | 12
Dogwood | 100 | 95% | 60
Total | 516 | 87% | 33
[TABLE END]"""
_PLAN = """# Budget 2031 by cost line (EUR thousand)
[TABLE START]
Cost line | Budget 2031 | Forecast 2030 | Budget 2030
Staff | 41,250 | 39,480 | 38,900
Medicines | 12,730 | 12,910 | 11,800
Premises | 6,480 | 6,120 | 6,200
Total | 60,460 | 58,510 | 56,900
[TABLE END]"""
_SALES = (
    "Sales by channel, in thousands\n"
    "Online: 2021 4,100; 2022 5,350; 2023 6,240; 2024 7,000.\n"
    "Stores: 2021 6,200; 2022 5,900; 2023 5,400; 2024 5,100.\n"
    "Partners: 2021 900; 2022 1,200; 2023 1,100; 2024 1,400.\n"
    "Total: 2021 11,200; 2022 12,450; 2023 12,740; 2024 13,500."
)
_MARGIN = (
    "Margin under pressure\nValues:\n"
    "2021: Kestrel ≈2.8; Peer group median ≈2.6.\n"
    "2022: Kestrel ≈3.1; Peer group median ≈2.9.\n"
    "2023: Kestrel ≈3; Peer group median ≈3.2.\n"
    "2024: Kestrel ≈2.7; Peer group median ≈3.1."
)


def _found(question: str, text: str, kind: ChunkKind = ChunkKind.SLIDE) -> str | None:
    rows = [one for one in read_statements([make_passage(1, make_hit(1, text, kind=kind))]) if one.is_row]
    found = find_meeting(question, rows)
    return found.text if found else None


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which clinics have more than 100 beds?", "Alder: Beds 140. Cedar: Beds 212."),
        ("Which clinics have at least 100 beds?", "Alder: Beds 140. Cedar: Beds 212. Dogwood: Beds 100."),
        ("How many clinics have fewer than 150 beds?", "3 of 4: Alder: Beds 140. Birch: Beds 64. Dogwood: Beds 100."),
        # a length of time is no limit on what is no time
        ("Which clinics had the most beds over four years?", None),
        ("Which clinics had the most beds over 25 years?", None),
        ("In which clinics was occupancy above 90%?", "Alder: Occupancy 91%. Dogwood: Occupancy 95%."),
        ("Which clinics have an occupancy of 91% or more?", "Alder: Occupancy 91%. Dogwood: Occupancy 95%."),
        # nothing is within the limit
        ("Which clinics have more than 500 beds?", None),
        # a limit of another kind, one of nothing that is named, none at all, and what is to be done
        ("Which clinics have more than 100 nurses?", None),
        ("Which clinics have beds?", None),
        ("What should a clinic with more than 100 beds do?", None),
        ("Which clinics have more than 100 and less than 200 beds?", None),
    ],
)
def test_rows_are_found_by_a_limit_in_the_column_that_is_named(question: str, expected: str | None) -> None:
    assert _found(question, _SITES) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("In which years did online exceed 5 million?", "Online: 2022 5,350; 2023 6,240; 2024 7,000."),
        ("In which years were partners under $1,000 thousand?", "Partners: 2021 900."),
        ("How many years was online above $5,000,000?", "3 of 4: Online: 2022 5,350; 2023 6,240; 2024 7,000."),
        (
            "In which years did online exceed stores?",
            "2023: Online 6,240; Stores 5,400. 2024: Online 7,000; Stores 5,100.",
        ),
        ("Which channel fell every year?", "Stores: 2021 6,200; 2022 5,900; 2023 5,400; 2024 5,100."),
        ("Which channels have grown each year?", "Online: 2021 4,100; 2022 5,350; 2023 6,240; 2024 7,000."),
        ("Which channels have grown without a break?", "Online: 2021 4,100; 2022 5,350; 2023 6,240; 2024 7,000."),
        ("Which channels fell from 2022 to 2023?", "Stores: 2022 5,900; 2023 5,400. Partners: 2022 1,200; 2023 1,100."),
        ("Which channel grew fastest between 2021 and 2024?", "Online: 2021 4,100; 2024 7,000."),
        ("How much was sold each year?", None),
        ("How many more were sold online in 2024 than in 2023?", None),
    ],
)
def test_cells_of_a_row_and_its_course_are_compared(question: str, expected: str | None) -> None:
    assert _found(question, _SALES, ChunkKind.TABLE) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # the table is headed by the budget that is meant
        (
            "Which cost line is budgeted below its 2030 forecast?",
            "Medicines: Budget 2031 12,730; Forecast 2030 12,910.",
        ),
        (
            "Which cost line has a lower budget in 2031 than the forecast, and by how much?",
            "Medicines: Budget 2031 12,730; Forecast 2030 12,910; change -180 (-1.39%).",
        ),
        (
            "Which cost line got a higher budget in 2031 than a year earlier, and by how much?",
            "Staff: Budget 2031 41,250; Budget 2030 38,900; change 2,350 (6.04%). "
            "Medicines: Budget 2031 12,730; Budget 2030 11,800; change 930 (7.88%). "
            "Premises: Budget 2031 6,480; Budget 2030 6,200; change 280 (4.52%).",
        ),
        ("Where does the budget for 2030 exceed the forecast?", "Premises: Budget 2030 6,200; Forecast 2030 6,120."),
    ],
)
def test_two_columns_are_compared_row_by_row(question: str, expected: str) -> None:
    assert _found(question, _PLAN) == expected


def test_of_two_series_both_are_told_where_one_is_below_the_other() -> None:
    expected = "2023: Kestrel ≈3; Peer group median ≈3.2. 2024: Kestrel ≈2.7; Peer group median ≈3.1."
    assert _found("In which years was Kestrel's margin below the peer median?", _MARGIN, ChunkKind.PICTURE) == expected
    furthest = "When was Kestrel's margin furthest below the peer median?"
    assert _found(furthest, _MARGIN, ChunkKind.PICTURE) == "2024: Kestrel ≈2.7; Peer group median ≈3.1."


def test_of_many_the_first_are_told_and_all_are_counted() -> None:
    table = "Depots\n" + "\n".join(
        f"Depot {name}: Staff {40 + at}; Vans {at}." for at, name in enumerate("ABCDEFGHIJKLMNOP")
    )
    found = _found("Which depots have more than 41 staff?", table, ChunkKind.TABLE)
    assert found is not None
    assert found.startswith("14 of 16, among them: Depot C: Staff 42. Depot D: Staff 43. ")
    assert found.endswith("Depot N: Staff 53.")


def test_amounts_without_a_unit_are_in_the_one_in_which_the_limit_parts_them() -> None:
    table = "Notes\nResearch: 2019 4,804; 2018 6,137; 2017 7,949."
    question = "How many of the years was research more than 5 million?"
    assert _found(question, table, ChunkKind.TABLE) == "2 of 3: Research: 2018 6,137; 2017 7,949."
    assert _found("In which years was research more than 90 billion?", table, ChunkKind.TABLE) is None


def test_a_column_that_is_named_goes_before_one_of_the_year_alone(minilm: LocalEmbedder) -> None:
    ratios = (
        "Margins of the group\nGross margin (%): 2023 33.4; 2024 34.3.\nOperating margin (%): 2023 10.5; 2024 12.0."
    )
    segments = (
        "Margins of the segments\nMarine: 2024 Sales 101; 2024 Margin 10.1%.\nEnergy: 2024 Sales 73; 2024 Margin 8.2%."
    )
    passages = [
        make_passage(at, make_hit(at, text, kind=ChunkKind.TABLE))
        for at, text in enumerate((ratios, segments), start=1)
    ]
    answer = ExtractiveAnswerer(minilm).answer("Which segments had a margin above 9% in 2024?", passages)
    assert answer.text == "Marine: 2024 Margin 10.1%. [2](#2)"


_STOCK = [
    f"Stock list 2031\nHeaders: Article.\n{rows}"
    for rows in (
        "AX-100: Description Crate type A1; Price (EUR) 85.00; Lead time 5 days.\n"
        "AX-107: Description Tape type B2; Price (EUR) 2.40; Lead time 10 days.\n"
        "AX-114: Description Foil type C3; Price (EUR) 91.20; Lead time 15 days.",
        "AX-121: Description Crate type D4; Price (EUR) 80.00; Lead time 15 days.\n"
        "AX-128: Description Tape type E5; Price (EUR) 80.10; Lead time 2 days.",
    )
]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many articles cost more than 80 EUR?", "3 of 5: AX-100: Price (EUR) 85.00. AX-114:"),
        ("articles cheaper than 5 EUR", "AX-107: Price (EUR) 2.40. ["),
        ("articles priced over 90", "AX-114: Price (EUR) 91.20. ["),
        ("articles with a lead time over 10 days", "AX-114: Lead time 15 days. AX-121: Lead time 15 days. ["),
        ("How many articles have a lead time of less than 10 days?", "2 of 5: AX-100: Lead time 5 days. AX-128"),
    ],
)
def test_all_rows_within_a_limit_are_found_over_the_pages_of_a_table(
    minilm: LocalEmbedder, question: str, expected: str
) -> None:
    hits = [make_hit(page, text, kind=ChunkKind.TABLE) for page, text in enumerate(_STOCK, 1)]
    answer = ExtractiveAnswerer(minilm).answer(question, [make_passage(1, *hits)])
    assert answer.text.startswith(expected)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("clinics with occupancy above 90%", "Alder: Occupancy 91%. Dogwood: Occupancy 95%."),
        ("clinics over 100 beds", "Alder: Beds 140. Cedar: Beds 212."),
        # asks for a figure, or whether
        ("occupancy above plan", None),
        ("Is the occupancy above 90%?", None),
    ],
)
def test_a_limit_in_keywords_is_one(question: str, expected: str | None) -> None:
    assert _found(question, _SITES) == expected


def test_the_answer_cites_the_rows_that_meet_the_condition(minilm: LocalEmbedder) -> None:
    answerer = ExtractiveAnswerer(minilm)
    answer = answerer.answer(
        "Which clinics have more than 100 beds?", [make_passage(1, make_hit(1, _SITES, kind=ChunkKind.SLIDE))]
    )
    assert answer.text == "Alder: Beds 140. Cedar: Beds 212. [1](#1)"
    assert "Alder | 140" in answer.citations[0].quote
    assert "Cedar | 212" in answer.citations[0].quote


def test_of_columns_with_one_name_and_two_units_the_first_is_compared() -> None:
    counties = (
        "Headers: County.\nAlder: Wynn # 88,410; Wynn % 61.2%; Petrie # 53,220; Petrie % 36.8%.\n"
        "Hale: Wynn # 301,562; Wynn % 40.2%; Petrie # 431,876; Petrie % 57.6%.\n"
        "Norwood: Wynn # 412,388; Wynn % 57.9%; Petrie # 281,102; Petrie % 39.5%."
    )
    rows = [
        one for one in read_statements([make_passage(1, make_hit(1, counties, kind=ChunkKind.TABLE))]) if one.is_row
    ]
    found = find_meeting("In which counties did Petrie get more votes than Wynn?", rows)
    assert found is not None
    assert found.text == "Hale: Petrie # 431,876; Wynn # 301,562."


def test_by_how_many_points_asks_for_no_number_of_rows_and_what_fell_changed_by_less_than_nothing() -> None:
    passage = make_passage(1, make_hit(1, _SALES, kind=ChunkKind.TABLE))
    rows = [one for one in read_statements([passage]) if one.is_row]
    assert find_meeting("By how many thousands did online sales grow from 2021 to 2024?", rows) is None
    fell = find_meeting("Which channel fell from 2021 to 2024, and by how much?", rows)
    assert fell is not None
    assert fell.text == "Stores: 2021 6,200; 2024 5,100; change -1,100 (-17.74%)."


_OVERTAKEN = """Fibre and copper lines, thousand
Values:
2019: Fibre 110; Copper 520.
2020: Fibre 180; Copper 470.
2021: Fibre 390; Copper 310.
2022: Fibre 480; Copper 220.
2023: Fibre 560; Copper 130."""
_TURNOVER = """Turnover, %
Values:
Q1: Turnover 9.1; Market 10.2.
Q2: Turnover 11.2; Market 10.7.
Q3: Turnover 12.4; Market 11.
Q4: Turnover 10.6; Market 10.9."""


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("In which year did fibre overtake copper?", _OVERTAKEN, "2021: Fibre 390; Copper 310."),
        ("When did copper fall below fibre?", _OVERTAKEN, "2021: Copper 310; Fibre 390."),
        # the latest first
        (
            "In which year did fibre overtake copper?",
            "\n".join(_OVERTAKEN.splitlines()[:2] + _OVERTAKEN.splitlines()[:1:-1]),
            "2021: Fibre 390; Copper 310.",
        ),
        # below at first, too
        ("In which quarter did turnover fall below the market?", _TURNOVER, "Q4: Turnover 10.6; Market 10.9."),
        # years, and a state
        (
            "In which years was fibre above copper?",
            _OVERTAKEN,
            "2021: Fibre 390; Copper 310. 2022: Fibre 480; Copper 220. 2023: Fibre 560; Copper 130.",
        ),
    ],
)
def test_of_a_crossing_the_first_period_is_told(question: str, text: str, expected: str) -> None:
    assert _found(question, text) == expected


def test_of_what_is_no_time_all_are_told_that_are_ahead() -> None:
    text = "Sales\nHeaders: Town.\nLyon: Plan 12; Sales 15.\nGhent: Plan 9; Sales 8.\nMilan: Plan 4; Sales 6."
    assert _found("When did sales first surpass the plan?", text) == "Lyon: Sales 15; Plan 12. Milan: Sales 6; Plan 4."


_RATINGS = (
    "Values:\nSchools: National 31; Local 64.\nPoliticians: National 53; Local 39.\nCourts: National 44; Local 47.\n"
    "Speed: National 61; Local 40."
)
_PROSE = (
    "Respondents were asked to judge several aspects of the work of journalists. Local outlets are rated ahead of "
    "national ones for their coverage of schools. On two of the aspects, the public gives the advantage to national "
    "outlets."
)


def test_of_two_columns_that_a_question_compares_the_rows_are_told_though_sentences_are_nearer(
    minilm: LocalEmbedder,
) -> None:
    passages = [make_passage(1, make_hit(1, _PROSE), make_hit(2, _RATINGS, kind=ChunkKind.PICTURE))]
    told = ExtractiveAnswerer(minilm).answer(
        "On which aspects are national news outlets rated better than local ones?", passages
    )
    assert told.text == "Politicians: National 53; Local 39. Speed: National 61; Local 40. [1](#1)"
