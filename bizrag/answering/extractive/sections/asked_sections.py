"""Which section of a document something stands in: "Which clause deals with gifts?" Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.headings import is_heading
from bizrag.answering.statements.local_headings import is_heading_at, names_option
from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.terms import term_weights, terms, weighted_share

_PART = r"(?:sub-?)?(?:sections?|chapters?|clauses?|paragraphs?|annex(?:es)?|appendi(?:x|ces))"
_DOCUMENT = r"(?:document|handbook|manual|guide|report|paper|policy|contract|agreement|standard|law|act|book)"
# a part may be one of a machine, and an article one that is sold
_NAMED = rf"(?:\w+ )?(?:{_PART}\b(?: of [^?]{{1,40}}?)?|(?:parts?|articles?) of (?:the|this|our) (?:\w+ )?{_DOCUMENT})"
_FOUND = (
    r"(?:found|described|covered|explained|discussed|dealt with|regulated|defined|set out|listed|find|look|treated"
    r"|presented|introduced|addressed|mentioned|reported|outlined|given|summari[sz]ed|anal[yz]sed|located)"
)
_ASKS = re.compile(
    rf"^\W*(?:(?:in|under|at|see) )?(?:what|which) {_NAMED} "
    r"(?:(?:covers?|describes?|deals? with|explains?|discuss(?:es)?|contains?|treats?|address(?:es)?"
    r"|regulates?|defines?|sets? out|is about|are about|talks? about|gives?|lists?|mentions?|specif(?:y|ies)"
    r"|governs?|introduces?|shows?"
    rf"|says?|states?|provides?)|(?:is|are|can|do|does|would|should)\b(?=[^?]*\b{_FOUND}\b)) (?P<what>[^?]+)",
    re.IGNORECASE,
)
_FOUND_WORDS = re.compile(rf"\b{_FOUND}\b", re.IGNORECASE)
# "Which option selects the ciphers?" is answered by the name that stands above what says so
_ASKS_OPTION = re.compile(
    r"^\W*(?:with |by )?(?:what|which) (?:\w+ )?(?:options?|settings?|parameters?|directives?|variables?|flags?"
    r"|switch(?:es)?|keywords?|commands?)\b",
    re.IGNORECASE,
)
# "Section 6 extends the tools" tells it itself
_SAYS_PART = re.compile(rf"\b{_PART} (?:\d|[A-Z]\b)", re.IGNORECASE)
_LEAST_SHARE = 0.5


def find_asked_section(question: str, scored: Sequence[Scored], statements: Sequence[Statement]) -> Statement | None:
    """The heading of the section that a question asks for, else the best statement behind the heading above it; and so
    what is said of an option behind its name.

    None where the question asks for something else, or a sentence says itself which section it is.
    """
    asked = _ASKS.match(question)
    if not scored:
        return None
    best = scored[0].statement
    if asked is None:
        is_of_option = _ASKS_OPTION.match(question) and names_option(best.section) and not best.is_row
        return replace(best, label=best.section) if is_of_option and not best.label else None
    if _SAYS_PART.search(best.text):
        return None
    what = set(terms(without_function_words(_FOUND_WORDS.sub(" ", asked["what"]))))
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
