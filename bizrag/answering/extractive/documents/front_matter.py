"""What stands at the front of a document and no sentence says: its title, what it is about, who wrote it and when.

Pure.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from bizrag.answering.extractive.sections.sections import whole_section
from bizrag.answering.languages import without_function_words
from bizrag.answering.quoting import MAX_QUOTE_CHARS
from bizrag.answering.statements.reading import Statement
from bizrag.answering.whole_documents import NUM_FRONT_CHUNKS, Whole, asked_of_whole, asks_affiliation
from bizrag.model.chunks import ChunkKind
from bizrag.model.retrieval import Hit
from bizrag.model.terms import terms
from bizrag.model.words import MONTH

# it may stand behind the names, on their line
_ABSTRACT = re.compile(r"^(?i:\*{0,2}abstract\b|summary$)|(?<=[^\W\d_]) Abstract$", re.MULTILINE)
_KEYWORDS = re.compile(
    r"\b(?:key ?words?|index terms)(?: and phrases)?\s*[-\u2013\u2014:]\s*(?P<said>[^\n]+)", re.IGNORECASE
)
# below such a heading a document says what it is about
_ABOUT = re.compile(
    r"(?:\d+\.? )?(?:abstract|(?:executive )?summary|highlights|at a glance|overview|purpose|about (?:this|the) \w+)",
    re.IGNORECASE,
)
_DATE = re.compile(
    rf"\b(?:\d{{1,2}}(?:st|nd|rd|th)?\.? )?{MONTH}\.? (?:\d{{1,2}}, )?(?:19|20)\d\d\b"
    r"|\b\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d\b|\b(?:19|20)\d\d-\d\d-\d\d\b",
    re.IGNORECASE,
)
_DATED = re.compile(r"\b(?:dated?|published|publication|issued?|released?|revision|version)\b", re.IGNORECASE)
_SUBJECT = re.compile(r"^(?:subject|re|betreff)\s*:\s*\S[^\n]*", re.IGNORECASE | re.MULTILINE)
# "Ada Byron, Charles Babbage and Mary van Dijk", on a line between the title and a date
_NAME = r"[^\W\d_a-z][\w.'\u2019-]*(?: [^\W\d_a-z][\w.'\u2019-]*| (?:van|von|de|der|den|da|di|du|la|le|el|al|bin))+"
_NAMES = re.compile(rf"(?:by )?{_NAME}(?:(?:,? and |, |; | & ){_NAME})*")
# what stands beside who wrote a document: where they can be written to, and where they work
_ADDRESS = re.compile(
    r"\S+ ?(?:@| at )\S+\.\w{2,}|\b(?:Universit|Institut|Department|Facult|School|College|Laborator|Cent(?:er|re)\b"
    r"|Academy|Hospital)"
)
_ORGANISATION = re.compile(
    r"\b(?:Group|Society|Association|Foundation|Committee|Consortium|Council|Office|Ministry|Company|Corporation|Team"
    r"|Users|Inc|Ltd|LLC|GmbH|AG|Bank|Press|Journal|Report)\b",
    re.IGNORECASE,
)
_MARKS_OF_NOTES = re.compile(r"[∗*†‡§¶#$+\d]+(?=[,\s]|$)")
# so many lines of a front hold them
_BYLINE_LINES = 10
# a table or picture stands there
_PLACEHOLDER = re.compile(r"<<\w+_\d+>>")
_LINE = re.compile(r"[^\n]+")
# what is a line of the front, in words; what says something about the document, in words
_LINE_WORDS, _SENTENCE_WORDS = 14, 7
# an abstract stands no further below the title
_MAX_BYLINE_CHARS = 1200


def find_front_matter(question: str, statements: Sequence[Statement]) -> Statement | None:
    """What a question asks about a document as a whole, of the one that has most of its words; None where it asks for
    something in it, or the document does not say so.
    """
    kind = asked_of_whole(question)
    if kind is None:
        return None
    find = {
        Whole.AUTHORS: _bylines,
        Whole.KEYWORDS: _keywords,
        Whole.TITLE: _titles,
        Whole.DATE: _dates,
        Whole.ABOUT: _summaries,
    }[kind]
    asked = set(terms(without_function_words(question)))
    told = find(statements)
    if asks_affiliation(question):
        # names alone do not say where they work
        told = (one for one in told if not _NAMES.fullmatch(_MARKS_OF_NOTES.sub("", one.text)))
    return max(told, key=lambda one: len(asked & set(terms(f"{one.hit.title} {one.hit.text}"))), default=None)


def _fronts(statements: Sequence[Statement]) -> Iterator[list[Statement]]:
    """A statement of each of the first chunks of a document, document by document."""
    by_document: dict[str, dict[int, Statement]] = {}
    for one in statements:
        by_document.setdefault(one.hit.document_id, {}).setdefault(one.hit.chunk_no, one)
    for chunks in by_document.values():
        yield [one for _, one in sorted(chunks.items()) if _is_front(one.hit)][:NUM_FRONT_CHUNKS]


def _is_front(hit: Hit) -> bool:
    return not hit.page_nos or min(hit.page_nos) == 1


def _bylines(statements: Sequence[Statement]) -> Iterator[Statement]:
    """What stands between a title and the abstract below it, or the names between a title and a date."""
    for front in _fronts(statements):
        for one in front[:1]:
            abstract, title_end = _ABSTRACT.search(one.hit.text), one.hit.text.find("\n")
            _, *lines = itertools.islice(_LINE.finditer(one.hit.text), 3)
            is_above = abstract is not None and 0 < title_end < abstract.start() < _MAX_BYLINE_CHARS
            byline = one.part(title_end, abstract.start()) if abstract is not None and is_above else None
            if byline is not None and byline.text and not _PLACEHOLDER.search(byline.text):
                yield byline
            elif len(lines) > 1 and _NAMES.fullmatch(lines[0][0].strip()) and _DATE.fullmatch(lines[1][0].strip()):
                yield one.part(*lines[0].span())
            elif (names := _names_beside_address(one)) is not None:
                yield names


def _names_beside_address(front: Statement) -> Statement | None:
    """The first line of names, no heading, that stands right above or below an address."""
    lines = [
        line
        for line in itertools.islice(_LINE.finditer(front.hit.text), _BYLINE_LINES)
        if not _PLACEHOLDER.fullmatch(line[0].strip())
    ]
    said = ["", *(line[0].strip() for line in lines), ""]
    for before, line, after in zip(said, lines, said[2:], strict=False):
        names = _MARKS_OF_NOTES.sub("", line[0]).strip()
        is_beside = any(map(_ADDRESS.search, (before, after)))
        is_other = names in front.hit.headings or _ORGANISATION.search(names) or _ADDRESS.search(names)
        if is_beside and not is_other and _NAMES.fullmatch(names):
            return front.part(*line.span())
    return None


def _keywords(statements: Sequence[Statement]) -> Iterator[Statement]:
    for front in _fronts(statements):
        for one in front:
            if (found := _KEYWORDS.search(one.hit.text)) is not None:
                yield one.part(found.start(), found.end())
                break


def _titles(statements: Sequence[Statement]) -> Iterator[Statement]:
    """The first heading of a document, else its first line."""
    for front in _fronts(statements):
        for one in front[:1]:
            # "BETWEEN:" leads to something
            heading = next((text for text in one.hit.headings[1:] if not text.rstrip().endswith(":")), "")
            at = one.hit.text.find(heading) if heading else -1
            first = _LINE.search(one.hit.text)
            if at >= 0:
                yield one.part(at, at + len(heading))
            elif first is not None:
                yield one.part(*first.span())


def _dates(statements: Sequence[Statement]) -> Iterator[Statement]:
    """The line of the front that says when a document is of, else the first one with a day or a month."""
    for front in _fronts(statements):
        lines = [
            (one, line)
            for one in front
            for line in _LINE.finditer(one.hit.text)
            if _DATE.search(line[0]) and len(line[0].split()) <= _LINE_WORDS
        ]
        best = next((found for found in lines if _DATED.search(found[1][0])), lines[0] if lines else None)
        if best is not None:
            yield best[0].part(*best[1].span())


def _summaries(statements: Sequence[Statement]) -> Iterator[Statement]:
    """The line that names the subject of a letter; the first sentences of the abstract or summary of a document, else
    its title down to its first sentences.
    """
    for front in _fronts(statements):
        subject = next(((one, line) for one in front[:1] if (line := _SUBJECT.search(one.hit.text))), None)
        if subject is not None:
            yield subject[0].part(*subject[1].span())
            continue
        chunks = {one.hit.chunk_no for one in front}
        told = [at for at, one in enumerate(statements) if one.hit.chunk_no in chunks and _tells(one)]
        about = next((at for at in told if _is_of_abstract(statements[at])), None)
        if about is None:
            about = next((at for at in told if _ABOUT.fullmatch(statements[at].section.strip().rstrip(":"))), None)
        if about is not None:
            yield whole_section(statements[about], statements[about + 1 :])
        elif told:
            first = statements[told[0]]
            section = whole_section(first, statements[told[0] + 1 :])
            whole = first.part(0, section.end)
            is_short = section.end <= MAX_QUOTE_CHARS and not _PLACEHOLDER.search(whole.text)
            yield whole if is_short else section


def _is_of_abstract(one: Statement) -> bool:
    """Whether a statement stands below "Abstract", or behind it on its line."""
    abstract = _ABSTRACT.search(one.hit.text)
    return abstract is not None and one.start >= abstract.start()


def _tells(one: Statement) -> bool:
    is_text = one.hit.kind in (ChunkKind.TEXT, ChunkKind.SLIDE)
    return is_text and one.is_whole and not one.is_item and not one.is_row and len(one.text.split()) >= _SENTENCE_WORDS
