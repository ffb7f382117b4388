"""Search and ask on a small corpus in a real database, with the real embedder."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text

from bizrag.configuration.search import SearchSettings
from bizrag.errors import BadInputError, ConfigurationError, NotFoundError
from bizrag.evaluation.cases import EvalCase
from bizrag.evaluation.report.figures import to_json
from bizrag.model.chunks import ChunkKind
from bizrag.model.documents import SourceFile
from bizrag.model.retrieval import Evidence, Retriever, SearchFilter
from bizrag.providers.embedders import Embedders
from bizrag.providers.embedding import Vectors
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.settings import Settings
from bizrag.store import catalog
from bizrag.store.indexes import build_vector_index, get_index
from bizrag.store.publish import unpublish
from bizrag.store.state import record_failure
from query import QueryService, answer_to_json, hits_to_json
from query.evaluating import Place, evaluate_index
from sql import query

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("retriever", list(Retriever))
def test_every_retriever_finds_the_chunk_that_answers(service: QueryService, retriever: Retriever) -> None:
    hits = service.search("hotels up to how many euros per night", retriever=retriever, top_k=3)
    assert hits[0].doc == "travel policy.docx"
    assert "180 euros" in hits[0].text
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    assert all(hit.retriever is retriever for hit in hits)


@pytest.mark.parametrize("method", ["ask", "ask_agents", "search"])
def test_an_option_of_another_name_is_refused(service: QueryService, method: str) -> None:
    # asked of every document in silence, it would answer from one that was not meant
    with pytest.raises(TypeError, match="documents"):
        getattr(service, method)("what may a hotel cost a night", documents=["travel policy.docx"])


def test_neighbours_of_a_question_that_the_model_cannot_read_count_nothing(service: QueryService) -> None:
    # most letters are of another script than the packaged model has read; one word is that of a document
    found = service.search("сколько стоят hotels за ночь", top_k=30)
    assert found
    assert all("bm25" in hit.route_ranks for hit in found)
    assert service.search("сколько стоят гостиницы за ночь") == []
    # where it can, they are found too, and so are they for who asks for nothing else
    assert not all("bm25" in hit.route_ranks for hit in service.search("how much are hotels a night", top_k=30))
    assert service.search("сколько стоят гостиницы за ночь", retriever=Retriever.DENSE)


def test_prepared_searches_follow_what_changes_in_the_index(
    corpus: None, settings: Settings, minilm: LocalEmbedder
) -> None:
    """Plans are kept for a connection's life; filters, vector indexes and documents come and go meanwhile."""
    question = "hotels up to how many euros per night"
    filters = [None, SearchFilter(collections=("hr",)), SearchFilter(kinds=(ChunkKind.TEXT,))]
    configured = settings.model_copy(update={"database_prepares": True})
    with QueryService(configured) as prepared, QueryService(settings) as fresh:
        for one in (prepared, fresh):
            one.__dict__["embedders"] = Embedders(settings, lambda: fresh.engine, given=[minilm])

        def compare() -> None:
            for narrowed in filters * 6:
                assert prepared.search(question, filters=narrowed) == fresh.search(question, filters=narrowed)

        compare()
        with fresh.engine.connect() as conn:
            index = get_index(conn, "default")
        assert build_vector_index(fresh.engine, index, SearchSettings(hnsw_min_rows=1))
        compare()
        with fresh.engine.begin() as conn:
            (document_no,) = conn.scalars(text("SELECT min(document_no) FROM index_document"))
            unpublish(conn, index_no=index.index_no, document_no=document_no)
        compare()
        with prepared.engine.connect() as conn:
            assert conn.scalar(text("SELECT count(*) FROM pg_prepared_statements"))


