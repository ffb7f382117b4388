"""Which rows of the tables near a question (``near_tables.py``) answer it: one way after the other, the surest first.

Pure.
"""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.answering.assembly.long_tables import is_whole
from bizrag.answering.extractive.best_statements import FURTHER_SHARE, UNSURE_SHARE, within_quote
from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.extractive.tables.conditions.attendance import find_attendance
from bizrag.answering.extractive.tables.conditions.cell_matches import find_matching
from bizrag.answering.extractive.tables.conditions.conditions import find_meeting
from bizrag.answering.extractive.tables.conditions.dated_rows import find_dated
from bizrag.answering.extractive.tables.conditions.filled_rows import find_filled
from bizrag.answering.extractive.tables.conditions.narrowed_items import find_narrowed
from bizrag.answering.extractive.tables.conditions.ranges import find_in_range, has_number_of_unit
from bizrag.answering.extractive.tables.conditions.signed_rows import find_signed
from bizrag.answering.extractive.tables.conditions.ticked_rows import find_ticked
from bizrag.answering.extractive.tables.conditions.yes_or_no import find_yes_or_no
from bizrag.answering.extractive.tables.named.named_rows import find_coded_row
from bizrag.answering.extractive.tables.named.parts_of_tables import find_parts, find_years
from bizrag.answering.extractive.tables.reading.row_values import row_label, row_name
from bizrag.answering.extractive.tables.reckoned.arithmetic import find_computed
from bizrag.answering.extractive.tables.reckoned.asked_figures import asks_of_share, tells_change
from bizrag.answering.extractive.tables.reckoned.bridges import find_bridge
from bizrag.answering.extractive.tables.reckoned.computed import POINTS, Computed
from bizrag.answering.extractive.tables.reckoned.extremes import Extreme, find_extreme
from bizrag.answering.extractive.tables.reckoned.known_ratios import find_known_ratio
from bizrag.answering.extractive.tables.reckoned.named_sums import find_named_sum
from bizrag.answering.extractive.tables.reckoned.row_sums import find_row_sum
from bizrag.answering.extractive.tables.reckoned.shares import asks_share, find_share, tells_share
from bizrag.answering.extractive.tables.reckoned.top_rows import find_top
from bizrag.answering.extractive.tables.reckoned.year_on_year import find_periods_above
from bizrag.answering.quoting import is_quotable
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

Tables = Sequence[Sequence[Statement]]

# a sentence with no more of a question's words may be about something else
_FEW_WORDS = 0.5


def find_meeting_rows(question: str, tables: Tables, meant: Sequence[str]) -> tuple[list[Statement], str] | None:
    """The rows that meet a condition of the question, and how they are said in one.

    ``meant`` is the question for each table, with the column of it that is meant (``meant_columns.py``).
    """
    narrowed = next(filter(None, (find_narrowed(question, rows) for rows in tables)), None)
    if narrowed is not None:
        return within_quote(narrowed.statements), narrowed.text
    ways = (
        find_bridge,
        find_yes_or_no,
        find_attendance,
        find_periods_above,
        find_years,
        find_parts,
        find_top,
        find_ticked,
        find_filled,
        find_dated,
        find_meeting,
        find_signed,
        find_matching,
        find_named_sum,
    )
    # of sums of which a share is asked for, the share is told
    if asks_share(question):
        ways = tuple(find for find in ways if find is not find_named_sum)
    met = [
        found
        for find in ways
        for asked, rows in zip(meant, tables, strict=True)
        if (found := find(asked if find is find_meeting else question, rows))
    ]
    if not met:
        return None
    asked = set(terms(question))
    named = [found for found in met if found.is_named]
    # rows of another table may hold but one of its words
    meeting = max(named, key=lambda found: len(asked & _terms_of(found)), default=met[0])
    return within_quote(meeting.statements), meeting.text


def _terms_of(found: Computed) -> set[str]:
    return {term for row in found.statements for term in terms(row.said)}


def find_coded(
    question: str, tables: Tables, scored: Sequence[Scored], statements: Sequence[Statement]
) -> Statement | None:
    """The row whose label is a code that the question names: of the tables near it, else the only one of all, where the
    best statement does not speak of the code.
    """
    near = next((row for rows in tables if (row := find_coded_row(question, rows))), None)
    if near is not None or not scored:
        return near
    row = find_coded_row(question, [one for one in statements if one.is_row and is_whole(one.hit)])
    label = set(terms(row_label(row))) if row is not None else set[str]()
    return None if label <= set(terms(scored[0].statement.said)) else row


