"""Lines in typewriter type are whole, but for tables that rules show, on written pages (``written_pages``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bizrag.parsing.engines.pages.page_evidence import PageEvidence
from bizrag.parsing.engines.regions.types import Box
from tests.parsing.written_pages import Text, boxes, page, paragraph

ROWS = [
    Text(x=x, y=300 + 14 * row, text=text)
    for row, cells in enumerate(
        (("print", "coef", "predict"), ("summary", "vcov", "update"), ("logLik", "AIC", "terms"))
    )
    for x, text in zip((120, 220, 320), cells, strict=True)
]
RULES = [(110.0, y, 400.0, y + 0.5) for y in (280.0, 297.0, 345.0)]
NAMES = [Text(x=x, y=284, text=text) for x, text in ((120, "Display"), (220, "Extract"), (320, "Modify"))]


def _typed(texts: Sequence[Text], typed: Sequence[Text], horizontal: Sequence[Box] = ()) -> PageEvidence:
    """A page on which some of the texts are in typewriter type."""
    evidence = page([*paragraph(100, 150, 6), *texts], horizontal=horizontal)
    return replace(
        evidence, line_is_mono=np.array([text in {one.text for one in typed} for text in evidence.line_texts])
    )


def test_names_of_functions_between_rules_are_a_table() -> None:
    assert len(boxes(_typed([*NAMES, *ROWS], ROWS, RULES), "table")) == 1


def test_columns_of_a_listing_are_told_from_its_letters_and_are_no_table_of_the_page() -> None:
    figures = [Text(x=x, y=300 + 14 * row, text=f"1.{row}{x}") for row in range(4) for x in (120, 220, 320)]
    evidence = _typed(figures, figures)
    assert not boxes(evidence, "table")
    assert len(boxes(evidence, "code")) == 1
    # where all of the page is typed, they stay a table
    typed = replace(evidence, line_is_mono=np.ones(len(evidence.line_texts), dtype=np.bool_))
    assert len(boxes(typed, "table")) == 1
