"""The ICDAR 2013 table competition's measure: relations between neighbouring cells (pure).

Source: Göbel, Hassan, Oro, Orsi, "A Methodology for Evaluating Algorithms for Table Understanding in PDF Documents"
(DocEng 2012), section 4, and "ICDAR 2013 Table Competition" (ICDAR 2013), section IV. A relation joins a cell with its
nearest neighbour to the right or below; blank cells are skipped. Two relations are equal when both texts and the
direction are. Texts are compared without whitespace and without characters that are neither ASCII letters, digits nor
underscores, in capitals (rule 2 of the competition's tool); a cell that has nothing left is blank.

The competition's tool also asks for the same number of skipped blank cells; that stricter form is ``count_blanks``.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_NOT_COMPARED = re.compile(r"[^A-Za-z0-9_]")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedText:
    """A cell: its text and its place on the grid, ends exclusive."""

    text: str
    row_start: int
    row_end: int
    col_start: int
    col_end: int


# left or upper text, right or lower text, "right" or "below", blank cells between
Relation = tuple[str, str, str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """How many relations are right; add scores for the micro average."""

    num_correct: int = 0
    num_found: int = 0
    num_gold: int = 0

    @property
    def precision(self) -> float:
        return self.num_correct / self.num_found if self.num_found else 0.0

    @property
    def recall(self) -> float:
        return self.num_correct / self.num_gold if self.num_gold else 0.0

    @property
    def f1(self) -> float:
        total = self.num_found + self.num_gold
        return 2 * self.num_correct / total if total else 0.0

    def __add__(self, other: Score) -> Score:
        return Score(
            num_correct=self.num_correct + other.num_correct,
            num_found=self.num_found + other.num_found,
            num_gold=self.num_gold + other.num_gold,
        )

    def to_json(self) -> dict[str, float]:
        return {"f1": round(self.f1, 4), "precision": round(self.precision, 4), "recall": round(self.recall, 4)}


def compared_text(text: str) -> str:
    """The text as it is compared.

    >>> compared_text("$ (1,577)\\n net")
    '1577NET'
    """
    return _NOT_COMPARED.sub("", text).upper()


def adjacency_relations(cells: Sequence[PlacedText], *, count_blanks: bool = False) -> Counter[Relation]:
    """The relations of one table; a pair of cells that touches along several rows counts once.

    >>> cells = [
    ...     PlacedText(text="a", row_start=0, row_end=1, col_start=0, col_end=1),
    ...     PlacedText(text="b", row_start=0, row_end=1, col_start=2, col_end=3),
    ... ]
    >>> adjacency_relations(cells)
    Counter({('A', 'B', 'right', 0): 1})
    """
    texts = [compared_text(cell.text) for cell in cells]
    across: dict[int, dict[int, int]] = {}
    down: dict[int, dict[int, int]] = {}
    for number, cell in enumerate(cells):
        if not texts[number]:
            continue
        for row in range(cell.row_start, cell.row_end):
            for col in range(cell.col_start, cell.col_end):
                across.setdefault(row, {})[col] = number
                down.setdefault(col, {})[row] = number
    pairs = {(*pair, "right") for line in across.values() for pair in _neighbours(line, count_blanks)}
    pairs |= {(*pair, "below") for line in down.values() for pair in _neighbours(line, count_blanks)}
    # one pair of cells may see each other past different numbers of blanks: it still counts once
    once = {(first, second, direction): blanks for first, second, blanks, direction in sorted(pairs, reverse=True)}
    return Counter((texts[a], texts[b], direction, blanks) for (a, b, direction), blanks in once.items())


def score_relations(found: Counter[Relation], gold: Counter[Relation]) -> Score:
    """Compares two bags of relations: an equal relation is correct as often as both hold it."""
    return Score(num_correct=(found & gold).total(), num_found=found.total(), num_gold=gold.total())


def sum_scores(scores: Iterable[Score]) -> Score:
    """The micro sum."""
    return sum(scores, Score())


def _neighbours(line: dict[int, int], count_blanks: bool) -> set[tuple[int, int, int]]:
    """(cell, next other cell, blanks between) along one row or column of positions."""
    positions = sorted(line)
    return {
        (line[here], line[there], there - here - 1 if count_blanks else 0)
        for here, there in itertools.pairwise(positions)
        if line[here] != line[there]
    }
