"""What is told plainly: statements that answer by how a question is asked and how they are written. Pure.

One way after the other, the surest first, whatever the words of the statements score.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bizrag.answering.extractive.documents.front_matter import find_front_matter
from bizrag.answering.extractive.lists.steps import find_next
from bizrag.answering.extractive.sections.located import find_page_of
from bizrag.answering.extractive.sections.numbered_figures import find_numbered_figure
from bizrag.answering.extractive.sections.numbered_headings import find_numbered_heading
from bizrag.answering.statements.links import find_in_chain, find_link
from bizrag.answering.statements.reading import Statement

_WAYS: tuple[Callable[[str, Sequence[Statement]], Statement | None], ...] = (
    find_next,
    find_link,
    find_in_chain,
    find_numbered_heading,
    find_numbered_figure,
    find_front_matter,
    find_page_of,
)


def find_plainly_told(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The first statement that one of these ways finds; None where none does."""
    return next((told for find in _WAYS if (told := find(question, statements)) is not None), None)
