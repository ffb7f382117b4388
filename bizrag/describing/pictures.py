"""Pictures by the facts that parsing left: class, and a description of caption, labels, values and surroundings.

No image is looked at. What a picture shows beyond its text stays unsaid.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bizrag.describing.axis_marks import find_marks
from bizrag.describing.axis_names import with_named_numbers
from bizrag.describing.tables import describe_markdown
from bizrag.model.axes import HORIZONTAL, LEGEND, VERTICAL
from bizrag.model.captions import spoken_caption
from bizrag.model.descriptions import ArtifactClass
from bizrag.model.hashing import sha256_json
from bizrag.model.parses import Block, BlockKind, Page, Parse, PictureArtifact
from bizrag.parsing.diagrams.said import ARROW

_WORD = re.compile(r"\w+")
_AXES = HORIZONTAL, VERTICAL, LEGEND
_NUMBER = re.compile(r"[-+(]?[$€£]?\d[\d.,]*\s?%?")
_CHART_WORDS = re.compile(
    r"\b(?:charts?|graphs?|plots?|histogram|trends?|growth|share of|by (?:year|quarter|month))\b", re.IGNORECASE
)

# An image on this many pages belongs to the page design.
_REPEATS = 3
_LOGO_WORDS = 8
# lines, bullets and spacers
#: what the last lines of a description begin with, which say where a picture stands
UNDER_HEADING, BESIDE = "Under the heading: ", "Beside it: "
_TINY_PX = 24
_LINE_RATIO = 20.0
# icons: below this part of the page (or this many pixels without a page) and without more than a word or two
_ICON_SHARE = 0.015
_ICON_PX = 120 * 120
_ICON_WORDS = 2
_MARGIN = 0.12
_CHART_NUMBERS = 4
_CHART_NUMBER_SHARE = 0.3
_CONTEXT_WORDS = 40
# figures in a row that are marks of an axis
_ROW_OF_MARKS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureContext:
    """What stands around a picture."""

    # nearest heading above it, else empty
    heading: str
    # nearest paragraph on its page, the one before first; shortened
    paragraph: str
    # pages that show the same image
    num_repeats: int
    # share of the page under the picture; None without a page
    page_share: float | None
    # whether it lies in the top or bottom margin
    is_in_margin: bool

    def alone(self) -> PictureContext:
        """The same place without the text around it."""
        return replace(self, heading="", paragraph="")

    def sha256(self) -> str:
        share = None if self.page_share is None else round(self.page_share, 3)
        return sha256_json([self.heading, self.paragraph, self.num_repeats, share, self.is_in_margin])


def picture_contexts(parse: Parse) -> dict[int, PictureContext]:
    """The surroundings of every picture, by its ordinal."""
    pages = {page.page_no: page for page in parse.pages}
    repeats = Counter({digest: len(shown) for digest, shown in _pages_by_image(parse).items()})
    places = {block.text: position for position, block in enumerate(parse.blocks) if block.kind is BlockKind.PICTURE}
    headings = _headings_above(parse.blocks)
    found: dict[int, PictureContext] = {}
    for picture in parse.pictures:
        position = places.get(picture.placeholder)
        page = pages.get(picture.page_no) if picture.page_no is not None else None
        found[picture.ordinal] = PictureContext(
            heading="" if position is None else headings[position],
            paragraph="" if position is None else _nearest_paragraph(parse.blocks, position, picture),
            num_repeats=repeats[picture.image_sha256] if picture.image_sha256 else 1,
            page_share=_page_share(picture, page),
            is_in_margin=_is_in_margin(picture, page),
        )
    return found


def classify_picture(picture: PictureArtifact, context: PictureContext) -> ArtifactClass:
    """Chart, Picture, Logo or Blank; the last two are not indexed.

    Pictures whose text, caption and values are all empty are Blank: nothing is known that could answer a question.
    """
    if picture.chart_markdown:
        return ArtifactClass.CHART
    words = _WORD.findall(picture.text)
    if context.num_repeats >= _REPEATS and len(words) <= _LOGO_WORDS:
        return ArtifactClass.LOGO
    if not words and not spoken_caption(picture.caption):
        return ArtifactClass.LOGO if context.is_in_margin else ArtifactClass.BLANK
    if not spoken_caption(picture.caption) and len(words) <= _ICON_WORDS and _is_icon(picture, context):
        return ArtifactClass.LOGO if context.is_in_margin else ArtifactClass.BLANK
    if not words and is_tiny(picture):
        return ArtifactClass.BLANK
    return ArtifactClass.CHART if _is_chart_like(picture, words) else ArtifactClass.PICTURE


def is_tiny(picture: PictureArtifact) -> bool:
    """Bullets, lines and spacers: a few pixels in one direction, or far longer than wide."""
    short, long = sorted((picture.width_px, picture.height_px))
    return short < _TINY_PX or long > _LINE_RATIO * short


def describe_picture(picture: PictureArtifact, context: PictureContext, kind: ArtifactClass) -> str:
    """Facts, one a line: caption, values, labels inside, and where it stands."""
    if not kind.is_indexed:
        return f"{kind.value} of {picture.width_px} x {picture.height_px} pixels."
    lines = [spoken_caption(picture.caption)]
    told_axes, texts = _axes_and_texts(picture.text)
    if picture.chart_markdown:
        lines.append(f"Values:\n{describe_markdown(with_named_numbers(picture.chart_markdown, told_axes))}")
    told = set(_WORD.findall(picture.chart_markdown))
    # charts side by side have the same marks
    texts = list(_without_repeated_marks(texts))
    is_diagram = any(ARROW in text for text in texts)
    marks = set() if is_diagram else find_marks(texts)
    if told and not is_diagram:
        # names and values that the table has are said there
        texts = [text for at, text in enumerate(texts) if at not in marks and set(_WORD.findall(text)) - told]
    else:
        # what is written says more than the marks of axes
        texts = [*(text for at, text in enumerate(texts) if at not in marks), *(texts[at] for at in sorted(marks))]
    if is_diagram:
        # how boxes hang together is said a line each, and so is what they say
        lines += texts
    elif inside := "; ".join(filter(None, texts)):
        lines.append(f"Text in the {kind.value.lower()}: {inside}")
    lines += [f"{line}." for line in told_axes]
    if context.heading:
        lines.append(f"{UNDER_HEADING}{context.heading}")
    if context.paragraph and context.paragraph != spoken_caption(picture.caption):
        lines.append(f"{BESIDE}{context.paragraph}")
    return "\n".join(line for line in lines if line)


def _axes_and_texts(text: str) -> tuple[list[str], list[str]]:
    """What is told of axes and legends, and the other lines of a picture's text."""
    lines = [line.strip() for line in text.splitlines()]
    told = [line for line in lines if line.startswith(_AXES)]
    return told, [line for line in lines if line not in told]


