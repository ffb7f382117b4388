"""Metrics of sets: citations against gold pages and boxes, labels against labels."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass

from bizrag.model.geometry import BoundingBox


def precision(predicted: Collection[Hashable], relevant: Collection[Hashable]) -> float | None:
    """``|predicted and relevant| / |predicted|``, both as sets; None when nothing was predicted or nothing is relevant.

    For citations: the share of cited pages that are gold pages.
    """
    given, wanted = set(predicted), set(relevant)
    if not given or not wanted:
        return None
    return len(given & wanted) / len(given)


def recall(predicted: Collection[Hashable], relevant: Collection[Hashable]) -> float | None:
    """``|predicted and relevant| / |relevant|``, both as sets; None when nothing is relevant."""
    wanted = set(relevant)
    return len(set(predicted) & wanted) / len(wanted) if wanted else None


# (document id, page number, box on it)
Place = tuple[str, int, BoundingBox]


def box_precision(cited: Sequence[Place], gold: Sequence[Place], *, least_overlap: float = 0.5) -> float | None:
    """Share of the cited boxes that show a gold box; None when nothing was cited or no gold box is known.

    A box shows another on the same page when their intersection covers at least ``least_overlap`` of the smaller one:
    a cited cell proves its gold table, and a cited table its gold cell. Our own definition.
    """
    if not cited or not gold:
        return None
    return sum(any(_shows(place, other, least_overlap) for other in gold) for place in cited) / len(cited)


def box_recall(cited: Sequence[Place], gold: Sequence[Place], *, least_overlap: float = 0.5) -> float | None:
    """Share of the gold boxes that some cited box shows (see ``box_precision``); None without gold boxes."""
    if not gold:
        return None
    return sum(any(_shows(place, other, least_overlap) for place in cited) for other in gold) / len(gold)


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelScores:
    """How well labels were predicted; None where undefined."""

    precision: float | None
    recall: float | None
    f1: float | None
    # right labels of both kinds, as a share of all
    accuracy: float | None
    n: int


def label_scores(predicted: Sequence[Hashable], actual: Sequence[Hashable], *, positive: Hashable) -> LabelScores:
    """Precision, recall and F1 of one label (for the structure split the slide-like one, MM-BizRAG, table 7).

    Precision is undefined when nothing was predicted as ``positive``, recall when nothing is, F1 when either is
    undefined; both 0 gives F1 0. Raises ValueError for lists of different length.
    """
    pairs = list(zip(predicted, actual, strict=True))
    hits = sum(guess == truth == positive for guess, truth in pairs)
    num_predicted = sum(guess == positive for guess, _ in pairs)
    num_actual = sum(truth == positive for _, truth in pairs)
    share = hits / num_predicted if num_predicted else None
    found = hits / num_actual if num_actual else None
    return LabelScores(
        precision=share,
        recall=found,
        f1=f1(share, found),
        accuracy=sum(guess == truth for guess, truth in pairs) / len(pairs) if pairs else None,
        n=len(pairs),
    )


def f1(precision: float | None, recall: float | None) -> float | None:
    """Harmonic mean; None where either is undefined, 0.0 where both are 0."""
    if precision is None or recall is None:
        return None
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _shows(place: Place, other: Place, least_overlap: float) -> bool:
    if place[:2] != other[:2]:
        return False
    box, gold = place[2], other[2]
    smaller = min(box.area, gold.area)
    return smaller > 0 and box.intersection_area(gold) >= least_overlap * smaller
