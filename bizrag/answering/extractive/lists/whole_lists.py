"""Lists that answers tell one by one: two items of a list among the best statements mean the list. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.answering.statements.list_items import LEAD_IN
from bizrag.answering.statements.reading import Statement

_MIN_ITEMS = 2


def with_whole_lists(chosen: Sequence[Statement], statements: Sequence[Statement]) -> list[Statement]:
    """The chosen statements, in place of two or more items of a list the statement that leads to it, with all of them.

    A list that nothing leads to, or that is longer than a quote, is told by its items.
    """
    told: list[Statement] = []
    for one in chosen:
        whole = _list_of(one, statements)
        is_meant = whole is not None and sum(_holds(whole, other) for other in chosen) >= _MIN_ITEMS
        # what is told with the list already is not told again
        if any(_holds(other, one) or other == one for other in told):
            continue
        told.append(whole if whole is not None and is_meant else one)
    return told


def _list_of(item: Statement, statements: Sequence[Statement]) -> Statement | None:
    """The statement of a lead-in with its items, one of which this is."""
    if not item.is_item:
        return None
    return next((one for one in statements if one is not item and _holds(one, item) and _leads(one)), None)


def _holds(whole: Statement, part: Statement) -> bool:
    is_of_one = whole.hit.chunk_no == part.hit.chunk_no
    return (
        is_of_one and whole.start <= part.start and part.end <= whole.end and whole.end - whole.start > len(part.text)
    )


def _leads(statement: Statement) -> bool:
    """Whether a statement is a lead-in with what it leads to."""
    lead, newline, _ = statement.text.partition("\n")
    return bool(newline) and LEAD_IN.search(lead.rstrip()) is not None
