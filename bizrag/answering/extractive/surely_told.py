"""What one statement tells by itself, whatever other statements score: before rows of tables are compared. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.answering.extractive.documents.numbered_documents import find_number_of_paper
from bizrag.answering.extractive.fields.asked_labels import find_asked_label
from bizrag.answering.extractive.fields.bills import find_of_bill
from bizrag.answering.extractive.fields.signatories import find_signatory
from bizrag.answering.extractive.lists.ordinal_items import find_ordinal_item
from bizrag.answering.extractive.plainly_told import find_plainly_told
from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.extractive.sections.asked_sections import find_asked_section, said_of_section
from bizrag.answering.extractive.sections.branches import find_branch
from bizrag.answering.extractive.sections.counted_parts import find_counted_parts
from bizrag.answering.extractive.sentences.consequences import find_consequence
from bizrag.answering.extractive.sentences.counts import find_count_behind, find_told_count
from bizrag.answering.extractive.sentences.drivers import find_driver
from bizrag.answering.extractive.sentences.explained import find_explained
from bizrag.answering.extractive.sentences.glosses import find_gloss
from bizrag.answering.extractive.tables.named.base_rows import find_base_row
from bizrag.answering.extractive.tables.named.next_rows import find_next_entry
from bizrag.answering.extractive.tables.named.product_cards import find_on_cards
from bizrag.answering.extractive.told import written
from bizrag.answering.statements.reading import Statement, readable


def find_surely_told(
    question: str,
    scored: Sequence[Scored],
    statements: Sequence[Statement],
    *,
    is_known: bool,
    is_of_periods: bool,
) -> tuple[Statement, str] | None:
    """The statement that surely answers, and how it is said; None where none does.

    Args:
        question: what is asked.
        scored: statements by how near they are to the question, best first.
        statements: all that were read.
        is_known: the best of them is near enough to answer.
        is_of_periods: the question is about several periods.
    """
    if (counted := find_counted_parts(question, statements)) is not None:
        return counted[0], written(*counted)
    section = find_asked_section(question, scored, statements) if is_known else None
    if section is not None:
        return section, written(section, said_of_section(section))
    if (base := find_base_row(question, statements)) is not None:
        return base[0], written(*base)
    if (branch := find_branch(question, scored)) is not None:
        return branch[0], written(*branch)
    if (following := find_next_entry(question, statements)) is not None:
        return following[0], written(*following)
    if (gloss := find_gloss(question, statements)) is not None:
        return gloss[0], written(*gloss)
    is_of_one = len({one.hit.document_id for one in statements}) == 1
    told = (
        find_signatory(question, statements)
        or find_on_cards(question, statements)
        or find_number_of_paper(question, statements)
        or find_plainly_told(question, statements)
        or find_ordinal_item(question, scored)
        or find_told_count(question, scored)
        or (find_count_behind(question, scored) if is_known else None)
        or (find_consequence(question, scored) if is_known else None)
        or find_explained(question, scored, statements)
        or (find_driver(question, scored, statements) if is_known and not is_of_periods else None)
        or (find_of_bill(question, scored, statements) if is_known or is_of_one else None)
        or (find_asked_label(question, scored, statements) if is_known else None)
    )
    return (told, written(told, readable(told, question))) if told is not None else None
