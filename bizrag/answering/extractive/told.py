"""What of the scored statements answers a question, and how each is said: the surest ways first. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.answering.citations import ended, marker, without_markers
from bizrag.answering.extractive.best_statements import choose_best, within_quote
from bizrag.answering.extractive.fields.exact_fields import find_exact_field
from bizrag.answering.extractive.lists.headed_items import with_heading_of_item
from bizrag.answering.extractive.lists.lists import in_lines
from bizrag.answering.extractive.lists.whole_lists import with_whole_lists
from bizrag.answering.extractive.questions.needed import lacks_needed, tell_nothing_needed
from bizrag.answering.extractive.questions.other_tongues import asked_in_english
from bizrag.answering.extractive.scoring import Scored, asks_reason
from bizrag.answering.extractive.sections.sections import find_section, is_headed_so
from bizrag.answering.extractive.sections.whole_sections import find_whole_section
from bizrag.answering.extractive.sentences.announcements import with_following
from bizrag.answering.extractive.sentences.drivers import asks_drivers
from bizrag.answering.extractive.sentences.notes import notes_of_cells, notes_of_rows, with_note
from bizrag.answering.extractive.sentences.reasons import with_reason_first
from bizrag.answering.extractive.tables.chosen_rows import (
    best_computed,
    best_extreme,
    find_row_of_range,
    find_row_of_unit,
    told_with,
)
from bizrag.answering.extractive.tables.named.named_cells import find_named_cell
from bizrag.answering.extractive.tables.named.named_rows import find_named_rows
from bizrag.answering.extractive.tables.named.two_tables import find_in_two_tables
from bizrag.answering.extractive.tables.reading.found_rows import said_around
from bizrag.answering.extractive.tables.reading.units import with_unit
from bizrag.answering.extractive.tables.reckoned.arithmetic import find_in_sentence
from bizrag.answering.extractive.tables.reckoned.extremes import tells_extreme
from bizrag.answering.extractive.tables.reckoned.gaps import find_gap_move, find_widest_gap
from bizrag.answering.extractive.tables.reckoned.movers import find_mover
from bizrag.answering.extractive.tables.reckoned.row_ratios import find_highest_ratio
from bizrag.answering.extractive.tables.reckoned.shares import asks_share
from bizrag.answering.statements.reading import Statement, names_columns, readable
from bizrag.model.terms import terms

#: Below this the statements only come closest, and the answer says so. It answers .93 of the questions in documents'
#: own words, .5 of those in a reader's.
SURE_FROM = 0.53
_FEW_CELLS = 4
# sentences that may give the amounts of several years: so many of the best, with this share of the best score
_NUM_READ, _READ_SHARE = 3, 0.85


def found_by_name(
    question: str, scored: Sequence[Scored], statements: Sequence[Statement], *, is_known: bool, is_sure: bool
) -> Statement | None:
    """The section that a question asks about, where that is known; the section or list that it names by its heading,
    where no sentence surely answers.
    """
    if is_known and (whole := find_whole_section(question, scored, statements)) is not None:
        return whole
    if not scored:
        return None
    best = scored[0].statement
    is_told = is_sure and best.is_whole and not best.is_item and not is_headed_so(best, question)
    return None if is_told else find_section(question, statements)


def found(
    question: str,
    scored: Sequence[Scored],
    tables: Sequence[Sequence[Statement]],
    meant: Sequence[str],
    statements: Sequence[Statement],
) -> tuple[list[Statement], list[str]]:
    """The statements that answer, and how each is said; ``meant`` is the question for each table. None where none is
    sure and all lack what is asked for: a number, a code, a time of day.
    """
    asked = asked_in_english(question)
    # of several tables the one that is called as what is asked for
    movers = [mover for rows in tables if (mover := find_mover(asked, rows)) is not None]
    if movers:
        mover = max(movers, key=lambda one: len(set(terms(asked)) & set(terms(_called(one.statement)))))
        return [mover.statement], [written(mover.statement, mover.text)]
    reckoned = (find(asked, rows) for find in (find_widest_gap, find_gap_move, find_highest_ratio) for rows in tables)
    if (found_so := next(filter(None, reckoned), None)) is not None:
        quoted = within_quote(found_so.statements)
        return quoted, [written(quoted[0], found_so.text)]
    if (told := _extreme(question, scored, tables, meant, statements)) is not None:
        return [told[0]], [written(*told)]
    computed = (
        best_computed(asked, tables)
        or find_in_two_tables(question, scored)
        or find_in_sentence(
            question, [one.statement for one in scored[:_NUM_READ] if one.score >= _READ_SHARE * scored[0].score]
        )
    )
    if computed is not None:
        # how much it rose is no share
        beside = list[Statement]() if asks_share(question) else told_with(computed, scored[0].statement)
        said = [written(one, readable(one, question)) for one in beside]
        quoted = [*beside, *within_quote(computed.statements)]
        return quoted, [*said, written(computed.statements[0], computed.text)]
    # rows and fields that are named tell what is, and no reason
    is_plain = not asks_reason(question)
    named = next(filter(None, (find_named_rows(question, rows) for rows in tables if is_plain)), None)
    if named is not None and not any(lacks_needed(question, row) for row in named):
        quoted = within_quote(named)
        return quoted, [written(row, readable(row, question)) for row in quoted]
    if is_plain and (row := find_exact_field(question, scored)) is not None:
        return [row], [written(row, readable(row, question))]
    if is_plain and (row := find_named_cell(asked, statements, scored[0].statement)) is not None:
        return [row], [written(row, readable(row, question))]
    in_range = find_row_of_range(question, scored, statements)
    is_sure = scored[0].score >= SURE_FROM
    # names of columns say what a table is about, and answer nothing
    telling = [one for one in scored if not names_columns(one.statement)] or scored
    telling = with_reason_first(question, telling, statements)
    chosen = [in_range] if in_range else choose_best(telling, question, is_sure=is_sure)
    if not is_sure and tell_nothing_needed(question, chosen):
        return [], []
    chosen = with_whole_lists(with_following(question, chosen, statements), statements)
    chosen = [with_note(one) for one in with_heading_of_item(question, chosen)]
    return chosen, [written(statement, readable(statement, question)) for statement in chosen]


def _called(row: Statement) -> str:
    """What a table, its rows and the row itself are called."""
    return f"{said_around(row)} {row.kind_of_row} {row.section}"


def _extreme(
    question: str,
    scored: Sequence[Scored],
    tables: Sequence[Sequence[Statement]],
    meant: Sequence[str],
    statements: Sequence[Statement],
) -> tuple[Statement, str] | None:
    """The row with the largest or smallest value, and how it is said; of a question with a number in the range of a row
    that one. None where no extreme is asked for, or the best statement tells it.
    """
    extreme = best_extreme(asked_in_english(question), tables, meant)
    if extreme is None:
        return None
    if (row := find_row_of_unit(question, scored, statements)) is not None:
        return row, readable(row, question)
    is_told = tells_extreme(question, scored[0].statement, extreme)
    return (extreme.statement, extreme.text) if not is_told else None


def with_notes(question: str, chosen: Sequence[Statement], said: Sequence[str]) -> tuple[list[Statement], list[str]]:
    """What is told with the footnotes to the rows among it: behind them, or first where a question asks why a figure is
    as it is.
    """
    notes = [*notes_of_rows(chosen), *notes_of_cells(chosen, said)]
    told = [written(note, readable(note, question)) for note in notes]
    if asks_drivers(question) and all(one.is_row for one in chosen):
        return [*notes, *chosen], [*told, *said]
    return [*chosen, *notes], [*said, *told]


def whole_if_short(row: Statement, question: str) -> str:
    """A row of few cells as it stands, as what a code means and what to do; of more those that are asked for."""
    said = " ".join(row.said.split())
    return said if row.is_row and said.count("; ") < _FEW_CELLS else readable(row, question)


def written(statement: Statement, said: str) -> str:
    """What is said of a statement as an answer has it: its list in lines, with its unit and its marker."""
    told = without_markers(in_lines(said, statement))
    return f"{ended(with_unit(told, statement))} {marker(statement.passage.passage_id)}"
