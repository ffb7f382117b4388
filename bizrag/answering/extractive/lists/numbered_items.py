"""The item of a list that a question names by its number: "What is recommendation 5?" Pure.

Its words need not be those of the question: the number stands before it, and what is counted in its heading.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.fields.named_fields import LIGHT_VERBS
from bizrag.answering.extractive.lists.counted_items import counted_items
from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

_NAMED = re.compile(r"\b(?P<kind>[^\W\d_]{4,}) (?:no\.? ?|number |#)?(?P<number>\d{1,2})\b(?![.,]?\d)", re.IGNORECASE)
_SAYS = frozenset(terms("say says read reads mean means about content ask asks call calls want require number"))
_ENUMERATOR = re.compile(r"\(?(\d{1,2})[.):]? ")


def find_numbered_item(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The only item that has the number and the name of its kind, in itself or in the heading above it; None where a
    question asks for anything but what the item says.
    """
    named = _NAMED.search(question)
    if named is None:
        return None
    kind = set(terms(named["kind"]))
    rest = set(terms(without_function_words(question))) - kind - {named["number"]} - LIGHT_VERBS - _SAYS
    if rest or not kind:
        return None
    said = re.compile(rf"\b{re.escape(named['kind'])} {named['number']}\b", re.IGNORECASE)
    items = [one for one in statements if one.is_item]
    found = [one for one in items if said.search(one.text)] or [
        one for one in items if _number_of(one) == named["number"] and kind <= set(terms(_headings_of(one)))
    ]
    # "Recommendation 5." may stand in a paragraph, too
    found = found or [
        items[int(named["number"])]
        for (_, name), items in counted_items(statements).items()
        if set(terms(name)) == kind and int(named["number"]) in items
    ]
    return found[0] if len(found) == 1 else None


def _number_of(item: Statement) -> str:
    line = item.hit.text[item.hit.text.rfind("\n", 0, item.start) + 1 : item.end]
    found = _ENUMERATOR.match(line)
    return found[1] if found else ""


def _headings_of(item: Statement) -> str:
    return f"{item.section} {item.hit.headings[-1] if item.hit.headings else ''}"
