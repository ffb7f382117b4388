"""Figures and tables that a question names by their number: what "Figure 2" shows, or how much "in Table 3". Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.questions.light_verbs import LIGHT_VERBS
from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.reading import Statement
from bizrag.model.axes import HORIZONTAL, LEGEND, VERTICAL
from bizrag.model.captions import captions_of, named_caption
from bizrag.model.chunks import ChunkKind
from bizrag.model.terms import terms

#: verbs that ask for no more than what it is
SHOWS = frozenset(
    terms("show shown depict illustrate present display describe contain about summarize caption title compare report")
)
# what is asked of these, the texts in a figure tell
_PARTS = frozenset(terms("axis axes legend label panel unit plotted compare"))
_TEXT_INSIDE = re.compile(r"^Text in the [a-z]+: [^\n]*", re.MULTILINE)
# how questions call what a line of a chart's description tells
_PART_LINES = (
    (re.compile(r"\bx[ -]?axis|\bhorizontal", re.IGNORECASE), HORIZONTAL),
    (re.compile(r"\by[ -]?axis|\bvertical", re.IGNORECASE), VERTICAL),
    (re.compile(r"\blegend", re.IGNORECASE), LEGEND),
)


def find_numbered_figure(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The caption of the figure or table with the number that a question asks about and nothing else, with the texts in
    it where its axes, its legend or its parts are asked for; None without.
    """
    named = named_caption(question)
    if named is None:
        return None
    rest = set(terms(without_function_words(question[: named.start()] + question[named.end() :])))
    caption = captions_of(named)
    if rest & _PARTS and (inside := _text_inside(question, caption, statements)) is not None:
        return inside
    if rest - LIGHT_VERBS - SHOWS:
        return None
    # a caption is the first line of what it is of; a line of text may begin with its name
    by_chunk = {one.hit.chunk_no: one for one in statements}
    ordered = sorted(by_chunk.values(), key=lambda one: not is_figure(one))
    for one in ordered:
        found = caption.search(one.hit.text)
        if found is not None:
            return one.part(*found.span())
    return None


def of_numbered_figure(question: str, scored: Sequence[Scored]) -> list[Scored]:
    """The statements of the figure or table whose number a question names; all of them where none has it."""
    named = named_caption(question)
    if named is None:
        return list(scored)
    caption = captions_of(named)
    own = [one for one in scored if is_figure(one.statement) and caption.match(one.statement.hit.text)]
    return own or list(scored)


def _text_inside(question: str, caption: re.Pattern[str], statements: Sequence[Statement]) -> Statement | None:
    """What a picture tells of the axis or legend that is asked for; else its caption with the texts in it that follow,
    None where values stand between them, or none.
    """
    asked = [line for pattern, line in _PART_LINES if pattern.search(question)]
    for one in statements:
        text = one.hit.text
        found = caption.match(text) if one.hit.kind is ChunkKind.PICTURE else None
        for line in asked if found is not None else ():
            if told := re.search(rf"^{re.escape(line)}[^\n]*", text, re.MULTILINE):
                return one.part(*told.span())
        inside = _TEXT_INSIDE.match(text, found.end() + 1) if found is not None else None
        if inside is not None:
            return one.part(0, inside.end())
    return None


def is_figure(statement: Statement) -> bool:
    """Whether a statement stands in what describes a table or picture."""
    return statement.hit.kind in (ChunkKind.TABLE, ChunkKind.PICTURE)
