"""Pictures of a document: stored crops, the text that is inside bitmaps only, the values of charts."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from PIL import Image

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.chart_labels import Label, is_right_below, labels_of_lines, labels_of_words
from bizrag.parsing.chart_values import chart_table
from bizrag.parsing.conservation import holds_centre
from bizrag.parsing.draft import Draft, DraftPage, DraftPicture
from bizrag.parsing.images import ImageSink
from bizrag.parsing.ocr import OcrLine, TextReader
from bizrag.parsing.render import crop, encode
from bizrag.parsing.text_layer import Word

# Rules, bullets and icons are no pictures.
_MIN_SIDE_PT = 12.0
# A picture that can hold readable labels: smaller ones are logos and icons.
_MIN_OCR_AREA_PT = 90.0 * 60.0
_MIN_OCR_AREA_PX = 120 * 80
# A picture with fewer letters in the text layer may hold more in its bitmap.
_FEW_LETTERS = 12
# With more, a picture is read when a bitmap covers this share of it and fewer letters stand on it than a label
# in every square of this many points.
_BITMAP_SHARE = 0.3
_LABEL_AREA_PT = 400.0
# Plain areas: text has sharp edges in at least this share of the pixels.
_MIN_EDGE_SHARE = 0.01
# What authors set into a text themselves is seldom plain: a diagram of 1200 by 800 pixels with three labels has this.
_MIN_LABEL_SHARE = 0.002
# Photographs: a chart, a diagram or a screenshot has a ground of one colour under this share of it.
_MIN_GROUND_SHARE = 0.33
_MAX_STORED_SIDE_PX = 2400
# so far from its bars a chart has names, in widths of the page: beside them, and above or below them
_NAMES_BESIDE, _NAMES_ABOVE = 0.25, 0.075
# values at the end of bars that reach to its edge
_VALUES_BESIDE_PT = 18.0


class EmbeddedPictures:
    """Keeps the images that a document brings along (DOCX, PPTX, HTML) and reads what is written in them."""

    def __init__(self, sink: ImageSink, reader: TextReader, on_read: Callable[[], None] | None = None) -> None:
        """``on_read`` is called with every image that was read: a sign of life."""
        self._sink, self._reader, self._on_read = sink, reader, on_read
        # text and values by the image's hash
        self._known: dict[str, tuple[str, str]] = {}
        # that reading took
        self.seconds = 0.0

    def keep(self, image: Image.Image) -> DraftPicture:
        """The picture of an image, with its text where it is no photograph and large enough to hold any."""
        if max(image.size) > _MAX_STORED_SIDE_PX:
            image = image.copy()
            image.thumbnail((_MAX_STORED_SIDE_PX, _MAX_STORED_SIDE_PX))
        flat = flatten(image)
        data, suffix = encode(flat)
        sha256 = self._sink.put(data, suffix=suffix)
        if sha256 not in self._known:
            start = time.perf_counter()
            is_read = flat.width * flat.height >= _MIN_OCR_AREA_PX and _may_hold_text(flat, _MIN_LABEL_SHARE)
            lines = self._reader.read(flat) if is_read else []
            self._known[sha256] = "\n".join(line.text for line in lines), chart_table(labels_of_lines(lines), flat)
            self.seconds += time.perf_counter() - start
            if self._on_read is not None:
                self._on_read()
        text, values = self._known[sha256]
        return DraftPicture(
            image_sha256=sha256, width_px=image.width, height_px=image.height, text=text, chart_markdown=values
        )


def flatten(image: Image.Image) -> Image.Image:
    """An image in RGB, transparency on white."""
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        rgba = image.convert("RGBA")
        white = Image.new("RGBA", rgba.size, "white")
        return Image.alpha_composite(white, rgba).convert("RGB")
    return image.convert("RGB")


def without_words(image: Image.Image, bbox: BoundingBox | None, words: Sequence[BoundingBox]) -> Image.Image:
    """The image of a picture with words on it (boxes on the page) painted over in the colour beside them."""
    if bbox is None or not words:
        return image
    scale = image.width / bbox.width
    copy = image.copy()
    for word in words:
        left, top = int((word.l - bbox.l) * scale) - 2, int((word.t - bbox.t) * scale) - 2
        right, bottom = int((word.r - bbox.l) * scale) + 2, int((word.b - bbox.t) * scale) + 2
        left, top, right, bottom = max(left, 0), max(top, 0), min(right, image.width), min(bottom, image.height)
        if left < right and top < bottom:
            copy.paste(copy.crop((left, top, left + 1, top + 1)).resize((right - left, bottom - top)), (left, top))
    return copy


def is_worth_keeping(bbox: BoundingBox) -> bool:
    """False for rules, bullets and icons."""
    return min(bbox.width, bbox.height) >= _MIN_SIDE_PT


class PictureReader:
    """Reads the text of bitmap pictures, each image once per document."""

    def __init__(self, reader: TextReader) -> None:
        self._reader = reader
        self._known: dict[str, list[OcrLine]] = {}

    def fill_text(
        self, draft: Draft, picture: DraftPicture, image: Image.Image, bitmaps: Sequence[BoundingBox]
    ) -> list[OcrLine]:
        """Add the text of a bitmap to ``picture.text`` unless the text layer already says enough; the lines read."""
        if not _is_worth_reading(picture, image, bitmaps):
            return []
        start = time.perf_counter()
        known = self._known.get(picture.image_sha256 or "")
        if known is None:
            known = self._reader.read(image)
            self._known[picture.image_sha256 or ""] = known
        new = [text for line in known for text in line.text.splitlines() if text not in picture.text]
        picture.text = "\n".join([*picture.text.splitlines(), *new])
        draft.spend("picture_ocr", time.perf_counter() - start)
        return known


def read_values(
    picture: DraftPicture,
    page_image: Image.Image,
    page: DraftPage,
    words: Sequence[Word],
    lines: Sequence[OcrLine],
    others: Sequence[BoundingBox],
) -> None:
    """Give a picture the values printed in it, by their names, as its ``chart_markdown``.

    Names of an axis and of series may stand beside the picture: what is taken for a chart is often its bars alone.

    Args:
        picture: its box in points; one that has values already keeps them.
        page_image: the whole page.
        page: its size in points.
        words: of the page's layer.
        lines: read in the picture's own crop, boxes in its pixels.
        others: boxes of tables and pictures beside it, in points; words in them or nearer to them are theirs.
    """
    box = picture.bbox
    if box is None or picture.chart_markdown or not (words or lines):
        return
    near = _with_names_beside(box, page.width_pt).clipped(width=page.width_pt, height=page.height_pt)
    part = crop(page_image, near, width_pt=page.width_pt, height_pt=page.height_pt)
    if part is None:
        return
    near_words = [
        word
        for word in words
        if holds_centre(box, word.bbox)
        # what stands nearer to others is theirs
        or (
            holds_centre(near, word.bbox)
            and all(_distance(box, word.bbox) < _distance(other, word.bbox) for other in others)
        )
    ]
    scale = page_image.width / page.width_pt
    own = _in_pixels(box, near, scale)
    read = [replace(line, bbox=_moved(line.bbox, own.l, own.t)) for line in lines]
    labels = [*labels_of_words(near_words, (near.l, near.t), scale), *labels_of_lines(read)]
    picture.chart_markdown = chart_table([label for label in labels if _may_be_of(label, labels, own, scale)], part)


def _with_names_beside(box: BoundingBox, width: float) -> BoundingBox:
    beside, above = _NAMES_BESIDE * width, _NAMES_ABOVE * width
    return BoundingBox(l=box.l - beside, t=box.t - above, r=box.r + beside, b=box.b + above)


def _distance(box: BoundingBox, word: BoundingBox) -> float:
    """From a box to the middle of a word, in points; 0 within."""
    x, y = (word.l + word.r) / 2, (word.t + word.b) / 2
    return math.hypot(max(box.l - x, x - box.r, 0.0), max(box.t - y, y - box.b, 0.0))


def _in_pixels(box: BoundingBox, around: BoundingBox, scale: float) -> BoundingBox:
    """A box on the image of another one."""
    moved = _moved(box, -around.l, -around.t)
    return BoundingBox(l=moved.l * scale, t=moved.t * scale, r=moved.r * scale, b=moved.b * scale)


def _moved(box: BoundingBox, right: float, down: float) -> BoundingBox:
    return BoundingBox(l=box.l + right, t=box.t + down, r=box.r + right, b=box.b + down)


def _may_be_of(label: Label, labels: Sequence[Label], own: BoundingBox, scale: float) -> bool:
    """Whether a label may be that of a chart (its box in pixels): inside, a name beside it, a value at its edge or
    right below a name.
    """
    away = max(own.l - label.x, label.x - own.r, own.t - label.y, label.y - own.b)
    if away <= _VALUES_BESIDE_PT * scale or not label.is_value:
        return away <= _VALUES_BESIDE_PT * scale or label.is_name
    return any(not name.is_value and name.is_name and is_right_below(label, name) for name in labels)


def _is_worth_reading(picture: DraftPicture, image: Image.Image, bitmaps: Sequence[BoundingBox]) -> bool:
    box = picture.bbox
    if box is None or box.area < _MIN_OCR_AREA_PT:
        return False
    letters = sum(map(str.isalnum, picture.text))
    if letters >= _FEW_LETTERS:
        covered = sum(map(box.intersection_area, bitmaps)) / box.area
        if covered < _BITMAP_SHARE or letters > box.area / _LABEL_AREA_PT:
            return False
    return _may_hold_text(image, _MIN_EDGE_SHARE)


def _may_hold_text(image: Image.Image, min_edges: float) -> bool:
    return ground_share(image) >= _MIN_GROUND_SHARE and edge_share(image) >= min_edges


def ground_share(image: Image.Image) -> float:
    """Share of the most frequent colour (16 steps a channel), 0 to 1: high in charts, low in photographs."""
    steps = np.asarray(image.convert("RGB"))[::2, ::2].astype(np.uint16) >> 4
    colours = (steps[..., 0] << 8) | (steps[..., 1] << 4) | steps[..., 2]
    return float(np.bincount(colours.ravel()).max() / max(1, colours.size))


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
