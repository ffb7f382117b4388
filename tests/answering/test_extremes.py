"""The row with the largest or smallest value: which questions ask for it, and what is compared."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.tables.chosen_rows import best_extreme
from bizrag.answering.extractive.tables.reckoned.extremes import find_extreme
from bizrag.answering.statements.reading import Statement, read_statements
from bizrag.model.chunks import ChunkKind
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

_BEDS = """# The island and its bays
[PICTURE START]
Values:
Puerto Alegre: Beds by municipality, 2024 24,300 beds.
Monte Sereno: Beds by municipality, 2024 2,150 beds.
Playa Larga: Beds by municipality, 2024 31,600 beds.
Faro Viejo: Beds by municipality, 2024 1,400 beds.
[PICTURE END]"""
_SITES = """# Warehouse network
[TABLE START]
Site | Floor space (m²) | Utilisation | Staff
Rotterdam | 64,000 | 94% | 610
Venlo | 48,500 | 77% | 385
Lyon | 22,400 | 83% | 176
Gdańsk | 18,900 | 69% | 131
Total | 153,800 | 84% | 1,302
[TABLE END]"""
_MEASURES = """# Energy
[TABLE START]
Measure | Saving (MWh) | Payback (years) | Top speed (km/h)
Lighting | 185 | 4.9 | 20
Night setback | 310 | 0.6 | 10
Heat pump | 890 | 9.8 | 40
[TABLE END]"""
_PROJECTS = """# Plants
[TABLE START]
Project name | Capacity (MW) | Project completion
Harbour project | 40 | 2027
Ridge project | 25 | 2029
Lock project | 3 | 2028
[TABLE END]"""
_YEARS = (
    "Result by year\nNet sales: 2021 281.2; 2022 305.4; 2023 338.9.\nNet loss: 2021 (4.1); 2022 (12.0); 2023 (0.6)."
)


def _rows(text: str, kind: ChunkKind) -> list[Statement]:
    return [one for one in read_statements([make_passage(1, make_hit(1, text, kind=kind))]) if one.is_row]


def _found(question: str, text: str, kind: ChunkKind = ChunkKind.SLIDE) -> str | None:
    extreme = find_extreme(question, _rows(text, kind))
    return extreme.text if extreme else None


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which municipality has the most beds?", "Playa Larga: Beds by municipality, 2024 31,600 beds."),
        ("Where are the fewest beds?", "Faro Viejo: Beds by municipality, 2024 1,400 beds."),
        (
            "Which place has the second highest number of beds?",
            "Puerto Alegre: Beds by municipality, 2024 24,300 beds.",
        ),
        # no comparison is asked for
        ("How many beds has Playa Larga at most?", None),
        ("Which municipality has the most recent hotel?", None),
        ("Is Playa Larga the largest?", None),
        ("What is the most an inn of Playa Larga may offer?", None),
        ("What is the most beds that an inn may offer?", "Playa Larga: Beds by municipality, 2024 31,600 beds."),
    ],
)
def test_of_a_chart_the_value_that_is_asked_for_is_found(question: str, expected: str | None) -> None:
    assert _found(question, _BEDS) == expected


def test_of_a_table_the_column_that_is_asked_for_is_compared_without_its_sum() -> None:
    assert _found("Which site has the largest floor space?", _SITES) == "Rotterdam: Floor space (m²) 64,000."
    assert _found("Which site has the lowest utilisation?", _SITES) == "Gdańsk: Utilisation 69%."
    # of which column is not said
    assert _found("Which site is the largest?", _SITES) is None


def test_a_last_row_that_is_the_sum_of_the_others_is_none_of_them_whatever_it_is_called() -> None:
    segments = "Sales by segment\nPumps: Sales 412.3.\nValves: Sales 250.1.\nService: Sales 98.4.\n"
    assert _found("Which segment has the highest sales?", f"{segments}Stenmark: Sales 760.8.") == "Pumps: Sales 412.3."
    # not the sum: one of them
    assert _found("Which segment has the highest sales?", f"{segments}Rental: Sales 770.8.") == "Rental: Sales 770.8."


def test_few_words_that_are_no_sentence_ask_for_it_too() -> None:
    assert _found("largest floor space", _SITES) == "Rotterdam: Floor space (m²) 64,000."
    assert _found("longest payback (years)?", _MEASURES) == "Heat pump: Payback (years) 9.8."
    assert _found("is that the largest floor space", _SITES) is None


def test_the_measure_of_a_verb_is_its_column() -> None:
    freight = (
        "Freight of June\nCV-1: Weight kg 6,120; Freight € 1,148.\nCV-2: Weight kg 8,830; Freight € 990.\n"
        "CV-3: Weight kg 2,240; Freight € 1,690."
    )
    found = _found("Which consignment of the freight invoice weighed the most?", freight, ChunkKind.TABLE)
    assert found == "CV-2: Weight kg 8,830."


def test_of_a_row_that_is_asked_for_its_cells_are_compared() -> None:
    assert _found("In which year were net sales highest?", _YEARS, ChunkKind.TABLE) == "Net sales: 2023 338.9."
    # is it the least money, or the largest loss?
    assert _found("In which year was the net loss lowest?", _YEARS, ChunkKind.TABLE) is None


def test_the_dearest_and_the_cheapest_are_told_by_the_column_of_prices() -> None:
    types = """Stock types
