"""A judge for smoke runs without a model: shared words. It reads no meaning; its scores are labelled by its name."""

from __future__ import annotations

from collections import Counter

from bizrag.evaluation.judges.port import Judge, JudgeInput, Verdict
from bizrag.evaluation.judges.shares import claim_f1
from bizrag.model.words import tokens

__all__ = ["Lexical"]


class Lexical(Judge):
    """Share of the reference's words in the answer, share of the answer's words in the reference, their F1.

    Words repeat as often as they stand there (SQuAD's token F1), in the normal form of ``bizrag.model.words``.
    """

    name = "lexical"
    scores = ("lexical_recall", "lexical_precision", "lexical_f1")

    @property
    def version(self) -> str:
        return "lexical@1:no model"

    def judge(self, given: JudgeInput) -> Verdict:
        """The verdict; it never fails."""
        wanted, found = Counter(tokens(given.reference or "")), Counter(tokens(given.answer))
        shared = (wanted & found).total()
        recall = shared / wanted.total() if wanted else None
        precision = shared / found.total() if found and wanted else None
        values = (recall, precision, claim_f1(precision, recall))
        return Verdict(
            judge=self.name,
            version=self.version,
            scores=dict(zip(self.scores, values, strict=True)),
            reason="" if wanted else "there is no reference answer",
        )
