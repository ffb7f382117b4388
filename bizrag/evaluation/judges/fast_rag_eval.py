"""FastRAGEval (MM-BizRAG, section 3.1.1, figures 18 and 19): recall, precision and F1 of an answer in one call."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from bizrag.evaluation.judges.outputs import Binary, Output, check_pairs
from bizrag.evaluation.judges.port import Finding, Found, JudgeInput, ModelJudge
from bizrag.evaluation.judges.shares import claim_f1, share
from bizrag.providers.chat import ChatModel
from bizrag.providers.prompts import messages
from bizrag.providers.structured import complete_as

__all__ = ["FastRAGEval", "FastRAGEvalOutput"]

_PROMPT = "judge_fast_rag_eval"


class FastRAGEvalOutput(Output):
    """What the model writes. Its own means are read and not used: models miscount."""

    reference_facts: list[str] = Field(alias="REFERENCE ATOMIC FACTS", min_length=1)
    recall_scores: list[Binary] = Field(alias="FINE GRAINED RECALL SCORES")
    stated_recall: float | str | None = Field(default=None, alias="RECALL SCORE")
    answer_facts: list[str] = Field(alias="GENERATED ATOMIC FACTS", min_length=1)
    precision_scores: list[Binary] = Field(alias="FINE GRAINED PRECISION SCORES")
    stated_precision: float | str | None = Field(default=None, alias="PRECISION SCORE")
    stated_f1: float | str | None = Field(default=None, alias="F1 SCORE")

    @model_validator(mode="after")
    def _a_score_for_every_fact(self) -> Self:
        check_pairs(
            len(self.reference_facts),
            len(self.recall_scores),
            ("REFERENCE ATOMIC FACTS", "FINE GRAINED RECALL SCORES"),
        )
        check_pairs(
            len(self.answer_facts),
            len(self.precision_scores),
            ("GENERATED ATOMIC FACTS", "FINE GRAINED PRECISION SCORES"),
        )
        return self


class FastRAGEval(ModelJudge):
    """Share of the reference's facts in the answer, share of the answer's facts in the reference, their F1."""

    name = "fast_rag_eval"
    scores = ("recall", "precision", "f1")
    prompts = (_PROMPT,)
    outputs = (FastRAGEvalOutput,)

    def _ask(self, chat: ChatModel, given: JudgeInput) -> Found:
        asked = messages(_PROMPT, question=given.question, reference=given.reference, answer=given.answer)
        output = complete_as(chat, asked, FastRAGEvalOutput)
        recall, precision = share(output.recall_scores), share(output.precision_scores)
        return Found(
            scores={"recall": recall, "precision": precision, "f1": claim_f1(precision, recall)},
            findings=(
                *_findings("reference", output.reference_facts, output.recall_scores),
                *_findings("answer", output.answer_facts, output.precision_scores),
            ),
        )


def _findings(side: str, facts: list[str], scores: list[Binary]) -> list[Finding]:
    return [Finding(side=side, text=fact, verdict=score) for fact, score in zip(facts, scores, strict=True)]
