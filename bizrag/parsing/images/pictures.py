"""Pictures of a document: stored crops, and the text that is inside bitmaps only."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from PIL import Image

from bizrag.model.geometry import BoundingBox
from bizrag.model.hashing import sha256_bytes
from bizrag.parsing.charts.labels import Label, labels_of_lines
from bizrag.parsing.charts.reader import values_of_image
from bizrag.parsing.diagrams.reader import say_diagram
from bizrag.parsing.draft import Draft, DraftPicture
from bizrag.parsing.images.render import crop, encode
from bizrag.parsing.images.seen_letters import see_letters
from bizrag.parsing.images.sinks import ImageSink
from bizrag.parsing.images.vector_drawings import draw_svg
from bizrag.parsing.key_figures import is_key_figure
from bizrag.parsing.ocr.engine import OcrLine, TextReader

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
# Words that are seen beside those of the layer: markers and dashes look like a few letters.
_MIN_SEEN_WORDS = 6
# Plain areas: a diagram of 1200 by 800 pixels with three labels has sharp edges in this share of the pixels.
_MIN_EDGE_SHARE = 0.002
# The edges of a bitmap of few pixels, drawn larger, go over so many.
_EDGE_REACH_PX = 3
# Photographs: a chart, a diagram or a screenshot has a ground of one colour under this share of it, or, where it is
# filled with colours like a heat map, this share without any change (40 of these and of pages: .69 to .96, 10
# photographs: .02 to .68)
_MIN_GROUND_SHARE = 0.33
_MIN_FLAT_SHARE, _FLAT_REACH_PX, _FLAT_STEP = 0.8, 3, 2
_MAX_STORED_SIDE_PX = 2400
# around what is read once more; marks of an upright axis are so many, and stand so near to each other's edge; and what
# is left of them must have room for a line
_MARGIN_PX, _MIN_MARKS, _MARKS_SHARE, _MIN_STRIP_PX = 16, 3, 0.05, 12


class EmbeddedPictures:
    """Keeps the images that a document brings along (DOCX, PPTX, HTML) and reads what is written in them."""

    def __init__(self, sink: ImageSink, reader: TextReader, on_read: Callable[[], None] | None = None) -> None:
        """``on_read`` is called with every image that was read: a sign of life."""
        self._sink, self._reader, self._on_read = sink, reader, on_read
        # text and values by the image's hash
        self._known: dict[str, tuple[str, str]] = {}
        # the texts of what was drawn here, by the hash of its image
        self._drawn: dict[str, tuple[Sequence[Label], str]] = {}
        # that reading took
        self.seconds = 0.0

    def draw(self, svg: bytes) -> bytes | None:
        """The image of a drawing in SVG as PNG; its texts are known when it is kept. None where it cannot be drawn."""
        drawing = draw_svg(svg)
        if drawing is None:
            return None
        self._drawn[sha256_bytes(encode(drawing.image)[0])] = drawing.labels, drawing.text
        buffer = io.BytesIO()
        drawing.image.save(buffer, "PNG")
        if self._on_read is not None:
            self._on_read()
        return buffer.getvalue()

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
            labels, text = self._texts(sha256_bytes(data), flat)
            self._known[sha256] = say_diagram(labels, flat) or text, values_of_image(labels, flat)
            self.seconds += time.perf_counter() - start
            if self._on_read is not None:
                self._on_read()
        text, values = self._known[sha256]
        return DraftPicture(
            image_sha256=sha256, width_px=image.width, height_px=image.height, text=text, chart_markdown=values
        )

    def _texts(self, sha256: str, flat: Image.Image) -> tuple[Sequence[Label], str]:
        """The texts of an image, and all of them line by line: those that it was drawn with, or what is read in it."""
        if (drawn := self._drawn.get(sha256)) is not None:
            return drawn
        is_read = flat.width * flat.height >= _MIN_OCR_AREA_PX and may_hold_text(flat)
        lines = read_to_edges(self._reader, flat) if is_read else []
        return labels_of_lines(lines), "\n".join(line.text for line in lines)


def read_to_edges(reader: TextReader, image: Image.Image) -> list[OcrLine]:
    """The lines of an image in RGB. The title of an upright axis runs upwards left of its marks, often at the very
    edge, where the engine finds no line: that strip is read once more, turned and with a margin, if it has no line yet.
    """
    lines = reader.read(image)
    marks = [line.bbox for line in lines if is_key_figure(line.text)]
    left = min((box.l for box in marks), default=0.0)
    column = [box for box in marks if box.l - left <= _MARKS_SHARE * image.width]
    if len(column) < _MIN_MARKS or left < _MIN_STRIP_PX or any(line.bbox.middle_x < left for line in lines):
        return lines
    strip = image.crop((0, 0, int(left), image.height)).rotate(-90, expand=True)
    wide = strip.crop((0, 0, 1, 1)).resize((strip.width + 2 * _MARGIN_PX, strip.height + 2 * _MARGIN_PX))
    wide.paste(strip, (_MARGIN_PX, _MARGIN_PX))
    titles = [line for line in reader.read(wide) if sum(map(str.isalpha, line.text)) > 1]
    return [*lines, *(replace(line, bbox=_turned_back(line.bbox, image)) for line in titles)]


def _turned_back(box: BoundingBox, image: Image.Image) -> BoundingBox:
    """The place on an image of what was read in its left strip, turned by a quarter and with a margin."""
    top, bottom = image.height + _MARGIN_PX - box.r, image.height + _MARGIN_PX - box.l
    found = BoundingBox(l=box.t - _MARGIN_PX, t=top, r=box.b - _MARGIN_PX, b=bottom)
    return found.clipped(width=image.width, height=image.height)


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
        self,
        draft: Draft,
        picture: DraftPicture,
        image: Image.Image,
        bitmaps: Sequence[BoundingBox],
        words: Sequence[BoundingBox] = (),
    ) -> list[OcrLine]:
        """Add what an image shows and the text layer does not say to ``picture.text``; the lines read.

        ``words`` of the layer stand on the picture. Letters that are drawn as outlines are in no layer.
        """
        start = time.perf_counter()
        said = picture.text
        if not _is_worth_reading(picture, image, bitmaps):
            unsaid = without_words(image, picture.bbox, words)
            if not words or picture.bbox is None or not _shows_words(unsaid, picture.bbox):
                return []
            image, said = unsaid, ""
        known = self._known.get(picture.image_sha256 or "")
        if known is None:
            known = read_to_edges(self._reader, image)
            self._known[picture.image_sha256 or ""] = known
        new = [text for line in known for text in line.text.splitlines() if text not in said]
        # one letter is an edge of what is drawn
        new = new if sum(map(str.isalnum, "".join(new))) > 1 else []
        picture.text = "\n".join([*picture.text.splitlines(), *new])
        draft.spend("picture_ocr", time.perf_counter() - start)
        return known


def _is_worth_reading(picture: DraftPicture, image: Image.Image, bitmaps: Sequence[BoundingBox]) -> bool:
    box = picture.bbox
    if box is None or box.area < _MIN_OCR_AREA_PT:
        return False
    letters = sum(map(str.isalnum, picture.text))
    if letters >= _FEW_LETTERS:
        covered = sum(map(box.intersection_area, bitmaps)) / box.area
        if covered < _BITMAP_SHARE or letters > box.area / _LABEL_AREA_PT:
            return False
    return may_hold_text(image)


def shows_drawn_words(image: Image.Image, box: BoundingBox, words: Sequence[BoundingBox]) -> bool:
    """Whether letters are drawn in a picture beside the words of the layer (boxes on the page): outlines, or a bitmap.

    Args:
        image: its crop.
        box: its place on the page, in points.
        words: those that stand on it.
    """
    return _shows_words(without_words(image, box, words), box)


def _shows_words(image: Image.Image, box: BoundingBox) -> bool:
    return box.area >= _MIN_OCR_AREA_PT and may_hold_text(image) and see_letters(image).num_words >= _MIN_SEEN_WORDS


def may_hold_text(image: Image.Image) -> bool:
    """Whether an image has the ground of a chart, a diagram or a screenshot, or even areas, and edges on it."""
    is_drawn = ground_share(image) >= _MIN_GROUND_SHARE or flat_share(image) >= _MIN_FLAT_SHARE
    return is_drawn and edge_share(image, reach_px=_EDGE_REACH_PX) >= _MIN_EDGE_SHARE


def ground_share(image: Image.Image) -> float:
    """Share of the most frequent colour (16 steps a channel), 0 to 1: high in charts, low in photographs."""
    steps = np.asarray(image.convert("RGB"))[::2, ::2].astype(np.uint16) >> 4
    colours = (steps[..., 0] << 8) | (steps[..., 1] << 4) | steps[..., 2]
    return float(np.bincount(colours.ravel()).max() / max(1, colours.size))


def flat_share(image: Image.Image) -> float:
    """Share of pixels as light as those a little right of and below them, 0 to 1: high in drawings of any colours."""
    grey, reach = np.asarray(image.convert("L")).astype(np.int16), _FLAT_REACH_PX
    if min(grey.shape) <= reach:
        return 0.0
    own = grey[:-reach, :-reach]
    across, down = np.abs(grey[:-reach, reach:] - own), np.abs(grey[reach:, :-reach] - own)
    return float((np.maximum(across, down) <= _FLAT_STEP).mean())


def edge_share(image: Image.Image, *, reach_px: int = 1) -> float:
    """Share of pixels with a sharp step to the one so far right of it, 0 to 1."""
    grey = np.asarray(image.convert("L")).astype(np.int16)
    if grey.shape[1] <= reach_px:
        return 0.0
    return float((np.abs(grey[:, reach_px:] - grey[:, :-reach_px]) > 80).mean())


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
