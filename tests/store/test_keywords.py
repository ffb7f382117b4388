"""The keyword route: documents that a question names by company, period, form or code are looked into first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from sqlalchemy import Connection, Engine, text

from bizrag.model.retrieval import Hit, Retriever, SearchFilter
from bizrag.settings import SearchSettings
from bizrag.store.indexes import IndexRow
from bizrag.store.publish import publish, unpublish
from bizrag.store.search import search

MakeLibrary = Callable[[Connection], Any]

# the same sentences in every filing: only names tell them apart
FILINGS = [
    f"{year} Q{quarter} {ticker}.pdf" for year in (2022, 2023) for quarter in (1, 3) for ticker in ("AAPL", "NVDA")
]
SENTENCES = ["Net sales rose against the prior quarter.", "Gross margin was affected by product costs."]


@pytest.fixture
def filings(conn: Connection, library: MakeLibrary) -> tuple[Connection, IndexRow, dict[str, int]]:
    """Eight filings that say the same; those of AAPL begin with the company's name."""
    made = library(conn)
    index = made.index()
    numbers: dict[str, int] = {}
    for name in FILINGS:
        document = made.document(name)
        numbers[name] = document.document_no
        page = "QUARTERLY REPORT Apple Inc. Cupertino" if "AAPL" in name else "QUARTERLY REPORT NVIDIA Corporation"
        conn.execute(
            text(
                "INSERT INTO content (content_sha256, mime_type, num_pages, preview) "
                "VALUES (:name, 'application/pdf', 2, "
                "jsonb_build_object('pages', jsonb_build_array(jsonb_build_object('text', CAST(:page AS text)))))"
            ),
            {"name": name, "page": page},
        )
        conn.execute(
            text("UPDATE document SET content_sha256 = :name WHERE document_no = :no"),
            {"name": name, "no": document.document_no},
        )
        chunk_set = made.chunk_set(document, SENTENCES)
        publish(conn, index=index, document_no=document.document_no, chunk_set_id=chunk_set)
    conn.commit()
    return conn, index, numbers


def ask(conn: Connection, index: IndexRow, question: str, **options: Any) -> list[Hit]:
    vector = np.random.default_rng(1).standard_normal(index.dimensions).astype(np.float32)
    return search(
        conn,
        index=index,
        text=question,
        embedding=vector / np.linalg.norm(vector),
        retriever=options.get("retriever", Retriever.HYBRID),
        filters=options.get("filters", SearchFilter()),
        settings=options.get("settings", SearchSettings()),
        top_k=options.get("top_k", 6),
    )


def keywords(
    engine: Engine, file_name: str, title: str = "", beginning: str = "", entities: str = ""
) -> dict[str, float]:
    with engine.connect() as conn:
        found = conn.execute(
            text("SELECT * FROM bizrag_document_keywords('english', :name, :title, :beginning, :entities)"),
            {"name": file_name, "title": title, "beginning": beginning, "entities": entities},
        )
        return {row.term: row.weight for row in found}


def test_keywords_are_words_of_name_and_title_and_names_of_the_beginning(shared_engine: Engine) -> None:
    found = keywords(
        shared_engine, "annual_ReportAcme.pdf", "Acme Results 2024", "the company Globex filed form 10-K for it"
    )
    assert found["acm"] == 1.0  # stemmed as the text is
    assert found["2024"] == found["annual"] == found["report"] == 1.0
    assert found["globex"] == 0.5
    assert found["10k"] == 0.5
    # neither the ending nor ordinary words of the text
    assert {"pdf", "compani", "file", "form"}.isdisjoint(found)


def test_entities_are_keywords_whatever_their_spelling(shared_engine: Engine) -> None:
    said = "builds for the tarnholm yard"
    assert "tarnholm" not in keywords(shared_engine, "xy.pdf", beginning=said)
    found = keywords(shared_engine, "xy.pdf", beginning=said, entities="tarnholm yard\nthe esk")
    assert found == {"xy": 1.0, "tarnholm": 0.5, "yard": 0.5, "esk": 0.5}


