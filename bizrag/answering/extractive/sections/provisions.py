"""What a provision says that a question names by its number: "What does clause 7.3 say?", "Was regelt § 5 Abs. 2?"

Pure.

It is found by its number and told whole, with the items below it: hardly a word of it is in the question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from bizrag.answering.extractive.questions.two_steps import Told
from bizrag.answering.extractive.told import written
from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.reading import Statement, readable
from bizrag.model.chunks import ChunkKind
from bizrag.model.provisions import Mark, Provision, mark_of, named_provision
from bizrag.model.terms import terms

_SAYS = (
    r"(?:say|state|provide|require|regulate|stipulate|prescribe|set out|cover|deal with|mean|govern|allow|permit"
    r"|prohibit|forbid|contain|define|oblige)s?\b(?: for)?"
)
_SAID = (
    r"(?:said|stated|provided|required|regulated|stipulated|prescribed|set out|laid down|written|allowed|prohibited)"
)
# what is asked, with the provision as "#"
_ASKS = re.compile(
    rf"^\W*(?:(?:according to [^?#]+, )?what (?:do|does|did) (?:the )?#[^?]*? {_SAYS}"
    rf"|what (?:is|are|was) {_SAID} (?:in|by|under) (?:the )?#"
    rf"|(?:please )?(?:quote|cite|read out|show me|give me|summari[sz]e|explain) (?:the )?#"
    r"|was (?:regelt|sagt|besagt|bestimmt|verlangt|fordert|enthält|erlaubt|verbietet|steht in|besagen) (?:der |die )?#"
    r"|wie lautet (?:der |die )?#"
    r"|(?:que|qu'est-ce que) (?:dit|prévoit|dispose|stipule|exige|énonce|contient|impose) (?:l['’]|la |le )?#"
    r"|¿?qué (?:dice|establece|dispone|prevé|exige|regula|estipula) (?:el |la )?#)",
    re.IGNORECASE,
)
# words that ask for what a provision says, and for nothing in it
_SAYING = frozenset(
    terms(
        "say state provide require regulate stipulate prescribe set cover deal mean govern allow permit prohibit forbid"
        " contain define oblige said stated provided laid written quote cite read summarise summarize explain according"
        " regelt sagt besagt besagen bestimmt verlangt fordert enthält erlaubt verbietet steht lautet dit prévoit"
        " dispose stipule exige énonce contient impose dice establece dispone prevé regula estipula act law agreement"
        " contract policy document"
    )
)
# paragraphs as they stand in a chunk, and the items of a list that stand line by line
_PARAGRAPH = re.compile(r"\S.*?(?=\s*\n\s*\n|\s*\n\s*(?:- )?\(?\w{1,4}[.)]\s|\s*\Z)", re.DOTALL)
# a provision is told up to this length; of a longer one its first paragraphs
_MAX_CHARS = 900
_HEADING_WORDS, _STOPS = 14, (".", ";", ",", ":")


@dataclass(frozen=True, slots=True)
class _Paragraph:
    """A paragraph of a chunk, with what numbers it."""

    of: Statement
    start: int
    end: int
    mark: Mark | None

    @property
    def text(self) -> str:
        return self.of.hit.text[self.start : self.end]

    @property
    def is_heading(self) -> bool:
        text = self.text
        return "\n" not in text and len(text.split()) <= _HEADING_WORDS and not text.endswith(_STOPS)

    def is_numbered(self, value: str) -> bool:
        return self.mark is not None and self.mark.value.casefold() == value.casefold()


def tell_of_provision(question: str, statements: Sequence[Statement]) -> Told | None:
    """The provision whose number a question asks what it says, with its marker; nothing where nothing that was read has
    that number and the question asks for nothing else; None where it asks for something else.
    """
    named = named_provision(question)
    if named is None or not statements:
        return None
    provision, place = named
    if _ASKS.match(f"{question[: place.start()]}#{question[place.end() :]}") is None:
        return None
    found = _find(provision, _paragraphs_of(statements))
    if found is not None:
        return [found], [written(found, readable(found, question))], True
    rest = set(terms(without_function_words(f"{question[: place.start()]} {question[place.end() :]}")))
    first = statements[0].hit
    return None if rest - _SAYING - set(terms(f"{first.doc} {first.title}".replace("_", " "))) else ([], [], False)


def _paragraphs_of(statements: Sequence[Statement]) -> list[_Paragraph]:
    """The paragraphs of the texts that were read of the document that stands first, in their order."""
    of_first = [
        one
        for one in statements
        if one.hit.document_id == statements[0].hit.document_id and one.hit.kind is ChunkKind.TEXT
    ]
    of_first.sort(key=lambda one: one.hit.chunk_no)
    return [
        _Paragraph(first, found.start(), found.end(), mark_of(found[0]))
        for _, group in groupby(of_first, key=lambda one: one.hit.chunk_no)
        for first in [next(group)]
        for found in _PARAGRAPH.finditer(first.hit.text)
    ]


def _find(provision: Provision, paragraphs: Sequence[_Paragraph]) -> Statement | None:
    at = _place_of(provision.number, paragraphs)
    if at is None:
        return None
    end = _end_of(at, paragraphs)
    for inner in provision.inner:
        depths = _depths(paragraphs[at + 1 : end])
        own = [place for place in depths if paragraphs[at + 1 + place].is_numbered(inner)]
        inside = min(own, key=lambda place: (depths[place], place), default=None)
        if inside is None:
            # "(b)" may stand inside a paragraph
            if f"({inner})" not in paragraphs[at].text:
                return None
            break
        after = (place for place, depth in depths.items() if place > inside and depth <= depths[inside])
        at, end = at + 1 + inside, at + 1 + next(after, end - at - 1)
    return _whole(paragraphs[at:end])


def _depths(paragraphs: Sequence[_Paragraph]) -> dict[int, int]:
    """How deep each numbered paragraph lies in the lists of the others: a list in an item counts from one again."""
    depths = dict[int, int]()
    open_lists: list[tuple[str, int]] = []
    for place, one in enumerate(paragraphs):
        if one.mark is None:
            continue
        style, number = one.mark.style, _ordinal(one.mark)
        before = next((at for at in reversed(range(len(open_lists))) if open_lists[at] == (style, number - 1)), None)
        open_lists = [*(open_lists if before is None else open_lists[:before]), (style, number)]
        depths[place] = len(open_lists)
    return depths


def _place_of(number: str, paragraphs: Sequence[_Paragraph]) -> int | None:
    """Where the provision with a number begins: "Article 5" before a heading "5. Duties" before an item "5."."""
    own = [at for at, one in enumerate(paragraphs) if one.is_numbered(number)]
    rank = {at: (not _has_kind(paragraphs[at]), not paragraphs[at].is_heading) for at in own}
    return min(own, key=lambda at: (rank[at], at), default=None)


def _has_kind(paragraph: _Paragraph) -> bool:
    return paragraph.mark is not None and paragraph.mark.has_kind


def _end_of(at: int, paragraphs: Sequence[_Paragraph]) -> int:
    """Where a provision ends: at the next one that is not inside it."""
    own = paragraphs[at].mark
    for place in range(at + 1, len(paragraphs)):
        mark = paragraphs[place].mark
        if own is None or mark is None or mark.value.startswith(f"{own.value}."):
            continue
        is_next = mark.style == own.style or mark.has_kind or (mark.is_dotted and paragraphs[at].is_heading)
        # items of a list count from one again
        is_chapter = mark.style == "figure" and paragraphs[place].is_heading and _leading(mark) == _leading(own) + 1
        if is_chapter or (is_next and (own.style != "figure" or _leading(mark) > _leading(own))):
            return place
    return len(paragraphs)


def _leading(mark: Mark) -> int:
    figures = re.match(r"\d+", mark.value)
    return int(figures[0]) if figures is not None else -1


def _ordinal(mark: Mark) -> int:
    """Which item of its list a mark is of, from 1: "(c)" is the third."""
    last = mark.value.rpartition(".")[2]
    return int(last) if last.isdigit() else ord(last[0].casefold()) - ord("a") + 1 if len(last) == 1 else 0


def _whole(paragraphs: Sequence[_Paragraph]) -> Statement | None:
    """The paragraphs as one statement, those in the chunk where they begin, as many as may be told."""
    first = paragraphs[0]
    own = [one for one in paragraphs if one.of.hit.chunk_no == first.of.hit.chunk_no]
    # a chunk may end with a heading
    if len(own) == 1 and first.is_heading and len(paragraphs) > 1:
        own = [one for one in paragraphs if one.of.hit.chunk_no == paragraphs[1].of.hit.chunk_no]
        first = own[0]
    within = [one for one in own if one.end - first.start <= _MAX_CHARS] or own[:1]
    return first.of.part(first.start, within[-1].end)
