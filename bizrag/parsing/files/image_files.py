"""PNG, JPEG and TIFF: every frame becomes a page of a PDF without text, upright and in true size.

From there on an image is a scan like any other: one path, one kind of boxes, one kind of page image.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bizrag.errors import BadInputError
from bizrag.parsing.images.pictures import flatten

_LONG_SIDE_A4_INCH = 11.7
_LONG_SIDE_A3_INCH = 16.6
_SANE_DPI = (60.0, 1300.0)
# Frames are stored in the PDF as JPEG; at this quality OCR reads the same as from the original.
_QUALITY = 95


def image_to_pdf(path: Path, folder: Path) -> Path:
    """Write the frames of an image file, EXIF rotation applied, as a PDF into ``folder``.

    The size of a page is what the resolution in the file says when that is plausible, else its long side is that of A4.

    Raises:
        BadInputError: no frame can be decoded.
    """
    from PIL import Image, ImageOps

    target = folder / "image.pdf"
    try:
        with Image.open(path) as image:
            for number in range(int(getattr(image, "n_frames", 1))):
                image.seek(number)
                frame = flatten(ImageOps.exif_transpose(image))
                options: dict[str, Any] = {"append": True} if number else {}
                frame.save(target, "PDF", resolution=_dpi(image, max(frame.size)), quality=_QUALITY, **options)
    except Exception as error:  # Pillow raises many kinds on damaged files
        raise BadInputError(f"{path.name}: damaged image ({' '.join(str(error).split())[:200]})") from error
    return target


def _dpi(image: Any, long_side_px: int) -> float:
    try:
        dpi = float(image.info.get("dpi", (0.0, 0.0))[0])
    except (TypeError, ValueError, ZeroDivisionError, IndexError):
        dpi = 0.0
    low, high = _SANE_DPI
    is_plausible = low <= dpi <= high and long_side_px / dpi <= _LONG_SIDE_A3_INCH
    return dpi if is_plausible else max(72.0, long_side_px / _LONG_SIDE_A4_INCH)
