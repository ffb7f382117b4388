"""What the signs in a table's cells mean, where a line of its page says it: "● leading ◔ lagging". Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bizrag.parsing.draft import DraftItem, DraftTable, DraftText

# ticks and crosses say what they mean
_SIGNS = "●○◐◑◒◓◔◕◉◎⬤■□▲▼△▽◆◇★☆🟢🟡🟠🔴⚪⚫"
_ENTRY = re.compile(rf"([{_SIGNS}])\s*[=:–-]?\s*([^{_SIGNS}\n;,|]+?)[\s;,|]*(?=[{_SIGNS}]|$)")
_LEGEND = re.compile(rf"(?:\w+:\s*)?(?:{_ENTRY.pattern})+")
_MAX_WORDS, _MIN_ENTRIES = 5, 2


def name_signs(items: Sequence[DraftItem]) -> None:
    """Write what it means behind each sign that fills a cell, as the legend on the table's page says."""
    legends: dict[int | None, dict[str, str]] = {}
    for item in items:
        if isinstance(item, DraftText):
            legends.setdefault(item.page_no, {}).update(read_legend(item.text))
    for item in items:
        meanings = legends.get(item.page_no, {}) if isinstance(item, DraftTable) else {}
        if isinstance(item, DraftTable) and meanings:
            item.cells = [
                replace(cell, text=f"{sign} {meanings[sign]}") if (sign := cell.text.strip()) in meanings else cell
                for cell in item.cells
            ]


def read_legend(text: str) -> dict[str, str]:
    """The meanings of signs in a text that holds nothing else.

    >>> read_legend("Key: ● leading ◑ average  ○ not offered")
    {'●': 'leading', '◑': 'average', '○': 'not offered'}
    >>> read_legend("● First point ● second point")
    {}
    """
    line = " ".join(text.split())
    entries = _ENTRY.findall(line)
    is_legend = len(entries) >= _MIN_ENTRIES and len(dict(entries)) == len(entries) and _LEGEND.fullmatch(line)
    are_short = all(len(meaning.split()) <= _MAX_WORDS for _, meaning in entries)
    return dict(entries) if is_legend and are_short else {}
