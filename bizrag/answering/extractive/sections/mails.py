"""What someone wrote in a mail: "What did Anna reply about the date?" Pure.

Each mail of a thread stands below the line that says who it is from, and says nothing of replying.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bizrag.answering.extractive.scoring import Scored, capital_terms
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

_ASKS = re.compile(
    r"^\W*(?:what|which|how|when|why|whether|does|did) ?[^?]*?\b(?:did|does|has) (?P<who>[^?]{2,40}?)"
    r" (?:reply|replied|answer|answered|respond|responded|write|written|say|said|propose|proposed|suggest|suggested|ask"
    r"|asked|object|think|want|request|requested|offer|offered|tell|told|mention|mentioned|decide|decided)\b",
    re.IGNORECASE,
)
_FROM = re.compile(r"\s*(?:From|Von|De|Van|Från|Fra|Da)\s*:\s*(?P<who>\S.*)$")
_FIELD = re.compile(r"\W*(?:To|Cc|Bcc|Sent|Date|Subject|From|An|Gesendet|Betreff|Datum|À|Objet|Envoyé)\s*:")
_GREETING = re.compile(
    r"\W*(?:hi|hello|dear|hey|good (?:morning|day)|hallo|liebe[r]?|regards|best|thanks|cheers)\b[^.?!]*$", re.I
)
# so many sentences that follow right after belong to what is written
_NUM_FOLLOWING = 2
_MIN_SCORE = 0.2


def find_written(question: str, scored: Sequence[Scored], statements: Sequence[Statement]) -> Statement | None:
    """The sentence of the person's mails that is nearest to a question, with the rest of its paragraph; None where it
    asks for nothing that someone wrote, or nobody of that name wrote a mail that was read.
    """
    asked = _ASKS.match(question)
    names = capital_terms(question) & set(terms(asked["who"])) if asked else set[str]()
    if not names:
        return None
    own = [entry for entry in scored if names & _writer(entry.statement) and not _is_form(entry.statement)]
    if not own or own[0].score < _MIN_SCORE:
        return None
    best = own[0].statement
    text = best.hit.text
    begin = text.rfind("\n\n", 0, best.start) + 2 if "\n\n" in text[: best.start] else 0
    end = text.find("\n\n", best.end)
    inside = [
        one
        for one in statements
        if one.hit.chunk_no == best.hit.chunk_no
        and begin <= one.start < (end if end >= 0 else len(text))
        and not _is_form(one)
    ]
    before = [one for one in inside if one.start <= best.start]
    after = [one for one in inside if one.start > best.start][:_NUM_FOLLOWING]
    return replace(best, start=min(one.start for one in before), end=max(one.end for one in (*before, *after)))


def _writer(statement: Statement) -> set[str]:
    """The terms of the name of who wrote the mail that a statement stands in."""
    lines = statement.hit.text[: statement.start].split("\n")
    above = next((found for line in reversed(lines) if (found := _FROM.match(line))), None)
    heading = next((found for name in reversed(statement.hit.headings) if (found := _FROM.match(name))), None)
    found = above or heading
    return set(terms(found["who"])) if found else set()


def _is_form(statement: Statement) -> bool:
    return _FIELD.match(statement.text) is not None or _GREETING.match(statement.text) is not None
