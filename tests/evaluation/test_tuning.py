"""Weights are fitted to one half of the questions and reported on the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from bizrag.evaluation.cases import EvalCase
from bizrag.evaluation.tuning import best_settings, halves, judged

NOW = {"fusion": "rrf", "bm25_weight": 1.0, "keyword_weight": 1.0, "alpha": 0.7, "beta": 0.5}
CASES = [EvalCase(id=str(number), question=f"What is the number {number}?") for number in range(60)]


def test_the_halves_are_apart_and_stay_when_questions_are_added() -> None:
    fitted, reported = halves(CASES)
    assert min(len(fitted), len(reported)) > 20
    assert {case.id for case in fitted} | {case.id for case in reported} == {case.id for case in CASES}
    assert not {case.id for case in fitted} & {case.id for case in reported}
    more = [EvalCase(id="new", question="Who asks?"), *CASES]
    assert [case for case in halves(more)[0] if case.id != "new"] == fitted
    # the same question under another id, with other blanks, is no new evidence
    again = EvalCase(id="again", question="what is  the number 7?")
    assert any(again in half and CASES[7] in half for half in halves([*CASES, again]))


def test_the_best_weights_are_found_one_after_the_other() -> None:
    asked: list[dict[str, Any]] = []

    def score(changes: Mapping[str, Any]) -> list[float | None]:
        asked.append(dict(changes))
        values: dict[str, Any] = {**NOW, **changes}
        if values["fusion"] == "rrf":
            return [1 - abs(values["bm25_weight"] - 0.5) - abs(values["keyword_weight"] - 2) / 10, None]
        return [0.1]

    settings, trials = best_settings(score, now=NOW)

    assert settings == {"bm25_weight": 0.5, "keyword_weight": 2.0}
    assert max(trials, key=lambda trial: trial.mean).settings == settings
    # nothing is asked twice
    assert len(asked) == len({tuple(sorted(one.items())) for one in asked}) == len(trials)


def test_settings_that_are_best_already_stay() -> None:
    settings, _ = best_settings(lambda _changes: [0.5], now=NOW)
    assert settings == {}


def test_the_gain_is_told_with_its_interval() -> None:
    tuned = judged("mrr@10", {"alpha": 0.5}, (), num_fitted=9, before=[0.0, 0.5, None], after=[1.0, 0.5, 1.0])
    assert (tuned.before, tuned.after, tuned.gain.difference, tuned.gain.n) == (0.25, 2.5 / 3, 0.5, 2)
    assert tuned.gain.low <= 0.5 <= tuned.gain.high
    with pytest.raises(ValueError, match="no question has mrr@10"):
        judged("mrr@10", {}, (), num_fitted=0, before=[None], after=[None])
