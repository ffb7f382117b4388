"""Cards of products: a name, and what is told of it in figures of several units, a remark and a price. Pure.

A remark in a row of its own heads nothing: what stands below it is still of the product.
"""

from __future__ import annotations

import re

from bizrag.describing.grids import Grid, filled_texts, texts_of

# "18 V", "1.4 kg", "€ 119.00": a figure and its unit, and nothing else
_QUANTITY = re.compile(r"(?P<sign>[$€£¥]?)\s?\d[\d.,]*\s?(?P<unit>[^\W\d_°%]{0,3}|[°%][CFK]?)\W?")
_LETTER = re.compile(r"[^\W\d_]")
# the name of a thing and what it has; figures of one table of amounts are in one unit
_PAIR, _MIN_UNITS, _MAX_ROWS = 2, 3, 14


def card_titles(rows: Grid) -> list[str]:
    """The name of the thing that a table of two columns is about, in a list; empty for any other table."""
    if not rows or len(rows[0]) != _PAIR or len(rows) > _MAX_ROWS or len(filled_texts(rows[0])) != 1:
        return []
    title = filled_texts(rows[0])[0]
    found = [_QUANTITY.fullmatch(texts_of(row)[1]) for row in rows[1:]]
    units = {match["unit"] or match["sign"] for match in found if match is not None}
    is_card = len(units - {""}) >= _MIN_UNITS and _LETTER.search(title) is not None
    return [title.removesuffix(":")] if is_card else []
