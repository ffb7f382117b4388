"""The name of a field or row, and what is entered there. Pure."""

from __future__ import annotations

import re

from bizrag.answering.statements.reading import Statement

_NAME_END = re.compile(r":\s|\n")


def name_and_entry(statement: Statement) -> tuple[str, str]:
    """The name and the only entry of a field or row; empty where it has no name or several entries."""
    if not (statement.is_row or statement.is_field):
        return "", ""
    name, *entries = _NAME_END.split(statement.said.strip().rstrip("."), maxsplit=1)
    return (name, entries[0]) if len(entries) == 1 and "; " not in entries[0] else ("", "")
