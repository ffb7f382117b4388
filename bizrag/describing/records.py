"""Tables that are records: names of fields and what they hold, in rows ("Due date | 31 October 2025") or one row. Pure.

Word and HTML files mark the first row of any table as its header.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.model.labels import is_period

_NUMBER = re.compile(r"\d")
# "BD-2025-06" is a number of something, no period
_CODE = re.compile(r"[A-Za-z]-\d")
# a whole day is a value more often than the name of a column
_DAY = re.compile(
    r"\d{1,2}\.?(?:st|nd|rd|th)? [^\W\d]{3,9}\.? (?:19|20)\d\d|[^\W\d]{3,9}\.? \d{1,2}, (?:19|20)\d\d"
    r"|\d{1,4}[./-]\d{1,2}[./-]\d{1,4}"
)
# a number, a sum, a share and a day are of different kinds; a column of figures has fewer forms of them
_MIN_FORMS = 3
_FIGURES, _LETTERS = re.compile(r"\d[\d.,' ]*"), re.compile(r"[^\W\d_]+")
# fields have names of so many words, and one with so many words in it holds a sentence
_MIN_FIELDS, _FIELD_WORDS, _SENTENCE_WORDS = 3, 5, 8


def is_record(rows: Sequence[Sequence[str]], *, has_header: bool) -> bool:
    """Whether two columns are names of fields and what they hold, from the first row on.

    ``has_header``: a row is marked as one. Then the first field holds a sentence, a day or a figure, which names no
    column. Where no row is marked, values of different kinds tell it.
    """
    if len(rows) < _MIN_FIELDS or len(rows[0]) != 2:
        return False
    fields, values = [row[0] for row in rows], [row[1] for row in rows]
    are_names = all(text and len(text.split()) <= _FIELD_WORDS and not _NUMBER.search(text) for text in fields)
    if not are_names or len(set(fields)) < len(fields):
        return False
    first, rest = values[0], values[1:]
    # a column of figures may be named by a text with a figure in it, fields are of different kinds
    num_figures = sum(_NUMBER.search(text) is not None and not any(map(str.isalpha, text)) for text in rest)
    are_of_kinds = len(set(map(_form, rest))) >= _MIN_FORMS and not is_period(first)
    if not has_header and (2 * num_figures < len(rest) or are_of_kinds):
        return True
    if not all(values):
        return False
    is_value = _NUMBER.search(first) is not None and not is_period(first)
    is_value = is_value or _CODE.search(first) is not None or _DAY.fullmatch(first) is not None
    # "ext. 4410" over "ext. 4426" is as little a name
    is_alike = _form(first) in map(_form, rest)
    return len(first.split()) >= _SENTENCE_WORDS or (is_value and (is_alike or 2 * num_figures < len(rest)))


def _form(value: str) -> str:
    """A value without what its figures and words are, and without signs: "£10,000.00" as "£0", "May 2026" as "a 0"."""
    return _LETTERS.sub("a", _FIGURES.sub("0", value.strip("()-−– ")))


def is_record_in_a_row(names: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether the only row below names of columns, the first one too, is a record: hardly any figures stand in it.

    >>> is_record_in_a_row(["Landlord", "Tenant"], [["Avonmere LLP", "Bramble Ltd"]])
    True
    >>> is_record_in_a_row(["CHF million", "2026"], [["Net sales", "412.6"]])
    False
    >>> is_record_in_a_row(["Ordered by", "Accepted by"], [["Ann Reid, 9 January 2025", "Joe Lund, 10 January 2025"]])
    True
    """
    if len(rows) != 1 or not names or not names[0]:
        return False
    # a day is no figure
    values = [_DAY.sub("", text) for text in rows[0][1:] if text]
    return 2 * sum(_NUMBER.search(text) is not None for text in values) < len(values)
