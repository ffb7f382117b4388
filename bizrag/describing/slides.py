"""Slides as text: title, text in reading order, tables and pictures in their marks (MM-BizRAG 2.1.2)."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

from bizrag.describing.axis_marks import find_marks
from bizrag.describing.builds import find_steps
from bizrag.describing.pictures import PictureContext, classify_picture, describe_picture
from bizrag.describing.tables import tabulate_table
from bizrag.model.descriptions import ArtifactClass
from bizrag.model.parses import Block, BlockKind, Page, Parse, PictureArtifact, TableArtifact
from bizrag.model.words import tokens

# slides that only close, open or separate
_CEREMONY = re.compile(
    r"(?:thank(?:s| you)(?: very much| all)?|(?:any )?questions(?: and answers| & answers)?|q ?(?:&|and) ?a|the end|"
    r"appendi(?:x|ces)(?: [a-z0-9])?|back-?up(?: slides?)?|discussion|contact(?: us)?)",
    re.IGNORECASE,
)
_CEREMONY_WORDS = 8
# a minus right before a figure is none
_BULLET = re.compile(r"^(?:[-•·–]\s+)+")
# how parsing marks a slide's notes
_NOTES = "Speaker notes:"
# a short text on more than half of the slides is part of their design
_DESIGN_SLIDES = 4
_DESIGN_WORDS = 12
# so far from what is drawn a chart has labels, in widths of the slide
_LABEL_REACH = 0.1
# numbers of slides stand so near to the upper or lower edge, in heights of the slide
_EDGE = 0.12


def describe_slides(parse: Parse, contexts: dict[int, PictureContext]) -> list[tuple[int, ArtifactClass, str]]:
    """Page number, class and text of every slide; steps on the way to a whole slide are blank."""
    artifacts = {one.placeholder: one for one in (*parse.tables, *parse.pictures)}
    design = _design_texts(parse)
    found: list[tuple[int, ArtifactClass, str]] = []
    spoken: defaultdict[int | None, list[Block]] = defaultdict(list)
    for block in parse.blocks:
        if not block.kind.is_furniture:
            spoken[block.page_no].append(block)
    for page in parse.pages:
        blocks = spoken[page.page_no]
        charts = [chart for chart in parse.pictures if chart.page_no == page.page_no and chart.chart_markdown]
        marks = find_marks([block.text for block in blocks]) if charts else set[int]()
        kept = [
            block
            for number, block in enumerate(blocks)
            if number not in marks
            and _key(block) not in design
            and not _is_page_number(block, page)
            and not any(_is_label_of(chart, block, page) for chart in charts)
        ]
        parts = [_part(block, artifacts.get(block.text.strip()), contexts) for block in kept]
        text = "\n".join(part for part in parts if part) if blocks else page.text.strip()
        found.append((page.page_no, _slide_class(text, kept), text))
    images: defaultdict[int | None, set[str]] = defaultdict(set)
    for picture in parse.pictures:
        images[picture.page_no].add(picture.image_sha256 or picture.placeholder)
    steps = find_steps([text for _, _, text in found], [images[page_no] for page_no, _, _ in found])
    return [
        (page_no, ArtifactClass.BLANK if number in steps else kind, text)
        for number, (page_no, kind, text) in enumerate(found)
    ]


def _part(block: Block, artifact: TableArtifact | PictureArtifact | None, contexts: dict[int, PictureContext]) -> str:
    """A block as the slide's text has it; empty for pictures that say nothing."""
    if isinstance(artifact, TableArtifact):
        return f"[TABLE START]\n{tabulate_table(artifact)}\n[TABLE END]"
    if isinstance(artifact, PictureArtifact):
        # the slide's own text is around it already
        kind = classify_picture(artifact, contexts[artifact.ordinal])
        said = describe_picture(artifact, contexts[artifact.ordinal].alone(), kind) if kind.is_indexed else ""
        return f"[PICTURE START]\n{said}\n[PICTURE END]" if said else ""
    match block.kind:
        case BlockKind.HEADING:
            return f"{'#' * min(6, block.level or 1)} {' '.join(block.text.split())}"
        case BlockKind.LIST_ITEM:
            # parsers keep or drop the bullet
            return f"- {_BULLET.sub('', block.text.strip())}"
        case _:
            return block.text.strip()


def _is_page_number(block: Block, page: Page) -> bool:
    """Whether a text is the number of its slide, at an edge: elsewhere it may be that of a step."""
    edge = _EDGE * page.height_pt
    is_inside = block.bbox is not None and block.bbox.t > edge and block.bbox.b < page.height_pt - edge
    return block.text.strip() == str(page.page_no) and not is_inside


def _is_label_of(chart: PictureArtifact, block: Block, page: Page) -> bool:
    """Whether a text is told with a chart: its title, or what stands at it and has no word that its values do not have,
    as names and values have none.
    """
    if block.kind is BlockKind.CAPTION and chart.caption:
        return set(tokens(block.text)) <= set(tokens(chart.caption))
    if block.kind is not BlockKind.TEXT or block.bbox is None or chart.bbox is None:
        return False
    reach, near, box = _LABEL_REACH * page.width_pt, block.bbox, chart.bbox
    is_near = near.r > box.l - reach and near.l < box.r + reach and near.b > box.t - reach and near.t < box.b + reach
    return is_near and set(tokens(block.text)) <= set(tokens(chart.chart_markdown))


def _slide_class(text: str, blocks: list[Block]) -> ArtifactClass:
    """Blank when empty, or when it only says thank you, asks for questions or names the appendix."""
    if not re.search(r"\w", text):
        return ArtifactClass.BLANK
    if "[TABLE START]" in text or "[PICTURE START]" in text:
        return ArtifactClass.INFORMATIVE
    lines = [block.text.strip(" \t\n!?.:,;-") for block in blocks if block.text.strip()]
    shown = [line for line in lines if not line.startswith(_NOTES)]
    notes = [line.removeprefix(_NOTES) for line in lines if line.startswith(_NOTES)]
    # a speaker's aside does not make a closing slide worth finding, a paragraph of notes does
    is_short = all(len(" ".join(part).split()) <= _CEREMONY_WORDS for part in (shown, notes))
    is_ceremony = is_short and any(_CEREMONY.fullmatch(line) for line in shown)
    return ArtifactClass.BLANK if is_ceremony else ArtifactClass.INFORMATIVE


def _design_texts(parse: Parse) -> set[str]:
    """Short texts that stand on more than half of at least four slides: footers that no parser marked."""
    if len(parse.pages) < _DESIGN_SLIDES:
        return set()
    shown = {(key, block.page_no) for block in parse.blocks if (key := _key(block))}
    counts = Counter(key for key, _ in shown)
    return {key for key, count in counts.items() if 2 * count > len(parse.pages)}


def _key(block: Block) -> str:
    """What a footer has in common on all slides: its text without the page number. Empty for other blocks."""
    is_candidate = block.kind in (BlockKind.TEXT, BlockKind.FOOTNOTE) and len(block.text.split()) <= _DESIGN_WORDS
    return re.sub(r"\d+", "0", " ".join(block.text.casefold().split())) if is_candidate else ""
