"""The few rows of a table with the largest or smallest values, where a question asks for a number of them. Pure.

"Which three regions have the most jobs?" is answered by three rows, the first one first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.questions.directions import LEAST, MOST
from bizrag.answering.extractive.tables.reckoned.computed import Computed
from bizrag.answering.extractive.tables.reckoned.extremes import ordered_values
from bizrag.answering.statements.reading import Statement
from bizrag.model.number_words import value_of
from bizrag.model.words import NUMBER_WORDS

_NUMBER = rf"(?:{'|'.join(NUMBER_WORDS[1:10])}|[2-9]|10)"
# "Which three regions ...", "What are the top 5 ...", "the two smallest ..."; of "which of the three" one is asked for
_ASKS_NUMBER = re.compile(
    r"^(?:in |for |at |on )?(?:which|what|name|list|who are|what are|give)(?: me)?(?: the)? "
    rf"(?P<which>{_NUMBER}) (?!of\b)"
    rf"|\b(?:top|bottom)[- ](?P<top>{_NUMBER})\b(?!%| ?per ?cent)"
    rf"|(?<!\bof )(?<!\bof the )\b(?P<most>{_NUMBER})[ -](?:{MOST}|{LEAST})\b",
    re.IGNORECASE,
)


def find_top(question: str, rows: Sequence[Statement]) -> Computed | None:
    """The rows, or cells of the row that a question names, with the largest or smallest values, as many as it asks for.

    None where it asks for one or for all, where the table has fewer, or where one more is as large as the last of them.
    """
    if (asked := _ASKS_NUMBER.search(question)) is None:
        return None
    said = (asked["which"] or asked["top"] or asked["most"]).casefold()
    number = value_of(said) or int(said)
    # "the three largest" are asked for as the largest one is
    one = re.sub(rf"\b(?:{re.escape(said)})(?=[ -](?:{MOST}|{LEAST})\b)[ -]", "", question, flags=re.IGNORECASE)
    ordered = ordered_values(one, rows, least=number)
    if len(ordered) < number or (len(ordered) > number and ordered[number].number == ordered[number - 1].number):
        return None
    found = ordered[:number]
    if all(value.statement is found[0].statement for value in found):
        head = f"{found[0].label}: " if found[0].label else ""
        text = f"{head}{'; '.join(value.cell for value in found)}."
    else:
        text = " ".join(f"{value.label}: {value.cell}." for value in found)
    return Computed(statements=tuple({id(one.statement): one.statement for one in found}.values()), text=text)
