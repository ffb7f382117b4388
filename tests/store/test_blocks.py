"""Blocks of impacts change no hit, no score and no tie, whatever happened to the index since they were made."""

from __future__ import annotations

import random

import pytest
from sqlalchemy import Connection, Engine, text

from bizrag.configuration.search import SearchSettings
from bizrag.store.blocks import make_blocks, renew_blocks
from bizrag.store.indexes import IndexRow, drop_index, maintain_index
from bizrag.store.publish import publish, unpublish
from tests.store.conftest import Library

# Frequent and rare words, as texts have them; a chunk with a stop word of its language is known for that language.
WORDS = [f"wort{number:03d}" for number in range(200)]
WEIGHTS = [1 / (1 + number) for number in range(200)]
_TERMS = """
SELECT s.chunk_no, s.units
FROM (SELECT array_agg(term_id) AS ids, array_agg(df) AS dfs, array_agg(weight) AS weights, min(c0) AS c0,
             array_agg(c1) AS c1s
      FROM bm25_terms(:i, :q)) t
CROSS JOIN LATERAL {call} s
"""
PLAIN = _TERMS.format(call="bm25_plain(:i, t.ids, t.weights, t.c0, t.c1s, :k)")
SUMMED = _TERMS.format(call="bm25_summed(:i, t.ids, t.weights, t.c0, t.c1s, :k, :k)")
_FILTER = "CAST(:documents AS bigint[]), CAST(:kinds AS text[]), CAST(:page_from AS int), CAST(:page_to AS int)"
FILTERED = _TERMS.format(call=f"bm25_filtered(:i, t.ids, t.weights, t.c0, t.c1s, :k, {_FILTER})")
FILTERED_SUMS = _TERMS.format(call=f"bm25_summed(:i, t.ids, t.weights, t.c0, t.c1s, :k, :k, {_FILTER})")
# rows that this transaction read by scanning search tables whole
_SCANS = """
SELECT coalesce(sum(seq_tup_read), 0) FROM pg_stat_xact_user_tables
WHERE relname ~ ('^(term|posting|impact|impact_slot)_' || :i || '$')
"""


class Shelf:
    """An index of documents with 40 chunks each, published one by one, every fifth in German."""

    def __init__(self, conn: Connection) -> None:
        self.conn, self.library = conn, Library(conn)
        self.index: IndexRow = self.library.index(text_config=None)
        self.chance = random.Random(5)
        self.documents: list[int] = list(conn.scalars(text("SELECT document_no FROM document ORDER BY document_no")))

    def add(self, num_documents: int, *, words: int = 20, vocabulary: int = 200) -> None:
        for _ in range(num_documents):
            document = self.library.document(f"{len(self.documents)}.pdf")
            glue = "und der die nicht" if len(self.documents) % 5 == 0 else "the and of in"
            texts = [
                " ".join([glue, *self.chance.choices(WORDS[:vocabulary], WEIGHTS[:vocabulary], k=length)])
                for length in self.chance.choices(range(1, 2 * words), k=40)
            ]
            # some chunks say the same: they tie
            texts[7:9] = texts[3:5]
            chunk_set = self.library.chunk_set(document, texts)
            publish(self.conn, index=self.index, document_no=document.document_no, chunk_set_id=chunk_set)
            self.documents.append(document.document_no)

    def remove(self, documents: list[int]) -> None:
        for document_no in documents:
            unpublish(self.conn, index_no=self.index.index_no, document_no=document_no)
            self.documents.remove(document_no)

    def count(self, sql: str) -> int:
        return int(self.conn.scalar(text(sql), {"i": self.index.index_no}) or 0)

    def drop(self, max_chunks: int = 1_000_000) -> int:
        dropped = text("SELECT bm25_drop_blocks(:i, :max_chunks)")
        return int(self.conn.scalars(dropped, {"i": self.index.index_no, "max_chunks": max_chunks}).one())

    @property
    def num_waiting(self) -> int:
        return self.count("SELECT sum(num_chunks) FROM index_document WHERE index_no = :i AND NOT is_blocked")

    @property
    def num_blocks(self) -> int:
        return self.count("SELECT count(DISTINCT block_no) FROM impact_block WHERE index_no = :i")

    def compare(self, num_questions: int = 12) -> None:
        """Summing finds what reading all postings finds."""
        for _ in range(num_questions):
            words = self.chance.choices(WORDS, [weight**0.6 for weight in WEIGHTS], k=self.chance.randint(1, 8))
            binds = {
                "i": self.index.index_no,
                "q": " ".join([*words, self.chance.choice(["", words[0]])]),
                "k": self.chance.choice([1, 3, 10, 100, 5000]),
            }
            plain = self.conn.execute(text(PLAIN), binds).all()
            assert self.conn.execute(text(SUMMED), binds).all() == plain, binds
            assert plain


