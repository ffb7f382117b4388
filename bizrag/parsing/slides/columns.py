"""What stands in columns on a slide: the text under each of several names belongs to that name. Pure.

Steps of a process, members of a team and tariffs are set as a row of names over a row of texts, and the years of a
time line over what happened in each. Read row by row, nothing says which text is of which name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.diagrams.said import JOINT
from bizrag.parsing.draft import DraftText
from bizrag.parsing.key_figures import is_key_figure

_YEAR = re.compile(r"(?:19|20)\d\d")

# so many columns are no coincidence
_MIN_COLUMNS = 3
# a text is centred under its name within this share of the columns' distance, or begins where it does, in points
_OFF_CENTRE, _OFF_LEFT_PT = 0.15, 3.0
# and stands so near to it: of the columns' distance, and of the height of a line
_FAR, _FAR_LINES = 0.5, 4.0
# texts of one row have so much of the lower one's height in common
_LEVEL = 0.5
_MAX_WORDS, _NAME_WORDS = 40, 4
# years of a line that rises: each is centred over its text within so many heights of its type, and so near to it
_OVER, _REACH = 1.0, 4.5


def join_columns(blocks: Sequence[DraftText]) -> list[DraftText]:
    """Blocks, those of a row of texts joined with the row of names right above; the others as they are, in order."""
    joined = _join_rising(blocks)
    texts = [block for block in joined if block.kind is BlockKind.TEXT and block.bbox is not None]
    rows = _rows(texts)
    at = 0
    while at + 1 < len(rows):
        names, below = rows[at], rows[at + 1]
        if not _are_columns(names, below):
            at += 1
            continue
        both = [_joined(name, text) for name, text in zip(names, below, strict=True)]
        joined = _put(joined, list(zip(names, below, both, strict=True)))
        rows[at : at + 2] = [both]
    return joined


def _put(blocks: Sequence[DraftText], pairs: Sequence[tuple[DraftText, DraftText, DraftText]]) -> list[DraftText]:
    """Blocks with what each name and its text make together in place of the name."""
    made = {id(name): one for name, _, one in pairs}
    gone = {id(text) for _, text, _ in pairs}
    return [made.get(id(block), block) for block in blocks if id(block) not in gone]


def _join_rising(blocks: Sequence[DraftText]) -> list[DraftText]:
    """Blocks, the years of a line that rises or falls joined with the text that is centred below each."""
    texts = [block for block in blocks if block.kind is BlockKind.TEXT and block.bbox is not None]
    years = [text for text in texts if _YEAR.fullmatch(text.text.strip())]
    if len(years) < _MIN_COLUMNS or len({round(_box(year).t) for year in years}) < len(years):
        return list(blocks)
    others = [text for text in texts if text not in years and len(text.text.split()) <= _MAX_WORDS]
    found = [min((text for text in others if _is_below(year, text)), key=_top, default=None) for year in years]
    pairs = [(year, text, _joined(year, text)) for year, text in zip(years, found, strict=True) if text is not None]
    is_each_its_own = len({id(text) for _, text, _ in pairs}) == len(years)
    return _put(blocks, pairs) if is_each_its_own else list(blocks)


def _is_below(year: DraftText, text: DraftText) -> bool:
    above, below = _box(year), _box(text)
    is_centred = abs(_centre(year) - _centre(text)) <= _OVER * above.height
    return is_centred and 0 <= below.t - above.b <= _REACH * above.height


def _top(text: DraftText) -> float:
    return _box(text).t


def _rows(texts: Sequence[DraftText]) -> list[list[DraftText]]:
    """Texts that stand beside each other, from the top; each row from the left."""
    rows: list[list[DraftText]] = []
    for text in sorted(texts, key=lambda text: _box(text).t):
        row = rows[-1] if rows else []
        is_level = any(_are_level(_box(other), _box(text)) for other in row)
        if is_level and all(_are_apart(_box(other), _box(text)) for other in row):
            row.append(text)
        else:
            rows.append([text])
    return [sorted(row, key=lambda text: _box(text).l) for row in rows]


def _are_columns(names: Sequence[DraftText], texts: Sequence[DraftText]) -> bool:
    """Whether each text stands under the name at its place, and is of it: figures under names are no texts."""
    if not _MIN_COLUMNS <= len(names) == len(texts):
        return False
    pitch = min(_centre(right) - _centre(left) for left, right in pairwise(names))
    if any(len(text.text.split()) > _MAX_WORDS for text in texts) or all(is_key_figure(name.text) for name in names):
        return False
    # a row of cards below another one, and not below their names
    if all(is_key_figure(text.text.partition(JOINT)[0]) for text in texts) and not all(map(_is_bare_name, names)):
        return False
    if all(JOINT in text.text for text in (*names, *texts)):
        return False
    return all(_is_under(name, text, pitch) for name, text in zip(names, texts, strict=True))


def _is_bare_name(text: DraftText) -> bool:
    """Whether a text is a name and nothing that is told of it: the bar over a card."""
    words = text.text.split()
    return len(words) <= _NAME_WORDS and JOINT not in text.text and not any(map(str.isdigit, text.text))


def _is_under(name: DraftText, text: DraftText, pitch: float) -> bool:
    above, below = _box(name), _box(text)
    line = above.height / max(len(name.text.split("\n")), 1)
    gap = below.t - above.b
    is_aligned = abs(_centre(name) - _centre(text)) <= _OFF_CENTRE * pitch or abs(above.l - below.l) <= _OFF_LEFT_PT
    return is_aligned and -line / 2 <= gap <= min(_FAR * pitch, _FAR_LINES * line) and below.width <= pitch


def _joined(name: DraftText, text: DraftText) -> DraftText:
    said = JOINT.join((" ".join(name.text.split()), "; ".join(line.strip() for line in text.text.split("\n"))))
    return replace(name, text=said, bbox=_box(name).union(_box(text)))


def _are_level(one: BoundingBox, other: BoundingBox) -> bool:
    common = min(one.b, other.b) - max(one.t, other.t)
    return common >= _LEVEL * min(one.height, other.height)


def _are_apart(one: BoundingBox, other: BoundingBox) -> bool:
    return one.r <= other.l or other.r <= one.l


def _centre(text: DraftText) -> float:
    return (_box(text).l + _box(text).r) / 2


def _box(text: DraftText) -> BoundingBox:
    assert text.bbox is not None, "texts without a place are left out"
    return text.bbox
