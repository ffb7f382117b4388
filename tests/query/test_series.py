"""Questions over several periods are asked of every document of a series, in a real database."""

from __future__ import annotations

from collections import Counter

import pytest
from sqlalchemy import Engine

from bizrag.model.parses import BlockKind
from bizrag.model.retrieval import SearchFilter
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.store.indexes import get_index
from query.service import QueryService
from tests.query.conftest import add, block, parsed

# the sentences of the last report are the closest to any question
SALES = {
    "2024 Q1": "Sales of pumps came to 41 million euros, held back by the strike at the port.",
    "2024 Q2": "Sales of pumps came to 44 million euros after the strike had ended.",
    "2024 Q3": "How sales of pumps changed: they came to 47 million euros.",
}


@pytest.fixture
def reports(service: QueryService, engine: Engine, minilm: LocalEmbedder) -> QueryService:
    """Three quarterly reports beside the corpus; the last one speaks of its sales again and again."""
    with engine.begin() as conn:
        index = get_index(conn, "default")
        for period, sales in SALES.items():
            blocks = [block(0, BlockKind.HEADING, "Pumps"), block(1, BlockKind.TEXT, sales)]
            for number in range(2, 26, 2) if period == "2024 Q3" else ():
                blocks.append(block(number, BlockKind.HEADING, f"Region {number}"))
                blocks.append(block(number + 1, BlockKind.TEXT, f"How sales of pumps changed in region {number}."))
            name = f"reports/{period} Larkfield.docx"
            add(conn, index, minilm, name, "finance", f"{period} Larkfield.docx", parsed(name, blocks, 0))
    return service


def found(service: QueryService, question: str, **options: object) -> Counter[str]:
    hits = service.search(question, top_k=6, **options)  # type: ignore[arg-type]  # options of search
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    assert len({hit.chunk_no for hit in hits}) == len(hits)
    return Counter(hit.doc.removeprefix("reports/").removesuffix(" Larkfield.docx") for hit in hits)


def test_a_question_over_time_finds_every_report(reports: QueryService) -> None:
    assert found(reports, "How have sales of pumps changed?")["2024 Q1"] == 0, "one report takes all places"

    counts = found(reports, "How have sales of pumps changed over the reported quarters?")

    assert set(counts) == set(SALES)


def test_quarters_that_are_named_are_asked_alone(reports: QueryService) -> None:
    assert set(found(reports, "Were sales of pumps higher in Q2 2024 than in Q1 2024?")) == {"2024 Q1", "2024 Q2"}
    counts = found(reports, "How do sales of pumps in Q3 2024 compare with previous quarters?")
    assert set(counts) == set(SALES)


def test_what_a_search_is_narrowed_to_stays_narrow(reports: QueryService) -> None:
    question = "How have sales of pumps changed over the reported quarters?"

    assert set(found(reports, question, doc="2024 Q1 Larkfield.docx")) == {"2024 Q1"}
    assert not found(reports, question, filters=SearchFilter(collections=("hr",))).keys() & SALES.keys()
    two = [hit.document_id for hit in reports.search(question) if "Q2" in hit.doc or "Q3" in hit.doc]
    counts = found(reports, question, filters=SearchFilter(documents=tuple(dict.fromkeys(two))))
    assert set(counts) == {"2024 Q2", "2024 Q3"}


def test_each_period_is_answered_in_its_order(reports: QueryService) -> None:
    answer = reports.ask("How have sales of pumps changed over the reported quarters?")

    places = [answer.text.index(part) for part in ("2024 Q1: ", "41 million", "2024 Q2: ", "44 million", "2024 Q3: ")]
    assert places == sorted(places)
    assert {citation.doc for citation in answer.citations} == {f"reports/{period} Larkfield.docx" for period in SALES}
    for citation in answer.citations:
        assert citation.quote in " ".join(hit.text for passage in answer.passages for hit in passage.hits)


def test_the_latest_report_answers_alone_where_it_is_asked_for(reports: QueryService) -> None:
    answer = reports.ask("What were Larkfield's sales of pumps in the latest quarterly report?")

    assert {citation.doc for citation in answer.citations} == {"reports/2024 Q3 Larkfield.docx"}


def test_the_report_of_a_quarter_that_is_named_comes_first(reports: QueryService) -> None:
    question = "How did sales of pumps change in Q1 2024?"

    hits = reports.search(question, top_k=6)

    assert hits[0].doc == "reports/2024 Q1 Larkfield.docx"
    assert len({hit.chunk_no for hit in hits}) == len(hits) == 6
    assert [hit.rank for hit in hits] == list(range(1, 7))
    # others come after it, as before
    assert any("Q3" in hit.doc for hit in hits)
    assert set(found(reports, question, filters=SearchFilter(collections=("hr",)))).isdisjoint(SALES)


def test_the_latest_of_a_series_comes_first_however_much_another_says(
    reports: QueryService, engine: Engine, minilm: LocalEmbedder
) -> None:
    with engine.begin() as conn:
        index = get_index(conn, "default")
        blocks = [block(0, BlockKind.HEADING, "Pumps"), block(1, BlockKind.TEXT, "Pumps brought in 52 million euros.")]
        name = "reports/2025 Q1 Larkfield.docx"
        add(conn, index, minilm, name, "finance", "2025 Q1 Larkfield.docx", parsed(name, blocks, 0))

    hits = reports.search("How did sales of pumps at Larkfield change by region in the most recent quarter?", top_k=6)

    assert hits[0].doc == name
    # of one year there are several, so none of them is meant
    assert "2024 Q3" in found(reports, "How did sales of pumps change by region in 2024?")


def test_years_that_are_compared_are_each_found(service: QueryService, engine: Engine, minilm: LocalEmbedder) -> None:
    with engine.begin() as conn:
        index = get_index(conn, "default")
        for year, limit in (("2021", 120), ("2022", 140), ("2023", 155)):
            said = f"The hotel limit of the travel policy is {limit} euros per night."
            blocks = [block(0, BlockKind.HEADING, "Travel policy"), block(1, BlockKind.TEXT, said)]
            if year == "2022":
                more = "The travel policy of 2022 says what changed in the hotel limit of region {}."
                for number in range(2, 26, 2):
                    blocks.append(block(number, BlockKind.HEADING, f"Region {number}"))
                    blocks.append(block(number + 1, BlockKind.TEXT, more.format(number)))
            name = f"policies/Travel_Policy_{year}.docx"
            add(conn, index, minilm, name, "finance", "Travel policy", parsed(name, blocks, 0))

    hits = service.search("What changed in the hotel limit between the travel policy of 2022 and 2023?", top_k=6)

    assert {hit.doc.rsplit("_", 1)[-1] for hit in hits} == {"2022.docx", "2023.docx"}
