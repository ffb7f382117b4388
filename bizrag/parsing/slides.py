"""Slide decks as PDF: the horizontal path (MM-BizRAG 1.3). Text per page in reading order, no layout model.

A slide is described as a whole later on; here it gets its text, its title, its tables and its image. Slides that are
images are read by OCR, and so are images on slides; a drawing is a picture where it is a chart that tells values.
PPTX files have their own reader in ``powerpoint``.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.cards import Segment, card_text, find_cards, is_figure
from bizrag.parsing.chart_labels import MIN_NAMES
from bizrag.parsing.chart_reader import find_chart, read_values
from bizrag.parsing.conservation import count_losses, holds_centre, margin_kind, missing_words, paragraphs, place_words
from bizrag.parsing.draft import Draft, DraftItem, DraftPage, DraftPicture, DraftTable, DraftText
from bizrag.parsing.engines.page_evidence import PAGE_SCALE, as_boxes
from bizrag.parsing.engines.plain_pages import read_pages
from bizrag.parsing.engines.scan_evidence import read_image
from bizrag.parsing.ocr import OCR_SCALE
from bizrag.parsing.ocr_boxes import words_of_lines
from bizrag.parsing.pdf import OnPage, PageRange, PdfTools, draw_page, read_layers
from bizrag.parsing.pictures import PictureReader
from bizrag.parsing.render import render_page
from bizrag.parsing.scans import scaled
from bizrag.parsing.slide_artifacts import Artifact, SlideFinds, look_at_slide
from bizrag.parsing.text_layer import PageLayer, Word, box_around, lines_of, open_pdf
from bizrag.parsing.wrapped_lines import is_of_size, join_lines

_TITLE_ZONE = 0.4
_MAX_TITLE_WORDS = 25
# A line that stands on this share of the slides is a running header or footer.
_REPEATED_SHARE = 0.4


def parse_slides(path: Path, tools: PdfTools, on_page: OnPage, pages: PageRange | None = None) -> Draft:
    """A PDF of slides: per page a title, text blocks, tables and pictures in reading order, an image.

    ``mark_repeated`` comes after it.

    Raises:
        BadInputError: encrypted or damaged beyond reading.
    """
    draft = Draft()
    document = open_pdf(path)
    try:
        layers, _ = read_layers(document, draft, on_page, pages)
        known = _look_at_written(path, draft, tools, on_page)
        texts = PictureReader(tools.reader)
        for written, page in zip(layers, draft.pages, strict=True):
            layer, finds = written, known.get(page.page_no, SlideFinds())
            if page.is_ocr:
                words, finds = _read_slide(document, page, tools, draft)
                layer = replace(written, words=words)
            artifacts = [*finds.artifacts, *_find_charts(document, page, draft, tools, layer.words, finds)]
            part = _slide_items(layer, page, artifacts)
            draft.items += part
            pictures = [item for item in part if isinstance(item, DraftPicture)]
            draw_page(document, page, draft, tools, pictures, texts, layer.words, are_read=True)
            on_page(page.page_no - draft.pages[0].page_no + 1, len(draft.pages))
    finally:
        document.close()
    return draft


def _look_at_written(path: Path, draft: Draft, tools: PdfTools, on_page: OnPage) -> dict[int, SlideFinds]:
    """What stands on the slides with a text layer, by page number."""
    start = time.perf_counter()
    found: dict[int, SlideFinds] = {}
    if draft.pages:
        pages = (draft.pages[0].page_no, draft.pages[-1].page_no)
        for page_no, evidence in read_pages(path, pages, num_threads=tools.settings.threads):
            if evidence is not None:
                found[page_no] = look_at_slide(evidence, page_no, is_ocr=False)
            # a sign of life
            on_page(0, len(draft.pages))
    draft.spend("docling", time.perf_counter() - start)
    return found


def _find_charts(
    document: Any, page: DraftPage, draft: Draft, tools: PdfTools, words: Sequence[Word], finds: SlideFinds
) -> list[DraftPicture]:
    """What of a slide tells values by names: drawings, and what else stands along an axis. The rest of what is drawn
    is its design.
    """
    start = time.perf_counter()
    taken = [item.bbox for item in finds.artifacts if item.bbox is not None]
    num_figures = sum(is_figure(word.text) for word in _outside(words, taken, page))
    if not finds.drawings and num_figures < MIN_NAMES:
        return []
    image = render_page(document, page.page_no, dpi=tools.settings.picture_dpi)
    if image is None:
        return []
    charts = [DraftPicture(page_no=page.page_no, bbox=box) for box in finds.drawings]
    for chart in charts:
        read_values(chart, image, page, words, (), [*taken, *(box for box in finds.drawings if box is not chart.bbox)])
    charts = [chart for chart in charts if chart.chart_markdown]
    taken += [chart.bbox for chart in charts if chart.bbox is not None]
    told = {row for chart in charts for row in _rows_of(chart)}
    rest = _outside(words, taken, page)
    on_cards = {id(word) for card in find_cards(rest) for part in card for word in part}
    other = find_chart(image, page, [word for word in rest if id(word) not in on_cards], taken)
    draft.spend("chart_values", time.perf_counter() - start)
    # names and values around a drawing are outside of its box
    return [*charts, other] if other is not None and _rows_of(other) - told else charts


def _rows_of(chart: DraftPicture) -> set[str]:
    return set(chart.chart_markdown.splitlines()[2:])


def _outside(words: Sequence[Word], boxes: Sequence[BoundingBox], page: DraftPage) -> list[Word]:
    """The words that stand in none of these boxes, and not at the edges of the page."""
    return [
        word
        for word in words
        if margin_kind(word.bbox, page.height_pt) is None and not any(holds_centre(box, word.bbox) for box in boxes)
    ]


def _slide_items(layer: PageLayer, page: DraftPage, artifacts: Sequence[Artifact]) -> list[DraftItem]:
    """What stands on a slide, in reading order; every word of its layer is accounted for."""
    part = Draft(items=slide_blocks(layer, artifacts), pages=[page])
    missing = missing_words(layer.words, part.items)
    if missing and artifacts:
        place_words(part, missing, layer)
        missing = missing_words(layer.words, part.items)
    if not page.is_ocr:
        count_losses(page, layer, missing)
    return part.items


def slide_blocks(layer: PageLayer, artifacts: Sequence[Artifact] = ()) -> list[DraftItem]:
    """The paragraphs, key figures, tables and pictures of a slide in reading order; the paragraph with the largest
    letters near the top is its title. Words in tables are theirs; words on pictures stay the slide's.
    """
    cards = find_cards(layer.words)
    artifacts = [item for item in artifacts if not (isinstance(item, DraftTable) and _is_cards(item, layer, cards))]
    tables = [item.bbox for item in artifacts if isinstance(item, DraftTable) and item.bbox is not None]
    free = [word for word in layer.words if not any(holds_centre(box, word.bbox) for box in tables)]
    cards = find_cards(free)
    inside = {id(word) for card in cards for part in card for word in part}
    groups = [
        part for group in paragraphs([word for word in free if id(word) not in inside]) for part in _by_size(group)
    ]
    entries = [(join_lines(lines_of(group)), group, _size(group)) for group in groups]
    for card in cards:
        words = [word for part in card for word in part]
        # key figures are no titles, however large
        entries.append((card_text(card), words, 0.0))
    blocks = [
        DraftText(kind=BlockKind.TEXT, text=text, page_no=layer.page_no, bbox=box_around(words))
        for text, words, _ in entries
    ]
    _mark_title(blocks, [size for _, _, size in entries], layer.height_pt)
    items = [(item, item.bbox) for item in (*blocks, *artifacts) if item.bbox is not None]
    return [items[index][0] for index in reading_order([box for _, box in items])]


def _by_size(group: Sequence[Word]) -> list[list[Word]]:
    """A paragraph, parted where a title's large type ends: what stands close below it is a text of its own."""
    parts: list[list[Word]] = []
    above: list[Word] = []
    for line in lines_of(group):
        if parts and is_of_size(above, line):
            parts[-1] += line
        else:
            parts.append(list(line))
        above = line
    return parts


