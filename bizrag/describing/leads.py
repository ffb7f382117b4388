"""What the text around a table says of it: the sentence that introduces it, and in what its figures are. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, zip_longest

from bizrag.model.parses import Block, BlockKind, Parse, TableArtifact

_LEAD = re.compile(r"\b(?:following|below|tables?|schedule|in (?:millions|thousands|billions))\b|^\(", re.IGNORECASE)
_LEAD_WORDS = 45
_SAYS_TABLE = re.compile(r"\btables?\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z(])")
# "NOTES TO THE STATEMENTS (in thousands, except per share data)", "sales by region (dollars in millions):"
_SCALE = re.compile(
    r"\((?:[^()\d]*\b(?:thousands?|millions?|billions?)\b|[^()\d]*['‘’$€£¥]000s?\b)[^()]*\)", re.IGNORECASE
)
_TOLD = re.compile(
    r"\b(?:thousands?|millions?|billions?)\b|['‘’$€£¥]000s?\b|(?:[$€£¥]|\b[A-Z]{3})[\d.,\s]*(?:mn?|bn|k)\b",
    re.IGNORECASE,
)
# a running title, and no sentence
_TITLE_WORDS, _STOPS = 20, (".", ";", ",")
# a larger share of its words has digits where a text is a table
_FIGURES = 0.3
_CAPTION = re.compile(r"\W*(?:tab(?:le|\.)|fig(?:ure|\.)|chart|exhibit|graph)\s*\d", re.IGNORECASE)
_TEXTS = (BlockKind.TEXT, BlockKind.CAPTION)


def table_leads(parse: Parse) -> dict[str, str]:
    """By placeholder: the sentence that introduces a table, where the text right before it does so.

    It says what the table holds and in which units ("(In millions)"), which its cells do not. A table without one has
    the one below it that introduces no other. Where none of these tells a scale, what another line of the page or
    section says of it follows: "(in thousands, except share data)".
    """
    blocks = [block for block in parse.blocks if not block.kind.is_furniture]
    sections = list(_sections(blocks))
    leads: dict[str, str] = {}
    for before, block in pairwise(blocks):
        if block.kind is not BlockKind.TABLE or before.kind not in _TEXTS or before.page_no != block.page_no:
            continue
        if sentence := _lead_of(before):
            leads[block.text] = sentence
    leads = {name: lead for section in sections for name, lead in _leads_below(section)} | leads
    scales = _scales_of_pages(parse) | {name: scale for section in sections for name, scale in _scales_of(section)}
    for table in parse.tables:
        lead, scale = leads.get(table.placeholder, ""), scales.get(table.placeholder)
        if scale is not None and not _is_told(table, lead):
            leads[table.placeholder] = "\n".join(filter(None, (lead, scale)))
    return leads


def _lead_of(block: Block) -> str:
    """The last sentence of a block where it introduces what follows; empty for all others."""
    sentence = _last_sentence(block)
    is_lead = _LEAD.search(sentence) is not None or sentence.endswith(":")
    return sentence if is_lead and len(sentence.split()) <= _LEAD_WORDS else ""


def _last_sentence(block: Block) -> str:
    return _SENTENCE_END.split(" ".join(block.text.split()))[-1]


def _is_told(table: TableArtifact, lead: str) -> bool:
    """Whether a table, its caption or its lead say in what its figures are."""
    texts = (table.caption, lead, *(cell.text for cell in table.cells))
    return any(map(_TOLD.search, texts))


def _scales_of_pages(parse: Parse) -> dict[str, str]:
    """What the head of a page says of the tables of the page."""
    heads = [block for block in parse.blocks if block.kind is BlockKind.PAGE_HEADER]
    of_pages = {block.page_no: found[0] for block in heads if (found := _SCALE.search(block.text))}
    tables = (block for block in parse.blocks if block.kind is BlockKind.TABLE)
    return {block.text: of_pages[block.page_no] for block in tables if block.page_no in of_pages}


def _leads_below(section: Sequence[Block]) -> Iterator[tuple[str, str]]:
    """The last table of a section with a sentence below it that introduces no other table.

    Documents that were put together anew have texts below their tables.
    """
    tables = [place for place, block in enumerate(section) if block.kind is BlockKind.TABLE]
    below = section[tables[-1] + 1 :] if tables else ()
    for block, after in zip_longest(below, below[1:]):
        lead = _lead_of(block) if block.kind is BlockKind.TEXT and block.text.rstrip().endswith(":") else ""
        # what follows may be what it introduces, in paragraphs
        says_table = after is None or _SAYS_TABLE.search(lead) or _SCALE.search(lead)
        if _LEAD.search(lead) and says_table and _is_over_text(after):
            yield section[tables[-1]].text, lead
            return


def _scales_of(section: Sequence[Block]) -> Iterator[tuple[str, str]]:
    """What lines of a section say of its tables: a title of all tables below it, a lead-in of the next one.

    A line that no table of the section follows is of the table above.
    """
    tables = [place for place, block in enumerate(section) if block.kind is BlockKind.TABLE]
    if not tables:
        return
    title = lead = ""
    for block in section[: tables[-1]]:
        if block.kind is BlockKind.TABLE:
            if scale := lead or title:
                yield block.text, scale
            lead = ""
        elif found := _scale_of(block):
            title, lead = (title, found) if _is_lead(block) else (found, "")
    below = section[tables[-1] + 1 :]
    alone = (_scale_of(block) for block, after in zip_longest(below, below[1:]) if _is_over_text(after))
    if scale := lead or title or next(filter(None, alone), ""):
        yield section[tables[-1]].text, scale


def _scale_of(block: Block) -> str:
    """In what figures are by a block that is a title or ends as the lead-in of a table does; empty for all others.

    The caption of one figure or table says nothing of others.
    """
    if block.kind is not BlockKind.TEXT or _CAPTION.match(block.text):
        return ""
    is_title = len(block.text.split()) <= _TITLE_WORDS and not block.text.rstrip().endswith(_STOPS)
    found = _SCALE.search(_last_sentence(block)) if is_title or _is_lead(block) else None
    return found[0] if found else ""


def _is_lead(block: Block) -> bool:
    """Whether a text is of the next table alone: "as follows:", or nothing but what stands in brackets."""
    return block.text.rstrip().endswith(":") or block.text.lstrip().startswith("(")


def _is_over_text(after: Block | None) -> bool:
    """Whether no figures follow: neither an image nor a table that was taken for text."""
    if after is None:
        return True
    words = after.text.split()
    return after.kind in _TEXTS and sum(any(map(str.isdigit, word)) for word in words) <= _FIGURES * len(words)


def _sections(blocks: Iterable[Block]) -> Iterator[list[Block]]:
    section: list[Block] = []
    for block in blocks:
        if block.kind is BlockKind.HEADING and section:
            yield section
            section = []
        section.append(block)
    yield section
