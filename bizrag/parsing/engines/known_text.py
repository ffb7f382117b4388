"""What was read of a document before docling converts it, so that the layout model does not read it again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bizrag.parsing.engines.pages.page_furniture import RunningLines
from bizrag.parsing.text_layers.text_layer import PageLayer


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownText:
    """What was read of a document before docling converts it; what is not known the layout model reads itself."""

    #: text layers by page number, from 1
    layers: Mapping[int, PageLayer] = field(default_factory=dict[int, PageLayer])
    #: of the text layers, where those of all pages are known
    running: RunningLines | None = None
    #: of pages that OCR has read
    running_on_scans: RunningLines = field(default_factory=RunningLines)
