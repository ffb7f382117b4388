"""Fields of forms: a name, and what stands below it ("Order no." over "PO-77120"). Pure.

Each is read as one statement beside its lines: the value alone does not say what it is, the name alone says nothing.
Headings follow each other as well, so a form is told by several fields in a row, one at least with a figure.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from bizrag.model.labels import is_fact

Span = tuple[int, int]

_NAME_WORDS, _VALUE_WORDS, _MAX_CHARS, _MIN_FIELDS = 5, 20, 300, 2
# "Site: Halden tank farm" is one of several; who signs writes a name, a title, a place and a day
_MIN_FACTS, _MAX_SIGNED = 3, 4
_FULL_STOP = re.compile(r"[.!?:;,][\"'”’)]*$")
# "Order no." ends in no full stop
_SHORTENED = re.compile(r"\b(?:no|nr|ref|tel|dept|art|qty|max|min|id)\.$", re.IGNORECASE)
_LETTER_OR_FIGURE = re.compile(r"[^\W_]")
_FIGURE = re.compile(r"\d")
_ITEM = re.compile(r"(?:[-•*–▪◦☐☒]|#+|\(?\w{1,2}[.)])\s|<<|\[")


def is_fact_line(text: str) -> bool:
    """Whether a line is a value with a figure behind its name, and no sentence.

    >>> [is_fact_line(text) for text in ("Storage: below 25 °C", "Note: keep it below 25 °C.", "COVER: Health")]
    [True, False, False]
    """
    return _is_fact(text) and _FIGURE.search(text.partition(":")[2]) is not None


def field_spans(text: str, spans: Sequence[Span]) -> Iterator[Span]:
    """The spans of a text that hold a name and its value, below it or, in several lines, behind it.

    ``spans`` are its sentences and lines in order.
    """
    # a line to sign on stands between a name and what is signed
    said = [span for span in spans if _LETTER_OR_FIGURE.search(text[slice(*span)])]
    lines = [text[slice(*span)].strip() for span in said]
    form: list[int] = []
    for at in range(len(said)):
        if form and at <= form[-1] + 1:
            continue
        if _is_field(lines, at) and said[at + 1][1] - said[at][0] <= _MAX_CHARS:
            if form and at > form[-1] + 2:
                yield from _form(lines, said, form)
                form = []
            form.append(at)
    yield from _form(lines, said, form)
    yield from _facts(lines, said)


def _facts(lines: Sequence[str], said: Sequence[Span]) -> Iterator[Span]:
    """Facts in several lines: a few right below a name with that, as below what is signed, else each by itself."""
    for are_facts, group in itertools.groupby(range(len(said)), key=lambda at: _is_fact(lines[at])):
        places = list(group)
        if not are_facts or len(places) < _MIN_FIELDS:
            continue
        named = places[0] - 1
        if named >= 0 and _is_name(lines[named]) and len(places) <= _MAX_SIGNED:
            yield said[named][0], said[places[-1]][1]
        elif len(places) >= _MIN_FACTS:
            yield from (said[at] for at in places)


def _form(lines: Sequence[str], said: Sequence[Span], form: Sequence[int]) -> Iterator[Span]:
    """The fields of a form: several in a row, one at least with a figure for a value."""
    if len(form) >= _MIN_FIELDS and any(_FIGURE.search(lines[at + 1]) for at in form):
        yield from ((said[at][0], said[at + 1][1]) for at in form)


def _is_field(lines: Sequence[str], at: int) -> bool:
    if at + 1 >= len(lines) or not (_is_name(lines[at]) and _is_value(lines[at + 1])):
        return False
    # a title stands over the name of the first value
    is_title = at + 2 < len(lines) and _is_name(lines[at + 1])
    return not (is_title and _is_value(lines[at + 2]) and not _is_name(lines[at + 2]))


def _is_fact(line: str) -> bool:
    return is_fact(line) and "\n" not in line and len(line.split()) <= _VALUE_WORDS and _FULL_STOP.search(line) is None


def _is_name(line: str) -> bool:
    is_open = _FULL_STOP.search(line) is None or _SHORTENED.search(line) is not None
    is_plain = line[:1].isupper() and _FIGURE.search(line) is None and not _is_fact(line)
    return is_open and len(line.split()) <= _NAME_WORDS and is_plain and not _begins_apart(line)


def _is_value(line: str) -> bool:
    is_upper = line[0].isupper() or not line[0].isalpha()
    is_open = _FULL_STOP.search(line) is None and not _is_fact(line)
    return is_upper and is_open and len(line.split()) <= _VALUE_WORDS and not _begins_apart(line)


def _begins_apart(line: str) -> bool:
    return "\n" in line or _ITEM.match(line) is not None
