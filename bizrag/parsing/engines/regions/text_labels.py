"""What a block of lines is: a heading, an item of a list, a caption, code or plain text. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bizrag.model.labels import is_fact
from bizrag.model.unspaced import count_words
from bizrag.parsing.engines.regions.captions import is_named_caption
from bizrag.parsing.engines.regions.text_body import Body
from bizrag.parsing.engines.regions.text_lines import SECTION_NO, SENTENCE_END, TextLine, starts_item
from bizrag.parsing.engines.regions.types import Box, Region, RegionLabel, union

_MAX_HEADING_WORDS = 18
_MAX_HEADING_LINES = 3
# titles of papers are long, and larger than headings
_TITLE_SCALE, _MAX_TITLE_WORDS, _MAX_TITLE_LINES = 1.3, 30, 4
_MAX_CAPTION_LINES = 5
# a line of capitals with fewer letters may be a name or a code
_MIN_CAPITALS = 8
# a heading is at least so much larger than the text around it
_HEADING_SCALE = 1.15
# a caption stands no further from its table or picture, in font sizes
_CAPTION_REACH = 3.5
_BULLET = re.compile(r"^[•‣◦⁃∙▪▫●○■□➢➤►▶▸✓✔❖·*\-–—o\uf0b7\uf0a7]$")
_CURRENCIES = "$€£¥"
# dots that lead to a page number; an address, or a word that ends one
_LEADERS = re.compile(r"(?:[.·…]\s*){4,}\d*$")
_ADDRESS = re.compile(r"www\.|://|\S@\S+\.\S|^\S*(?:/\S*/|\.(?:html?|pdf)\b)\S*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Around:
    """What a block may stand next to: tables and pictures, and sentences."""

    artifacts: Sequence[Box]
    sentences: Sequence[Box]

    def is_parted(self, box: Box, artifact: Box) -> bool:
        """Whether a sentence stands between a block and a table or picture below it."""
        return any(box[3] <= one[1] + 1 and one[3] <= artifact[1] + 1 for one in self.sentences)


def to_region(block: Sequence[TextLine], body: Body, detected: Sequence[Region], around: Around) -> Region:
    """A block as a region with its label; ``detected`` are the regions that its lines name by index."""
    box = union(line.segment.box for line in block)
    votes = [line.region for line in block if line.region >= 0]
    hint = detected[max(set(votes), key=votes.count)] if votes else None
    label = _label(block, box, body, hint, around)
    return Region(label=label, score=max(hint.score, 0.5) if hint else 1.0, box=box)


def _label(block: Sequence[TextLine], box: Box, body: Body, hint: Region | None, around: Around) -> RegionLabel:
    first = block[0].segment
    seen = hint.label if hint else RegionLabel.TEXT
    is_named = is_named_caption(first.text) and len(block) <= _MAX_CAPTION_LINES
    beside = [artifact for artifact in around.artifacts if _is_beside(box, first.size, artifact)]
    # a sentence between the two introduces the table, below a heading
    nearest = [artifact for artifact in beside if not around.is_parted(box, artifact)]
    # what looks like a heading is one where it stands below a table, or in larger type than the text
    is_above = any(artifact[1] > box[1] for artifact in nearest) and first.size < _HEADING_SCALE * body.size
    is_titled = seen is RegionLabel.CAPTION and not SECTION_NO.match(first.text)
    is_titled = is_titled and (is_above or not _is_heading(block, body, RegionLabel.TEXT))
    if (beside and is_named) or (nearest and is_titled):
        return RegionLabel.CAPTION
    if first.is_mono and not body.is_mono:
        return RegionLabel.CODE if len(block) > 1 else RegionLabel.TEXT
    if starts_item(first) and _BULLET.match(first.text.split()[0]):
        return RegionLabel.LIST_ITEM
    if _is_heading(block, body, seen):
        return RegionLabel.HEADING
    if starts_item(first):
        return RegionLabel.LIST_ITEM
    return RegionLabel.FORMULA if seen is RegionLabel.FORMULA else RegionLabel.TEXT


def _is_beside(box: Box, size: float, artifact: Box) -> bool:
    """Whether a table or picture stands right above or below the box."""
    common = min(artifact[2], box[2]) - max(artifact[0], box[0])
    is_near = max(artifact[1] - box[3], box[1] - artifact[3]) < _CAPTION_REACH * size
    return is_near and common > 0.3 * min(artifact[2] - artifact[0], box[2] - box[0])


def _is_heading(block: Sequence[TextLine], body: Body, seen: RegionLabel) -> bool:
    text = " ".join(line.segment.text for line in block)
    num_words = count_words(text)
    size = min(line.segment.size for line in block)
    is_title = size >= _TITLE_SCALE * body.size
    max_lines, max_words = (
        (_MAX_TITLE_LINES, _MAX_TITLE_WORDS) if is_title else (_MAX_HEADING_LINES, _MAX_HEADING_WORDS)
    )
    if len(block) > max_lines or num_words > max_words:
        return False
    if any(line.is_pair for line in block) and not SECTION_NO.match(text):
        return False
    if _LEADERS.search(text) or _ADDRESS.search(text):
        return False
    if sum(character.isalpha() for character in text) < 3 or (SENTENCE_END.search(text) and num_words > 3):
        return False
    if size >= _HEADING_SCALE * body.size:
        return True
    if size < 0.85 * body.size:
        return False
    # the last row of a list of amounts is bold as well
    if text.lstrip("(")[0] in _CURRENCIES:
        return False
    is_bold = all(line.segment.is_bold for line in block) and not body.is_bold
    is_capital = len(block) == 1 and text.isupper() and sum(character.isalpha() for character in text) >= _MIN_CAPITALS
    return is_bold or is_capital or (seen is RegionLabel.HEADING and not is_fact(text))