def best_extreme(question: str, tables: Tables, meant: Sequence[str]) -> Extreme | None:
    """The largest or smallest value of the first table that has one; where that is a share of a row, and shares are not
    asked for, the one of the amounts of the same row in another table.
    """
    found = [extreme for asked, rows in zip(meant, tables, strict=True) if (extreme := find_extreme(asked, rows))]
    if not found or asks_of_share(question) or not tells_share(found[0].text):
        return _said_more_of(question, found)
    label = row_name(row_label(found[0].statement))
    same = (one for one in found if row_name(row_label(one.statement)) == label and not tells_share(one.text))
    return next(same, found[0])


def _said_more_of(question: str, found: Sequence[Extreme]) -> Extreme | None:
    """The first one, or a later one whose column has its words of the question and more: "the lowest cost per pallet"
    is none of pallet positions.
    """
    asked = set(terms(question))
    said = [asked & set(terms(extreme.text)) for extreme in found]
    later = (extreme for extreme, words in zip(found[1:], said[1:], strict=True) if said[0] and words > said[0])
    return next(later, found[0]) if found else None


def find_row_of_range(question: str, scored: Sequence[Scored], statements: Sequence[Statement]) -> Statement | None:
    """The row of a table near the best statements in whose range a number of the question lies; of one not so near
    where the number has the unit of the ranges, and a sentence before it has few of the question's words.
    """
    row = find_in_range(question, best_rows(scored, statements))
    if row is not None or not scored or scored[0].signs.words > _FEW_WORDS:
        return row
    rows = best_rows(scored, statements, least=UNSURE_SHARE)
    return find_in_range(question, rows) if has_number_of_unit(question, rows) else None


def find_row_of_unit(question: str, scored: Sequence[Scored], statements: Sequence[Statement]) -> Statement | None:
    """The row in whose range a number of the question lies that has the unit of the ranges: of "the maximum dose at
    30 kg" no other row's is meant, however large.
    """
    rows = best_rows(scored, statements)
    return find_in_range(question, rows) if has_number_of_unit(question, rows) else None


def best_rows(
    scored: Sequence[Scored], statements: Sequence[Statement], *, least: float = FURTHER_SHARE
) -> list[Statement]:
    """The rows of the table or chart that a row among the best statements is of, if all of them are known.

    ``least`` is the share of the best score that the row has.
    """
    for candidate in scored:
        if candidate.score < least * scored[0].score:
            return []
        best = candidate.statement
        if best.is_row:
            if not is_whole(best.hit):
                return []
            rows = [one for one in statements if one.hit.chunk_no == best.hit.chunk_no and one.is_row]
            return [one for one in rows if one.columns == best.columns]
    return []


def best_computed(question: str, tables: Tables) -> Computed | None:
    """What is reckoned of rows that the question names whole, with the most of its words; else of the first table that
    it can be.
    """
    ways = (find_computed, find_row_sum)
    if (ratio := next(filter(None, (find_known_ratio(question, rows) for rows in tables)), None)) is not None:
        return ratio
    shares = (find_share(question, part) for rows in tables for part in (*_parts_of(rows), rows))
    found = [share for share in shares if share is not None] or [
        computed for rows in tables for find in ways if (computed := find(question, rows))
    ]
    if not asks_of_share(question):
        # shares answer no question about amounts that another table answers, but for those of the only named row
        amounts = [computed for computed in found if POINTS not in computed.text]
        of_named = [computed for computed in amounts if computed.is_named]
        found = of_named or [one for one in found if one.is_named or one in amounts] or found
    asked = set(terms(question))
    named = [computed for computed in found if computed.is_named]
    return max(named, key=lambda one: len(asked & set(terms(one.text))), default=found[0] if found else None)


def _parts_of(rows: Sequence[Statement]) -> list[list[Statement]]:
    """The rows of each printed table of several that were put together for their columns; none of one alone."""
    parts: dict[int, list[Statement]] = {}
    for row in rows:
        parts.setdefault(row.hit.chunk_no, []).append(row)
    return list(parts.values()) if len(parts) > 1 else []


def told_with(computed: Computed, best: Statement) -> list[Statement]:
    """The best statement, where it is a sentence that may tell what was reckoned from a table: it says more of it."""
    # what is reckoned of a sentence is told with it
    is_known = best.is_row or best in computed.statements
    if is_known or not tells_change(best.said) or not is_quotable(best, computed.statements):
        return []
    return [best]
