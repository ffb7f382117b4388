"""Who asked what in a transcript: names above or before questions."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.questions.askers import find_asked
from bizrag.answering.statements.reading import read_statements
from tests.made import make_hit, make_passage

_CALL = (
    "Operator\n\nWe go to Paul Iqbal of Merrow.\n\nPaul Iqbal -- Merrow & Co.\n\nAre you planning acquisitions? And "
    "what about the pension?\n\nDieter Kaasch -- Chief Financial Officer\n\nThe pension has a surplus of £12 million."
    "\n\nTom Verey, Castlegate\n\nDo you see private label coming back?"
)
_HEARING = (
    "Ann Lee: Which rule applies to barges?\n\nBo Ek: The rule of 1998 applies to barges.\n\nAnn Lee: And when does it "
    "end?"
)


def _found(question: str, text: str) -> str | None:
    found = find_asked(question, read_statements([make_passage(1, make_hit(1, text))]))
    return " ".join(found.text.split()) if found else None


@pytest.mark.parametrize(
    ("text", "question", "expected"),
    [
        (
            _CALL,
            "Who asked about the pension?",
            "Paul Iqbal -- Merrow & Co. Are you planning acquisitions? And what about the pension?",
        ),
        (_CALL, "What did Verey ask?", "Tom Verey, Castlegate Do you see private label coming back?"),
        (_HEARING, "Who asked which rule applies to barges?", "Ann Lee: Which rule applies to barges?"),
        # two turns, nobody, and no question for a question
        (_HEARING, "What did Ann Lee ask?", None),
        (_CALL, "Who asked about the weather?", None),
        (_CALL, "Who is the Chief Financial Officer?", None),
    ],
)
def test_questions_are_found_by_who_asked_and_by_what_about(text: str, question: str, expected: str | None) -> None:
    assert _found(question, text) == expected
