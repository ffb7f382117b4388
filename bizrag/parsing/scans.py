"""Scanned pages: read before anything else looks at them, turned upright when they lie on a side or on their head."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.draft import Draft
from bizrag.parsing.ocr import OCR_SCALE, OcrLine, TextReader
from bizrag.parsing.render import render_page
from bizrag.parsing.text_layer import Word

if TYPE_CHECKING:
    from PIL import Image

# A page that reads with this mean confidence stands upright.
_SURE = 0.8
# Another turn must read so much better to be believed.
_BETTER = 1.3


@dataclass(frozen=True, slots=True, kw_only=True)
class Scans:
    """What OCR read, by page number (1-based), boxes in points of the upright page; and the pages that were turned."""

    lines: Mapping[int, Sequence[OcrLine]]
    turned: frozenset[int]


def read_scans(
    document: Any, draft: Draft, reader: TextReader, page_nos: frozenset[int], on_page: Callable[[int, int], None]
) -> Scans:
    """Read pages of a ``pypdfium2.PdfDocument``; sideways pages get another rotation in the open document."""
    lines: dict[int, list[OcrLine]] = {}
    turned: set[int] = set()
    start = time.perf_counter()
    for page_no in sorted(page_nos):
        image = render_page(document, page_no, dpi=72.0 * OCR_SCALE)
        if image is None:
            continue
        found, turn = read_upright(image, reader)
        if turn:
            page = document[page_no - 1]
            # an image is turned against the clock, a PDF page with it
            page.set_rotation((page.get_rotation() - turn) % 360)
            page.close()
            turned.add(page_no)
        width = document[page_no - 1].get_size()[0]
        across = width / (image.height if turn in (90, 270) else image.width)
        lines[page_no] = [
            OcrLine(text=line.text, bbox=scaled(line.bbox, across), confidence=line.confidence) for line in found
        ]
        on_page(len(lines), len(draft.pages))
    if page_nos:
        draft.spend("ocr", time.perf_counter() - start)
    return Scans(lines=lines, turned=frozenset(turned))


def read_upright(image: Image.Image, reader: TextReader) -> tuple[list[OcrLine], int]:
    """The lines of a page and the turn that made it readable: 0, 90, 180 or 270 degrees against the clock."""
    lines = reader.read(image)
    if not lines or (_confidence(lines) >= _SURE and not _is_sideways(lines)):
        return lines, 0
    turns = [(reader.read(image.rotate(turn, expand=True)), turn) for turn in (90, 270, 180)]
    best, turn = max(turns, key=lambda entry: _weight(entry[0]))
    return (best, turn) if _weight(best) > _BETTER * _weight(lines) else (lines, 0)


def save_turned(document: Any, scans: Scans, folder: Path) -> Path | None:
    """The document with its pages upright, as a file; None when no page was turned."""
    if not scans.turned:
        return None
    target = folder / "upright.pdf"
    document.save(target)
    return target


def words_of(lines: Sequence[OcrLine]) -> tuple[Word, ...]:
    """OCR lines (boxes in points) in the form of a text layer: one word per line of text."""
    return tuple(Word(line.text, line.bbox, line.bbox.height, number) for number, line in enumerate(lines))


def scaled(box: BoundingBox, factor: float) -> BoundingBox:
    """A box in another unit."""
    return BoundingBox(l=box.l * factor, t=box.t * factor, r=box.r * factor, b=box.b * factor)


def _weight(lines: Sequence[OcrLine]) -> float:
    """How much was read and how surely; lines that stand upright do not count."""
    return sum(len(line.text) * line.confidence**2 for line in lines if line.bbox.width >= line.bbox.height)


def _confidence(lines: Sequence[OcrLine]) -> float:
    letters = sum(len(line.text) for line in lines)
    return sum(line.confidence * len(line.text) for line in lines) / max(1, letters)


def _is_sideways(lines: Sequence[OcrLine]) -> bool:
    tall = sum(line.bbox.height > 1.5 * line.bbox.width for line in lines)
    return tall > len(lines) / 2
