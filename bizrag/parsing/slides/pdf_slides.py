"""Slide decks as PDF: the horizontal path (MM-BizRAG 1.3). Text per page in reading order, no layout model.

A slide is described as a whole later on; here it gets its text, its title, its tables and its image. Slides that are
images are read by OCR, and so are images on slides; a drawing is a picture where it is a chart that tells values, or
where letters are drawn in it.
PPTX files have their own reader in ``powerpoint``.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial, reduce
from pathlib import Path
from typing import Any

from PIL.Image import Image

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.model.words import tokens
from bizrag.parsing.charts.labels import MIN_NAMES
from bizrag.parsing.charts.reader import find_chart, read_values
from bizrag.parsing.charts.unaligned_tables import with_charts
from bizrag.parsing.conservation import count_losses, margin_kind, missing_words, paragraphs, place_words
from bizrag.parsing.diagrams.said import say_links
from bizrag.parsing.draft import Draft, DraftItem, DraftPage, DraftPicture, DraftTable, DraftText
from bizrag.parsing.engines.pages.even_areas import find_even_areas
from bizrag.parsing.engines.pages.page_evidence import PAGE_SCALE, as_boxes
from bizrag.parsing.engines.pages.scan_evidence import read_image
from bizrag.parsing.engines.plain_pages import read_pages
from bizrag.parsing.images.page_images import keep_page_image
from bizrag.parsing.images.pictures import PictureReader, shows_drawn_words
from bizrag.parsing.images.render import crop, render_page
from bizrag.parsing.key_figures import is_key_figure
from bizrag.parsing.ocr.boxes import join_torn, words_of_lines
from bizrag.parsing.ocr.engine import OCR_SCALE
from bizrag.parsing.ocr.scans import scaled
from bizrag.parsing.pdf import OnPage, PageRange, PdfTools, as_it_is_now, read_layers, read_pictures
from bizrag.parsing.slides.arrows import join_arrows
from bizrag.parsing.slides.artifacts import Artifact, SlideFinds, look_at_slide, with_frames
from bizrag.parsing.slides.cards import card_text, find_cards, segment_text
from bizrag.parsing.slides.chart_titles import link_titles
from bizrag.parsing.slides.columns import join_columns
from bizrag.parsing.slides.counted_rows import join_counted
from bizrag.parsing.slides.drawn_bullets import with_drawn_bullets
from bizrag.parsing.slides.drawn_links import find_links
from bizrag.parsing.slides.drawn_titles import mark_title
from bizrag.parsing.slides.level_charts import join_level
from bizrag.parsing.slides.link_texts import texts_of_links
from bizrag.parsing.slides.pdf_panels import (
    framed_panels,
    panel_blocks,
    panels_of,
    row_block,
    rows_of,
    segments_of,
    size_of,
    text_block,
    without_framed,
    without_panels,
)
from bizrag.parsing.slides.pieces import MAX_PIECES
from bizrag.parsing.slides.plans import Drawn, read_plan
from bizrag.parsing.slides.quotes import join_quotes
from bizrag.parsing.slides.reading_order import reading_order
from bizrag.parsing.slides.symbol_letters import with_known_signs
from bizrag.parsing.slides.text_boxes import box_label, box_text, by_box, find_text_boxes
from bizrag.parsing.slides.time_lines import in_time_order
from bizrag.parsing.slides.turned_lines import find_turned, turned_line
from bizrag.parsing.slides.wrapped_lines import is_of_size, join_lines
from bizrag.parsing.tables.coloured_marks import name_colours
from bizrag.parsing.text_layers.broken_words import in_halves
from bizrag.parsing.text_layers.text_layer import PageLayer, Word, box_around, lines_of, open_pdf

# what stands in a box of a diagram is a label
_MAX_LABEL_WORDS = 15
# of the width of the slide: where an axis has its marks; of the height: where a chart has its title
_MARKS_REACH, _TITLE_REACH = 0.06, 0.1


def parse_slides(path: Path, tools: PdfTools, on_page: OnPage, pages: PageRange | None = None) -> Draft:
    """A PDF of slides: per page a title, text blocks, tables and pictures in reading order, an image.

    ``repeated_lines.mark_repeated`` comes after it.

    Raises:
        BadInputError: encrypted or damaged beyond reading.
    """
    draft = Draft()
    document = open_pdf(path)
    try:
        layers, _ = read_layers(document, draft, on_page, pages)
        with as_it_is_now(document, path, draft) as changed:
            known = _look_at_written(changed, draft, tools, on_page)
        texts = PictureReader(tools.reader)
        for written, page in zip(layers, draft.pages, strict=True):
            layer, finds = written, known.get(page.page_no, SlideFinds())
            if page.is_ocr:
                words, finds = _read_slide(document, page, tools, draft)
                layer = replace(written, words=words)
            finds = _with_charts(document, page, tools, layer, finds)
            artifacts = [*finds.artifacts, *_find_charts(document, page, draft, tools, layer, finds)]
            part = _slide_items(layer, page, artifacts, finds.frames)
            draft.items += [*part, *_link_blocks(layer, finds)]
            pictures = [item for item in part if isinstance(item, DraftPicture)]
            keep_page_image(document, page, draft, tools.sink, dpi=tools.settings.page_image_dpi)
            read_pictures(document, page, draft, tools, pictures, texts, layer.words, are_read=True)
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
        for page_no, evidence in read_pages(path, pages, num_threads=tools.settings.num_threads):
            if evidence is not None:
                found[page_no] = look_at_slide(evidence, page_no)
            # a sign of life
            on_page(0, len(draft.pages))
    draft.spend("docling", time.perf_counter() - start)
    return found


def _with_charts(document: Any, page: DraftPage, tools: PdfTools, layer: PageLayer, finds: SlideFinds) -> SlideFinds:
    """What stands on a slide, a chart for each table that is rather one; in the others colours of marks are told."""
    image = partial(render_page, document, page.page_no, dpi=tools.settings.picture_dpi)
    artifacts = tuple(with_charts(finds.artifacts, image, page, layer.words))
    for table in (item for item in artifacts if isinstance(item, DraftTable)):
        name_colours(table, page, image)
    return replace(finds, artifacts=artifacts)


def _find_charts(
    document: Any, page: DraftPage, draft: Draft, tools: PdfTools, layer: PageLayer, finds: SlideFinds
) -> list[DraftPicture]:
    """What of a slide tells values by names: drawings, and what else stands along an axis. The rest of what is drawn
    is its design.
    """
    start = time.perf_counter()
    words = layer.words
    taken = [item.bbox for item in finds.artifacts if item.bbox is not None]
    num_figures = sum(is_key_figure(word.text) for word in _outside(words, taken, page))
    if not finds.drawings and num_figures < MIN_NAMES:
        return []
    image = render_page(document, page.page_no, dpi=tools.settings.picture_dpi)
    if image is None:
        return []

    def read(box: BoundingBox) -> DraftPicture:
        chart = DraftPicture(page_no=page.page_no, bbox=box)
        others = [other for other in finds.drawings if other.intersection_area(box) < other.area / 2]
        read_values(chart, image, page, words, (), [*taken, *others])
        return chart

    charts = join_level([read(box) for box in finds.drawings], read)
    # letters of some charts are drawn: what they say is read with the picture
    charts = [chart for chart in charts if chart.chart_markdown or _has_drawn_words(chart, image, page, words)]
    taken += [chart.bbox for chart in charts if chart.bbox is not None]
    told = {row for chart in charts for row in _rows_of(chart)}
    rest = _outside(words, taken, page)
    rest = _without(rest, [word for card in find_cards(rest) for part in card for word in part])
    # what stands under the head of a frame is told with it
    rest = _without(
        rest, [word for panel in framed_panels(rest, finds.frames, layer) for part in panel for word in part]
    )
    # what a figure is remarked on beside it is no chart
    rows = [row for row in rows_of(rest, finds.frames, layer) if not is_key_figure(segment_text(row[-1]))]
    rest = _without(rest, [word for row in rows for segment in row for word in segment])
    other = find_chart(image, page, rest, taken)
    draft.spend("chart_values", time.perf_counter() - start)
    # names and values around a drawing are outside of its box
    return [*charts, other] if other is not None and _rows_of(other) - told else charts


def _has_drawn_words(chart: DraftPicture, image: Image, page: DraftPage, words: Sequence[Word]) -> bool:
    box = chart.bbox
    part = crop(image, box, width_pt=page.width_pt, height_pt=page.height_pt) if box else None
    if part is None or box is None:
        return False
    return shows_drawn_words(part, box, [word.bbox for word in words if box.holds_centre(word.bbox)])


def _rows_of(chart: DraftPicture) -> set[str]:
    return set(chart.chart_markdown.splitlines()[2:])


def _outside(words: Sequence[Word], boxes: Sequence[BoundingBox], page: DraftPage) -> list[Word]:
    """The words that stand in none of these boxes, and not at the edges of the page."""
    return [
        word
        for word in words
        if margin_kind(word.bbox, page.height_pt) is None and not any(box.holds_centre(word.bbox) for box in boxes)
    ]


def _slide_items(
    layer: PageLayer, page: DraftPage, artifacts: Sequence[Artifact], frames: Sequence[BoundingBox]
) -> list[DraftItem]:
    """What stands on a slide, in reading order; every word of its layer is accounted for."""
    part = Draft(items=slide_blocks(layer, artifacts, frames), pages=[page])
    missing = missing_words(layer.words, part.items)
    if missing and artifacts:
        place_words(part, missing, layer)
        missing = missing_words(layer.words, part.items)
    if not page.is_ocr:
        count_losses(page, layer, missing)
    return part.items


def slide_blocks(
    layer: PageLayer, artifacts: Sequence[Artifact] = (), frames: Sequence[BoundingBox] = ()
) -> list[DraftItem]:
    """The paragraphs, key figures, panels, tables and pictures of a slide in reading order; the paragraph with the
    largest letters near the top is its title. Words in tables are theirs; words on pictures stay the slide's.
    ``frames``: what is drawn, and may frame texts.
    """
    layer = replace(layer, words=tuple(with_drawn_bullets(with_known_signs(in_halves(layer.words)), frames)))
    artifacts = without_panels(artifacts, layer, frames)
    tables = [item.bbox for item in artifacts if isinstance(item, DraftTable) and item.bbox is not None]
    free = [word for word in layer.words if not any(box.holds_centre(word.bbox) for box in tables)]
    turned = find_turned(free)
    free = _without(free, [word for text in turned for word in text])
    cards = without_framed(find_cards(free), free, frames, layer)
    rest = _without(free, [word for card in cards for part in card for word in part])
    plan, planned = _plan_blocks(rest, frames, layer)
    rest = _without(rest, planned)
    beside = _without(rest, _words_of_charts(rest, artifacts, layer))
    panels = panels_of(beside, frames, layer)
    held = [word for panel in panels for segment in panel for word in segment]
    rows = rows_of(_without(beside, held), frames, layer)
    held += [word for row in rows for segment in row for word in segment]
    rest = _without(rest, held)
    in_boxes, rest = by_box(rest, find_text_boxes(rest, frames))
    groups = [part for group in in_boxes for part in _by_size(group)]
    blocks = [text_block(box_text(join_lines(lines_of(group))), group, layer) for group in groups]
    others = [part for group in paragraphs(rest) for part in _by_size(group)]
    groups += others
    blocks += [text_block(join_lines(lines_of(group)), group, layer) for group in others]
    # a large number is no heading that a title would have to outdo
    named = [panel[0] for panel in panels if any(map(str.isalpha, segment_text(panel[0])))]
    least = max(map(size_of, named), default=0.0)
    mark_title(blocks, [size_of(group) for group in groups], layer.height_pt, least=least)
    link_titles(blocks, artifacts)
    blocks += [row_block(row, layer) for row in rows]
    # key figures are no titles, however large
    blocks += [text_block(card_text(card), [word for part in card for word in part], layer) for card in cards]
    blocks += [text_block(turned_line(text), text, layer) for text in turned]
    told = [(panel, panel_blocks(panel, frames, layer)) for panel in panels]
    # a panel of one line may be the name of what stands below it
    blocks = join_columns([*blocks, *(said[0] for _, said in told if len(said) == 1)])
    items: list[tuple[BoundingBox, Sequence[DraftItem]]] = [
        (item.bbox, [item]) for item in (*blocks, *plan, *artifacts) if item.bbox
    ]
    for panel, said in told:
        if len(said) > 1:
            items.append((box_around([word for segment in panel for word in segment]), said))
    order = reading_order([box for box, _ in items])
    ordered = in_time_order([item for index in order for item in items[index][1]])
    return join_quotes(join_arrows(join_counted(ordered)))


def _words_of_charts(words: Sequence[Word], artifacts: Sequence[Artifact], layer: PageLayer) -> list[Word]:
    """The words on charts, the marks left of and below them, and what their values are told with: on the lines of
    what stands beside a chart they are by chance.
    """
    found: list[Word] = []
    for chart in artifacts:
        if not isinstance(chart, DraftPicture) or not chart.chart_markdown or chart.bbox is None:
            continue
        box, said = chart.bbox, set(tokens(chart.chart_markdown))
        beside, above = _MARKS_REACH * layer.width_pt, _TITLE_REACH * layer.height_pt
        # the uppermost mark stands at the upper edge
        marked = replace(box, l=box.l - beside, t=box.t - beside / 4, b=box.b + beside)
        titled = replace(marked, t=box.t - above)
        found += [
            word
            for word in words
            if box.holds_centre(word.bbox)
            or (marked.holds_centre(word.bbox) and is_key_figure(word.text))
            or (titled.holds_centre(word.bbox) and set(tokens(word.text)) <= said)
        ]
    return found


def _link_blocks(layer: PageLayer, finds: SlideFinds) -> list[DraftText]:
    """What the lines between the boxes of a slide say, beside what stands in them."""
    boxes = find_text_boxes(layer.words, finds.frames)
    if len(boxes) > MAX_PIECES:
        return []
    labels: dict[int, str] = {}
    for number, box in enumerate(boxes):
        held = [word for word in layer.words if box.holds_centre(word.bbox)]
        if len(held) <= _MAX_LABEL_WORDS:
            labels[number] = box_label(lines_of(held), box)
    links = find_links(boxes, finds.lines)
    free = [word for word in layer.words if not any(box.holds_centre(word.bbox) for box in boxes)] if links else []
    loose = {box_around(segment): segment_text(segment) for segment in segments_of(free, layer)}
    return [
        DraftText(
            kind=BlockKind.TEXT,
            text=text,
            page_no=layer.page_no,
            bbox=reduce(BoundingBox.union, (boxes[number] for number in numbers)),
        )
        for text, numbers in say_links(links, labels, texts_of_links(links, boxes, loose))
    ]


def _without(words: Sequence[Word], others: Sequence[Word]) -> list[Word]:
    taken = set(map(id, others))
    return [word for word in words if id(word) not in taken]


def _plan_blocks(
    words: Sequence[Word], frames: Sequence[BoundingBox], layer: PageLayer
) -> tuple[list[DraftText], list[Word]]:
    """The scale and the rows of a plan that is drawn on a slide, and the words that they say."""
    segments = {box_around(segment): segment for segment in segments_of(words, layer)}
    texts = [Drawn(segment_text(segment), box) for box, segment in segments.items()]
    plan = read_plan(texts, [Drawn("", frame) for frame in frames])
    if plan is None:
        return [], []
    blocks: list[DraftText] = []
    said: list[Word] = []
    for text, places in plan.lines:
        box = reduce(BoundingBox.union, (place.bbox for place in places))
        blocks.append(DraftText(kind=BlockKind.TEXT, text=text, page_no=layer.page_no, bbox=box))
        said += [word for place in places for word in segments.get(place.bbox, ())]
    return blocks, said


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


def _read_slide(document: Any, page: DraftPage, tools: PdfTools, draft: Draft) -> tuple[tuple[Word, ...], SlideFinds]:
    """The words of a slide that is an image, its tables and its drawings."""
    start = time.perf_counter()
    image = render_page(document, page.page_no, dpi=72.0 * OCR_SCALE)
    lines = join_torn(tools.reader.read(image), image) if image is not None else []
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
        finds = look_at_slide(evidence, page.page_no) if evidence is not None else finds
        finds = with_frames(finds, find_even_areas(drawn, PAGE_SCALE))
    draft.spend("ocr", time.perf_counter() - start)
    return words, finds
