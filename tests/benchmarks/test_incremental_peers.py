"""The audit of the peers' rows, and the embedder that they share."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from benchmarks.incremental_corpus import Corpus
from benchmarks.incremental_peers import Row, audit, table
from benchmarks.incremental_peers_job import DIMENSIONS, Job, PoisonError, vector


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    corpus = Corpus(tmp_path / "docs")
    corpus.fill(2, (".txt",))
    return corpus


def test_a_row_of_another_text_model_or_document_is_stale_and_a_missing_one_lost(corpus: Corpus) -> None:
    expected = [["a.txt", "one"], ["a.txt", "two"], ["b.txt", "three"]]
    right: list[Row] = [("a.txt", "one", False), ("a.txt", "two", False), ("b.txt", "three", False)]
    assert audit(right, expected, corpus, is_other_model=False) == (0, 0)
    assert audit([*right, ("gone.txt", "four", False)], expected, corpus, is_other_model=False) == (1, 0)
    assert audit(right[:2], expected, corpus, is_other_model=False) == (0, 1)
    assert audit([*right, right[0]], expected, corpus, is_other_model=False) == (1, 0)
    assert audit(right, expected, corpus, is_other_model=True) == (3, 3)
    # of a document that could not be read, the rows of before should answer
    old: list[Row] = [("b.txt", "before", False)]
    kept = [*right[:2], *old]
    assert audit(kept, expected, corpus, is_other_model=False, victim="b.txt", before=old) == (0, 0)
    assert audit(right[:2], expected, corpus, is_other_model=False, victim="b.txt", before=old) == (0, 1)


def test_without_expected_rows_texts_are_held_against_the_revisions_they_name(corpus: Corpus) -> None:
    first, second = sorted(corpus.revisions)
    stored: list[Row] = [(first, "In record 0 revision 1 all was well.", False), (second, "record 1 revision 1", False)]
    assert audit(stored, [], corpus, is_other_model=False) == (0, 0)
    corpus.change(first)
    assert audit(stored, [], corpus, is_other_model=False) == (1, 0)
    assert audit(stored[1:], [], corpus, is_other_model=False) == (0, 1)


def test_vectors_are_deterministic_and_tell_their_model(tmp_path: Path) -> None:
    one = vector("a text", is_other_model=False)
    assert one == vector("a text", is_other_model=False) != vector("a text", is_other_model=True)
    assert (len(one), math.fsum(value * value for value in one)) == (DIMENSIONS, pytest.approx(1))
    assert one[0] > 0 > vector("a text", is_other_model=True)[0]
    job = Job(
        address="", folder=tmp_path, state=tmp_path, is_smaller=False, is_other_model=False, die_after=0, option=""
    )
    assert job.embed(["a text", "another"])[0] == one
    with pytest.raises(PoisonError):
        job.embed(["fine", "poison"])
    assert job.counts.embed == 2


def test_the_table_shows_what_is_wrong_in_bold() -> None:
    row = {
        "scenario": "deleted",
        "parse": 1495,
        "split": 5,
        "embed": 0,
        "error": "x",
        "stale": 7,
        "lost": 0,
        "seconds": 1,
    }
    peers = {"peer": {"title": "Peer", "version": "1.2", "unchanged_seconds": 0.5, "scenarios": [row]}}
    assert "| deleted | 1,495 / 5 / 0; **7 s**; 1.0 s, raised |" in table(peers)