A2: Range 1 bar; List price CHF 318.00; Weight 280 g.
A5: Range 16 bar; List price CHF 561.00; Weight 300 g.
B2: Range 2 bar; List price CHF 458.00; Weight 310 g."""
    assert _found("Which type is the most expensive?", types, ChunkKind.TABLE) == "A5: List price CHF 561.00."
    assert _found("What is the cheapest type?", types, ChunkKind.TABLE) == "A2: List price CHF 318.00."


def test_the_dearest_of_columns_is_told_by_the_row_of_prices() -> None:
    fibres = (
        "Fibres\nDensity: Straw 90; Hemp 110; Wood wool 60.\nPrice (EUR/kg): Straw 0.18; Hemp 0.74; Wood wool 0.96."
    )
    assert _found("Which fibre is the most expensive?", fibres, ChunkKind.TABLE) == "Price (EUR/kg): Wood wool 0.96."


def test_a_row_that_the_question_names_is_what_is_measured_and_no_answer() -> None:
    """The largest figure of the column is that of another row."""
    statement = (
        "Result\nRevenue: Q3 2024 172.\nOperating profit (EBIT): Q3 2024 12.\nTax: Q3 2024 3.\nStaff cost: Q3 2024 51."
    )
    assert _found("Which segment had the highest operating profit in Q3 2024?", statement, ChunkKind.TABLE) is None
    assert _found("Which item was the largest in Q3 2024?", statement, ChunkKind.TABLE) == "Revenue: Q3 2024 172."


def test_what_is_equal_or_of_several_units_is_not_told_apart() -> None:
    equal = "Doors by hall\nHall 1: Doors 4.\nHall 2: Doors 9.\nHall 3: Doors 9."
    units = "Prices\nTea: Price £4.\nMilk: Price $9.\nRice: Price €7."
    assert _found("Which hall has the most doors?", equal, ChunkKind.PICTURE) is None
    assert _found("Which hall has the fewest doors?", equal, ChunkKind.PICTURE) == "Hall 1: Doors 4."
    assert _found("Which has the highest price?", units, ChunkKind.PICTURE) is None


def test_numbers_that_other_countries_write_otherwise_are_not_compared() -> None:
    for lyon in ("1.234", "12,5"):
        cities = f"Umsatz nach Stadt\nLyon: Umsatz {lyon}.\nMailand: Umsatz 987.\nWien: Umsatz 450."
        assert _found("Which city has the highest Umsatz?", cities, ChunkKind.PICTURE) is None
    cities = "Sales by city\nLyon: Sales 1,234.\nMilan: Sales 987.5.\nVienna: Sales 450."
    assert _found("Which city has the highest sales?", cities, ChunkKind.PICTURE) == "Lyon: Sales 1,234."


def test_the_answer_names_that_row_alone_and_quotes_it(answerer: ExtractiveAnswerer) -> None:
    passage = make_passage(1, make_hit(1, _SITES, doc="Operations review.pdf", kind=ChunkKind.SLIDE))
    answer = answerer.answer("Which site has the smallest floor space?", [passage])
    assert answer.text == "Gdańsk: Floor space (m²) 18,900. [1](#1)"
    assert [citation.quote for citation in answer.citations] == ["Gdańsk | 18,900 | 69% | 131"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which measure pays back fastest?", "Night setback: Payback (years) 0.6."),
        ("Which measure is slowest to pay back?", "Heat pump: Payback (years) 9.8."),
        ("Which measure has the fastest top speed (km/h)?", "Heat pump: Top speed (km/h) 40."),
        ("Which is the fastest growing measure?", None),
    ],
)
def test_fast_is_a_short_time_or_a_high_speed(question: str, expected: str | None) -> None:
    assert _found(question, _MEASURES) == expected


@pytest.mark.slow
def test_a_table_that_goes_on_on_the_next_page_is_compared_whole(answerer: ExtractiveAnswerer) -> None:
    head = "Staff and energy of our depots\n"
    pages = (
        "Vigo: Staff 228; Energy MWh 612.\nLinz: Staff 120; Energy MWh 975.\nTurin: Staff 180; Energy MWh 801.",
        "Malmö: Staff 227; Energy MWh 700.\nTallinn: Staff 95; Energy MWh 956.\nSeville: Staff 140; Energy MWh 512.",
    )
    hits = [
        make_hit(number, head + rows, doc="Depots.pdf", kind=ChunkKind.TABLE) for number, rows in enumerate(pages, 1)
    ]
    passages = [make_passage(number, one) for number, one in enumerate(hits, 1)]
    for order in (passages, passages[::-1]):
        assert answerer.answer("Which of the depots uses the most energy, in MWh?", order).text.startswith(
            "Linz: Energy MWh 975."
        )
        assert answerer.answer("Which of the depots has the most staff?", order).text.startswith("Vigo: Staff 228.")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which service had the worst availability?", "Reports: Availability 98.90%."),
        ("Which service has the best availability?", "Search: Availability 99.94%."),
        ("Which service is worst by error rate?", "Mail: Error rate 0.31%."),
        ("Which service is worst by combined ratio?", "Reports: Combined ratio 61.2%."),
        ("Which service has the best error rate?", "Search: Error rate 0.04%."),
        ("Which service makes the best contribution?", "Search: Contribution 9.7."),
        # more queries are neither better nor worse
        ("Which service has the worst queries?", None),
        ("What is best practice for availability?", None),
    ],
)
def test_what_is_measured_says_whether_more_is_better(question: str, expected: str | None) -> None:
    services = """Service levels
