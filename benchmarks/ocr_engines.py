"""Which OCR engine reads pages faster, and which better? Pages are drawn as scans are, and read by each engine.

    python -m benchmarks.ocr_engines FOLDER --json

``FOLDER`` (or a file) holds PDFs with a text layer, which says what is to be read; the engines see only the drawing.
For each engine: median and total seconds a page after one that warms it up, and of the words and the numbers of the
text layer the share that was read (recall), and of what was read the share that is there (precision). EasyOCR computes
on a GPU where there is one, RapidOCR always on the processor; what ``parsing.ocr_engine = auto`` takes is said too.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pypdfium2

from benchmarks.conservation import tokens_of
from bizrag.parsing.images.render import render_page
from bizrag.parsing.ocr.engine import OCR_SCALE, TextReader, choose_engine
from bizrag.settings import OcrEngine, ParsingSettings, Settings

_POINTS_PER_INCH = 72.0
_MIN_WORDS = 20


def main() -> None:
    """Read with both engines and print one JSON object last."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=50, help="pages that are read, the first of all documents")
    parser.add_argument("--json", action="store_true", help="accepted for uniformity; JSON is always printed last")
    arguments = parser.parse_args()
    folder = arguments.folder
    paths = sorted(folder.rglob("*.pdf")) if folder.is_dir() else [folder]
    pages = drawn_pages(paths, arguments.pages)
    figures: dict[str, Any] = {"pages": len(pages), "auto": choose_engine(Settings()).value, "device": device()}
    for engine in (OcrEngine.EASYOCR, OcrEngine.RAPIDOCR):
        figures[engine.value] = read_all(engine, pages)
    print(json.dumps({"benchmark": "ocr_engines", "figures": figures}, indent=2))


def device() -> str:
    """The GPU that EasyOCR takes, or cpu."""
    import torch

    return torch.cuda.get_device_name() if torch.cuda.is_available() else "cpu"


def drawn_pages(paths: Sequence[Path], limit: int) -> list[tuple[Any, str]]:
    """Images of pages as scans are drawn for OCR, with their text layers; pages of a few words are left out."""
    pages: list[tuple[Any, str]] = []
    for path in paths:
        with pypdfium2.PdfDocument(path) as document:
            for at in range(len(document)):
                if len(pages) == limit:
                    return pages
                page = document[at]
                text = page.get_textpage().get_text_range()
                page.close()
                image = render_page(document, at + 1, dpi=_POINTS_PER_INCH * OCR_SCALE)
                if image is not None and len(text.split()) >= _MIN_WORDS:
                    pages.append((image, text))
    return pages


def read_all(engine: OcrEngine, pages: Sequence[tuple[Any, str]]) -> dict[str, Any]:
    """Seconds a page, and shares of words and numbers."""
    reader = TextReader(Settings(parsing=ParsingSettings(ocr_engine=engine)))
    reader.read(pages[0][0])
    seconds: list[float] = []
    wanted, found = Counter[str](), Counter[str]()
    common = Counter[str]()
    for image, text in pages:
        began = time.perf_counter()
        lines = reader.read(image)
        seconds.append(time.perf_counter() - began)
        there, read = Counter(tokens_of(text)), Counter(tokens_of("\n".join(line.text for line in lines)))
        wanted, found, common = wanted + there, found + read, common + (there & read)
    numbers = [sum(n for word, n in counted.items() if word[0].isdigit()) for counted in (common, wanted, found)]
    return {
        "seconds_a_page": round(statistics.median(seconds), 3),
        "seconds": round(sum(seconds), 2),
        "words": wanted.total(),
        "recall": round(common.total() / wanted.total(), 4),
        "precision": round(common.total() / max(1, found.total()), 4),
        "numbers": numbers[1],
        "recall_of_numbers": round(numbers[0] / max(1, numbers[1]), 4),
        "precision_of_numbers": round(numbers[0] / max(1, numbers[2]), 4),
    }


if __name__ == "__main__":
    main()
