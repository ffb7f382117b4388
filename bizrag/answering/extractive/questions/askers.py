"""Who asked what in a transcript: questions stand in it under the names of those who ask them. Pure.

A question is no statement, so what was asked is looked up in the text of the passages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.terms import terms

_WHO = re.compile(
    r"^\W*(?:who|which \w+) (?:asks?|asked|raised?|enquired?|inquired?|wanted to know|questioned)\b(?P<about>[^?]*)",
    re.IGNORECASE,
)
_WHAT = re.compile(
    r"^\W*what (?:questions? )?(?:did|does) (?P<who>[^?]+?) (?:ask|want to know|raise|enquire)\b(?P<about>[^?]*)",
    re.IGNORECASE,
)
# "Tom Verey:" before what is said, or "Tom Verey -- Castlegate Securities" above it
_SPEAKER = re.compile(r"(?P<name>(?:[A-ZÀ-Þ][\w.'’-]+ ){1,3}[A-ZÀ-Þ][\w'’-]+)(?=:|,| [-–—]|$)")
_PARAGRAPH = re.compile(r"[^\n]+(?:\n[^\n]+)*")
# a line with a name and what the speaker is has no more words
_NAME_WORDS = 12
# of what a question is said to be about so much stands in it
_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class _Turn:
    """What one speaker asks: ``text[start:end]`` of a statement's chunk, from the name on."""

    statement: Statement
    start: int
    end: int
    speaker: str


def find_asked(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The question of a transcript that is asked for by who asked it or by what it is about, with the name above it.

    None where the question asks for none, no speaker is told by name, or two turns are as close.
    """
    asked = _WHO.match(question) or _WHAT.match(question)
    if asked is None:
        return None
    groups = asked.groupdict(default="")
    named, about = (set(terms(groups.get(part, ""))) for part in ("who", "about"))
    turns = [turn for turn in _turns(statements) if named <= set(terms(turn.speaker))]
    shared = [len(about & set(terms(_text(turn)))) for turn in turns]
    most = max(shared, default=0)
    if not turns or most < _SHARE * len(about) or shared.count(most) > 1:
        return None
    best = turns[shared.index(most)]
    return best.statement.part(best.start, best.end)


def _turns(statements: Sequence[Statement]) -> Iterator[_Turn]:
    """The paragraphs that hold a question, of those whose speaker is named."""
    hits = {one.hit.chunk_no: one for one in statements if one.hit.kind is ChunkKind.TEXT}
    for one in hits.values():
        above = _SPEAKER.match(next(reversed(one.hit.headings), ""))
        start = None
        for paragraph in _PARAGRAPH.finditer(one.hit.text):
            named = _SPEAKER.match(paragraph[0])
            if named is not None and len(paragraph[0].split()) <= _NAME_WORDS and "?" not in paragraph[0]:
                above, start = named, paragraph.start()
            elif "?" in paragraph[0] and (speaker := named or above) is not None:
                begin = paragraph.start() if named or start is None else start
                yield _Turn(one, begin, paragraph.end(), speaker["name"])


def _text(turn: _Turn) -> str:
    return turn.statement.hit.text[turn.start : turn.end]