def test_documents_are_named_while_the_question_is_embedded(
    service: QueryService, minilm: LocalEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = "hotels in the travel policy 2019"
    found = service.search(question)
    was_named, waited, embed_query = threading.Event(), list[bool](), minilm.embed_query

    def embed_late(question: str) -> Vectors:
        waited.append(was_named.wait(timeout=10))
        return embed_query(question)

    def hear(_conn: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.startswith(query("select_named_documents")[:40]):
            was_named.set()

    monkeypatch.setattr(minilm, "embed_query", embed_late)
    event.listen(service.engine, "after_cursor_execute", hear)
    try:
        assert service.search(question) == found
    finally:
        event.remove(service.engine, "after_cursor_execute", hear)
    assert waited == [True]


def test_questions_at_the_same_time_are_embedded_each(
    service: QueryService, minilm: LocalEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    questions = ["hotels up to how many euros per night", "net income in 2025", "who booked hotels until 2020"]
    alone = [service.search(question) for question in questions]
    together, embed_query = threading.Barrier(len(questions)), minilm.embed_query

    def embed_together(question: str) -> Vectors:
        together.wait(timeout=10)
        return embed_query(question)

    monkeypatch.setattr(minilm, "embed_query", embed_together)
    with ThreadPoolExecutor(len(questions)) as threads:
        assert list(threads.map(service.search, questions)) == alone


def test_a_model_that_fails_ends_the_search_and_not_the_next(
    service: QueryService, minilm: LocalEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(question: str) -> Vectors:
        raise ConfigurationError(f"no weights for {question}")

    with monkeypatch.context() as broken:
        broken.setattr(minilm, "embed_query", fail)
        for _ in range(3):
            with pytest.raises(ConfigurationError, match="no weights for hotels"):
                service.search("hotels")
    assert service.search("hotels")


def test_an_adaptive_search_joins_modalities_in_the_order_of_documents(service: QueryService) -> None:
    question = "plants of the company and net income"
    fixed = service.search(question, top_k=4)
    hits = service.search(question, top_k=4, adaptive=True)

    kinds = [hit.kind for hit in hits]
    # the one picture is kept by its own ranking, whatever texts score
    assert ChunkKind.PICTURE in kinds
    assert 2 <= len([kind for kind in kinds if kind is not ChunkKind.PICTURE]) <= 4
    docs = [hit.doc for hit in hits]
    assert docs == sorted(docs, key=docs.index)
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    by_doc = [[hit.page_nos for hit in hits if hit.doc == doc] for doc in dict.fromkeys(docs)]
    assert by_doc == [sorted(pages) for pages in by_doc]
    assert service.search(question, top_k=4, adaptive=False) == fixed
    only = service.search(question, top_k=4, adaptive=True, filters=SearchFilter(kinds=(ChunkKind.TABLE,)))
    assert {hit.kind for hit in only} == {ChunkKind.TABLE}


def test_an_answer_reads_adaptive_passages(service: QueryService) -> None:
    answer = service.ask("What was the net income in 2025?", adaptive=True)
    assert "34,490" in answer.text


def test_an_answer_reads_the_evidence_that_is_asked_for(service: QueryService) -> None:
    question = "Which dividend does the board propose, and when was the company founded?"

    def places(evidence: Evidence) -> list[tuple[str, int]]:
        passages = service.ask(question, evidence=evidence, doc="annual report.pdf").passages
        return [(hit.doc, page_no) for passage in passages for hit in passage.hits for page_no in hit.page_nos]

    best = service.search(question, doc="annual report.pdf", top_k=1)[0]
    assert set(places(Evidence.R1)) == {(best.doc, best.page_nos[0])}
    assert {page_no for _, page_no in places(Evidence.R5)} == {1, 2}
    adaptive = service.ask(question, evidence=Evidence.R1, doc="annual report.pdf", adaptive=True)
    assert {hit.page_nos for passage in adaptive.passages for hit in passage.hits} == {best.page_nos}
    assert "adaptive recall left out: evidence r1 says how many pages are read" in adaptive.trace.notes
    whole = places(Evidence.ALL)
    with service.engine.begin() as conn:
        live = "SELECT count(*) FROM live_chunk WHERE source_uri LIKE '%annual report.pdf'"
        assert len(whole) == conn.scalar(text(live))
    assert {page_no for _, page_no in whole} == {1, 2}
    with pytest.raises(BadInputError, match="say which one"):
        service.ask(question, evidence=Evidence.ALL)


def test_search_json_has_exactly_the_promised_keys(service: QueryService) -> None:
    value = json.loads(json.dumps(hits_to_json(service.search("net income", top_k=2))))
    assert len(value) == 2
    assert list(value[0]) == [
        "rank",
        "score",
        "chunk_id",
        "doc",
        "pages",
        "locators",
        "kind",
        "headings",
        "text",
        "notes",
    ]
    table = next(hit for hit in value if hit["kind"] == "table")
    assert table["pages"] == [2]
    assert table["locators"] == [{"page": 2, "bbox": [50, 100, 500, 300], "unit": "pt", "origin": "top-left"}]


def test_a_search_can_be_narrowed_to_a_collection_or_a_document(service: QueryService) -> None:
    assert {hit.doc for hit in service.search("hotels", collection="finance")} == {"2025/annual report.pdf"}
    assert {hit.doc for hit in service.search("hotels", doc="travel policy 2019.docx")} == {
        "old/travel policy 2019.docx"
    }


def test_a_search_can_be_narrowed_by_file_type_date_pages_and_kind(service: QueryService) -> None:
    def docs(**conditions: Any) -> set[str]:
        return {hit.doc for hit in service.search("hotels", filters=SearchFilter(**conditions))}

    report, policies = {"2025/annual report.pdf"}, {"travel policy.docx", "old/travel policy 2019.docx"}
    assert docs(file_types=("pdf",)) == docs(page_from=1) == report
    assert docs(file_types=("docx", "PDF")) == report | policies
    assert docs(modified_from=datetime.now(UTC).date()) == report | policies
    assert docs(modified_to=date(2020, 1, 1)) == set()
    hits = service.search("sales", filters=SearchFilter(kinds=(ChunkKind.TABLE,)))
    assert {(hit.kind, hit.page_nos) for hit in hits} == {(ChunkKind.TABLE, (2,))}
    assert service.search("hotels", collection="finance", filters=SearchFilter(file_types=("docx",))) == []
    answer = service.ask("What was the net income in 2025?", filters=SearchFilter(file_types=("docx",)))
    assert answer.is_abstention


@pytest.mark.parametrize(
    "conditions",
    [
        {"page_from": 3, "page_to": 2},
        {"page_from": 0},
        {"page_to": 0},
        {"modified_from": date(2025, 2, 1), "modified_to": date(2025, 1, 31)},
    ],
)
def test_a_range_that_ends_before_it_begins_is_refused(conditions: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"range ends|count from 1"):
        SearchFilter(**conditions)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("2025/annual report.pdf", "2025/annual report.pdf", id="path"),
        pytest.param("annual report.pdf", "2025/annual report.pdf", id="file name"),
        pytest.param("Travel Policy.docx", "travel policy.docx", id="another case"),
        pytest.param("2019", "old/travel policy 2019.docx", id="a part only it has"),
    ],
)
def test_a_document_is_found_by_its_name(service: QueryService, name: str, expected: str) -> None:
    assert {hit.doc for hit in service.search("hotels", doc=name)} == {expected}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        pytest.param({"doc": "anual report.pdf"}, "did you mean 2025/annual report.pdf", id="misspelt document"),
        pytest.param({"doc": "xyz"}, "it holds 2025/annual report.pdf, old/travel", id="nothing like it"),
        pytest.param({"doc": "travel"}, "matches several documents: old/travel", id="ambiguous document"),
        pytest.param({"doc": "annual", "collection": "hr"}, "no document 'annual'", id="other collection"),
        pytest.param({"collection": "sales"}, "it holds finance, hr", id="unknown collection"),
        pytest.param({"index": "other"}, "no index 'other'", id="unknown index"),
    ],
)
def test_unknown_names_are_answered_with_what_there_is(
    service: QueryService, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(NotFoundError, match=message):
        service.search("hotels", **options)


def listed(source_uri: str) -> tuple[SourceFile, str]:
    """A file of the collection hr as a listing has it, with its partition."""
    source = SourceFile(
        collection="hr",
        source_root="memory://",
        source_uri=source_uri,
        size_bytes=1,
        modified_at=datetime.now(UTC),
    )
    return source, f"hr/{source_uri}"


@pytest.mark.parametrize("name", ["notes.txt", "2025/notes.txt", "notes"])
def test_a_document_that_failed_is_said_to_have_failed_and_why(service: QueryService, name: str) -> None:
    with service.engine.begin() as conn:
        failed, _ = catalog.upsert_documents(conn, [listed("2025/notes.txt"), listed("2025/later.txt")])
        record_failure(
            conn,
            document_no=failed,
            stage="pages",
            index_no=0,
            fingerprint="f",
            error_class="BadInputError",
            error="no text: the file holds control characters",
            is_transient=False,
            seconds=0.1,
        )
    expected = (
        "'2025/notes.txt' of collection 'hr' does not answer in index 'default': ingesting it failed at pages "
        "(no text: the file holds control characters)"
    )
    for asked in (service.search, service.ask):
        with pytest.raises(NotFoundError) as caught:
            asked("Which notes are there?", doc=name)
        assert str(caught.value) == expected
    with pytest.raises(NotFoundError, match=r"'2025/later\.txt' of collection 'hr'.* is not ingested into it yet"):
        service.search("hotels", doc="later.txt")


def test_questions_that_cannot_be_asked_are_refused(service: QueryService) -> None:
    with pytest.raises(BadInputError, match="empty"):
        service.search("  \0 ")
    with pytest.raises(BadInputError, match="top_k"):
        service.search("hotels", top_k=0)


def test_an_index_of_another_embedder_can_only_be_searched_by_words(service: QueryService) -> None:
    with service.engine.begin() as conn:
        conn.execute(text("UPDATE search_index SET space = 'other'"))
    with pytest.raises(ConfigurationError, match="--retriever bm25"):
        service.search("hotels")
    assert service.search("hotels", retriever=Retriever.BM25)


def test_an_answer_cites_the_paragraph_that_says_it(service: QueryService) -> None:
    answer = service.ask("What dividend per share does the board propose?")
    assert answer.text.startswith("The board proposes a dividend of 0.62 dollars per share. [")
    citation = answer.citations[0]
    assert (citation.doc, citation.page_nos) == ("2025/annual report.pdf", (2,))
    # block 7 of the report
    assert [place.to_json()["bbox"] for place in citation.locators] == [[50.0, 700.0, 500.0, 740.0]]


def test_sentences_that_were_embedded_for_a_question_are_not_embedded_for_the_next(
    service: QueryService, minilm: LocalEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = "What dividend per share does the board propose?"
    embedded, embed = list[str](), minilm.embed

    def count(texts: Sequence[str]) -> Vectors:
        # the question is embedded to search, too
        embedded.extend(text for text in texts if text != question)
        return embed(texts)

    monkeypatch.setattr(minilm, "embed", count)
    first = service.ask(question)
    assert len(embedded) == len(set(embedded)) > 1
    embedded.clear()
    assert service.ask(question).text == first.text
    assert embedded == []


def test_an_answer_from_a_table_cites_the_row_that_says_it(service: QueryService) -> None:
    answer = service.ask("What was the net income in 2025?")
    assert answer.text.startswith("Net income: 34,490 in 2025, 28,127 in 2024. [")
    # worded as a model would: neither "34,490 in 2025" nor the order of its words stands in the table
    assert [place.to_json()["bbox"] for place in answer.citations[0].locators] == [[50, 200, 500, 250]]
    passage = next(one for one in answer.passages if one.passage_id == answer.citations[0].citation_id)
    # the table stands where it stood, between its neighbours, and the picture of page 1 does not
    assert "results of the two years.\n\n<table>\n| Thousands" in passage.text
    assert "Net income: 34,490" in passage.text
    assert ChunkKind.TABLE in [hit.kind for hit in passage.hits]


def test_a_document_without_pages_is_cited_by_its_characters(service: QueryService) -> None:
    answer = service.ask("When may trains be booked in first class?")
    citation = answer_to_json(answer)["citations"][0]
    assert (citation["doc"], citation["pages"]) == ("travel policy.docx", [])
    assert citation["locators"][0].keys() == {"char_start", "char_end"}


def test_ask_json_has_exactly_the_promised_keys(service: QueryService) -> None:
    value = json.loads(json.dumps(answer_to_json(service.ask("When was the company founded?"))))
    assert list(value)[:7] == ["answer", "citations", "abstained", "passages", "provider", "notes", "seconds"]
    promised = ["id", "chunk_id", "doc", "pages", "locators", "quote", "document_id", "collection"]
    assert list(value["citations"][0]) == promised
    assert value["abstained"] is False
    assert "1961" in value["answer"]
    assert value["passages"][0]["id"] == value["citations"][0]["id"] == 1
    # numbers run from 1 in the order of the text
    named = list(dict.fromkeys(re.findall(r"\[(\d+)\]\(#\1\)", value["answer"])))
    assert named == [str(citation["id"]) for citation in value["citations"]]
    assert named == [str(number) for number in range(1, len(named) + 1)]


def test_it_abstains_where_the_documents_say_nothing(service: QueryService) -> None:
    answer = service.ask("Who won the football world cup in 1998?")
    assert (answer.text, answer.is_abstention, answer.citations) == ("No answer found", True, ())


def test_an_evaluation_asks_the_index(service: QueryService) -> None:
    cases = [
        EvalCase(
            id="1", question="What was the net income in 2025?", answer="34,490", doc="annual report.pdf", pages=(2,)
        ),
        EvalCase(
            id="2",
            question="First class trains?",
            doc="travel policy.docx",
            scope="doc",
            evidence="over four hours may be",
        ),
        EvalCase(id="3", question="Who won the football world cup?", modality="unanswerable"),
    ]
    value = to_json(evaluate_index(Place(service=service), cases))
    hybrid = value["figures"]["hybrid"]["all"]
    assert (hybrid["n"], hybrid["n_pages"], hybrid["page_recall@1"], hybrid["doc_recall@1"]) == (2, 1, 1.0, 1.0)
    assert hybrid["evidence_recall@10"] == 1.0
    assert value["answers"]["hybrid"]["unanswerable"]["abstention_rate"] == 1.0
    assert value["answers"]["hybrid"]["answerable"]["citation_page_recall"] == 1.0
    assert value["missing_docs"] == []


def test_nothing_opens_before_the_first_question(settings: object, tmp_path: Path) -> None:
    from bizrag.settings import Settings

    with QueryService(Settings.model_validate({"home": tmp_path / "none", "database_url": "postgresql://nowhere/x"})):
        pass
    assert not (tmp_path / "none").exists()
