"""The figures of RAGChecker from its entailment table. Pure.

Ru et al., "RAGChecker: A Fine-grained Framework for Diagnosing Retrieval-Augmented Generation" (2024), section 3.3.
Only entailment counts as true; contradicted and neutral are both false. Two words: a source is *relevant* when it
entails a claim of the reference; a claim of the answer is *right* when the reference entails it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bizrag.evaluation.judges.shares import claim_f1, share

__all__ = ["SCORES", "CheckedClaim", "rag_checker_scores"]

SCORES = (
    "recall",
    "precision",
    "f1",
    "claim_recall",
    "context_precision",
    "context_utilization",
    "noise_sensitivity_relevant",
    "noise_sensitivity_irrelevant",
    "hallucination",
    "self_knowledge",
    "faithfulness",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedClaim:
    """A claim of one answer and what entails it."""

    # by the other answer
    is_entailed: bool
    # numbers of the sources that entail it, from 1
    entailed_by: frozenset[int] = frozenset()


def rag_checker_scores(
    reference: Sequence[CheckedClaim], answer: Sequence[CheckedClaim], num_sources: int | None
) -> dict[str, float | None]:
    """All figures; ``num_sources`` None means that the sources are not known.

    - ``recall``: share of the reference's claims that the answer entails; ``precision``: share of the answer's claims
      that are right; ``f1``: their harmonic mean.
    - ``claim_recall``: share of the reference's claims that some source entails.
    - ``context_precision``: share of the sources that are relevant.
    - ``context_utilization``: of the reference's claims that some source entails, the share that the answer entails.
    - ``noise_sensitivity_relevant``: share of the answer's claims that are wrong and that a relevant source entails;
      ``noise_sensitivity_irrelevant``: wrong, and only irrelevant sources entail them.
    - ``hallucination``: share of the answer's claims that are wrong and that no source entails.
    - ``self_knowledge``: share of the answer's claims that are right and that no source entails.
    - ``faithfulness``: share of the answer's claims that some source entails.

    So both noises + hallucination = 1 - precision, and faithfulness + self_knowledge + hallucination = 1.
    A share of nothing is None.
    """
    recall, precision = (share(claim.is_entailed for claim in claims) for claims in (reference, answer))
    scores: dict[str, float | None] = dict.fromkeys(SCORES)
    scores |= {"recall": recall, "precision": precision, "f1": claim_f1(precision, recall)}
    if num_sources is None:
        return scores
    relevant = frozenset[int]().union(*(claim.entailed_by for claim in reference))
    recalled = [claim for claim in reference if claim.entailed_by]
    return scores | {
        "claim_recall": share(bool(claim.entailed_by) for claim in reference),
        "context_precision": len(relevant) / num_sources if reference and num_sources else None,
        "context_utilization": share(claim.is_entailed for claim in recalled),
        "noise_sensitivity_relevant": share(
            not claim.is_entailed and bool(claim.entailed_by & relevant) for claim in answer
        ),
        "noise_sensitivity_irrelevant": share(
            not claim.is_entailed and bool(claim.entailed_by) and not claim.entailed_by & relevant for claim in answer
        ),
        "hallucination": share(not claim.is_entailed and not claim.entailed_by for claim in answer),
        "self_knowledge": share(claim.is_entailed and not claim.entailed_by for claim in answer),
        "faithfulness": share(bool(claim.entailed_by) for claim in answer),
    }