def _is_cards(table: DraftTable, layer: PageLayer, cards: Sequence[Sequence[Segment]]) -> bool:
    """Whether most words of a table are key figures with their labels."""
    inside = {id(word) for word in layer.words if table.bbox is not None and holds_centre(table.bbox, word.bbox)}
    on_cards = {id(word) for card in cards for part in card for word in part}
    return 2 * len(inside & on_cards) > len(inside)


def _size(words: Sequence[Word]) -> float:
    return max(word.font_pt for word in words)


def reading_order(boxes: Sequence[BoundingBox]) -> list[int]:
    """Indices of boxes as a person reads them: recursive cuts along empty rows first, then along empty columns.

    Boxes that no straight cut separates are read from top to bottom, then from left to right.
    """
    return _cut(boxes, list(range(len(boxes))))


def _cut(boxes: Sequence[BoundingBox], indices: list[int]) -> list[int]:
    if len(indices) <= 1:
        return indices
    for low, high in (("t", "b"), ("l", "r")):
        parts = _split(boxes, indices, low, high)
        if len(parts) > 1:
            return [index for part in parts for index in _cut(boxes, part)]
    return sorted(indices, key=lambda index: (boxes[index].t, boxes[index].l))


def _split(boxes: Sequence[BoundingBox], indices: list[int], low: str, high: str) -> list[list[int]]:
    """Groups of boxes with an empty stripe between them, along one axis."""
    parts: list[list[int]] = []
    end = float("-inf")
    for index in sorted(indices, key=lambda index: float(getattr(boxes[index], low))):
        if float(getattr(boxes[index], low)) >= end:
            parts.append([])
        parts[-1].append(index)
        end = max(end, float(getattr(boxes[index], high)))
    return parts


