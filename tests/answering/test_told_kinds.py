"""What was measured with, run on and compared with, told by the names of that kind."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.sentences.formalities import without_formalities
from bizrag.answering.extractive.sentences.told_kinds import find_told_kind
from bizrag.answering.statements.reading import Statement, read_statements
from tests.made import make_hit, make_passage

_PAPER = """We train with AdamW and a batch size of 32. All experiments were run on two NVIDIA A100 GPUs.
ClaimBuster was among the first systems for the task. We compare with (1) a majority classifier, (2) an SVM with \
tf-idf features, and (3) a fine-tuned mBERT. We report precision, recall and F1 of the positive class. Human \
evaluation with five fact-checkers showed that 68% were judged worth checking. Accuracy matters to all of us."""
_REPORT = "The board uses five measures of success. Sales rose, and costs fell. We compare our results with the budget."


def _statements(text: str) -> list[Statement]:
    return read_statements([make_passage(1, make_hit(1, text))])


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("What evaluation metrics are used?", "We report precision"),
        ("Which metrics do they use?", "We report precision"),
        ("What hardware was used?", "All experiments were run"),
        ("How many GPUs did they use?", "All experiments were run"),
        ("What baselines do they compare with?", "We compare with (1)"),
    ],
)
def test_a_kind_is_told_by_its_names(question: str, begins: str) -> None:
    found = find_told_kind(question, _statements(_PAPER))
    assert found is not None
    assert found.text.startswith(begins)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What metrics does the board use?", _REPORT),
        ("Which baseline has the best score?", _PAPER),
        ("What batch size do they use?", _PAPER),
    ],
)
def test_what_names_no_such_kind_is_left_to_others(question: str, text: str) -> None:
    assert find_told_kind(question, _statements(text)) is None


def test_where_a_paper_tells_something_is_no_answer_but_to_who_asks_where() -> None:
    said = "Section 3 introduces a data set which is used for the examples. The data are monthly incomes from the USA."
    kept = without_formalities("What data set do they use?", _statements(said))
    assert [one.said for one in kept] == ["The data are monthly incomes from the USA."]
    assert len(without_formalities("Which section introduces the data set?", _statements(said))) == 2
