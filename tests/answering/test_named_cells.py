"""Cells whose row and column a question names: which are told, and which questions ask for something else."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.tables.named.named_cells import find_named_cell
from bizrag.answering.extractive.tables.named.named_rows import find_coded_row
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_PONDS = (
    "Composition of the data set\nNorway: Depots 13; Samples 7,906.\nScotland: Depots 8; Samples 4,217.\n"
    "Total: Depots 21; Samples 12,123."
)
_TERMINAL = "Throughput, thousand TEU\nOct (actual): Nordline 28.1; CMV 14.3.\nDec (forecast): Nordline 26.9; CMV 9.7."
_QUARTERS = "Revenue\n3Q: 2023 228.4; 2024 231.9.\n4Q: 2023 259.6; 2024 267.3."
_TEXT = "The samples of the test depots are kept apart, as the data set says: 3,118 of them."


def _found(question: str, *tables: str) -> str | None:
    passages = [make_passage(at, make_hit(at, text, kind=ChunkKind.TABLE)) for at, text in enumerate(tables, 1)]
    sentence = make_passage(len(tables) + 1, make_hit(len(tables) + 1, _TEXT))
    statements = read_statements([*passages, sentence])
    found = find_named_cell(question, statements, statements[-1])
    return found.said if found else None


@pytest.mark.parametrize(
    ("question", "table", "expected"),
    [
        ("How many samples in the data set are from Scotland?", _PONDS, "Scotland"),
        ("How many TEU are expected from CMV in December?", _TERMINAL, "Dec"),
        ("What was revenue in the final quarter of 2023?", _QUARTERS, "4Q"),
        # what is measured in these periods is not named
        ("What was the dividend in the final quarter of 2023?", _QUARTERS, None),
        # a condition that no table names
        ("How many samples from Scotland are left after 48 hours?", _PONDS, None),
        # what is compared or added up is no cell
        ("What is the difference in samples between Norway and Scotland?", _PONDS, None),
        ("How many samples are there in total?", _PONDS, None),
        # no column
        ("How many people work in Scotland?", _PONDS, None),
    ],
)
def test_the_cell_that_is_named_is_told(question: str, table: str, expected: str | None) -> None:
    said = _found(question, table)
    assert said is None if expected is None else said is not None and said.startswith(expected)


def test_rows_of_two_tables_that_are_named_so_tell_neither() -> None:
    other = "Field trips\nScotland: Trips 4; Samples 310.\nNorway: Trips 2; Samples 88."
    assert _found("How many samples are from Scotland?", _PONDS, other) is None


def test_another_row_that_says_as_much_is_not_passed_over() -> None:
    rows = "Taxes\nReceivables: 2031 128.\nTax receivables, noncurrent: 31 December 2031 592; 31 December 2030 517."
    statements = read_statements([make_passage(1, make_hit(1, rows, kind=ChunkKind.TABLE))])
    best = next(one for one in statements if one.said.startswith("Tax"))
    assert find_named_cell("What were tax receivables, noncurrent, in 2031?", statements, best) is None


def test_a_sentence_with_the_words_gives_way_to_the_cell(answerer: ExtractiveAnswerer) -> None:
    passages = [make_passage(1, make_hit(1, _TEXT)), make_passage(2, make_hit(2, _PONDS, kind=ChunkKind.TABLE))]
    answer = answerer.answer("How many samples in the data set are from Scotland?", passages)
    assert answer.text.startswith("Scotland: Samples 4,217")


_EMISSIONS = (
    "Emissions, kt\nFY21: Scope one 301.6; Scope two 171.0; Total 1,611.6.\n"
    "FY25: Scope one 214.2; Scope two 48.9; Total 1,280.1."
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What was the footprint of all scopes in FY21?", "FY21"),
        # a period alone is of any table
        ("How much water did the mill take in FY25?", None),
    ],
)
def test_the_row_of_a_fiscal_year_is_meant_where_its_columns_are(question: str, expected: str | None) -> None:
    rows = read_statements([make_passage(1, make_hit(1, _EMISSIONS, kind=ChunkKind.TABLE))])
    found = find_coded_row(question, [row for row in rows if row.is_row])
    assert (found.said.partition(":")[0] if found else None) == expected
