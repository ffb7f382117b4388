"""Entries of lists of sources answer nothing but a question for a source."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.sections.references import is_reference, without_references
from bizrag.answering.statements.reading import Statement, read_statements
from tests.made import make_hit, make_passage


def _read(text: str, *headings: str) -> list[Statement]:
    return read_statements([make_passage(1, make_hit(1, text, headings=headings))])


@pytest.mark.parametrize(
    ("text", "headings", "expected"),
    [
        ("Opeskin B, Models of tenure, Oxford J Legal Studies 2015 35: 627-663.", (), True),
        ("Archived from the original on August 20, 2016.", (), True),
        ("Retrieved March 3, 2021.", (), True),
        ("Field notes of the second season in Bergen.", ("Report", "7. References"), True),
        # what a text says
        ("Write to www.acme.com for a copy of the rules.", (), False),
        ("The archive kept 35 of 627 files in 2015.", (), False),
        ("We refer to ISO 9001 in all contracts.", ("Normative references in contracts",), False),
    ],
)
def test_an_entry_is_told_by_its_heading_or_its_form(text: str, headings: tuple[str, ...], expected: bool) -> None:
    assert is_reference(_read(text, *headings)[0]) is expected


def test_they_are_left_out_unless_a_source_is_asked_for() -> None:
    statements = _read("Tenure is for life. Opeskin B, Models of tenure, Legal Studies 2015 35: 627-663.")
    assert [one.text for one in without_references("How long is the tenure?", statements)] == ["Tenure is for life."]
    assert without_references("Which article is on models of tenure?", statements) == statements
    # nothing else was found
    assert without_references("How long is the tenure?", statements[1:]) == statements[1:]
