"""Lists in answers: a list, and a statement that leads to one, is told with its items on lines of their own. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.statements.list_items import BULLETS
from bizrag.answering.statements.reading import Statement

# where an item begins; what the width of the page broke goes on without one of these
_ITEM_START = re.compile(rf"\n\s*(?=(?:{BULLETS}|\(?\d{{1,2}}[.)])\s)")
_BULLET = re.compile(rf"^{BULLETS}\s+")


def in_lines(said: str, statement: Statement) -> str:
    """What is said of a statement on one line, with the items of its list on lines of their own.

    Where something else is said than what stands there, such as the options that are ticked, it stays as it is.
    """
    parts = [" ".join(part.split()) for part in _ITEM_START.split(statement.text.strip())]
    # what stands before the first word, such as a bullet, is not said
    num_unsaid = len(" ".join(parts)) - len(said)
    if len(parts) < 2 or not 0 <= num_unsaid < len(parts[0]) or " ".join(parts)[num_unsaid:] != said:
        return said
    lead, *items = parts
    if statement.is_item and not lead.endswith(":"):
        return "\n".join(_BULLET.sub("- ", item) for item in parts)
    return "\n".join([lead[num_unsaid:], *(_BULLET.sub("- ", item) for item in items)])


def one_after_another(said: Sequence[str]) -> str:
    """What is said, as one text: a list is a paragraph by itself.

    >>> one_after_another(["It rains.", "Take:\\n- a hat.", "Go."])
    'It rains.\\n\\nTake:\\n- a hat.\\n\\nGo.'
    >>> one_after_another(["It rains.", "Go."])
    'It rains. Go.'
    """
    text = ""
    for before, one in zip(["", *said], said, strict=False):
        parted = "\n\n" if "\n" in before + one else " "
        text += one if not text else parted + one
    return text
