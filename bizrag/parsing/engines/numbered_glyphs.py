"""Text in fonts whose glyphs have numbers for names, as docling-parse reads it, put into letters."""

from __future__ import annotations

from typing import Any

from bizrag.parsing.numbered_letters import are_numbered, spell


def spell_numbered_glyphs(segmented: Any) -> None:
    """Write the letters for the glyphs of such fonts into words and lines, in place; a second call changes nothing.

    ``segmented`` is docling's ``SegmentedPdfPage``.
    """
    if are_numbered([cell.text.strip() for cell in segmented.word_cells if not cell.from_ocr]):
        for cell in (*segmented.word_cells, *segmented.textline_cells):
            cell.text = spell(cell.text)
