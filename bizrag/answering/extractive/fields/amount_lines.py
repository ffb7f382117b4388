"""The line or row of an amount whose name a question says: "What is the net pay?" of "Net pay £1,877.80". Pure.

Other lines share its words, and a line of a name and an amount is no sentence that sounds like the question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.fields.totals import amount_label
from bizrag.answering.extractive.tables.reckoned.asked_figures import asks_change
from bizrag.answering.extractive.tables.reckoned.extremes import asks_extreme
from bizrag.answering.extractive.tables.reckoned.shares import asks_share
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms
from bizrag.model.words import tokens

_ASKS = re.compile(r"^\W*(?:what(?: is| was|'s|’s)|how (?:much|high|large) (?:is|was))\b", re.IGNORECASE)
# what is reckoned of several amounts, and what is told of each
_OF_SEVERAL = re.compile(r"\b(?:and|both|each|sum of|together|combined|average|mean|less|minus|plus)\b", re.IGNORECASE)
_MIN_NAME_WORDS = 2
# words of a question beside the name of the amount: whose it is, or what it is without
_MAX_OTHERS = 1


def find_amount_line(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The only line or row of one amount whose whole name stands in the question, word by word.

    None where the question says more than a word beside it, or asks for what is reckoned of several.
    """
    if not _ASKS.search(question) or _OF_SEVERAL.search(question):
        return None
    if asks_change(question) or asks_share(question) or asks_extreme(question):
        return None
    said = f" {' '.join(tokens(question))} "
    found: dict[str, list[Statement]] = {}
    for one in statements:
        name = " ".join(tokens(amount_label(one)))
        if name.count(" ") >= _MIN_NAME_WORDS - 1 and f" {name} " in said:
            found.setdefault(name, []).append(one)
    # an amount below its name is read as a field and as two lines
    found = {name: list({one.said: one for one in ones[::-1]}.values()) for name, ones in found.items()}
    name = max(found, key=len, default="")
    others = set(terms(question)) - set(terms(name))
    if not name or len(found[name]) > 1 or len(others) > _MAX_OTHERS or any(map(str.isdigit, "".join(others))):
        return None
    # what it is of is told elsewhere
    named = set(terms(name))
    is_told = any(named | others <= set(terms(one.said)) for one in statements if one is not found[name][0])
    return None if others and is_told else found[name][0]
