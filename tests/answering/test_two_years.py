"""What two documents of one series say in the same row: which questions compare them, and what is told."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.documents.two_years import find_two_years
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_FARES = "Headers: Ticket.\nSingle ticket: Adult {}; Child 1.70.\nDay ticket: Adult {}; Child 4.10."
_CHARGES = "Reminder: € {}.\nInterim bill: € {}.\nDisconnection: € 61.00."


def _said(question: str, docs: tuple[str, str] = ("prices_2025.pdf", "prices_2026.pdf")) -> list[str] | None:
    tables = [(("2.90", "7.20"), ("5.00", "11.50")), (("3.10", "7.60"), ("6.00", "9.50"))]
    passages = [
        make_passage(
            at,
            make_hit(2 * at, _FARES.format(*fares), doc=doc, kind=ChunkKind.TABLE, headings=("5 Tram tickets",)),
            make_hit(2 * at + 1, _CHARGES.format(*charges), doc=doc, kind=ChunkKind.TABLE, headings=("6 Charges",)),
        )
        for at, (doc, (fares, charges)) in enumerate(zip(docs, tables, strict=True), 1)
    ]
    found = find_two_years(question, read_statements(passages))
    return found[1] if found else None


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "Has the adult single fare gone up from 2025 to 2026, and by how many cents?",
            ["Single ticket: 2025 Adult 2.90; 2026 Adult 3.10; change 0.2 (6.9%). [1](#1) [2](#2)"],
        ),
        (
            "Which of the charges costs less in 2026 than in 2025?",
            ["Interim bill: 2025 € 11.50; 2026 € 9.50; change -2 (-17.39%). [1](#1) [2](#2)"],
        ),
        # of one year, of no row, and of two rows
        ("What is the adult single fare in 2026?", None),
        ("Has the parking fee gone up from 2025 to 2026?", None),
        ("Has the ticket gone up from 2025 to 2026?", None),
    ],
)
def test_the_row_that_both_have_is_compared(question: str, expected: list[str] | None) -> None:
    assert _said(question) == expected


def test_documents_of_other_series_or_other_years_are_not_compared() -> None:
    question = "Has the adult single fare gone up from 2025 to 2026?"
    assert _said(question, ("prices_2025.pdf", "fares_2026.pdf")) is None
    assert _said(question, ("prices_2024.pdf", "prices_2026.pdf")) is None
