"""What is told plainly: statements that answer by how a question is asked and how they are written. Pure.

One way after the other, the surest first, whatever the words of the statements score.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bizrag.answering.extractive.documents.front_matter import find_front_matter
from bizrag.answering.extractive.fields.defaults import find_default
from bizrag.answering.extractive.fields.letters import find_correspondent
from bizrag.answering.extractive.fields.net_addresses import find_net_address
from bizrag.answering.extractive.fields.verb_fields import find_verb_field
from bizrag.answering.extractive.lists.named_lists import find_named_list
from bizrag.answering.extractive.lists.numbered_items import find_numbered_item
from bizrag.answering.extractive.lists.steps import find_next
from bizrag.answering.extractive.questions.askers import find_asked
from bizrag.answering.extractive.sections.asked_pages import find_asked_page
from bizrag.answering.extractive.sections.located import find_located_figure, find_page_of
from bizrag.answering.extractive.sections.numbered_figures import find_numbered_figure
from bizrag.answering.extractive.sections.numbered_headings import find_numbered_heading
from bizrag.answering.extractive.sentences.definitions import find_definition
from bizrag.answering.extractive.sentences.restated import find_restated
from bizrag.answering.extractive.sentences.spelled_out import find_spelled_out
from bizrag.answering.extractive.sentences.told_kinds import find_told_kind
from bizrag.answering.statements.links import find_in_chain, find_link
from bizrag.answering.statements.reading import Statement

_WAYS: tuple[Callable[[str, Sequence[Statement]], Statement | None], ...] = (
    find_next,
    find_link,
    find_in_chain,
    find_named_list,
    find_numbered_heading,
    find_numbered_item,
    find_numbered_figure,
    find_correspondent,
    find_verb_field,
    find_asked,
    find_net_address,
    find_front_matter,
    find_restated,
    find_spelled_out,
    find_definition,
    find_default,
    find_asked_page,
    find_located_figure,
    find_page_of,
    find_told_kind,
)


def find_plainly_told(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The first statement that one of these ways finds; None where none does."""
    return next((told for find in _WAYS if (told := find(question, statements)) is not None), None)
