"""What a question asks for in full and documents keep together: what changed in a release, what a table says of two
things, all that it lists, and what caused an incident or was decided. Pure.
"""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.extractive.sections.asked_again import find_asked_again
from bizrag.answering.extractive.sections.parts_of_reports import find_part_of_report
from bizrag.answering.extractive.sections.releases import find_release_notes, find_release_of
from bizrag.answering.extractive.surely_told import find_surely_told
from bizrag.answering.extractive.tables.conditions.reference_ranges import find_out_of_range
from bizrag.answering.extractive.tables.named.compared_columns import find_compared_columns
from bizrag.answering.extractive.tables.named.next_rows import find_entries
from bizrag.answering.extractive.told import written
from bizrag.answering.statements.reading import Statement, readable


def find_first_told(
    question: str, scored: Sequence[Scored], statements: Sequence[Statement], *, is_known: bool, is_of_periods: bool
) -> tuple[list[Statement], list[str]] | None:
    """What is told in full, else by one statement that surely answers; None where neither is found.

    Args:
        question: what is asked.
        scored: statements by how near they are to the question, best first.
        statements: all that were read.
        is_known: the best of them is near enough to answer.
        is_of_periods: the question is about several periods.
    """
    if not is_of_periods and (whole := find_told_whole(question, scored, statements)) is not None:
        return whole
    surely = find_surely_told(question, scored, statements, is_known=is_known, is_of_periods=is_of_periods)
    return ([surely[0]], [surely[1]]) if surely is not None else None


def find_told_whole(
    question: str, scored: Sequence[Scored], statements: Sequence[Statement]
) -> tuple[list[Statement], list[str]] | None:
    """The statements that answer in full, and how each is said; None where a question asks for something else."""
    told = (
        find_release_notes(question, scored, statements)
        or find_release_of(question, scored, statements)
        or find_compared_columns(question, statements)
    )
    if told is not None:
        return told[0], [written(one, said) for one, said in zip(*told, strict=True)]
    if entries := find_entries(question, scored):
        return [one for one, _ in entries], [written(*entry) for entry in entries]
    if outside := find_out_of_range(question, statements):
        return outside, [written(one, one.said) for one in outside]
    one = find_part_of_report(question, statements) or find_asked_again(question, scored, statements)
    return ([one], [written(one, readable(one, question))]) if one is not None else None
