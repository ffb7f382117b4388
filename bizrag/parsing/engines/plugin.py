"""What docling's plugin mechanism calls (entry point group ``docling``); see ``allow_external_plugins``."""

from __future__ import annotations

from typing import Any


def layout_engines() -> dict[str, Any]:
    """The layout models of bizrag, by docling's key."""
    from bizrag.parsing.engines.layout import PicoDetLayoutModel

    return {"layout_engines": [PicoDetLayoutModel]}


def table_structure_engines() -> dict[str, Any]:
    """The table structure models of bizrag, by docling's key."""
    from bizrag.parsing.engines.table import GridTableModel

    return {"table_structure_engines": [GridTableModel]}