Reports: Availability 98.90%; Error rate 0.12%; Queries 14; Contribution 2.1; Combined ratio 61.2%.
Search: Availability 99.94%; Error rate 0.04%; Queries 90; Contribution 9.7; Combined ratio 55.0%.
Mail: Availability 99.20%; Error rate 0.31%; Queries 31; Contribution 4.6; Combined ratio 58.4%."""
    assert _found(question, services, ChunkKind.TABLE) == expected


def test_of_a_plan_the_year_with_the_largest_total_is_told() -> None:
    plan = """Capital plan
Yogurt line: 2025 3.1; 2026 9.6; 2027 4.0; Total 16.7.
Cheese store: 2025 9.9; 2026 1.0; 2027 2.2; Total 13.1.
Tankers: 2025 1.4; 2026 0.3; 2027 0.2; Total 1.9.
Total: 2025 14.4; 2026 10.9; 2027 6.4; Total 31.7."""
    assert _found("Which year has the highest spending in the plan?", plan, ChunkKind.TABLE) == "Total: 2025 14.4."
    # a row that is named, or one of the rows, is asked for
    assert _found("In which year is most spent on the yogurt line?", plan, ChunkKind.TABLE) == "Yogurt line: 2026 9.6."
    assert _found("Which project has the highest total?", plan, ChunkKind.TABLE) == "Yogurt line: Total 16.7."


def test_since_a_year_what_came_after_is_compared_too() -> None:
    lettings = """Take-up per quarter
