"""How texts of a slide that belong together are said: on one line, or as a list under its lead-in. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.model.parses import BlockKind
from bizrag.parsing.diagrams.said import JOINT
from bizrag.parsing.key_figures import is_key_figure
from bizrag.parsing.slides.dates import is_date
from bizrag.parsing.slides.pieces import MAX_HEAD_WORDS
from bizrag.parsing.slides.quotes import MARKS, quoted
from bizrag.parsing.slides.text import TYPED_BULLET

# more texts under a head are a list
_MAX_SHORT = 2
# one bold text among others may be anything
_MIN_NAMED = 2


def said_together(
    head: str, texts: Sequence[str], *, is_numbered: bool = False, are_unlike: bool = False
) -> list[tuple[BlockKind, str]]:
    """How a head and what stands under it are said: on one line, or the head as the lead-in of a list.

    ``is_numbered``: the head is a number or sign, and the first text is the name that it stands over. ``are_unlike``:
    each text is in a style of its own, as no items of a list are.

    >>> [text for _, text in said_together("Ingrid Solheim", ["Sponsor", "Oslo"])]
    ['Ingrid Solheim – Sponsor – Oslo']
    >>> [text for _, text in said_together("Strengths", ["• Own terminals", "• Long contracts"])]
    ['Strengths:', '- Own terminals', '- Long contracts']
    >>> [text for _, text in said_together("“", ["The pack of nine never adds up.", "Jamal, Leicester"])]
    ['Jamal, Leicester: “The pack of nine never adds up.”']
    >>> [text for _, text in said_together("97 %", ["of parcels", "the best figure since we began to count"])]
    ['97 % – of parcels – the best figure since we began to count']
    >>> [text for _, text in said_together("2", ["Quote", "An offer is made", "by noon"], is_numbered=True)]
    ['2 – Quote – An offer is made – by noon']
    """
    bare = head.rstrip(": ")
    if is_numbered and len(texts) > 1:
        bare, texts = f"{bare}{JOINT}{TYPED_BULLET.sub('', texts[0]).rstrip(': ')}", texts[1:]
    if texts and not any(map(str.isalnum, bare)):
        bare_texts = [TYPED_BULLET.sub("", text) for text in texts]
        # a large quotation mark over what somebody said, or another sign
        text = quoted(bare, bare_texts) if bare in MARKS else f"{bare}{JOINT.join(bare_texts)}"
        return [(BlockKind.TEXT, text)]
    # what has parts of its own is an item
    are_items = any(TYPED_BULLET.match(text) or JOINT in text for text in texts) or len(texts) > _MAX_SHORT
    are_labels = is_key_figure(bare) and not is_date(bare)
    are_long = any(len(text.split()) > MAX_HEAD_WORDS for text in texts) and not (are_labels or are_unlike)
    if len(texts) == 1 or not (are_items or are_long):
        return [(BlockKind.TEXT, JOINT.join((bare, *(TYPED_BULLET.sub("", text) for text in texts))))]
    return [(BlockKind.TEXT, f"{bare}:"), *((BlockKind.LIST_ITEM, f"- {TYPED_BULLET.sub('', text)}") for text in texts)]


def under_bold(are_bold: Sequence[bool]) -> list[list[int]]:
    """Numbers of texts below each other by the bold one that names them; each alone where these do not alternate.

    >>> under_bold([True, False, True, False, False]), under_bold([False, True, False]), under_bold([True, False])
    ([[0, 1], [2, 3, 4]], [[0], [1], [2]], [[0], [1]])
    """
    starts = [number for number, is_bold in enumerate(are_bold) if is_bold]
    ends = [*starts[1:], len(are_bold)]
    alternate = starts[:1] == [0] and all(end - start > 1 for start, end in zip(starts, ends, strict=False))
    if len(starts) < _MIN_NAMED or not alternate:
        return [[number] for number in range(len(are_bold))]
    return [list(range(start, end)) for start, end in zip(starts, ends, strict=True)]
