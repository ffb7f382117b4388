"""Lists of terms with what they mean beside them, set in two columns without rules: tables, not two columns of text.

A term is short and stands level with the first line of its own paragraph. Read column by column, the terms would stand
in one heap and their meanings in another. Terms in heavy type, or each with a colon, tell themselves from any other
column: they may be longer, mean a figure, and have several paragraphs beside them. Pure.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from bizrag.parsing.engines.regions.rows import Row, Segment, is_marker
from bizrag.parsing.engines.regions.table_boxes import overlap_share
from bizrag.parsing.engines.regions.types import Box, union

_MIN_TERMS = 3
_MAX_TERM_WORDS = 5
# of terms that are set off; in heavy type and with a colon two are a list
_MAX_SET_OFF_WORDS = 8
_MIN_SURE_TERMS = 2
# words that a meaning has at least on average; less is a table like others
_MIN_MEANING_WORDS = 6
# of entries of one line each: words of a term at most, of a meaning on average, empty height between two in font sizes
_LINE_TERM_WORDS, _LINE_MEANING_WORDS, _APART = 3, 3, 0.25
# lines of one meaning stand no further apart, in font sizes; neither do two entries
_LINE_GAP = 1.2
_ENTRY_GAP = 2.6
# columns begin at one place within this, in font sizes
_EDGE = 0.5
# numbers of clauses belong to their text; years and other numbers may be what is explained
_CLAUSE_NUMBER = re.compile(r"^\(?\d{1,2}(\.\d{1,2})*[.)]?$")
_SENTENCE_END = re.compile(r"[.;:!?)]$")


def find_term_lists(rows: Sequence[Row], grids: Sequence[Box] = ()) -> list[Box]:
    """The boxes of lists of at least three terms with paragraphs beside them; ``rows`` from top to bottom.

    A list may stand right above or below one of the ``grids``, or be in it.
    """
    lists: list[Box] = []
    start = 0
    while start < len(rows):
        entries = _list_from(rows, start, grids)
        if entries:
            lists.append(union(row.box for entry in entries for row in entry))
            start += sum(len(entry) for entry in entries)
        else:
            start += 1
    return lists


def _list_from(rows: Sequence[Row], start: int, grids: Sequence[Box]) -> list[list[Row]]:
    """The entries of the list that begins with a row; none where none does."""
    entries = _entries_from(rows, start, are_set_off=True)
    are_set_off = _are_bold(entries) or _have_colons(entries)
    if are_set_off and not _goes_on_around(rows, start, entries, grids):
        return entries
    entries = _entries_from(rows, start, are_set_off=False)
    is_list = _are_bold(entries) or _are_long(entries)
    return entries if is_list or (_are_lines(entries) and not _goes_on_around(rows, start, entries, grids)) else []


def _entries_from(rows: Sequence[Row], start: int, *, are_set_off: bool) -> list[list[Row]]:
    """The entries of a list that begins with a row: each is the row of its term and those that go on below it."""
    starts = _starts_set_off if are_set_off else _starts_plain
    if not starts(rows[start]):
        return []
    term, meaning = rows[start].segments
    # paragraphs of one meaning stand as far apart as entries
    line_gap = _ENTRY_GAP if are_set_off else _LINE_GAP
    entries = [[rows[start]]]
    for row in rows[start + 1 :]:
        gap = row.box[1] - entries[-1][-1].box[3]
        if gap > _ENTRY_GAP * meaning.size:
            break
        if starts(row) and _has_edge(row.segments[0], term) and _has_edge(row.segments[1], meaning):
            entries.append([row])
        elif _goes_on(row, term, meaning) and gap < (line_gap if len(row.segments) == 1 else _LINE_GAP) * meaning.size:
            entries[-1].append(row)
        else:
            break
    return entries


def _starts_set_off(row: Row) -> bool:
    return _starts_entry(row, _MAX_SET_OFF_WORDS) and (_is_bold(row) or _has_colon(row))


def _starts_plain(row: Row) -> bool:
    return _starts_entry(row, _MAX_TERM_WORDS) and not row.segments[1].is_figure


def _starts_entry(row: Row, max_words: int) -> bool:
    if len(row.segments) != 2:
        return False
    term = row.segments[0]
    first = term.text.split()[0]
    is_counted = is_marker(first) or _CLAUSE_NUMBER.match(first) is not None
    is_name = term.num_words <= max_words and sum(map(str.isalnum, term.text)) > 1 and not term.is_prose
    return is_name and not is_counted


def _is_bold(row: Row) -> bool:
    return row.segments[0].is_bold and not row.segments[1].is_bold


def _has_colon(row: Row) -> bool:
    return row.segments[0].text.endswith(":")


def _goes_on(row: Row, term: Segment, meaning: Segment) -> bool:
    """Whether a row holds further lines of the meaning, perhaps beside a second line of the term."""
    *before, last = row.segments
    return _has_edge(last, meaning) and all(_has_edge(segment, term) and len(before) == 1 for segment in before)


def _has_edge(segment: Segment, other: Segment) -> bool:
    return abs(segment.box[0] - other.box[0]) < _EDGE * other.size


def _are_bold(entries: Sequence[Sequence[Row]]) -> bool:
    """Whether entries are terms in a type of their own; with two of them, each has a colon, too."""
    firsts = [entry[0] for entry in entries]
    is_enough = len(firsts) >= _MIN_TERMS or (len(firsts) >= _MIN_SURE_TERMS and all(map(_has_colon, firsts)))
    return is_enough and all(map(_is_bold, firsts))


def _have_colons(entries: Sequence[Sequence[Row]]) -> bool:
    return len(entries) >= _MIN_TERMS and all(_has_colon(entry[0]) for entry in entries)


def _are_long(entries: Sequence[Sequence[Row]]) -> bool:
    """Whether what stands beside terms are texts of their own, which end before the next one begins."""
    if len(entries) < _MIN_TERMS:
        return False
    words = sum(row.segments[-1].num_words for entry in entries for row in entry)
    num_wrapped = sum(len(entry) > 1 for entry in entries)
    # a paragraph that begins beside each term ends before the next one
    num_ended = sum(
        _SENTENCE_END.search(entry[-1].segments[-1].text) is not None or _is_short(entry) for entry in entries[:-1]
    )
    is_long = words >= _MIN_MEANING_WORDS * len(entries) and 2 * num_wrapped >= len(entries)
    return is_long and num_ended >= 0.8 * (len(entries) - 1)


def _are_lines(entries: Sequence[Sequence[Row]]) -> bool:
    """Whether entries are a line each, set apart as lines of two texts are not: "Tools    SAP IBP, SQL"."""
    rows = [row for entry in entries for row in entry]
    terms, meanings = ([row.segments[side] for row in rows] for side in (0, -1))
    if len(entries) < _MIN_TERMS or len(rows) > len(entries) or any(term.is_figure for term in terms):
        return False
    are_apart = all(
        lower.box[1] - upper.box[3] >= _APART * lower.segments[0].size for upper, lower in itertools.pairwise(rows)
    )
    are_short = all(term.num_words <= _LINE_TERM_WORDS for term in terms)
    num_words = sum(meaning.num_words for meaning in meanings)
    return are_apart and are_short and num_words >= _LINE_MEANING_WORDS * len(rows)


def _goes_on_around(rows: Sequence[Row], start: int, entries: Sequence[Sequence[Row]], grids: Sequence[Box]) -> bool:
    """Whether a row right above or below has pieces in the columns of entries: these are part of a table."""
    first, last = entries[0][0], entries[-1][-1]
    end = start + sum(len(entry) for entry in entries)
    near = [(row, first.box[1] - row.box[3]) for row in rows[max(start - 1, 0) : start]]
    near += [(row, row.box[1] - last.box[3]) for row in rows[end : end + 1]]
    others = [grid for grid in grids if not overlap_share(grid, first.box)]
    return any(
        not any(overlap_share(grid, row.box) for grid in others)
        and gap < _ENTRY_GAP * first.segments[-1].size
        and _has_edge(segment, first.segments[-1])
        for row, gap in near
        for segment in row.segments
    )


def _is_short(entry: Sequence[Row]) -> bool:
    """Whether the last line of a meaning ends well before the longest one does."""
    reach = max(row.segments[-1].box[2] for row in entry)
    last = entry[-1].segments[-1]
    return last.box[2] - last.box[0] < 0.8 * (reach - last.box[0])