Q3 22: Take-up 90.
Q4 23: Take-up 61.
Q2 24: Take-up 35.
Q4 24: Take-up 72."""
    asked = "In which quarter since mid-2023 was the take-up largest?"
    assert _found(asked, lettings, ChunkKind.TABLE) == "Q4 24: Take-up 72."
    assert _found("In which quarter was the take-up largest?", lettings, ChunkKind.TABLE) == "Q3 22: Take-up 90."


def test_a_time_is_compared_where_something_took_longest_and_a_code_is_told_with_what_it_stands_for() -> None:
    incidents = """Incident log
Headers: Incident.
IN-1: Date 07/01/2031; Area Kitchen; What happened Alarm ignored for 12 minutes; Days open 34.
IN-2: Date 21/01/2031; Area Garden; What happened Wet floor, no injury; Days open 3.
IN-3: Date 11/02/2031; Area Office; What happened Wrong label printed; Days open 18."""
    told = "IN-1: What happened Alarm ignored for 12 minutes; Days open 34."
    assert _found("Which incident took the longest to settle?", incidents, ChunkKind.TABLE) == told


def test_a_table_whose_rows_and_column_are_named_is_asked_though_its_rows_say_little(
    answerer: ExtractiveAnswerer,
) -> None:
    log = """Headers: Incident.
IN-1: Area Kitchen; Days to close 34.
IN-2: Area Garden; Days to close 3.
IN-3: Area Office; Days to close 18."""
    passage = make_passage(1, make_hit(1, log, doc="Harbour log.pdf", kind=ChunkKind.TABLE))
    assert "Days to close 34" in answerer.answer("Which incident took the longest to close?", [passage]).text
    assert answerer.answer("Who is the longest serving director?", [passage]).is_abstention


_STOCK = [
    "Stock list 2031\nHeaders: Article.\n" + "\n".join(rows)
    for rows in (
        (
            "AX-100: Description Folding crate type A1; Unit pc; Min. order 5; Price (EUR) 85.00.",
            "AX-107: Description Packing tape type B2; Unit roll; Min. order 50; Price (EUR) 2.40.",
            "AX-114: Description Hemp wool pad type C3; Unit box; Min. order 25; Price (EUR) 91.20.",
        ),
        (
            "AX-121: Description Folding crate type D4; Unit pc; Min. order 5; Price (EUR) 12.50.",
            "AX-128: Description Packing tape type E5; Unit roll; Min. order 50; Price (EUR) 3.10.",
        ),
        (
            "AX-135: Description Folding crate type F6; Unit pc; Min. order 5; Price (EUR) 40.00.",
            "AX-142: Description Hemp wool pad type G7; Unit box; Min. order 25; Price (EUR) 60.00.",
        ),
    )
]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("cheapest crate", "AX-121: Description Folding crate type D4; Price (EUR) 12.50."),
        ("What is the most expensive crate?", "AX-100: Description Folding crate type A1; Price (EUR) 85.00."),
        ("most expensive wool pad", "AX-114: Description Hemp wool pad type C3; Price (EUR) 91.20."),
        ("Which tape is the cheapest?", "AX-107: Description Packing tape type B2; Price (EUR) 2.40."),
        # no kind of the list, and all of it
        ("Which article is the cheapest?", "AX-107: Description Packing tape type B2; Price (EUR) 2.40."),
    ],
)
def test_of_a_kind_that_is_named_only_its_rows_are_compared_over_all_pages(
    minilm: LocalEmbedder, question: str, expected: str
) -> None:
    hits = [make_hit(page, text, kind=ChunkKind.TABLE) for page, text in enumerate(_STOCK, 1)]
    answer = ExtractiveAnswerer(minilm).answer(question, [make_passage(1, *hits)])
    assert answer.text.partition(" [")[0] == expected


def test_one_row_is_no_kind_and_words_of_columns_name_none() -> None:
    text = (
        "Sites\nLyon hub: Staff 176; Area 22,400.\nLyon port: Staff 85; Area 30,100.\nVenlo hub: Staff 385; Area 900."
    )
    assert _found("Which hub has the most staff?", text, ChunkKind.TABLE) == "Venlo hub: Staff 385."
    assert _found("Which site in Lyon has the largest area?", text, ChunkKind.TABLE) == "Lyon port: Area 30,100."
    assert _found("Which port site has the most staff?", text, ChunkKind.TABLE) == "Venlo hub: Staff 385."


def test_a_row_whose_first_cell_is_a_number_is_told_by_the_cell_that_names_it() -> None:
    taps = """Samples of 19 May
