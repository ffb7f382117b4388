"""Letters of traffic lights: which columns of letters are such, and how they are told."""

from __future__ import annotations

from bizrag.describing.tables import describe_table
from tests.describing.test_describe_tables import Spanned, table

PROJECTS: list[list[str | Spanned]] = [
    ["Project", "Schedule", "Budget", "Go-live"],
    ["Billing", "G", "G", "May"],
    ["Valley", "R", "A", "June"],
    ["App", "A", "R", "July"],
]


def test_the_letters_of_a_status_report_are_told_with_their_colours() -> None:
    said = describe_table(table(*PROJECTS, num_headers=1))
    assert "Valley: Schedule R (red); Budget A (amber); Go-live June." in said
    assert "Billing: Schedule G (green); Budget G (green); Go-live May." in said


def test_a_head_that_says_rag_is_enough() -> None:
    said = describe_table(table(["Project", "RAG"], ["Billing", "G"], ["Valley", "A"], ["App", "-"], num_headers=1))
    assert "Valley: RAG A (amber)." in said
    assert "App: RAG -." in said


def test_letters_of_other_kinds_are_none() -> None:
    blood = table(["Donor", "Group"], ["Ann", "A"], ["Bob", "A"], ["Cid", "R"], num_headers=1)
    grades = table(["Pupil", "Grade"], ["Ann", "A"], ["Bob", "B"], ["Cid", "R"], ["Dee", "G"], num_headers=1)
    assert "(" not in describe_table(blood)
    assert "(" not in describe_table(grades)
