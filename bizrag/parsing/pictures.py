"""Pictures of a document: stored crops, and the text that is inside bitmaps only."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
from PIL import Image

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.draft import Draft, DraftPicture
from bizrag.parsing.images import ImageSink
from bizrag.parsing.ocr import TextReader
from bizrag.parsing.render import crop, encode

# Rules, bullets and icons are no pictures.
_MIN_SIDE_PT = 12.0
# A picture that can hold readable labels: smaller ones are logos and icons.
_MIN_OCR_AREA_PT = 90.0 * 60.0
# Labels of a chart have more letters than this; a picture with fewer in the text layer may hold more in its bitmap.
_FEW_LETTERS = 12
# Photographs and plain areas: text has sharp edges in at least this share of the pixels.
_MIN_EDGE_SHARE = 0.01
_MAX_STORED_SIDE_PX = 2400


def store_image(image: Image.Image, sink: ImageSink) -> DraftPicture:
    """Keep an image that a document brings along (DOCX, PPTX, HTML)."""
    if max(image.size) > _MAX_STORED_SIDE_PX:
        image = image.copy()
        image.thumbnail((_MAX_STORED_SIDE_PX, _MAX_STORED_SIDE_PX))
    data, suffix = encode(flatten(image))
    return DraftPicture(image_sha256=sink.put(data, suffix=suffix), width_px=image.width, height_px=image.height)


def flatten(image: Image.Image) -> Image.Image:
    """An image in RGB, transparency on white."""
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        rgba = image.convert("RGBA")
        white = Image.new("RGBA", rgba.size, "white")
        return Image.alpha_composite(white, rgba).convert("RGB")
    return image.convert("RGB")


def is_worth_keeping(bbox: BoundingBox) -> bool:
    """False for rules, bullets and icons."""
    return min(bbox.width, bbox.height) >= _MIN_SIDE_PT


class PictureReader:
    """Reads the text of bitmap pictures, each image once per document."""

    def __init__(self, reader: TextReader) -> None:
        self._reader = reader
        self._known: dict[str, str] = {}

    def fill_text(self, draft: Draft, picture: DraftPicture, image: Image.Image) -> None:
        """Write the text of a bitmap into ``picture.text`` unless its text layer already says enough."""
        if not self._is_worth_reading(picture, image):
            return
        start = time.perf_counter()
        known = self._known.get(picture.image_sha256 or "")
        if known is None:
            known = "\n".join(line.text for line in self._reader.read(image))
            self._known[picture.image_sha256 or ""] = known
        picture.text = "\n".join(part for part in (picture.text, known) if part)
        draft.spend("picture_ocr", time.perf_counter() - start)

    def _is_worth_reading(self, picture: DraftPicture, image: Image.Image) -> bool:
        if picture.bbox is None or picture.bbox.area < _MIN_OCR_AREA_PT:
            return False
        return sum(map(str.isalnum, picture.text)) < _FEW_LETTERS and edge_share(image) >= _MIN_EDGE_SHARE


def edge_share(image: Image.Image) -> float:
    """Share of pixels with a sharp step to the right neighbour, 0 to 1."""
    grey = np.asarray(image.convert("L")).astype(np.int16)
    if grey.shape[1] < 2:
        return 0.0
    return float((np.abs(np.diff(grey, axis=1)) > 80).mean())


def store_crops(
    draft: Draft,
    pictures: Sequence[DraftPicture],
    page_image: Image.Image,
    *,
    width_pt: float,
    height_pt: float,
    sink: ImageSink,
) -> list[tuple[DraftPicture, Image.Image]]:
    """Cut pictures out of their page's image and keep the crops. Returns the pictures that have one, with it."""
    stored: list[tuple[DraftPicture, Image.Image]] = []
    for picture in pictures:
        part = crop(page_image, picture.bbox, width_pt=width_pt, height_pt=height_pt) if picture.bbox else None
        if part is None:
            draft.warn(f"page {picture.page_no}: a picture could not be cut out; it is kept without an image")
            continue
        data, suffix = encode(part)
        picture.image_sha256 = sink.put(data, suffix=suffix)
        picture.width_px, picture.height_px = part.size
        stored.append((picture, part))
    return stored