def fill(conn: Connection) -> None:
    Shelf(conn).add(60)


@pytest.fixture
def engine(filled_engine: Engine) -> Engine:
    return filled_engine


@pytest.fixture
def shelf(conn: Connection) -> Shelf:
    return Shelf(conn)


def test_publishing_puts_documents_into_blocks_and_sums_find_what_postings_find(shelf: Shelf) -> None:
    assert (shelf.num_blocks, shelf.num_waiting) == (2, 400)
    assert shelf.count("SELECT count(*) FROM impact_slot WHERE index_no = :i") == 2000
    shelf.compare(40)


@pytest.mark.parametrize(
    ("share", "kinds", "pages"),
    [(0.5, None, (None, None)), (0.1, None, (3, None)), (1, ["text"], (None, 9)), (1, ["slide"], (None, None))],
    ids=str,
)
def test_a_filter_leaves_what_it_leaves_of_postings(
    shelf: Shelf, share: float, kinds: list[str] | None, pages: tuple[int | None, int | None]
) -> None:
    documents = shelf.chance.sample(shelf.documents, round(share * len(shelf.documents))) if share < 1 else None
    filters = {"documents": documents, "kinds": kinds, "page_from": pages[0], "page_to": pages[1]}
    for question in ("wort000 wort001 wort007", "wort003", "wort000 wort100 wort150 wort190"):
        for top_k in (1, 10, 300):
            binds = {"i": shelf.index.index_no, "q": question, "k": top_k, **filters}
            expected = shelf.conn.execute(text(FILTERED), binds).all()
            assert shelf.conn.execute(text(FILTERED_SUMS), binds).all() == expected
            assert bool(expected) is (kinds != ["slide"])


def test_documents_that_come_change_and_go_leave_results_exact(shelf: Shelf) -> None:
    # other words and longer chunks: idf and avgdl of today are not those of the blocks
    shelf.add(10, words=60, vocabulary=30)
    shelf.compare()
    shelf.remove(shelf.documents[3:40:2])
    shelf.compare()
    document_no = shelf.documents[0]
    again = shelf.conn.scalar(
        text("SELECT chunk_set_id FROM index_document WHERE document_no = :n"), {"n": document_no}
    )
    shelf.remove([document_no])
    # an old chunk set with old chunk numbers waits beside new ones
    publish(shelf.conn, index=shelf.index, document_no=document_no, chunk_set_id=str(again))
    shelf.compare()
    # every chunk that a block holds is gone: its marks lead nowhere
    shelf.remove([number for number in shelf.documents if number < shelf.documents[-12]])
    assert shelf.num_blocks
    shelf.compare()


def test_blocks_of_other_parameters_are_not_asked_and_are_made_again(shelf: Shelf) -> None:
    index_no = shelf.index.index_no
    asks = "SELECT CAST(bm25_has_blocks(:i, 4000) AS int)"
    num_blocks = 2
    assert shelf.count(asks) == 1
    for k1, b in ((0.0, 0.5), (3.0, 1.0), (1.2, 0.0)):
        shelf.conn.execute(text("UPDATE search_index SET k1 = :k1, b = :b"), {"k1": k1, "b": b})
        assert shelf.count(asks) == 0
        assert shelf.drop() == num_blocks
        assert (shelf.num_blocks, shelf.num_waiting) == (0, 2400)
        assert shelf.count("SELECT count(*) FROM impact WHERE index_no = :i") == 0
        assert make_blocks(shelf.conn, index_no) == 2400
        # one block is large enough for all
        num_blocks = 1
        assert shelf.drop() == 0
        assert (shelf.count(asks), shelf.num_waiting) == (1, 0)
        shelf.compare()


def test_a_block_that_is_half_empty_is_taken_apart(shelf: Shelf) -> None:
    shelf.remove(shelf.documents[:12])
    assert shelf.drop() == 0
    shelf.remove(shelf.documents[:4])
    assert shelf.drop() == 1
    assert (shelf.num_blocks, shelf.num_waiting) == (1, 9 * 40 + 400)
    shelf.compare()
    # where avgdl is another by a tenth, too
    shelf.add(30, words=40)
    assert shelf.drop() >= 1
    shelf.compare()


def test_small_blocks_become_large_ones_when_they_fill_one(shelf: Shelf) -> None:
    shelf.add(15)
    assert (shelf.num_blocks, shelf.num_waiting) == (3, 0)
    assert shelf.drop() == 0
    shelf.compare(4)
    shelf.add(25)
    assert (shelf.num_blocks, shelf.num_waiting) == (4, 0)
    num_rounds = 0
    while renew_blocks(shelf.conn, shelf.index.index_no, max_chunks=20_000):
        num_rounds += 1
    assert num_rounds == 1
    assert (shelf.num_blocks, shelf.num_waiting) == (1, 0)
    assert shelf.count("SELECT count(*) FROM impact_slot WHERE index_no = :i") == 4000
    assert shelf.count("SELECT max(slot) FROM impact_slot WHERE index_no = :i") == 2000
    shelf.compare(40)


