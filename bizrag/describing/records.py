"""Tables that are records: names of fields and what they hold, in rows ("Due date | 31 October 2025") or one row. Pure.

Word and HTML files mark the first row of any table as its header.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

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
# what stands in place of a figure
_NIL = re.compile(r"[^\w]*(?:n/?a|nil|none)?[^\w]*", re.IGNORECASE)
_FIGURES, _LETTERS = re.compile(r"\d[\d.,' ]*"), re.compile(r"[^\W\d_]+")
# fields have names of so many words, and one with so many words in it holds a sentence
_MIN_FIELDS, _FIELD_WORDS, _SENTENCE_WORDS = 3, 5, 8
# "Risk class (1-7)", "Print speed (A4)": what stands in brackets is no figure of a name
_BRACKETS = re.compile(r"\([^()]*\)")
# what columns of names and of values are called; a field is called by what it holds
_KIND = re.compile(
    r"(?:(?:key|main|important|financial|line) )?(?:metric|kpi|item|measure|indicator|parameter|propert(?:y|ies)"
    r"|feature|specification|characteristic|attribute|description|categor(?:y|ies)|type|topic|area|element|component"
    r"|field|question|expense|service|benefit|period|region|countr(?:y|ies)|name|figure|ratio|variable|particular|fact|data"
    r"|detail|product|position|unit)s?",
    re.IGNORECASE,
)
_VALUE_WORD = re.compile(
    r"\b(?:values?|amounts?|limits?|results?|details?|figures?|totals?|numbers?|actuals?|budget|prices?|costs?|fees?|rates?"
    r"|units?|quantit(?:y|ies)|status|answers?|data|information|descriptions?|pay|percentages?|shares?|counts?|current"
    r"|targets?|notes?|comments?|specifications?|requirements?|scores?|limits?|responses?)\b",
    re.IGNORECASE,
)


def is_record(rows: Sequence[Sequence[str]], *, has_header: bool) -> bool:
    """Whether two columns are names of fields and what they hold, from the first row on.

    ``has_header``: a row is marked as one. Then the first field holds a sentence, a day or a figure, which names no
    column; or what is held is of different kinds, and neither of its cells is what columns are called. Where no row is
    marked, values of different kinds tell it. Rows of a name alone part the fields of a record.
    """
    if not rows or len(rows[0]) != 2:
        return False
    rows = [row for at, row in enumerate(rows) if row[1] or not at] if has_header and _are_parted(rows) else rows
    if len(rows) < _MIN_FIELDS:
        return False
    fields, values = [row[0] for row in rows], [row[1] for row in rows]
    are_names = all(text and len(text.split()) <= _FIELD_WORDS and not _NUMBER.search(text) for text in fields)
    if has_header:
        plain = [_BRACKETS.sub("", text) for text in fields]
        are_names = all(
            text.strip() and len(text.split()) <= _FIELD_WORDS and not _NUMBER.search(text) for text in plain
        )
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
    held = [text for text in rest if not _NIL.fullmatch(text)]
    is_mixed = len(set(map(_form, held))) >= _MIN_FORMS and 2 * num_figures <= len(held)
    if is_mixed and not _names_columns(fields[0], first):
        return True
    return len(first.split()) >= _SENTENCE_WORDS or (is_value and (is_alike or 2 * num_figures < len(rest)))


def _are_parted(rows: Sequence[Sequence[str]]) -> bool:
    """Whether fields stand in groups, below the name of each: rows of a name alone, none below another."""
    alone = [at for at, row in enumerate(rows) if row[0] and not row[1]]
    return bool(alone) and len(rows) > 2 * len(alone) and all(after - at > 1 for at, after in pairwise(alone))


def _names_columns(field: str, value: str) -> bool:
    """Whether the cells of a row are what columns are called: "Property | Value", "Metric | FY 2024", "Trait | Group".

    A value with a figure in it, or of two words with capitals ("Raj Desai"), is held by a field.
    """
    if is_period(value) or _KIND.fullmatch(field.strip()) or _VALUE_WORD.search(value):
        return True
    words = value.split()
    is_name = len(words) > 1 and all(word[:1].isupper() for word in words)
    return not (is_name or _NUMBER.search(value))


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
