"""Images of pages and pictures: rendered once with pdfium, encoded small and fast, stored through the sink."""

from __future__ import annotations

import io
import shutil
from typing import Any

import numpy as np
from PIL import Image

from bizrag.model.geometry import BoundingBox

_POINTS_PER_INCH = 72.0
# A page of text at 110 dpi: JPEG 75 takes 7 ms and 110 kB, WebP 36 ms and 80 kB, PNG 14 ms and 160 kB.
_JPEG_QUALITY = 75
# Channels that differ by less are the noise of grey
_GREY_STEP = 8
# Posters: no side of a stored page image is longer
_MAX_SIDE_PX = 4000


def render_page(document: Any, page_no: int, *, dpi: float) -> Image.Image | None:
    """A page (1-based) of a ``pypdfium2.PdfDocument`` as it is displayed, in RGB; None when pdfium cannot draw it."""
    import pypdfium2

    try:
        page = document[page_no - 1]
    except pypdfium2.PdfiumError:
        return None
    try:
        longest = max(page.get_size())
        if longest <= 0:
            return None
        scale = min(dpi / _POINTS_PER_INCH, _MAX_SIDE_PX / longest)
        image: Image.Image = page.render(scale=scale).to_pil()
        return image if image.mode == "RGB" else image.convert("RGB")
    finally:
        page.close()


def crop(image: Image.Image, bbox: BoundingBox, *, width_pt: float, height_pt: float) -> Image.Image | None:
    """The part of a page image under a box in points; None when nothing of the box lies on the page."""
    across, down = image.width / width_pt, image.height / height_pt
    left, top = max(0, int(bbox.l * across)), max(0, int(bbox.t * down))
    right, bottom = min(image.width, round(bbox.r * across)), min(image.height, round(bbox.b * down))
    return image.crop((left, top, right, bottom)) if right > left and bottom > top else None


def encode(image: Image.Image) -> tuple[bytes, str]:
    """An image as JPEG, in grey when it has no colour. Returns the bytes and the suffix of a file."""
    rgb = image if image.mode == "RGB" else image.convert("RGB")
    part = rgb.resize((-(-rgb.width // 4), -(-rgb.height // 4)), Image.Resampling.NEAREST)
    red, green, blue = np.moveaxis(np.asarray(part), 2, 0)
    lightest = np.maximum(np.maximum(red, green), blue)
    is_grey = int((lightest - np.minimum(np.minimum(red, green), blue)).max()) < _GREY_STEP
    buffer = io.BytesIO()
    (rgb.convert("L") if is_grey else rgb).save(buffer, "JPEG", quality=_JPEG_QUALITY)
    return buffer.getvalue(), ".jpg"


def find_soffice() -> str | None:
    """The LibreOffice program on PATH, or None."""
    return shutil.which("soffice") or shutil.which("libreoffice")
