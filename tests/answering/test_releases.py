"""What changed in a release, and since which one something is so, is told from release notes."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from tests.made import make_hit, make_passage

_NOTES = (
    "2.1.0 - 2024-05-06\n\nAdded\n\n- The pump starts by itself. See #12.\n\n- Polish labels\n\nRemoved\n\n"
    "- Support for batteries of type 7. Type 8 is needed now.\n\n"
    "2.0.1 - 2024-03-02\n\nFixed\n\n- The valve stayed open after a cold start\n\n"
    "2.0.0 - 2024-01-15\n\n- First release with a display"
)


def _told(answerer: ExtractiveAnswerer, question: str) -> str:
    return answerer.answer(question, [make_passage(1, make_hit(1, _NOTES, headings=("notes", "Changes")))]).text


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What was fixed in 2.0.1?", "The valve stayed open after a cold start. [1](#1)"),
        ("What was added in version 2.1.0?", "- The pump starts by itself. See #12.\n- Polish labels. [1](#1)"),
        ("What was removed in 2.1?", "Support for batteries of type 7. Type 8 is needed now. [1](#1)"),
        (
            "What changed in 2.1.0?",
            "Added:\n- The pump starts by itself. See #12.\n- Polish labels. [1](#1)\n\n"
            "Removed:\n- Support for batteries of type 7. Type 8 is needed now. [1](#1)",
        ),
        ("What is new in 2.0.0?", "First release with a display. [1](#1)"),
        ("What was fixed in Pump Control 2.0.1?", "The valve stayed open after a cold start. [1](#1)"),
        # none of that kind, and no such release
        ("What was removed in 2.0.1?", "No answer found"),
        ("What changed in version 3.4.0?", "No answer found"),
    ],
)
def test_what_changed_in_a_release_is_told(answerer: ExtractiveAnswerer, question: str, expected: str) -> None:
    told = _told(answerer, question)
    assert " ".join(told.replace("- ", "").split()) == " ".join(expected.replace("- ", "").split())


@pytest.mark.slow
def test_the_release_of_a_change_is_told_with_it(answerer: ExtractiveAnswerer) -> None:
    told = _told(answerer, "Since which version are batteries of type 8 needed?")
    assert told.startswith("2.1.0 - 2024-05-06: Support for batteries of type 7. Type 8 is needed now.")
    # all its words are asked for
    assert _told(answerer, "Which version has the Polish labels?").startswith("2.1.0 - 2024-05-06: Polish labels.")
    assert _told(answerer, "In which version was the valve that stayed open fixed?").startswith("2.0.1 - 2024-03-02:")
