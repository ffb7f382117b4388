"""Citation markers: what stays, what goes."""

from __future__ import annotations

import pytest

from bizrag.answering.citations import check_markers, without_markers


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
