"""Questions about a document as a whole: what it is called and about, who wrote it and when. Pure.

Words like "report" and "about" find nothing; what answers stands at the front.
"""

from __future__ import annotations

import re
from enum import Enum, auto

_DOCUMENT = (
    r"(?:[\w-]+ ){0,3}?(?:documents?|reports?|papers?|articles?|study|studies|presentations?|decks?|slides?|manual"
    r"|brochure|guide|text|file|publication|thesis|newsletter|release|memo|letter|policy|handbook|survey|notes?"
    r"|specification|standard|vignette|tutorial|white ?paper|talk|lecture|book|booklet)"
)
_SAYS = r"(?:please |can you |could you )?(?:summari[sz]e|sum up)"
_GIST = r"(?:summary|overview|main (?:topic|subject|message|idea|theme)|subject|gist)"
_THE = r"(?:the|this|that|your)"
# "Which data do the authors use?" asks what the paper says
_NAMES_AUTHORS = (
    r"^\W*(?:who (?:is|are|was|were)|name|list|what (?:is|are) the names? of)(?: all)?(?: the)? (?:[\w-]+ )?"
    r"(?:co-?)?authors?\b"
)
_PLACES_AUTHORS = (
    r"^\W*(?:where|(?:from |at )?(?:which|what)\b[^?]*\b(?:universit\w+|institut\w+|affiliations?|departments?"
    r"|compan\w+|organi[sz]ations?|countr\w+|cit(?:y|ies)|labs?|laborator\w+))\b[^?]*\bthe authors?\b"
)


#: the front of a document is so many chunks
NUM_FRONT_CHUNKS = 3


class Whole(Enum):
    """What is asked about a document as a whole."""

    TITLE = auto()
    ABOUT = auto()
    AUTHORS = auto()
    DATE = auto()
    KEYWORDS = auto()


_ASKS: tuple[tuple[Whole, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        (
            Whole.KEYWORDS,
            r"^\W*(?:what|which|name|list)(?: (?:are|were|is|the))* (?:key ?words?|index terms)\b"
            rf"|\b(?:key ?words?|index terms) (?:of|in) {_THE} {_DOCUMENT}\b",
        ),
        (
            Whole.AUTHORS,
            rf"{_NAMES_AUTHORS}|{_PLACES_AUTHORS}|\bauthors? of {_THE} {_DOCUMENT}\b"
            r"|\bwho (?:wrote|has written|have written)\b",
        ),
        (
            Whole.TITLE,
            rf"\btitle of {_THE} {_DOCUMENT}\b|\bwhat is {_THE} {_DOCUMENT} (?:called|titled|entitled|named)\b",
        ),
        (
            Whole.DATE,
            rf"\bwhen (?:was|is) {_THE} {_DOCUMENT} (?:published|issued|released|dated|written|produced|prepared)\b"
            rf"|\bdate of {_THE} {_DOCUMENT}\b(?! \w)",
        ),
        (
            Whole.ABOUT,
            rf"\bwhat (?:is|are|does|do) {_THE} {_DOCUMENT} (?:about|deal with|discuss)\s*\??$"
            rf"|^\W*{_SAYS} {_THE} {_DOCUMENT}\W*$|\b{_GIST} of {_THE} {_DOCUMENT}\W*$",
        ),
    )
)


_PLACES = re.compile(_PLACES_AUTHORS, re.IGNORECASE)


def asks_affiliation(question: str) -> bool:
    """Whether a question is for where the authors of a document work.

    >>> asks_affiliation("At which university does the author work?"), asks_affiliation("Who is the author?")
    (True, False)
    """
    return _PLACES.search(question) is not None


def asked_of_whole(question: str) -> Whole | None:
    """What a question asks about a document as a whole; None where it asks for anything in it.

    >>> asked_of_whole("What is the paper about?"), asked_of_whole("Summarize this report.")
    (<Whole.ABOUT: 2>, <Whole.ABOUT: 2>)
    >>> asked_of_whole("What is the title of the report?"), asked_of_whole("What does the report say about fees?")
    (<Whole.TITLE: 1>, None)
    >>> asked_of_whole("Which university are the authors from?"), asked_of_whole("Which data do the authors use?")
    (<Whole.AUTHORS: 3>, None)
    >>> asked_of_whole("How does the keyword route work?")
    """
    return next((kind for kind, pattern in _ASKS if pattern.search(question)), None)
