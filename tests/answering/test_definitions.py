"""Terms that a text defines in brackets."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.sentences.definitions import find_definition
from bizrag.answering.statements.reading import read_statements
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

_PARTIES = 'This agreement is made between Tarn Valley plc ("Lessor") and Oakridge Works Ltd (the “Lessee”).'
_TEXT = (
    "The Lessor leases one press to the Lessee. The Lessee insures it and names the Lessor as payee.\n\n"
    f'{_PARTIES}\n\nIt applies from 1 March 2026 (the "Effective Date").'
)
_PASSAGES = [make_passage(1, make_hit(1, _TEXT))]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who is the lessor?", _PARTIES),
        ("Who is the lessee?", _PARTIES),
        ("What is the 'Effective Date'?", 'It applies from 1 March 2026 (the "Effective Date").'),
        ("Who is the guarantor?", None),
        ("What does the lessee insure?", None),
    ],
)
def test_the_sentence_that_defines_a_term_is_found(question: str, expected: str | None) -> None:
    found = find_definition(question, read_statements(_PASSAGES))
    assert (found.text.strip() if found else None) == expected


def test_the_answer_names_the_party(minilm: LocalEmbedder) -> None:
    assert ExtractiveAnswerer(minilm).answer("Who is the lessor?", _PASSAGES).text == f"{_PARTIES} [1](#1)"


_TERMS = (
    '(a) "Fees" means the charges set out in Schedule 1.\n\n'
    "(b) The extent of Fees is not defined by the definition of Deliverables in the Schedule.\n\n"
    "- 'Deliverables':the items that the Supplier hands over.\n\n"
    "Board: means the directors of the Supplier."
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ('How is "Fees" defined?', '"Fees" means the charges set out in Schedule 1.'),
        ("What does 'Deliverables' mean?", "'Deliverables':the items that the Supplier hands over."),
        ("What is the definition of Board?", "Board: means the directors of the Supplier."),
        ("How is Confidential Information defined?", None),
    ],
)
def test_a_term_is_told_by_what_it_means(question: str, expected: str | None) -> None:
    found = find_definition(question, read_statements([make_passage(1, make_hit(1, _TERMS))]))
    assert (found is None) if expected is None else (found is not None and found.text.strip().endswith(expected))
