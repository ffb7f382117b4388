"""df, n and total length per text-search configuration equal a recount, whoever writes at once; deletes are quick."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, text

from bizrag.store.indexes import IndexRow, get_index
from bizrag.store.publish import publish, unpublish

MakeLibrary = Callable[[Connection], Any]
# enough stop words to tell the language, and words that other languages have too
SENTENCES = {
    "english": "the revenue of the {} and the cost of {} are higher than those of 2022",
    "german": "der Umsatz mit {} und die Kosten der {} sind nicht so hoch wie im Jahr 2022",
    "french": "le chiffre de {} et les dépenses pour la {} ne sont pas dans le rapport 2022",
    "simple": "{} {} 2022",
}
THINGS = ["toner", "printer", "Q3", "MFC-L8900CDW", "1,577", "berlin", "tokyo", "café", "3.88%", "service"]


def passage(chance: random.Random, config: str) -> str:
    return SENTENCES[config].format(*chance.choices(THINGS, k=2))


def statistics(conn: Connection, index: IndexRow) -> dict[str, Any]:
    """What the database keeps."""
    key = {"i": index.index_no}
    terms = conn.execute(text("SELECT CAST(text_config AS text), term, df FROM term WHERE index_no = :i"), key)
    totals = conn.execute(
        text("SELECT num_documents, num_chunks, num_lexical, total_length FROM index_stat WHERE index_no = :i"), key
    )
    by_config = conn.execute(
        text(
            "SELECT CAST(text_config AS text), num_documents, num_lexical, total_length "
            "FROM lexical_stat WHERE index_no = :i"
        ),
        key,
    )
    return {
        "df": {(config, term): df for config, term, df in terms},
        "by_config": {config: tuple(counts) for config, *counts in by_config},
        "total": tuple(totals.one()),
    }


def recounted(conn: Connection, index: IndexRow) -> dict[str, Any]:
    """The same from the chunks that answer, without any search table."""
    rows = conn.execute(
        text(
            "SELECT d.document_no, CAST(d.text_config AS text) AS config, c.chunk_no, l.term, l.tf "
            "FROM index_document d LEFT JOIN chunk c USING (chunk_set_id) "
            "LEFT JOIN LATERAL bizrag_lexemes(d.text_config, c.lexical_text) l ON true WHERE d.index_no = :i"
        ),
        {"i": index.index_no},
    ).all()
    lexical = [row for row in rows if row.term is not None]
    return {
        "df": dict(Counter((row.config, row.term) for row in lexical)),
        "by_config": {
            config: (
                len({row.document_no for row in rows if row.config == config}),
                len({row.chunk_no for row in lexical if row.config == config}),
                sum(row.tf for row in lexical if row.config == config),
            )
            for config in {row.config for row in rows}
        },
        "total": (
            len({row.document_no for row in rows}),
            len({row.chunk_no for row in rows if row.chunk_no is not None}),
            len({row.chunk_no for row in lexical}),
            sum(row.tf for row in lexical),
        ),
    }


def write(conn: Connection, shelf: Any, chance: random.Random, index: IndexRow, name: str, version: int) -> None:
    """Publish, replace or take out a document, in a language of chance."""
    document = shelf.document(name)
    if chance.random() < 0.25:
        unpublish(conn, index_no=index.index_no, document_no=document.document_no)
        return
    config = chance.choice(list(SENTENCES))
    chunks = [passage(chance, config) for _ in range(chance.randint(0, 4))]
    chunk_set = shelf.chunk_set(document, chunks, version=version)
    publish(conn, index=index, document_no=document.document_no, chunk_set_id=chunk_set)


@pytest.mark.parametrize("seed", range(2))
def test_statistics_are_exact_after_any_sequence_of_languages(
    conn: Connection, library: MakeLibrary, seed: int
) -> None:
    shelf, chance = library(conn), random.Random(seed)
    index = shelf.index(text_config=None)
    for step in range(20):
        write(conn, shelf, chance, index, f"{chance.randrange(4)}.pdf", step)
        assert statistics(conn, index) == recounted(conn, index), f"after step {step}"


def test_statistics_are_exact_under_eight_writers(engine: Engine, library: MakeLibrary) -> None:
    with engine.begin() as conn:
        library(conn).index(text_config=None)
        library(conn).index("other", text_config=None)
        # listed before they are written, as in the pipeline: listing takes turns (lock_listing.sql), publishing none
        for number in range(3):
            library(conn).document(f"{number}.pdf")
    failures: list[BaseException] = []
    ready = threading.Barrier(8)

    def work(worker: int) -> None:
        chance = random.Random(worker)
        try:
            ready.wait()
            for step in range(8):
                with engine.begin() as conn:
                    # three documents for eight writers: they replace and remove what others wrote
                    index = get_index(conn, chance.choice(["main", "main", "other"]))
                    write(conn, library(conn), chance, index, f"{chance.randrange(3)}.pdf", 100 * worker + step)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(worker,)) for worker in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with engine.connect() as conn:
        for name in ("main", "other"):
            index = get_index(conn, name)
            assert statistics(conn, index) == recounted(conn, index)


def test_an_index_that_was_emptied_keeps_no_statistics(conn: Connection, library: MakeLibrary) -> None:
    shelf = library(conn)
    index, document = shelf.index(text_config=None), shelf.document("a.pdf")
    chunk_set = shelf.chunk_set(document, [passage(random.Random(1), "german")] * 3)
    publish(conn, index=index, document_no=document.document_no, chunk_set_id=chunk_set)
    assert list(statistics(conn, index)["by_config"]) == ["german"]
    unpublish(conn, index_no=index.index_no, document_no=document.document_no)
    assert statistics(conn, index) == {"df": {}, "by_config": {}, "total": (0, 0, 0, 0)}


def test_a_document_of_40_chunks_goes_in_milliseconds(engine: Engine, library: MakeLibrary) -> None:
    chance = random.Random(2)
    words = [f"w{number}" for number in range(4000)]
    with engine.begin() as conn:
        shelf = library(conn)
        index = shelf.index()
        for number in range(3):
            document = shelf.document(f"{number}.pdf")
            chunk_set = shelf.chunk_set(document, [" ".join(chance.choices(words, k=80)) for _ in range(40)])
            publish(conn, index=index, document_no=document.document_no, chunk_set_id=chunk_set)
    seconds: list[float] = []
    with engine.begin() as conn:
        for number in range(3):
            document = library(conn).document(f"{number}.pdf")
            started = time.perf_counter()
            unpublish(conn, index_no=index.index_no, document_no=document.document_no)
            seconds.append(time.perf_counter() - started)
        assert statistics(conn, index)["df"] == {}
    # 6 ms on a quiet machine; the first one loads the catalog
    assert min(seconds) < 0.2
