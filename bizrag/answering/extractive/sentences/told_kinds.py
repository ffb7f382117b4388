"""What was measured with, run on and compared with, told by names of that kind: "We report precision and F1." Pure.

"What metrics do they use?" and "What hardware was used?" ask by the kind, and papers say the names alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bizrag.answering.statements.reading import Statement


def _pattern(alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{alternatives})", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kind:
    """How a kind is asked for, what is of it, which words tell it, and how many names a sentence has at least."""

    asks: re.Pattern[str]
    names: re.Pattern[str]
    tells: re.Pattern[str]
    least: int


_KINDS = (
    _Kind(
        asks=_pattern(r"\b(?:which|what)\b[^?]*\bmetrics?\b(?![^?]*\b(?:mean|improve|best|highest|lowest)\b)"),
        names=_pattern(
            r"\b(?:precision|recall|f-?1|f-?(?:measure|scores?)|accuracy|bleu(?:-\d)?|rouge(?:-\w+)?|meteor|cider|au-?roc|auc"
            r"|perplexity|rmse|mae|mse|mrr|ndcg|wer|cer|exact match|kappa|specificity|sensitivity|spearman|pearson)\b"
        ),
        tells=_pattern(r"\b(?:report|evaluat|measur|us(?:e[ds]?|ing)\b|comput|calculat|assess|metric|score)"),
        least=2,
    ),
    _Kind(
        asks=_pattern(
            r"\b(?:which|what)\b[^?]*\b(?:hardware|computing infrastructure)\b|\b(?:which|what|how many)\b"
            r" (?:\w+ )?(?:gpus?|tpus?|accelerators?)\b"
        ),
        names=_pattern(r"\b(?:gpus?|tpus?|cpus?|[ahv]100s?|rtx|cores|nodes|\d+ ?gb (?:of )?(?:ram|memory))\b"),
        tells=_pattern(r"\b(?:train|ran\b|runs?\b|experiment|conduct|perform|us(?:e[ds]?|ing)\b|took\b|takes?\b)"),
        least=1,
    ),
    _Kind(
        asks=_pattern(
            r"\b(?:which|what)\b[^?]*\bbaselines?\b(?![^?]*\b(?:best|strongest|highest|lowest|score[ds]?)\b)"
        ),
        # entries of a list in a sentence
        names=_pattern(r", |; |\(\d\)|\band\b"),
        tells=_pattern(
            r"\bcompar(?:e[ds]?|ing) (?:\S+ ){0,4}?(?:with|to|against)\b|\bbaselines?\b[^.]*\b(?:are|includ)"
        ),
        least=2,
    ),
)


def find_told_kind(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The sentence with the most names of the kind that a question asks for, of those that say what was done with them;
    None where the question asks for no such kind, or no sentence has enough names.
    """
    kind = next((kind for kind in _KINDS if kind.asks.search(question)), None)
    if kind is None:
        return None
    found: list[tuple[int, Statement]] = []
    for one in statements:
        said = " ".join(one.said.split())
        names = {name[0].casefold() for name in kind.names.finditer(said)}
        if not one.is_row and one.is_whole and kind.tells.search(said) and len(names) >= kind.least:
            found.append((len(names), one))
    return max(found, key=lambda entry: entry[0])[1] if found else None
