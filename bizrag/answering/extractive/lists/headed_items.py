"""An item of a list that answers alone is told with what it stands under: "Out of scope: support after the warranty".
Pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bizrag.answering.statements.headings import without_number
from bizrag.answering.statements.list_items import BULLET
from bizrag.answering.statements.reading import Statement
from bizrag.answering.statements.spans import SENTENCE_END
from bizrag.model.terms import terms

_MAX_ITEM_WORDS = 10


def with_heading_of_item(question: str, chosen: Sequence[Statement]) -> list[Statement]:
    """The chosen statements, one item alone that is no sentence under the heading above it, where a question does not
    name that itself.
    """
    if len(chosen) != 1 or not _is_fragment(chosen[0]):
        return list(chosen)
    heading = without_number(chosen[0].section or next(reversed(chosen[0].hit.headings[1:]), ""))
    says_more = set(terms(heading)) - set(terms(question))
    return [replace(chosen[0], label=heading) if says_more else chosen[0]]


def _is_fragment(statement: Statement) -> bool:
    """Whether a statement is an item that does not say by itself what it is one of."""
    if not statement.is_item or statement.is_row or statement.label or "\n" in statement.text.strip():
        return False
    said = BULLET.sub("", statement.text.strip())
    return len(said.split()) <= _MAX_ITEM_WORDS and SENTENCE_END.search(said) is None
