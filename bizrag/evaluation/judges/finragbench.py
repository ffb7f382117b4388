"""The binary judge of FinRAGBench-V (Zhao et al. 2025): is the answer correct? An answer without information is not."""

from __future__ import annotations

from typing import Literal

from bizrag.evaluation.judges.outputs import Reasoned
from bizrag.evaluation.judges.port import Found, JudgeInput, ModelJudge
from bizrag.providers.chat import ChatModel
from bizrag.providers.prompts import messages
from bizrag.providers.structured import complete_as

__all__ = ["BinaryOutput", "FinRAGBenchBinary"]

_PROMPT = "judge_binary"


class BinaryOutput(Reasoned):
    """The verdict."""

    verdict: Literal["correct", "incorrect"]


class FinRAGBenchBinary(ModelJudge):
    """1 or 0."""

    name = "finragbench_binary"
    scores = ("correct",)
    prompts = (_PROMPT,)
    outputs = (BinaryOutput,)

    def _ask(self, chat: ChatModel, given: JudgeInput) -> Found:
        asked = messages(_PROMPT, question=given.question, reference=given.reference, answer=given.answer)
        output = complete_as(chat, asked, BinaryOutput)
        return Found(scores={"correct": float(output.verdict == "correct")}, reason=output.reason)
