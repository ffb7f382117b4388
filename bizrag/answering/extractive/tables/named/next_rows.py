"""The entries of a programme or timetable: one of them alone, and what comes after or before it in its column. Pure.

"Who speaks after Aisha Rahman?" names an entry, and the answer has no word of the question. What goes on at the
same time beside an entry answers nobody who asks for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.terms import terms

_ASKS = re.compile(
    r"^\W*(?:who|what|which)\b[^?]*?\b(?P<way>after|follows|following|before|precedes|preceding)\b(?P<named>[^?]+)",
    re.IGNORECASE,
)
_ASKS_ENTRY = re.compile(
    r"\b(?:when|where|who|what (?:happens|is on|takes place)|at what time|(?:which|what) (?:rooms?|halls?|time|day"
    r"|talks?|sessions?|lectures?|lessons?|tracks?|courses?|class(?:es)?|workshops?|events?|speakers?))\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(r"before|preced", re.IGNORECASE)
_TIME = re.compile(r"\d{1,2}[:.h]\d\d(?:\s?[-\u2013\u2014]\s?\d{1,2}[:.h]\d\d)?(?:\s?[ap]\.?m\.?)?", re.IGNORECASE)
_LINE = re.compile(r"[^\n]+")
_WORD = re.compile(r"[^\W_]+")
_MIN_TIMES, _MOST_ENTRIES = 3, 3
# a day or a track may be named besides the entry
_LEAST_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class _Entry:
    row: Statement
    time: str
    columns: str
    text: str


def find_next_entry(question: str, statements: Sequence[Statement]) -> tuple[Statement, str] | None:
    """The row of the entry after or before the one that a question names, and how it is said: its time, its column and
    what is in it. None where a question names none, or several.
    """
    asks = _ASKS.match(question)
    if asks is None:
        return None
    asked = set(terms(without_function_words(asks["named"])))
    tables = {one.hit.chunk_no: one for one in statements if one.hit.kind is ChunkKind.TABLE}
    found: list[tuple[float, _Entry, list[_Entry]]] = []
    for table in tables.values():
        entries = list(_entries(table))
        if len({entry.time for entry in entries}) < _MIN_TIMES:
            continue
        for entry in entries:
            shared = asked & set(terms(entry.text))
            beside = asked & set(terms(f"{entry.columns} {entry.time}"))
            if shared and len(shared | beside) >= _LEAST_SHARE * len(asked):
                found.append((len(shared) + len(beside) / 2, entry, entries))
    best = max((shared for shared, _, _ in found), default=0.0)
    meant = [(entry, entries) for shared, entry, entries in found if shared == best]
    if not meant or len({entry.text for entry, _ in meant}) > 1 or len({entry.columns for entry, _ in meant}) > 1:
        return None
    return _beside(*meant[0 if _BEFORE.match(asks["way"]) else -1], is_before=_BEFORE.match(asks["way"]) is not None)


def find_entries(question: str, scored: Sequence[Scored]) -> list[tuple[Statement, str]]:
    """The entries that a question asks for by their time, or by what is in them, of the programme whose row is nearest:
    their rows, and how each is said. Empty where it asks for something else, or where no few entries are meant.
    """
    best = scored[0].statement if scored else None
    # of a further sentence of an entry that alone is meant
    if best is None or best.label or not _ASKS_ENTRY.search(question) or _ASKS.match(question):
        return []
    entries = list(_entries(best)) if best.hit.kind is ChunkKind.TABLE else []
    if len({entry.time for entry in entries}) < _MIN_TIMES:
        return []
    if times := {found[0] for found in _TIME.finditer(question)}:
        meant = _at_time(question, entries, times)
    else:
        asked = set(terms(without_function_words(question)))
        shared = [len(asked & set(terms(entry.text))) for entry in entries]
        meant = [entry for entry, count in zip(entries, shared, strict=True) if count == max(shared) > 0]
    meant = list({(entry.text, entry.columns): entry for entry in reversed(meant)}.values())[::-1]
    columns = {name for entry in entries for name in entry.columns.split(", ") if name}
    return [(entry.row, _said(entry, columns)) for entry in meant] if len(meant) <= _MOST_ENTRIES else []


def _at_time(question: str, entries: Sequence[_Entry], times: Set[str]) -> list[_Entry]:
    """The entries that begin at a time, in the column that the question names if it names one."""
    found = [
        entry for entry in entries if any(entry.time == time or entry.time.startswith(f"{time}-") for time in times)
    ]
    asked = set(_WORD.findall(question.casefold()))
    shares = [len(asked & set(_WORD.findall(entry.columns.casefold()))) for entry in found]
    return [entry for entry, count in zip(found, shares, strict=True) if count == max(shares)]


def _said(entry: _Entry, columns: Set[str]) -> str:
    """An entry with its time and its column; what goes on in all of them is in none."""
    is_of_all = len(columns) > 1 and set(entry.columns.split(", ")) >= columns
    column = "" if is_of_all or not entry.columns else f"{entry.columns} "
    return f"{entry.time}: {column}{entry.text}".rstrip(".") + "."


def _beside(entry: _Entry, entries: Sequence[_Entry], *, is_before: bool) -> tuple[Statement, str] | None:
    own = [one for one in entries if one.columns == entry.columns or entry.columns in one.columns.split(", ")]
    at = own.index(entry)
    order = reversed(own[:at]) if is_before else iter(own[at + 1 :])
    following = next((one for one in order if one.text != entry.text), None)
    if following is None:
        return None
    columns = {name for one in entries for name in one.columns.split(", ") if name}
    return following.row, _said(following, columns)


def _entries(table: Statement) -> Iterator[_Entry]:
    """The cells of the rows of a table that begin with a time; a cell over several columns is of each of them."""
    lines = [table.part(*line.span()) for line in _LINE.finditer(table.hit.text)]
    listed = [(line, *line.text.removesuffix(".").partition(": ")) for line in lines]
    timed = [(row, label, said.split("; ")) for row, label, colon, said in listed if colon and _TIME.fullmatch(label)]
    names = _column_names([cells for _, _, cells in timed])
    either = "|".join(map(re.escape, names))
    named = re.compile(rf"(?:{either})(?:, (?:{either}))*(?= )") if names else None
    for row, time, cells in timed:
        for cell in cells:
            found = named.match(cell) if named is not None else None
            name = found[0] if found is not None else ""
            yield _Entry(row, time, name, cell.removeprefix(name).strip())


def _column_names(rows: Sequence[Sequence[str]]) -> list[str]:
    """What cells of several rows begin with, longest first: the names of columns, and of several together."""
    starts: dict[str, int] = {}
    # a cell over several rows is in each of them
    for cell in {cell for cells in rows for cell in cells}:
        words = cell.split()
        for size in range(1, len(words)):
            start = " ".join(words[:size])
            starts[start] = starts.get(start, 0) + 1
    shared = {start for start, count in starts.items() if count > 1}
    # a beginning that goes on alike in as many cells is part of a longer one
    whole = {start for start in shared if not any(_is_longer(other, start, starts) for other in shared)}
    return sorted(whole, key=len, reverse=True)


def _is_longer(other: str, start: str, counts: dict[str, int]) -> bool:
    return other.startswith(f"{start} ") and counts[other] == counts[start]
