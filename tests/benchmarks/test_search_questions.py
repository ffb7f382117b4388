"""Questions and comparisons of the search benchmarks, numbers worked by hand. Nothing is searched."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.search_corpus import CorpusChunk, cut, html_text, is_english
from benchmarks.search_exact import recall
from benchmarks.search_questions import (
    agreement,
    document_questions,
    known_items,
    largest_difference,
    milliseconds,
)

_CHUNKS = [
    CorpusChunk(
        document=f"data/{number}", title=f"Report {number % 2}", text=" ".join(f"w{number}x{i}" for i in range(60))
    )
    for number in range(10)
]


def test_a_tie_at_the_last_place_is_agreement() -> None:
    ours, theirs = [(1, 2.0), (2, 1.0)], [(1, 2.0), (3, 1.0)]
    assert agreement(ours, theirs, 2) == 1.0


def test_another_score_of_the_same_chunk_is_no_agreement() -> None:
    ours, theirs = [(1, 2.0), (2, 1.0)], [(1, 2.001), (2, 1.0)]
    assert agreement(ours, theirs, 2) == 0.5


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        ([], [], 1.0),
        # a hit that we do not have
        ([(1, 2.0)], [(1, 2.0), (2, 1.0)], 0.5),
        # a hit that they do not have
        ([(1, 2.0), (2, 1.0)], [(1, 2.0)], 0.5),
        ([(1, 2.0)], [], 0.0),
    ],
)
def test_missing_hits_are_no_agreement(
    ours: list[tuple[int, float]], theirs: list[tuple[int, float]], expected: float
) -> None:
    assert agreement(ours, theirs, 10) == expected


def test_the_largest_difference_compares_scores_rank_by_rank() -> None:
    assert largest_difference([(1, 3.0), (2, 1.0)], [(5, 2.75), (6, 1.0)], 2) == 0.25
    assert largest_difference([], [(5, 2.75)], 2) == 0.0


def test_recall_is_the_share_of_what_is_wanted() -> None:
    assert recall([1, 2, 3], [3, 4]) == 0.5
    assert recall([1], []) == 1.0


def test_percentiles_are_in_milliseconds() -> None:
    assert milliseconds([0.001, 0.003]) == {"n": 2, "p50_ms": 2.0, "p95_ms": 2.9}
    assert milliseconds([]) == {"n": 0, "p50_ms": None, "p95_ms": None}


def test_known_items_come_from_the_beginning_of_their_chunk_and_repeat_with_the_seed() -> None:
    items = known_items(_CHUNKS, number=5, seed=1, first_words=16)
    assert items == known_items(_CHUNKS, number=5, seed=1, first_words=16)
    for item in items:
        (place,) = item.golds
        words = item.question.split()
        assert len(words) == 7
        assert set(words) <= set(_CHUNKS[place].text.split()[:16])


def test_natural_questions_are_those_whose_document_is_in_the_corpus(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    asked = [{"question": "a?", "doc": "Report 1.pdf"}, {"question": "b?", "doc": "Other.pdf"}]
    path.write_text("".join(json.dumps(one) + "\n" for one in asked))
    (found,) = document_questions(path, _CHUNKS, number=5, seed=1)
    assert (found.question, found.golds) == ("a?", frozenset({1, 3, 5, 7, 9}))


def test_chunks_are_whole_sentences_within_the_bounds() -> None:
    page = "One two three four five six seven eight nine ten. " * 40
    sizes = [len(chunk.split()) for chunk in cut(page)]
    assert sizes == [80, 80, 80, 80, 80]


def test_a_sentence_beyond_the_bounds_is_cut_between_words() -> None:
    chunks = list(cut(" ".join(f"w{number}" for number in range(300))))
    assert [len(chunk.split()) for chunk in chunks] == [130, 130]
    assert chunks[1].startswith("w130 ")


def test_text_of_a_page_has_a_line_for_each_block_and_no_navigation() -> None:
    page = b"<html><body><nav>Up</nav><h1>One</h1><p>two <em>three</em>\nfour</p><div class='navheader'>x</div></body>"
    assert html_text(page) == "One\ntwo three four"
    assert html_text(b"  ") == ""


def test_english_is_told_by_its_frequent_words() -> None:
    assert is_english("the name of the file is a word")
    assert not is_english("der Name der Datei ist ein Wort")
    assert not is_english("")
