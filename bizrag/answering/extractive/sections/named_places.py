"""Questions about one place of a document: "According to Table 2, …", "in section 4.1", "on page 12". Pure.

They are asked of that place alone and without its name: its number is a value of many rows, and "table" stands in every
list of tables.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bizrag.answering.extractive.questions.light_verbs import LIGHT_VERBS
from bizrag.answering.extractive.questions.two_steps import Told
from bizrag.answering.extractive.sections.located import asked_of_page
from bizrag.answering.extractive.sections.numbered_figures import SHOWS, is_figure
from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.local_headings import headings_above
from bizrag.answering.statements.reading import Statement
from bizrag.model.captions import captions_of, named_caption
from bizrag.model.chunks import ChunkKind
from bizrag.model.places import Part, is_of_section, named_part, number_of_heading
from bizrag.model.terms import terms

# what ties the name of a place to the rest of a question, before it: "as shown in the", "according to"
_BEFORE = re.compile(
    r",? ?(?:\b(?:as )?(?:shown|listed|given|reported|presented|displayed|provided|named|mentioned|described|depicted"
    r"|illustrated|stated|found|defined|discussed|contained|included) )?"
    r"\b(?:according to|based on|in|on|from|of|by|per|under|within|at|see)(?: the)? ?(?:sample |example )?$",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(r"^['’]s\b")
_BLANKS = re.compile(r"\s+([,?.])|\s{2,}")


@dataclass(frozen=True, slots=True)
class Place:
    """What a question asks of a place, and the statements that stand there."""

    asked: str
    statements: list[Statement]
    # all that is told stands in rows
    is_table: bool


def tell_of_place(
    question: str, statements: Sequence[Statement], ask: Callable[[str, Sequence[Statement]], Told]
) -> Told | None:
    """What the table, figure, section or page that a question names by its number tells of the rest of it; None where
    it names none, nothing is asked of it, or nothing there answers.

    ``ask`` answers a question by some statements.
    """
    place = find_place(question, statements)
    if place is None:
        return None
    chosen, said, is_sure = ask(place.asked, place.statements)
    is_told = bool(chosen) and (is_sure or (place.is_table and all(one.is_row for one in chosen)))
    return (chosen, said, True) if is_told else None


def find_place(question: str, statements: Sequence[Statement]) -> Place | None:
    """The place that a question names, with what it asks of it; None without, or where it asks for no more than that,
    for its name or its page.
    """
    if asked_of_page(question)[1]:
        return None
    caption = named_caption(question)
    part = named_part(question) if caption is None else None
    named = caption or (part[1] if part is not None else None)
    if named is None:
        return None
    asked = _without(question, named)
    if not set(terms(without_function_words(asked))) - LIGHT_VERBS - SHOWS:
        return None
    if caption is not None:
        captions = captions_of(caption)
        own = [one for one in statements if is_figure(one) and captions.match(one.hit.text)]
    else:
        own = [one for one in statements if part is not None and _stands_in(one, part[0], named["number"])]
    own = list(_of_first_document(own))
    return Place(asked, own, caption is not None) if own else None


def _without(question: str, named: re.Match[str]) -> str:
    """A question without the name of a place and what ties it to the rest.

    >>> _without("According to Table 2, how much was paid?", named_caption("According to Table 2, how much was paid?"))
    'how much was paid?'
    """
    before, after = question[: named.start()], question[named.end() :]
    tied = _BEFORE.search(before)
    before = before[: tied.start()] if tied is not None else before
    # "Which line, as shown in Table 2, has ...?"
    is_set_apart = tied is not None and tied[0].startswith(",")
    rest = f"{before} {_POSSESSIVE.sub('', after.removeprefix(',') if is_set_apart else after)}"
    return _BLANKS.sub(lambda found: found[1] or " ", rest).strip(" ,")


def _stands_in(statement: Statement, part: Part, number: str) -> bool:
    if part is Part.PAGE:
        return int(number) in statement.hit.page_nos
    if statement.hit.kind is ChunkKind.TEXT:
        local = headings_above(statement.hit.text, statement.start + 1)
        own = next((one for one in reversed(local) if number_of_heading(one)), None)
        if own is not None:
            return is_of_section(own, number)
    return any(is_of_section(one, number) for one in statement.hit.headings[1:])


def _of_first_document(statements: Sequence[Statement]) -> Iterator[Statement]:
    """Those of the document that stands first: each may have its own Table 1."""
    for one in statements:
        if one.hit.document_id == statements[0].hit.document_id:
            yield one
