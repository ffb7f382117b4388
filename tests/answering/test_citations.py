"""Citation markers: what stays, what goes."""

from __future__ import annotations

import pytest

from bizrag.answering.citations import MarkerFilter, check_markers, number_citations, without_markers
from bizrag.model.answers import Answer, Citation, Passage
from bizrag.model.geometry import Locator


@pytest.mark.parametrize(
    ("text", "expected", "used", "num_removed"),
    [
        pytest.param("Sales rose [1](#1).", "Sales rose [1](#1).", (1,), 0, id="known"),
        pytest.param("Sales rose [7](#7).", "Sales rose.", (), 1, id="unknown"),
        pytest.param("A [2](#2) and B [1](#1) [2](#2).", "A [2](#2) and B [1](#1) [2](#2).", (2, 1), 0, id="order"),
        pytest.param("A [1](#2).", "A.", (), 1, id="label and anchor differ"),
        pytest.param("A [x](#x), B [](#).", "A, B.", (), 2, id="no number"),
        pytest.param("A [01](#01).", "A [1](#1).", (1,), 0, id="leading zero"),
        pytest.param("A [1](https://x.org/#1).", "A [1](https://x.org/#1).", (), 0, id="other links stay"),
        pytest.param("No markers.", "No markers.", (), 0, id="none"),
    ],
)
def test_markers_of_unknown_passages_are_removed_and_counted(
    text: str, expected: str, used: tuple[int, ...], num_removed: int
) -> None:
    checked = check_markers(text, {1, 2})
    assert (checked.text, checked.passage_ids, checked.num_removed) == (expected, used, num_removed)


def test_what_reads_like_a_marker_in_a_source_loses_its_link() -> None:
    assert without_markers("As noted [2](#2) before") == "As noted 2 before"


def _answer(text: str, *cited: int, num_passages: int = 4) -> Answer:
    """An answer of passages 1, 2, ... named p1, p2, ..., with citations of some of them."""
    citations = [
        Citation(
            citation_id=number,
            chunk_id=f"c{number}",
            document_id="d",
            doc=f"p{number}",
            locators=(Locator(page_no=number),),
            quote=f"q{number}",
        )
        for number in cited
    ]
    passages = [
        Passage(passage_id=number, document_id="d", doc=f"p{number}", title="t", text="", hits=())
        for number in range(1, num_passages + 1)
    ]
    return Answer(
        text=text,
        citations=tuple(citations),
        is_abstention=not cited,
        passages=tuple(passages),
        provider="test",
        seconds=0.0,
    )


def test_citations_are_numbered_from_one_in_the_order_of_the_text() -> None:
    answer = number_citations(_answer("Pumps [4](#4). Fans [2](#2) [4](#4).", 2, 4))
    assert answer.text == "Pumps [1](#1). Fans [2](#2) [1](#1)."
    assert [(citation.citation_id, citation.doc) for citation in answer.citations] == [(1, "p4"), (2, "p2")]
    # a passage shares the number of its citation; the others follow
    assert [(passage.passage_id, passage.doc) for passage in answer.passages] == [
        (1, "p4"),
        (2, "p2"),
        (3, "p1"),
        (4, "p3"),
    ]
    assert number_citations(answer) == answer


def test_a_citation_that_the_text_never_names_keeps_a_number_and_a_marker_without_citation_goes() -> None:
    answer = number_citations(_answer("Pumps [3](#3) [1](#1).", 2, 3))
    assert answer.text == "Pumps [1](#1)."
    assert [(citation.citation_id, citation.doc) for citation in answer.citations] == [(1, "p3"), (2, "p2")]


def test_an_abstention_keeps_its_passages() -> None:
    answer = _answer("No answer found")
    assert number_citations(answer) == answer


@pytest.mark.parametrize(
    "text",
    [
        "Pumps [4](#4). Fans [2](#2) [4](#4).",
        "Pumps  [9](#9) [4](#4) [x](#2)[2](#2) end [",
        "A [link](https://example.com) and [1] and [2] (#2) [2](#2",
        "[2](#2)[4](#4)",
        "  spaces   [7](#7)   stay  ",
        "",
    ],
)
@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_a_stream_of_pieces_ends_as_the_whole_does(text: str, size: int) -> None:
    markers = MarkerFilter({2, 4})
    pieces = [markers.feed(text[at : at + size]) for at in range(0, len(text), size)]
    named = check_markers(text, {2, 4}).passage_ids
    assert "".join(pieces) + markers.finish() == number_citations(_answer(text, *named)).text


def test_what_is_no_marker_is_not_held_back() -> None:
    markers = MarkerFilter({1})
    assert markers.feed("See [1") == "See"
    assert markers.feed("](#1) and") == " [1](#1) and"
    assert markers.feed(" [" + "x" * 200) == " [" + "x" * 200