No. 3; Sampling point House A, kitchen; Legionella CFU/100 mL < 1; Copper mg/L 0.31.
No. 5; Sampling point House B, shower 412; Legionella CFU/100 mL 640; Copper mg/L 0.74.
No. 8; Sampling point House C, staff shower; Legionella CFU/100 mL 230; Copper mg/L 0.66."""
    found = _found("At which tap was copper highest?", taps, ChunkKind.TABLE)
    assert found == "Sampling point House B, shower 412: Copper mg/L 0.74."


_SEGMENTS = (
    "Segments\nTotal sales: Water 2024 320; Water 2023 312; Power 2024 980; Power 2023 1,043; Trams 2024 193; "
    "Trams 2023 179; Group 2024 1,493; Group 2023 1,534.\n"
    "Investment: Water 2024 98; Water 2023 81; Power 2024 76; Power 2023 99; Trams 2024 142; Trams 2023 58; "
    "Group 2024 316; Group 2023 238."
)


def test_columns_with_a_year_each_are_compared_within_the_year_that_is_asked_for() -> None:
    found = _found("Which segment had the highest investment in 2023?", _SEGMENTS, ChunkKind.TABLE)
    assert found == "Investment: Power 2023 99."
    assert _found("Which segment had the lowest investment in 2024?", _SEGMENTS, ChunkKind.TABLE) == (
        "Investment: Power 2024 76."
    )


def test_of_products_that_are_columns_the_row_of_the_measure_is_compared() -> None:
    models = (
        "Models\nOutput: Mini 5 kW; Classic 8 kW; Solo 12 kW.\nWeight, empty: Mini 21 kg; Classic 28 kg; Solo 26 kg."
    )
    assert _found("Which model is the lightest?", models, ChunkKind.TABLE) == "Weight, empty: Mini 21 kg."


def test_the_largest_after_a_row_is_the_largest_of_the_others() -> None:
    criteria = (
        "Criteria\nPrice: Weight 55%.\nFitting concept: Weight 15%.\nBattery life: Weight 10%.\nEvening: Weight 20%."
    )
    assert (
        _found("Heaviest award criterion after price in the tender of the water meters?", criteria, ChunkKind.TABLE)
        == "Evening: Weight 20%."
    )
    question = "Apart from the price, which criterion has the largest weight?"
    assert _found(question, criteria, ChunkKind.TABLE) == "Evening: Weight 20%."


def test_of_columns_that_differ_in_their_period_the_latest_is_compared() -> None:
    segments = """Segments
