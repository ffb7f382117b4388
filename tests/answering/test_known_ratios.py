"""Ratios that are known by their name are reckoned of the rows that make them."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.tables.chosen_rows import best_computed
from bizrag.answering.statements.reading import Statement, read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_BALANCE = """Balance sheet, in thousands
Total current assets: 2031 $300; 2030 $240.
Total assets: 2031 900; 2030 800.
Total current liabilities: 2031 200; 2030 300.
Total liabilities: 2031 360; 2030 400.
Total equity: 2031 540; 2030 400."""
_INCOME = """Results, in thousands
Net sales: 2031 $800; 2030 $500.
Gross profit: 2031 320; 2030 150.
Operating income: 2031 80; 2030 (20).
Income before income taxes: 2031 60; 2030 (30).
Provision for income taxes: 2031 15; 2030 2."""


def _rows(text: str) -> list[Statement]:
    chunk = make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))
    return [one for one in read_statements([chunk]) if one.is_row]


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        (
            "What is the current ratio in 2031?",
            _BALANCE,
            "Total current assets: 2031 $300; Total current liabilities: 2031 200; ratio 1.5 (150%).",
        ),
        (
            "What was the debt-to-equity ratio for 2030?",
            _BALANCE,
            "Total liabilities: 2030 400; Total equity: 2030 400; ratio 1 (100%).",
        ),
        (
            "What is the debt to asset ratio in 2031?",
            _BALANCE,
            "Total liabilities: 2031 360; Total assets: 2031 900; ratio 0.4 (40%).",
        ),
        ("Gross margin in 2030?", _INCOME, "Gross profit: 2030 150; Net sales: 2030 $500; share 30%."),
        (
            "What is the operating margin in 2031?",
            _INCOME,
            "Operating income: 2031 80; Net sales: 2031 $800; share 10%.",
        ),
        (
            "What was the effective tax rate in 2031?",
            _INCOME,
            "Provision for income taxes: 2031 15; Income before income taxes: 2031 60; share 25%.",
        ),
        # of a loss there is no rate
        ("What was the effective tax rate in 2030?", _INCOME, None),
        # which year is not said
        ("What is the current ratio?", _BALANCE, None),
        # the rows are not there
        ("What is the current ratio in 2031?", _INCOME, None),
        # a row tells it
        ("What is the gross margin in 2031?", f"{_INCOME}\nGross margin: 2031 41%; 2030 30%.", None),
        ("Why did the gross margin change in 2031?", _INCOME, None),
    ],
)
def test_a_known_ratio_is_reckoned_of_its_rows(question: str, text: str, expected: str | None) -> None:
    found = best_computed(question, [_rows(text)])
    assert (found.text if found else None) == expected