def _without_repeated_marks(texts: Iterable[str]) -> Iterator[str]:
    """Texts, each row of several figures once."""
    seen: set[str] = set()
    for text in texts:
        if text not in seen or any(map(str.isalpha, text)) or len(text.split()) < _ROW_OF_MARKS:
            yield text
        seen.add(text)


def _pages_by_image(parse: Parse) -> dict[str, set[int]]:
    """On which pages an image stands; without pages every place counts as one."""
    shown: dict[str, set[int]] = {}
    for picture in parse.pictures:
        if picture.image_sha256:
            place = picture.page_no if picture.page_no is not None else -picture.ordinal
            shown.setdefault(picture.image_sha256, set()).add(place)
    return shown


def _headings_above(blocks: Sequence[Block]) -> list[str]:
    headings: list[str] = []
    current = ""
    for block in blocks:
        if block.kind is BlockKind.HEADING:
            current = " ".join(block.text.split())
        headings.append(current)
    return headings


def _nearest_paragraph(blocks: Sequence[Block], position: int, picture: PictureArtifact) -> str:
    """The paragraph before the picture on its page, else the one after it; at most 40 words."""
    before = reversed(blocks[max(0, position - 4) : position])
    after = blocks[position + 1 : position + 4]
    for run in (before, after):
        for block in run:
            if block.kind is BlockKind.HEADING or block.page_no != picture.page_no:
                break
            if block.kind in (BlockKind.TEXT, BlockKind.LIST_ITEM) and len(block.text.split()) > 4:
                words = block.text.split()
                return " ".join(words[:_CONTEXT_WORDS]) + (" …" if len(words) > _CONTEXT_WORDS else "")
    return ""


def _page_share(picture: PictureArtifact, page: Page | None) -> float | None:
    if page is None or picture.bbox is None:
        return None
    return picture.bbox.area / (page.width_pt * page.height_pt)


def _is_in_margin(picture: PictureArtifact, page: Page | None) -> bool:
    if page is None or picture.bbox is None:
        return False
    return picture.bbox.b < _MARGIN * page.height_pt or picture.bbox.t > (1 - _MARGIN) * page.height_pt


def _is_icon(picture: PictureArtifact, context: PictureContext) -> bool:
    if context.page_share is not None:
        return context.page_share < _ICON_SHARE
    return picture.width_px * picture.height_px < _ICON_PX


def _is_chart_like(picture: PictureArtifact, words: list[str]) -> bool:
    """Many numbers among the labels, or a caption that says so."""
    numbers = len(_NUMBER.findall(picture.text))
    if _CHART_WORDS.search(spoken_caption(picture.caption)):
        return True
    return numbers >= _CHART_NUMBERS and numbers >= _CHART_NUMBER_SHARE * len(words)
