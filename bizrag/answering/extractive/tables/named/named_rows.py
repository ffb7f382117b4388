"""The rows of one table that a question names: "What are the sales and purchases for 2019?" Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.tables.reading.row_values import is_code, row_label, row_name
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

_SEVERAL = re.compile(r"\b(?:and|both|respective(?:ly)?|versus|vs)\b|, ", re.IGNORECASE)
# rows that sum up the others are named with what they sum up
_SUMS = frozenset(terms("total subtotal sum other net all"))
_MOST, _NAME_WORDS = 4, 2
# a capital alone in a sentence, and no "I"
_LETTER = re.compile(r"(?<=\s)[A-HJ-Z]\b(?![.'’])")
# "FY25", "1H23", "9M25": of a fiscal year
_PART_OF_TIME = re.compile(r"(?:[FC]YE? ?|[1-4]Q ?|[12]H ?|\d{1,2}M ?)['\u2019]?\d{2}(?:\d\d)?")
# "the component marked 14", "callout 7"
_MARKED = re.compile(
    r"\b(?:marked|numbered|labell?ed|callout)\s+(?:with |as |by )?(?:the )?(?:number )?(?P<number>\d{1,3})\b",
    re.IGNORECASE,
)


def find_named_rows(question: str, rows: Sequence[Statement]) -> list[Statement]:
    """Two to four rows of one table whose names the question holds whole, in its order; none where a name is of several
    rows.
    """
    if not _SEVERAL.search(question):
        return []
    if lettered := _lettered_rows(question, rows):
        return lettered
    order = {term: at for at, term in reversed([*enumerate(terms(question))])}
    named: dict[frozenset[str], list[Statement]] = {}
    for row in rows:
        name = frozenset(terms(row_name(row_label(row))))
        if name <= order.keys() and name - _SUMS:
            named.setdefault(name, []).append(row)
    whole = {name: found for name, found in named.items() if not any(name < other for other in named)}
    if not 2 <= len(whole) <= _MOST or any(len(found) > 1 for found in whole.values()):
        return []
    return [whole[name][0] for name in sorted(whole, key=lambda name: min(order[term] for term in name))]


def _lettered_rows(question: str, rows: Sequence[Statement]) -> list[Statement]:
    """The rows whose label is a letter that the question names, "grade A and grade C": as words these say nothing."""
    letters = dict.fromkeys(_LETTER.findall(question))
    labelled = [(row_label(row).strip(), row) for row in rows]
    found = {letter: [row for label, row in labelled if label == letter] for letter in letters}
    is_each = 2 <= len(found) <= _MOST and all(len(of_letter) == 1 for of_letter in found.values())
    return [of_letter[0] for of_letter in found.values()] if is_each else []


def names_whole_row(question: str, row: Statement) -> bool:
    """Whether a question holds the whole name of a row, of several words: it is asked about, whatever else is said."""
    name = set(terms(row_name(row_label(row)))) - _SUMS if row.is_row else set[str]()
    return len(name) >= _NAME_WORDS and name <= set(terms(question))


def _names_column(row: Statement, label: str, asked: set[str], words: set[str]) -> bool:
    """Whether a question names the period of a row, and something of its columns: a period alone is of any table."""
    columns = set(terms(row.said.partition(": ")[2])) - set(terms(label))
    return label.casefold() in asked and not columns.isdisjoint(words)


def find_coded_row(question: str, rows: Sequence[Statement]) -> Statement | None:
    """The only row of a table whose label is a code that the question names, and no other: "E05", "HM-211"; the number
    of what is marked by it on a drawing.
    """
    asked = {word.strip(".,;:?!()'\"").casefold() for word in question.split()}
    labels = [(row, row_label(row)) for row in rows]
    coded = [row for row, label in labels if is_code(label) and not label.isdigit() and label.casefold() in asked]
    if not coded:
        words = set(terms(question))
        coded = [
            row for row, label in labels if _PART_OF_TIME.fullmatch(label) and _names_column(row, label, asked, words)
        ]
    if (marked := _MARKED.search(question)) is not None:
        # a row that begins with a number has no label
        coded += [row for row, label in labels if label.partition("; ")[0] == marked["number"]]
    return coded[0] if len(coded) == 1 else None
