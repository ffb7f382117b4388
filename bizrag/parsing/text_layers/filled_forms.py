"""What was filled into a PDF lies over its pages as annotations, which no reader of pages sees: fields, ticks, remarks.

They become part of the page (PDF 32000-1, 12.5 and 12.7), so that text layer, layout and page image have them like any
print. Boxes and buttons that are ticked, whatever they look like, become squares with a cross: ``engines.tick_boxes``
reads those.
"""

from __future__ import annotations

import ctypes
from collections.abc import Collection, Iterator
from typing import Any

# what a line of our own boxes is drawn with, in points; a cross keeps so much of a side away from its box
_LINE_PT, _INSET = 0.8, 0.2
# a box that is wider than tall is drawn as the square in its middle; nobody ticks smaller ones
_MIN_SIDE_PT = 4.0


def is_written_on(page: Any) -> bool:
    """Whether fields, typed remarks, stamps or strokes of a pen lie over a page (``pypdfium2.PdfPage``)."""
    from pypdfium2 import raw

    written = (raw.FPDF_ANNOT_WIDGET, raw.FPDF_ANNOT_FREETEXT, raw.FPDF_ANNOT_STAMP, raw.FPDF_ANNOT_INK)
    return any(raw.FPDFAnnot_GetSubtype(annotation) in written for annotation in _annotations(page))


def fill_in(document: Any, page_nos: Collection[int]) -> frozenset[int]:
    """Make what lies over pages (1-based) a part of them; returns the pages that have changed by it.

    ``document`` (``pypdfium2.PdfDocument``) is changed in memory, not its file.
    """
    if page_nos and document.formenv is None:
        # a page knows the state of its fields only when it is loaded after this
        document.init_forms()
    return frozenset(page_no for page_no in page_nos if _fill_page(document, page_no))


def _annotations(page: Any) -> Iterator[Any]:
    """The annotations of a page, the last first: what is removed moves none that is still to come."""
    from pypdfium2 import raw

    for index in reversed(range(raw.FPDFPage_GetAnnotCount(page))):
        annotation = raw.FPDFPage_GetAnnot(page, index)
        try:
            yield annotation
        finally:
            raw.FPDFPage_CloseAnnot(annotation)


def _fill_page(document: Any, page_no: int) -> bool:
    from pypdfium2 import raw

    page = document[page_no - 1]
    try:
        _draw_buttons(document, page)
        return bool(raw.FPDFPage_Flatten(page, raw.FLAT_NORMALDISPLAY) == raw.FLATTEN_SUCCESS)
    finally:
        page.close()


def _draw_buttons(document: Any, page: Any) -> None:
    """Draw check boxes and radio buttons as squares, and take the buttons themselves away."""
    from pypdfium2 import raw

    buttons = (raw.FPDF_FORMFIELD_CHECKBOX, raw.FPDF_FORMFIELD_RADIOBUTTON)
    is_drawn = False
    for annotation in _annotations(page):
        rect = raw.FS_RECTF()
        if raw.FPDFAnnot_GetFormFieldType(document.formenv, annotation) not in buttons:
            continue
        if not raw.FPDFAnnot_GetRect(annotation, ctypes.byref(rect)):
            continue
        side = min(rect.right - rect.left, rect.top - rect.bottom)
        if side >= _MIN_SIDE_PT:
            left, bottom = (rect.left + rect.right - side) / 2, (rect.top + rect.bottom - side) / 2
            _draw_box(page, left, bottom, side, is_ticked=bool(raw.FPDFAnnot_IsChecked(document.formenv, annotation)))
            raw.FPDFPage_RemoveAnnot(page, raw.FPDFPage_GetAnnotIndex(page, annotation))
            is_drawn = True
    if is_drawn:
        raw.FPDFPage_GenerateContent(page)


def _draw_box(page: Any, left: float, bottom: float, side: float, *, is_ticked: bool) -> None:
    from pypdfium2 import raw

    _draw_path(page, raw.FPDFPageObj_CreateNewRect(left, bottom, side, side))
    if is_ticked:
        near, far = _INSET * side, (1 - _INSET) * side
        for start, end in ((near, far), (far, near)):
            stroke = raw.FPDFPageObj_CreateNewPath(left + near, bottom + start)
            raw.FPDFPath_LineTo(stroke, left + far, bottom + end)
            _draw_path(page, stroke)


def _draw_path(page: Any, path: Any) -> None:
    from pypdfium2 import raw

    raw.FPDFPageObj_SetStrokeColor(path, 0, 0, 0, 255)
    raw.FPDFPageObj_SetStrokeWidth(path, _LINE_PT)
    raw.FPDFPath_SetDrawMode(path, raw.FPDF_FILLMODE_NONE, True)
    raw.FPDFPage_InsertObject(page, path)
