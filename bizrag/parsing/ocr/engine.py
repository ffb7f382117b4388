"""Reading text from images: which engine, with which languages.

docling's OCR models are used as they are; the pages they read are ours to choose. docling's own modes either throw away
the text layer of every page (full page) or read bitmaps into pages that have text (default). So scans are read before
docling runs (``scans``), and ``KnownLines`` hands the lines over where docling's pipeline reads the text layers.
"""

from __future__ import annotations

import importlib
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from bizrag.errors import ConfigurationError
from bizrag.model.geometry import BoundingBox
from bizrag.parsing.engines.gpu import has_gpu
from bizrag.parsing.engines.pages.page_furniture import RunningLines, running_lines
from bizrag.parsing.ocr.letters import keep_blanks, mend_letters, mend_numbers
from bizrag.parsing.ocr.lone_digits import is_digit, lone_marks
from bizrag.parsing.ocr.patches import part_at_patches
from bizrag.settings import OcrEngine, Settings

if TYPE_CHECKING:
    from PIL import Image

# Scans are read at twice 72 dpi: more costs time and brings nothing on 200 dpi scans.
OCR_SCALE = 2.0
_MIN_CONFIDENCE = 0.5
# so many times as high as wide are lines that run up or down
_UPRIGHT = 2.0
# Lines that EasyOCR reads at once on a GPU: 1.2 s a page with one, .75 with 32 (30 pages, an H100)
_EASYOCR_BATCH = 32
_EASYOCR_WEIGHTS = {"en": "english_g2.pth"}
# RapidOCR reads six lines padded to the longest of them and to 320 pixels, and looks for lines on images that it
# enlarges to 736 pixels of the shorter side. 90 charts and diagrams, 2,475 words: 119 s of processor time and .970 of
# the words so; 72 s and .970 with every line as wide as it is (96 pixels at least) and images twice as large at most;
# of the same images at half the size .965 of the words both ways.
_RAPIDOCR_LINES = {"Rec.rec_batch_num": 1, "Rec.rec_img_shape": [3, 48, 96]}
_RAPIDOCR_SIDE_PX, _RAPIDOCR_ENLARGED = 736, 2


@dataclass(frozen=True, slots=True, kw_only=True)
class OcrLine:
    """A recognised line; the box is in pixels of the image, ``confidence`` 0 to 1."""

    text: str
    bbox: BoundingBox
    confidence: float
    # how far it falls from left to right, as a share of its width
    slope: float = 0.0

    @property
    def is_upright(self) -> bool:
        """Whether its letters run up or down the page, as the names of upright axes do."""
        return len(self.text) > 1 and self.bbox.height > _UPRIGHT * self.bbox.width


def choose_engine(settings: Settings) -> OcrEngine:
    """EasyOCR where a GPU is, RapidOCR on a CPU (six slides: 1.3 s against 6.7 s a page), or what the setting names."""
    if settings.parsing.ocr_engine is not OcrEngine.AUTO:
        return settings.parsing.ocr_engine
    return OcrEngine.EASYOCR if has_gpu() else OcrEngine.RAPIDOCR


