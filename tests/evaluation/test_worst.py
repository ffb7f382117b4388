"""Which questions a report shows as those that went worst, and in which order."""

from __future__ import annotations

import pytest

from bizrag.evaluation.cases import UNANSWERABLE, EvalCase
from bizrag.evaluation.report.worst import main_pipeline, success, worst_questions
from bizrag.evaluation.runner import EvalReport
from bizrag.evaluation.scores import CaseScores, WrittenAnswer

PAGE = ("d", 1)


def found(case: EvalCase, mrr: float | None) -> CaseScores:
    pages = frozenset() if mrr is None else frozenset({PAGE})
    return CaseScores(case=case, values={"mrr@10": mrr}, seconds=0.1, gold_pages=pages)


def answered(case: EvalCase, token_recall: float | None, *, abstains: bool = False) -> CaseScores:
    answer = WrittenAnswer(text="It says [1](#1)", is_abstention=abstains, provider="test")
    return CaseScores(case=case, values={"token_recall": token_recall}, seconds=0.1, answer=answer)


def case(name: str, modality: str = "text") -> EvalCase:
    return EvalCase(id=name, question=f"{name}?", answer="ten", modality=modality)


def report(*rows: tuple[CaseScores | None, CaseScores | None]) -> EvalReport:
    return EvalReport(
        retrieval={"hybrid": tuple(hits for hits, _ in rows if hits), "dense": ()},
        answers={"hybrid": tuple(answer for _, answer in rows if answer)},
        missing_docs=(),
        seconds=1.0,
    )


def test_what_went_wrong_comes_first_and_what_went_right_is_left_out() -> None:
    right, second, other, pageless = case("right"), case("second"), case("other"), case("pageless")
    silent, invented = case("silent"), case("invented", UNANSWERABLE)
    shown = worst_questions(
        report(
            (found(right, 1.0), answered(right, 1.0)),
            (found(second, 0.5), answered(second, 1.0)),
            (found(other, 0.0), answered(other, 1.0)),
            (found(silent, 1.0), answered(silent, 1.0, abstains=True)),
            # its answer alone is known, and there is none
            (found(pageless, None), answered(pageless, 0.0, abstains=True)),
            (None, answered(invented, None)),
        ),
        "hybrid",
        {},
        lambda document, page: None,
    )
    # (1/2 + 1) / 2 = 3/4 is the best of them; what abstained at rank 1 is as bad as a right answer from no right page
    assert [row["id"] for row in shown] == ["invented", "pageless", "other", "silent", "second"]
    assert shown[0]["answer"] == "It says [1]"
    assert [row["ranks"] for row in shown[:3]] == [{}, {}, {"hybrid": None}]


@pytest.mark.parametrize(
    ("mrr", "token_recall", "expected"), [(0.5, None, 0.5), (None, 0.25, 0.25), (0.5, 1.0, 0.75), (None, None, None)]
)
def test_what_is_unknown_does_not_count(mrr: float | None, token_recall: float | None, expected: float | None) -> None:
    one = case("q")
    assert success(found(one, mrr), answered(one, token_recall)) == expected


def test_a_failure_of_a_model_is_no_bad_answer() -> None:
    one = case("q")
    failed = CaseScores(case=one, values={}, seconds=0.0, error="ProviderError: down")
    assert success(failed, failed) is None


def test_of_several_pipelines_the_best_that_answers_is_shown() -> None:
    one = case("q")
    both = EvalReport(
        retrieval={"dense": (found(one, 1.0),), "hybrid": (found(one, 0.5),)},
        answers={"hybrid": (answered(one, 1.0),)},
        missing_docs=(),
        seconds=1.0,
    )
    assert main_pipeline(both) == "hybrid"
