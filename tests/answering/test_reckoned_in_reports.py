"""What annual reports, papers and encyclopedias are asked: sums, shares and ratios of printed rows, and larger ones."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.sentences.formalities import without_formalities
from bizrag.answering.extractive.tables.conditions.conditions import find_meeting
from bizrag.answering.extractive.tables.reckoned.arithmetic import find_computed, find_in_sentence
from bizrag.answering.extractive.tables.reckoned.extremes import find_extreme
from bizrag.answering.extractive.tables.reckoned.known_ratios import find_known_ratio
from bizrag.answering.extractive.tables.reckoned.shares import find_share
from bizrag.answering.statements.reading import Statement, read_statements, readable
from bizrag.model.chunks import ChunkKind
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

_OBLIGATIONS = """Contractual obligations
Debt [a]: Total 900; 2031 100; 2032 200; Later 600.
Operating leases [b]: Total 90; 2031 30; 2032 40; Later 20.
Capital lease obligations [c]: Total 60; 2031 15; 2032 25; Later 20.
Total obligations: Total 1,050; 2031 145; 2032 265; Later 640."""
_MARKETS = """Net sales by end market
Commercial shipping: Year Ended December 31, 2032 $ 214; Year Ended December 31, 2031 $ 221.
Recreational: Year Ended December 31, 2032 45; Year Ended December 31, 2031 46.
Total: Year Ended December 31, 2032 $ 509; Year Ended December 31, 2031 $ 487."""
_INCOME = """Income statement
Revenue: Note 1; 2031 8,000; 2032 9,000.
Cost of materials: Note 2; 2031 -5,000; 2032 -6,000.
Personnel expenses: Note 3; 2031 -2,000; 2032 -2,100.
EBIT: 2031 500; 2032 450.
Earnings before tax: 2031 400; 2032 300.
Income taxes: Note 4; 2031 -120; 2032 -75."""
_REFUND = """Income statement
Revenue: 2032 9,000.
Cost of sales: 2032 6,000.
Income before income taxes: 2032 300.
Income taxes: 2032 (75)."""
_SEGMENTS = """Segments
External revenue 2032: Steel 4,000; Trading 2,500; Group 6,500.
External revenue 2031: Steel 3,000; Trading 2,000; Group 5,000.
Adjusted EBITDA 2032: Steel 600; Trading 150; Group 750.
Adjusted EBITDA 2031: Steel 540; Trading 140; Group 680."""
_STAFF = """Personnel expenses
Wages: 2031 800; 2032 900.
Pension costs: 2031 150; 2032 100.
Total: 2031 950; 2032 1,000."""
_NET = """Results
Net income: 2032 27; 2031 29; 2030 19.
Other income (expense), net: 2032 31; 2031 2; 2030 5.
Operating income: 2032 40; 2031 41; 2030 37."""
_DIVISIONS = """Segments
Revenue: 53 weeks ended 28 Feb 2032 Grocery 706; 53 weeks ended 28 Feb 2032 Treats 240;\
 52 weeks ended 28 Feb 2031 Grocery 606; 52 weeks ended 28 Feb 2031 Treats 230.
