"""Adequacy (HiQA, appendix on metrics): the answers of K methods compared in one list; the score is (K + 1) - rank."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Self

from pydantic import model_validator

from bizrag.evaluation.judges.outputs import Reasoned
from bizrag.evaluation.judges.port import Found, JudgeResult, attempt, version_of
from bizrag.providers.chat import ChatModel
from bizrag.providers.prompts import messages
from bizrag.providers.structured import complete_as

__all__ = ["Adequacy", "RankingOutput"]

_PROMPT = "judge_ranking"


class RankingOutput(Reasoned):
    """Numbers of the answers, the best first."""

    ranking: list[int]

    @model_validator(mode="after")
    def _every_answer_once(self) -> Self:
        if sorted(self.ranking) != list(range(1, len(self.ranking) + 1)):
            raise ValueError(f"ranking must hold each of 1 to {len(self.ranking)} once")
        return self


class Adequacy:
    """Ranks the answers of several methods to one question."""

    name = "adequacy"

    def __init__(self, chat: ChatModel, *, seed: int = 0) -> None:
        self._chat = chat
        self._seed = seed

    @property
    def version(self) -> str:
        return f"{version_of(self.name, 1, (_PROMPT,), (RankingOutput,), self._chat)} seed {self._seed}"

    def compare(self, question: str, answers: Mapping[str, str]) -> JudgeResult:
        """A score for every method: K for the best answer, 1 for the last.

        Models prefer what they read first, so the order is shuffled by the seed and the question: it differs from
        question to question and is the same in every run. Raises ValueError with fewer than two methods.
        """
        if len(answers) < 2:
            raise ValueError("a comparison needs the answers of two methods at least")
        order = self.order(question, answers)
        return attempt(self.name, self.version, self._chat, lambda chat: self._ask(chat, question, answers, order))

    def order(self, question: str, answers: Mapping[str, str]) -> list[str]:
        """The methods in the order in which their answers are shown."""
        order = sorted(answers)
        # a string seeds by its content, and nobody's secrets hang on it
        random.Random(f"{self._seed} {question}").shuffle(order)  # noqa: S311
        return order

    def _ask(self, chat: ChatModel, question: str, answers: Mapping[str, str], order: list[str]) -> Found:
        asked = messages(_PROMPT, question=question, answers=[answers[method] for method in order])
        output = complete_as(chat, asked, _sized(len(order)))
        ranks = {order[number - 1]: rank for rank, number in enumerate(output.ranking, start=1)}
        return Found(scores={method: float(len(order) + 1 - ranks[method]) for method in answers}, reason=output.reason)


def _sized(num_answers: int) -> type[RankingOutput]:
    class SizedRanking(RankingOutput):
        @model_validator(mode="after")
        def _ranks_all(self) -> Self:
            if len(self.ranking) != num_answers:
                raise ValueError(f"ranking has {len(self.ranking)} numbers for {num_answers} answers")
            return self

    return SizedRanking
