"""Which section of a document something stands in: "Which clause deals with gifts?" Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.headings import is_heading
from bizrag.answering.statements.local_headings import is_heading_at
from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.terms import term_weights, terms, weighted_share

_PART = r"(?:sub-?)?(?:sections?|chapters?|clauses?|paragraphs?|articles?|parts?|annex(?:es)?|appendi(?:x|ces))"
_ASKS = re.compile(
    rf"^\W*(?:(?:in|under|at|see) )?(?:what|which) (?:\w+ )?{_PART}\b (?:of [^?]{{1,40}}? )?"
    r"(?:covers?|describes?|deals? with|explains?|discusse?s?|contains?|treats?|address(?:es)?|regulates?|defines?"
    r"|sets? out|is about|are about|talks? about|gives?|lists?|mentions?|specif(?:y|ies)|governs?|introduces?|shows?"
    r"|says?|states?|provides?"
    r"|(?:is|are|can|do|does|would|should) )\W*(?P<what>[^?]+)",
    re.IGNORECASE,
)
_FOUND = re.compile(r"\b(?:found|described|covered|explained|discussed|dealt with|regulated|defined|find|look)\b", re.I)
# "Section 6 extends the tools" tells it itself
_SAYS_PART = re.compile(rf"\b{_PART} (?:\d|[A-Z]\b)", re.IGNORECASE)
_LEAST_SHARE = 0.5


def find_asked_section(question: str, scored: Sequence[Scored], statements: Sequence[Statement]) -> Statement | None:
    """The heading of the section that a question asks for, else the best statement behind the heading above it.

    None where the question asks for something else, or a sentence says itself which section it is.
    """
    asked = _ASKS.match(question)
    if asked is None or not scored:
        return None
    best = scored[0].statement
    if _SAYS_PART.search(best.text):
        return None
    what = set(terms(without_function_words(_FOUND.sub(" ", asked["what"]))))
    headings = list(_headings(statements))
    idf = term_weights(what, [frozenset(terms(one.text)) for one in headings])
    shares = [weighted_share(idf, set(terms(one.text))) for one in headings]
    most = max(shares, default=0.0)
    if most > _LEAST_SHARE:
        # of headings with the same words the shortest has the fewest others
        heading = min((one for one, share in zip(headings, shares, strict=True) if share == most), key=_num_words)
        # "3.1.18. Cut signature" looks like two sentences
        start = heading.hit.text.rfind("\n", 0, heading.start) + 1
        return replace(heading, start=start)
    above = best.section or (best.hit.headings[-1] if len(best.hit.headings) > 1 else "")
    return replace(best, label=above) if above and not best.is_row and not best.label else None


def _headings(statements: Sequence[Statement]) -> Iterator[Statement]:
    for one in statements:
        is_text = one.hit.kind is ChunkKind.TEXT and not (one.is_row or one.is_field)
        if is_text and (is_heading_at(one.hit.text, one.end) or (one.start == 0 and is_heading(one))):
            yield one


def said_of_section(section: Statement) -> str:
    """A section as an answer tells it: its number is what is asked for, and is no bullet."""
    return " ".join(section.said.split()).lstrip("# ")


def _num_words(statement: Statement) -> int:
    return len(statement.text.split())