def test_blocks_are_renewed_some_at_a_time(shelf: Shelf) -> None:
    shelf.add(40)
    shelf.conn.execute(text("UPDATE search_index SET k1 = 2"))
    assert shelf.drop(max_chunks=1500) == 2
    assert (shelf.num_blocks, shelf.num_waiting) == (2, 2000)
    assert renew_blocks(shelf.conn, shelf.index.index_no, max_chunks=2000)
    assert (shelf.num_blocks, shelf.num_waiting) == (1, 2000)
    assert renew_blocks(shelf.conn, shelf.index.index_no, max_chunks=2000)
    assert (shelf.num_blocks, shelf.num_waiting) == (2, 0)
    assert not renew_blocks(shelf.conn, shelf.index.index_no, max_chunks=2000)
    assert shelf.count("SELECT CAST(bm25_has_blocks(:i, 0) AS int)") == 1
    shelf.compare(4)


def test_an_impact_is_the_most_that_a_term_adds_to_a_chunk_of_the_slot(shelf: Shelf) -> None:
    """So no sum is below a score: chunks of one slot are scored each."""
    compared = """
    SELECT count(*), count(*) FILTER (WHERE p.share <= i.element * (1 + 1e-6)),
           count(*) FILTER (WHERE p.share < i.element * 0.99)
    FROM (SELECT o.term_id, s.block_no, s.slot,
                 bm25_idf(b.n, t.df) * o.tf / (o.tf + b.k1 * (1 - b.b) + b.k1 * b.b / b.avgdl * o.dl) AS share
          FROM posting o JOIN impact_slot s ON s.chunk_no = o.chunk_no AND s.index_no = o.index_no
          JOIN term t ON t.term_id = o.term_id AND t.index_no = o.index_no
          JOIN bm25_statistics(:i) b ON b.text_config = t.text_config
          WHERE o.index_no = :i) p
    JOIN LATERAL (SELECT vector_norm(subvector(CAST(m.impacts AS vector), p.slot, 1)) AS element
                  FROM impact m WHERE m.index_no = :i AND m.term_id = p.term_id AND m.block_no = p.block_no) i ON true
    """
    # of today's statistics
    shelf.conn.execute(text("UPDATE search_index SET k1 = 1.1"))
    assert shelf.drop() == 2
    assert make_blocks(shelf.conn, shelf.index.index_no) == 2400
    num, num_bounded, num_below = shelf.conn.execute(text(compared), {"i": shelf.index.index_no}).one()
    assert num == num_bounded
    assert 0 < num_below < num


def test_few_that_wait_are_scored_beside_blocks_and_many_by_postings_alone(shelf: Shelf) -> None:
    has_blocks = "SELECT CAST(bm25_has_blocks(:i, {}) AS int)"
    assert shelf.count(has_blocks.format(400)) == 1
    assert shelf.count(has_blocks.format(399)) == 0
    shelf.conn.execute(text("SET LOCAL track_functions = 'pl'"))
    binds = {"i": shelf.index.index_no, "q": "wort000 wort001 wort002 wort003", "k": 10}
    found = shelf.conn.execute(text("SELECT * FROM bm25_scores(:i, :q, :k)"), binds).all()
    one = 2.0**36
    assert found == [(row.chunk_no, row.units / one) for row in shelf.conn.execute(text(PLAIN), binds)]
    # bm25_scores took the blocks
    calls = text("SELECT pg_stat_get_xact_function_calls(CAST('bm25_summed' AS regproc))")
    assert shelf.conn.scalar(calls) == 1


def test_plans_of_a_small_index_do_for_a_large_one(conn: Connection) -> None:
    """They are made once a session: what asked while a table was one page must not read it whole later."""
    shelf = Shelf(conn)
    shelf.index = shelf.library.index("fresh", text_config=None)
    calls = [text(call) for call in (PLAIN, SUMMED, "SELECT * FROM bm25_scores(:i, :q, :k)")]
    binds = {"i": shelf.index.index_no, "q": "wort000 wort003", "k": 10}
    shelf.add(1)
    assert make_blocks(conn, shelf.index.index_no) == 0
    conn.execute(text("SELECT bm25_make_blocks(:i, 1, 1)"), binds)
    for table in ("term", "posting", "impact", "impact_slot"):
        conn.execute(text(f"ANALYZE {table}_{shelf.index.index_no}"))
    for call in calls:
        assert conn.execute(call, binds).all()
    shelf.add(30)
    before = shelf.count(_SCANS)
    for call in calls:
        assert len(conn.execute(call, binds).all()) == 10
    assert shelf.count(_SCANS) == before


