"""What of a question no passage speaks of."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.questions.unmentioned import (
    unmentioned_captions,
    unmentioned_codes,
    unmentioned_months,
    unmentioned_words,
    unmentioned_years,
)
from tests.made import make_hit, make_passage


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("What salary did she receive?", "She received a pension.", ("salary",)),
        ("Who holds an ISO 14001 certificate?", "Certificates are kept for a year.", ("ISO", "14001")),
        # other forms of a word, numbers with separators and words that only ask are no gaps
        ("How many employees are reported?", "It reports 12 per employee.", ()),
        ("Which sites use at least 2,000 litres?", "Site A: 2000 litres.", ()),
        ("Which sites use at least 3,000 litres?", "Site A: 2000 litres.", ("3,000",)),
    ],
)
def test_words_of_a_question_that_no_passage_has(question: str, text: str, expected: tuple[str, ...]) -> None:
    assert unmentioned_words(question, [make_passage(1, make_hit(1, text))]) == expected


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("What were sales in 2019?", "Sales: 2021 143; 2022 161.", ("2019",)),
        ("What were sales in FY19?", "Sales in 2019 were 3.", ()),
        # one of the years that are asked for is enough to tell something
        ("How did sales change from 2019 to 2021?", "Sales: 2021 143; 2022 161.", ()),
        ("What were sales in 2019?", "Sales of 2018-19 were 3.", ()),
        ("What were sales in 2019?", "Sales for the year ended 12/31/19 were 3.", ()),
        ("What costs more than $2,000 or €1999?", "The pump costs 2100.", ()),
        ("What were sales?", "Sales were 3.", ()),
    ],
)
def test_years_of_a_question_that_no_passage_speaks_of(question: str, text: str, expected: tuple[str, ...]) -> None:
    assert unmentioned_years(question, [make_passage(1, make_hit(1, text))]) == expected


def test_the_name_of_a_document_says_of_which_year_it_is() -> None:
    passage = make_passage(1, make_hit(1, "Sales were 3.", doc="/reports/annual 2019.pdf"))
    assert unmentioned_years("What were sales in 2019?", [passage]) == ()


@pytest.mark.parametrize(
    ("question", "doc", "text", "expected"),
    [
        ("What does E09 mean?", "pump.pdf", "E05 is a broken cable.", ("E09",)),
        ("What does E05 mean?", "pump.pdf", "E 05 is a broken cable.", ()),
        ("What is the price of CO2?", "report.pdf", "CO₂ allowance, €/t: 2035 139.0.", ()),
        ("What is the flow of the PX600?", "PX120.pdf", "The PX120 reaches 118 L/h.", ("PX600",)),
        # "PX400X" is meant, and the name of the document has it
        ("What is the flow of the PX-400?", "Manual PX400X.pdf", "It reaches 420 L/h.", ()),
        # M42 is another
        ("How strong is M4?", "report.pdf", "M42 reached 40 MPa.", ("M4",)),
        # periods and amounts are no codes
        ("What was Q3 revenue over EUR 5m in FY25 and H1?", "report.pdf", "Revenue rose.", ()),
    ],
)
def test_codes_of_a_question_that_no_passage_has(question: str, doc: str, text: str, expected: tuple[str, ...]) -> None:
    assert unmentioned_codes(question, [make_passage(1, make_hit(1, text, doc=doc))]) == expected


def test_of_a_document_that_a_code_names_the_others_are_asked() -> None:
    passages = [
        make_passage(1, make_hit(1, "E05: cable broken.", doc="PX120.pdf")),
        make_passage(2, make_hit(2, "E09: bus silent.", doc="PX250.pdf")),
    ]
    assert unmentioned_codes("What does E09 mean on a PX120?", passages) == ("E09",)
    assert unmentioned_codes("What does E09 mean on a PX250?", passages) == ()


def test_years_of_other_documents_say_nothing_of_the_one_that_is_named() -> None:
    own = make_passage(1, make_hit(1, "Trips in 2023: 86.", doc="/decks/harrow_cycles.pdf"))
    other = make_passage(2, make_hit(2, "Leakage in 2018: 172.", doc="/decks/water.pdf"))
    assert unmentioned_years("How many trips did Harrow sell in 2018?", [own, other]) == ("2018",)
    assert unmentioned_years("How many trips were sold in 2018?", [own, other]) == ()
    # another document may speak of it
    spoken = make_passage(3, make_hit(3, "Harrow sold 70 trips in 2018.", doc="/decks/town.pdf"))
    assert unmentioned_years("How many trips did Harrow sell in 2018?", [own, other, spoken]) == ()


_MONTHS = "Oct: Revenue 4.1.\nNov: Revenue 4.3.\nDec: Revenue 5.2.\nJan: Revenue 5.6."


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("What was revenue in July?", _MONTHS, ("july",)),
        ("What was revenue in January?", _MONTHS, ()),
        ("How did revenue change from July to January in December?", _MONTHS, ()),
        # a season has months between
        ("When are the baths open in July?", "May to September: 8 to 20.\nOctober to April: 10 to 17.", ()),
        # a quarter is told by its last month
        ("What was revenue for July to October?", _MONTHS, ()),
        ("What was revenue from July to September?", _MONTHS, ("july", "september")),
        # not told month by month, dates in figures, and no month at all
        ("When are invoices due in July?", "Invoices are due by March.", ()),
        ("What was revenue in July?", f"{_MONTHS}\nClosed on 12/07/2024.", ()),
        ("What may change in May?", f"{_MONTHS}\nMay: Revenue 3.", ()),
        ("What was revenue?", _MONTHS, ()),
    ],
)
def test_months_of_a_question_that_no_passage_speaks_of(question: str, text: str, expected: tuple[str, ...]) -> None:
    assert unmentioned_months(question, [make_passage(1, make_hit(1, text))]) == expected


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("What does Table 4 list?", "Table 3: Fares. See Table 2, too.", ("Table 4",)),
        ("What is the caption of Figure 17?", "It is shown in Figure 12. Figure 1, 2 and 3 show more.", ("Figure 17",)),
        ("What does Figure 1 show?", "There is no picture here.", ("Figure 1",)),
        ("What does Table 1.4 show?", "Table 1.3: Fares. Table 1: Dogs.", ("Table 1.4",)),
        ("What does Table 4 list?", "As Tables 3 and 4 show, fares rise.", ()),
        ("What does Fig. 4 show?", "Figures 3\u20136 show the depots.", ()),
        ("What does Figure 2 show?", "FIG. 2a: The depots", ()),
        ("What does Table 4 list?", "Tabelle 4: Preise je Strecke", ()),
        ("What does Figure 3 show?", "结果如图3所示。", ()),
        # a chart or box may be counted by who asks
        ("What does chart 2 show?", "Sales rose in all regions.", ()),
        ("How many tables are there?", "Table 3: Fares.", ()),
    ],
)
def test_figures_and_tables_whose_number_no_passage_has(question: str, text: str, expected: tuple[str, ...]) -> None:
    assert unmentioned_captions(question, [make_passage(1, make_hit(1, text))]) == expected


def test_of_several_documents_one_that_was_not_read_may_have_the_figure() -> None:
    passages = [make_passage(number, make_hit(number, "Fares rise.", doc=f"{number}.pdf")) for number in (1, 2)]
    assert unmentioned_captions("What does Figure 3 show?", passages) == ()
