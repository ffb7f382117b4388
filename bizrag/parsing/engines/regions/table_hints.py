"""What says where tables are on a page besides its rows."""

from __future__ import annotations

from dataclasses import dataclass

from bizrag.parsing.engines.regions.text_columns import NO_COLUMNS, TextColumns
from bizrag.parsing.engines.regions.types import Box


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHints:
    """What else says where tables are, as boxes on the page."""

    # tables of the detector
    detected: tuple[Box, ...] = ()
    # its figures without any drawing: often tables, sometimes forms
    figures: tuple[Box, ...] = ()
    # levels of horizontal rules: joined pieces of one height
    rules: tuple[Box, ...] = ()
    # grids of crossing rules with text in several of their cells
    grids: tuple[Box, ...] = ()
    # tables with a rule below each row
    ladders: tuple[Box, ...] = ()
    # charts beside which rows stand
    charts: tuple[Box, ...] = ()
    # columns of running text with something beside them, and boxes with lines of their own
    columns: TextColumns = NO_COLUMNS
    # the page is a slide: rows of its tables have room
    is_slide: bool = False

    @property
    def drawn(self) -> tuple[Box, ...]:
        """What is drawn as a table."""
        return (*self.grids, *self.ladders)
