"""How far two series of a table or chart are apart: where the most or the least, and how that changed. Pure.

"Where is the gap between men and women widest?", "By how much did the gap narrow from 2016 to 2026?"
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bizrag.answering.extractive.questions.directions import LARGEST
from bizrag.answering.extractive.tables.reading.found_rows import in_order
from bizrag.answering.extractive.tables.reading.row_values import RowValue, periods_in, row_values
from bizrag.answering.extractive.tables.reckoned.computed import (
    POINTS,
    Computed,
    change_between,
    difference_between,
    statements_of,
)
from bizrag.answering.extractive.tables.reckoned.two_series import SeriesPairs, paired_series
from bizrag.answering.statements.reading import Statement

_GAP = r"(?:gaps?|differences?|spread|distance|discrepancy|disparity)"
_WIDEST, _NARROWEST = rf"(?:{LARGEST}|widest|most)", r"(?:smallest|narrowest|lowest|least)"
_ASKS = re.compile(
    rf"\b(?:(?P<most>{_WIDEST})|(?P<least>{_NARROWEST})) (?:[\w-]+ ){{0,2}}?{_GAP}\b"
    rf"|\b{_GAP}\b[^?;]*?\b(?:(?P<is_most>{_WIDEST})|(?P<is_least>{_NARROWEST}))\b"
    r"|\b(?P<apart>(?:differ|diverge)(?:s|ed|d)? (?:the )?most|(?:furthest|farthest) apart)\b"
    r"|\b(?P<close>closest (?:together|to each other))\b",
    re.IGNORECASE,
)
_MOVED = r"(?:narrow|widen|shr[aiu]nk|gr[eo]w|clos|chang|f[ae]ll|increas|decreas|r[io]s|reduc|open)\w*"
_ASKS_MOVE = re.compile(
    rf"\b(?:how much|how many|how far|how (?:did|has|have))\b(?=[^?]*\b{_GAP}\b)[^?]*\b{_MOVED}\b", re.IGNORECASE
)
_MIN_ITEMS, _TWO = 3, 2


def find_widest_gap(question: str, rows: Sequence[Statement]) -> Computed | None:
    """Of which item of one table or chart two series are furthest apart, or closest; None where a question asks for
    neither, where it does not tell which series, or where two items are alike.
    """
    asks = _ASKS.search(question)
    if asks is None or _ASKS_MOVE.search(question):
        return None
    is_most = bool(asks["most"] or asks["is_most"] or asks["apart"])
    for found in paired_series(question, _values(rows), least=_MIN_ITEMS):
        gaps = [_gap(pair) for pair in found.pairs]
        best = max(gaps) if is_most else min(gaps)
        if gaps.count(best) == 1:
            pair = found.pairs[gaps.index(best)]
            return Computed(statements=statements_of(pair), text=f"{_said(pair, found)}.", is_named=True)
    return None


def find_gap_move(question: str, rows: Sequence[Statement]) -> Computed | None:
    """By how much the gap between two series became wider or narrower between the two periods that a question names;
    None where it asks for something else.
    """
    if not _ASKS_MOVE.search(question):
        return None
    asked = periods_in(question)
    for found in paired_series(question, _values(rows), least=_TWO):
        # in the order of time
        pairs = sorted(
            (pair for pair in found.pairs if (own := periods_in(found.item(pair[0]))) and own <= asked),
            key=lambda pair: sorted(periods_in(found.item(pair[0]))),
        )
        if len(pairs) != _TWO:
            continue
        before, after = (_as_value(pair) for pair in pairs)
        said = "; ".join(_said(pair, found) for pair in pairs)
        moved = change_between(before, after).partition(" (")[0]
        if any(value.is_measured for pair in pairs for value in pair):
            moved = moved.replace(" ", " about ", 1)
        return Computed(
            statements=statements_of([value for pair in pairs for value in pair]),
            text=f"{said}; {moved}.",
            is_named=True,
        )
    return None


def _values(rows: Sequence[Statement]) -> list[RowValue]:
    return [value for row in in_order(rows) for value in row_values(row)]


def _gap(pair: Sequence[RowValue]) -> float:
    # sums of decimals are no exact numbers
    return round(abs(pair[0].number - pair[1].number), 9)


def _as_value(pair: Sequence[RowValue]) -> RowValue:
    """How far two values are apart, as a value: printed as they are."""
    printed = difference_between(pair[0], pair[1]).removeprefix("difference ").replace(f" {POINTS}", "%")
    return replace(pair[0], number=_gap(pair), printed=printed)


def _said(pair: Sequence[RowValue], found: SeriesPairs) -> str:
    """``2016: Men 59.5; Women 42; difference 17.5``."""
    is_row = found.item(pair[0]) == pair[0].label
    cells = [value.cell if is_row else f"{value.label} {value.printed}" for value in pair]
    about = "about " if any(value.is_measured for value in pair) else ""
    difference = difference_between(pair[0], pair[1]).replace(" ", f" {about}", 1)
    return f"{found.item(pair[0])}: {'; '.join((*cells, difference))}"
