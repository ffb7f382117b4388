"""Many answers before one judge: concurrent, in order, with means and the number of failures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from bizrag.evaluation.judges.port import Judge, JudgeFailure, JudgeInput, JudgeResult, Verdict
from bizrag.evaluation.metrics import mean

__all__ = ["Panel", "judge_all"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """What a judge said of many answers."""

    judge: str
    version: str
    # names of the scores; the first is the one to report
    scores: tuple[str, ...]
    # in the order of the answers
    results: tuple[JudgeResult, ...]

    @property
    def failures(self) -> tuple[JudgeFailure, ...]:
        return tuple(result for result in self.results if isinstance(result, JudgeFailure))

    def values(self, score: str) -> list[float | None]:
        """One score of every answer, in order; None where it is undefined or the judge failed."""
        return [result.scores[score] if isinstance(result, Verdict) else None for result in self.results]

    def mean(self, score: str) -> float | None:
        """The mean where the score is defined; failures are not in it."""
        return mean(self.values(score))

    def cost_usd(self) -> float | None:
        """What the calls cost; None when the price of one is not known."""
        costs = [reply.cost_usd for result in self.results for reply in result.replies if not reply.is_cached]
        known = [cost for cost in costs if cost is not None]
        return sum(known) if len(known) == len(costs) else None

    @property
    def num_calls(self) -> int:
        """Calls of models, those answered from earlier equal calls included."""
        return sum(len(result.replies) for result in self.results)

    @property
    def num_cached(self) -> int:
        return sum(reply.is_cached for result in self.results for reply in result.replies)

    def to_json(self) -> dict[str, Any]:
        """Means, the number of answers behind each, and what went wrong."""
        return {
            "judge": self.judge,
            "version": self.version,
            "n": len(self.results),
            "n_failed": len(self.failures),
            "failures": sorted({f"{failure.error}: {failure.message}" for failure in self.failures}),
            "scores": {
                score: {
                    "mean": self.mean(score),
                    "n": sum(value is not None for value in self.values(score)),
                }
                for score in self.scores
            },
            "num_calls": self.num_calls,
            "num_cached": self.num_cached,
            "cost_usd": self.cost_usd(),
        }


def judge_all(
    judge: Judge,
    given: Sequence[JudgeInput],
    *,
    max_concurrent: int = 8,
    progress: Callable[[int, int], None] | None = None,
) -> Panel:
    """Ask the judge about every answer. ``progress`` gets the answers judged and all of them."""
    results: list[JudgeResult] = []
    with ThreadPoolExecutor(max_workers=max(1, min(max_concurrent, len(given)))) as pool:
        for result in pool.map(judge.judge, given):
            results.append(result)
            if progress:
                progress(len(results), len(given))
    return Panel(judge=judge.name, version=judge.version, scores=judge.scores, results=tuple(results))