@pytest.mark.parametrize(
    ("said", "quarter"),
    [
        pytest.param("For the quarterly period ended September 30, 2022", "Q3 2022", id="calendar"),
        pytest.param("For the Quarter Ended October 1, 2022", "Q3 2022", id="a week of another month"),
        pytest.param("three months ended 30 April 2023", "Q1 2023", id="most of it in the first"),
        pytest.param("quarter ended January 29, 2023", "Q4 2022", id="most of it in the year before"),
        pytest.param("quarter ended soon 12, 2023; year ended March 31, 2023", None, id="no quarter"),
    ],
)
def test_a_period_that_ended_is_a_quarter_of_the_calendar(
    shared_engine: Engine, said: str, quarter: str | None
) -> None:
    with shared_engine.connect() as conn:
        assert conn.scalar(text("SELECT bizrag_calendar_quarters(:said)"), {"said": said}) == quarter


def test_a_filing_without_a_name_is_found_by_the_quarter_that_it_speaks_of(
    conn: Connection, library: MakeLibrary
) -> None:
    made = library(conn)
    index = made.index()
    quarters = {"f1.pdf": "third", "f2.pdf": "first", "f3.pdf": "second", "f4.pdf": "fourth"}
    for name, quarter in quarters.items():
        document = made.document(name)
        # each compares its quarter with that of the year before, and looks back once at another
        sentences = [
            f"In the {quarter} quarter of fiscal {year} sales of line {line} rose."
            for line in range(3)
            for year in (2022, 2023)
        ]
        chunk_set = made.chunk_set(document, [*sentences, "The third quarter of 2021 was better."])
        publish(conn, index=index, document_no=document.document_no, chunk_set_id=chunk_set)

    assert named_first(conn, index, "What were sales in Q1 2023?") == "f2.pdf"
    assert named_first(conn, index, "How did the second quarter go?") == "f3.pdf"
    assert named_first(conn, index, "How did the year go?") is None


def test_periods_are_one_keyword_whatever_their_spelling(shared_engine: Engine) -> None:
    name = set(keywords(shared_engine, "2022 Q3 AAPL.pdf"))
    assert name & set(keywords(shared_engine, "x.pdf", "Third quarter, Q3-2022"))


@pytest.mark.parametrize(
    ("question", "named"),
    [
        pytest.param("What were net sales of Apple in Q3 2022?", "2022 Q3 AAPL.pdf", id="company and period"),
        pytest.param("NVDA Q1 2023 gross margin", "2023 Q1 NVDA.pdf", id="ticker and period"),
    ],
)
def test_the_named_filing_is_first_on_the_route_and_rises_among_alike_ones(
    filings: tuple[Connection, IndexRow, dict[str, int]], question: str, named: str
) -> None:
    conn, index, _ = filings
    hits = ask(conn, index, question, top_k=30)
    on_route = sorted((hit for hit in hits if "keyword" in hit.route_ranks), key=lambda hit: hit.route_ranks["keyword"])
    assert on_route[0].doc == named
    off = ask(conn, index, question, top_k=30, settings=SearchSettings(keyword_weight=0))
    assert places(hits, named) < places(off, named)
    # the weight says how much the route counts against what the chunks say, which is the same in all
    assert ask(conn, index, question, settings=SearchSettings(keyword_weight=20))[0].doc == named


def test_the_keyword_route_counts_as_its_weight_over_k_and_rank(
    filings: tuple[Connection, IndexRow, dict[str, int]],
) -> None:
    conn, index, _ = filings
    hits = ask(conn, index, "What were net sales of Apple in Q3 2022?", top_k=30, settings=SearchSettings(rrf_k=7))
    weights: set[float] = set()
    for hit in hits:
        others = sum(1 / (7 + rank) for route, rank in hit.route_ranks.items() if route != "keyword")
        if "keyword" in hit.route_ranks:
            weights.add(round((hit.score - others) * (7 + hit.route_ranks["keyword"]), 6))
        else:
            assert hit.score == pytest.approx(others)
    # one weight for all chunks of the named document: that of the setting times log(1 + keywords matched)
    (weight,) = weights
    assert weight > 0.5