Headers: Segment.
Parts: Revenue Q1 2024 18; Revenue Q1 2023 66; EBIT Q1 2024 5; EBIT Q1 2023 4.
Tools: Revenue Q1 2024 41; Revenue Q1 2023 39; EBIT Q1 2024 2; EBIT Q1 2023 3.
Power: Revenue Q1 2024 64; Revenue Q1 2023 61; EBIT Q1 2024 4; EBIT Q1 2023 9."""
    question = "Which segment brings in the most revenue{}?"
    assert _found(question.format(""), segments, ChunkKind.TABLE) == "Power: Revenue Q1 2024 64."
    assert _found(question.format(" in 2023"), segments, ChunkKind.TABLE) == "Parts: Revenue Q1 2023 66."
    assert _found("Which segment is the largest?", segments, ChunkKind.TABLE) is None


_SURVEY = (
    "Headers: Region.\nNorth: 2025 78%; 2026 76%; Interviews 612.\nCoast: 2025 70%; 2026 64%; Interviews 431.\n"
    "South: 2025 77%; 2026 75%; Interviews 375."
)
_SERVICES = (
    "Headers: Service.\nWater quality: Very satisfied 31%; Satisfied 47%.\n"
    "Website: Very satisfied 22%; Satisfied 51%.\n"
    "Repairs: Very satisfied 27%; Satisfied 36%."
)


def test_the_kind_of_row_that_is_asked_for_is_meant_and_not_a_sentence_on_another(
    answerer: ExtractiveAnswerer,
) -> None:
    told = "Customers under 35 are the least satisfied; only 58% of them are satisfied."
    passages = [make_passage(1, make_hit(1, told)), make_passage(2, make_hit(2, _SURVEY, kind=ChunkKind.TABLE))]
    assert answerer.answer("Which region is the least satisfied in 2026?", passages).text == "Coast: 2026 64%. [2](#2)"
    assert answerer.answer("Who is the least satisfied?", passages).text.startswith(told)


def test_of_columns_of_like_words_the_one_that_is_said_whole_is_compared() -> None:
    table = ChunkKind.TABLE
    asked = "Which service has the most very satisfied customers?"
    assert _found(asked, _SERVICES, table) == "Water quality: Very satisfied 31%."
    years = "2024: Fund 12.5; Index 11.0.\n2025: Fund 8.7; Index 9.4.\n2021: Fund 19.6; Index 18.1."
    assert _found("In which year did the fund do best?", years, table) == "2021: Fund 19.6."


def test_of_no_column_in_particular_the_sum_of_a_row_is_compared() -> None:
    projects = (
        "Programme\nHeaders: Project.\nSchool: 2027 4.2; 2028 9.6; Total 13.8.\nSquare: 2027 8.5; 2028 2.8; Total 11.3."
        "\nWalls: 2027 0.9; 2028 0.1; Total 1.0.\nTotal: 2027 13.6; 2028 12.5; Total 26.1."
    )
    assert _found("Which project is the largest?", projects, ChunkKind.TABLE) == "School: Total 13.8."
    assert _found("Which project is the largest in 2027?", projects, ChunkKind.TABLE) == "Square: 2027 8.5."


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which factor is least important when choosing a snack?", "Packaging: Importance when choosing a snack 3.2."),
        ("Which factor is most important when choosing a snack?", "Taste: Importance when choosing a snack 9.1."),
        # these are told in words
        ("Which are the most important factors when choosing a snack?", None),
    ],
)
def test_what_is_most_or_least_important_is_compared(question: str, expected: str | None) -> None:
    chart = (
        "Values:\nTaste: Importance when choosing a snack 9.1.\nPrice: Importance when choosing a snack 7.8.\n"
        "Packaging: Importance when choosing a snack 3.2."
    )
    assert _found(question, chart, ChunkKind.PICTURE) == expected


@pytest.mark.slow
def test_of_candidates_and_a_total_the_total_is_compared(answerer: ExtractiveAnswerer) -> None:
    counties = (
        "Alder: Wynn # 88,410; Petrie # 53,220; Total 144,460.\n"
        "Hale: Wynn # 301,562; Petrie # 431,876; Total 750,090.\n"
        "Norwood: Wynn # 412,388; Petrie # 281,102; Total 711,870."
    )
    parties = "Civic Union: Votes 1,204,377.\nProgress: Votes 1,118,920.\nGreen Alliance: Votes 45,218."
    passages = [
        make_passage(1, make_hit(1, f"Headers: Party.\n{parties}", kind=ChunkKind.TABLE)),
        make_passage(2, make_hit(2, f"Headers: County.\n{counties}", kind=ChunkKind.TABLE)),
    ]
    assert answerer.answer("Which county had the most votes?", passages).text.startswith("Hale: Total 750,090.")
    assert answerer.answer("Which party had the most votes?", passages).text.startswith("Civic Union")


def test_a_row_without_a_name_is_no_largest_one() -> None:
    text = (
        "Revenue by country\nCanada: Year 2019 $ 96; 2019 % 6.1%; Year 2018 $ 70; 2018 % 6.6%.\n"
        "Norway: Year 2019 $ 1,079; 2019 % 68.4%; Year 2018 $ 755; 2018 % 70.4%.\n"
        "Japan: Year 2019 $ 103; 2019 % 6.6%; Year 2018 $ 69; 2018 % 6.5%.\n"
        "Year 2019 $ 1,278; 2019 % 100.0%; Year 2018 $ 894; 2018 % 100.0%."
    )
    rows = [one for one in read_statements([make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))]) if one.is_row]
    found = find_extreme("Which country had the highest revenue in year 2019?", rows[::-1])
    assert found is not None
    assert found.text == "Norway: Year 2019 $ 1,079."


def test_a_column_that_counts_the_rows_is_not_compared() -> None:
    text = (
        "Item 1; Description Replace circulation pump; Net (£) 625.00.\n"
        "Item 2; Description Labour of two days; Net (£) 551.00.\n"
        "Item 3; Description Copper pipe of 28 mm; Net (£) 159.60.\n"
        "Item 4; Description Inhibitor of lime; Net (£) 109.50."
    )
    rows = [one for one in read_statements([make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))]) if one.is_row]
    found = find_extreme("Which line item has the highest net amount?", rows)
    assert found is not None
    assert found.text == "Description Replace circulation pump: Net (£) 625.00."


def test_what_the_rows_are_called_names_no_column() -> None:
    assert _found("Which project has the largest capacity?", _PROJECTS) == "Harbour project: Capacity (MW) 40."
    assert _found("Which project has the latest completion?", _PROJECTS) is None


def test_the_section_of_a_statement_that_a_row_is_in_need_not_be_said() -> None:
    summary = (
        "Five years\nIncome (€ million) > Net sales: 2025 4,812; 2024 4,655; 2023 4,498.\n"
        "Balance sheet and cash flow (€ million) > Equity: 2025 2,967; 2024 2,845; 2023 2,702.\n"
        "Balance sheet and cash flow (€ million) > Net debt: 2025 1,214; 2024 1,067; 2023 1,302."
    )
    told = _found("In which year was net debt highest?", summary, ChunkKind.TABLE)
    assert told == "Balance sheet and cash flow (€ million) > Net debt: 2023 1,302."


def test_each_of_the_years_that_a_question_asks_one_of_is_looked_at(answerer: ExtractiveAnswerer) -> None:
    text = "Capital expenditures\nSnacks: 2023 27.6; 2022 41.8; 2021 33.7.\nMeals: 2023 98.3; 2022 61.9; 2021 40.2."
    passage = make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))
    for question in (
        "In which of the years 2021-2023 were capital expenditures of Snacks highest?",
        "Which year between 2021 and 2023 had the highest capital expenditures of Snacks?",
    ):
        assert answerer.answer(question, [passage]).text.startswith("Snacks: 2022 41.8.")


def test_of_a_figure_of_several_charts_the_one_is_compared_that_is_meant(answerer: ExtractiveAnswerer) -> None:
    figure = (
        "Figure 2: Municipal buildings\nValues:\n"
        "2022: Solar power on roofs (MW) 2.9.\n2023: Solar power on roofs (MW) 4.4.\n"
        "2024: Solar power on roofs (MW) 5.2.\nMay: Electricity use by month (GWh) 1.28.\n"
        "June: Electricity use by month (GWh) 1.15.\nJuly: Electricity use by month (GWh) 0.97.\n"
        "August: Electricity use by month (GWh) 1.11."
    )
    question = "In which month of 2024 did the city use the least electricity?"
    told = answerer.answer(question, [make_passage(1, make_hit(1, figure, kind=ChunkKind.PICTURE))]).text
    assert told.startswith("July: Electricity use by month (GWh) 0.97.")


@pytest.mark.slow
@pytest.mark.parametrize(
    "question",
    [
        "Which month had the highest and which the lowest lead time?",
        "Lead time: highest and lowest value of the year?",
    ],
)
def test_the_largest_and_the_smallest_are_told_where_both_are_asked_for(
    answerer: ExtractiveAnswerer, question: str
) -> None:
    chart = (
        "Revenue by product (€m) and lead time\nValues:\nNov: Lead time (days) 38.\nDec: Lead time (days) 44.\n"
        "Jan: Lead time (days) 41.\nOct: Lead time (days) 24."
    )
    told = answerer.answer(question, [make_passage(1, make_hit(1, chart, kind=ChunkKind.PICTURE))]).text
    assert told == "Dec: Lead time (days) 44. [1](#1) Oct: Lead time (days) 24. [1](#1)"


def test_of_two_tables_the_one_is_compared_whose_column_is_asked_for() -> None:
    sites = "Venlo: Pallet positions 31,500.\nBreda: Pallet positions 18,200.\nGdynia: Pallet positions 9,800."
    costs = (
        "Venlo: Cost per pallet (EUR) 14.2; Use (%) 86.\nBreda: Cost per pallet (EUR) 12.4; Use (%) 54.\n"
        "Gdynia: Cost per pallet (EUR) 20.3; Use (%) 58."
    )
    tables = [_rows(text, ChunkKind.TABLE) for text in (sites, costs)]
    question = "Which depot has the lowest cost per pallet?"
    extreme = best_extreme(question, tables, [question] * 2)
    assert extreme is not None
    assert extreme.text.startswith("Breda: Cost per pallet (EUR) 12.4")


_SCORES = """# Scores by criterion
[TABLE START]
Criterion | Weight % | Adria | Halvorsen | Taurus
Performance | 25 | 7.2 | 8.8 | 9.0
Training and local content | 10 | 5.5 | 8.5 | 7.0
Delivery plan | 15 | 7.5 | 9.0 | 7.0
[TABLE END]"""
_BRIDGE = (
    "Cost per parcel, budget to actual\nValues:\nBudget: Total 7.52.\nFuel: Saving 0.14.\nLockers: Saving 0.17.\n"
    "Volume: Saving 0.15.\nOvertime: Extra cost 0.17.\nActual: Total 7.46."
)


def test_what_each_could_get_is_compared_with_nothing() -> None:
    question = "Which supplier got the best mark for training and local content?"
    assert _found(question, _SCORES) == "Training and local content: Halvorsen 8.5."


def test_a_row_of_one_value_that_a_question_names_is_not_what_it_compares() -> None:
    question = "Which effect saved most compared with budget?"
    assert _found(question, _BRIDGE, ChunkKind.PICTURE) == "Lockers: Saving 0.17."


def test_what_shrank_the_most_has_the_lowest_of_the_changes() -> None:
    growth = "Organic growth, %\nChina: Growth –11.8.\nAmerica: Growth +7.6.\nFrance: Growth –3.4.\nAsia: Growth +1.2."
    assert _found("In which region did sales shrink the most?", growth) == "China: Growth –11.8."
    assert _found("In which region did sales grow the most?", growth) == "America: Growth +7.6."
    falls = "Organic growth by region, %\nChina: Growth –11.8.\nAmerica: Growth –7.6.\nFrance: Growth –3.4."
    assert _found("In which region did sales fall the most?", falls) == "China: Growth –11.8."
