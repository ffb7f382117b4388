"""Text that is drawn twice, a little apart or with its outline first: bold type and shadows as some programs make them.

docling-parse drops what lies nearly on the same place; what is further off would be read twice, word by word.
"""

from __future__ import annotations

from typing import Any

from bizrag.parsing.engines.cell_sides import sides
from bizrag.parsing.text_layers.places_of_texts import PlacesOfTexts


def drop_overprints(segmented: Any) -> None:
    """Keep the first of each text that is drawn again on nearly its place; a second call changes nothing.

    ``segmented`` is docling's ``SegmentedPdfPage``, in points, which is changed.
    """
    segmented.word_cells = _without_overprints(segmented.word_cells)
    segmented.textline_cells = _without_overprints(segmented.textline_cells)


def _without_overprints(cells: list[Any]) -> list[Any]:
    places = PlacesOfTexts()
    return [cell for cell in cells if places.is_first(cell.text, *sides(cell.rect))]
