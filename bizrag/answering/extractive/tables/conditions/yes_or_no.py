"""Whether one row or column of a table is above another, where a question asks just that: "Was rent dearer than food?"

Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.questions.directions import LESS, MORE
from bizrag.answering.extractive.tables.reading.found_rows import in_order
from bizrag.answering.extractive.tables.reading.row_values import (
    Key,
    RowValue,
    are_comparable,
    column_of,
    is_sum,
    label_of,
    named_terms,
    periods_in,
    row_values,
)
from bizrag.answering.extractive.tables.reckoned.computed import Computed, statements_of
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

_ASKS = re.compile(
    r"^(?:(?:in|on|at|for|by|during|among|according to) [^,?]+, )?"
    r"(?:is|was|were|are|do|does|did|has|have|had)\b"
    # "more people chose taxes than fares?"
    r"|^(?!.*\b(?:which|what|who|whose|how|why|when|where|name|list)\b)",
    re.IGNORECASE,
)
_COMPARES = re.compile(rf"\b(?:(?P<more>{MORE}|greater)|(?P<less>{LESS}))\b(?P<both>[^,;?]*?)\bthan\b", re.IGNORECASE)
# what changed more, or by how much, is reckoned elsewhere; what a denial asks is not plain
_NO_VALUES = re.compile(
    r"\b(?:r[io]s(?:e|en|ing)|gr[eo]w(?:n|ing)?|increas\w+|f[ae]ll(?:en|ing)?|declin\w+|decreas\w+|by how|twice|half"
    rf"|times|not|never|no (?:{MORE}|{LESS}|greater))\b",
    re.IGNORECASE,
)
# of a name so many words are said: "a long payback" is "Payback too long"
_NEARLY = 0.6


def find_yes_or_no(question: str, rows: Sequence[Statement]) -> Computed | None:
    """Yes or no, with the values of the two things that a question compares: both stand in one column, or in one row.

    None where it compares others, or where it does not tell which values.
    """
    found = _COMPARES.search(question)
    if found is None or not _ASKS.match(question) or _NO_VALUES.search(question):
        return None
    before, after = (
        set(terms(text)) for text in (f"{question[: found.start()]} {found['both']}", question[found.end() :])
    )
    values = [value for row in in_order(rows) for value in row_values(row)]
    for name, other in ((label_of, column_of), (column_of, label_of)):
        names = list(dict.fromkeys(one for one in map(name, values) if one and not is_sum(one)))
        one, another = _only_named(names, before), _only_named(names, after)
        if not one or not another or one == another:
            continue
        pair = _in_one_line(values, (one, another), name, other, before | after)
        if pair is None or not are_comparable(pair) or pair[0].number == pair[1].number:
            continue
        if _has_amount(question, pair):
            return None
        is_more = pair[0].number > pair[1].number
        is_so = is_more == (found["more"] is not None)
        return Computed(
            statements=statements_of(pair),
            text=f"{'Yes' if is_so else 'No'}: {_said(pair)}.",
            is_named=True,
        )
    return None


def _has_amount(question: str, pair: Sequence[RowValue]) -> bool:
    """Whether a question has a number that is no period and in no name: "more than 50 higher than food"."""
    names = set(terms(" ".join(f"{value.label} {value.column}" for value in pair)))
    said = set(terms(question)) - periods_in(question) - names
    return any(term[0].isdigit() for term in said)


def _only_named(names: Sequence[str], said: set[str]) -> str:
    """The one name that is said whole, the longest where one is part of another, or the only one that nearly is; empty
    where none or several are.
    """
    named = [name for name in names if (own := named_terms(name) - periods_in(name)) and own <= said]
    if not named:
        near = [name for name in names if (own := named_terms(name)) and len(own & said) >= _NEARLY * len(own)]
        return near[0] if len(near) == 1 else ""
    longest = max(named, key=lambda name: len(named_terms(name)), default="")
    return longest if all(named_terms(name) <= named_terms(longest) for name in named) else ""


def _in_one_line(
    values: Sequence[RowValue], names: tuple[str, str], name: Key, other: Key, asked: set[str]
) -> list[RowValue] | None:
    """The values of two names in the column, or row, that a question says the most of, or the only one."""
    of_each = [{other(value): value for value in values if name(value) == one} for one in names]
    both = [key for key in of_each[0] if key in of_each[1]]
    said = set[str]().union(*map(named_terms, names))
    shared = {key: len((set(terms(key)) & asked) - said) for key in both}
    best = [key for key in both if shared[key] == max(shared.values())]
    if len(best) != 1 or (len(both) > 1 and not shared[best[0]]):
        return None
    return [own[best[0]] for own in of_each]


def _said(pair: Sequence[RowValue]) -> str:
    """``Rent: 2024 352; Food: 2024 236``, ``Price: Plan A 12; Plan B 15``."""
    if pair[0].label == pair[1].label:
        return f"{pair[0].label}: {'; '.join(value.cell for value in pair)}"
    return "; ".join(f"{value.label}: {value.cell}" for value in pair)
