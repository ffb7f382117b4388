"""Questions about a row that another question finds: "the budget of the district that grew most". Pure.

Which district that is, is asked first, and then its budget; so is "and what is its deadline?" of the row before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bizrag.answering.extractive.questions.two_questions import are_of_both_ends, cells_of, of_named, stands_for
from bizrag.answering.extractive.tables.chosen_rows import Tables, best_extreme, find_meeting_rows
from bizrag.answering.extractive.tables.reading.row_values import row_label, row_name
from bizrag.answering.extractive.tables.reckoned.extremes import asks_most
from bizrag.answering.extractive.tables.reckoned.movers import find_mover
from bizrag.answering.extractive.told import written
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

_STEPS = re.compile(
    r"^(?P<asks>.+?\b(?:of|in|at|for|by|to|from|with|on|during)) the (?P<kind>[\w-]+(?: [\w-]+)?) "
    r"(?P<link>where|in which|with|that|which|whose|when|who)\s(?P<clause>[^,;]+?)\s*\?*$",
    re.IGNORECASE,
)
# the statements that answer, how each is said, and whether that is sure
Told = tuple[list[Statement], list[str], bool]
Ask = Callable[[str], Told]


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps:
    """A question in two steps: what tells which row is meant, and what is asked of it."""

    # "Which district where passengers fell most?"
    first: str
    # "What is the budget of"
    asks: str

    def second(self, name: str) -> str:
        """What is asked of the row that the first step found."""
        return f"{self.asks} {name}?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """The one row that the first step found, and how it is said."""

    statement: Statement
    text: str

    @property
    def name(self) -> str:
        """What the row is called."""
        return self.text.partition(": ")[0] or row_label(self.statement)


def two_steps(question: str) -> Steps | None:
    """The steps of a question; None where it names no row by what is told of it.

    >>> two_steps("What is the budget of the district that grew most?")
    Steps(first='Which district grew most?', asks='What is the budget of')
    >>> two_steps("How many live in the town with the highest rent?")
    Steps(first='Which town has the highest rent?', asks='How many live in')
    >>> two_steps("What is the rent of the flat?")
    """
    found = _STEPS.match(question.strip())
    if found is None or not terms(found["asks"]):
        return None
    link = found["link"].casefold()
    says = {"with": " has", "that": "", "which": "", "who": ""}.get(link, f" {link}")
    return Steps(first=f"Which {found['kind']}{says} {found['clause']}?", asks=found["asks"])


def find_named(first: str, tables: Tables, meant: Sequence[str]) -> Named | None:
    """The one row that is largest, moved most or alone meets what the first step says; None without such."""
    if (mover := next(filter(None, (find_mover(first, rows) for rows in tables)), None)) is not None:
        return Named(statement=mover.statement, text=mover.text)
    # "fell most" is no largest value
    if (met := find_meeting_rows(first, tables, meant)) is not None:
        return Named(statement=met[0][0], text=met[1]) if len(met[0]) == 1 else None
    extreme = best_extreme(first, tables, meant)
    return Named(statement=extreme.statement, text=extreme.text) if extreme is not None else None


def tell_in_steps(
    question: str, tables_of: Callable[[str], tuple[list[list[Statement]], list[str]]], ask: Ask
) -> Told | None:
    """Which row a question names by what is told of it, and what it asks of that row.

    None where it names none so, or where nothing is told of that row. ``tables_of`` gives the tables near a question,
    and the question for each.
    """
    steps = two_steps(question)
    named = find_named(steps.first, *tables_of(steps.first)) if steps is not None else None
    if steps is None or named is None:
        return None
    chosen, said, _ = ask(steps.second(named.name))
    if len(chosen) != 1 or not set(terms(named.name)) <= set(terms(chosen[0].said)):
        return None
    first = written(named.statement, named.text)
    return (chosen, said, True) if said == [first] else ([named.statement, *chosen], [first, *said], True)


def tell_of_one_row(parts: tuple[str, str], ask: Ask) -> Told | None:
    """The one row that answers the first of two questions, and what the second one asks of it.

    None where other rows do, too, or nothing more is told of it; of the largest or smallest its row alone.
    """
    first, first_said, is_first_sure = ask(parts[0])
    if len(first) != 1 or not first[0].is_row or not (name := row_name(row_label(first[0]))):
        return None
    chosen, said, is_sure = ask(of_named(parts[1], name))
    if len(chosen) != len(said):
        return None
    cells = set(cells_of(first_said[0]))
    of_it = [(one, told) for one, told in zip(chosen, said, strict=True) if set(terms(name)) <= set(terms(one.said))]
    more = next(((one, told) for one, told in of_it if cells.isdisjoint(cells_of(told))), None)
    if more is not None:
        return [first[0], more[0]], [first_said[0], more[1]], is_sure
    # what meets other words of the question is not the largest
    return (first, first_said, is_first_sure) if asks_most(parts[0]) is not None and stands_for(parts[1]) else None


def tell_of_two_rows(parts: tuple[str, str], ask: Ask) -> Told | None:
    """The rows of one table each of which answers one of two questions: "What did a call cost, and what did a chat?"

    None where one answers both, or the second question does not name its row.
    """
    (first, first_said, is_first_sure), (second, second_said, is_second_sure) = map(ask, parts)
    if not (first and second) or len(first) != len(first_said) or len(second) != len(second_said):
        return None
    if first[0] == second[0]:
        return None
    if not (first[0].is_row and second[0].is_row) or first[0].hit.chunk_no != second[0].hit.chunk_no:
        return None
    own = set(terms(parts[1].partition("?")[0])) - set(terms(parts[0]))
    if own.isdisjoint(terms(row_name(row_label(second[0])))) and not are_of_both_ends(parts):
        return None
    return [first[0], second[0]], [first_said[0], second_said[0]], is_first_sure and is_second_sure
