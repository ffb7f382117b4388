"""In what the figures of a row are, where only the heading of its table says so."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.tables.reading.units import with_unit
from bizrag.answering.statements.reading import Statement, read_statements, readable
from bizrag.model.chunks import ChunkKind
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage


def _row(head: str, row: str = "Net sales: 2031 1,204; 2030 1,100.", *, kind: ChunkKind = ChunkKind.TABLE) -> Statement:
    text = f"{head}\n{row}\nCosts: 2031 12; 2030 14."
    passage = make_passage(1, make_hit(1, text, kind=kind))
    return next(one for one in read_statements([passage]) if one.is_row and one.text.startswith(row[:4]))


@pytest.mark.parametrize(
    ("head", "unit"),
    [
        ("Income statement (EUR thousand)", "EUR thousand"),
        ("Income statement (In millions, except per share amounts)", "In millions, except per share amounts"),
        ("Income statement\nHeaders: in thousands of US dollars.", "in thousands of US dollars"),
        ("Result by segment, SEK m", "SEK m"),
        ("Result by segment, $bn", "$bn"),
        ("All amounts in millions", "All amounts in millions"),
        # the mark at the end of the names of columns is not of the unit
        ("Income statement\nHeaders: EUR k.", "EUR k"),
        ("Income statement\nHeaders: k€.", "k€"),
        ("Ergebnis (TEUR)", "TEUR"),
        ("Ergebnis\nBeträge in Tausend Euro", "Beträge in Tausend Euro"),
        ("Results (Rs. in crore, except per share data)", "Rs. in crore, except per share data"),
        ("Results, ₹ lakh", "₹ lakh"),
        ("Compte de résultat (en milliers d'euros)", "en milliers d'euros"),
        ("Jobs by region, thousands, June 2031", "thousands"),
        ("Energy by source (GWh)", "GWh"),
        ("Share of visitors by town, per cent", "per cent"),
    ],
)
def test_a_row_is_told_with_what_its_table_says_its_figures_are_in(head: str, unit: str) -> None:
    row = _row(head)
    assert with_unit(readable(row, "Net sales?"), row) == f"Net sales: 2031 1,204; 2030 1,100 ({unit})."


@pytest.mark.parametrize(
    ("head", "unit"),
    [
        ("Income statement (in thousands)", "in thousands"),
        ("Income statement (Dollars in Millions)", "Dollars in Millions"),
        ("Income statement\nHeaders: US$m.", "US$m"),
        ("Income statement\nHeaders: All figures in USD ‘000, except rates.", "USD ‘000"),
        ("Income statement\nHeaders: USDm.", "USDm"),
        # from the sentence before it, the caption, a title and the names of columns
        ("Table 4\nSales were as follows:\n(in thousands)\nHeaders: Year ended.", "in thousands"),
        # cents are of what the unit leaves out
        ("Income statement (in thousands, except per share data)", "in thousands, except per share data"),
    ],
)
def test_an_amount_with_the_sign_of_its_currency_is_told_with_its_scale(head: str, unit: str) -> None:
    row = _row(head, "Net sales: 2031 $1,204; 2030 $1,100.")
    assert with_unit(readable(row, "Net sales?"), row) == f"Net sales: 2031 $1,204; 2030 $1,100 ({unit})."


@pytest.mark.parametrize(
    ("head", "row"),
    [
        # the sign says as much
        ("Income statement ($)", "Net sales: 2031 $1,204; 2030 $1,100."),
        ("Energy by source (GWh)", "Net sales: 2031 $1,204; 2030 $1,100."),
        # what the unit leaves out
        ("Income statement (in thousands, except per share data)", "Diluted: 2031 $4.27; 2030 $2.79."),
        ("Results (USD thousand, except rate per day)", "Rate per day: 2031 $21,655; 2030 $13,095."),
    ],
)
def test_an_amount_whose_sign_says_all_is_told_as_it_is(head: str, row: str) -> None:
    statement = _row(head, row)
    assert with_unit(readable(statement, "Net sales?"), statement) == row


@pytest.mark.parametrize(
    ("head", "row"),
    [
        # nothing says so, or something else
        ("Income statement", "Net sales: 2031 1,204; 2030 1,100."),
        ("A market of ten million customers", "Net sales: 2031 1,204; 2030 1,100."),
        # the figures say it themselves, or are shares
        ("Income statement (EUR thousand)", "Net sales: 2031 €1.2 million; 2030 €1.1 million."),
        ("Income statement (EUR thousand)", "Margin: 2031 12%; 2030 11%."),
        ("Income statement (EUR thousand)", "Margin (%): 2031 12.2; 2030 11.4."),
        ("Five years in figures (EUR million)", "Employees at year end: 2031 1,684; 2030 1,552."),
        ("Five years in figures (EUR million)", "Dividend per share (€): 2031 1.10; 2030 1.00."),
        ("Overtime, hours, and pay", "Net sales: 2031 1,204; 2030 1,100."),
        ("Results for the year (2031)", "Net sales: 2031 1,204; 2030 1,100."),
    ],
)
def test_other_rows_stay_as_they_are(head: str, row: str) -> None:
    found = _row(head, row)
    assert with_unit(row, found) == row


def test_beside_a_share_the_unit_is_that_of_the_amounts() -> None:
    row = _row("Income statement (EUR thousand)")
    told = "Net sales: 2030 1,100; 2031 1,204; change 104 (9.45%)."
    expected = "Net sales: 2030 1,100; 2031 1,204; change 104 (9.45%) (amounts in EUR thousand)."
    assert with_unit(told, row) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Oak Ltd: Value (GBP k) 1,850.", "Oak Ltd: Value (GBP k) 1,850."),
        (
            "Oak Ltd: Value (GBP k) 1,850; Visits 12; Owner B. Roy.",
            "Oak Ltd: Value (GBP k) 1,850; Visits 12; Owner B. Roy.",
        ),
        ("Oak Ltd: Closes 20 Dec 2031; Owner B. Roy.", "Oak Ltd: Closes 20 Dec 2031; Owner B. Roy."),
    ],
)
def test_the_unit_of_one_column_is_that_of_its_cells_alone(said: str, expected: str) -> None:
    table = "# Deals\n[TABLE START]\nCustomer | Value (GBP k) | Visits | Closes | Owner\n"
    rows = "Oak Ltd | 1,850 | 12 | 20 Dec 2031 | B. Roy\nElm Ltd | 900 | 3 | 31 May 2031 | A. Lund\n[TABLE END]"
    passage = make_passage(1, make_hit(1, f"{table}{rows}", kind=ChunkKind.SLIDE))
    row = next(one for one in read_statements([passage]) if one.is_row)
    assert with_unit(said, row) == expected


def test_bars_are_in_what_the_axis_says() -> None:
    rows = "Oak line: Budget 140; Spent 151.\nElm line: Budget 62; Spent 58."
    text = f"Figure 4. Projects\nValues:\n{rows}\nx axis (horizontal): € million."
    passage = make_passage(1, make_hit(1, text, kind=ChunkKind.PICTURE))
    row = next(one for one in read_statements([passage]) if one.is_row)
    assert with_unit("Oak line: Spent 151.", row) == "Oak line: Spent 151 (€ million)."


def test_a_change_that_is_told_as_a_share_needs_no_other_percent() -> None:
    row = _row("Share of visitors by town, per cent")
    told = "Net sales: 2030 1,100; 2031 1,204; change 104 (9.45%)."
    assert with_unit(told, row) == told


def test_a_sentence_has_no_unit() -> None:
    passage = make_passage(1, make_hit(1, "All amounts in millions. Net sales were 1,204 in 2031."))
    sentence = read_statements([passage])[1]
    assert with_unit(sentence.text, sentence) == "Net sales were 1,204 in 2031."


def test_the_answer_tells_the_unit(minilm: LocalEmbedder) -> None:
    rows = "Garden tools: EBIT 2031 5,110; EBIT 2030 4,420.\nPower: EBIT 2031 4,870; EBIT 2030 6,390."
    text = f"Segments (EUR thousand)\n{rows}"
    passage = make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))
    answer = ExtractiveAnswerer(minilm).answer("What was the EBIT of garden tools in 2031?", [passage])
    assert answer.text == "Garden tools: EBIT 2031 5,110 (EUR thousand). [1](#1)"


def test_a_row_without_a_label_is_told_with_its_scale_beside_a_share() -> None:
    row = _row("Costs (in thousands)", "2031 $1,204; 2030 $1,100.")
    told = "2030 $1,100; 2031 $1,204; change $104 (9.45%)."
    assert with_unit(told, row) == "2030 $1,100; 2031 $1,204; change $104 (9.45%) (amounts in thousands)."
