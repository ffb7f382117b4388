"""Forms whose every second row is shaded cell by cell, on written pages (``written_pages``)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from bizrag.parsing.engines.grid.striped_rows import with_striped_rows
from bizrag.parsing.engines.pages.page_evidence import PageEvidence
from bizrag.parsing.engines.regions.types import Box
from tests.parsing.written_pages import Text, boxes, page

EDGES = (40.0, 150.0, 290.0, 400.0, 560.0)


def shaded(top: float, bottom: float, edges: Sequence[float] = EDGES) -> list[Box]:
    """A box for each cell of a row."""
    return [(left, top, right, bottom) for left, right in itertools.pairwise(edges)]


def row(y: float, *cells: str) -> list[Text]:
    return [Text(x=x + 4, y=y, text=text) for x, text in zip(EDGES, cells, strict=False) if text]


# the third row's names go on in a second line, the last row's entry runs over three columns
FORM = [
    *row(103, "Certificate:", "Commercial", "Age:", "38"),
    *row(118, "Rating:", "Single-engine land", "Seat occupied:", "Left"),
    *row(133, "Other aircraft", "Helicopter", "Restraint", "3-point"),
    *row(145, "rating:", "", "used:", ""),
    *row(163, "Instructor:", "None", "Toxicology:", ""),
    *row(178, "Occupation:", "Pilot", "Last review:", "3 April"),
    *row(193, "Flight time:"),
    Text(x=154, y=193, text="3,870 hours in all, 1,240 hours in this model and 61 hours of late"),
]
SHADES = [*shaded(100, 115), *shaded(130, 160), *shaded(175, 190)]


def added(evidence: PageEvidence) -> list[Box]:
    more = with_striped_rows(evidence).filled_boxes[len(evidence.filled_boxes) :]
    return [(float(left), float(top), float(right), float(bottom)) for left, top, right, bottom in np.round(more)]


def test_rows_between_and_below_shaded_ones_have_their_cells() -> None:
    form = page(FORM, filled=SHADES)
    cells = added(form)
    # the two rows between
    assert cells[:8] == [*shaded(115, 130), *shaded(160, 175)]
    # an entry that runs over three columns stands in one cell
    assert [(left, right) for left, _, right, _ in cells[8:]] == [(40, 150), (150, 560)]
    assert boxes(with_striped_rows(form), "table") == [(40, 100, 560, 205)]


def test_a_heading_between_two_forms_is_no_row() -> None:
    heading = [Text(x=40, y=216, text="Aircraft and owner", is_bold=True, size=14)]
    second = [
        *row(253, "Make:", "Marlin", "Registration:", "T-208WS"),
        *row(268, "Model:", "208B", "Category:", "Airplane"),
        *row(283, "Year:", "2006", "Amateur built:", "No"),
    ]
    evidence = page([*FORM, *heading, *second], filled=[*SHADES, *shaded(250, 265), *shaded(280, 295)])
    assert not any(top < 222 < bottom for _, top, _, bottom in added(evidence))
    assert len(boxes(with_striped_rows(evidence), "table")) == 2


def test_tables_of_figures_stay_as_they_are_drawn() -> None:
    figures = [
        *row(103, "Net sales", "63,355", "63,948", "245,241"),
        *row(118, "Cost of sales", "47,074", "46,179", "171,495"),
        *row(133, "Gross margin", "35,885", "35,255", "132,687"),
    ]
    assert added(page(figures, filled=[*shaded(100, 115), *shaded(130, 145)])) == []
