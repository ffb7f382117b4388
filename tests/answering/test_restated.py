"""A sentence that says nothing but the words of a question answers it with yes or no."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.sentences.restated import find_restated
from bizrag.answering.statements.reading import read_statements
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

_TEXT = (
    "Dividend proposed.\n\nRevenue of about 190 million is expected for the year. No dividend is proposed. "
    "The diesel price was hedged. Wages are negotiated in January."
)
_PASSAGES = [make_passage(1, make_hit(1, _TEXT))]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Was the diesel price hedged?", "The diesel price was hedged."),
        ("Is the diesel price of 2031 hedged?", None),
        # asks for more, for one of two, or no whether
        ("Is the diesel price hedged or not?", None),
        ("Which diesel price was hedged?", None),
        ("Are wages rising?", None),
    ],
)
def test_the_sentence_of_the_words_of_a_question_is_found(question: str, expected: str | None) -> None:
    found = find_restated(question, read_statements(_PASSAGES))
    assert (found.text.strip() if found else None) == expected


def test_the_answer_says_no(minilm: LocalEmbedder) -> None:
    hit = make_hit(1, _TEXT.partition("\n\n")[2])
    answer = ExtractiveAnswerer(minilm).answer("Is a dividend proposed?", [make_passage(1, hit)])
    assert answer.text == "No dividend is proposed. [1](#1)"
