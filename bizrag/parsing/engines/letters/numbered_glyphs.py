"""Text in fonts whose glyphs docling-parse misreads, put into letters: glyphs with numbers for names, and dingbats."""

from __future__ import annotations

import re
from typing import Any

from bizrag.parsing.engines.pages.page_evidence import cell_boxes, lines_of_words
from bizrag.parsing.text_layers.numbered_letters import are_numbered, spell

_DINGBATS_FONT = re.compile(r"dingbats", re.IGNORECASE)
# Adobe's dingbats stand in Unicode in the order of their codes, but for those that Unicode had before
_FIRST_DINGBAT, _FIRST_CODE, _LAST_CODE = 0x2700, 0x20, 0x7E
_OLDER = {"%": "☎", "*": "☛", "+": "☞", "H": "★", "l": "●", "n": "■", "s": "▲", "t": "▼", "u": "◆", "w": "◗"}


def spell_numbered_glyphs(segmented: Any) -> None:
    """Write the letters for the glyphs of such fonts into words and lines, in place; a second call changes nothing.

    ``segmented`` is docling's ``SegmentedPdfPage``.
    """
    if are_numbered([cell.text.strip() for cell in segmented.word_cells if not cell.from_ocr]):
        for cell in (*segmented.word_cells, *segmented.textline_cells):
            cell.text = spell(cell.text)


def spell_dingbats(segmented: Any, page_height: float) -> None:
    """Write dingbats for the codes that docling-parse has of them ("l" for "●"), in place; a second call changes
    nothing. Lines that have other words keep their text.
    """
    words = [cell for cell in segmented.word_cells if not cell.from_ocr]
    told = [cell for cell in words if _DINGBATS_FONT.search(cell.font_name)]
    lines = segmented.textline_cells
    if not told or not lines:
        return
    of_line = lines_of_words(cell_boxes(words, page_height), cell_boxes(lines, page_height)).tolist()
    others = {line for cell, line in zip(words, of_line, strict=True) if not _DINGBATS_FONT.search(cell.font_name)}
    plain = [line for at, line in enumerate(lines) if at in set(of_line) - others]
    for cell in (*told, *plain):
        cell.text = "".join(map(_dingbat, cell.text))


def _dingbat(code: str) -> str:
    """The dingbat of a code.

    >>> _dingbat("l"), _dingbat("4"), _dingbat("●")
    ('●', '✔', '●')
    """
    if code in _OLDER or not _FIRST_CODE < ord(code) <= _LAST_CODE:
        return _OLDER.get(code, code)
    return chr(_FIRST_DINGBAT + ord(code) - _FIRST_CODE)
