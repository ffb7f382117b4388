"""Lines of a time line that lie in, before or after the time that a question names."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_LINE = """# Milestones on the way
Nov 2025 – Terminal opens
Mar 2026 – Zaragoza leases end
Oct 2026 – Robots in 20 stores
Jun 2027 – Deep-sea terminal"""


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What happens in March 2026?", "Mar 2026 – Zaragoza leases end. [1](#1)"),
        ("How many milestones lie after 2026?", "1 of 4: Jun 2027 – Deep-sea terminal. [1](#1)"),
        ("Which milestones lie before 2026?", "Nov 2025 – Terminal opens. [1](#1)"),
        (
            "Which milestones are planned for 2026?",
            "Mar 2026 – Zaragoza leases end. [1](#1) Oct 2026 – Robots in 20 stores. [1](#1)",
        ),
        # what is asked for by its name has a date, too
        ("When do the Zaragoza leases end?", "Mar 2026 – Zaragoza leases end. [1](#1)"),
    ],
)
def test_events_are_told_by_their_date(answerer: ExtractiveAnswerer, question: str, expected: str) -> None:
    passage = make_passage(1, make_hit(1, _LINE, kind=ChunkKind.SLIDE))
    assert answerer.answer(question, [passage]).text == expected


def test_a_time_in_which_nothing_lies_is_answered_as_before(answerer: ExtractiveAnswerer) -> None:
    passage = make_passage(1, make_hit(1, _LINE, kind=ChunkKind.SLIDE))
    assert "of 4" not in answerer.answer("How many milestones lie after 2030?", [passage]).text
