"""The answer below a heading that asks what a question asks, told whole: pages of questions and answers. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.extractive.sections.sections import is_negated
from bizrag.answering.extractive.sections.whole_sections import section_below
from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.reading import Statement
from bizrag.model.captions import named_caption
from bizrag.model.terms import terms

_QUESTION = re.compile(r".*\?\W*$", re.DOTALL)
_NUMBER = re.compile(r"\d+")
# both have so many of their words in common; where these are all, the answer may be longer
_LEAST_SHARE, _MIN_WORDS = 0.6, 2
_MOST, _MOST_OF_SAME = 900, 1200
# a statement with so much of a question's words answers it itself
_SAID_SHARE = 0.9


def find_asked_again(question: str, scored: Sequence[Scored], statements: Sequence[Statement]) -> Statement | None:
    """What stands below the heading that asks nearly the same, of several the nearest; None where none does, or the
    best statement has what a question asks for beyond that heading. Of the document that the question names, where it
    names one.
    """
    best = set(terms(scored[0].statement.said)) if scored else set[str]()
    is_said = bool(scored) and scored[0].signs.words >= _SAID_SHARE
    document_id = scored[0].statement.hit.document_id if scored and scored[0].is_named else None
    own_statements = [one for one in statements if document_id in (None, one.hit.document_id)]
    found: list[tuple[float, Statement]] = []
    for heading, one in section_below(_QUESTION, own_statements, most=_MOST_OF_SAME):
        if named_caption(heading) is not None:
            # what a survey asked: the rows of its table tell the answers
            continue
        named = set(terms(f"{one.hit.doc} {one.hit.title}".replace("_", " ")))
        asked = set(terms(without_function_words(question)))
        own = set(terms(without_function_words(heading)))
        # the name of the program may be said or not
        asked, own = asked - (named - own), own - (named - asked)
        shared = asked & own
        share = min(len(shared) / max(len(asked), 1), len(shared) / max(len(own), 1))
        is_same = bool(own) and asked == own
        if is_said and not is_same and not _holds(one, scored[0].statement):
            continue
        if not is_same and (len(shared) < _MIN_WORDS or share < _LEAST_SHARE or one.end - one.start > _MOST):
            continue
        others = set(_NUMBER.findall(question)) - set(_NUMBER.findall(f"{heading} {one.text}"))
        is_meant = is_negated(question) == is_negated(heading) and not others
        extra = asked - own
        if is_meant and not (extra and extra <= best):
            found.append((share, one))
    return max(found, key=lambda one: one[0])[1] if found else None


def _holds(section: Statement, one: Statement) -> bool:
    return one.hit.chunk_no == section.hit.chunk_no and section.start <= one.start < section.end
