"""Mean GPT score, MGS (SV-RAG, appendix G): does a long answer agree with the true one in its details? 1 or 0.

The figure of a data set is the mean over its questions.
"""

from __future__ import annotations

from bizrag.evaluation.judges.outputs import Binary, Reasoned
from bizrag.evaluation.judges.port import Found, JudgeInput, ModelJudge
from bizrag.providers.chat import ChatModel
from bizrag.providers.prompts import messages
from bizrag.providers.structured import complete_as

__all__ = ["DetailsOutput", "MeanGPTScore"]

_PROMPT = "judge_details"


class DetailsOutput(Reasoned):
    """The score."""

    score: Binary


class MeanGPTScore(ModelJudge):
    """1 or 0."""

    name = "mgs"
    scores = ("mgs",)
    prompts = (_PROMPT,)
    outputs = (DetailsOutput,)

    def _ask(self, chat: ChatModel, given: JudgeInput) -> Found:
        asked = messages(_PROMPT, question=given.question, reference=given.reference, answer=given.answer)
        output = complete_as(chat, asked, DetailsOutput)
        return Found(scores={"mgs": float(output.score)}, reason=output.reason)
