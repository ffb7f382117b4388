"""What a column of a small table adds up to: which questions ask for it, and which tables are added up."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.tables.reckoned.column_sums import find_column_sum
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

_HEAD = "# Open tenders\n[TABLE START]\nCustomer | Value (GBP k) | Probability | Owner\n"
_ROWS = "Oak Ltd | 1,850 | 80 % | B. Roy\nElm Ltd | 900 | 25 % | A. Lund\nAsh plc | 2,400 | 60 % | B. Roy\n"
_SUM = "Oak Ltd: Value (GBP k) 1,850; Elm Ltd: Value (GBP k) 900; Ash plc: Value (GBP k) 2,400; 3 rows, sum 5,150."


def _found(question: str, table: str) -> str | None:
    passage = make_passage(1, make_hit(1, f"{table}[TABLE END]", kind=ChunkKind.SLIDE))
    found = find_column_sum(question, [one for one in read_statements([passage]) if one.is_row])
    return found.text if found else None


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("total value of open tenders", _SUM),
        ("What is the total value of the open tenders?", _SUM),
        ("What are the open tenders worth in total?", None),
        # some of the rows, shares, their number, another table, or no total
        ("What is the total value of the open tenders of B. Roy?", None),
        ("total probability of open tenders", None),
        ("What is the total number of open tenders?", None),
        ("total value of closed tenders", None),
        ("What is the value of the open tenders?", None),
    ],
)
def test_the_column_that_is_named_is_added_up(question: str, expected: str | None) -> None:
    assert _found(question, _HEAD + _ROWS) == expected


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        ("Total | 5,200 | | \n", "Total: Value (GBP k) 5,200."),
        ("Sonnwald AG | 5,150 | | \n", "Sonnwald AG: Value (GBP k) 5,150."),
        # a row without a value, and two sums
        ("Yew Ltd | | 5 % | A. Lund\n", None),
        ("Subtotal | 5,150 | | \nTotal | 5,150 | |\n", None),
    ],
)
def test_where_a_row_tells_the_total_it_is_told(last: str, expected: str | None) -> None:
    assert _found("total value of open tenders", _HEAD + _ROWS + last) == expected


def test_the_answer_tells_what_was_added_up(minilm: LocalEmbedder) -> None:
    passage = make_passage(1, make_hit(1, f"{_HEAD}{_ROWS}[TABLE END]", kind=ChunkKind.SLIDE))
    answer = ExtractiveAnswerer(minilm).answer("total value of open tenders", [passage])
    assert answer.text == f"{_SUM} [1](#1)"


def test_the_number_of_rows_in_a_question_means_all_of_them() -> None:
    table = (
        "# Tickets closed by month\n[TABLE START]\nMonth | Incidents | Requests\nJuly | 612 | 430\nAugust | 548 | 455\n"
    )
    question = "How many requests were closed in total over the {} months?"
    assert _found(question.format("two"), table) == "July: Requests 430; August: Requests 455; 2 rows, sum 885."
    assert _found(question.format("three"), table) is None
