"""Does a judge agree with people? Its scores against labels of human annotators (MM-BizRAG, sections 3.1.1 and 4.2).

The paper's protocol: annotators who do not know which system wrote an answer label it 0 (wrong), 1 (partly right) or 2
(right), each alone. Reported are the correlations of the judge's score with the label and how far the annotators agree
with each other. Where there are several, the label of an answer is their mean: the paper does not say, and its two
hardly differ (kappa 0.966).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

from bizrag.errors import BadInputError
from bizrag.evaluation.judges.port import JudgeInput
from bizrag.evaluation.metrics import cohen_kappa, kendall_tau_b, pearson, spearman
from bizrag.evaluation.readers.rows import read_rows

__all__ = ["Agreement", "LabelledAnswer", "agreement", "read_labels", "stated_scores"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledAnswer:
    """A row of the file."""

    # "FILE, line N"
    where: str
    given: JudgeInput
    # in the order of the annotators
    labels: tuple[float, ...]
    # all cells
    cells: dict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """How far scores agree with people."""

    # answers with a score, and those without: the judge failed, or its score is undefined there
    n: int
    n_without_score: int
    # None where a side is constant or there are fewer than two answers
    pearson: float | None
    spearman: float | None
    kendall_tau_b: float | None
    # of each two annotators, on all answers: "ann and bob"
    kappa: dict[str, float | None]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def read_labels(path: Path, annotators: Sequence[str]) -> list[LabelledAnswer]:
    """A CSV (or JSON) with the columns question, answer, reference and one for each annotator.

    A column answer_type is read too, for generalized accuracy. Raises BadInputError with line and column for what is
    missing, for labels that are no numbers and for a file without rows.
    """
    if not annotators:
        raise BadInputError(f"{path}: name the column of one annotator at least")
    labelled = [_labelled(row, annotators, where) for where, row in read_rows(path)]
    if not labelled:
        raise BadInputError(f"{path}: no answers")
    return labelled


def stated_scores(labelled: Sequence[LabelledAnswer], column: str) -> list[float | None]:
    """The scores that the file has in a column; an empty cell is a judge that failed."""
    return [_number(item.cells, column, item.where, may_be_empty=True) for item in labelled]


def agreement(
    scores: Sequence[float | None], labels: Sequence[Sequence[float]], annotators: Sequence[str]
) -> Agreement:
    """Correlations of the scores with the mean labels where there is a score, kappa of each two annotators.

    ``labels`` has a row for each score and a column for each annotator.
    """
    pairs = [(score, sum(row) / len(row)) for score, row in zip(scores, labels, strict=True) if score is not None]
    ours, theirs = [score for score, _ in pairs], [label for _, label in pairs]
    columns = [[row[number] for row in labels] for number in range(len(annotators))]
    return Agreement(
        n=len(pairs),
        n_without_score=len(scores) - len(pairs),
        pearson=pearson(ours, theirs),
        spearman=spearman(ours, theirs),
        kendall_tau_b=kendall_tau_b(ours, theirs),
        kappa={
            f"{annotators[one]} and {annotators[other]}": cohen_kappa(columns[one], columns[other])
            for one, other in combinations(range(len(annotators)), 2)
        },
    )


def _labelled(row: dict[str, Any], annotators: Sequence[str], where: str) -> LabelledAnswer:
    cells = {name: "" if value is None else str(value) for name, value in row.items()}
    given = JudgeInput(
        question=_cell(cells, "question", where),
        answer=_cell(cells, "answer", where),
        reference=_cell(cells, "reference", where),
    )
    labels = [_number(cells, name, where) for name in annotators]
    return LabelledAnswer(
        where=where,
        given=replace(given, answer_type=cells.get("answer_type") or None),
        labels=tuple(label for label in labels if label is not None),
        cells=cells,
    )


def _cell(cells: dict[str, str], column: str, where: str) -> str:
    if column not in cells:
        raise BadInputError(f"{where}: no column {column!r}; there are {', '.join(cells)}")
    return cells[column]


def _number(cells: dict[str, str], column: str, where: str, *, may_be_empty: bool = False) -> float | None:
    text = _cell(cells, column, where).strip()
    if not text and may_be_empty:
        return None
    try:
        return float(text)
    except ValueError as error:
        raise BadInputError(f"{where}: {column}: {text!r} is no number") from error
