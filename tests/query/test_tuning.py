"""Tuning asks a real index, fits on one half of the questions and never on the other."""

from __future__ import annotations

from typing import Any

import pytest

from bizrag.errors import BadInputError
from bizrag.evaluation.cases import EvalCase
from bizrag.evaluation.tuning import halves
from bizrag.model.retrieval import Hit, Retriever
from bizrag.retrieval.retriever import HybridRetriever
from query import QueryService
from query.tuning import tune

pytestmark = pytest.mark.slow

SUBJECTS = ("dividend", "net income", "net sales", "research and development", "orders for district energy")
FORMS = ("How large is the {}?", "What of the {}?", "Tell me about the {}.", "{} of 2025", "Where does the {} stand?")
CASES = [
    EvalCase(id=f"{form}{subject}", question=form.format(subject), doc="annual report.pdf", pages=(2,))
    for form in FORMS
    for subject in SUBJECTS
]


def test_what_is_reported_was_not_fitted_to(service: QueryService, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    retrieve = HybridRetriever.retrieve

    def listen(self: HybridRetriever, question: str, **options: Any) -> list[Hit]:
        asked.append(question)
        assert options["retriever"] is Retriever.HYBRID
        return retrieve(self, question, **options)

    monkeypatch.setattr(HybridRetriever, "retrieve", listen)
    tried: list[int] = []
    tuned = tune(service, CASES, metric="mrr@10", progress=lambda number, _settings: tried.append(number))

    fitted, reported = halves(CASES)
    assert (tuned.num_fitted, tuned.gain.n) == (len(fitted), len(reported))
    assert tried == list(range(len(tuned.trials)))
    # once before and once after: the weights saw the other half only. The first of each half also warms up
    times = {asked.count(case.question) for case in reported[1:]}
    assert times == ({2} if tuned.settings else {1})
    assert {asked.count(case.question) for case in fitted[1:]} == {len(tuned.trials) + 1}
    assert service.settings.search.model_dump()["fusion"] == "rrf"


def test_too_few_questions_are_refused(service: QueryService) -> None:
    with pytest.raises(BadInputError, match=r"only \d questions of a half have mrr@10"):
        tune(service, CASES[:6])
    without_pages = [case.model_copy(update={"pages": None}) for case in CASES]
    with pytest.raises(BadInputError, match="another --metric"):
        tune(service, without_pages)


def test_a_metric_that_does_not_exist_is_told_with_those_that_do(service: QueryService) -> None:
    with pytest.raises(BadInputError, match=r"^there is no metric 'foo' of retrieval; there are: page_recall@1, "):
        tune(service, CASES, metric="foo")
