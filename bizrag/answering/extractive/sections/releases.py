"""Release notes and change logs: what changed in a release, and since which one something is so. Pure.

A version stands once above what changed in it, and the same words stand below many of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from bizrag.answering.extractive.lists.lists import in_lines
from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.statements.list_items import is_list_item
from bizrag.answering.statements.reading import Statement, readable
from bizrag.model.chunks import ChunkKind
from bizrag.model.releases import asked_version, is_same_version, version_of_heading
from bizrag.model.terms import terms

_ASKS_CHANGES = re.compile(
    r"^\W*(?:what|which|list|name|show|describe|tell|summari[sz]e|(?:the )?changes?|release notes)\b.*"
    r"\b(?:new|chang(?:e|es|ed)|fix(?:e[sd])?|add(?:s|ed)?|remove[sd]?|drop(?:s|ped)?|deprecate[sd]?|introduce[sd]?"
    r"|improve[sd]?|improvements?|breaking|known (?:issues?|problems?)|bugs?|features?|release notes)\b",
    re.IGNORECASE | re.DOTALL,
)
# kinds of changes: how they are asked for, what stands above them, and how an entry itself says it
_KINDS = (
    (r"breaking", r"breaking|incompatib", r"\bbreaking\b"),
    (r"fix(?:e[sd])?|bugs?", r"fix|bug", r"\bfix(?:e[sd])?\b"),
    (r"remove[sd]?|drop(?:s|ped)?", r"remov|dropp", r"\b(?:remove[sd]?|drop(?:s|ped)?|no longer)\b"),
    (r"deprecate[sd]?", r"deprecat", r"\bdeprecate[sd]?\b"),
    (r"add(?:s|ed)?|new|introduce[sd]?|features?", r"add|new|feature|enhanc|highlight", r"\b(?:add(?:s|ed)?|new)\b"),
    (r"known (?:issues?|problems?)", r"known|issue|problem|limitation", r"\bknown\b"),
)
_ASKS_VERSION = re.compile(
    r"^\W*(?:(?:since|from|in|with|for|as of|by|until) )?(?:what|which) "
    r"(?:(?!(?:is|are|was|were|has|have|in|of|for|\w+ed)\b)[\w.-]+ ){0,2}"
    r"(?:versions?|releases?|firmware|updates?)\b"
    r"(?! (?:number )?(?:is|are|was|were) (?:the )?(?:current|latest|newest))"
    r"|^\W*when (?:was|were|did|has|have)\b[^?]*\b(?:add|introduc|remov|drop|fix|deprecat|renam)\w*",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)*(?![\w.]*\w)")
_MIN_RELEASES, _MIN_WORDS = 2, 2
# what tells it scores so much of what the best statement does, and is among so many of the best
_NEAR_SHARE, _NUM_NEAR = 0.75, 40
_MOST_CHARS = 2400

Told = tuple[list[Statement], list[str]]


@dataclass(frozen=True, slots=True)
class _Entry:
    """What is said below a version: the heading with it, the one below that, and the place."""

    version: str
    heading: str
    kind: str
    statement: Statement


def find_release_notes(question: str, scored: Sequence[Scored], statements: Sequence[Statement]) -> Told | None:
    """What changed in the one release that a question names, of the kind that it asks for, as it stands there.

    Nothing where the notes that were read name others only, or say nothing of that kind; None where a question asks
    for something else, or no release notes were read.
    """
    version = asked_version(question)
    if not version or not _ASKS_CHANGES.search(question) or _ASKS_VERSION.match(question):
        return None
    entries = list(_entries(statements))
    own = _of_one_document(question, [one for one in entries if is_same_version(one.version, version)], scored)
    if not own:
        is_said = any(re.search(rf"(?<![\w.]){re.escape(version)}(?![\w.]*\w)", one.hit.text) for one in statements)
        is_log = len({one.version for one in entries}) >= _MIN_RELEASES
        return ([], []) if is_log and not is_said else None
    wanted = _of_kind(question, own)
    return _told(question, wanted) if wanted is not None else ([], [])


def find_release_of(question: str, scored: Sequence[Scored], statements: Sequence[Statement]) -> Told | None:
    """The entry of release notes that a question is about, behind the version that it stands below; None where a
    question asks for none, or a sentence tells it itself.
    """
    if not _ASKS_VERSION.match(question) or not scored:
        return None
    if (whole := _entry_all_asked(question, statements)) is not None:
        return [whole], [_said_of(whole, question)]
    near = [one for one in scored[:_NUM_NEAR] if one.score >= _NEAR_SHARE * scored[0].score]
    entries = {id(one.statement): one for one in _entries([entry.statement for entry in near])}
    if not entries or len({one.version for one in _entries(statements)}) < _MIN_RELEASES:
        return None
    if id(near[0].statement) not in entries and _NUMBER.search(near[0].statement.text):
        return None
    numbers = set(_NUMBER.findall(question))
    found = [(entries[id(one.statement)], one.score) for one in near if id(one.statement) in entries]
    lines = [(entry, _line_of(entry.statement), score) for entry, score in found]
    entry, line, _ = max(lines, key=lambda one: (len(numbers & set(_NUMBER.findall(one[1].text))), one[2]))
    told = replace(line, label=entry.heading)
    return [told], [_said_of(told, question)]


def _entry_all_asked(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The one entry all of whose words a question has, behind its version: such statements are no candidates else."""
    asked = set(terms(question))
    lines = [(entry, _line_of(entry.statement)) for entry in _entries(statements)]
    found = [
        replace(line, label=entry.heading)
        for entry, line in lines
        if len(own := set(terms(line.text))) >= _MIN_WORDS and own <= asked
    ]
    return found[0] if len({(one.hit.chunk_no, one.start) for one in found}) == 1 else None