Contribution: 53 weeks ended 28 Feb 2032 Grocery 166; 53 weeks ended 28 Feb 2032 Treats 27.4;\
 52 weeks ended 28 Feb 2031 Grocery 137; 52 weeks ended 28 Feb 2031 Treats 23.4."""
_SQUAD = """Squad
No. 8; Pos. MF; Name Jamie Orr; League apps 38; League goals 7; Total goals 8.
No. 9; Pos. FW; Name Luis Carrasco; League apps 35; League goals 18; Total goals 21.
No. 11; Pos. MF; Name Dean Royle; League apps 43; League goals 9; Total goals 11.
No. 17; Pos. FW; Name Tom Fenby; League apps 16; League goals 5; Total goals 5."""
_PAY = """Mean pay by industry, euro a month
Trade & transport: Women 2 573; Men 2 940; All 2 781.
Information & finance: Women 4 211; Men 5 196; All 4 804.
Construction: Women 3 127; Men 3 095; All 3 099."""
_SCORES = """Table 2: F1 scores on the test sets; ablations are below. Best results in bold.
Headers: Model.
SVM: Dutch 38.2; Danish 35.9; Avg. 37.1.
Tagger (ours): Dutch 57.3; Danish 55.6; Avg. 56.5.
- pointer layer: Dutch 54.9; Danish 55.9; Avg. 55.4."""
_CORPUS = """Statistics
Sessions: nl 212; pl 340; da 187; pt 154.
Sentences (test): nl 3,012; pl 3,240; da 2,874; pt 2,105.
Check-worthy (%): nl 7.9; pl 9.4; da 6.8; pt 11.2."""


def _statements(text: str, kind: ChunkKind = ChunkKind.TABLE) -> list[Statement]:
    return read_statements([make_passage(1, make_hit(1, text, kind=kind))])


def _rows(text: str) -> list[Statement]:
    return [one for one in _statements(text) if one.is_row]


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        (
            "What is the total of operating leases and capital lease obligations in 2032?",
            _OBLIGATIONS,
            "Operating leases [b]: 2032 40; Capital lease obligations [c]: 2032 25; sum 65.",
        ),
        # a currency that is set apart from its amount is of no column
        (
            "What was the total of commercial shipping and recreational net sales in 2032?",
            _MARKETS,
            "Commercial shipping: Year Ended December 31, 2032 $ 214; Recreational: Year Ended December 31, 2032 45;"
            " sum 259.",
        ),
        # no row of the total is meant, nor is anything summed over the two years
        ("What is the total of lease costs between 2031 and 2032?", _OBLIGATIONS, None),
        (
            "By what percentage did the contribution of Treats grow?",
            _DIVISIONS,
            "Contribution: 52 weeks ended 28 Feb 2031 Treats 23.4; 53 weeks ended 28 Feb 2032 Treats 27.4;"
            " change 4 (17.09%).",
        ),
        (
            "How many more league goals did Carrasco score than Royle?",
            _SQUAD,
            "Name Luis Carrasco: League goals 18; Name Dean Royle: League goals 9; difference 9.",
        ),
        # of two columns in the row that is named, as the question has them
        (
            "How many euros a month less do women earn than men in information and finance?",
            _PAY,
            "Information & finance: Women 4 211; Men 5 196; difference 985.",
        ),
        (
            "By how much do women earn less than men in trade and transport?",
            _PAY,
            "Trade & transport: Women 2 573; Men 2 940; difference 367.",
        ),
        # "goals" alone are those of several columns
        ("How many more goals did Carrasco score than Royle?", _SQUAD, None),
    ],
)
def test_sums_changes_and_differences_are_of_what_is_named(question: str, text: str, expected: str | None) -> None:
    computed = find_computed(question, _rows(text))
    assert (computed.text if computed else None) == expected


def test_a_price_per_something_changes_from_year_to_year() -> None:
    said = "Diesel, which averaged $3.22 per gallon (with taxes) in 2032, compared to $3.12 per gallon in 2031, rose."
    computed = find_in_sentence(
        "By how much did the average diesel price per gallon increase in 2032?", _statements(said, ChunkKind.TEXT)
    )
    assert computed is not None
    assert computed.text.endswith("2031 $3.12; 2032 $3.22; change $0.1 (3.21%).")


def test_a_sentence_that_is_reckoned_with_is_told_once(minilm: LocalEmbedder) -> None:
    said = "Diesel averaged $3.22 per gallon in 2032, compared to $3.12 per gallon in 2031, which increased expenses."
    hits = (make_hit(1, said),)
    answer = ExtractiveAnswerer(minilm).answer(
        "By how much did the average diesel price increase in 2032?", [make_passage(1, *hits)]
    )
    assert answer.text.count("compared to") == 1


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        (
            "What percentage of total obligations is due in 2031?",
            _OBLIGATIONS,
            "Total obligations: 2031 145; Total 1,050; share 13.81%.",
        ),
        (
            "What percentage of operating leases is due in 2031 and 2032?",
            _OBLIGATIONS,
            "Operating leases [b]: 2031 30; 2032 40; Total 90; share 77.78%.",
        ),
        # the whole is the total of the column there
        (
            "What portion of total obligations in 2031 was debt?",
            _OBLIGATIONS,
            "Debt [a]: 2031 100; Total obligations: 2031 145; share 68.97%.",
        ),
        (
            "What share of personnel expenses were pension costs in 2032?",
            _STAFF,
            "Pension costs: 2032 100; Total: 2032 1,000; share 10%.",
        ),
        # the table is about something else
        ("What share of revenue were pension costs in 2032?", _STAFF, None),
    ],
)
def test_the_whole_is_a_total_of_a_row_or_of_the_table_with_its_title(
    question: str, text: str, expected: str | None
) -> None:
    found = find_share(question, _rows(text))
    assert (found.text if found else None) == expected


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("What was the EBIT margin in 2032?", _INCOME, "EBIT: 2032 450; Revenue: 2032 9,000; share 5%."),
        # costs are negative there, and a tax is one
        (
            "What is the effective tax rate in 2031?",
            _INCOME,
            "Income taxes: 2031 -120; Earnings before tax: 2031 400; share 30%.",
        ),
        (
            "What is the effective tax rate in 2032?",
            _REFUND,
            "Income taxes: 2032 (75); Income before income taxes: 2032 300; share -25%.",
        ),
        (
            "What is the adjusted EBITDA margin of Trading in 2032?",
            _SEGMENTS,
            "Adjusted EBITDA 2032: Trading 150; External revenue 2032: Trading 2,500; share 6%.",
        ),
        # of which segment is not said
        ("What is the adjusted EBITDA margin in 2032?", _SEGMENTS, None),
    ],
)
def test_margins_and_tax_rates_are_reckoned_as_is_custom(question: str, text: str, expected: str | None) -> None:
    found = find_known_ratio(question, _rows(text))
    assert (found.text if found else None) == expected


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("In which year was net income larger, 2031 or 2032?", _NET, "Net income: 2031 29."),
        ("In which year was operating income higher, 2030 or 2032?", _NET, "Operating income: 2032 40."),
        # more than two things are compared with each other by name
        ("Which is larger, net income or operating income?", _NET, None),
        ("What is the best F1 on Danish?", _SCORES, "- pointer layer: Danish 55.9."),
        # the mean of the columns is meant where none is named
        ("Which model has the best F1?", _SCORES, "Tagger (ours): Avg. 56.5."),
        ("Which language has the highest share of check-worthy sentences?", _CORPUS, "Check-worthy (%): pt 11.2."),
        ("Who was the top scorer by total goals?", _SQUAD, "Name Luis Carrasco: Total goals 21."),
    ],
)
def test_the_larger_one_is_told(question: str, text: str, expected: str | None) -> None:
    found = find_extreme(question, _rows(text))
    assert (found.text if found else None) == expected


def test_a_limit_may_be_a_word() -> None:
    assert find_meeting("How many euros a month less do women earn than men in construction?", _rows(_PAY)) is None
    found = find_meeting("How many players scored more than seven league goals?", _rows(_SQUAD))
    assert found is not None
    assert found.text.startswith("2 of 4: ")


def test_a_caption_with_a_semicolon_is_no_row_and_names_of_columns_answer_nothing(minilm: LocalEmbedder) -> None:
    caption = next(one for one in _statements(_SCORES) if one.said.startswith("Table 2"))
    assert not caption.is_row
    answer = ExtractiveAnswerer(minilm).answer(
        "What is the F1 of the model without the pointer layer on Danish?",
        [make_passage(1, make_hit(1, _SCORES, kind=ChunkKind.TABLE))],
    )
    assert "Headers:" not in answer.text


def test_how_best_results_are_set_off_is_told_only_who_asks_for_it() -> None:
    said = "Best results in bold. The model gains most on Danish."
    kept = without_formalities("What is the best result on Danish?", _statements(said, ChunkKind.TEXT))
    assert [one.said for one in kept] == ["The model gains most on Danish."]
    assert len(without_formalities("What do bold results mean?", _statements(said, ChunkKind.TEXT))) == 2


@pytest.mark.parametrize("asks", ["and for which film", "and with what film", "and whom did she play"])
def test_a_short_row_answers_two_questions_whole(asks: str) -> None:
    text = """Awards
