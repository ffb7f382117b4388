"""What pdfium says of the type of letters: their size on the page, their direction and whether their font is heavy."""

from __future__ import annotations

import ctypes
import math
from typing import Any

from bizrag.parsing.engines.pages.page_evidence import is_bold_font

_NAME_BYTES = 128


class LayerFonts:
    """The fonts of a page's letters."""

    def __init__(self, textpage: Any) -> None:
        from pypdfium2 import raw

        self._raw: Any = raw
        self._textpage = textpage
        self._matrix = raw.FS_MATRIX()
        self._name = ctypes.create_string_buffer(_NAME_BYTES)
        self._flags = ctypes.c_int()

    def size_pt(self, index: int) -> float:
        """The size of a letter's type on the page: what its text object says, scaled as the object is."""
        self._raw.FPDFText_GetMatrix(self._textpage, index, self._matrix)
        return float(self._raw.FPDFText_GetFontSize(self._textpage, index)) * math.hypot(self._matrix.c, self._matrix.d)

    def is_upright(self, index: int) -> bool:
        """Whether the line of a letter runs along the height of the page as it is written."""
        self._raw.FPDFText_GetMatrix(self._textpage, index, self._matrix)
        return abs(self._matrix.b) > abs(self._matrix.a)

    def is_bold(self, index: int) -> bool:
        """Whether a letter's font is a heavy one: fonts say so in their names ("Carlito-Bold")."""
        self._raw.FPDFText_GetFontInfo(self._textpage, index, self._name, _NAME_BYTES, self._flags)
        return is_bold_font(self._name.value.decode("latin-1"))
