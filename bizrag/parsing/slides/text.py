"""Paragraphs of a PPTX text frame: bullets, the numbers that PowerPoint counts, formulas."""

from __future__ import annotations

import re
from typing import Any

from bizrag.model.parses import BlockKind
from bizrag.parsing.slides.shapes import DRAWING

_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
TYPED_BULLET = re.compile(r"^[•·▪◦‣●○■□–—*-]\s+")
_TYPED_NUMBER = re.compile(r"^(?:\d{1,2}|[a-zA-Z])[.)]\s")
_ROMAN = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
_LETTERS = 26


def paragraphs(frame: Any) -> list[tuple[BlockKind, str]]:
    """Paragraphs of a text frame; those below the first level or one of several are list items."""
    counts: dict[int, tuple[str, int]] = {}
    lines: list[tuple[int, str, str]] = []
    for paragraph in frame.paragraphs:
        text = " ".join(_text(paragraph).split())
        if text:
            level = paragraph.level
            counts = {at: count for at, count in counts.items() if at <= level}
            lines.append((level, _number(paragraph, level, counts), text))
    if len(lines) == 1:
        return [(BlockKind.TEXT, lines[0][2])]
    return [(BlockKind.LIST_ITEM, f"{'  ' * level}{_marked(number, text)}") for level, number, text in lines]


def _text(paragraph: Any) -> str:
    element = paragraph._p  # noqa: SLF001 - python-pptx leaves formulas out
    if next(element.iter(f"{_MATH}t"), None) is None:
        return str(paragraph.text)
    return "".join(run.text or "" for run in element.iter(f"{DRAWING}t", f"{_MATH}t"))


def _number(paragraph: Any, level: int, counts: dict[int, tuple[str, int]]) -> str:
    """The number that PowerPoint sets before a paragraph ("3."); empty without one, which also ends the count."""
    properties = paragraph._p.pPr  # noqa: SLF001 - python-pptx has no public way
    counted = properties.find(f"{DRAWING}buAutoNum") if properties is not None else None
    if counted is None:
        counts.pop(level, None)
        return ""
    kind = str(counted.get("type") or "arabicPeriod")
    known, last = counts.get(level, ("", 0))
    value = last + 1 if known == kind else int(counted.get("startAt") or 1)
    counts[level] = (kind, value)
    return _written(kind, value)


def _written(kind: str, value: int) -> str:
    """
    >>> [_written(kind, 4) for kind in ("arabicPeriod", "alphaLcParenR", "romanUcPeriod", "arabicParenBoth")]
    ['4.', 'd)', 'IV.', '(4)']
    """
    written = str(value)
    if kind.startswith("alpha"):
        written = chr(ord("a") + (value - 1) % _LETTERS) * ((value - 1) // _LETTERS + 1)
    elif kind.startswith("roman"):
        written, rest = "", value
        for size, letters in _ROMAN:
            written, rest = written + letters * (rest // size), rest % size
    if "Uc" in kind:
        written = written.upper()
    if kind.endswith("ParenBoth"):
        return f"({written})"
    return f"{written})" if kind.endswith("ParenR") else f"{written}."


def _marked(number: str, text: str) -> str:
    if number or _TYPED_NUMBER.match(text):
        return f"{number} {text}".strip()
    return f"- {TYPED_BULLET.sub('', text)}"
