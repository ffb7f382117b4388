"""What a question says no to: "not on track", "without MFA", "other than Leeds". Pure."""

from __future__ import annotations

import re
from collections.abc import Set

from bizrag.model.terms import terms

# "no more than 5" is a limit, "no. 5" and "no 5" are numbers
_NEGATES = re.compile(
    r"\b(?:not(?! (?:only|more|less|fewer|later|earlier))|no(?!\.|,| (?:more|less|fewer|later|earlier|matter|\d))"
    r"|never|without|cannot|[a-z]+n['’]t|neither|nor|except(?:ing)?|excluding|other than|apart from|lack(?:s|ing)?"
    # "missed their quota"
    r"|missing|f[ae]ll(?:s|en|ing)? short of|fail(?:s|ed)? to|miss(?:es|ed)?(?= (?:its|their|his|her)\b))\b",
    re.IGNORECASE,
)
# what is said no to goes on to here, if it has begun
_ENDS = re.compile(
    r"[,;?!](?!\w)|(?<=\w\w)\.(?!\w)|\b(?:but|and|yet|which|that|who|whose|where|when|if|because|is|are|was|were|has|have|had|does?|did"
    r"|not|without|nor)\b",
    re.IGNORECASE,
)
_SAYS_NO = re.compile(r"\b(?:not|no|never|non|without|cannot|[a-z]+n['’]t)\b", re.IGNORECASE)
# words that say no and are compared as others
_NO_TERMS = frozenset(terms("without never cannot neither except excepting excluding apart lack lacks lacking missing"))
# says of itself nothing of what there is not: "MFA is not enabled"
_BARE = frozenset(
    terms(
        "enabled activated active required needed set up place available provided present used done there given yet "
        "currently still so far existing supported"
    )
)


def negated_parts(question: str) -> list[str]:
    """What stands behind each word that says no, to the end of what it is said of.

    >>> negated_parts("Which projects are not on track, and why?"), negated_parts("systems without MFA")
    ([' on track'], [' MFA'])
    >>> negated_parts("How many fell short of their quota?"), negated_parts("What do we miss?")
    ([' their quota'], [])
    >>> negated_parts("Which do not have MFA but are not open?"), negated_parts("no more than 5")
    ([' have MFA ', ' open'], [])
    """
    parts: list[str] = []
    for found in _NEGATES.finditer(question):
        rest = question[found.end() :]
        ends = (stop.start() for stop in _ENDS.finditer(rest) if terms(rest[: stop.start()]))
        parts.append(rest[: next(ends, len(rest))])
    return parts


def without_negations(asked: Set[str]) -> Set[str]:
    """Terms of a question without those of words that say no."""
    return asked - _NO_TERMS


def says_no(text: str) -> bool:
    """Whether a text has a word that says no.

    >>> says_no("Not started"), says_no("Noted")
    (True, False)
    """
    return _SAYS_NO.search(text) is not None


def is_bare(part: str) -> bool:
    """Whether what is said no to names nothing: the name stands before it.

    >>> is_bare(" enabled"), is_bare(" owned by B. Roy")
    (True, False)
    """
    return set(terms(part)) <= _BARE
