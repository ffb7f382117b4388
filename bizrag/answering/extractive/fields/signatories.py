"""Who signed for a party, and when: "Who signed for the supplier?" asks for the name in its half of the signatures.

That says "For the Supplier > Name: Duncan Raeburn" and shares one word with the question; the clause on notices shares
more. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.terms import terms

_ASKS_WHO = re.compile(
    r"^\W*(?:who|which person)\b[^?]*?\b(?:sign(?:s|ed)?|executed)\b[^?]*?\b(?:for|on behalf of) (?:the )?"
    r"(?P<party>[^?,]+)",
    re.IGNORECASE,
)
_ASKS_WHEN = re.compile(r"^\W*(?:when|on (?:which|what) (?:date|day)) did (?P<person>[^?]+?) sign\b", re.IGNORECASE)
# "For the Supplier > Name: Duncan Raeburn"
_ROW = re.compile(r"(?P<party>[^\n]{2,80}?) > (?P<field>[^:\n>]{2,40}): (?P<entry>[^\n;]+)$")
_NAME = re.compile(r"^(?:printed |full )?name\b|^signed by\b|^signator|^by$|^nom\b|^nombre\b", re.IGNORECASE)
_DATE = re.compile(r"\bdate[d]?\b|\bdatum\b|\bfecha\b", re.IGNORECASE)
# 'Quillon Foods Inc., a corporation in Delaware (the "Customer")'
_DEFINED = re.compile(r"\([^()]{0,40}[\"“”„](?P<role>[^\"“”„()]{2,40})[\"“”][^()]{0,40}\)")


@dataclass(frozen=True, slots=True)
class _Entry:
    row: Statement
    party: str
    field: str
    entry: str


def find_signatory(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The row with the name of who signed for a party, or with the day on which a person did; None without."""
    who, when = _ASKS_WHO.match(question), _ASKS_WHEN.match(question)
    if who is None and when is None:
        return None
    entries = list(_entries_of(_of_named_document(question, statements)))
    if who is not None:
        parties = [set(terms(without_function_words(name))) for name in _names_of(who["party"], statements)]
        named = (one for one in entries if _NAME.search(one.field))
        return next(
            (one.row for one in named if any(party and party <= set(terms(one.party)) for party in parties)), None
        )
    person = set(terms(when["person"])) if when is not None else set[str]()
    party = next((one.party for one in entries if person and person <= set(terms(one.entry))), None)
    return next((one.row for one in entries if one.party == party and _DATE.search(one.field)), None)


def _entries_of(statements: Sequence[Statement]) -> Iterator[_Entry]:
    for one in statements:
        found = _ROW.match(one.text.strip().removesuffix(".")) if one.hit.kind is ChunkKind.TABLE else None
        if found is not None:
            yield _Entry(one, found["party"], found["field"].strip(), found["entry"].strip())


def _of_named_document(question: str, statements: Sequence[Statement]) -> list[Statement]:
    """The statements of the document that says most of the names in a question: contracts of one firm look alike."""
    names = {term for word in re.findall(r"(?<!^)\b[A-ZÀ-Þ]\w+", question) for term in terms(word)}
    said: dict[str, set[str]] = {}
    for one in statements:
        said.setdefault(one.hit.document_id, set()).update(names & set(terms(f"{one.hit.doc} {one.hit.text}")))
    most = max(said, key=lambda document: len(said[document]), default="")
    return [one for one in statements if one.hit.document_id == most]


def _names_of(party: str, statements: Sequence[Statement]) -> Iterator[str]:
    """What a party is called: as the question has it, and the role that the text gives it."""
    yield party
    own = set(terms(without_function_words(party)))
    for text in {one.hit.chunk_no: one.hit.text for one in statements if one.hit.kind is ChunkKind.TEXT}.values():
        start = 0
        for defined in _DEFINED.finditer(text):
            if own and own <= set(terms(text[start : defined.start()].rpartition("\n\n")[2])):
                yield defined["role"]
            start = defined.end()