class TextReader:
    """The OCR engine of one process. Nothing is loaded before the first image."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._model: Any = None

    @property
    def model(self) -> Any:
        """docling's OCR model (``BaseOcrModel``), loaded on first use.

        Raises:
            ConfigurationError: the weights of a language are not there.
        """
        if self._model is None:
            self._model = _load_model(self._settings)
        return self._model

    def read(self, image: Image.Image) -> list[OcrLine]:
        """The lines of an RGB image, from top to bottom and left to right."""
        import numpy as np

        pixels = np.asarray(image.convert("RGB"))
        found: list[tuple[Any, str, float]]
        if choose_engine(self._settings) is OcrEngine.EASYOCR:
            reader = self.model.reader
            batch = 1 if reader.device == "cpu" else _EASYOCR_BATCH
            read = reader.readtext(pixels, batch_size=batch)
            found = [(corners, text, float(score)) for corners, text, score in read]
        else:
            least_side = min(_RAPIDOCR_SIDE_PX, _RAPIDOCR_ENLARGED * min(pixels.shape[:2]))
            self.model.reader.text_det.limit_side_len = least_side
            # Without its line classifier: upside down text must read badly, or nobody could tell (see scans).
            result = self.model.reader(pixels, use_det=True, use_cls=False, use_rec=True)
            boxes, texts, scores = result.boxes, result.txts, result.scores
            found = [] if boxes is None else [(b, t, float(s)) for b, t, s in zip(boxes, texts, scores, strict=True)]
            found = self._turned(found, pixels)
            found += self._lone_digits(found, pixels)
        lines = [
            OcrLine(text=mend_numbers(mend_letters(part)), bbox=box, confidence=score, slope=_slope(corners))
            for corners, text, score in found
            if score >= _MIN_CONFIDENCE and text.strip()
            for part, box in part_at_patches(text.strip(), _box(corners), pixels)
        ]
        return in_reading_order(lines)

    def _turned(self, found: list[tuple[Any, str, float]], pixels: Any) -> list[tuple[Any, str, float]]:
        """Lines, with those that run upwards read once more: the engine reads what is upright from the top downwards.

        Where most lines are upright the page lies on its side (see scans).
        """
        import numpy as np

        boxes = [_box(corners) for corners, _, _ in found]
        are_upright = [box.height > _UPRIGHT * box.width for box in boxes]
        if 2 * sum(are_upright) >= len(found):
            return found
        lines: list[tuple[Any, str, float]] = []
        for line, box, is_upright in zip(found, boxes, are_upright, strict=True):
            part = pixels[max(int(box.t), 0) : int(box.b) + 1, max(int(box.l), 0) : int(box.r) + 1]
            if is_upright and part.size:
                read = self.model.reader(np.rot90(part, -1).copy(), use_det=False, use_cls=False, use_rec=True)
                text, score = (read.txts or ("",))[0], float((read.scores or (0.0,))[0])
                lines.append((line[0], text, score) if score > line[2] else line)
            else:
                lines.append(line)
        return lines

    def _lone_digits(self, found: list[tuple[Any, str, float]], pixels: Any) -> list[tuple[Any, str, float]]:
        """Single digits that the engine finds no line in, with the corners of their boxes."""
        lines: list[tuple[Any, str, float]] = []
        for box in lone_marks(pixels, [(text, _box(corners)) for corners, text, _ in found]):
            part = pixels[int(box.t) : int(box.b) + 1, int(box.l) : int(box.r) + 1]
            read = self.model.reader(part.copy(), use_det=False, use_cls=False, use_rec=True)
            text, score = (read.txts or ("",))[0], float((read.scores or (0.0,))[0])
            if is_digit(text, score):
                lines.append(([(box.l, box.t), (box.r, box.t), (box.r, box.b), (box.l, box.b)], text.strip(), score))
        return lines


class KnownLines:
    """Stands first in docling's pipeline: gives pages their text layer, or the lines that OCR read before."""

    def __init__(self, reader: TextReader) -> None:
        self._reader = reader
        # lines by page number, boxes in points
        self.lines: Mapping[int, Sequence[OcrLine]] = {}
        # docling's model that reads text layers
        self.read_pages: Callable[[Any, Iterable[Any]], Iterable[Any]] = lambda _, pages: pages

    def running_lines(self) -> RunningLines:
        """The lines at the edges of pages that come back on several of these."""
        return running_lines(
            [(line.text, (line.bbox.l, line.bbox.t, line.bbox.r, line.bbox.b)) for line in lines]
            for lines in self.lines.values()
        )

    def __call__(self, conv_res: Any, page_batch: Iterable[Any]) -> Iterable[Any]:
        """docling's page model interface: pages in, the same pages out, in order."""
        for page in self.read_pages(conv_res, page_batch):
            lines = self.lines.get(page.page_no)
            if lines is not None:
                cells = [_cell(line, number) for number, line in enumerate(lines)]
                self._reader.model.post_process_cells(cells, page, conv_res)
            yield page


def in_reading_order(lines: list[OcrLine]) -> list[OcrLine]:
    """Lines sorted by row, then from left to right; a row is what overlaps by half a line height."""
    rows: list[list[OcrLine]] = []
    for line in sorted(lines, key=lambda line: (line.bbox.t + line.bbox.b) / 2):
        middle = (line.bbox.t + line.bbox.b) / 2
        first = rows[-1][0].bbox if rows else None
        if first is not None and first.t <= middle <= first.b:
            rows[-1].append(line)
        else:
            rows.append([line])
    return [line for row in rows for line in sorted(row, key=lambda line: line.bbox.l)]


