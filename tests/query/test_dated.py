"""The document of a day or month that a question names comes first, in a real database."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine

from bizrag.model.parses import BlockKind
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.retrieval.dated import own_days
from bizrag.store.indexes import get_index
from query.service import QueryService
from tests.made import make_hit
from tests.query.conftest import add, block, parsed

# name, day, what was said, and the day of the next one
MINUTES = (
    ("board_a.docx", "14 March 2024", "The balance of the berth fund is 51,045 pounds.", "16 May 2024"),
    ("scan7.docx", "16 May 2024", "The balance of the berth fund is 62,790 pounds.", "18 July 2024"),
    ("final_v2.docx", "18 July 2024", "The balance of the berth fund is 57,420 pounds.", "19 September 2024"),
)


@pytest.fixture
def minutes(service: QueryService, engine: Engine, minilm: LocalEmbedder) -> QueryService:
    with engine.begin() as conn:
        index = get_index(conn, "default")
        for name, day, said, following in MINUTES:
            blocks = [
                block(0, BlockKind.HEADING, "Minutes of the Berth Committee"),
                block(1, BlockKind.TEXT, f"Held on {day} at the Customs House."),
                block(2, BlockKind.TEXT, said),
                block(3, BlockKind.TEXT, f"Next meeting: {following}"),
            ]
            add(
                conn,
                index,
                minilm,
                f"minutes/{name}",
                "finance",
                "Minutes of the Berth Committee",
                parsed(name, blocks, 0),
            )
    return service


@pytest.mark.parametrize(("day", "doc"), [("May 2024", "scan7.docx"), ("18 July 2024", "final_v2.docx")])
def test_the_document_that_says_it_is_of_the_day_comes_first(minutes: QueryService, day: str, doc: str) -> None:
    question = f"What was the balance of the berth fund in the meeting of {day}?"

    assert minutes.search(question, top_k=6)[0].doc == f"minutes/{doc}"
    assert {one.doc for one in minutes.ask(question).citations} == {f"minutes/{doc}"}


def test_a_day_that_no_document_is_of_moves_nothing(minutes: QueryService) -> None:
    hits = minutes.search("What was the balance of the berth fund in November 2024?", top_k=6)
    assert not any("date" in hit.route_ranks for hit in hits)


@pytest.mark.parametrize(
    ("name", "opening", "expected"),
    [
        ("Minutes 2024-01-18.docx", "Held on 19 January 2024", "2024-01-18"),
        ("scan.pdf", "Policy of 2 May 2023, replaces the policy of 1 March 2022", "2023-05-02"),
        ("scan.pdf", "This policy replaces that of 1 March 2022. Valid from 2 May 2023", "2023-05-02"),
        ("scan.pdf", "Report on 2023", ""),
    ],
)
def test_when_a_document_is_of(name: str, opening: str, expected: str) -> None:
    days = own_days(make_hit(1, "text", doc=name), opening)
    assert (days.first.isoformat() if days else "") == expected
