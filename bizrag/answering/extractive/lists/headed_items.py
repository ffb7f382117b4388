"""An item of a list that answers alone is told with what it stands under: "Out of scope: support after the warranty",
or with what leads to it where that begins its sentence: "We do not pay for: drones and pets". Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bizrag.answering.statements.headings import without_number
from bizrag.answering.statements.list_items import BULLET, is_list_item
from bizrag.answering.statements.reading import Statement
from bizrag.answering.statements.spans import SENTENCE_END
from bizrag.model.terms import terms

_MAX_ITEM_WORDS, _MAX_LEAD_WORDS = 10, 40
# "(e) motor vehicles, drones and pets;" goes on with the sentence that leads to it
_GOES_ON = re.compile(r"(?:[-•*–▪◦]\s+)?(?:\(?\w{1,4}[.)]\s+)?[a-zà-ÿ]")
_LEADS = (":", "\u2014", "\u2013", "-")


def with_heading_of_item(question: str, chosen: Sequence[Statement]) -> list[Statement]:
    """The chosen statements, one item alone that is no sentence under the heading above it, where a question does not
    name that itself, and the first one with what leads to it where it goes on with that sentence.
    """
    if chosen and (lead := _lead_of(chosen[0])):
        return [replace(chosen[0], label=lead), *chosen[1:]]
    if len(chosen) != 1 or not _is_fragment(chosen[0]):
        return list(chosen)
    heading = without_number(chosen[0].section or next(reversed(chosen[0].hit.headings[1:]), ""))
    says_more = set(terms(heading)) - set(terms(question))
    return [replace(chosen[0], label=heading) if says_more else chosen[0]]


def _lead_of(statement: Statement) -> str:
    """The beginning of the sentence that an item goes on with: the line above its list; empty where it is whole."""
    is_item = is_list_item(statement.text.strip()) and not (statement.is_row or statement.label or statement.is_field)
    if not is_item or "\n" in statement.text.strip() or _GOES_ON.match(statement.text.strip()) is None:
        return ""
    above = (line.strip() for line in reversed(statement.hit.text[: statement.start].split("\n")))
    lead = next((line for line in above if line and not is_list_item(line)), "")
    is_led = lead.endswith(_LEADS) and len(lead.split()) <= _MAX_LEAD_WORDS
    return lead.rstrip("".join(_LEADS)).strip() if is_led else ""


def _is_fragment(statement: Statement) -> bool:
    """Whether a statement is an item that does not say by itself what it is one of."""
    if not statement.is_item or statement.is_row or statement.label or "\n" in statement.text.strip():
        return False
    said = BULLET.sub("", statement.text.strip())
    return len(said.split()) <= _MAX_ITEM_WORDS and SENTENCE_END.search(said) is None