2031: Award Amanda; Category Best Actress; Work Glassfjord; Result Nominated.
2032: Award Amanda; Category Best Actress; Work Under isen; Result Won."""
    row = _rows(text)[1]
    assert "Under isen" in readable(row, f"When {asks} did she win the Amanda award for best actress?")


def test_a_share_is_reckoned_of_the_row_that_is_named_however_much_sentences_speak_of_it(minilm: LocalEmbedder) -> None:
    text = (
        "Fuel was a larger portion of the total operating expenses in 2032 than before, as prices averaged $3.22. What"
        " portion of total operating expenses was for fuel in 2032 hung on the price of diesel, up 3%."
    )
    table = """Headers: Millions.
Compensation: 2032 $4,600; 2031 $4,500.
Fuel: 2032 3,600; 2031 3,500.
Depreciation: 2032 1,800; 2031 1,700.
Total: 2032 $10,000; 2031 $9,700."""
    hits = (make_hit(1, text), make_hit(2, table, kind=ChunkKind.TABLE))
    question = "What portion of the total operating expenses in 2032 was for fuel?"
    answer = ExtractiveAnswerer(minilm).answer(question, [make_passage(1, *hits)])
    assert answer.text.startswith("Fuel: 2032 3,600; Total: 2032 $10,000; share 36%")