def _mark_title(blocks: Sequence[DraftText], sizes: Sequence[float], height_pt: float) -> None:
    candidates = [
        (size, block)
        for size, block in zip(sizes, blocks, strict=True)
        if block.bbox is not None
        and block.bbox.t < _TITLE_ZONE * height_pt
        and len(block.text.split()) <= _MAX_TITLE_WORDS
        and any(map(str.isalpha, block.text))
    ]
    if not candidates:
        return
    largest = max(size for size, _ in candidates)
    large = [block for size, block in candidates if size >= 0.95 * largest]
    title = min(large, key=lambda block: (block.bbox.t, block.bbox.l) if block.bbox is not None else (0.0, 0.0))
    title.kind, title.level, title.text = BlockKind.HEADING, 1, " ".join(title.text.split())


def mark_repeated(draft: Draft) -> None:
    """Lines in the margins that many slides share, and bare page numbers there, become furniture."""
    heights = {page.page_no: page.height_pt for page in draft.pages}
    texts = [item for item in draft.items if isinstance(item, DraftText) and item.page_no is not None]
    counts = Counter(_shape(item.text) for item in texts)
    often = max(3.0, _REPEATED_SHARE * len(draft.pages))
    for item in texts:
        kind = margin_kind(item.bbox, heights[item.page_no or 0]) if item.bbox is not None else None
        if kind is not None and (item.text.strip().isdigit() or counts[_shape(item.text)] >= often):
            item.kind, item.level = kind, None


def _shape(text: str) -> str:
    """A text with its digits made equal, so that page numbers do not tell footers apart."""
    return "".join("0" if letter.isdigit() else letter for letter in " ".join(text.split()))


def _read_slide(document: Any, page: DraftPage, tools: PdfTools, draft: Draft) -> tuple[tuple[Word, ...], SlideFinds]:
    """The words of a slide that is an image, its tables and its drawings."""
    start = time.perf_counter()
    image = render_page(document, page.page_no, dpi=72.0 * OCR_SCALE)
    lines = tools.reader.read(image) if image is not None else []
    drawn = render_page(document, page.page_no, dpi=72.0 * PAGE_SCALE) if lines else None
    words: tuple[Word, ...] = ()
    finds = SlideFinds()
    if image is not None and drawn is not None:
        to_points = page.width_pt / image.width
        words = words_of_lines(lines, image, to_points)
        scaled_boxes = (scaled(line.bbox, to_points) for line in lines)
        boxes = as_boxes((box.l, box.t, box.r, box.b) for box in scaled_boxes)
        texts = tuple(line.text for line in lines)
        evidence = read_image(drawn, boxes, texts, size=(page.width_pt, page.height_pt))
        finds = look_at_slide(evidence, page.page_no, is_ocr=True) if evidence is not None else finds
    draft.spend("ocr", time.perf_counter() - start)
    return words, finds