def test_a_document_larger_than_a_block_lies_in_several(shelf: Shelf) -> None:
    document = shelf.library.document("large.pdf")
    texts = [" ".join(shelf.chance.choices(WORDS, WEIGHTS, k=5)) for _ in range(4100)]
    chunk_set = shelf.library.chunk_set(document, texts)
    publish(shelf.conn, index=shelf.index, document_no=document.document_no, chunk_set_id=chunk_set)
    # with the 400 that waited
    assert (shelf.num_blocks, shelf.num_waiting) == (4, 0)
    assert shelf.count("SELECT count(DISTINCT block_no) FROM impact_slot WHERE index_no = :i AND document_no = 61") == 2
    assert shelf.count("SELECT max(slot) FROM impact_slot WHERE index_no = :i") == 1125
    shelf.compare()


def test_chunks_without_words_stand_in_blocks_until_words_come(shelf: Shelf, engine: Engine) -> None:
    """Photographs without a description, in a configuration of no language: that has no average length."""

    def add(name: str, texts: list[str]) -> None:
        chunk_set = shelf.library.chunk_set(document := shelf.library.document(name), texts)
        publish(shelf.conn, index=shelf.index, document_no=document.document_no, chunk_set_id=chunk_set)

    add("photographs.pdf", ["?!"] * 1100)
    lengths = "SELECT count(*) FROM lexical_stat WHERE index_no = :i AND num_lexical = 0"
    assert (shelf.count(lengths), shelf.num_waiting) == (1, 0)
    shelf.compare()
    add("words.pdf", [" ".join(shelf.chance.choices(WORDS, WEIGHTS, k=30)) for _ in range(1000)])
    assert (shelf.count(lengths), shelf.num_waiting) == (0, 0)
    shelf.compare()
    shelf.conn.commit()
    maintain_index(engine, shelf.index, SearchSettings())
    shelf.compare()


def test_an_index_of_images_has_no_blocks(conn: Connection) -> None:
    library = Library(conn)
    index = library.index("images")
    chunk_set = library.chunk_set(document := library.document("photographs.pdf"), ["?!"] * 1100)
    publish(conn, index=index, document_no=document.document_no, chunk_set_id=chunk_set)
    assert conn.scalar(text("SELECT count(*) FROM impact_slot WHERE index_no = :i"), {"i": index.index_no}) == 0
    assert conn.execute(text("SELECT * FROM bm25_search('images', 'wort001', 5)")).all() == []


def test_upkeep_makes_blocks_and_a_dropped_index_leaves_none(shelf: Shelf, engine: Engine) -> None:
    shelf.conn.execute(text("UPDATE search_index SET k1 = 2"))
    shelf.conn.commit()
    maintain_index(engine, shelf.index, SearchSettings())
    assert (shelf.num_blocks, shelf.num_waiting) == (1, 0)
    shelf.compare(4)
    drop_index(shelf.conn, shelf.index.index_name)
    assert shelf.count("SELECT count(*) FROM impact_block") == 0
    assert shelf.conn.scalar(text(f"SELECT to_regclass('impact_{shelf.index.index_no}')")) is None


@pytest.mark.parametrize(("num_blocks", "wanted"), [(3, 10), (60, 200), (200, 30), (60, 200_000)])
def test_a_threshold_leaves_about_as_many_slots_as_are_wanted(conn: Connection, num_blocks: int, wanted: int) -> None:
    """Of many blocks some are asked first where it lies."""
    asked = """
    WITH sums AS MATERIALIZED (
        SELECT array_agg(b.sum ORDER BY b.block) AS sums
        FROM (SELECT v.block, CAST(array_agg(power(v.number, 4)) AS vector) AS sum
              FROM (SELECT block, random() AS number FROM generate_series(1, :blocks) block, generate_series(1, 2000)) v
              GROUP BY v.block) b
    )
    SELECT t.threshold, t.num_marks, cardinality(t.marks), above.num
    FROM sums s CROSS JOIN LATERAL bm25_threshold(s.sums, :wanted, 1.0, 0.25) t
    CROSS JOIN LATERAL (SELECT count(*) AS num FROM unnest(s.sums) AS u(sum)
                        CROSS JOIN LATERAL unnest(CAST(u.sum AS real[])) AS n(number)
                        WHERE n.number > CAST(t.threshold AS real)) above
    """
    conn.execute(text("SELECT setseed(0.5)"))
    found = conn.execute(text(asked), {"blocks": num_blocks, "wanted": wanted}).one()
    assert found.cardinality == num_blocks
    assert found.num_marks == found.num
    if wanted < 2000 * num_blocks:
        assert wanted <= found.num_marks <= 1.4 * wanted
    else:
        assert found.threshold == 0
