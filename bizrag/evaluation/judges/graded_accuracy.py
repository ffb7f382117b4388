"""The accuracy of HiQA (appendix on metrics): 1 for a correct answer, 0.5 for a partially correct one, 0 otherwise."""

from __future__ import annotations

from typing import Literal

from bizrag.evaluation.judges.outputs import Reasoned
from bizrag.evaluation.judges.port import Found, JudgeInput, ModelJudge
from bizrag.providers.chat import ChatModel
from bizrag.providers.prompts import messages
from bizrag.providers.structured import complete_as

__all__ = ["GradeOutput", "GradedAccuracy"]

_PROMPT = "judge_grade"
_VALUES = {"correct": 1.0, "partially correct": 0.5, "incorrect": 0.0}


class GradeOutput(Reasoned):
    """The grade."""

    grade: Literal["correct", "partially correct", "incorrect"]


class GradedAccuracy(ModelJudge):
    """1, 0.5 or 0."""

    name = "graded_accuracy"
    scores = ("accuracy",)
    prompts = (_PROMPT,)
    outputs = (GradeOutput,)

    def _ask(self, chat: ChatModel, given: JudgeInput) -> Found:
        asked = messages(_PROMPT, question=given.question, reference=given.reference, answer=given.answer)
        output = complete_as(chat, asked, GradeOutput)
        return Found(scores={"accuracy": _VALUES[output.grade]}, reason=output.reason)
