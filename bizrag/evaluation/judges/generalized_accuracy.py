"""Generalized accuracy, G-Acc (SV-RAG, appendix B; Ma et al. 2024): a model finds the bare answer, rules compare it."""

from __future__ import annotations

from typing import Literal

from bizrag.evaluation.judges.answer_rules import answer_score, answer_type
from bizrag.evaluation.judges.outputs import Output
from bizrag.evaluation.judges.port import Found, JudgeInput, ModelJudge
from bizrag.providers.chat import ChatModel
from bizrag.providers.prompts import messages
from bizrag.providers.structured import complete_as

__all__ = ["ExtractedOutput", "GeneralizedAccuracy"]

_PROMPT = "judge_extract"


class ExtractedOutput(Output):
    """The bare answer. The reference's type decides the rule, not the answer's."""

    extracted_answer: str | list[str]
    answer_format: Literal["Integer", "Float", "String", "List"]


class GeneralizedAccuracy(ModelJudge):
    """0 to 1 by the rule of the reference's type; undefined where the data set gives no type that has a rule."""

    name = "generalized_accuracy"
    scores = ("generalized_accuracy",)
    prompts = (_PROMPT,)
    outputs = (ExtractedOutput,)

    def _missing(self, given: JudgeInput) -> str:
        if answer_type(given.answer_type) is None:
            return f"no rule for answers of type {given.answer_type!r}"
        return super()._missing(given)

    def _ask(self, chat: ChatModel, given: JudgeInput) -> Found:
        output = complete_as(chat, messages(_PROMPT, question=given.question, answer=given.answer), ExtractedOutput)
        kind = answer_type(given.answer_type)
        assert kind is not None
        assert given.reference is not None
        return Found(
            scores={"generalized_accuracy": answer_score(given.reference, output.extracted_answer, kind)},
            reason=f"extracted: {output.extracted_answer}",
        )