def places(hits: list[Hit], doc: str) -> int:
    """Sum of the ranks of a document."""
    return sum(hit.rank for hit in hits if hit.doc == doc)


def test_of_the_named_filings_the_latest_is_first_where_it_is_asked_for(
    filings: tuple[Connection, IndexRow, dict[str, int]],
) -> None:
    conn, index, _ = filings
    question = "What did net sales of Apple (AAPL) do in the {} of 2023?"
    hits = ask(conn, index, question.format("filings"), top_k=16)
    assert {hit.doc for hit in hits if "keyword" in hit.route_ranks} == {"2023 Q1 AAPL.pdf", "2023 Q3 AAPL.pdf"}
    hits = ask(conn, index, question.format("most recent filing"), top_k=16)
    assert {hit.doc for hit in hits if "keyword" in hit.route_ranks} == {"2023 Q3 AAPL.pdf"}
    assert hits[0].doc == "2023 Q3 AAPL.pdf"


def test_without_the_route_names_do_not_count(filings: tuple[Connection, IndexRow, dict[str, int]]) -> None:
    conn, index, _ = filings
    question = "What were net sales of Apple in Q3 2022?"
    hits = ask(conn, index, question, settings=SearchSettings(keyword_weight=0))
    assert [hit.doc for hit in hits[:2]] != ["2022 Q3 AAPL.pdf"] * 2
    assert all("keyword" not in hit.route_ranks for hit in hits)


@pytest.mark.parametrize(
    "question",
    [
        pytest.param("Why did net sales rise?", id="names nothing"),
        pytest.param("What does the quarterly report say?", id="what all documents share"),
    ],
)
def test_a_question_that_names_no_document_is_searched_as_before(
    filings: tuple[Connection, IndexRow, dict[str, int]], question: str
) -> None:
    conn, index, _ = filings
    off = ask(conn, index, question, settings=SearchSettings(keyword_weight=0))
    assert [(hit.chunk_no, hit.score) for hit in ask(conn, index, question)] == [
        (hit.chunk_no, hit.score) for hit in off
    ]


def named_first(conn: Connection, index: IndexRow, question: str) -> str | None:
    """The document on the first place of the keyword route."""
    hits = ask(conn, index, question, top_k=30)
    return next((hit.doc for hit in hits if hit.route_ranks.get("keyword") == 1), None)


def test_a_word_of_a_name_that_other_documents_say_too_names_nothing(conn: Connection, library: MakeLibrary) -> None:
    made = library(conn)
    index = made.index()
    texts = {
        "press release.txt": ["Orders rose.", "Tarnholm builds presses."],
        "memo.txt": ["The press is overhauled.", "Press five stops.", "No press runs on Sunday.", "A press is idle."],
        "delivery note.txt": ["Twelve gasket kits."],
        "policy.txt": ["Travel by train."],
    }
    for name, sentences in texts.items():
        document = made.document(name)
        publish(conn, index=index, document_no=document.document_no, chunk_set_id=made.chunk_set(document, sentences))

    assert named_first(conn, index, "When is the overhaul of the press?") is None
    assert named_first(conn, index, "What does the press release say?") == "press release.txt"
    assert named_first(conn, index, "What is on the delivery note?") == "delivery note.txt"


def test_stop_words_of_one_language_name_no_document_of_another(conn: Connection, library: MakeLibrary) -> None:
    made = library(conn)
    index = made.index(text_config=None)
    english = "The company and its board say that they will have been paid by the end of the year and not before."
    for name, said in {"The And.txt": "12 34 56", "a.txt": english, "b.txt": english, "c.txt": english}.items():
        document = made.document(name)
        publish(conn, index=index, document_no=document.document_no, chunk_set_id=made.chunk_set(document, [said]))

    configs = set(conn.execute(text("SELECT CAST(text_config AS text) FROM lexical_stat")).scalars())
    assert configs == {"simple", "english"}
    assert named_first(conn, index, "the year and the board") is None