def _load_model(settings: Settings) -> Any:
    from bizrag.parsing.engines import light_docling

    light_docling.install()
    from docling.datamodel.accelerator_options import AcceleratorOptions
    from docling.datamodel.pipeline_options import EasyOcrOptions, OcrMode, RapidOcrOptions
    from docling.models.stages.ocr import rapid_ocr_model
    from docling.models.stages.ocr.easyocr_model import EasyOcrModel

    from bizrag.parsing.engines import torchvision_shim

    languages = list(settings.parsing.ocr_languages)
    accelerator = AcceleratorOptions(num_threads=settings.parsing.num_threads)
    try:
        if choose_engine(settings) is OcrEngine.EASYOCR:
            torchvision_shim.install()
            options = EasyOcrOptions(
                lang=languages,
                model_storage_directory=str(_easyocr_folder(settings)),
                download_enabled=False,
                mode=OcrMode.FULL_PAGE,
                scale=OCR_SCALE,
                confidence_threshold=_MIN_CONFIDENCE,
            )
            return EasyOcrModel(enabled=True, artifacts_path=None, options=options, accelerator_options=accelerator)
        rapid = RapidOcrOptions(
            lang=languages,
            backend="onnxruntime",
            mode=OcrMode.FULL_PAGE,
            scale=OCR_SCALE,
            rapidocr_params=dict(_RAPIDOCR_LINES),
        )
        if not has_gpu():
            # its own way to find that out is to import torch
            cast("Any", rapid_ocr_model).decide_device = _on_processor
        _make_sessions_quiet()
        model = rapid_ocr_model.RapidOcrModel(
            enabled=True, artifacts_path=None, options=rapid, accelerator_options=accelerator
        )
        # "The text detection result is empty" is what a photograph should give.
        logging.getLogger("RapidOCR").setLevel(logging.ERROR)
        keep_blanks(model.reader)
        return model
    except ConfigurationError:
        raise
    except Exception as error:  # each engine has its own kinds for a missing file, language or download
        detail = " ".join(str(error).split())[:200]
        raise ConfigurationError(
            f"OCR cannot read {', '.join(languages)} with {choose_engine(settings)}: {detail}; change "
            "parsing.ocr_languages or parsing.ocr_engine, or put the weights in place"
        ) from error


def _on_processor(*_: object) -> str:
    return "cpu"


def _make_sessions_quiet() -> None:
    """RapidOCR's sessions from now on do not spin while they wait: that took a fifth of the processor time of scans."""
    sessions: Any = importlib.import_module("rapidocr.inference_engine.onnxruntime.main")
    runtime: Any = importlib.import_module("onnxruntime")

    def quiet_options() -> Any:
        options = runtime.SessionOptions()
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        return options

    sessions.SessionOptions = quiet_options


def _easyocr_folder(settings: Settings) -> Path:
    from bizrag.weights import easyocr_dir

    folder = easyocr_dir(settings)
    missing = [
        language
        for language in settings.parsing.ocr_languages
        if language in _EASYOCR_WEIGHTS and not (folder / _EASYOCR_WEIGHTS[language]).is_file()
    ]
    if missing:
        raise ConfigurationError(f"EasyOCR weights for {', '.join(missing)} are missing in {folder}")
    return folder


def _cell(line: OcrLine, number: int) -> Any:
    from docling_core.types.doc.base import BoundingBox as DoclingBox
    from docling_core.types.doc.base import CoordOrigin
    from docling_core.types.doc.page import BoundingRectangle, TextCell

    box = line.bbox
    rectangle = DoclingBox(l=box.l, t=box.t, r=box.r, b=box.b, coord_origin=CoordOrigin.TOPLEFT)
    return TextCell(
        index=number,
        text=line.text,
        orig=line.text,
        from_ocr=True,
        confidence=line.confidence,
        rect=BoundingRectangle.from_bounding_box(rectangle),
    )


def _box(corners: Any) -> BoundingBox:
    xs, ys = [float(x) for x, _ in corners], [float(y) for _, y in corners]
    return BoundingBox(l=min(xs), t=min(ys), r=max(xs), b=max(ys))


def _slope(corners: Any) -> float:
    """Of the upper and the lower edge; corners run clockwise from the upper left."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = ((float(x), float(y)) for x, y in corners)
    width = (x1 - x0) + (x2 - x3)
    return ((y1 - y0) + (y2 - y3)) / width if width > 0 else 0.0
