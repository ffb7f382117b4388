"""How much something may be at most, told in a sentence: "What is the cap on liability?" asks for "shall not exceed".

The sentence next to it that says what the cap does not apply to shares more words with the question. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.scoring import Scored, capital_terms
from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.number_words import value_of
from bizrag.model.terms import terms
from bizrag.model.words import tokens

_ASKS = re.compile(
    r"^\W*(?:what (?:is|are|was) (?:the |our |my )?(?:overall |total |aggregate |annual )?"
    r"|(?:is|are) there an? |how (?:high|large|much) is (?:the )?|to (?:what|which) amount is )"
    r"(?:caps?|ceilings?|(?:upper |maximum )?limits?(?:ation)?|maximum|maxima|limited|liability limited)\b"
    r"(?: (?:amount|sum))?(?P<what>[^?]*)",
    re.IGNORECASE,
)
_CAPPED = re.compile(
    r"\b(?:(?:can)?not (?:to )?exceed(?:ing)?|limited to|capped at"
    r"|no more than|not (?:be )?more than|at most|up to a maximum of|a maximum of)\b",
    re.IGNORECASE,
)
_CAP_WORDS = frozenset(terms("cap caps ceiling limit limits limitation maximum limited amount sum upper"))


def find_cap(question: str, scored: Sequence[Scored]) -> Statement | None:
    """The best sentence that says how much what a question names may be at most; None where it asks for no cap, or no
    sentence that was scored says it of all that the question names.
    """
    if (asks := _ASKS.match(question)) is None or not scored:
        return None
    names = capital_terms(question)
    asked = {term for term in terms(without_function_words(asks["what"])) if term not in _CAP_WORDS}
    for entry in scored:
        one = entry.statement
        said = " ".join(one.text.split())
        if one.hit.kind is not ChunkKind.TEXT or _CAPPED.search(said) is None or not _has_figure(said):
            continue
        own = set(terms(said)) | (names & set(terms(f"{one.hit.doc} {one.hit.title}")))
        if asked and asked <= own:
            return one
    return None


def _has_figure(text: str) -> bool:
    return any(map(str.isdigit, text)) or any(value_of(word) is not None for word in tokens(text))
