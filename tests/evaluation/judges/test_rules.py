"""What judges compute without a model, worked by hand."""

from __future__ import annotations

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from bizrag.evaluation.judges.answer_rules import AnswerType, answer_score, as_list
from bizrag.evaluation.judges.lexical import Lexical
from bizrag.evaluation.judges.port import JudgeInput
from bizrag.evaluation.judges.rag_checker_scores import CheckedClaim, rag_checker_scores


@pytest.mark.parametrize(
    ("kind", "reference", "answer", "score"),
    [
        ("int", "8", "8", 1),
        ("int", "8", "8.0", 1),
        ("int", "8", "8.7", 0),
        ("int", "1200", "1,200", 1),
        ("int", "8", "eight", 0),
        ("int", "-5", "-5", 1),
        ("int", "3", "nan", 0),
        ("float", "18.29%", "18.29", 1),
        ("float", "18.29%", "0.1829", 1),
        ("float", "0.1829", "18.29%", 1),
        ("float", "100", "100.9", 1),  # within 1 %
        ("float", "100", "101.1", 0),
        ("float", "0.004", "0.001", 0),
        ("float", "0.004", "0.0", 1),  # equal at two decimals
        ("float", "$3.5", "3.5 million", 1),
        ("float", "3 miles", "3", 1),
        ("float", "-2.5", "2.5", 0),
        ("float", "2.5", "unknown", 0),
        ("str", "Berlin School", "berlin school", 1),
        ("str", "Berlin School (1910)", "Berlin School", 1),
        ("str", "colour", "color", 5 / 6),
        ("str", "abcd", "abxy", 0),  # half is not enough
        ("str", "https://w.wiki/6gb", "https://w.wiki/6gc", 0),
        ("str", "2015-2016", "2015-2017", 0),
        ("str", "page 5", "page 6", 0),
        ("str", "a.b@mail.com", "a.b@mail.con", 0),
        ("none", "Not answerable", "Not answerable", 1),
        ("none", "Not answerable", "Fail to answer", 0),
        ("list", "['Circle', 'Rectangle']", "['rectangle', 'circle']", 1),
        ("list", "['Circle', 'Rectangle']", "['Circle']", 0),
        ("list", "['colour', 'size']", "['color', 'size']", 5 / 6),
        ("list", "[10, 20]", "['20', '10']", 1),
        ("list", "[10, 20]", "['20', '11']", 0),
        ("list", "[]", "[]", 0),
    ],
)
def test_answers_compare_by_the_type_of_the_reference(kind: str, reference: str, answer: str, score: float) -> None:
    assert answer_score(reference, answer, AnswerType(kind)) == pytest.approx(score)


def test_lists_are_read_without_running_them() -> None:
    text = "[__import__('os').getcwd()]"
    assert as_list(text) == [text]


def claim(is_entailed: int, *sources: int) -> CheckedClaim:
    return CheckedClaim(is_entailed=bool(is_entailed), entailed_by=frozenset(sources))


def test_rag_checker_figures_by_hand() -> None:
    # sources 1 and 2 are relevant, 3 and 4 are not
    reference = [claim(1, 1), claim(0, 1, 2), claim(0), claim(1)]
    answer = [claim(1, 1), claim(1), claim(0, 2, 3), claim(0, 3), claim(0)]
    assert rag_checker_scores(reference, answer, 4) == pytest.approx(
        {
            "recall": 2 / 4,
            "precision": 2 / 5,
            "f1": 4 / 9,
            "claim_recall": 2 / 4,
            "context_precision": 2 / 4,
            "context_utilization": 1 / 2,
            "noise_sensitivity_relevant": 1 / 5,
            "noise_sensitivity_irrelevant": 1 / 5,
            "hallucination": 1 / 5,
            "self_knowledge": 1 / 5,
            "faithfulness": 3 / 5,
        }
    )


def test_an_answer_without_claims_misses_everything() -> None:
    scores = rag_checker_scores([claim(0, 1)], [], 1)
    assert (scores["recall"], scores["precision"], scores["f1"]) == (0, None, 0)
    assert (scores["claim_recall"], scores["faithfulness"]) == (1, None)


def test_when_nothing_was_retrieved_all_that_is_said_is_made_up_or_known() -> None:
    scores = rag_checker_scores([claim(1)], [claim(1), claim(0)], 0)
    assert (scores["claim_recall"], scores["context_precision"], scores["context_utilization"]) == (0, None, None)
    assert (scores["hallucination"], scores["self_knowledge"], scores["faithfulness"]) == (0.5, 0.5, 0)


CLAIMS = st.lists(
    st.builds(CheckedClaim, is_entailed=st.booleans(), entailed_by=st.frozensets(st.integers(1, 4))),
    min_size=1,
    max_size=8,
)


@pytest.mark.slow
@for_all(reference=CLAIMS, answer=CLAIMS)
def test_the_parts_of_rag_checker_add_up(reference: list[CheckedClaim], answer: list[CheckedClaim]) -> None:
    scores = rag_checker_scores(reference, answer, 4)
    value = {name: score for name, score in scores.items() if score is not None}
    wrong = value["noise_sensitivity_relevant"] + value["noise_sensitivity_irrelevant"] + value["hallucination"]
    assert wrong == pytest.approx(1 - value["precision"])
    assert value["faithfulness"] + value["self_knowledge"] + value["hallucination"] == pytest.approx(1)
    assert all(0 <= score <= 1 for score in value.values())


def test_the_lexical_judge_counts_shared_words_and_says_that_it_is_no_model() -> None:
    given = JudgeInput(question="How many?", answer="There are 12 rooms", reference="12 rooms, 3 floors, 12 keys")
    found = Lexical().judge(given)
    # shared: 12, rooms; the reference has 6 words, the answer 4
    assert found.scores == pytest.approx({"lexical_recall": 2 / 6, "lexical_precision": 2 / 4, "lexical_f1": 0.4})
    assert (found.judge, found.version, found.replies) == ("lexical", "lexical@1:no model", ())


def test_the_lexical_judge_knows_nothing_without_a_reference_and_misses_all_with_an_empty_answer() -> None:
    assert set(Lexical().judge(JudgeInput(question="?", answer="12")).scores.values()) == {None}
    scores = Lexical().judge(JudgeInput(question="?", answer="", reference="12")).scores
    assert scores == {"lexical_recall": 0, "lexical_precision": None, "lexical_f1": 0}
