"""The structure split (MM-BizRAG 2.1): is a document report-like (vertical) or slide-like (horizontal)?

Metadata decides where it can. Otherwise the first two pages are measured; the shape of the pages is a hint that never
decides alone, because reports are printed in landscape too, and scanned on their side. Words on images are counted and
measured without being read, so that slides exported as images go by the same rules.
"""

from __future__ import annotations

import re
import statistics
from dataclasses import dataclass

from bizrag.describing.titles import split_suffix, write_title
from bizrag.model.documents import Classification, Layout, PagePreview, Preview

# Part of a classification's identity: a change of the rules is a new version.
CLASSIFIER = "local/layout-rules-5"

_SLIDE_MIME = re.compile(r"presentation|powerpoint|keynote")
_MEASURED_MIME = ("application/pdf",)
_SLIDE_PROGRAM = re.compile(
    r"power\s?point|keynote|impress\b|google slides|beamer|pptx|prezi|reveal\.js|decktape|marp\b|slidev", re.IGNORECASE
)
_TEXT_PROGRAM = re.compile(r"\bword\b|\bwriter\b|\bexcel\b|\bcalc\b|^pages\b", re.IGNORECASE)
# width / height of screens; no paper has them
_SCREEN_SHAPES = (4 / 3, 16 / 10, 16 / 9)
_SHAPE_TOLERANCE = 0.015
_HORIZONTAL_SCORE = 2.0


def classify(preview: Preview, *, file_name: str) -> Classification:
    """The structure label, one sentence why, and the written title."""
    layout, reasoning = structure_by_metadata(preview, file_name=file_name) or structure_by_measures(preview)
    return Classification(layout=layout, reasoning=reasoning, title=write_title(preview, file_name=file_name))


def structure_by_metadata(preview: Preview, *, file_name: str) -> tuple[Layout, str] | None:
    """The structure label and why, where the format or the program that wrote the file decides it; else None."""
    suffix = split_suffix(file_name)[1]
    if _SLIDE_MIME.search(preview.mime_type):
        return Layout.HORIZONTAL, "The file is a presentation by its format."
    if preview.mime_type not in _MEASURED_MIME:
        return Layout.VERTICAL, f"A file of format {suffix or preview.mime_type} holds no slides."
    for program in (preview.creator, preview.producer):
        if _SLIDE_PROGRAM.search(program):
            return Layout.HORIZONTAL, f"The PDF was made by a slide program ({_one_line(program)})."
        if _TEXT_PROGRAM.search(program):
            return Layout.VERTICAL, f"The PDF was made by a program for text or sheets ({_one_line(program)})."
    return None


def structure_by_measures(preview: Preview) -> tuple[Layout, str]:
    """The structure label and why, by the first pages' words, letters, bitmaps and shape."""
    if not preview.pages:
        return Layout.VERTICAL, "No page could be measured, so the document is taken as a report."
    return _measured(preview.pages)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Measures:
    """The first pages in numbers."""

    # most words on a page: a report's cover has few, its second page more
    num_words: int
    # letters' height as a share of the page's shorter side; 0.0 where none is known
    letter_share: float
    # width / height as it is read
    shape: float
    # smallest share of a page under bitmaps
    bitmap_coverage: float
    # no page has a text layer
    is_image: bool
    # letters stand on their side
    is_sideways: bool

    @property
    def is_landscape(self) -> bool:
        return self.shape > 1.1

    @property
    def is_screen_shaped(self) -> bool:
        return any(abs(self.shape - shape) < _SHAPE_TOLERANCE for shape in _SCREEN_SHAPES)


def _measured(pages: tuple[PagePreview, ...]) -> tuple[Layout, str]:
    """Add up the evidence: horizontal needs a score of 2 and more than the pages' shape."""
    found = _measure(pages)
    shape = (1.0 if found.is_landscape else -2.0) + (1.0 if found.is_screen_shaped else 0.0)
    content = _content_score(found)
    is_horizontal = content > 0 and shape + content >= _HORIZONTAL_SCORE
    kind = "a presentation" if is_horizontal else "a report"
    layout = Layout.HORIZONTAL if is_horizontal else Layout.VERTICAL
    return layout, f"{_seen(found)}: composed like {kind}."


def _seen(found: _Measures) -> str:
    """What was measured, for a person."""
    side = "Landscape" if found.is_landscape else "Portrait"
    place = " that lie on their side" if found.is_sideways else ""
    layer = f" without a text layer, {found.bitmap_coverage:.0%} under images," if found.is_image else ""
    if found.num_words == 0:
        return f"{side} pages{place}{layer or ' without words'}".rstrip(",")
    about = "some" if found.is_image else "up to"
    letters = f"letters {found.letter_share:.1%} of the page's shorter side"
    return f"{side} pages{place}{layer} with {about} {found.num_words} words, {letters}"


def _measure(pages: tuple[PagePreview, ...]) -> _Measures:
    # a cover has large letters, and a word or two on its side: the page with most words decides
    wordiest = max(pages, key=lambda page: page.num_words)
    turn = -1 if wordiest.is_sideways else 1
    return _Measures(
        num_words=wordiest.num_words,
        letter_share=wordiest.median_font_pt / min(wordiest.width_pt, wordiest.height_pt),
        shape=statistics.median((page.width_pt / page.height_pt) ** turn for page in pages),
        bitmap_coverage=min(page.bitmap_coverage for page in pages),
        is_image=all(page.is_image for page in pages),
        is_sideways=wordiest.is_sideways,
    )


def _content_score(found: _Measures) -> float:
    """What the content says, whatever the page's shape: positive for slides."""
    # nothing is scanned in the shape of a screen
    image = 0.5 if found.is_image and found.is_screen_shaped and found.bitmap_coverage >= 0.8 else 0.0
    if found.num_words == 0:
        return image
    words = _step(found.num_words, [(60, 1.0), (150, 0.5), (300, 0.0), (450, -1.0)], above=-2.0)
    # 11 pt on A4 are 1.8 %, 18 pt on a slide of 405 pt are 4.4 %
    letters = -_step(found.letter_share, [(0.0, 0.0), (0.02, 1.0), (0.024, 0.0), (0.028, -0.5)], above=-1.0)
    return image + words + letters


def _step(value: float, steps: list[tuple[float, float]], *, above: float) -> float:
    """The result of the first step whose limit the value does not exceed."""
    return next((result for limit, result in steps if value <= limit), above)


def _one_line(text: str) -> str:
    return " ".join(text.split())[:80]
