"""Drawings in SVG as images, with the texts in them where they stand: nothing of those has to be read.

Typst draws them as a page of a PDF; its own letters stand in for fonts that the machine has not.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image

from bizrag.parsing.charts.labels import Label, labels_of_words
from bizrag.parsing.images.render import render_page
from bizrag.parsing.text_layers.text_layer import lines_of, open_pdf, read_page

# two pixels for each one that the drawing is wide on a screen
_DPI = 192.0
_MAX_SIDE_PX = 2390
# the drawing itself in the size that it says, and not so large that its page takes the memory
_PAGE = """#set page(width: auto, height: auto, margin: 0pt)
#image("drawing.svg")
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorDrawing:
    """A drawing as pixels, and its texts."""

    image: Image.Image
    # boxes in pixels of the image
    labels: Sequence[Label]
    # line by line, from top to bottom
    text: str


def draw_svg(svg: bytes) -> VectorDrawing | None:
    """The drawing of an SVG document; None where it cannot be drawn.

    What it refers to outside of itself stays shut: its folder holds nothing else.
    """
    import typst

    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.typ"
        page.write_text(_PAGE, encoding="utf-8")
        (Path(folder) / "drawing.svg").write_bytes(svg)
        printed = Path(folder) / "page.pdf"
        try:
            typst.compile(page, output=printed, root=Path(folder))
        except (KeyboardInterrupt, SystemExit, MemoryError):
            raise
        except BaseException:  # a panic of the library is no Exception, and costs one drawing, not the document
            return None
        document = open_pdf(printed)
        try:
            layer = read_page(document, 1)
            longest = max(layer.width_pt, layer.height_pt)
            image = render_page(document, 1, dpi=min(_DPI, 72.0 * _MAX_SIDE_PX / longest))
        finally:
            document.close()
    if image is None:
        return None
    scale = image.width / layer.width_pt
    text = "\n".join(" ".join(word.text for word in line) for line in lines_of(layer.words))
    return VectorDrawing(
        image=image, labels=labels_of_words(layer.words, (0.0, 0.0), scale), text=_with_all_letters(text, svg)
    )


def _with_all_letters(text: str, svg: bytes) -> str:
    """The text that was drawn, and that of the drawing itself where letters of it are in no font of the machine."""
    from lxml import etree

    try:
        root: Any = etree.fromstring(svg, etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True))
    except etree.XMLSyntaxError:
        return text
    said = [" ".join("".join(one.itertext()).split()) for one in root.iter("{*}text")]
    missing = set(filter(str.isalnum, "".join(said))) - set(text)
    return "\n".join([text, *said]) if missing else text
