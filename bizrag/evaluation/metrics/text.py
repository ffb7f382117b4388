"""Metrics of answers and passages as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rapidfuzz.distance import Levenshtein

from bizrag.evaluation.evidence import Piece, piece_is_in
from bizrag.model.words import tokens


def evidence_recall_at_k(texts: Sequence[str], pieces: Sequence[Piece], *, k: int) -> float | None:
    """Share of the evidence pieces that stand in one of the first k texts; None without pieces.

    Words and numbers compare in their normal form (``bizrag.model.words``), so "3 .88" is 3.88, "(1,234)" is 1234.
    Our own definition; a piece is a sentence of the evidence or a row of an evidence table.
    """
    if not pieces:
        return None
    found = [tokens(text) for text in texts[:k]]
    return sum(any(piece_is_in(piece, text) for text in found) for piece in pieces) / len(pieces)


def token_recall(answer: str, reference: str) -> float | None:
    """Share of the reference's tokens (with repeats) present in the answer; None for a reference without tokens.

    The SlideVQA measure of MM-BizRAG (section on evaluation): precision is left out because longer answers are fine.

    >>> token_recall("Sales were $1,200 in 2025.", "1200 dollars")
    0.5
    """
    wanted = Counter(tokens(reference))
    if not wanted:
        return None
    return (wanted & Counter(tokens(answer))).total() / wanted.total()


def exact_match(answer: str, reference: str) -> float:
    """1.0 when both are equal, case and extra blanks aside, else 0.0 (SV-RAG, EM).

    >>> exact_match(" New  York ", "new york")
    1.0
    """
    return float(_plain(answer) == _plain(reference))


def anls(answer: str, references: Sequence[str], *, threshold: float = 0.5) -> float | None:
    """``1 - d`` for the nearest reference, d the edit distance over the longer length; 0.0 where d >= threshold.

    Biten et al., "Scene Text Visual Question Answering" (2019), equation 1; its mean over questions is ANLS. Case and
    extra blanks are ignored. None without references.

    >>> anls("colour", ["color"])  # one insertion in six characters
    0.8333333333333334
    """
    if not references:
        return None
    distances = [Levenshtein.normalized_distance(_plain(answer), _plain(reference)) for reference in references]
    nearest = min(distances)
    return 1 - nearest if nearest < threshold else 0.0


def pnls(answer: str, reference: str) -> float | None:
    """Matches over alignment length of the reference against the best substring of the answer (SV-RAG, PNLS).

    Sellers, "The theory and computation of evolutionary distances" (1980): the reference may begin and end anywhere in
    the answer, so ``F[0, j] = 0`` and ``F[i, 0] = i`` (the paper's other border is a misprint). Among alignments of the
    least distance the one with most matches counts; its length is matches plus distance. Case and extra blanks are
    ignored. None for an empty reference.

    >>> pnls("The total is 42 million dollars.", "42 million")
    1.0
    >>> pnls("abd", "abc")  # a and b match, c is left out: distance 1
    0.6666666666666666
    """
    text, wanted = _plain(answer), _plain(reference)
    if not wanted:
        return None
    # (distance, -matches) of the reference's first i characters against the best substring that ends at j
    before = [(0, 0)] * (len(text) + 1)
    for row, letter in enumerate(wanted, start=1):
        current = [(row, 0)]
        for column, other in enumerate(text, start=1):
            distance, matches = before[column - 1]
            aligned = (distance, matches - 1) if letter == other else (distance + 1, matches)
            left_out = (before[column][0] + 1, before[column][1])
            put_in = (current[column - 1][0] + 1, current[column - 1][1])
            current.append(min(aligned, left_out, put_in))
        before = current
    distance, matches = min(before)
    return -matches / (distance - matches)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
