"""Fitting the weights of a search to a set of questions: on one half of them, reported on the other.

Weights that were chosen on the questions they are reported on look better than they are. The halves are told apart by
the questions themselves, so that they are the same in every run, also when questions are added.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bizrag.evaluation.cases import EvalCase
from bizrag.evaluation.metrics.significance import Comparison, paired_bootstrap
from bizrag.model.hashing import sha256_text

# the score of every question with some settings, None where undefined; in the order of the questions
ScoreFn = Callable[[Mapping[str, Any]], Sequence[float | None]]

#: What is tried, one after the other: each list with what was best before it.
STEPS: tuple[tuple[str, tuple[float, ...]], ...] = (
    ("bm25_weight", (0.25, 0.5, 1.0, 2.0)),
    ("keyword_weight", (0.0, 0.5, 1.0, 2.0)),
)
WEIGHTED_STEPS: tuple[tuple[str, tuple[float, ...]], ...] = (
    ("alpha", (0.3, 0.5, 0.7, 0.9)),
    ("beta", (0.0, 0.25, 0.5, 1.0)),
)
# A change below this is no gain: of two settings that are as good, the earlier stays.
_LEAST_GAIN = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """Settings and what they scored on the half that is fitted to."""

    settings: Mapping[str, Any]
    mean: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuned:
    """The best settings that were tried, and what they are worth on questions that they were not chosen on."""

    metric: str
    # what differs from the settings now; empty where those were best
    settings: Mapping[str, Any]
    trials: tuple[Trial, ...]
    num_fitted: int
    # on the other half: means now and with the settings, and their difference question by question
    before: float
    after: float
    gain: Comparison


def halves(cases: Sequence[EvalCase]) -> tuple[list[EvalCase], list[EvalCase]]:
    """Questions to fit to, and questions to report on: by a hash of each question, so equal ones share a half."""
    fitted: list[EvalCase] = []
    reported: list[EvalCase] = []
    for case in cases:
        is_even = int(sha256_text(" ".join(case.question.split()).casefold())[:8], 16) % 2 == 0
        (fitted if is_even else reported).append(case)
    return fitted, reported


def best_settings(score: ScoreFn, *, now: Mapping[str, Any]) -> tuple[Mapping[str, Any], list[Trial]]:
    """What of the settings to change for the best mean score: weights of ranks first, then those of scores.

    A search by coordinates: every value of a weight is tried with the best of the weights before it. ``score`` is asked
    once for each set of settings; ``now`` are the values in force, by name.
    """
    trials: list[Trial] = []
    seen: dict[tuple[tuple[str, Any], ...], float] = {}

    def mean(changes: Mapping[str, Any]) -> float:
        changed = {name: value for name, value in changes.items() if now[name] != value}
        key = tuple(sorted(changed.items()))
        if key not in seen:
            values = [value for value in score(changed) if value is not None]
            seen[key] = sum(values) / len(values) if values else 0.0
            trials.append(Trial(settings=changed, mean=seen[key]))
        return seen[key]

    best: dict[str, Any] = {}
    mean(best)
    for fusion, steps in (("rrf", STEPS), ("weighted", WEIGHTED_STEPS)):
        own: dict[str, Any] = {"fusion": fusion}
        for name, values in steps:
            for value in values:
                if mean({**own, name: value}) > mean(own) + _LEAST_GAIN:
                    own = {**own, name: value}
        if mean(own) > mean(best) + _LEAST_GAIN:
            best = own
    return {name: value for name, value in best.items() if now[name] != value}, trials


def judged(
    metric: str,
    settings: Mapping[str, Any],
    trials: Sequence[Trial],
    *,
    num_fitted: int,
    before: Sequence[float | None],
    after: Sequence[float | None],
) -> Tuned:
    """What the settings are worth: ``before`` and ``after`` are scores of the other half, question by question.

    Raises ValueError where no question has a score.
    """
    gain = paired_bootstrap(after, before)
    if gain is None:
        raise ValueError(f"no question has {metric}")
    return Tuned(
        metric=metric,
        settings=settings,
        trials=tuple(trials),
        num_fitted=num_fitted,
        before=_mean(before),
        after=_mean(after),
        gain=gain,
    )


def _mean(values: Sequence[float | None]) -> float:
    defined = [value for value in values if value is not None]
    return sum(defined) / len(defined)
