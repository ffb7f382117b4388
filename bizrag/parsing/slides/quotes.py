"""What somebody said, told behind the name that stands under it: at its end a sentence would cut the name off. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from bizrag.parsing.draft import DraftItem, DraftText
from bizrag.parsing.slides.text import TYPED_BULLET

#: opening quotation marks with what closes them
MARKS = {"“": "”", "„": "“", "«": "»", "»": "«", '"': '"', "”": "”"}
_MAX_NAME_WORDS = 10
# a name stands so near below, in heights of its line; edges or middles differ by less
_MAX_GAP, _ALIGNED = 2.0, 1.5


def quoted(mark: str, texts: Sequence[str]) -> str:
    """The texts under a large quotation mark: the last, where it is short, says whose they are.

    >>> quoted("“", ["The pack of nine never adds up.", "Jamal, Leicester"])
    'Jamal, Leicester: “The pack of nine never adds up.”'
    """
    name = texts[-1] if len(texts) > 1 and len(texts[-1].split()) <= _MAX_NAME_WORDS else ""
    said = " ".join(texts[:-1] if name else texts)
    closing = "" if said.endswith(MARKS[mark]) else MARKS[mark]
    return f"{name}: {mark}{said}{closing}" if name else f"{mark}{said}{closing}"


def join_quotes(items: Sequence[DraftItem]) -> list[DraftItem]:
    """Items of a slide in reading order, a text in quotation marks with the name that stands right below it."""
    parts = [part for item in items for part in _lines_apart(item)]
    named = {id(name): said for said, name in pairwise(parts) if _is_said_by(said, name)}
    whole: list[DraftItem] = []
    for item in parts:
        said = named.get(id(item))
        if isinstance(item, DraftText) and isinstance(said, DraftText) and whole[-1] is said:
            box = said.bbox.union(item.bbox) if said.bbox and item.bbox else None
            whole[-1] = replace(said, text=f"{_bare(item)}: {_bare(said)}", bbox=box)
        else:
            whole.append(item)
    return whole


def _lines_apart(item: DraftItem) -> list[DraftItem]:
    """A text that ends with a line below what is in quotation marks, in two; others as they are."""
    if not isinstance(item, DraftText) or "\n" not in item.text:
        return [item]
    said, _, name = item.text.rpartition("\n")
    parts = replace(item, text=said), replace(item, text=name)
    return list(parts) if _is_said_by(*parts) else [item]


def _bare(item: DraftText) -> str:
    return " ".join(TYPED_BULLET.sub("", item.text.strip()).split())


def _is_said_by(said: DraftItem, name: DraftItem) -> bool:
    if not isinstance(said, DraftText) or not isinstance(name, DraftText) or said.kind.is_furniture:
        return False
    text, by = _bare(said), _bare(name)
    is_quote = bool(text) and text[-1] == MARKS.get(text[0]) and len(text.split()) > 2
    is_name = 0 < len(by.split()) <= _MAX_NAME_WORDS and by[0] not in MARKS and by[-1] not in ".!?:"
    if not is_quote or not is_name or said.bbox is None or name.bbox is None:
        return False
    upper, lower = said.bbox, name.bbox
    shifts = (upper.l - lower.l, upper.middle_x - lower.middle_x, upper.r - lower.r)
    # paragraphs of one shape have its box
    is_below = upper == lower or -lower.height < lower.t - upper.b <= _MAX_GAP * lower.height
    return is_below and min(map(abs, shifts)) <= _ALIGNED * lower.height
