"""A column that a question means by other words than its name."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.tables.named.meant_columns import with_meant_column
from bizrag.answering.statements.reading import read_statements
from bizrag.model.answers import Passage
from bizrag.model.chunks import ChunkKind
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

_BRANCHES = """# Branches of the credit union
[TABLE START]
Branch | Deposits | Loans outstanding | Members | Staff
Harbour | 41,200 | 38,900 | 5,120 | 14
Old Town | 63,800 | 29,400 | 7,340 | 11
Station | 27,500 | 31,100 | 3,980 | 19
[TABLE END]"""
_VACUUMS = """# Upright models
[TABLE START]
Model | Sound level dB | Suction power W | Weight kg
VX-20 | 71 | 260 | 6.1
VX-25 | 78 | 310 | 7.4
VX-30 | 66 | 285 | 6.8
[TABLE END]"""


def _passage(text: str) -> Passage:
    return make_passage(1, make_hit(1, text, kind=ChunkKind.SLIDE))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which branch lends the most?", "Which branch lends the most (Loans outstanding)?"),
        ("Which branches have more than 12 people working there?", None),
        # a column is named
        ("Which branch has the most members?", "Which branch has the most members?"),
        # nothing is compared
        ("Which branch lends to farmers?", "Which branch lends to farmers?"),
        # no column is meant more than the others
        ("Which branch is the nicest and the most beautiful?", "Which branch is the nicest and the most beautiful?"),
    ],
)
def test_a_question_names_the_column_that_it_means(question: str, expected: str | None, minilm: LocalEmbedder) -> None:
    rows = [one for one in read_statements([_passage(_BRANCHES)]) if one.is_row]
    expected = expected or f"{question.rstrip('?')} (Staff)?"
    assert with_meant_column(question, rows, minilm.embed) == expected


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("Which branch lends the most?", _BRANCHES, "Harbour: Loans outstanding 38,900. [1](#1)"),
        (
            "Which branches have more than 12 people working there?",
            _BRANCHES,
            "Harbour: Staff 14. Station: Staff 19. [1](#1)",
        ),
        ("Which of the models is the loudest?", _VACUUMS, "VX-25: Sound level dB 78. [1](#1)"),
        ("Which model is the quietest?", _VACUUMS, "VX-30: Sound level dB 66. [1](#1)"),
    ],
)
def test_rows_are_compared_by_the_column_that_is_meant(
    question: str, text: str, expected: str, minilm: LocalEmbedder
) -> None:
    answer = ExtractiveAnswerer(embedder=minilm).answer(question, [_passage(text)])
    assert answer.text == expected
