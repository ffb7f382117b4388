"""How many rows at the top of a table name its columns. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.describing.grids import Grid, filled_texts, texts_of
from bizrag.describing.records import is_record
from bizrag.model.labels import is_period, is_unit, tells_scale
from bizrag.model.parses import TableArtifact, TableCell

_NUMBER = re.compile(r"\d")
_WORD, _INTEGER = re.compile(r"[^\W\d_]"), re.compile(r"\d{1,2}")
# so many columns are numbered
_MIN_COUNTED = 3
# what stood below its value, where the rows of a table are such
_NAME_BELOW = re.compile(r"\([^)]+\)")
# "(in millions)" alone above the labels of rows
_SCALE = re.compile(r"\([^()]+\)")
# the columns of facts beside their names; below a name of a column of numbers such a share of the values has some
_FACT, _FACT_NUMBERS = ("name", "value"), 0.75
# facts are of so many kinds; and what stands over facts of any kind
_MIN_KINDS, _IN_NUMBER = 4, re.compile(r"[\d.,\s]")
_NAMES_VALUES = re.compile(
    r"\b(?:values?|details?|data|figures?|amounts?|descriptions?|specifications?|results?|informations?|answers?|entry"
    r"|remarks?|comments?|notes?|contents?|meanings?|terms?|range|limits?|wert|angaben?|valeurs?|valor(?:es)?"
    r"|actuals?|budget|plan(?:ned)?|targets?|forecast|estimates?|group|company|totals?|current|previous|latest|status"
    r"|ratings?|scores?|requirements?|units?|measured|average|median)\b",
    re.IGNORECASE,
)
# a number of fewer digits may be a size that a column is of, a year what it is for; two rows are too few to compare
_FIRST_DIGITS, _MIN_DIGITS, _MIN_FACTS = re.compile(r"\d+"), 4, 3


def num_header_rows(table: TableArtifact, grid: Grid) -> int:
    """Leading header rows: flagged ones, the first row above numbers, and rows of periods or units below them."""
    if is_record([texts_of(row) for row in grid], has_header=any(cell.is_header for cell in table.cells)):
        return 0
    if _begins_with_fact(grid):
        return 0
    count = 0
    while count < len(grid) - 1 and any(cell and cell.is_header for cell in grid[count]):
        count += 1
    # a title stands above the names of columns, a label of rows below them
    while count and not _is_flagged(grid[count - 1]):
        count -= 1
    if count == 0 and table.num_cols > 1:
        count = _num_unflagged_headers(grid)
    are_values = _are_values(grid[count:])
    while 0 < count < len(grid) - 1 and _continues_header(grid[count]):
        if are_values and texts_of(grid[count])[0]:
            break
        count += 1
    return count


def _begins_with_fact(grid: Grid) -> bool:
    """Whether the first row of two columns is one of them and no head, whatever the parser took it for: its value
    begins with a number of as many digits as those below, as telephone and account numbers do. What nobody took for a
    head is none over values of several kinds: "Ticker | ALV" over "Market cap | £1,146m" and "Year end | 30 June".
    """
    if len(grid) < _MIN_FACTS or len(grid[0]) != len(_FACT):
        return False
    head, *values = (texts_of(row)[1] for row in grid)
    if not any(cell and cell.is_header for cell in grid[0]) and head and _are_of_kinds(values):
        return not (_NAMES_VALUES.search(head) or _is_period_or_unit(head))
    digits = _digits_first(head)
    if digits < _MIN_DIGITS or is_period(head[:digits]):
        return False
    return sum(_digits_first(value) == digits for value in values) >= _FACT_NUMBERS * len(values)


def _are_of_kinds(values: Sequence[str]) -> bool:
    """Whether most values are of different units, as facts are; empty ones are of none."""
    kinds = [_IN_NUMBER.sub("", value) for value in values if value]
    return len(set(kinds)) >= max(_MIN_KINDS, len(kinds) / 2)


def _digits_first(text: str) -> int:
    found = _FIRST_DIGITS.match(text)
    return len(found.group()) if found is not None else 0


def _is_flagged(row: Sequence[TableCell | None]) -> bool:
    """Whether the parser found column headers in the row, or it tells what all figures are in; 'ASSETS:' across all
    columns heads rows, not columns.
    """
    filled = filled_texts(row)
    heads_rows = len(filled) == 1 and filled[0].endswith(":")
    if len(filled) == 1 and _SCALE.fullmatch(filled[0]) and tells_scale(filled[0]):
        return True
    return any(cell and cell.is_header and cell.col_start > 0 for cell in row) and not heads_rows


def _num_unflagged_headers(grid: Grid) -> int:
    """The first row when it looks like a header; else rows of one text each and the periods below them."""
    if _looks_like_header(grid):
        return 1
    for number, row in enumerate(grid[:3]):
        periods = [text for text in texts_of(row)[1:] if text]
        if len(periods) > 1 and all(is_period(text) for text in periods):
            return number + 1
        if len(filled_texts(row)) != 1:
            break
    return 0


def _looks_like_header(grid: Grid) -> bool:
    """Labels without numbers in the first row, numbers in at least half of the rows below it.

    Of two columns nearly all values are numbers: else they may be facts beside their names.
    """
    labels = [text for text in texts_of(grid[0])[1:] if text]
    if len(grid) < 2 or not labels:
        return False
    if _counts_columns(grid):
        return True
    if not all(_is_label(text) for text in labels):
        return False
    if all(_NAME_BELOW.fullmatch(text) for row in grid[:2] for text in texts_of(row[:1])):
        return False
    values = [texts_of(row)[1:] for row in grid[1:]]
    with_numbers = sum(any(map(_NUMBER.search, texts)) for texts in values)
    if len(grid[0]) == len(_FACT):
        return with_numbers >= _FACT_NUMBERS * sum(any(texts) for texts in values) > 0
    return 2 * with_numbers >= len(values)


def _counts_columns(grid: Grid) -> bool:
    """Whether the first row has a name over the labels and numbers its columns one by one ("Mode | 0 | 1 | 2"), which
    no row below it does.
    """
    names, *rows = (texts_of(row) for row in grid)
    return bool(_WORD.search(names[0])) and _counts(names) and not any(map(_counts, rows))


def _counts(texts: Sequence[str]) -> bool:
    """Whether a row ends in whole numbers that go up by one, from 0 or 1 on."""
    numbers = [int(text) for text in texts[1:] if _INTEGER.fullmatch(text)]
    start = numbers[0] if numbers else -1
    is_counted = numbers == list(range(start, start + len(numbers))) and texts[-len(numbers) :] == list(
        map(str, numbers)
    )
    return len(numbers) >= _MIN_COUNTED and start in (0, 1) and is_counted


def _continues_header(row: Sequence[TableCell | None]) -> bool:
    """A row below the header that labels columns as well: units or words without a row label, or periods only."""
    first = texts_of(row)[0]
    filled = filled_texts(row[1:])
    if not filled:
        return False
    if is_period(first) and len(filled) == 1:
        # a day and what happens on it, be it the report on a year
        return False
    if first and len(filled) == 1:
        # "Founded | 1987" is a fact, "in € million | 2023" a head
        return _is_period_or_unit(filled[0]) and (is_unit(first) or tells_scale(first))
    if first or len(filled) == 1:
        return all(map(_is_period_or_unit, filled))
    return all(_is_label(text) or text[0].isalpha() for text in filled)


def _are_values(rows: Grid) -> bool:
    """Whether periods, or units, are what a table tells of its rows: when each phase begins and ends."""
    labelled = [filled for row in rows if texts_of(row)[0] and (filled := filled_texts(row[1:]))]
    return 2 * sum(all(map(_is_period_or_unit, filled)) for filled in labelled) > len(labelled) > 1


def _is_period_or_unit(text: str) -> bool:
    return is_period(text) or is_unit(text)


def _is_label(text: str) -> bool:
    return not _NUMBER.search(text) or is_period(text)
