"""Statements below the heading that a question names, where its siblings say the same of others: the responsibilities
of each role, the terms of each plan. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bizrag.answering.extractive.scoring import Scored, capital_terms
from bizrag.answering.statements.headings import without_number
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

# what stands below the name scores so much of what the best statement does
_NEAR_SHARE = 0.6


def under_headings(scored: Sequence[Scored], named: Sequence[frozenset[str]]) -> Sequence[Scored]:
    """The statements that stand below one of the named headings, or say its name themselves; all where none is named,
    or the best of these is far behind.

    ``scored`` is best first.
    """
    if not named:
        return scored
    own = [entry for entry in scored if any(name <= _said(entry.statement) for name in named)]
    return own if own and own[0].score >= _NEAR_SHARE * scored[0].score else scored


def find_named_headings(question: str, scored: Sequence[Scored]) -> list[frozenset[str]]:
    """The terms of the headings below the title of a document that a question has in a row, with capitals: headings of
    common words may be in any question.
    """
    capital = capital_terms(question)
    if not capital:
        return []
    asked = tuple(terms(question))
    found: dict[frozenset[str], None] = {}
    for entry in scored:
        for heading in _headings_of(entry.statement):
            own = tuple(terms(heading))
            is_name = bool(own) and capital.issuperset(own) and _holds(asked, own)
            if is_name and _has_sibling(entry.statement, heading, scored):
                found[frozenset(own)] = None
    # "Information Security Officer" is no "Information Security"
    return [name for name in found if not any(name < other for other in found)]


def _headings_of(statement: Statement) -> Iterator[str]:
    for heading in (*statement.hit.headings[1:], statement.section):
        if heading:
            yield without_number(heading)


def _has_sibling(statement: Statement, heading: str, scored: Sequence[Scored]) -> bool:
    """Whether something else of its document stands below another heading."""
    return any(
        entry.statement.hit.document_id == statement.hit.document_id
        and heading not in _headings_of(entry.statement)
        and any(_headings_of(entry.statement))
        for entry in scored
    )


def _holds(asked: tuple[str, ...], own: tuple[str, ...]) -> bool:
    return any(asked[at : at + len(own)] == own for at in range(len(asked) - len(own) + 1))


def _said(statement: Statement) -> set[str]:
    return set(terms(" ".join((statement.said, statement.hit.title, *statement.hit.headings, statement.section))))
