"""A quick look at a file before it is parsed: enough to tell reports from slides and to write a title.

pdfium and the office formats' own metadata only; no model, no docling. A PDF takes some 30 ms.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bizrag.errors import BadInputError
from bizrag.model.documents import PagePreview, Preview
from bizrag.parsing.draft import clean_text
from bizrag.parsing.files.formats import (
    EXCEL_MIMES,
    HTML,
    IMAGE_MIMES,
    MARKDOWN,
    PDF,
    POWERPOINT_MIMES,
    WORD_MIMES,
    check_file,
    detect_mime,
)
from bizrag.settings import ParsingSettings

if TYPE_CHECKING:
    from PIL import Image

    from bizrag.parsing.text_layers.text_layer import PageLayer, Word

# Kept with every look: content that another version looked at is looked at anew. Where a change may classify a document
# otherwise, CLASSIFIER is raised too.
PREVIEWER = "pdfium-5"
_NUM_PAGES = 2
# a page's foot, as a share of its height
_FOOT_SHARE = 0.08
# Longest sides of the small image, and of one whose letters are measured: 11 pt on A4 are letters of 9 pixels
_IMAGE_SIDE_PX = 640
_MEASURED_SIDE_PX = 1400
# Leading text of formats without pages: about two pages
_LEADING_LETTERS = 6000
_EMU_PER_PT = 12_700
_OFFICE_PARTS_READ_BYTES = 50_000_000
# Titles and generators of pages stand at their beginning
_HEAD_READ_BYTES = 200_000


def preview(path: Path, settings: ParsingSettings) -> Preview:
    """Look at a file.

    Raises:
        BadInputError: the file cannot or must not be read; one line for a person.
    """
    check_file(path, settings)
    mime_type = detect_mime(path)
    if mime_type == PDF:
        return _preview_pdf(path)
    if mime_type in IMAGE_MIMES:
        return _preview_image(path, mime_type)
    if mime_type in POWERPOINT_MIMES:
        return _preview_powerpoint(path, mime_type)
    if mime_type in WORD_MIMES:
        return _preview_word(path, mime_type)
    if mime_type in EXCEL_MIMES:
        return _preview_excel(path, mime_type)
    return _preview_text(path, mime_type)


def _preview_pdf(path: Path) -> Preview:
    from bizrag.parsing.text_layers.text_layer import open_pdf

    document = open_pdf(path)
    try:
        metadata: dict[str, str] = document.get_metadata_dict(skip_empty=True)
        return Preview(
            mime_type=PDF,
            num_pages=len(document),
            producer=clean_text(metadata.get("Producer", "")),
            creator=clean_text(metadata.get("Creator", "")),
            metadata_title=clean_text(metadata.get("Title", "")),
            pages=tuple(_pdf_page(document, page_no) for page_no in range(1, min(len(document), _NUM_PAGES) + 1)),
        )
    finally:
        document.close()


def _pdf_page(document: Any, page_no: int) -> PagePreview:
    import pypdfium2

    from bizrag.parsing.images.render import render_page
    from bizrag.parsing.text_layers.text_layer import bitmap_coverage, lines_of, needs_ocr, read_page

    layer = read_page(document, page_no)
    try:
        coverage = bitmap_coverage(document[page_no - 1])
    except pypdfium2.PdfiumError:
        coverage = 0.0
    is_image = needs_ocr(document, layer)
    # portrait pages are a report's whatever stands on them
    is_measured = is_image and layer.width_pt > layer.height_pt
    side_px = _MEASURED_SIDE_PX if is_measured else _IMAGE_SIDE_PX
    image = render_page(document, page_no, dpi=72.0 * side_px / max(layer.width_pt, layer.height_pt))
    page = PagePreview(
        page_no=page_no,
        width_pt=layer.width_pt,
        height_pt=layer.height_pt,
        text=clean_text(
            "\n".join(" ".join(word.text for word in line) for line in _feet_last(lines_of(layer.words), layer))
        ),
        bitmap_coverage=min(1.0, coverage),
        num_words=len(layer.words),
        median_font_pt=layer.median_font_pt,
        is_image=is_image,
        image_png=_small_png(image) if image is not None else None,
    )
    return _measured(page, image) if is_measured and image is not None else page


def _feet_last(lines: Sequence[list[Word]], layer: PageLayer) -> list[list[Word]]:
    """The lines of a page, those at its foot last: programs that repeat a footer write it before the text."""
    top = (1 - _FOOT_SHARE) * layer.height_pt
    first = next((at for at, line in enumerate(lines) if line[0].bbox.t < top), 0)
    return [*lines[first:], *lines[:first]]


def _measured(page: PagePreview, image: Image.Image) -> PagePreview:
    """A page with what is seen of the letters on its image."""
    from bizrag.parsing.images.seen_letters import see_letters

    seen = see_letters(image)
    line_pt = seen.line_px * page.width_pt / image.width
    return replace(page, num_words=seen.num_words, median_font_pt=line_pt, is_sideways=seen.is_sideways)


def _preview_image(path: Path, mime_type: str) -> Preview:
    from PIL import Image, ImageOps

    try:
        with Image.open(path) as image:
            num_frames = int(getattr(image, "n_frames", 1))
            software = str(image.info.get("Software", "") or "")
            image.draft("RGB", (2 * _IMAGE_SIDE_PX, 2 * _IMAGE_SIDE_PX))
            upright = ImageOps.exif_transpose(image).convert("RGB")
    except Exception as error:  # Pillow raises many kinds on damaged files
        raise BadInputError(f"{path.name}: damaged image ({' '.join(str(error).split())[:200]})") from error
    # A4 on its long side, as the parser sizes images without a plausible resolution
    scale = 842.0 / max(upright.size)
    page = PagePreview(
        page_no=1,
        width_pt=upright.width * scale,
        height_pt=upright.height * scale,
        text="",
        bitmap_coverage=1.0,
        num_words=0,
        median_font_pt=0.0,
        image_png=_small_png(upright),
    )
    return Preview(
        mime_type=mime_type,
        num_pages=num_frames,
        producer="",
        creator=clean_text(software),
        metadata_title="",
        pages=(page,),
    )


def _preview_powerpoint(path: Path, mime_type: str) -> Preview:
    with zipfile.ZipFile(path) as archive:
        slides = sorted(
            (name for name in archive.namelist() if re.fullmatch(r"ppt/slides/slide\d+\.xml", name)),
            key=lambda name: int(re.sub(r"\D", "", name)),
        )
        width, height = _slide_size(_member(archive, "ppt/presentation.xml"))
        pages = tuple(
            _flow_page(_runs(_member(archive, name)), page_no=page_no, width_pt=width, height_pt=height)
            for page_no, name in enumerate(slides[:_NUM_PAGES], 1)
        )
        return _office_preview(archive, mime_type, num_pages=len(slides), pages=pages)


def _preview_word(path: Path, mime_type: str) -> Preview:
    with zipfile.ZipFile(path) as archive:
        text = _runs(_member(archive, "word/document.xml"))
        return _office_preview(archive, mime_type, num_pages=None, pages=(_flow_page(text),))


def _preview_text(path: Path, mime_type: str) -> Preview:
    from bizrag.parsing.plain_text.reader import read_text

    title, generator = "", ""
    if mime_type == HTML:
        from lxml import html

        from bizrag.parsing.web_pages.html_clean import clean_html

        data = path.read_bytes()
        parser: Any = html.HTMLParser(encoding="utf-8", huge_tree=True, no_network=True)
        title, generator = _html_title(data), _html_generator(data)
        root: Any = html.document_fromstring(clean_html(data, name=path.name), parser=parser)
        body = root if root.body is None else root.body
        parts: list[str] = [str(part).strip() for part in body.itertext()]
        text = "\n".join(part for part in parts if part)
    else:
        text = read_text(path)
    if mime_type == MARKDOWN and (found := re.search(r"^#\s+(.+)$", text, re.MULTILINE)):
        title = found.group(1)
    return Preview(
        mime_type=mime_type,
        num_pages=None,
        producer="",
        creator=clean_text(generator),
        metadata_title=clean_text(title),
        pages=(_flow_page(text),),
    )


def _preview_excel(path: Path, mime_type: str) -> Preview:
    """The names of the sheets, then texts of cells: those that the sheets share, or those of the first sheet."""
    with zipfile.ZipFile(path) as archive:
        names = re.findall(rb"<sheet\s[^<>]*?name=\"([^\"]*)", _member(archive, "xl/workbook.xml"))
        cells = _member(archive, "xl/sharedStrings.xml") or _member(archive, "xl/worksheets/sheet1.xml")
        texts = re.findall(rb"<t(?:\s[^<>]*)?>([^<]*)</t>", cells)[:_LEADING_LETTERS]
        return _office_preview(
            archive, mime_type, num_pages=None, pages=(_flow_page("\n".join(map(_unescape, (*names, *texts)))),)
        )


def _flow_page(text: str, *, page_no: int = 1, width_pt: float = 595.0, height_pt: float = 842.0) -> PagePreview:
    """The leading text in the form of a page (A4 where the format has none), without an image."""
    leading = clean_text(text)[:_LEADING_LETTERS]
    return PagePreview(
        page_no=page_no,
        width_pt=width_pt,
        height_pt=height_pt,
        text=leading,
        bitmap_coverage=0.0,
        num_words=len(leading.split()),
        median_font_pt=0.0,
    )


def _office_preview(
    archive: zipfile.ZipFile, mime_type: str, *, num_pages: int | None, pages: tuple[PagePreview, ...]
) -> Preview:
    core, app = _member(archive, "docProps/core.xml"), _member(archive, "docProps/app.xml")
    return Preview(
        mime_type=mime_type,
        num_pages=num_pages,
        producer=_tag(app, b"Application"),
        creator=_tag(core, b"creator"),
        metadata_title=_tag(core, b"title"),
        pages=pages,
    )


def _member(archive: zipfile.ZipFile, name: str) -> bytes:
    try:
        with archive.open(name) as member:
            return member.read(_OFFICE_PARTS_READ_BYTES)
    except Exception:  # a part that is missing or damaged says nothing; the parser reports damage
        return b""


def _runs(xml: bytes) -> str:
    """The text runs of a DrawingML or WordprocessingML part, one line per paragraph."""
    lines: list[str] = []
    for paragraph in re.split(rb"</(?:a|w):p>", xml):
        text = b"".join(re.findall(rb"<(?:a|w):t(?:\s[^<>]*)?>([^<]*)</(?:a|w):t>", paragraph))
        if text.strip():
            lines.append(_unescape(text))
        if sum(map(len, lines)) > 2 * _LEADING_LETTERS:
            break
    return "\n".join(lines)


def _tag(xml: bytes, name: bytes) -> str:
    found = re.search(rb"<(?:\w+:)?" + name + rb"(?:\s[^<>]*)?>([^<]*)</", xml)
    return clean_text(_unescape(found.group(1))) if found else ""


def _html_title(data: bytes) -> str:
    """What stands between the first ``<title>`` and the next tag."""
    found = re.search(rb"<title[^<>]*>([^<]*)<", data[:_HEAD_READ_BYTES], re.IGNORECASE)
    return " ".join(_unescape(found.group(1)).split()) if found else ""


def _html_generator(data: bytes) -> str:
    """The program that says that it wrote the page."""
    for tag in re.findall(rb"<meta\s[^<>]*>", data[:_HEAD_READ_BYTES], re.IGNORECASE):
        if re.search(rb"name=[\"']generator[\"']", tag, re.IGNORECASE):
            found = re.search(rb"content=[\"']([^\"']*)", tag, re.IGNORECASE)
            return " ".join(_unescape(found.group(1)).split()) if found else ""
    return ""


def _unescape(text: bytes) -> str:
    import html

    return html.unescape(text.decode("utf-8", "replace"))


def _slide_size(xml: bytes) -> tuple[float, float]:
    found = re.search(rb"<p:sldSz\b([^<>]*)>", xml)
    sizes = dict(re.findall(rb"(cx|cy)=\"(\d+)\"", found.group(1))) if found else {}
    return int(sizes.get(b"cx", 9_144_000)) / _EMU_PER_PT, int(sizes.get(b"cy", 6_858_000)) / _EMU_PER_PT


def _small_png(image: Any) -> bytes:
    small = image.convert("RGB")
    small.thumbnail((_IMAGE_SIDE_PX, _IMAGE_SIDE_PX))
    buffer = io.BytesIO()
    small.save(buffer, "PNG", compress_level=3)
    return buffer.getvalue()
