"""Reports of several companies are found for a question that compares them, in a real database."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine

from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.store.indexes import get_index
from query.service import QueryService
from tests.query.conftest import REPORT_BLOCKS, add, parsed

REPORTS = ("2024 Q2 Larkfield", "2024 Q3 Larkfield", "2024 Q3 Oakhurst", "2024 Q3 Quillmoor", "2023 Q3 Quillmoor")


@pytest.fixture
def reports(service: QueryService, engine: Engine, minilm: LocalEmbedder) -> QueryService:
    """Reports of three companies, each with a table of results."""
    with engine.begin() as conn:
        index = get_index(conn, "default")
        for name in REPORTS:
            path = f"reports/{name}.pdf"
            add(conn, index, minilm, path, "finance", f"{name}.pdf", parsed(path, REPORT_BLOCKS, 2, tables=1))
    return service


def by_row(service: QueryService, question: str) -> set[str]:
    """The reports with a table that was found by the name of its row."""
    hits = service.search(question, top_k=8)
    return {hit.doc.removeprefix("reports/").removesuffix(".pdf") for hit in hits if "row" in hit.route_ranks}


def test_companies_that_are_named_are_found_with_their_rows(reports: QueryService) -> None:
    question = "Compare Larkfield's and Oakhurst's net income in Q3 2024."
    assert by_row(reports, question) == {"2024 Q3 Larkfield", "2024 Q3 Oakhurst"}


def test_all_companies_of_the_period_are_found(reports: QueryService) -> None:
    found = by_row(reports, "Which company had the highest net income in Q3 2024?")
    assert found == {"2024 Q3 Larkfield", "2024 Q3 Oakhurst", "2024 Q3 Quillmoor"}


def test_the_series_is_the_one_that_titles_name(reports: QueryService) -> None:
    found = by_row(reports, "How did Quillmoor's net income change over the reported quarters?")
    assert found == {"2023 Q3 Quillmoor", "2024 Q3 Quillmoor"}


def test_what_is_asked_of_one_company_stays_with_it(reports: QueryService) -> None:
    assert by_row(reports, "What was Oakhurst's net income in Q3 2024?") <= {"2024 Q3 Oakhurst"}
