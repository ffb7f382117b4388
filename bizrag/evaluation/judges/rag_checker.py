"""RAGChecker (Ru et al. 2024) as MM-BizRAG uses it: one call for the claims, one for what entails them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Self

from pydantic import Field, model_validator

from bizrag.evaluation.judges.outputs import Output, check_pairs
from bizrag.evaluation.judges.port import Finding, Found, JudgeInput, ModelJudge
from bizrag.evaluation.judges.rag_checker_scores import SCORES, CheckedClaim, rag_checker_scores
from bizrag.providers.chat import ChatModel
from bizrag.providers.prompts import messages
from bizrag.providers.structured import complete_as

__all__ = ["ClaimVerdict", "Claims", "Entailment", "RAGChecker"]


class Claims(Output):
    """The first call."""

    reference_claims: list[str]
    generated_claims: list[str]


class ClaimVerdict(Output):
    """What entails one claim."""

    claim: int = Field(description="number of the claim")
    verdict: Literal["entailment", "contradiction", "neutral"] = Field(description="by the other answer")
    # pyrefly: ignore[implicit-any-empty-container] - the schema that is sent says the default
    sources: list[int] = Field(default=[], description="numbers of the sources that entail the claim")

    def checked(self) -> CheckedClaim:
        """The verdict as the figures need it."""
        return CheckedClaim(is_entailed=self.verdict == "entailment", entailed_by=frozenset(self.sources))


class Entailment(Output):
    """The second call."""

    reference_claims: list[ClaimVerdict]
    generated_claims: list[ClaimVerdict]

    @model_validator(mode="after")
    def _claims_are_counted(self) -> Self:
        for name, verdicts in (
            ("reference_claims", self.reference_claims),
            ("generated_claims", self.generated_claims),
        ):
            if [verdict.claim for verdict in verdicts] != list(range(1, len(verdicts) + 1)):
                raise ValueError(f"{name} must have the claims 1 to {len(verdicts)}, each once and in this order")
        return self


class RAGChecker(ModelJudge):
    """Claim recall, precision, F1; with the sources also what retrieval and generation did right and wrong."""

    name = "rag_checker"
    scores = SCORES
    prompts = ("judge_claims", "judge_entailment")
    outputs = (Claims, Entailment)

    def _ask(self, chat: ChatModel, given: JudgeInput) -> Found:
        answers = {"question": given.question, "reference": given.reference, "answer": given.answer}
        claims = complete_as(chat, messages("judge_claims", **answers), Claims)
        found = _checked(chat, claims, answers, [source.text for source in given.sources or ()])
        return Found(
            scores=rag_checker_scores(
                [verdict.checked() for verdict in found.reference_claims],
                [verdict.checked() for verdict in found.generated_claims],
                None if given.sources is None else len(given.sources),
            ),
            findings=(
                *_findings("reference", claims.reference_claims, found.reference_claims),
                *_findings("answer", claims.generated_claims, found.generated_claims),
            ),
        )


def _checked(chat: ChatModel, claims: Claims, answers: dict[str, str | None], sources: list[str]) -> Entailment:
    """The second call; without claims there is nothing to ask."""
    if not claims.reference_claims and not claims.generated_claims:
        return Entailment(reference_claims=[], generated_claims=[])
    asked = messages(
        "judge_entailment",
        **answers,
        reference_claims=claims.reference_claims,
        answer_claims=claims.generated_claims,
        sources=sources,
    )
    return complete_as(chat, asked, _sized(len(claims.reference_claims), len(claims.generated_claims), len(sources)))


def _sized(num_reference: int, num_generated: int, num_sources: int) -> type[Entailment]:
    """The second output with a verdict for every claim of the first, and no source that does not exist.

    The schema that is sent stays the same: a server prepares every new one.
    """

    class SizedEntailment(Entailment):
        @model_validator(mode="after")
        def _fits_the_claims(self) -> Self:
            check_pairs(num_reference, len(self.reference_claims), ("<reference_claims>", "reference_claims"))
            check_pairs(num_generated, len(self.generated_claims), ("<generated_claims>", "generated_claims"))
            named = {number for claim in (*self.reference_claims, *self.generated_claims) for number in claim.sources}
            if unknown := sorted(number for number in named if not 1 <= number <= num_sources):
                raise ValueError(f"there are no sources {unknown}: they count from 1 to {num_sources}")
            return self

    return SizedEntailment


def _findings(side: str, claims: Sequence[str], verdicts: Sequence[ClaimVerdict]) -> list[Finding]:
    values = {"entailment": 1, "contradiction": 0, "neutral": -1}
    return [
        Finding(side=side, text=claim, verdict=values[verdict.verdict])
        for claim, verdict in zip(claims, verdicts, strict=True)
    ]