def test_single_routes_stay_what_they_are(filings: tuple[Connection, IndexRow, dict[str, int]]) -> None:
    conn, index, _ = filings
    for retriever in (Retriever.DENSE, Retriever.BM25):
        hits = ask(conn, index, "net sales of Apple in Q3 2022", retriever=retriever)
        assert {route for hit in hits for route in hit.route_ranks} == {retriever.value}


def test_a_filter_holds_for_named_documents(filings: tuple[Connection, IndexRow, dict[str, int]]) -> None:
    conn, index, _ = filings
    document_ids = {
        row.source_uri: row.document_id for row in conn.execute(text("SELECT source_uri, document_id FROM document"))
    }
    allowed = tuple(document_ids[name] for name in FILINGS if "NVDA" in name)
    hits = ask(conn, index, "net sales of Apple in Q3 2022", filters=SearchFilter(documents=allowed), top_k=30)
    assert len(hits) == 8
    assert {hit.document_id for hit in hits} == set(allowed)
    pages = ask(conn, index, "net sales of Apple in Q3 2022", filters=SearchFilter(page_from=2, page_to=2), top_k=30)
    assert {hit.page_nos for hit in pages} == {(2,)}
    assert next(hit.doc for hit in pages if hit.route_ranks.get("keyword") == 1) == "2022 Q3 AAPL.pdf"


def test_keywords_go_with_their_document(filings: tuple[Connection, IndexRow, dict[str, int]]) -> None:
    conn, index, numbers = filings
    count = text("SELECT count(*) FROM keyword WHERE document_no = :no")
    gone = numbers["2022 Q3 AAPL.pdf"]
    assert conn.scalar(count, {"no": gone})
    unpublish(conn, index_no=index.index_no, document_no=gone)
    assert conn.scalar(count, {"no": gone}) == 0
    assert "2022 Q3 AAPL.pdf" not in {hit.doc for hit in ask(conn, index, "net sales of Apple in Q3 2022")}


def test_words_that_name_all_of_the_documents_are_not_asked_of_their_chunks(
    filings: tuple[Connection, IndexRow, dict[str, int]],
) -> None:
    conn, index, numbers = filings

    def rest(question: str, *names: str) -> str | None:
        found = conn.execute(
            text("SELECT bizrag_without_keywords(:index_no, :question, CAST(:documents AS bigint[]))"),
            {"index_no": index.index_no, "question": question, "documents": [numbers[name] for name in names]},
        )
        return found.scalar()

    question = "How did Apple's gross margin move in Q3 2022?"
    assert rest(question, "2022 Q3 AAPL.pdf") == "How did gross margin move in"
    # the year tells one from the other
    assert rest(question, "2022 Q3 AAPL.pdf", "2023 Q3 AAPL.pdf") == "How did gross margin move in 2022?"
    # nothing else is asked
    assert rest("Apple 2022", "2022 Q3 AAPL.pdf") == "Apple 2022"


def test_in_a_named_document_the_chunk_that_answers_is_before_the_one_that_names_it(
    conn: Connection, library: MakeLibrary
) -> None:
    made = library(conn)
    index = made.index()
    contents = {
        "Aldergate plan.pptx": ["Aldergate plan. Kick-off of the Aldergate plan.", "Kilns: Greta Hallstrom.", "Costs."],
        "Nordhavn plan.pptx": ["Nordhavn plan.", "Kilns: nobody.", "Ferries."],
        "Vannoy plan.pptx": ["Vannoy plan.", "Valves: Piet Vos.", "Prices."],
    }
    for name, sentences in contents.items():
        document = made.document(name)
        publish(conn, index=index, document_no=document.document_no, chunk_set_id=made.chunk_set(document, sentences))
    hits = ask(conn, index, "Who does kilns in the Aldergate plan?", settings=SearchSettings(dense_weight=0))
    by_keyword = sorted(
        (hit for hit in hits if "keyword" in hit.route_ranks), key=lambda hit: hit.route_ranks["keyword"]
    )
    assert by_keyword[0].text == "Kilns: Greta Hallstrom."