def _entries(statements: Sequence[Statement]) -> Iterator[_Entry]:
    for one in statements:
        if one.hit.kind is not ChunkKind.TEXT or not one.is_whole or version_of_heading(one.text):
            continue
        names = _names_above(one)
        at = next((at for at in range(len(names) - 1, -1, -1) if version_of_heading(names[at])), -1)
        if at >= 0 and one.text.strip() not in names:
            yield _Entry(version_of_heading(names[at]), names[at], " ".join(names[at + 1 :]), one)


def _names_above(statement: Statement) -> list[str]:
    """The headings above a statement, from the top of its document: those of its chunk, then those in its text, where
    a version stands right above the kind of what changed.
    """
    hit = statement.hit
    paragraphs = hit.text[: statement.start].split("\n\n")[:-1] if "\n\n" in hit.text[: statement.start] else []
    inside: list[str] = []
    for said in (paragraph.strip().lstrip("# ") for paragraph in paragraphs):
        if version_of_heading(said):
            inside = [said]
        elif _is_short_name(said):
            inside = [*[name for name in inside if version_of_heading(name)], said]
    if any(map(version_of_heading, inside)):
        return inside
    return [*hit.headings[1:], *(name for name in inside if name not in hit.headings)]


def _is_short_name(said: str) -> bool:
    return "\n" not in said and len(said.split()) <= 4 and said[:1].isupper() and said[-1:].isalnum()


def _of_one_document(question: str, entries: Sequence[_Entry], scored: Sequence[Scored]) -> list[_Entry]:
    """The entries of the document whose name has most of a question, of several such the one that says most of it."""
    asked = set(terms(question))
    ranks = {one.statement.hit.document_id: -at for at, one in reversed(list(enumerate(scored)))}

    def nearness(entry: _Entry) -> tuple[int, int]:
        hit = entry.statement.hit
        named = set(terms(f"{hit.doc} {hit.title}".replace("_", " ")))
        return len(named & asked), ranks.get(hit.document_id, -len(scored))

    best = max(entries, key=nearness, default=None)
    kept = best.statement.hit.document_id if best else None
    return [one for one in entries if one.statement.hit.document_id == kept]


def _of_kind(question: str, entries: Sequence[_Entry]) -> list[_Entry] | None:
    """The entries of the kind that a question asks for: all where it asks for all; None where there are none."""
    found = list(entries)
    for asked, headed, said in _KINDS:
        if not re.search(rf"\b(?:{asked})\b", question, re.IGNORECASE):
            continue
        below = [one for one in entries if re.search(headed, one.kind, re.IGNORECASE)]
        saying = [one for one in entries if re.search(said, _line_of(one.statement).text, re.IGNORECASE)]
        found = below or saying or ([] if any(one.kind for one in entries) else found)
        break
    return found or None


def _line_of(statement: Statement) -> Statement:
    """The whole line, or item of a list, that a statement stands in."""
    text = statement.hit.text
    end = text.find("\n", max(statement.end - 1, statement.start))
    return replace(statement, start=text.rfind("\n", 0, statement.start) + 1, end=len(text) if end < 0 else end)


def _told(question: str, entries: Sequence[_Entry]) -> Told:
    """Entries in their order, what stands together as one, behind what kind of change it is where there are several."""
    ordered = sorted(entries, key=lambda one: (one.statement.hit.chunk_no, one.statement.start))
    kinds = {one.kind for one in ordered}
    told: list[Statement] = []
    for (_, kind), run in groupby(ordered, key=lambda one: (one.statement.hit.chunk_no, one.kind)):
        lines = [_line_of(one.statement) for one in run]
        label = kind if len(kinds) > 1 else ""
        told.append(replace(lines[0], end=max(one.end for one in lines), label=label))
    # a passage is quoted from one chunk
    chunks: dict[int, int] = {}
    kept = [one for one in told if chunks.setdefault(one.passage.passage_id, one.hit.chunk_no) == one.hit.chunk_no]
    total = 0
    for count, one in enumerate(kept):
        total += one.end - one.start
        if total > _MOST_CHARS and count:
            kept = kept[:count]
            break
    said = [_said_of(one, question) if one.label else in_lines(readable(one, question), one) for one in kept]
    return kept, said


def _said_of(section: Statement, question: str) -> str:
    """What is said of a section: its label, and its list in lines."""
    bare = replace(section, label="")
    said = in_lines(readable(bare, question), bare)
    separator = "\n" if is_list_item(said.partition("\n")[0]) else " "
    return f"{section.label}:{separator}{said}"
