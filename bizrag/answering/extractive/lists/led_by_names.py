"""What a list says of a person is told with the name that leads to it, where a question asks who it is. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.statements.list_items import BULLET
from bizrag.answering.statements.reading import Statement

_ASKS_PERSON = re.compile(
    r"\b(?:who|whose)\b|\bwhich (?:[\w-]+ ){0,2}(?:members?|managers?|directors?|executives?|officers?|persons?|people"
    r"|employees?|speakers?|partners?|chairs?)\b",
    re.IGNORECASE,
)
# "Lars-Göran Ek:", "Dr. Maria van der Berg:" on a line of its own
_PART = r"[^\W\d_a-z][\w'\u2019.-]*"
_NAME = re.compile(rf"{_PART}(?: (?:van|von|der|den|de|da|di|del|la|bin|al|{_PART})){{1,5}}:")


def with_names_of_lists(question: str, chosen: Sequence[Statement], said: Sequence[str]) -> list[str]:
    """How statements are said, items of a list below a person's name with that, if a question asks who it is."""
    if _ASKS_PERSON.search(question) is None or len(chosen) != len(said):
        return list(said)
    names = [_name_above(one) for one in chosen]
    return [
        f"{name} {BULLET.sub('', text)}" if name and name[:-1] not in text else text
        for name, text in zip(names, said, strict=True)
    ]


def _name_above(item: Statement) -> str:
    """The line with a name that leads to the list of an item, with its colon; empty without one."""
    text = item.hit.text
    # a further sentence of an item stands in its line
    start = text.rfind("\n", 0, item.start) + 1
    if BULLET.match(text[start:]) is None:
        return ""
    for line in reversed(text[:start].rstrip().splitlines()):
        if not BULLET.match(line):
            return line.strip() if _NAME.fullmatch(line.strip()) else ""
    return ""
