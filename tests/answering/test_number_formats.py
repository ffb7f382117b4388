"""Numbers as other countries write them: a table shows by all of them what one alone does not."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.tables.reading.row_values import row_values
from bizrag.answering.extractive.tables.reckoned.arithmetic import find_computed
from bizrag.answering.extractive.tables.reckoned.extremes import find_extreme
from bizrag.answering.statements.reading import Statement, read_statements
from bizrag.model.chunks import ChunkKind
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

_PLAN = (
    "Haushalt (TEUR)\n"
    "Personal: Ansatz 2024 31.250,0; Ansatz 2025 33.480,0.\n"
    "Zinsen: Ansatz 2024 840,0; Ansatz 2025 1.205,5.\n"
    "Ergebnis: Ansatz 2024 -960,0; Ansatz 2025 -5.695,0."
)
_POWER = (
    "Parc\nHydraulique: Puissance 2024 1 851; Production 6 120.\nÉolien: Puissance 2024 468; Production 1 030.\n"
    "Bois: Puissance 2024 102; Production 540."
)
_BOTH_WAYS = "Umsatz\nLyon: Umsatz 1.234.\nMailand: Umsatz 987.\nWien: Umsatz 450."


def _rows(text: str) -> list[Statement]:
    return [one for one in read_statements([make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))]) if one.is_row]


def test_decimal_commas_of_a_table_make_its_numbers() -> None:
    numbers = [value.number for row in _rows(_PLAN) for value in row_values(row)]
    assert numbers == [31250.0, 33480.0, 840.0, 1205.5, -960.0, -5695.0]


def test_thousands_set_apart_by_blanks_are_one_number() -> None:
    found = [(value.column, value.number) for row in _rows(_POWER) for value in row_values(row)]
    assert found[:2] == [("Puissance 2024", 1851.0), ("Production", 6120.0)]
    best = find_extreme("Which has the highest Production?", _rows(_POWER))
    assert best is not None
    assert best.text == "Hydraulique: Production 6 120."


def test_what_is_reckoned_is_written_as_the_values_are() -> None:
    found = find_computed("What is the change in Zinsen from 2024 to 2025?", _rows(_PLAN))
    assert found is not None
    assert found.text == "Zinsen: Ansatz 2024 840,0; Ansatz 2025 1.205,5; change 365,5 (43,51%)."


@pytest.mark.parametrize(
    "text",
    [
        _BOTH_WAYS,
        "Sales\nLyon: Sales 1,234.\nMilan: Sales 12,5.\nVienna: Sales 3.5.",
    ],
)
def test_what_is_not_told_by_the_table_is_not_compared(text: str) -> None:
    assert find_extreme("Which city has the highest Umsatz or Sales?", _rows(text)) is None


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("Um wie viel steigen die Zinsen von 2024 auf 2025?", _PLAN, "change 365,5 (43,51%)"),
        ("Welche Position hat im Jahr 2025 den höchsten Ansatz?", _PLAN, "Personal: Ansatz 2025 33.480,0"),
        ("Quelle filière a la production la plus élevée ?", _POWER, "Hydraulique: Production 6 120"),
    ],
)
def test_questions_in_other_languages_are_reckoned_too(
    question: str, text: str, expected: str, minilm: LocalEmbedder
) -> None:
    answer = ExtractiveAnswerer(minilm).answer(question, [make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))])
    assert expected in answer.text


def test_a_day_in_digits_is_of_its_year(minilm: LocalEmbedder) -> None:
    debt = "Schulden\nSchulden je Einwohner: 31.12.2022 847; 31.12.2023 808; 31.12.2024 898."
    passage = make_passage(1, make_hit(1, debt, kind=ChunkKind.TABLE))
    answer = ExtractiveAnswerer(minilm).answer("Wie hoch sind die Schulden je Einwohner Ende 2023?", [passage])
    assert answer.text == "Schulden je Einwohner: 31.12.2023 808. [1](#1)"


def test_a_day_in_digits_is_of_its_month(minilm: LocalEmbedder) -> None:
    quarters = (
        "Results\nDyes: Quarter ended 31.03.2032 612.45; Quarter ended 31.12.2031 588.10; "
        "Quarter ended 31.03.2031 540.72.\n"
        "Inks: Quarter ended 31.03.2032 12.45; Quarter ended 31.12.2031 18.10; Quarter ended 31.03.2031 14.72."
    )
    passage = make_passage(1, make_hit(1, quarters, kind=ChunkKind.TABLE))
    answer = ExtractiveAnswerer(minilm).answer("What were dyes in the quarter ended December 2031?", [passage])
    assert answer.text.startswith("Dyes: Quarter ended 31.12.2031 588.10.")
