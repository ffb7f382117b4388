"""The judge of ViDoSeek (ViDoRAG, section 6): 1 to 5 points by the reference, 4 and 5 count as correct."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from bizrag.evaluation.judges.outputs import Reasoned
from bizrag.evaluation.judges.port import Found, JudgeInput, ModelJudge
from bizrag.providers.chat import ChatModel
from bizrag.providers.prompts import messages
from bizrag.providers.structured import complete_as

__all__ = ["CORRECT_FROM", "FivePointsOutput", "ViDoSeekPoints"]

#: the least points of a correct answer
CORRECT_FROM = 4

_PROMPT = "judge_five_points"


class FivePointsOutput(Reasoned):
    """The points."""

    score: Annotated[int, Field(ge=1, le=5)]


class ViDoSeekPoints(ModelJudge):
    """Points, and 1 or 0 for correct."""

    name = "vidoseek"
    scores = ("correct", "points")
    prompts = (_PROMPT,)
    outputs = (FivePointsOutput,)

    def _ask(self, chat: ChatModel, given: JudgeInput) -> Found:
        asked = messages(_PROMPT, question=given.question, reference=given.reference, answer=given.answer)
        output = complete_as(chat, asked, FivePointsOutput)
        scores: dict[str, float | None] = {
            "correct": float(output.score >= CORRECT_FROM),
            "points": float(output.score),
        }
        return Found(scores=scores, reason=output.reason)
